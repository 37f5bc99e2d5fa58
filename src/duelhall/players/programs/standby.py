"""Programs that live on between their games, so that the next one need not start them."""

from collections import OrderedDict
from collections.abc import Collection, Hashable, Mapping, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Self

from duelhall.players.clock import now
from duelhall.players.faults import Fault
from duelhall.players.programs import messages
from duelhall.players.programs.homes import Excerpt, Home, InnerHome
from duelhall.players.programs.lasting_process import Lasting
from duelhall.players.programs.limits import Limits
from duelhall.players.programs.sandbox.choosing import sandbox_for

FAREWELL = 0.5
"""How many seconds a program has to end by itself before it is killed."""

MOST_WAITING = 16
"""How many programs may wait for their next games; each of them takes up memory."""


class Program:
    """A program that has been started, in a home of its own."""

    def __init__(
        self, command: Sequence[str], limits: Limits, folder: Path | None, errors: Excerpt
    ) -> None:
        with ExitStack() as stack:
            self._home = stack.enter_context(_home(limits, folder))
            self.process = stack.enter_context(Lasting(command, self._home, limits, errors))
            self._stack = stack.pop_all()
        self.hello: messages.Hello | None = None  # how it introduced itself

    def tell_to_quit(self, first: bytes = b"") -> None:
        """Tell it the last thing, and to quit, without waiting for it."""
        with suppress(Fault):
            self.process.write(first + messages.line_of(messages.quit_message()), now())
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
    is_inside = folder is None and sandbox_for(limits.sandbox) is not None
    return InnerHome() if is_inside else Home(folder)


class Standby:
    """Programs that wait, by what they can be used for: one of each kind."""

    def __init__(self, most: int = MOST_WAITING) -> None:
        self._most = most
        self._waiting: OrderedDict[Hashable, Program] = OrderedDict()
        self.litter: dict[Hashable, str] = {}  # what could not be cleaned up after those that left

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def take(self, kind: Hashable) -> Program | None:
        """The waiting program of a kind, if there is one and it has not ended meanwhile."""
        program = self._waiting.pop(kind, None)
        if program is not None and program.process.has_ended():
            self._dismiss({kind: program})
            return None
        return program

    def keep(self, kind: Hashable, program: Program) -> None:
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

    def _dismiss(self, leaving: Mapping[Hashable, Program]) -> None:
        """Let programs leave, and note what they leave behind."""
        dismiss(leaving.values())
        left = {kind: program.left_behind for kind, program in leaving.items()}
        self.litter.update((kind, text) for kind, text in left.items() if text)


def dismiss(programs: Collection[Program]) -> None:
    """Tell programs to quit, and end those that do not do so soon."""
    with ExitStack() as stack:
        for program in programs:
            stack.callback(program.close)
            program.tell_to_quit()
        deadline = now() + FAREWELL
        for program in programs:
            program.process.has_ended(max(0.0, deadline - now()))
