"""Lessons as a browser plays them: what the server of a table would tell, in a file for each.

python -m duelhall_web.lessons FOLDER: the lessons of all installed games, or of those named behind
it (tools/client build). A page then teaches without a table, and without a word to the server.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from duelhall.bots.messages import board_message
from duelhall.match.match import Match
from duelhall.play.lesson import Lesson, TaughtStep, find_lesson, games_with_lessons
from duelhall.play.undo import view_after
from duelhall_web.events import Begun, PlaceSetup, SessionSetup
from duelhall_web.messages import Foreseen, Happened, PlayerInfo, SessionState, Tried
from duelhall_web.room import Room
from duelhall_web.views import REVISION, state_of
from duelhall_web.workers import PlayedMove, foresee, happened


class LessonMoment(Struct, frozen=True):
    """Where a lesson comes to, and what the move that led there set off."""

    state: SessionState
    happened: Happened


class LessonStep(Struct, frozen=True):
    """A place in a lesson at which somebody decides, looks at a move, or reads."""

    says: str
    moments: Annotated[
        tuple[LessonMoment, ...],
        Meta(description="what leads there, to be shown one after the other; the last one stays"),
    ]
    foreseen: Foreseen
    tried: Annotated[dict[str, Tried], Meta(description="by move, as far as that is open")]
    answer: Annotated[
        tuple[str, ...], Meta(description="the moves that are right; it goes on with the first")
    ]
    others: Annotated[dict[str, str], Meta(description="by move, what is said of one to change")]
    otherwise: Annotated[str, Meta(description="the same of all moves that are not named")]
    touch: Annotated[str, Meta(description="a move to be touched and let go, where there is one")]


class LessonMessage(Struct, frozen=True):
    """A lesson, as `GET /lessons/GAME.json` answers; in its last step there is nothing to do."""

    title: str
    game: Annotated[str, Meta(description="in full")]
    steps: tuple[LessonStep, ...]


class LessonListed(Struct, frozen=True):
    """A lesson that there is."""

    game: str
    name: Annotated[str, Meta(description="the title of the game")]
    title: Annotated[str, Meta(description="the title of the lesson")]


class LessonsListed(Struct, frozen=True):
    """The answer to `GET /lessons/index.json`."""

    lessons: tuple[LessonListed, ...]


FEW = 12
"""How many legal moves there may be for each to have a preview; of more, only those that a step
speaks of have one."""

NOTHING = Happened(0, 0, (), ())

IMAGINED = 8
"""How many deals are imagined for a preview, which is compared with what the move leads to."""

PLAYERS = (PlayerInfo("", "person", present=True), PlayerInfo("", "person", present=True))


def lesson_message(lesson: Lesson) -> LessonMessage:
    """A lesson as it is sent."""
    return LessonMessage(lesson.title, lesson.game.full_name, tuple(map(_step, lesson.steps)))


def _step(step: TaughtStep) -> LessonStep:
    match, seat = step.match, step.seat
    text = match.game.move_text
    is_asked = not match.over and match.to_move == seat
    return LessonStep(
        says=step.says,
        moments=tuple(_moments(step)),
        foreseen=Foreseen(0, 0, foresee(match.game, step.view) if is_asked else ()),
        tried=dict(_tried(step)) if is_asked else {},
        answer=tuple(text(move, match.state) for move in step.answer),
        others={text(move, match.state): says for move, says in step.others.items()},
        otherwise=step.otherwise,
        touch="" if step.touch is None else text(step.touch, match.state),
    )


def _moments(step: TaughtStep) -> Iterator[LessonMoment]:
    """What the step before has not shown, or else where it ended."""
    match, seat, last = step.match, step.seat, len(step.match.moves)
    for number in range(step.shown_from, last + 1):
        happened = _happened(match, number, seat) if number else NOTHING
        yield LessonMoment(_state(_part(match, number), seat), happened)
    if step.shown_from > last:
        yield LessonMoment(_state(match, seat), NOTHING)


def _part(match: Match, moves: int) -> Match:
    """The beginning of a match."""
    part = match.copy()
    while len(part.moves) > moves:
        part.undo()
    return part


def _state(match: Match, seat: int) -> SessionState:
    """What a place at a table is told at which this match is played, in that seat."""
    room = Room("lesson", lambda _name: match.game)
    game, edition = match.game.lasting_name, match.game.definition.edition
    room.apply(SessionSetup(0.0, (PlaceSetup(), PlaceSetup()), ""))
    room.apply(Begun(0.0, game, edition, 0, "", places=(seat, 1 - seat)))
    room.match, room.is_over, room.to_move = match, match.over, match.to_move
    room.visible[0] = [n for n in range(1, len(match.moves) + 1) if match.move_seen(n, seat)]
    state = state_of(room, 0, max(0, len(room.visible[0]) - 1), 0.0, PLAYERS)
    legal = tuple(each for each in state.legal if each.kind != REVISION)  # no step speaks of them
    return msgspec.structs.replace(state, legal=legal)


def _happened(match: Match, number: int, seat: int) -> Happened:
    """What a move set off, counted from 1."""
    before, move = match.states[number - 1], match.moves[number - 1]
    moment = PlayedMove(match.game, before, move, 0, seat, match.over)
    return Happened(0, number, *happened(moment, match.mover(number)))


def _tried(step: TaughtStep) -> Iterator[tuple[str, Tried]]:
    """What moves would lead to, as far as that is open."""
    game, view = step.match.game, step.view
    moves, touched = game.legal_moves(view), () if step.touch is None else (step.touch,)
    for move in moves if len(moves) <= FEW else (*step.answer, *step.others, *touched):
        after = view_after(game, view, move, IMAGINED)
        led_to = game.view(game.after(step.match.state, move), step.seat)
        if after is not None and after.tobytes() == led_to.tobytes():
            board = board_message(game.board(after, step.seat))
            yield game.move_text(move, view), Tried(0, board)


def write_lessons(folder: Path, names: Sequence[str]) -> None:
    """Write the lessons of these games, and a list of them."""
    folder.mkdir(parents=True, exist_ok=True)
    lessons = {name: find_lesson(name) for name in names}
    for name, lesson in lessons.items():
        (folder / f"{name}.json").write_bytes(msgspec.json.encode(lesson_message(lesson)))
    listed = [
        LessonListed(name, lesson.game.definition.title, lesson.title)
        for name, lesson in lessons.items()
    ]
    (folder / "index.json").write_bytes(msgspec.json.encode(LessonsListed(tuple(listed))))


if __name__ == "__main__":
    write_lessons(Path(sys.argv[1]), sys.argv[2:] or games_with_lessons())
