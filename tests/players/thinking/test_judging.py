"""A search that judges one move, and one that sees all cards."""

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.engine.errors import BadArgument
from duelhall.match.game import Game
from duelhall.search.review import judged
from duelhall.search.search import Search, thinker

TOO_LATE = "7B:5:3 22:6:5 to_move=0"
"""With the 7 played, the Bolt would be the last card (B10)."""


@pytest.fixture(scope="module")
def blade() -> Game:
    return duelhall.load("blade", backend=PYTHON)


def test_all_thought_goes_to_the_move_that_is_asked_about(blade: Game) -> None:
    view = blade.match(position=TOO_LATE).view(0)
    for text in "7", "B":
        move = blade.parse_move(text, view)
        (choice,) = Search(blade, simulations=40).think(view, 1, only=move).choices
        assert (choice.move, choice.visits) == (move, 40)


def test_a_move_that_cannot_be_made_is_not_judged(blade: Game) -> None:
    view = blade.match(position=TOO_LATE).view(0)
    with pytest.raises(BadArgument, match="the move must be a legal one"):
        Search(blade, simulations=40).think(view, 1, only=blade.parse_move("5", view))


def chance_of_the_seven(game: Game, hidden: str, *, all_known: bool) -> float:
    """By the last card in the other hand, and the one in the player's own deck."""
    state = game.match(position=f"72:{hidden[1]}:3 {hidden[0]}:4:6 to_move=0").state
    seen = state if all_known else game.view(state, 0)
    thought = thinker("search(60)", game, all_known=all_known).think(seen, 1)
    (chance,) = (c.chance for c in thought.choices if game.move_text(c.move, state) == "7")
    return chance


def test_where_all_is_known_a_hidden_card_decides(blade: Game) -> None:
    """A Bolt as the last card loses (B10), and a 7 tops the field."""
    assert chance_of_the_seven(blade, "B7", all_known=True) == 1
    assert chance_of_the_seven(blade, "7B", all_known=True) == 0
    seen = chance_of_the_seven(blade, "B7", all_known=False)
    assert 0.2 < seen < 0.8
    assert chance_of_the_seven(blade, "7B", all_known=False) == seen


def test_a_move_that_was_never_tried_is_judged_beside_a_certain_win(blade: Game) -> None:
    """The Bolt strikes the 7; the 3 does not top the enemy's field."""
    view = blade.match(position="3B:-:7B B4:-:237").view(0)
    found = judged(Search(blade, simulations=1), view, blade.parse_move("3", view), 1)
    assert blade.move_text(found.best.move, view) == "B"
    assert (found.best.chance, found.best.error, found.played.chance) == (1, 0, 0)
