"""How often a game's rule of thumb wins against chance."""

import duelhall
from duelhall.match.game import Game
from duelhall.players.builtin import RANDOM


def won_by_the_first(game: Game, games: int) -> int:
    """Games that it wins with seat 0. They are played one by one: whole games in machine code take
    seconds to compile for each pair of players.
    """
    seeds = range(games)
    return sum(duelhall.play_match(game, "greedy", RANDOM, seed=seed).winner == 0 for seed in seeds)


def won_by_the_second(game: Game, games: int) -> int:
    """Games that it wins with seat 1, in machine code that other tests need too."""
    return duelhall.simulate(game, (RANDOM, "greedy"), games, threads=1).won(1)
