"""Our games beside OpenSpiel's random games and searches, in C++, all in one run.

python benchmarks/openspiel.py [--json]
"""

import importlib.util
import random
import sys
from functools import partial
from typing import Any

from duelhall.bench import GAMES, SIMULATIONS, measured, row_name
from duelhall.cli.bench import print_report, watched
from duelhall.engine import registry
from duelhall.engine.definition import Work
from duelhall.match.game import load
from duelhall.terminal.output import print_json

SAMPLE = 20_000
WHOLE_GAMES = "OpenSpiel leduc_poker, whole random games"
FROM_THE_DEAL = "OpenSpiel leduc_poker, rollouts after the deal"
SEARCHES = {"leduc_poker": 10_000, "gin_rummy": 100}
"""The games that OpenSpiel searches in, and how many simulations it does for a decision."""


def is_installed() -> bool:
    """Whether there is an OpenSpiel to compare with."""
    return importlib.util.find_spec("pyspiel") is not None


def works() -> list[tuple[str, Work]]:
    """What OpenSpiel has to compare: whole games by its bots, and its rollout evaluator.

    Its moves are counted in its favour: each outcome of chance counts as a move. The rollouts
    leave out the deal and the cost of bots, which makes them the faster loop.
    """
    import pyspiel

    game = pyspiel.load_game("leduc_poker")
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(2)]
    dealt = _dealt(game)
    whole_length, rest_length = _mean_length(game.new_initial_state()), _mean_length(dealt)

    def whole_games(games: int) -> int:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return round(games * whole_length)

    def rollouts(games: int) -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
        # One simulation of the search does nothing but ask the evaluator about the root.
        pyspiel.MCTSBot(game, evaluator, 2.0, 1, 1000, False, 42, False).step(dealt)  # noqa: FBT003, pyspiel takes no names here
        return round(games * rest_length)

    return [(WHOLE_GAMES, whole_games), (FROM_THE_DEAL, rollouts), *searches()]


def searches() -> list[tuple[str, Work]]:
    """OpenSpiel's own information-set search with random playouts, in two of its games."""
    return [(search_name(name), _search(name, count)) for name, count in SEARCHES.items()]


def search_name(game: str) -> str:
    """The row of a game of OpenSpiel."""
    return f"OpenSpiel {game}, simulations of its ISMCTS, random playouts"


def _search(name: str, simulations: int) -> Work:
    """As in our own rows, simulations count as moves and decisions as games."""
    import pyspiel

    game = pyspiel.load_game(name)
    dealt, evaluator = _dealt(game), pyspiel.RandomRolloutEvaluator(1, 42)
    bot = pyspiel.ISMCTSBot(42, evaluator, 2.0, simulations)

    def decide(decisions: int) -> int:
        for _ in range(decisions):
            bot.restart()
            bot.step(dealt)
        return decisions * simulations

    return decide


def _dealt(game: Any) -> Any:
    """A game in which all cards that come before the first decision are dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state


def _mean_length(start: Any) -> float:
    """The mean number of moves in random games, including those of chance."""
    dice, moves = random.Random(1), 0
    for _ in range(SAMPLE):
        state = start.clone()
        while not state.is_terminal():
            state.apply_action(dice.choice(state.legal_actions()))
            moves += 1
    return moves / SAMPLE


def ratios(games: list[str], rows: list[dict[str, Any]]) -> dict[str, float]:
    """What our games do to what OpenSpiel's do."""
    speeds = {row["name"]: row for row in rows}
    found: dict[str, float] = {}
    for game in map(load, games):
        ours = speeds[row_name(game, GAMES)]
        for name in (WHOLE_GAMES, FROM_THE_DEAL):
            for what in ("moves", "games"):
                ratio = ours[f"{what}_per_second"] / speeds[name][f"{what}_per_second"]
                found[f"{game.name} to {name}, {what} per second"] = round(ratio, 2)
        ours = speeds[row_name(game, SIMULATIONS)]
        for name in map(search_name, SEARCHES):
            ratio = ours["moves_per_second"] / speeds[name]["moves_per_second"]
            found[f"{game.name}: search, to {name}"] = round(ratio, 2)
    return found


def main(*given: str) -> None:
    """Measure, and print the table of `duelhall bench` with what OpenSpiel adds to it."""
    report = watched(partial(measured, more=works()), None)
    report["ratios"] |= ratios(registry.names(), report["rows"])
    (print_json if "--json" in given else print_report)(report)


if __name__ == "__main__":
    main(*sys.argv[1:])
