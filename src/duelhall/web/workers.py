"""Processes that think and explain, so that the event loop never does.

Those who play have workers of their own: however many hints and explanations are asked for, no
opponent has to wait for them.
"""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from multiprocessing.connection import wait
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import TypeVar

from duelhall.engine.errors import DuelhallError
from duelhall.web import tasks

Found = TypeVar("Found")

HELPING = 5
"""How much lower the priority of explaining is."""

READING = (5, 2**29)
"""Seconds and bytes that it may take to read what a stranger has written; a hundredth is usual."""

MOST_WAITING = 64
"""How many explanations may wait to be made, and how many texts to be read."""

TRIES = 2
"""How often something is tried whose worker dies: it may have died of something else."""


class TooBusy(DuelhallError):
    """More is asked for than the workers can do."""

    def __init__(self, says: str = "too much is being asked for at the moment") -> None:
        super().__init__(f"{says}; try again later")


def _limited(limits: tuple[int, int], function: Callable[..., Found], *arguments: object) -> Found:
    """What a function returns, in a worker that the system ends if that takes too much."""
    import resource

    most = {resource.RLIMIT_CORE: 0, resource.RLIMIT_CPU: int(time.process_time()) + limits[0]}
    with suppress(OSError):  # other systems than Linux do not count it so
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        most[resource.RLIMIT_DATA] = pages * resource.getpagesize() + limits[1]
    for kind, limit in most.items():
        resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
    return function(*arguments)


def _begin(niceness: int) -> None:
    """Get a worker ready: it ends with the server, and not by Ctrl-C, which is meant for that."""
    signal(SIGINT, SIG_IGN)
    with suppress(OSError):
        os.nice(niceness)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class Pool:
    """Some workers of one kind."""

    def __init__(self, count: int, niceness: int = 0, tries: int = TRIES) -> None:
        self._count, self._niceness, self._tries = count, niceness, tries
        self._executor = self._made()
        self.waiting = 0

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._count,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(self._niceness,),
        )

    async def run(self, function: Callable[..., Found], *arguments: object) -> Found:
        """What a function of tasks.py returns; a worker that dies on the way is replaced."""
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            for _ in range(self._tries):
                executor = self._executor
                with suppress(BrokenProcessPool):
                    return await loop.run_in_executor(executor, function, *arguments)
                if self._executor is executor:
                    self._executor = self._made()
            raise TooBusy("the server could not work this out")
        finally:
            self.waiting -= 1

    def start(self) -> None:
        """Start a worker before anybody waits for it."""
        self._executor.submit(tasks.ready)

    def close(self) -> None:
        """End the workers; whatever they are doing is not needed any more."""
        processes = list((self._executor._processes or {}).values())  # noqa: SLF001, no other way to them
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


class Workers:
    """All workers of a server."""

    def __init__(self, count: int | None = None) -> None:
        cores = count or os.cpu_count() or 1
        self._playing, self._retrying = Pool(cores, tries=1), Pool(1, tries=1)
        self._helping = Pool(max(1, cores // 2), HELPING)
        self._advising = Pool(max(1, cores // 2), HELPING)
        self._reading = Pool(1, HELPING, tries=1)
        self._retry = asyncio.Lock()
        self._reader, self._to_read = asyncio.Lock(), 0
        self._expects_questions = False

    def start(self) -> None:
        """Start workers before anybody waits for them."""
        self._playing.start()

    def expect_questions(self) -> None:
        """Somebody plays: start those who explain and advise, too."""
        if not self._expects_questions:
            self._expects_questions = True
            self._helping.start()
            self._advising.start()

    async def play(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something done that a game waits for. All workers end when one dies; so it is tried
        again by itself, and TooBusy is only for what a worker dies of.
        """
        try:
            return await self._playing.run(function, *arguments)
        except TooBusy:
            async with self._retry:
                return await self._retrying.run(function, *arguments)

    async def help(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something done that a person asked for; TooBusy if too many have."""
        return await self._asked(self._helping, function, *arguments)

    async def advise(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something thought about for seconds; what takes an instant does not wait for it."""
        return await self._asked(self._advising, function, *arguments)

    async def read(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something read that a stranger has written; refused if that takes too much."""
        if self._to_read >= MOST_WAITING:
            raise TooBusy
        self._to_read += 1
        try:
            async with self._reader:  # so that no other is ended with it
                return await self._reading.run(_limited, READING, function, *arguments)
        except (TooBusy, MemoryError):
            says = "this takes too much time or memory to read: shorten it"
            raise DuelhallError(says) from None
        finally:
            self._to_read -= 1

    async def _asked(self, pool: Pool, function: Callable[..., Found], *arguments: object) -> Found:
        if pool.waiting >= MOST_WAITING:
            raise TooBusy
        return await pool.run(function, *arguments)

    def close(self) -> None:
        """End all workers."""
        pools = (self._playing, self._retrying, self._helping, self._advising, self._reading)
        for pool in pools:
            pool.close()
