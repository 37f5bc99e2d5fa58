"""Games on a GPU: whether they are the same as on the CPU, and how fast they are played."""

import sys
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from operator import attrgetter
from typing import Any

import numpy as np

from duelhall.backend import CPU
from duelhall.batch import Batch
from duelhall.batch.simulate import OUTCOME, one_game_of, simulate, state_fields
from duelhall.bench import Speed, as_entry, machine
from duelhall.cli.bench import speeds, watched
from duelhall.engine.record import Array
from duelhall.match.game import Game, load
from duelhall.play.builtin import RANDOM, policy_names
from duelhall.terminal.output import make_console, print_json
from duelhall_gpu import CUDA
from duelhall_gpu.batch import gpu, played_on_gpu

CHECKED_GAMES, FEWEST_GAMES = 20_000, 32
CHECKING_SECONDS = 1.0
"""About how long the CPU may take for the games that are compared, where they are long ones."""
CHECKED_ROWS = 2_048
CHECKED_STEPS = 100
SECONDS = 1.0
"""About how long a timed run takes; the best of ROUNDS counts."""
ROUNDS = 3
FIRST_GAMES, MOST_GAMES = 2**14, 2**26

Progress = Callable[[str], None]


def run_bench(name: str | None, *, as_json: bool) -> None:
    """Measure games on a GPU, and print the table; fail if one is not the same as on the CPU."""
    gpu()  # before anything is prepared for it
    report = watched(measured, name)
    if as_json:
        print_json(report)
    else:
        print_report(report)
    if not all(check["same"] for check in report["checks"]):
        sys.exit(1)


def print_report(report: dict[str, Any]) -> None:
    """Print the report for a person."""
    console = make_console()
    best = f"the best of {report['rounds']} rounds"
    line = f"{report['gpu']}; {report['machine']}, {report['date']}; {best}"
    console.print(line, markup=False)
    console.print(speeds(report["rows"]))
    for check in report["checks"]:
        found = "the same as on the CPU" if check["same"] else "NOT the same as on the CPU"
        console.print(f"{check['name']}: {found}", markup=False)


def measured(names: list[str], progress: Progress) -> dict[str, Any]:
    """What `duelhall bench --gpu` reports, as data."""
    found = gpu()
    checks, rows = [], []
    for name in names:
        game = load(name)
        for what, is_same in compared(game, progress):
            checks.append({"name": f"{name}, {what}", "same": is_same})
        progress(f"{name}: random games on the GPU")
        rows.append(as_entry(timed_games(game)))
    return {
        "gpu": found.name,
        "machine": machine(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "rounds": ROUNDS,
        "checks": checks,
        "rows": rows,
    }


def compared(game: Game, progress: Progress) -> Iterator[tuple[str, bool]]:
    """What was compared with the CPU, and whether it was the same, byte for byte."""
    what = f"outcomes of {CHECKED_GAMES:,} random games"  # which are played as those that are timed
    progress(f"{game.name}: {what}, on the CPU and on the GPU")
    players = (RANDOM, RANDOM)
    runs = [simulate(game, players, CHECKED_GAMES, backend=backend) for backend in (CPU, CUDA)]
    yield what, runs[0].tobytes() == runs[1].tobytes()
    for player in dict.fromkeys((RANDOM, policy_names(game.definition)[-1])):
        progress(f"{game.name}: games of {player} against {RANDOM}, on the CPU")
        games = _games_to_compare(game, player)
        what = f"{games:,} games of {player} against {RANDOM}"
        progress(f"{game.name}: {what}, on the CPU and on the GPU")
        here, there = (_outcomes(game, player, games, backend) for backend in (CPU, CUDA))
        yield what, here == there
    what = f"{CHECKED_STEPS} steps of a batch of {CHECKED_ROWS:,}"
    progress(f"{game.name}: {what}, on the CPU and on the GPU")
    yield what, all(here == there for here, there in _steps(game))


def _games_to_compare(game: Game, player: str) -> int:
    """As many games as the CPU plays in a short time: some rules of thumb think for long."""
    _outcomes(game, player, 1, CPU)  # which compiles
    started = time.perf_counter()
    _outcomes(game, player, FEWEST_GAMES, CPU)
    rate = FEWEST_GAMES / (time.perf_counter() - started)
    return min(CHECKED_GAMES, max(FEWEST_GAMES, int(CHECKING_SECONDS * rate)))


def _outcomes(game: Game, player: str, games: int, backend: str) -> bytes:
    """How games end, with all that is in their last states."""
    columns = list(state_fields(game))
    outcomes = simulate(game, (player, RANDOM), games, backend=backend, columns=columns)
    return outcomes.tobytes()


def _steps(game: Game) -> Iterator[tuple[bytes, bytes]]:
    """What two batches show after the same moves, side by side."""
    here, there = (Batch(game, CHECKED_ROWS, backend=backend) for backend in (CPU, CUDA))
    chance = np.random.default_rng(0)
    for _ in range(CHECKED_STEPS):
        mask = here.legal_mask()
        moves = (chance.random(mask.shape) * mask).argmax(axis=1)
        yield _shown(here, lambda array: array), _shown(there, gpu().on_host)
        here.step(moves)
        there.step(moves)


def _shown(batch: Batch, on_host: Callable[[Any], Array]) -> bytes:
    arrays = (batch.states, batch.to_move, batch.rewards, batch.ended, batch.legal_mask())
    return b"".join(on_host(array).tobytes() for array in (*arrays, batch.observations()))


def timed_games(game: Game) -> Speed:
    """Whole random games with their deals, timed until the last one has ended; their outcomes stay
    on the GPU.
    """
    count = FIRST_GAMES
    _timed(game, count)  # which compiles
    while (row := _timed(game, count)).seconds < SECONDS and count < MOST_GAMES:
        count *= 2
    again = (_timed(game, count) for _ in range(ROUNDS - 1))
    return max(row, *again, key=attrgetter("moves_per_second"))


def _timed(game: Game, count: int) -> Speed:
    play = one_game_of(game, RANDOM, RANDOM, keeps_ends=False)
    gpu().wait()
    started = time.perf_counter()
    rows, _ = played_on_gpu(game, play, count, seed=0)
    gpu().wait()
    seconds = time.perf_counter() - started
    outcomes = gpu().on_host(rows).view(OUTCOME)
    name = f"{game.name}, random games on a GPU"
    return Speed(name, count, int(outcomes["moves"].sum()), seconds)
