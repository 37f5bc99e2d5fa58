"""Frontline battles by the million.

>>> from duelhall.kits.frontline.battles import deployments, payoff_matrix
>>> spears, swords = deployments(["|", "|@", "+"]), deployments(["!", "!@", "-"])
>>> payoff_matrix(spears, swords).shape
(48, 48)
"""

from collections.abc import Callable
from functools import cache
from threading import Lock
from typing import Any

import numpy as np

from duelhall.backend import INTERPRETED
from duelhall.backend.cpu import entry
from duelhall.batch.launch import in_pieces
from duelhall.engine.arguments import checked_number, checked_seeds, checked_threads
from duelhall.engine.errors import BadArgument, DuelhallError
from duelhall.engine.record import Array
from duelhall.games.frontline.armies import ARMY, deployments, leave, meet
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.deployment import deal, deploy_at_random
from duelhall.games.frontline.drawing import Battle
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import BATTLE
from duelhall.match.game import Game, checked_game

__all__ = ["ARMY", "armies_of", "battles", "deployments", "payoff_matrix", "random_armies"]

WIN, TIE, LOSS = 1, 0, -1
"""What a battle is worth to the first army."""

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
