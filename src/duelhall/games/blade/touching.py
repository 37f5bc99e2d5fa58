"""How a person makes the moves of Blade with the cards on the table."""

from duelhall.engine.board import Touch
from duelhall.engine.features import Touches
from duelhall.games.blade.board import WORDS
from duelhall.games.blade.cards import NAMES
from duelhall.games.blade.state import State


def places(s: State, move: int) -> tuple[Touch, ...]:
    """The card in the hand."""
    return (Touch(f"hand{s.to_move}", NAMES[move]),)


def says(_s: State, move: int) -> str:
    """`Place a 7`, `Place a Bolt`."""
    return f"Place a {WORDS.get(move, NAMES[move])}"


TOUCHES = Touches(places, says)
