"""The command `duelhall monsters balance`."""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from duelhall.arena.settings import MOST_GAMES
from duelhall.engine.errors import BadUsage, UnknownName, no_such
from duelhall.engine.record import SEATS
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.decks import cards_of, find_deck
from duelhall.match.game import load
from duelhall.play.builtin import policy_names
from duelhall.search.search import EXAMPLE, is_thinker, thinker
from duelhall.terminal.output import (
    aligned,
    barred,
    compilation_shown,
    make_console,
    print_fitted,
    print_json,
)
from duelhall_kits.monsters.balance import (
    CardUse,
    Pairing,
    Range,
    Way,
    balance,
    beginner_share,
    card_uses,
    deals_for_lift,
    lone_share,
)
from duelhall_kits.monsters.cards import misses

HEADING = (
    "deck", "against", "wins", "95% interval", "beginner", "median turns", "draws", "fainted",
)  # fmt: skip
CARD_HEADING = ("deck", "card", "copies", "drawn", "played", "lift", "95% interval")


@dataclass(frozen=True)
class Measured:
    """What was found out about decks and their cards."""

    player: str
    pairings: Sequence[Pairing]
    uses: Sequence[CardUse]


def print_balance(
    file: Path | None,
    names: Sequence[str],
    games: int,
    lift_games: int,
    way: Way,
    *,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Play decks against each other, and print the results."""
    if games < SEATS or games % SEATS:
        raise BadUsage(f"games come in mirrored pairs: give an even number, not {games}")
    if max(games, lift_games) > MOST_GAMES:
        raise BadUsage(f"too many games: give at most {MOST_GAMES:,} for each pairing")
    if lift_games < 0:
        raise BadUsage(f"the number of games for a card's lift is at least 0, not {lift_games}")
    _check_player(way)
    cards = cards_of(file)
    decks = [find_deck(name, cards) for name in names] or list(cards.decks.values())
    if not decks:
        raise BadUsage("the set has no ready-made decks; write one, or name one with --deck")
    measured = _measured(decks, games, lift_games, way)
    if as_json:
        print_json(report(measured))
    elif as_markdown:
        print("\n".join(markdown(measured)))
    else:
        print_fitted(*text_lines(measured))


def _check_player(way: Way) -> None:
    """Refuse players who cannot play thousands of games here."""
    game = load("monsters", way.rules)
    known = policy_names(game.definition)
    if is_thinker(way.player):
        thinker(way.player, game)
    elif way.player not in known:
        raise UnknownName(no_such("player", way.player, [*known, EXAMPLE]))


def _measured(decks: Sequence[Deck], games: int, lift_games: int, way: Way) -> Measured:
    """All pairings and all cards, with a progress bar."""
    with compilation_shown():
        list(balance(decks[:1], SEATS, way))
    deals = deals_for_lift(decks, games, lift_games)
    kinds = sum(len(deck.moves) for deck in decks)
    total = len(decks) * (len(decks) + 1) // 2 * games
    total += kinds * len(decks) * SEATS * deals
    with _progress(total) as advance:
        way = replace(way, threads=os.cpu_count() or 1, progress=advance)
        pairings = list(balance(decks, games, way))
        return Measured(way.player, pairings, list(card_uses(decks, pairings, deals, way)))


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    columns = (TextColumn("{task.completed:,} of {task.total:,} games"), BarColumn())
    console = make_console(to_stderr=True)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=total)
        yield lambda done: bar.advance(task, done)


# --- as data ---


def report(measured: Measured) -> dict[str, Any]:
    """The results, for programs."""
    pairings = measured.pairings
    share, interval = beginner_share(pairings)
    return {
        "player": measured.player,
        "pairings": [_entry(pairing) for pairing in pairings],
        "cards": [_card_entry(use) for use in measured.uses],
        "beginner": {"share": round(share, 4), "interval": _rounded(interval)},
        "median_turns": float(np.median(_turns(pairings))),
        "only_pass": round(lone_share(pairings), 4),
        "games": sum(pairing.games for pairing in pairings),
        "misses": misses(pairings, measured.uses),
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
        "only_pass": round(pairing.lone, 4),
        "endings": {word: round(part, 4) for word, part in pairing.endings.items()},
    }


def _card_entry(use: CardUse) -> dict[str, Any]:
    return {
        "deck": use.deck,
        "card": use.card,
        "copies": use.copies,
        "drawn": round(use.drawn, 4),
        "played": round(use.played, 4),
        "lift": None if use.lift is None else round(use.lift, 4),
        "interval": None if use.interval is None else _rounded(use.interval),
    }


def _rounded(interval: Range) -> list[float]:
    return [round(bound, 4) for bound in interval]


# --- as tables ---


def text_lines(measured: Measured) -> list[str]:
    """The tables as text."""
    pairs, cards = _rows(measured)
    missed = misses(measured.pairings, measured.uses)
    wishes = ["", "Not as wanted:", *(f"  {said}" for said in missed)] if missed else []
    return [*aligned(pairs), "", summary(measured), "", *aligned(cards), *wishes]


def markdown(measured: Measured) -> list[str]:
    """The tables in Markdown."""
    pairs, cards = _rows(measured)
    missed = misses(measured.pairings, measured.uses)
    wishes = ["", "Not as wanted:", "", *(f"- {said}" for said in missed)] if missed else []
    return [*barred(pairs), "", summary(measured), "", *barred(cards), *wishes]


def _rows(measured: Measured) -> tuple[list[Sequence[str]], list[Sequence[str]]]:
    pairs = [HEADING, *(_cells(pairing) for pairing in measured.pairings)]
    return pairs, [CARD_HEADING, *(_card_cells(use) for use in measured.uses)]


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


def _card_cells(use: CardUse) -> list[str]:
    lift, interval = "", ""
    if use.lift is not None and use.interval is not None:
        lift = f"{100 * use.lift:+z.1f}"
        interval = f"{100 * use.interval[0]:+z.1f} to {100 * use.interval[1]:+z.1f}"
    shares = f"{100 * use.drawn:.0f}%", f"{100 * use.played:.0f}%"
    return [use.deck, use.card, str(use.copies), *shares, lift, interval]


def _turns(pairings: Sequence[Pairing]) -> Any:
    return np.concatenate([pairing.turns for pairing in pairings])


def summary(measured: Measured) -> str:
    """All games summed up in a few sentences."""
    pairings = measured.pairings
    share, (low, high) = beginner_share(pairings)
    turns = _turns(pairings)
    games = sum(pairing.games for pairing in pairings)
    return (
        f"{games:,} games of {measured.player}, each deal twice with the seats swapped. The player "
        f"who begins wins {100 * share:.1f}% ({100 * low:.1f} to {100 * high:.1f}%); the median "
        f"game ends on turn {np.median(turns):.0f}, and nine out of ten end on turns "
        f"{np.percentile(turns, 5):.0f} to {np.percentile(turns, 95):.0f}. At "
        f"{100 * lone_share(pairings):.1f}% of decisions, passing is the only move."
    )
