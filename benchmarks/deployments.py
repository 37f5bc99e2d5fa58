"""How well Frontline's players deploy, with far less noise than games have.

    .venv/bin/python benchmarks/deployments.py
    .venv/bin/python benchmarks/deployments.py --hands 40 "search(1000)" adept

Cards decide most games of a skirmish, so it takes thousands of them to tell two players apart. Here
every player deploys each of many hands once, and every deployment of one player fights every
deployment of the other, but for those of the same hand. Each hand is held by both sides as often as
by the other, so what is left are the deployments. Intervals are 95% intervals by the jackknife, one
hand left out at a time.
"""

from argparse import ArgumentParser
from collections.abc import Callable
from itertools import pairwise
from math import sqrt

import numpy as np

from duelhall.engine.chance import dice_of, dice_root
from duelhall.engine.record import Array, GameState
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.builtin import Player
from duelhall.search.search import is_thinker, thinker
from duelhall.stats.score import NORMAL_95, Estimate
from duelhall_kits.frontline.battles import battles
from duelhall_kits.frontline.thinker import armies_of

BASE = "greedy"
PLAYERS = ("search(1000)", "search(10000)", "adept", "search(100000)", "master")
WORTH = np.array([1.0, 0.0, 0.5])
"""What the first side gets if it wins, if the other side does, and in a tie."""


def chooser(game: Game, name: str) -> Callable[[GameState, int], int]:
    """What decides for a player, by a view and dice."""
    if not is_thinker(name):
        return Player(game, name).choose
    search = thinker(name, game)
    return lambda view, dice: search.think(view, dice).best.move


def deployments(game: Game, name: str, hands: int) -> Array:
    """What a player deploys, each time with the hand that the first seat has in another deal."""
    choose = chooser(game, name)
    return np.concatenate([deployed(game.match(seed), choose, seed) for seed in range(hands)])


def deployed(match: Match, choose: Callable[[GameState, int], int], seed: int) -> Array:
    """The deployment of the seat that comes first."""
    seat, root = match.to_move, dice_root(seed)
    while match.to_move == seat:
        dice = int(dice_of(root, seat, len(match.moves)))
        match.play(choose(match.view(seat), dice))
    return armies_of([match.state], seat)


def table(own: Array, other: Array) -> Array:
    """What each of a player's deployments gets against each of another's, on average over both
    sides of the field; nothing where both have the same hand.
    """
    count = len(own)
    first, second = np.repeat(own, count), np.tile(other, count)
    here, there = battles(first, second, threads=1), battles(second, first, threads=1)
    gains: Array = ((WORTH[here] + 1 - WORTH[there]) / 2).reshape(count, count)
    np.fill_diagonal(gains, np.nan)
    return gains


def score(gains: Array) -> Estimate:
    """The share of the points, with its interval."""
    count = len(gains)
    value = float(np.nanmean(gains))
    without = [
        np.nanmean(np.delete(np.delete(gains, hand, axis=0), hand, axis=1)) for hand in range(count)
    ]
    reach = NORMAL_95 * sqrt((count - 1) * float(np.var(without)))
    return Estimate(value, value - reach, value + reach)


def main() -> None:
    """Measure and print: each player against the rule of thumb, and against the one before it."""
    parser = ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("players", nargs="*", default=PLAYERS, metavar="PLAYER")
    parser.add_argument("--hands", type=int, default=80, metavar="N")
    wishes = parser.parse_args()
    game = load("frontline")
    found = {name: deployments(game, name, wishes.hands) for name in (BASE, *wishes.players)}
    ladder = [(better, worse) for worse, better in pairwise(wishes.players)]
    for one, other in [*((name, BASE) for name in wishes.players), *ladder]:
        result = score(table(found[one], found[other]))
        print(f"{one} : {other}  {100 * result.value:.1f} ± {100 * result.margin:.1f}%", flush=True)


if __name__ == "__main__":
    main()
