"""A program that runs for a whole game and exchanges messages line by line."""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import partial

from duelhall.engine.errors import shortened
from duelhall.players.clock import now
from duelhall.players.faults import Ending, Fault
from duelhall.players.programs import messages
from duelhall.players.programs.homes import Excerpt, Home
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.processes import Lasting
from duelhall.players.question import Answer, Closing, Opening, Question

FAREWELL = 0.5
"""How many seconds a program has to end by itself after the game before it is killed."""


class LastingSeat:
    """A program's seat; its process is killed with the stack, whatever happens."""

    recalls_views = False

    def __init__(
        self, command: Sequence[str], limits: Limits, home: Home, stack: ExitStack
    ) -> None:
        self._command, self._limits, self._home, self._stack = command, limits, home, stack
        self._errors = Excerpt(limits.errors)
        self._deadline = 0.0  # for its hello
        self._opening: Opening | None = None
        self._process: Lasting | None = None
        self.introduced: messages.Hello | None = None

    def start(self, opening: Opening) -> None:
        """Start the process and say hello, without waiting for an answer."""
        self._opening = opening
        self._deadline = now() + opening.clock.start
        self._process = Lasting(self._command, self._home, self._limits, self._errors)
        self._stack.callback(self._process.kill)
        with _starting():
            self._process.tell(
                messages.line_of(messages.hello_message(opening.game, opening.clock)),
                self._deadline,
            )

    def greet(self) -> None:
        """Read its hello, and tell it that a game begins."""
        if self._opening is None:
            raise Fault(Ending.START, "it was not started")
        with _starting():
            self.introduced = messages.read_hello(self._running.read_line(self._deadline))
        self._running.tell(messages.line_of(messages.game_message(self._opening)), self._deadline)

    def decide(self, question: Question) -> Answer:
        """Ask for a move; the clock starts when the question is written."""
        hello = self.introduced or messages.Hello()
        line = messages.line_of(messages.decide_message(question, hello))
        is_old = partial(messages.is_old_answer, question.number)
        answer, seconds = self._running.ask(line, question.left, is_old)
        try:
            return Answer(messages.read_move(answer), seconds)
        except Fault as fault:
            fault.seconds = seconds
            raise

    def end(self, closing: Closing) -> None:
        """Tell it how the game ended, and to quit; it gets a moment to do so."""
        if self._process is None:
            return
        over = messages.game_over_message(closing)
        last = messages.line_of(over) + messages.line_of(messages.quit_message())
        with suppress(Fault):
            self._process.write(last, now())
        self._process.close_input()
        if closing.by is None or closing.winner == closing.seat:
            self._stack.callback(self._process.has_ended, FAREWELL)

    def errors(self) -> str:
        """What it wrote to standard error, and a note on lines that nobody asked for."""
        text = self._errors.text()
        if self._process is None or not self._process.unasked:
            return text
        first = shortened(self._process.unasked[0].decode(errors="replace"))
        count = self._process.unasked_count
        return f"{text}\n[duelhall ignored {count} lines that it did not ask for: {first}]\n"

    @property
    def _running(self) -> Lasting:
        if self._process is None:
            raise Fault(Ending.START, "it was not started")
        return self._process


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
