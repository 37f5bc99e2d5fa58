"""The command `duelhall monsters balance`."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from duelhall.engine.errors import BadUsage
from duelhall.engine.game import load
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.choosing import cards_of, find_deck
from duelhall.kits.monsters.balance import Pairing, balance, beginner_share
from duelhall.players.policies import policy_of
from duelhall.terminal.columns import aligned, barred
from duelhall.terminal.compiling import compilation_shown
from duelhall.terminal.documents import print_json
from duelhall.terminal.output import make_console
from duelhall.terminal.wrapping import print_fitted

HEADING = (
    "deck", "against", "wins", "95% interval", "beginner", "median turns", "draws", "fainted",
)  # fmt: skip


def print_balance(
    file: Path | None,
    names: Sequence[str],
    games: int,
    player: str,
    seed: int,
    *,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Play decks against each other, and print the results."""
    if games < 2 or games % 2:  # noqa: PLR2004, two games make a mirrored pair
        raise BadUsage(f"games come in mirrored pairs: give an even number, not {games}")
    cards = cards_of(file)
    decks = [find_deck(name, cards) for name in names] or list(cards.decks.values())
    if not decks:
        raise BadUsage("the set has no ready-made decks; write one, or name one with --deck")
    pairings = _played(decks, games, player, seed)
    if as_json:
        print_json(report(pairings))
    elif as_markdown:
        print("\n".join(markdown(pairings)))
    else:
        print_fitted(*text_lines(pairings))


def _played(decks: Sequence[Deck], games: int, player: str, seed: int) -> list[Pairing]:
    """All pairings, with a progress bar."""
    policy = policy_of(load("monsters"), player)
    with compilation_shown():
        list(balance(decks[:1], 2, policy))
    columns = (TextColumn("{task.completed:,} of {task.total:,} games"), BarColumn())
    console = make_console(to_stderr=True)
    pairs = len(decks) * (len(decks) + 1) // 2
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=pairs * games)
        threads = os.cpu_count() or 1
        advance = lambda done: bar.advance(task, done)  # noqa: E731
        found = balance(decks, games, policy, seed=seed, threads=threads, progress=advance)
        return list(found)


def report(pairings: Sequence[Pairing]) -> dict[str, Any]:
    """The results, for programs."""
    share, interval = beginner_share(pairings)
    return {
        "pairings": [_entry(pairing) for pairing in pairings],
        "beginner": {"share": round(share, 4), "interval": _rounded(interval)},
        "median_turns": float(np.median(np.concatenate([p.turns for p in pairings]))),
        "games": sum(pairing.games for pairing in pairings),
    }


def _entry(pairing: Pairing) -> dict[str, Any]:
    return {
        "decks": [pairing.first, pairing.second],
        "games": pairing.games,
        "share": round(pairing.share, 4),
        "interval": _rounded(pairing.interval),
        "beginner": round(float(pairing.beginners.mean()), 4),
        "median_turns": float(np.median(pairing.turns)),
        "drawn": round(pairing.drawn, 4),
        "endings": {word: round(part, 4) for word, part in pairing.endings.items()},
    }


def _rounded(interval: tuple[float, float]) -> list[float]:
    return [round(bound, 4) for bound in interval]


def _cells(pairing: Pairing) -> list[str]:
    """A row of the table; that a deck wins half its games against itself says nothing."""
    low, high = pairing.interval
    is_mirror = pairing.first == pairing.second
    return [
        pairing.first,
        pairing.second,
        "" if is_mirror else f"{100 * pairing.share:.1f}%",
        "" if is_mirror else f"{100 * low:.1f} to {100 * high:.1f}%",
        f"{100 * float(pairing.beginners.mean()):.1f}%",
        f"{np.median(pairing.turns):.0f}",
        f"{100 * pairing.drawn:.1f}%",
        f"{100 * pairing.endings.get('fainted', 0.0):.0f}%",
    ]


def text_lines(pairings: Sequence[Pairing]) -> list[str]:
    """The table as text."""
    rows = [HEADING, *(_cells(pairing) for pairing in pairings)]
    return [*aligned(rows), "", summary(pairings)]


def markdown(pairings: Sequence[Pairing]) -> list[str]:
    """The table in Markdown."""
    rows = [HEADING, *(_cells(pairing) for pairing in pairings)]
    return [*barred(rows), "", summary(pairings)]


def summary(pairings: Sequence[Pairing]) -> str:
    """All games summed up in a sentence."""
    share, (low, high) = beginner_share(pairings)
    turns = np.concatenate([pairing.turns for pairing in pairings])
    games = sum(pairing.games for pairing in pairings)
    return (
        f"{games:,} games, each deal twice with the seats swapped. The player who begins wins "
        f"{100 * share:.1f}% ({100 * low:.1f} to {100 * high:.1f}%); the median game ends on turn "
        f"{np.median(turns):.0f}, and nine out of ten end on turns "
        f"{np.percentile(turns, 5):.0f} to {np.percentile(turns, 95):.0f}."
    )
