"""How fast games are, as data: what `duelhall bench` measures.

Machines are noisy: there are several rounds of everything in turn, and the best of each counts.

A search is measured by its simulations with random playouts. What counts as a move in its rows is a
simulation, and what counts as a game is a decision.
"""

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from duelhall.batch.simulate import policy_games, random_games
from duelhall.engine.definition import BenchRows, SearchSettings, Work
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.builtin import RANDOM, policy_names, policy_of
from duelhall.search.search import Search

ROUNDS = 5

SECONDS = 0.5
"""About how long each work runs in a round."""
MOST_GAMES = 2**20
"""More games at a time take memory, and say no more of a game that is this fast."""


@dataclass(frozen=True)
class Speed:
    """One line of the table."""

    name: str
    games: int
    moves: int
    seconds: float

    @property
    def moves_per_second(self) -> float:
        """Moves per second."""
        return self.moves / self.seconds

    @property
    def games_per_second(self) -> float:
        """Whole games per second."""
        return self.games / self.seconds


def best_of_rounds(
    works: Sequence[tuple[str, Work]], progress: Callable[[str], None], rounds: int = ROUNDS
) -> list[Speed]:
    """Time each work in each round, since only what is close in time compares; keep its best."""
    best: dict[str, Speed] = {}
    games = {name: fitting_games(work) for name, work in works}
    for number in range(rounds):
        for name, work in works:
            progress(f"round {number + 1} of {rounds}: {name}")
            row = timed(name, work, games[name])
            if name not in best or row.moves_per_second > best[name].moves_per_second:
                best[name] = row
    return list(best.values())


def timed(name: str, work: Work, games: int) -> Speed:
    """The row of a work that is run once."""
    started = time.perf_counter()
    moves = work(games)
    return Speed(name, games, moves, time.perf_counter() - started)


def fitting_games(work: Work, seconds: float | None = None) -> int:
    """How many games a benchmark plays in about this many seconds, once it is compiled; no more
    than MOST_GAMES.
    """
    wanted = SECONDS if seconds is None else seconds
    work(1)
    games = 1
    while (taken := timed("", work, games).seconds) < wanted / 8 and games < MOST_GAMES:
        games *= 4
    return min(MOST_GAMES, max(1, round(games * wanted / taken)))


CONTEST_SECONDS = 20.0
"""How long the best player of a game plays against random, with each rule set."""


GAMES, SIMULATIONS = "random games", "simulations of a search with random playouts"
"""What rows count: on one thread, which the claims are about, and on two, which show what threads
add.
"""


def row_name(game: Game, what: str, threads: str = "one thread") -> str:
    """What such a row is called."""
    return f"{game.name}, {what}, {threads}"


def game_works(game: Game) -> list[tuple[str, Work]]:
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
        (row_name(game, GAMES), batch(1)),
        (row_name(game, GAMES, "two threads"), batch(2)),
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


def process_seconds(name: str, *, fresh: bool) -> Seconds:
    """How long a process needs for everything: with nothing cached by earlier ones, or with what
    they have compiled.
    """
    code = f"from duelhall.bench import warm_up; warm_up({name!r})"
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "NUMBA_CACHE_DIR": folder} if fresh else dict(os.environ)
        started, used = time.perf_counter(), _cpu_seconds_of_children()
        subprocess.run([sys.executable, "-c", code], env=environment, check=True)
        return Seconds(time.perf_counter() - started, _cpu_seconds_of_children() - used)


def _cpu_seconds_of_children() -> float:
    times = os.times()
    return times.children_user + times.children_system


BUDGET = 10_000
"""Simulations for each decision; a search for more has a larger tree, which takes longer to go
down.
"""


def search_works(game: Game) -> list[tuple[str, Work]]:
    """Searches from the first decision of a game, each from the beginning."""
    match = _at_its_first_decision(game)
    view = match.view(match.to_move)

    def deciding(threads: int) -> Work:
        search = Search(
            game, simulations=BUDGET, threads=threads, settings=SearchSettings(playouts=RANDOM)
        )
        return lambda decisions: sum(
            search.think(view, number).simulations for number in range(decisions)
        )

    return [
        (row_name(game, SIMULATIONS), deciding(1)),
        (row_name(game, SIMULATIONS, "two threads"), deciding(2)),
    ]


def _at_its_first_decision(game: Game) -> Match:
    match = game.match(1)
    while len(match.legal_moves()) == 1:
        match.play(match.legal_moves()[0])
    return match


def measured(
    games: list[str], progress: Callable[[str], None], more: Sequence[tuple[str, Work]] = ()
) -> dict[str, Any]:
    """Everything that the command reports, and more works in the same rounds, as data."""
    loaded = [load(name) for name in games]
    facts: dict[str, Any] = {}
    compiling: dict[str, float] = {}
    for game in loaded:
        progress(f"compiling {game.name} from nothing")
        facts[f"{game.name}, bytes a state"] = game.definition.rules.STATE.itemsize
        compiling[game.name] = process_seconds(game.name, fresh=True).cpu
        facts[f"{game.name}, CPU seconds to compile everything from nothing"] = round(
            compiling[game.name], 1
        )
        process_seconds(game.name, fresh=False)  # so that everything is kept
        started = process_seconds(game.name, fresh=False).clock
        facts[f"{game.name}, seconds to start with everything kept"] = round(started, 2)
        warm_up(game.name)
        best = policy_names(game.definition)[-1]
        if not game.definition.thinking.policies:
            continue
        for each in _variants(game):
            progress(f"{game.name}: {best} against random, rules {each.rule_set}")
            percent, played = percent_won(each)
            name = f"{game.name}, percent won by {best} against random, rules {each.rule_set}"
            facts[f"{name}, {played} games"] = round(percent, 1)
    if len(games) > 1:
        total = round(sum(compiling.values()), 1)
        facts["all games, CPU seconds to compile everything from nothing"] = total
    works = [work for game in loaded for work in (*game_works(game), *search_works(game))]
    for rows_of_its_own in (game.definition.feature(BenchRows) for game in loaded):
        if rows_of_its_own:
            works += rows_of_its_own.works()
            facts.update(rows_of_its_own.facts(progress))
    rows = best_of_rounds([*works, *more], progress)
    return {
        "machine": machine(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "rows": [as_entry(row) for row in rows],
        "ratios": ratios(loaded, {row.name: row for row in rows}),
        "facts": facts,
    }


def _variants(game: Game) -> list[Game]:
    """A game with each of its rule sets, or just as it was chosen."""
    if game.full_name != game.name:
        return [game]
    return [load(game.name, rule_set) for rule_set in game.definition.rules.OPTIONS.rule_sets]


def machine() -> str:
    """What the machine is, in one line."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        model = f"{len(models)} x {models[0]}" if models else model
    return f"{model}, {platform.system()}, Python {platform.python_version()}"


def as_entry(row: Speed) -> dict[str, Any]:
    """A row as data."""
    return {
        "name": row.name,
        "games": row.games,
        "moves": row.moves,
        "seconds": round(row.seconds, 4),
        "moves_per_second": round(row.moves_per_second),
        "games_per_second": round(row.games_per_second),
    }


def ratios(games: list[Game], rows: dict[str, Speed]) -> dict[str, float]:
    """What two threads do to one, from rows of this run."""
    found: dict[str, float] = {}
    for game in games:
        for name, what in (("", GAMES), (" search,", SIMULATIONS)):
            one, two = rows[row_name(game, what)], rows[row_name(game, what, "two threads")]
            ratio = two.moves_per_second / one.moves_per_second
            found[f"{game.name}:{name} two threads to one"] = round(ratio, 2)
    return found
