"""Whole games by the million: dealt, played and ended in machine code, on every core."""

from typing import Any

import numpy as np

from duelhall.batch.launching import OneGame, launch, one_game
from duelhall.batch.one_game import play_at_random, play_by_policies
from duelhall.batch.outcomes import OUTCOME, Outcomes
from duelhall.engine.arguments import checked_number, checked_seeds
from duelhall.engine.errors import BadArgument
from duelhall.engine.record import SEATS
from duelhall.match.game import Game, checked_game


def random_games(game: Game, count: int, seed: int = 0, threads: int = 1) -> Outcomes:
    """Whole random games, dealt from seeds from `seed` on; the same for any number of threads.

    Nobody looks at them before they end, so nothing is kept of what seats remember.
    """
    functions = checked_game(game).definition.functions_without_memory
    return _games(game, one_game(game, play_at_random, **functions), count, seed, threads)


def policy_games(
    game: Game, policies: tuple[Any, Any], count: int, seed: int = 0, threads: int = 1
) -> Outcomes:
    """Whole games between two policies, one for each seat."""
    if not isinstance(policies, tuple) or [callable(one) for one in policies] != [True] * SEATS:
        raise BadArgument("policies", "a pair of functions", policies)
    first, second = policies
    play = one_game(checked_game(game), play_by_policies, policy_0=first, policy_1=second)
    return _games(game, play, count, seed, threads)


def _games(game: Game, play: OneGame, count: int, seed: int, threads: int) -> Outcomes:
    count = checked_number("the number of games", count, 0)
    threads = checked_number("the number of threads", threads, 1)
    table = np.zeros(count, OUTCOME)
    launch(game, play, table, checked_seeds(count, seed), threads)
    return Outcomes(table)
