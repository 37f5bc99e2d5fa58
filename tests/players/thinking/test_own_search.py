"""A game may think in a way of its own."""

from dataclasses import replace

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.engine.errors import BadFeature
from duelhall.engine.record import GameState
from duelhall.match.game import Game
from duelhall.players import search
from duelhall.search.search import Judged, Search, Thought, thinker


class First(Search):
    """Takes the first move that there is."""

    def consider(
        self, view: GameState, dice: int, deadline: float | None, only: int | None
    ) -> Thought:
        """Without a thought."""
        del dice, deadline, only
        return Thought((Judged(self.game.legal_moves(view)[0], 0, 0.5, 0.5),), 0)


def thinking_by(path: str) -> Game:
    """Blade with a search of its own."""
    game = duelhall.load("blade", backend=PYTHON)
    thinking = replace(game.definition.thinking, own_search=path)
    game.definition = replace(game.definition, thinking=thinking)
    return game


@pytest.mark.parametrize("name", ["adept", "search(20)", "search(1s)"])
def test_every_name_leads_to_a_game_s_own_search(name: str) -> None:
    game = thinking_by(f"{__name__}:First")
    match = game.match(3)
    found = thinker(name, game)
    assert isinstance(found, First)
    best = found.think(match.view(match.to_move), 1).best.move
    assert best == match.legal_moves()[0]
    assert isinstance(search(game, simulations=5).search, First)


def test_a_search_that_is_not_there_is_named() -> None:
    with pytest.raises(BadFeature, match="nowhere:NOTHING"):
        thinker("adept", thinking_by("nowhere:NOTHING"))
