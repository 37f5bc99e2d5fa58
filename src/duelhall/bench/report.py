"""Everything that `duelhall bench` measures, as data."""

import platform
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from duelhall.bench import game_speed, openspiel, search_speed
from duelhall.bench.measuring import Row, best_of_rounds
from duelhall.engine.features import BenchRows
from duelhall.match.game import Game, load
from duelhall.players.builtin import policy_names


def measured(games: list[str], progress: Callable[[str], None]) -> dict[str, Any]:
    """Everything that the command reports, as data."""
    loaded = [load(name) for name in games]
    facts: dict[str, Any] = {}
    compiling: dict[str, float] = {}
    for game in loaded:
        progress(f"compiling {game.name} from nothing")
        facts[f"{game.name}, bytes a state"] = game.definition.rules.STATE.itemsize
        compiling[game.name] = game_speed.cold_compile_seconds(game.name).cpu
        facts[f"{game.name}, CPU seconds to compile everything from nothing"] = round(
            compiling[game.name], 1
        )
        facts[f"{game.name}, seconds to start with everything kept"] = round(
            game_speed.warm_start_seconds(game.name).clock, 2
        )
        game_speed.warm_up(game.name)
        best = policy_names(game.definition)[-1]
        if not game.definition.policies:
            continue
        for each in _variants(game):
            progress(f"{game.name}: {best} against random, rules {each.rule_set}")
            percent, played = game_speed.percent_won(each)
            name = f"{game.name}, percent won by {best} against random, rules {each.rule_set}"
            facts[f"{name}, {played} games"] = round(percent, 1)
    if len(games) > 1:
        total = round(sum(compiling.values()), 1)
        facts["all games, CPU seconds to compile everything from nothing"] = total
    works = [
        work for game in loaded for work in (*game_speed.works(game), *search_speed.works(game))
    ]
    for rows_of_its_own in (game.definition.feature(BenchRows) for game in loaded):
        if rows_of_its_own:
            works += rows_of_its_own.works()
            facts.update(rows_of_its_own.facts(progress))
    if openspiel.is_installed():
        works += openspiel.works()
    rows = best_of_rounds(works, progress)
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


def as_entry(row: Row) -> dict[str, Any]:
    """A row as data."""
    return {
        "name": row.name,
        "games": row.games,
        "moves": row.moves,
        "seconds": round(row.seconds, 4),
        "moves_per_second": round(row.moves_per_second),
        "games_per_second": round(row.games_per_second),
    }


def ratios(games: list[Game], rows: dict[str, Row]) -> dict[str, float]:
    """What the claims say, each from rows of this run."""
    found: dict[str, float] = {}
    for game in games:
        one = rows[game_speed.one_thread_name(game)]
        two = rows[game_speed.two_threads_name(game)]
        found[f"{game.name}: two threads to one"] = two.moves_per_second / one.moves_per_second
        found |= _search_ratios(game, rows)
        for name in (openspiel.WHOLE_GAMES, openspiel.FROM_THE_DEAL):
            if name in rows:
                other = rows[name]
                found[f"{game.name} to {name}, moves per second"] = (
                    one.moves_per_second / other.moves_per_second
                )
                found[f"{game.name} to {name}, games per second"] = (
                    one.games_per_second / other.games_per_second
                )
    return {name: round(value, 2) for name, value in found.items()}


def _search_ratios(game: Game, rows: dict[str, Row]) -> dict[str, float]:
    """What the claims about searches say."""
    one, two = rows[search_speed.one_thread_name(game)], rows[search_speed.two_threads_name(game)]
    others = {
        f"to {name}": rows[name]
        for name in map(openspiel.search_name, openspiel.SEARCHES)
        if name in rows
    }
    return {
        f"{game.name}: search, two threads to one": two.moves_per_second / one.moves_per_second,
        **{
            f"{game.name}: search, {name}": one.moves_per_second / row.moves_per_second
            for name, row in others.items()
        },
    }
