"""A bot's process that answers line by line, for one game or for several."""

import os
import select
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress

from duelhall.engine.errors import shortened
from duelhall.players.clock import now
from duelhall.players.faults import Ending, Fault
from duelhall.players.programs.homes import Excerpt, Home
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.processes import CHUNK, Process

MOMENT = 0.0002
"""How many seconds to wait for a quick answer without going to sleep."""

GLANCE = 0.25
"""How many seconds pass until the thread that reads standard error notices that it should stop."""

Answers = Callable[[bytes], bool | None]
"""Whether a line answers the question that was asked last; None if it does not say."""


def _says_nothing(_line: bytes) -> None:
    """A line of a bot that does not number its answers."""


class Lasting(Process):
    """A process that answers each line with a line. A thread of the server reads its errors."""

    def __init__(self, command: Sequence[str], home: Home, limits: Limits, errors: Excerpt) -> None:
        super().__init__(command, home, limits, errors)
        self.unasked: list[bytes] = []  # the first line that nobody asked for
        self.unasked_count = 0
        self.owed = 0  # how many questions it has not answered in time
        self._stopped = False
        self._reading = threading.Lock()  # standard error, and for which game
        self._thread = threading.Thread(target=self._read_errors, daemon=True)
        self._thread.start()

    def begin_game(self, errors: Excerpt) -> None:
        """Restart the count of its output, and keep what it writes to standard error here."""
        with self._reading:
            self._errors = errors
        self._output, self.unasked, self.unasked_count = 0, [], 0

    def ask(
        self, line: bytes, seconds: float | None, answers: Answers = _says_nothing
    ) -> tuple[bytes, float]:
        """The bot's answer, and how long it took; the clock starts here.

        Answers to other questions are skipped. A line that does not say which question it answers
        belongs to the oldest one that is still open.
        """
        self._ignore_unasked()
        begun = now()
        deadline = None if seconds is None else begun + seconds
        try:
            self.tell(line, deadline)
            while not self._is_answer(answers(answer := self.read_line(deadline))):
                self._note_unasked(answer)
        except Fault as fault:
            fault.seconds = now() - begun
            self.owed += fault.ending is Ending.TIMEOUT
            raise
        self.owed = 0
        return answer, now() - begun

    def _is_answer(self, says: bool | None) -> bool:  # noqa: FBT001, what a line says of itself
        return self.owed == 0 if says is None else says

    def tell(self, line: bytes, deadline: float | None) -> None:
        """Send the bot a line; Fault if it does not take it."""
        if not self.write(line, deadline):
            raise self.crash("input")

    def read_line(self, deadline: float | None) -> bytes:
        """The next line, without its newline; what follows it is kept for later.

        An answer that is in the pipe when the time is up counts as in time: the server may be late.
        """
        while (end := self._buffer.find(b"\n")) < 0:
            self._check_line(len(self._buffer))
            if self._silent:
                raise self.crash("output")
            if not self.wait(deadline):
                raise Fault(Ending.TIMEOUT, self._nothing_text())
        self._check_line(end)
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line

    def _next_events(self, deadline: float | None) -> list[tuple[int, int]]:
        """Stay awake for a moment: waking up takes longer than a quick answer."""
        moment = now() + MOMENT
        while not (events := self._poll.poll(0)) and now() < moment:
            os.sched_yield()
        return events or super()._next_events(deadline)

    def _check_line(self, size: int) -> None:
        if size > self._limits.line:
            raise Fault(Ending.OUTPUT, f"a line of more than {self._limits.line} bytes")

    def _nothing_text(self) -> str:
        if self._buffer:
            begun = shortened(self._buffer.decode(errors="replace"))
            return f"it wrote {begun} and did not end the line"
        return "it wrote nothing (an answer must be flushed)"

    def _ignore_unasked(self) -> None:
        """Discard whole lines that came before the question; an answer comes after it."""
        while self.take_output():
            pass
        while (end := self._buffer.find(b"\n")) >= 0:
            self._note_unasked(bytes(self._buffer[:end]))
            del self._buffer[: end + 1]

    def _note_unasked(self, line: bytes) -> None:
        """Note a line that answers nothing, unless it is only late; Fault if there are too many."""
        if self.owed:
            self.owed -= 1
            return
        self.unasked = self.unasked or [line]
        self.unasked_count += 1
        if self.unasked_count > self._limits.unasked:
            raise Fault(
                Ending.OUTPUT, f"more than {self._limits.unasked} lines that answer no question"
            )

    # --- standard error ---

    def take_errors(self) -> None:
        """Read what it has written to standard error by now."""
        with self._reading, suppress(BlockingIOError):
            while not self._is_closed and (chunk := os.read(self._stderr, CHUNK)):
                self._errors.add(chunk)

    def _read_errors(self) -> None:
        """Read standard error until it is closed."""
        poll = select.poll()
        poll.register(self._stderr, select.POLLIN)
        looked = now()
        while not self._stopped:
            if poll.poll(GLANCE * 1000) and self._is_at_its_end():
                return
            if now() >= looked + GLANCE:
                self.check_memory()
                looked = now()

    def _is_at_its_end(self) -> bool:
        """Read some of standard error; True if it is closed."""
        with self._reading, suppress(BlockingIOError):
            chunk = os.read(self._stderr, CHUNK)
            self._errors.add(chunk)
            return not chunk
        return False

    def _stop_reading_errors(self) -> None:
        """Let the thread read to the end, which comes at once if the whole group is dead."""
        self._thread.join(GLANCE)
        self._stopped = True
        self._thread.join()
