"""Seats of bots: programs that live on for a game or several, or are started for each decision.

One that lives on exchanges messages line by line, and can wait for its next game; one that is
started for each decision is asked in a form specific to its game.
"""

from collections import OrderedDict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Self

from duelhall.bots import messages
from duelhall.bots.home import Home, InnerHome, Limits
from duelhall.bots.messages import line_of
from duelhall.bots.process import LineProcess, Process
from duelhall.bots.protocol import Quit
from duelhall.bots.sandbox import is_sandboxed
from duelhall.engine.definition import OneShotForm, Seen
from duelhall.engine.errors import ImpossibleAnswer, UnreadableAnswer, shortened
from duelhall.engine.record import State
from duelhall.engine.text import Excerpt, counted
from duelhall.match.game import Game
from duelhall.play.clock import now
from duelhall.play.entry import Entry
from duelhall.play.seat import Answer, Closing, Ending, Fault, Opening, Question, Quiet

FAREWELL = 0.5
"""How many seconds a program has to end by itself before it is killed."""

MOST_WAITING = 16
"""How many programs may wait for their next games; each of them takes up memory."""


class RunningBot:
    """A program that has been started, in a home of its own."""

    def __init__(
        self, command: Sequence[str], limits: Limits, folder: Path | None, errors: Excerpt
    ) -> None:
        with ExitStack() as stack:
            self._home = stack.enter_context(_home(limits, folder))
            self.process = stack.enter_context(LineProcess(command, self._home, limits, errors))
            self._stack = stack.pop_all()
        self.hello: messages.Hello | None = None  # how it introduced itself

    def tell_to_quit(self, first: bytes = b"") -> None:
        """Tell it the last thing, and to quit, without waiting for it."""
        with suppress(Fault):
            self.process.write(first + line_of(Quit()), now())
        self.process.close_input()

    def close(self) -> None:
        """Kill it, with all that it left behind."""
        self._stack.close()

    @property
    def left_behind(self) -> str:
        """What could not be cleaned up after it, in words; nothing while it runs."""
        return self._home.left_behind


def _home(limits: Limits, folder: Path | None) -> Home:
    """Where a program works: in the folder that is given, in a sandbox, or in a new folder."""
    return InnerHome() if folder is None and is_sandboxed(limits.sandbox) else Home(folder)


class Standby:
    """Programs that wait, by what they can be used for: one of each kind."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._waiting: OrderedDict[Hashable, RunningBot] = OrderedDict()
        self.litter: dict[Hashable, str] = {}  # what could not be cleaned up after those that left

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def take(self, kind: Hashable) -> RunningBot | None:
        """The waiting program of a kind, if there is one and it has not ended meanwhile."""
        program = self._waiting.pop(kind, None)
        if program is not None and program.process.has_ended():
            self._dismiss({kind: program})
            return None
        return program

    def keep(self, kind: Hashable, program: RunningBot) -> None:
        """Let a program wait for its next game; if there are too many, the oldest one leaves."""
        leaving = {kind: self._waiting.pop(kind)} if kind in self._waiting else {}
        self._waiting[kind] = program
        if len(self._waiting) > self._most:
            leaving.update([self._waiting.popitem(last=False)])
        self._dismiss(leaving)

    def close(self) -> None:
        """Let all of them leave."""
        waiting, self._waiting = self._waiting, OrderedDict()
        self._dismiss(waiting)

    def _dismiss(self, leaving: Mapping[Hashable, RunningBot]) -> None:
        """Let programs leave, and note what they leave behind."""
        dismiss(leaving.values())
        left = {kind: program.left_behind for kind, program in leaving.items()}
        self.litter.update((kind, text) for kind, text in left.items() if text)


def dismiss(programs: Collection[RunningBot]) -> None:
    """Tell programs to quit, and end those that do not do so soon."""
    with ExitStack() as stack:
        for program in programs:
            stack.callback(program.close)
            program.tell_to_quit()
        deadline = now() + FAREWELL
        for program in programs:
            program.process.has_ended(max(0.0, deadline - now()))


class BotSeat:
    """A program's seat. When the stack is closed, the program ends, whatever happened; or it waits
    for another game, if it can and there is somewhere to wait.
    """

    recalls_views = False

    def __init__(
        self,
        entry: Entry,
        limits: Limits,
        stack: ExitStack,
        *,
        folder: Path | None = None,
        standby: Standby | None = None,
    ) -> None:
        self._entry, self._limits, self._stack = entry, limits, stack
        self._folder, self._standby = folder, standby
        self._errors = Excerpt(limits.errors)
        self._deadline = 0.0  # for its hello
        self._opening: Opening | None = None
        self._program: RunningBot | None = None
        self._is_playing = False  # it has been told that a game begins
        self._waits = False  # for another game, when this one is over
        self._farewell = 0.0  # seconds that it has to end by itself

    @property
    def introduced(self) -> messages.Hello | None:
        """How the program introduced itself, if it has."""
        return None if self._program is None else self._program.hello

    def start(self, opening: Opening) -> None:
        """Have a process; a new one is told hello, without waiting for an answer."""
        self._opening = opening
        self._deadline = now() + opening.clock.start
        if self._program is None:
            self._stack.callback(self._leave)
        else:  # the game begins again, and the program must know nothing of what was taken back
            self._program.close()
            self._program = None
        waiting = self._standby.take(self._kind) if self._standby else None
        if self._standby and (left := self._standby.litter.pop(self._kind, "")):
            raise Fault(Ending.LITTER, f"after an earlier game, {left}")
        self._program = waiting or RunningBot(
            self._entry.command or (), self._limits, self._folder, self._errors
        )
        self._running.begin_game(self._errors)
        if waiting is None:
            hello = messages.hello_message(opening.game, opening.clock, opening.late)
            with _starting():
                self._running.tell(messages.line_of(hello), self._deadline)

    @property
    def left_behind(self) -> str:
        """What could not be cleaned up after this game, in words."""
        return "" if self._program is None else self._program.left_behind

    def greet(self) -> None:
        """Read its hello, unless it is known, and tell it that a game begins."""
        if self._opening is None or self._program is None:
            raise Fault(Ending.START, "it was not started")
        if self._program.hello is None:
            with _starting():
                line = self._running.read_line(self._deadline)
                self._program.hello = messages.read_hello(line)
        self._running.tell(messages.line_of(messages.game_message(self._opening)), self._deadline)
        self._is_playing = True

    def decide(self, question: Question) -> Answer:
        """Ask for a move; the clock starts when the question is written."""
        hello = self.introduced or messages.Hello()
        line = messages.line_of(messages.decide_message(question, hello))
        answers = partial(messages.answers, question.number)
        answer, seconds = self._running.ask(line, question.left, answers)
        try:
            return Answer(messages.read_move(answer), seconds)
        except Fault as fault:
            fault.seconds = seconds
            raise

    def end(self, closing: Closing) -> None:
        """Tell it how the game ended; if it is not to wait for another one, also to quit."""
        if self._program is None:
            return
        is_at_fault = closing.by is not None and closing.winner != closing.seat
        over = messages.line_of(messages.game_over_message(closing))
        if self._can_play_again and not (is_at_fault or closing.lapsed):
            self._waits = not self._is_playing or self._takes(over)
            return
        self._program.tell_to_quit(over)
        self._farewell = 0.0 if is_at_fault else FAREWELL

    @property
    def _can_play_again(self) -> bool:
        """Whether its process can be used for another game, and there is somewhere to wait."""
        hello = self.introduced
        return self._standby is not None and hello is not None and hello.again

    def _takes(self, line: bytes) -> bool:
        with suppress(Fault):
            return self._running.write(line, now())
        return False

    def _leave(self) -> None:
        """End the program, or let it wait for another game."""
        if self._program is None:
            return
        if self._waits and self._standby is not None:
            self._standby.keep(self._kind, self._program)
            return
        try:
            self._running.has_ended(self._farewell)
        finally:
            self._program.close()

    @property
    def _kind(self) -> tuple[object, ...]:
        """What a program was told in the beginning, and what it may use: equal for all games that
        it can play.
        """
        if self._opening is None:
            return ()
        game, clock, late = self._opening.game, self._opening.clock, self._opening.late
        return self._entry, game.lasting_name, game.definition.edition, clock, late, self._limits

    def errors(self) -> str:
        """What it wrote to standard error, and a note on lines that nobody asked for."""
        if self._program is None:
            return ""
        process = self._program.process
        process.take_errors()
        text = self._errors.text()
        if not process.unasked:
            return text
        first = shortened(process.unasked[0].decode(errors="replace"))
        lines = counted(process.unasked_count, "line")
        return f"{text}\n[duelhall ignored {lines} that it did not ask for: {first}]\n"

    @property
    def _running(self) -> LineProcess:
        if self._program is None:
            raise Fault(Ending.START, "it was not started")
        return self._program.process


@contextmanager
def _starting() -> Iterator[None]:
    """Turn every fault in the block into a fault of starting."""
    try:
        yield
    except Fault as fault:
        raise Fault(
            Ending.START,
            fault.detail if fault.ending is Ending.START else f"no hello: {fault.detail}",
        ) from None


SCRATCH = "scratch"
"""The name of the program's scratch file, in its working folder."""


class OneShot(Process):
    """A process for one question: its answer is everything it writes until it ends."""

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


class OneShotSeat(Quiet):
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

    @property
    def left_behind(self) -> str:
        """What could not be cleaned up after this game, in words."""
        return self._home.left_behind

    def errors(self) -> str:
        """What its processes wrote to standard error, one after the other."""
        return self._errors.text()


def bot_seat(
    entry: Entry,
    game: Game,
    stack: ExitStack,
    *,
    limits: Limits | None = None,
    folder: Path | None = None,
    standby: Standby | None = None,
) -> BotSeat | OneShotSeat:
    """The seat of a program; whatever it leaves behind is cleaned up with the stack.

    It works in a temporary folder, unless a permanent one is given. If it can play again, and there
    is a standby, it waits there for its next game.
    """
    limits = limits or Limits()
    if not entry.oneshot:
        return BotSeat(entry, limits, stack, folder=folder, standby=standby)
    home = stack.enter_context(Home(folder))
    return OneShotSeat(entry.command or (), form_of(game), limits, home)


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
