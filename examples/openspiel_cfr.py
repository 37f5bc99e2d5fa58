"""Solve a small game by counterfactual regret minimization, with OpenSpiel.

    pip install 'duelhall[openspiel]'
    python3 openspiel_cfr.py
    python3 openspiel_cfr.py "duelhall_blade(deck=tiny)" --iterations 400

CFR+ plays a game against itself, and regrets at each decision what another move would have
brought. On average the two sides come ever closer to play that nobody can exploit. OpenSpiel's
solver walks through the whole tree in each iteration, so the tree is made from our rules once, and
handed over to its C++.
"""

from argparse import ArgumentParser

import pyspiel
from open_spiel.python.algorithms import gambit

import duelhall.doors.openspiel  # noqa: F401, it puts our games into OpenSpiel's registry

GAME = "duelhall_blade(rules=controller,deck=tiny)"


def main(name: str, iterations: int) -> float:
    """Print what the game is worth to player 0 after more and more iterations, and return it."""
    game = pyspiel.load_game(name)
    tree = pyspiel.load_efg_game(gambit.export_gambit(game))
    solver = pyspiel.CFRPlusSolver(tree)
    value = 0.0
    for iteration in range(1, iterations + 1):
        solver.evaluate_and_update_policy()
        if iteration & (iteration - 1) == 0 or iteration == iterations:  # 1, 2, 4, 8, ...
            policy = solver.average_policy()
            value = pyspiel.expected_returns(tree.new_initial_state(), policy, -1, True)[0]  # noqa: FBT003, it takes no names
            exploitable = pyspiel.exploitability(tree, policy)
            print(f"{iteration:5} iterations: value {value:+.5f}, exploitable by {exploitable:.5f}")
    return value


if __name__ == "__main__":
    parser = ArgumentParser(description="Solve a small game by CFR+, with OpenSpiel.")
    parser.add_argument("game", nargs="?", default=GAME, help=f"a game of OpenSpiel ({GAME})")
    parser.add_argument("--iterations", type=int, default=100, help="how many (100)")
    arguments = parser.parse_args()
    main(arguments.game, arguments.iterations)
