"""The built-in players of every game."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

import numpy as np

from duelhall.backend.entries import MOVE_TYPE, run_policy
from duelhall.engine.chance import DICE, below
from duelhall.engine.definition import Definition
from duelhall.engine.errors import UnknownName, checked_seed, no_such
from duelhall.engine.record import Array, State, cell_of
from duelhall.engine.rule import helper
from duelhall.engine.template import legal, with_globals
from duelhall.match.game import Game
from duelhall.play.clock import now
from duelhall.play.seat import Answer, Question, Quiet

RANDOM = "random"


@helper
def choose_at_random(cells: Array, moves: Array, dice: Array) -> int:
    """A legal move, all equally likely."""
    move: int = moves[below(dice[0], legal(cells[0], moves))]
    return move


def policy_names(definition: Definition) -> list[str]:
    """The built-in players of a game, the strongest last."""
    return [RANDOM, *definition.thinking.policies]


def policy_of(game: Game, name: str) -> Any:
    """The function that chooses moves for the player of that name."""
    if checked_name(game, name) == RANDOM:
        return _random_policy(game.definition.rules.legal)
    return game.definition.thinking.policies[name]


@cache
def _random_policy(legal_moves: Callable[..., int]) -> Any:
    """A random choice among a game's legal moves; always the same function object."""
    return with_globals(choose_at_random, {"legal": legal_moves})


def checked_name(game: Game, name: str) -> str:
    """The name, if the game has such a player."""
    known = policy_names(game.definition)
    if name not in known:
        raise UnknownName(no_such("player", name, known))
    return name


class PolicySeat(Quiet):
    """A built-in player in a seat."""

    def __init__(self, player: "Player") -> None:
        self._player = player

    def decide(self, question: Question) -> Answer:
        """A move that depends only on the view and the dice, so it is the same in every run."""
        begun = now()
        move = self._player.choose(question.view, question.dice)
        return Answer(move, now() - begun)


@lru_cache(maxsize=64)
def player_of(game: Game, name: str) -> "Player":
    """A game's player of that name, compiled once."""
    return Player(game, name)


class Player:
    """A built-in player: the same view and the same chance give the same move."""

    def __init__(self, game: Game, name: str) -> None:
        self._game = game
        self._choose = game.bind(run_policy, policy=policy_of(game, name))

    def choose(self, view: State, chance: int) -> int:
        """A legal move for the seat whose view this is."""
        cells = self._game.blank(3)
        cells[0] = cell_of(self._game.checked(view))[0]
        moves = np.zeros(self._game.definition.rules.MOVES, MOVE_TYPE)
        dice = np.zeros(1, DICE)
        dice[0].rng = checked_seed(chance)
        return int(self._choose(cells, moves, dice))
