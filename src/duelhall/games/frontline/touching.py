"""How a person makes the moves of Frontline with the cards on the table."""

from duelhall.engine.board import Touch
from duelhall.engine.features import Touches
from duelhall.games.frontline.armies import BACK, FRONT, seen_column, words
from duelhall.games.frontline.cards import NO_CARD, faces_in
from duelhall.games.frontline.rules import first_column
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    COMMIT_RIGHT,
    LEFT_END,
    PLACES,
    TAKE,
    State,
)

COMMITS = {
    COMMIT: "Commit",
    COMMIT_LEFT: "Commit, the odd unit to the left of the divide",
    COMMIT_RIGHT: "Commit, the odd unit to the right of the divide",
}


def places(s: State, move: int) -> tuple[Touch, ...]:
    """An open card to pick, or a card of the hand and its place in the army."""
    seat = int(s.to_move)
    if move >= TAKE:
        place = move - TAKE
        at = sum(kind != NO_CARD for kind in s.row[:place].tolist())
        return (Touch("row", faces_in(s.options.cards)[s.row[place]], at=at),)
    if move >= COMMIT:
        return ()
    card, place = divmod(move, PLACES)
    row, column = _goal(s, seat, place)
    army = Touch(f"army{seat}", row=row, column=seen_column(seat, column, seat))
    return (Touch(f"hand{seat}", f"{seat}.{card + 1}"), army)


def _goal(s: State, seat: int, place: int) -> tuple[int, int]:
    """The row and the column of a place, as the army stands now."""
    first = int(first_column(s, seat))
    if place >= BEHIND:
        return BACK, first + place - BEHIND
    return FRONT, first - 1 if place == LEFT_END else first + int(s.length[seat])


def says(s: State, move: int) -> str:
    """`Put 2, spear and shield, at the left end of the front line`."""
    if move >= TAKE:
        place = move - TAKE
        return f"Take {place + 1}, {_named(s, int(s.row[place]))}"
    if move >= COMMIT:
        return COMMITS[move]
    card, place = divmod(move, PLACES)
    return f"Put {card + 1}, {_named(s, int(s.hand[s.to_move, card]))}, {_where(place)}"


def _named(s: State, kind: int) -> str:
    """A card by its symbols: `sword, sword and crown`."""
    return " and ".join(words(faces_in(s.options.cards)[kind]).rsplit(", ", 1))


def _where(place: int) -> str:
    if place >= BEHIND:
        return f"behind front unit {place - BEHIND + 1}"
    return f"at the {'left' if place == LEFT_END else 'right'} end of the front line"


def says_partly(_s: State, _move: int) -> str:
    """How many units went to which side of the divide is not seen before the battle."""
    return COMMITS[COMMIT]


TOUCHES = Touches(places, says, says_partly)
