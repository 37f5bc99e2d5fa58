"""Writing to a store without making anybody wait but those who asked for it.

A store blocks until its disk has everything. So it has a thread of its own, and whatever comes in
while that is busy is written together, in one transaction: a hundred moves take hardly longer than
one. Whatever happens in one round of the event loop is handed over at once, and comes back so.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from duelhall.web.store import Store, StoredEvent, TableRow

Found = TypeVar("Found")


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
        if self.done.cancelled():
            return
        if self.error is not None:
            self.done.set_exception(self.error)
        else:
            self.done.set_result(self.result)


class Journal:
    """A store with a thread of its own."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Job] = []
        self._is_busy = False  # whether the thread is at work, or will be soon
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
        """Write what is left, and let go of the store."""
        self._batches.put(self._taken())
        self._batches.put(None)
        await asyncio.to_thread(self._thread.join)

    def _queued(self, job: Job) -> "asyncio.Future[Any]":
        self._waiting.append(job)
        if not self._is_busy:
            self._is_busy = True
            self._loop.call_soon(self._start)
        return job.done

    def _start(self) -> None:
        """Have the thread do all that is waiting by now."""
        self._batches.put(self._taken())

    def _taken(self) -> list[Job]:
        taken, self._waiting = self._waiting, []
        return taken

    def _finish(self, batch: list[Job]) -> None:
        """Tell all who waited for a batch, and go on with the next one."""
        for job in batch:
            job.settle()
        self._is_busy = bool(self._waiting)
        if self._is_busy:
            self._start()

    # --- in the thread ---

    def _work(self) -> None:
        while (batch := self._batches.get()) is not None:
            self._do(batch)
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
                self._add([job])
            except Exception as error:
                job.error = error

    def _act(self, job: Job) -> None:
        try:
            job.result = job.act(self._store) if job.act else None
        except Exception as problem:
            job.error = problem
