"""A program that is started again for each decision, in a form specific to its game."""

from collections.abc import Sequence

from duelhall.engine.features import ImpossibleAnswer, OneShotForm, Seen, UnreadableAnswer
from duelhall.engine.record import State
from duelhall.match.game import Game
from duelhall.players.clock import now
from duelhall.players.faults import Ending, Fault
from duelhall.players.programs.homes import Excerpt, Home
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.messages import line_of
from duelhall.players.programs.processes import Process
from duelhall.players.question import Answer, Closing, Opening, Question

SCRATCH = "scratch"
"""The name of the program's scratch file, in its working folder."""


class OneShot(Process):
    """A process for one question: its answer is everything it writes until it ends."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, errors: Excerpt) -> None:
        super().__init__(command, home, limits, errors)
        self._watch(self._stderr)

    def answer(self, question: bytes, deadline: float | None) -> bytes:
        """What it writes until it ends, or closes its output."""
        self.write(question, deadline)  # it may answer without reading it
        self.close_input()
        while not self._silent or self._ended is not None:
            if not self.wait(deadline):
                raise Fault(Ending.TIMEOUT, "it had not ended when its time was up")
            if len(self._buffer) > self._limits.line:
                raise Fault(Ending.OUTPUT, f"an answer of more than {self._limits.line} bytes")
        if self._buffer.strip():
            return bytes(self._buffer)
        raise self.crash("output")


class OneShotSeat:
    """A program's seat; the clock of a decision runs from the start of its process to its end."""

    recalls_views = True

    def __init__(
        self, command: Sequence[str], form: OneShotForm, limits: Limits, home: Home
    ) -> None:
        self._command, self._form, self._limits, self._home = command, form, limits, home
        self._errors = Excerpt(limits.errors)
        self._told: list[Seen] = []  # all moves of the game, since no process remembers them

    def start(self, _opening: Opening) -> None:
        """Only the scratch file must exist before the first decision, empty or as it was."""
        self._told = []
        (self._home.folder / SCRATCH).touch()

    def greet(self) -> None:
        """It does not introduce itself."""

    def decide(self, question: Question) -> Answer:
        """Start a process, give it the position, and wait for it to end."""
        self._told += (each for each in question.told if isinstance(each, Seen))
        file = str(self._home.folder / SCRATCH)
        request = self._form.request(self._told, question.view, question.seat, file)
        line, begun = line_of(request), now()
        deadline = None if question.left is None else begun + question.left
        try:
            with OneShot(self._command, self._home, self._limits, self._errors) as process:
                answer = process.answer(line, deadline)
            seconds = now() - begun
            move = read_answer(self._form, answer, question.view, question.seat)
            return Answer(move, seconds)
        except Fault as fault:
            fault.seconds = now() - begun
            raise

    def end(self, closing: Closing) -> None:
        """There is no process left to be told."""

    @property
    def left_behind(self) -> str:
        """What could not be cleaned up after this game, in words."""
        return self._home.left_behind

    def errors(self) -> str:
        """What its processes wrote to standard error, one after the other."""
        return self._errors.text()


def form_of(game: Game) -> OneShotForm:
    """How to talk to such programs of a game; entries have been checked before."""
    form = game.definition.feature(OneShotForm)
    if form is None:
        raise Fault(Ending.START, f"{game.name} has no one-shot form")
    return form


def read_answer(form: OneShotForm, answer: bytes, view: State, seat: int) -> int:
    """The move in an answer; Fault if there is none."""
    try:
        return form.read_answer(answer, view, seat)
    except UnreadableAnswer as error:
        raise Fault(Ending.UNREADABLE, str(error)) from None
    except ImpossibleAnswer as error:
        raise Fault(Ending.ILLEGAL, str(error)) from None
