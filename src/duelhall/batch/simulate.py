"""Many games between built-in players, given by name."""

from duelhall.batch.games import policy_games, random_games
from duelhall.batch.outcomes import Outcomes
from duelhall.engine.arguments import checked_pair, checked_threads
from duelhall.engine.game import Game, checked_game
from duelhall.players.policies import RANDOM, policy_of


def simulate(
    game: Game,
    players: tuple[str, str],
    games: int = 1_000_000,
    *,
    seed: int = 0,
    threads: int | None = None,
) -> Outcomes:
    """Play games between two built-in players, one for each seat, on every core.

    Game i has the seed `seed + i`, and is the same as everywhere else, for any number of threads.
    """
    game, threads = checked_game(game), checked_threads(threads)
    first, second = checked_pair("players", players)
    if (first, second) == (RANDOM, RANDOM):  # they need no view
        return random_games(game, games, seed, threads)
    policies = (policy_of(game, first), policy_of(game, second))
    return policy_games(game, policies, games, seed, threads)
