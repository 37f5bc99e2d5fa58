"""What a place is told of moves: each as it may know it, in notation and in a sentence."""

from collections.abc import Iterator

from duelhall.engine.features import Touches
from duelhall.engine.text import capitalized
from duelhall.web.hall_messages import Told
from duelhall.web.room import WATCH, Room

MAKESHIFT = ", still getting ready"
"""What is said of a player that could not think yet."""


def told_moves(room: Room, place: int, since: int) -> Iterator[Told]:
    """The moves that a place was told of, after the first ones."""
    lapses = {lapse.number for lapse in room.table.lapses}
    for index, number in enumerate(room.visible[place][since:], start=since + 1):
        mover, is_late = room.match.mover(number), number in lapses
        text, words = _told(room, number, mover, room.eyes(place, mover))
        how = MAKESHIFT if number in room.makeshift else ""
        who = _who(room, place, mover, is_late=is_late)
        says = f"{who}{how}: {words.removesuffix('.')}."
        yield Told(number=index, seat=mover, move=text, says=says, late=is_late)


def _who(room: Room, place: int, mover: int, *, is_late: bool) -> str:
    """How the sentence begins."""
    is_own = place != WATCH and room.seat_of(place) == mover
    name = "You" if is_own else room.player_name(mover) or _nameless(room, place, mover)
    if not is_late:
        return name
    return f"{name} {'were' if is_own else 'was'} too late"


def _nameless(room: Room, place: int, seat: int) -> str:
    """What a person is called who has not said."""
    if place != WATCH:
        return "Your opponent"
    roles = room.game.definition.roles
    return capitalized(f"the {roles[seat]}" if roles else f"player {seat}")


def _told(room: Room, number: int, mover: int, eyes: int) -> tuple[str, str]:
    """A move in notation and in words, by what the seat with these eyes saw before it."""
    game, match = room.game, room.match
    move, before = match.moves[number - 1], match.states[number - 1]
    notation, words = game.definition.notation, game.definition.feature(Touches)
    whole = notation.move_text(move, before)
    text = whole if eyes == mover else notation.move_seen(before, move, eyes) or ""
    if words is None:
        return text, text
    if text == whole:
        return text, words.says(room.view(before, eyes), move)
    return text, words.says_partly(room.view(before, eyes), move) if words.says_partly else text
