"""Frontline battles by themselves: by the million, from a drawing, all of two hands, and how fast.

>>> from duelhall_kits.frontline.battles import deployments, payoff_matrix
>>> spears, swords = deployments(["|", "|@", "+"]), deployments(["!", "!@", "-"])
>>> payoff_matrix(spears, swords).shape
(48, 48)
"""

import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from functools import cache, partial
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

import numpy as np

from duelhall.backend import INTERPRETED
from duelhall.backend.cpu import entry
from duelhall.batch.launch import in_pieces
from duelhall.engine.board import Scene, scene_texts
from duelhall.engine.definition import BenchRows, Progress, Work
from duelhall.engine.errors import (
    BadArgument,
    BadUsage,
    DuelhallError,
    checked_number,
    checked_seeds,
    checked_threads,
)
from duelhall.engine.record import DRAWN, Array
from duelhall.engine.text import counted, read_all, read_text
from duelhall.games.frontline.armies import ARMY, deployments, leave, meet
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.cards import BadUnits
from duelhall.games.frontline.deployment import deal, deploy_at_random
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.scenes import (
    SpeedsShown,
    battle_board,
    fought,
    regrouped,
    round_finished,
    scenes,
)
from duelhall.games.frontline.sketch import SKETCHER, Frame
from duelhall.games.frontline.state import BATTLE, Battlefield
from duelhall.match.explain import Step
from duelhall.match.game import Game, checked_game, load
from duelhall.terminal.keyboard import Leave, Stops
from duelhall.terminal.output import compilation_shown, print_fitted, print_json
from duelhall_kits import progress_shown
from duelhall_kits.frontline.drawing import (
    ARMIES,
    BadDrawing,
    Battle,
    is_one_army,
    read_army,
    read_battle,
)
from duelhall_kits.frontline.round import has_speeds_left, is_inside_a_round, read_round

__all__ = ["ARMY", "armies_of", "battles", "deployments", "payoff_matrix", "random_armies"]

MOST_BATTLES = 1_000_000_000
"""The largest matrix: a gigabyte, and some minutes of work."""

PIECES = 64
"""How many pieces a matrix is divided into, so that progress can be shown."""


def fight_pairs(first: Array, second: Array, winners: Array, cell: Array) -> None:
    """Fight each army of the first list against the one beside it in the second."""
    s = cell[0]
    for number in range(len(winners)):
        meet(s, first[number], second[number])
        fight(s)
        winners[number] = s.victor


def fight_all(first: Array, second: Array, payoffs: Array, cell: Array) -> None:
    """Fight each army of the first list against each of the second, and write what it is worth."""
    s = cell[0]
    for row in range(len(first)):
        for column in range(len(second)):
            meet(s, first[row], second[column])
            fight(s)
            payoffs[row, column] = int(s.victor == 0) - int(s.victor == 1)


def deal_armies(armies: Array, cells: Array, seed: int) -> None:
    """Deal a hand by each of these seeds, and deploy it in any way."""
    s = cells[0]
    for number in range(len(armies)):
        cells[0] = cells[1]
        s.rng = seed + number
        deal(s)
        deploy_at_random(s, 0)
        station(s, 0)
        leave(s, 0, armies[number])


@cache
def _compiled(loop: Callable[..., None]) -> Any:
    return loop if INTERPRETED else entry(loop, "frontline")


def battles(first: Array, second: Array, threads: int | None = None) -> Array:
    """The winner of each battle between an army and the one beside it: 0, 1, or 2 for a tie."""
    first, second = _checked(first), _checked(second)
    if len(first) != len(second):
        raise DuelhallError(f"{len(first)} armies cannot be paired with {len(second)}")
    winners, threads = np.zeros(len(first), np.int8), checked_threads(threads)
    loop = _compiled(fight_pairs)

    def work(rows: slice) -> None:
        loop(first[rows], second[rows], winners[rows], np.zeros(1, BATTLE))

    in_pieces(len(first), threads, threads, work)
    return winners


def payoff_matrix(
    first: Array,
    second: Array,
    threads: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Array:
    """What every army of the first list gets against every one of the second: 1, 0 or -1.

    `progress` is called with the number of battles fought and the total, by one thread at a time.
    """
    first, second = _checked(first), _checked(second)
    if len(first) * len(second) > MOST_BATTLES:
        raise DuelhallError(
            f"{len(first):,} by {len(second):,} armies make more than {MOST_BATTLES:,} battles: "
            "try smaller hands, or fewer of the armies"
        )
    payoffs = np.zeros((len(first), len(second)), np.int8)
    threads, done = checked_threads(threads), 0
    loop = _compiled(fight_all)

    lock = Lock()

    def work(rows: slice) -> None:
        nonlocal done
        loop(first[rows], second, payoffs[rows], np.zeros(1, BATTLE))
        with lock:
            done += payoffs[rows].size
            if progress:
                progress(done, payoffs.size)

    in_pieces(len(first), max(threads, min(PIECES, len(first))), threads, work)
    return payoffs


def _checked(armies: Array) -> Array:
    """Armies in the layout that machine code requires."""
    if not isinstance(armies, np.ndarray) or armies.dtype != ARMY or armies.ndim != 1:
        raise BadArgument("a list of armies", "one made by `deployments` or `armies_of`", armies)
    return np.ascontiguousarray(armies)


def armies_of(battle: Battle) -> Array:
    """The lower and the upper army of a drawing."""
    if not isinstance(battle, Battle):
        raise BadArgument("a battle", "one read from a drawing by `read_battle`", battle)
    armies = np.zeros(2, ARMY)
    for seat in range(2):
        for field in ("symbols", "front", "back", "left", "right", "units"):
            armies[seat][field] = battle.state[field][seat]
    return armies


def random_armies(game: Game, count: int, seed: int = 0) -> Array:
    """Armies dealt from a game's cards and deployed at random, every way equally likely.

    The first one has the hand that player 0 is dealt with the seed, the next one with the seed
    after it, and so on.
    """
    if checked_game(game).name != "frontline" or game.options["mode"] == "draft":
        raise DuelhallError("armies can only be dealt in a game of Frontline that is not a draft")
    armies, cells = np.zeros(checked_number("the number of armies", count, 0), ARMY), game.blank(2)
    _compiled(deal_armies)(armies, cells, np.uint64(checked_seeds(count, seed)))
    return armies


# --- a battle from a drawing ---

Read = TypeVar("Read")


def print_battle(
    file: Path | None,
    enemy: Path | None,
    *,
    regroup: bool,
    speeds: SpeedsShown,
    step: bool,
    as_json: bool,
) -> None:
    """Fight the battle that files or standard input draw, and print it; stop after each step."""
    if step and file is None:
        raise BadUsage("--step reads key presses: give the drawing as a file")
    if enemy is None:
        battle, steps, end = _with_place(file, lambda text: _begun(text, regroup=regroup))
    else:
        read = partial(read_army, inside_a_round=regroup)
        own, other = _with_place(file, read), _with_place(enemy, read)
        battle, steps, end = _begun_by(own.against(other), regroup=regroup)
    end, more = fought(end)
    pictures = scenes([*steps, *more], battle.faces, speeds=battle.speeds, shown=speeds)
    if as_json:
        print_json(_document(end, pictures))
    else:
        with suppress(Leave):
            texts = list(scene_texts(SKETCHER, pictures))
            stops = Stops(after_each=step, after_parts=None if file else False)
            for number in stops.through(pictures):
                print("\n".join(texts[number] if number == 0 else ("", *texts[number])))


Begun = tuple[Battle, list[Step], Battlefield]
"""A battle, what happens in it before its next whole round, and how it stands then."""


def _begun(text: str, *, regroup: bool) -> Begun:
    """The battle that a text draws; an army that is drawn by itself meets another such army."""
    if is_one_army(text):
        army = read_army(text, inside_a_round=regroup)
        return _begun_by(army.against(army), regroup=regroup)
    if has_speeds_left(text) if regroup else is_inside_a_round(text):
        battle = read_round(text)
        s, steps = round_finished(battle.state)
        return battle, steps, s
    return _begun_by(read_battle(text, inside_a_round=regroup), regroup=regroup)


def _begun_by(battle: Battle, *, regroup: bool) -> Begun:
    s, steps = regrouped(battle.state) if regroup else (battle.state, [])
    return battle, steps, s


def _with_place(file: Path | None, read: Callable[[str], Read]) -> Read:
    """What is read from a file or standard input; errors name it."""
    place = file or "standard input"
    try:
        return read(_typed() if file is None else read_text(file, "utf-8-sig"))
    except UnicodeDecodeError:
        raise DuelhallError(f"{place}, line 1, column 1: this is not a text file") from None
    except BadDrawing as error:
        raise DuelhallError(f"{place}, {error}") from None


def _typed() -> str:
    if sys.stdin is None:
        raise BadUsage("there is no standard input: give the drawing as a file")
    if sys.stdin.isatty():
        print("Draw two armies, then press Ctrl-D (--help shows how):", file=sys.stderr)
    return read_all(sys.stdin, "standard input")


def _document(end: Battlefield, pictures: list[Scene]) -> dict[str, Any]:
    return {
        "winner": None if end.victor == DRAWN else ARMIES[end.victor],
        "rounds": int(end.rounds),
        "units_left": {name: int(end.units[seat]) for seat, name in enumerate(ARMIES)},
        "scenes": [
            {**asdict(picture), "lines": lines[1:]}
            for picture, lines in zip(pictures, scene_texts(SKETCHER, pictures), strict=True)
        ],
    }


# --- how fast they are ---

GAME = "frontline"
RANDOM_ARMIES = 100_000
TIMES = 10
"""The factor between two battle counts, which shows that time grows linearly with their number."""

HANDS = ("|", "|@", "!", "&", "-"), ("!!", "!@", "|&", "@", "+")


def works() -> list[tuple[str, Work]]:
    """Battles of six against six; armies are dealt from the standard set, deployed at random."""
    game = load(GAME)
    first, second = (random_armies(game, RANDOM_ARMIES, seed) for seed in (0, RANDOM_ARMIES))

    def fought(threads: int, most: int) -> Work:
        def work(games: int) -> int:
            for done in range(0, games, most):
                some = min(games - done, most)
                battles(first[:some], second[:some], threads=threads)
            return games

        return work

    return [
        ("frontline, battles of 6 against 6, one thread", fought(1, RANDOM_ARMIES)),
        ("frontline, battles of 6 against 6, two threads", fought(2, RANDOM_ARMIES)),
        (
            f"frontline, battles of 6 against 6, one thread, {RANDOM_ARMIES // TIMES} at a time",
            fought(1, RANDOM_ARMIES // TIMES),
        ),
    ]


def facts(progress: Progress) -> dict[str, float]:
    """How long the whole matrix of two hands of five takes."""
    progress("frontline: every deployment against every deployment")
    first, second = (deployments(hand) for hand in HANDS)
    payoff_matrix(first[:1], second[:1], threads=2)
    started = time.perf_counter()
    payoff_matrix(first, second, threads=2)
    seconds, size = round(time.perf_counter() - started, 2), f"{len(first)} by {len(second)}"
    return {f"frontline, seconds for a payoff matrix of {size}, two threads": seconds}


ROWS = BenchRows(works, facts)

# --- payoffs ---

OWNERS = ("first", "second")


def print_payoffs(first: str, second: str, out: Path | None, *, as_json: bool) -> None:
    """Fight all battles of two hands, and print who does well."""
    hands = [first.replace(" ", "").split(","), second.replace(" ", "").split(",")]
    armies = [_deployed(owner, hand) for owner, hand in zip(OWNERS, hands, strict=True)]
    one, other = armies
    with compilation_shown():
        payoff_matrix(one[:1], other[:1])
    with progress_shown("battles", len(one) * len(other)) as show:
        payoffs = payoff_matrix(one, other, progress=lambda done, _all: show(completed=done))
    if out:
        with out.open("wb") as file:  # NumPy itself would give the file another name
            np.save(file, payoffs)
    report = _report(hands, armies, payoffs)
    if as_json:
        print_json(report)
    else:
        _print_report(report)


def _deployed(owner: str, hand: list[str]) -> Array:
    """All armies of a hand; errors say whose hand it is."""
    try:
        return deployments(hand)
    except BadUnits as error:
        raise BadUnits(f"the {owner} hand", error.faults) from None
    except DuelhallError as error:
        raise DuelhallError(f"the {owner} hand: {error}") from None


def _report(hands: list[list[str]], armies: list[Array], payoffs: Array) -> dict[str, Any]:
    best = [int(payoffs.mean(axis=1).argmax()), int(payoffs.mean(axis=0).argmin())]
    rows = {"first": payoffs[best[0]], "second": -payoffs[:, best[1]]}
    field = np.zeros(1, BATTLE)
    meet(field[0], armies[0][best[0]], armies[1][best[1]])
    board = battle_board(field[0], [["", *hand] for hand in hands])
    return {
        "hands": dict(zip(OWNERS, hands, strict=True)),
        "deployments": {owner: len(armies[n]) for n, owner in enumerate(OWNERS)},
        "battles": payoffs.size,
        "all": _shares(payoffs),
        "best": {
            owner: {"number": best[n], **_shares(rows[owner])} for n, owner in enumerate(OWNERS)
        },
        "drawing": list(Frame.around([board]).armies(board)),
    }


def _shares(payoffs: Array) -> dict[str, float]:
    names = {"wins": 1, "ties": 0, "loses": -1}
    return {name: round(100 * float((payoffs == value).mean()), 2) for name, value in names.items()}


def _print_report(report: dict[str, Any]) -> None:
    for owner in OWNERS:
        cards = " ".join(f"[{card}]" for card in report["hands"][owner])
        count = counted(report["deployments"][owner], "deployment")
        print_fitted(f"{owner.capitalize()} hand: {cards}, {count}")
    battles = counted(report["battles"], "battle")
    print_fitted(f"{battles}: the first hand {_said(report['all'])}.")
    for owner in OWNERS:
        print_fitted(f"The best deployment of the {owner} hand {_said(report['best'][owner])}.")
    print("These two against each other, the first hand below:\n")
    print("\n".join(report["drawing"]))


def _said(shares: dict[str, float]) -> str:
    return ", ".join(f"{name} {shares[name]}%" for name in ("wins", "ties", "loses"))
