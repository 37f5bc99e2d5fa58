"""Many games between built-in players, by their names."""

from duelhall.batch.games import Outcomes, policy_games, random_games
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

    Game i is the one with the seed `seed + i`: the same as everywhere else, whatever the threads.
    """
    game, threads = checked_game(game), checked_threads(threads)
    first, second = checked_pair("players", players)
    if (first, second) == (RANDOM, RANDOM):  # which need not look at what they may see
        return random_games(game, games, seed, threads)
    policies = (policy_of(game, first), policy_of(game, second))
    return policy_games(game, policies, games, seed, threads)
