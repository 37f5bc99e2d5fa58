"""A lesson in a game: positions to decide in, what is said of them, and of each move that somebody
may make there. It is a file beside the game (docs/how-to/write-a-lesson.md); all of it is played
through the engine when it is read, so that a lesson that can be had is one that works.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from duelhall.backend import PYTHON
from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError, UnknownName, no_such
from duelhall.engine.record import GameState
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.undo import loss_in


class BadLesson(DuelhallError):
    """A lesson that cannot be given: says in which file and step, and why."""

    def __init__(self, file: Path, step: int, reason: str) -> None:
        place = f"{file}, step {step}" if step else str(file)
        super().__init__(f"{place}: {reason}")


class StepText(Struct, forbid_unknown_fields=True, frozen=True):
    """A step as it is written."""

    says: str
    typed: str = ""
    position: str | None = None
    deal: str | None = None
    seed: int | None = None
    seat: Literal[0, 1] | None = None
    answer: tuple[str, ...] = ()
    others: Mapping[str, str] = {}
    otherwise: str = ""
    touch: str = ""
    then: tuple[str, ...] = ()

    @property
    def begins_anew(self) -> bool:
        """Whether it does not go on from the step before."""
        return (self.position, self.deal, self.seed) != (None, None, None)


class LessonText(Struct, forbid_unknown_fields=True, frozen=True):
    """A lesson as it is written."""

    title: str
    game: str
    end: str
    step: tuple[StepText, ...]
    seat: Literal[0, 1] = 0


@dataclass(frozen=True)
class Remark:
    """What is said of a move in a lesson, and whether the lesson goes on."""

    says: str
    goes_on: bool


RIGHT = Remark("", goes_on=True)


@dataclass(frozen=True)
class TaughtStep:
    """A moment of a lesson at which somebody decides, or reads."""

    says: str
    typed: str  # the same where moves are typed
    seat: int  # whose place the learner has
    match: Match  # as it stands, which stays so
    shown_from: int  # the first of its states that the step before has not shown
    answer: tuple[int, ...]  # the moves that are right; the lesson goes on with the first
    others: Mapping[int, str]  # what is said of moves after which the learner tries again
    otherwise: str  # and of every move of which nothing else is said
    touch: int | None  # a move that is to be looked at, and not made

    @property
    def view(self) -> GameState:
        """What the learner sees."""
        return self.match.view(self.seat)

    def reply(self, move: int) -> Remark:
        """What is said of a legal move of the learner."""
        if move == self.answer[0]:
            return RIGHT
        if move in self.others:
            return Remark(self.others[move], goes_on=False)
        if move not in self.answer:
            loss = loss_in(self.match.game, self.match.state, move)
            if loss:
                return Remark(f"That loses at once: {loss.says} ({loss.ruling}).", goes_on=False)
            if self.otherwise:
                return Remark(self.otherwise, goes_on=False)
        instead = self.said(self.answer[0])
        return Remark(f"That works, too; the lesson goes on: {instead}.", goes_on=True)

    def said(self, move: int) -> str:
        """A move as a person would say it."""
        touches = self.match.game.definition.picture.touches
        if touches is None:
            return self.match.game.move_text(move, self.match.state)
        return touches.says(self.view, move)


@dataclass(frozen=True)
class Lesson:
    """A lesson that works. In its last step there is nothing to do any more."""

    title: str
    game: Game
    steps: tuple[TaughtStep, ...]


def games_with_lessons() -> list[str]:
    """The names of the installed games that bring a lesson."""
    return [name for name in registry.names() if registry.find(name).lesson]


def find_lesson(name: str, *, backend: str = PYTHON) -> Lesson:
    """The lesson of the game with this name."""
    file = registry.find(name).lesson
    if file is None:
        raise UnknownName(no_such("lesson", name, games_with_lessons()))
    return read_lesson(file, backend=backend)


def read_lesson(file: Path, *, backend: str = PYTHON) -> Lesson:
    """A lesson from a file, played from its beginning to its end."""
    text = _text_of(file)
    player: _Player | None = None
    try:
        player = _Player(text, load(text.game, backend=backend))
        return Lesson(text.title, player.game, tuple(player.steps()))
    except DuelhallError as error:
        raise BadLesson(file, player.number if player else 1, str(error)) from None


def _text_of(file: Path) -> LessonText:
    try:
        text = msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), LessonText)
    except (ValueError, msgspec.ValidationError) as error:  # a TOMLDecodeError is a ValueError
        raise BadLesson(file, 0, f"this is no lesson: {error}") from None
    if not text.step or not text.step[0].begins_anew:
        raise BadLesson(file, 1, "a lesson begins with a position, a deal or a seed")
    return text


class _Player:
    """Plays a lesson, up to the first thing in it that cannot be."""

    def __init__(self, text: LessonText, game: Game) -> None:
        self.game, self.number = game, 1
        self._text, self._seat, self._shown_from = text, text.seat, 0
        self._match = self._begun(text.step[0])

    def steps(self) -> Iterator[TaughtStep]:
        """The steps, and the end, which is one, too."""
        for self.number, text in enumerate(self._text.step, start=1):  # noqa: B020
            if text.begins_anew:
                self._match, self._shown_from = self._begun(text), 0
                self._seat = self._text.seat if text.seat is None else text.seat
            yield self._step(text)
            self._shown_from = len(self._match.states)
            for move in (*text.answer[:1], *text.then):
                self._match.play(move)
        yield self._step(StepText(self._text.end))

    def _begun(self, text: StepText) -> Match:
        return self.game.match(text.seed, text.deal, text.position)

    def _step(self, text: StepText) -> TaughtStep:
        self._check(text)
        read = self._match.check
        step = TaughtStep(
            says=text.says,
            typed=text.typed or text.says,
            seat=self._seat,
            match=self._match.copy(),
            shown_from=self._shown_from,
            answer=tuple(map(read, text.answer)),
            others={read(move): says for move, says in text.others.items()},
            otherwise=text.otherwise,
            touch=read(text.touch) if text.touch else None,
        )
        if both := [move for move in step.answer if move in step.others]:
            raise DuelhallError(f"{self.game.move_text(both[0])} is an answer, and in step.others")
        return step

    def _check(self, text: StepText) -> None:
        """Refuse what contradicts itself: in a step somebody decides, or looks at a move, or
        reads.
        """
        if text.seat is not None and not text.begins_anew:
            raise DuelhallError("only a step that begins anew has a seat of its own; give it one")
        if text.answer and text.touch:
            raise DuelhallError("it has an answer and something to touch; make two steps of it")
        if (text.others or text.otherwise) and not text.answer:
            raise DuelhallError("it speaks of other moves, but has no answer; add one")
        mover = self._match.to_move
        if (text.answer or text.touch) and not self._match.over and mover != self._seat:
            raise DuelhallError(
                f"the learner in seat {self._seat} is asked, but seat {mover} is to move; add its "
                "moves to `then` of the step before"
            )
