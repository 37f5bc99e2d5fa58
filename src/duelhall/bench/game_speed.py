"""What is measured for each game."""

import os
import subprocess
import sys
import tempfile
import time
from typing import NamedTuple

from duelhall.batch.games import policy_games, random_games
from duelhall.bench.measuring import fitting_games
from duelhall.engine.features import Work
from duelhall.match.game import Game, load
from duelhall.players.builtin import RANDOM, policy_names, policy_of

CONTEST_SECONDS = 20.0
"""How long the best player of a game plays against random, with each rule set."""


def one_thread_name(game: Game) -> str:
    """The row that the claims are about."""
    return f"{game.name}, random games, one thread"


def two_threads_name(game: Game) -> str:
    """The row that shows how threads add up."""
    return f"{game.name}, random games, two threads"


def works(game: Game) -> list[tuple[str, Work]]:
    """Whole games, including their deals, in every way of playing them."""
    interpreted = load(game.full_name, backend="python")
    best = policy_of(game, policy_names(game.definition)[-1])
    policies = (best, policy_of(game, RANDOM))

    def batch(threads: int) -> Work:
        return lambda games: random_games(game, games, threads=threads).moves

    def contest(games: int) -> int:
        return policy_games(game, policies, games).moves

    def front_door(games: int) -> int:
        return sum(_checked_game(game, seed) for seed in range(games))

    def slow(games: int) -> int:
        return random_games(interpreted, games).moves

    return [
        (one_thread_name(game), batch(1)),
        (two_threads_name(game), batch(2)),
        (f"{game.name}, {policy_names(game.definition)[-1]} against random, one thread", contest),
        (f"{game.name}, through the checking front door", front_door),
        (f"{game.name}, interpreted", slow),
    ]


def percent_won(game: Game) -> tuple[float, int]:
    """The percentage of games that the best player wins against random, and how many were played.

    It takes each seat in half of them.
    """
    best, chance = policy_of(game, policy_names(game.definition)[-1]), policy_of(game, RANDOM)

    def contest(games: int) -> int:
        return policy_games(game, (best, chance), games).won(0)

    games = fitting_games(contest, CONTEST_SECONDS / 2)
    won = contest(games) + policy_games(game, (chance, best), games, seed=games).won(1)
    return 100 * won / (2 * games), 2 * games


def _checked_game(game: Game, seed: int) -> int:
    """Play the first legal move over and over, each one checked."""
    match = game.match(seed)
    while not match.over:
        match.play(match.legal_moves()[0])
    return len(match.moves)


def warm_up(name: str) -> None:
    """Use everything that a game runs in machine code, so that all of it is compiled."""
    game = load(name)
    match = game.match(1)
    for seat in range(len(match.players)):
        game.guess(match.view(seat), seat, 1)
    if match.legal_moves():
        match.copy().play(match.legal_moves()[0])
    match.forfeit(0)
    match.points(0)
    random_games(game, 1)
    for policy in policy_names(game.definition):
        pair = (policy_of(game, policy), policy_of(game, RANDOM))
        policy_games(game, pair, 1)


class Seconds(NamedTuple):
    """How long a process took: by the clock, and in CPU time over all processors."""

    clock: float
    cpu: float


def cold_compile_seconds(name: str) -> Seconds:
    """How long a process needs for everything, with nothing cached by earlier ones."""
    return _process_seconds(name, fresh=True)


def warm_start_seconds(name: str) -> Seconds:
    """How long a process needs for everything, if earlier ones have compiled it."""
    _process_seconds(name, fresh=False)
    return _process_seconds(name, fresh=False)


def _process_seconds(name: str, *, fresh: bool) -> Seconds:
    code = f"from duelhall.bench.game_speed import warm_up; warm_up({name!r})"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if fresh else dict(os.environ)
        started, used = time.perf_counter(), _cpu_seconds_of_children()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        return Seconds(time.perf_counter() - started, _cpu_seconds_of_children() - used)


def _cpu_seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system
