"""What a place is told of moves: each as it may know it, in notation and in a sentence."""

from collections.abc import Iterator

from duelhall.engine.english import capitalized
from duelhall.engine.features import Touches
from duelhall.web.hall_messages import Told
from duelhall.web.room import WATCH, Room


def told_moves(room: Room, place: int, since: int) -> Iterator[Told]:
    """The moves that a place was told of, after the first ones."""
    match, lapses = room.match, {lapse.number for lapse in room.table.lapses}
    for index, number in enumerate(room.visible[place][since:], start=since + 1):
        mover = match.mover(number)
        eyes = room.eyes(place, mover)
        text, is_late = match.move_seen(number, eyes) or "", number in lapses
        who = _who(room, place, mover, is_late=is_late)
        says = f"{who} {_done(room, number, eyes, text).removesuffix('.')}."
        yield Told(number=index, seat=mover, move=text, says=says, late=is_late)


def _who(room: Room, place: int, mover: int, *, is_late: bool) -> str:
    """How the sentence begins."""
    is_own = place != WATCH and room.seat_of(place) == mover
    name = "You" if is_own else room.player_name(mover) or _nameless(room, place, mover)
    if not is_late:
        return f"{name}:"
    return f"{name} {'were' if is_own else 'was'} too late:"


def _nameless(room: Room, place: int, seat: int) -> str:
    """What a person is called who has not said."""
    if place != WATCH:
        return "Your opponent"
    roles = room.game.definition.roles
    return capitalized(f"the {roles[seat]}" if roles else f"player {seat}")


def _done(room: Room, number: int, eyes: int, text: str) -> str:
    """A move in words, by what the seat with these eyes saw before it."""
    match, game = room.match, room.game
    words = game.definition.feature(Touches)
    if words is None:
        return text
    move, before = match.moves[number - 1], game.view(match.states[number - 1], eyes)
    if text == match.move_seen(number, None):
        return words.says(before, move)
    return text if words.says_partly is None else words.says_partly(before, move)
