"""A search goes by what its seat can know. What is hidden may be as tempting as it likes."""

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.engine import registry
from duelhall.match.game import Game
from duelhall.search.search import thinker
from tests.games.binmat.setting import position


@pytest.mark.parametrize("name", registry.names())
def test_other_hidden_cards_change_nothing(name: str) -> None:
    """In every game, by Python: to compile a search takes many seconds."""
    game = duelhall.load(name, backend=PYTHON)
    match = game.match(seed=11)
    while len(match.legal_moves()) == 1:
        match.play(match.legal_moves()[0])
    seat = match.to_move
    other = game.guess(match.view(seat), seat, 1)
    assert other.tobytes() != match.state.tobytes()
    thinking = thinker("search(3)", game)
    thoughts = [thinking.think(game.view(state, seat), 3) for state in (match.state, other)]
    assert thoughts[0] == thoughts[1]


STACKS = "l0= l1=3% l2=3+ l3=3! l4=3^ a0=2& d0={} ha=5&6& turn=107"
"""Lane 0 has no deck left, and one card in front of it that lies face down. Time is running out."""


@pytest.fixture(scope="module")
def binmat() -> Game:
    return duelhall.load("binmat", backend=PYTHON)


def chance_of_combat(game: Game, hidden: str, *, all_known: bool) -> float:
    """What the attacker expects of combat in lane 0, where one card is hidden."""
    state = game.match(position=position(STACKS.format(hidden), rest="l5")).state
    combat = game.parse_move("c0", state)
    thinking = thinker("search(12)", game, all_known=all_known)
    seen = state if all_known else game.view(state, 1)
    return thinking.think(seen, 1, only=combat).best.chance


def test_a_stack_that_is_face_down_does_not_tempt_the_attacker(binmat: Game) -> None:
    """A 7 has no attack power, and combat wins at once (N22); an 8 beats the 2 (N38)."""
    assert chance_of_combat(binmat, "7#", all_known=True) == 1
    assert chance_of_combat(binmat, "8#", all_known=True) < 0.2
    seen = chance_of_combat(binmat, "7#", all_known=False)
    assert chance_of_combat(binmat, "8#", all_known=False) == seen
    assert 0 < seen < 1
