"""Writing to a store without making anybody wait but those who asked for it.

A store blocks until its disk has everything. So it has a thread of its own, and whatever comes in
while that is busy is written together, in one transaction: a hundred moves take hardly longer than
one. Whatever happens in one round of the event loop is handed over at once, and comes back so.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from duelhall.web.log import log
from duelhall.web.store import BrokenStore, Store, StoredEvent, TableRow

PATIENCE = 15.0
"""Seconds after which nobody waits for a store any more; longer than a store waits by itself."""

FAREWELL = 3.0
"""Seconds that a store has to write what is left when the server ends."""

AWAY = (
    "this server cannot use its store at the moment: this may not have been done; try again later"
)
"""What is said of any trouble with a store; what kind of trouble it is, the log says. A store that
did not answer in time may still do what it was asked for.
"""

Found = TypeVar("Found")


TROUBLE = (BrokenStore, sqlite3.Error, OSError)


@dataclass
class Job:
    """Something to be done by the thread, and who waits for it."""

    done: "asyncio.Future[Any]"
    events: list[StoredEvent] = field(default_factory=list)
    rows: list[TableRow] = field(default_factory=list)
    act: Callable[[Store], Any] | None = None  # in place of adding events
    result: Any = None
    error: Exception | None = None

    def settle(self) -> None:
        """Tell who waits for it."""
        if self.done.done():
            return
        if isinstance(self.error, TROUBLE):
            log.error(f"store: {self.error}")
            self.done.set_exception(BrokenStore(AWAY))
        elif self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Journal:
    """A store with a thread of its own."""

    def __init__(self, store: Store, patience: float = PATIENCE) -> None:
        self._store, self._patience = store, patience
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._is_busy = False  # whether the thread is at work, or will be soon
        self._batch: list[Job] = []  # what the thread is doing, and since when
        self._since = 0.0
        self._is_stuck = False  # whether that takes so long that nobody waits for it
        self._watching: asyncio.TimerHandle | None = None
        self._batches: SimpleQueue[list[Job] | None] = SimpleQueue()
        self._thread = Thread(target=self._work, name="duelhall-journal", daemon=True)
        self._thread.start()

    async def add(self, events: list[StoredEvent], row: TableRow | None = None) -> None:
        """Add events, and what has changed of their table; on disk when this returns."""
        await self._queued(Job(self._loop.create_future(), events, [row] if row else []))

    async def ask(self, act: Callable[[Store], Found]) -> Found:
        """What a function finds in the store."""
        found: Found = await self._queued(Job(self._loop.create_future(), act=act))
        return found

    async def close(self) -> None:
        """Write what is left, and let go of the store, if it still answers."""
        self._batches.put(self._taken())
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join, FAREWELL)
        if self._thread.is_alive():
            log.error("the store did not answer when the server ended")

    def _queued(self, job: Job) -> "asyncio.Future[Any]":
        self._waiting.append(job)
        if self._is_stuck:
            self._give_up()
        if not self._is_busy:
            self._is_busy = True
            self._loop.call_soon(self._start)
        return job.done

    def _start(self) -> None:
        """Have the thread do all that is waiting by now."""
        self._batch, self._since = self._taken(), self._loop.time()
        self._batches.put(self._batch)
        if self._watching is None:
            self._watching = self._loop.call_later(self._patience, self._watch)

    def _watch(self) -> None:
        """See that the thread goes on; looking now and then costs less than timing each job."""
        self._watching = None
        left = self._since + self._patience - self._loop.time()
        if self._is_busy and left > 0:
            self._watching = self._loop.call_later(left, self._watch)
        elif self._is_busy:
            self._is_stuck = True
            self._give_up()

    def _give_up(self) -> None:
        """Let nobody wait any longer. What the thread still does is found when tables are read."""
        error = BrokenStore(f"it has not answered for {self._patience:g} seconds")
        for job in (*self._batch, *self._taken()):
            job.error = error
            job.settle()

    def _taken(self) -> list[Job]:
        taken, self._waiting = self._waiting, []
        return taken

    def _finish(self, batch: list[Job]) -> None:
        """Tell all who waited for a batch, and go on with the next one."""
        self._is_stuck = False
        for job in batch:
            job.settle()
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            self._start()

    # --- in the thread ---

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._do(batch)
            with suppress(RuntimeError):  # the server has ended meanwhile
                self._loop.call_soon_threadsafe(self._finish, batch)
        self._store.close()

    def _do(self, batch: list[Job]) -> None:
        """Add all events of a batch together, and then do the rest of it one by one."""
        adding = [job for job in batch if job.act is None]
        try:
            self._add(adding)
        except Exception:
            self._add_apart(adding)
        for job in batch:
            if job.act is not None:
                self._act(job)

    def _add(self, jobs: list[Job]) -> None:
        """Add the events of some jobs in one transaction."""
        if jobs:
            events = [event for job in jobs for event in job.events]
            self._store.add(events, [row for job in jobs for row in job.rows])

    def _add_apart(self, jobs: list[Job]) -> None:
        """Try each job again by itself. If one made all of them fail, only that one fails; if the
        store had lost its connection, it may have found it again.
        """
        for job in jobs:
            try:
                if not job.done.done():  # somebody still waits for it
                    self._add([job])
            except Exception as error:
                job.error = error

    def _act(self, job: Job) -> None:
        try:
            job.result = job.act(self._store) if job.act else None
        except Exception as problem:
            job.error = problem
