"""A process that works ahead of this one: it compiles at low priority, and ends when this does."""

import os
import signal
import threading
import warnings
from collections.abc import Sequence
from typing import Generic, NoReturn, Protocol, TypeVar

from duelhall.engine.backend import code_cache

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
