"""Rules in Python at once, and in machine code as soon as there is some.

A person who sits down to a game should not have to wait for a compiler. So the entries that a match
goes through run in Python at first. Meanwhile another process compiles them at low priority and
stores the machine code on disk; this process then loads it alongside its work, and runs it from
then on. An entry changes over between two calls, and both ways give the same results, so nobody can
tell.

If nothing can be stored on disk, or the process cannot fork, everything goes on in Python.

A process that works ahead of this one: it compiles at low priority, and ends when this does.

Rules in Python, until machine code is on disk that another process has compiled.

This is for a process that must neither wait for a compiler nor start one: a server, and those that
work for it. It is like `tiered`, but leaves compiling to others.
"""

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from threading import Lock, Thread, main_thread
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from duelhall.backend import CPU, FOLLOWING, INTERPRETED, PYTHON, backend_of
from duelhall.backend import cache as code_cache
from duelhall.backend.cpu import names_of
from duelhall.backend.entries import RuleEntry, entries_of
from duelhall.engine.definition import Definition
from duelhall.engine.rule import is_rule
from duelhall.engine.template import Interpreter, bound

STORED, NOT_STORED = b"1", b"0"
NICENESS = 10
STANDARD_FILES = 3
"""Standard input, output and error."""


class Work(Protocol):
    """Something to be compiled."""

    def compile(self) -> bool:
        """Compile it, and return whether the machine code is now on disk."""


Job = TypeVar("Job", bound=Work)


def can_work_ahead() -> bool:
    """Whether another process can be started and can hand over what it compiles."""
    return hasattr(os, "fork") and code_cache.is_writable()


class Ahead(Generic[Job]):
    """The process, seen from the one that it works for.

    It is forked, so it knows all games and policies that are known here. It reports each job
    through a pipe. Another pipe is never written to: when this process ends, however that happens,
    the system closes it, and the other process ends too.
    """

    def __init__(self, jobs: Sequence[Job]) -> None:
        self._jobs = list(jobs)
        self.has_ended = False
        self._reports, reports = os.pipe()
        lifeline, self._lifeline = os.pipe()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # about threads, which NumPy starts
            self.process = os.fork()
        if self.process == 0:
            try:
                os.close(self._reports)
                os.close(self._lifeline)
                _work(self._jobs, reports, lifeline)
            finally:
                os._exit(1)
        os.close(reports)
        os.close(lifeline)
        os.set_blocking(self._reports, False)

    def newly_stored(self) -> list[Job]:
        """The jobs whose machine code has reached the disk since this was last asked."""
        if self.has_ended:
            return []
        try:
            reports = os.read(self._reports, len(self._jobs) or 1)
        except BlockingIOError:
            return []
        if not reports:
            self._bury()
        done, self._jobs = self._jobs[: len(reports)], self._jobs[len(reports) :]
        return [job for job, report in zip(done, reports, strict=True) if report == ord(STORED)]

    def _bury(self) -> None:
        self.has_ended = True
        os.close(self._reports)
        os.close(self._lifeline)
        os.waitpid(self.process, 0)


# --- in the process that works ahead ---


def _work(jobs: Sequence[Work], reports: int, lifeline: int) -> NoReturn:
    """Do the jobs, report each one, and end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the other process
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.SIG_DFL)
    os.nice(NICENESS)
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in range(STANDARD_FILES):
        os.dup2(nothing, number)
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()
    for job in jobs:
        os.write(reports, STORED if job.compile() else NOT_STORED)
    os._exit(0)


def _end_with(lifeline: int) -> None:
    """End when the other process does."""
    os.read(lifeline, 1)
    os._exit(0)


LOOK_EVERY = 0.05
"""Seconds between two looks for machine code while Python is busy with a decision."""


class Tiered:
    """The backend for people."""

    def __init__(self, definition: Definition) -> None:
        self._definition, self.game = definition, definition.name
        self._cpu, self._python = (backend_of(definition, name) for name in (CPU, PYTHON))
        self._entries: list[TieredEntry] = []
        self._may_go_on = Lock()
        self._ahead: Ahead[TieredEntry] | None = None
        self._loader: Thread | None = None
        self._is_compiling = can_work_ahead()
        self.bind = cache(self._bind)

    def _bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        """A tiered entry; anything else, such as a loop over whole games, is in machine code."""
        is_decision = hasattr(template, "is_decision")
        if not is_decision and template.__module__ != entries_of.__module__:
            return self._cpu.bind(template, **more)
        make = TieredDecision if is_decision else TieredEntry
        if hasattr(template, "is_long"):
            make = LongDecision
        entry = make(self, template, {**self._definition.functions, **more})
        entry.machine_code = lambda: self._cpu.bind(template, **more)
        self._entries.append(entry)
        return entry

    def expect(self, entries: Iterable[RuleEntry]) -> None:
        """Compile these as soon as compiling begins."""
        for expected in entries:
            entry = self.bind(expected.template, **expected.functions)
            entry.arguments = entry.arguments or expected.arguments

    @property
    def is_behind(self) -> bool:
        """Whether a search has to make do with Python until its machine code is compiled."""
        return self._ahead is not None and any(search.is_awaited for search in self._searches)

    def catch_up(self) -> None:
        """Wait until searches that are expected have their machine code, if it can be had."""
        for search in self._searches:
            search.look_on_disk()
        self.go_on()
        while self.is_behind:
            time.sleep(LOOK_EVERY)
            self.go_on()

    @property
    def _searches(self) -> "list[LongDecision]":
        return [entry for entry in self._entries if isinstance(entry, LongDecision)]

    def go_on(self) -> None:
        """Go on with compiling and loading, as far as that can be done without waiting."""
        if not self._is_compiling or not self._may_go_on.acquire(blocking=False):
            return
        try:
            if self._loader is None or not self._loader.is_alive():
                self._take_next_step()
        finally:
            self._may_go_on.release()

    def _take_next_step(self) -> None:
        if self._ahead is None:
            self._work_ahead()
        elif stored := self._ahead.newly_stored():
            self._loader = Thread(target=load_entries, args=(stored,), name="duelhall-loader")
            self._loader.start()
        elif self._ahead.has_ended:
            self._ahead = None
            self._work_ahead()  # on what was expected since it began

    def _work_ahead(self) -> None:
        """Let another process compile what is called here, or soon will be; first of all what takes
        Python longest.
        """
        self.expect(entries_of(self._definition))
        waiting = [entry for entry in self._entries if entry.arguments and not entry.is_asked_for]
        for entry in waiting:
            entry.is_asked_for = True
        if waiting:
            self._ahead = Ahead(sorted(waiting, key=lambda entry: entry.patience))


def load_entries(entries: "Sequence[TieredEntry]") -> None:
    """Load machine code from disk, and change over to it."""
    for entry in entries:
        if main_thread().is_alive():
            entry.load()


class TieredEntry:
    """An entry that runs in Python until its machine code is loaded."""

    machine_code: Callable[[], Any]
    patience = 2
    """How many kinds of entries are compiled before this one."""

    def __init__(
        self,
        tier: Tiered,
        template: Callable[..., Any],
        functions: Mapping[str, Callable[..., Any]],
    ) -> None:
        self._tier = tier
        self._names = names_of(tier.game, template)
        self._python = self._prepared(bound(template, functions))
        self._code: Any = None
        self.arguments: tuple[Any, ...] = ()  # of the types that it is called with
        self.is_asked_for = False

    def __call__(self, *arguments: Any) -> Any:
        """Run it, one way or the other."""
        if self._code is None:
            self.arguments = self.arguments or arguments
            self._tier.go_on()
            return self._interpreted(*arguments)
        return self._code(*arguments)

    def _prepared(self, python: Callable[..., Any]) -> Callable[..., Any]:
        """The entry in Python, as it runs here."""
        return python

    def _interpreted(self, *arguments: Any) -> Any:
        return self._python(*arguments)

    @property
    def is_loaded(self) -> bool:
        """Whether it runs in machine code."""
        return self._code is not None

    def compile(self) -> bool:
        """Get the machine code onto disk; False if it cannot be stored there."""
        code = self.machine_code()
        code.prepare(self.arguments)
        return bool(code.is_stored(self.arguments))

    def load(self) -> None:
        """Change over to the machine code on disk, if it is there. Where none of any version is,
        nobody waits for Numba, which takes a second to import.
        """
        if not code_cache.has_any(self._names):
            return
        code = self.machine_code()
        if code.load(self.arguments):
            self._code = code


class Overtaken(Exception):
    """Machine code is ready while Python is still thinking."""


class TieredDecision(TieredEntry):
    """The entry of a policy: it may take Python a long time, and then machine code takes over."""

    patience = 1
    _next_look = 0.0

    def _prepared(self, python: Callable[..., Any]) -> Callable[..., Any]:
        """With rules that can be interrupted."""
        interruptible: Callable[..., Any] = Interpreter(self._interruptible).copy(python)
        return interruptible

    def _interpreted(self, *arguments: Any) -> Any:
        """Think with copies of the arguments, so that thinking can start again."""
        copies = [argument.copy() for argument in arguments]
        try:
            found = self._python(*copies)
        except Overtaken:
            return self._code(*arguments)
        for argument, copy in zip(arguments, copies, strict=True):
            argument[...] = copy
        return found

    def _interruptible(
        self, source: Callable[..., Any], copy: Callable[..., Any]
    ) -> Callable[..., Any]:
        """A rule that checks now and then whether there is machine code."""
        if not is_rule(source):
            return copy

        def rule(*arguments: Any, **named: Any) -> Any:
            now = time.monotonic()
            if now >= self._next_look:
                self._next_look = now + LOOK_EVERY
                self._tier.go_on()
                if self._code is not None:
                    raise Overtaken
            return copy(*arguments, **named)

        return rule


class LongDecision(TieredDecision):
    """The entry of a search: machine code that is on disk is loaded before thinking begins."""

    patience = 0
    _is_looked_for = False

    @property
    def is_awaited(self) -> bool:
        """Whether it is expected, or was called, and has no machine code."""
        return bool(self.arguments) and self._code is None

    def look_on_disk(self) -> None:
        """Load its machine code if it is on disk, the first time that this is asked."""
        if self.arguments and not self._is_looked_for:
            self._is_looked_for = True
            self.load()

    def __call__(self, *arguments: Any) -> Any:
        """Run it, in machine code if there is any."""
        if not self._is_looked_for:
            self.arguments = arguments
        self.look_on_disk()
        return super().__call__(*arguments)


LOOK_AGAIN_AFTER = 0.5
"""Seconds between two looks for machine code."""


class Following(Tiered):
    """The backend of a server."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self._is_compiling = True
        self._next_look = 0.0

    def catch_up(self) -> None:
        """Load all machine code of the game's entries that is on disk, and wait for it."""
        self.expect(entries_of(self._definition))
        with self._may_go_on:
            load_entries([entry for entry in self._entries if not entry.is_loaded])

    @property
    def is_behind(self) -> bool:
        """Whether a search that is expected has to make do with Python; machine code for it that is
        on disk is loaded first.
        """
        searches = [entry for entry in self._entries if isinstance(entry, LongDecision)]
        expected = [entry for entry in searches if entry.arguments and not entry.is_loaded]
        with self._may_go_on:
            load_entries(expected)
        return not all(entry.is_loaded for entry in expected)

    def _take_next_step(self) -> None:
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_AGAIN_AFTER
        waiting: list[TieredEntry] = [
            entry for entry in self._entries if entry.arguments and not entry.is_loaded
        ]
        if waiting:
            self._loader = Thread(target=load_entries, args=(waiting,), name="duelhall-loader")
            self._loader.start()


def get_ready() -> None:
    """Import what machine code is loaded with, which takes a second, where there is any."""
    if not INTERPRETED and code_cache.has_any(""):
        import_module("duelhall.backend.compiler")


def catch_up(definition: Definition) -> None:
    """Load what is on disk of a game, for a process that follows others."""
    backend = backend_of(definition.origin, FOLLOWING)
    if isinstance(backend, Following):  # elsewhere, everything runs in Python
        backend.catch_up()
