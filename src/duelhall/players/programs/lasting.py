"""A program that runs for a whole game, or for several, and exchanges messages line by line."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import partial
from pathlib import Path

from duelhall.engine.errors import shortened
from duelhall.players.clock import now
from duelhall.players.entry import Entry
from duelhall.players.faults import Ending, Fault
from duelhall.players.programs import messages, standby
from duelhall.players.programs.homes import Excerpt
from duelhall.players.programs.lasting_process import Lasting
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.standby import Program, Standby
from duelhall.players.question import Answer, Closing, Opening, Question


class LastingSeat:
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
        self._program: Program | None = None
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
        self._check_litter()
        self._program = waiting or Program(
            self._entry.command or (), self._limits, self._folder, self._errors
        )
        self._running.begin_game(self._errors)
        if waiting is None:
            hello = messages.hello_message(opening.game, opening.clock, opening.late)
            with _starting():
                self._running.tell(messages.line_of(hello), self._deadline)

    def _check_litter(self) -> None:
        """What an earlier process of the bot left behind when its game was over costs this one."""
        if self._standby and (left := self._standby.litter.pop(self._kind, "")):
            raise Fault(Ending.LITTER, f"after an earlier game, {left}")

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
        self._farewell = 0.0 if is_at_fault else standby.FAREWELL

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
        lines = "1 line" if process.unasked_count == 1 else f"{process.unasked_count} lines"
        return f"{text}\n[duelhall ignored {lines} that it did not ask for: {first}]\n"

    @property
    def _running(self) -> Lasting:
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
