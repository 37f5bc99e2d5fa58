"""Playing a tournament: the games not played yet, in this process, in several, or on a cluster."""

import logging
import multiprocessing
import os
import signal
import socket
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import partial
from itertools import groupby, islice
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Barrier
from multiprocessing.util import Finalize
from pathlib import Path
from types import FrameType
from typing import TypeAlias

import numpy as np

from duelhall.arena.record import GameRecord
from duelhall.arena.referee import Referee, play_game
from duelhall.arena.schedule import GameJob, jobs_in_legs, shares
from duelhall.arena.settings import (
    KEY,
    BadTournament,
    Interrupted,
    Settings,
    is_committed_to,
)
from duelhall.arena.standings import rounds
from duelhall.arena.store import Store
from duelhall.bots.home import Limits, adopt, end_with_parent
from duelhall.bots.signals import HANGUPS, OFTEN, Stopped, note_signals, stop_if_signalled
from duelhall.engine.errors import from_extra
from duelhall.engine.text import show_all
from duelhall.match.game import name_today

Records: TypeAlias = Generator[GameRecord, None, None]
Play: TypeAlias = Callable[[Iterable[GameJob]], Records]
"""Plays games, and yields their records as they are finished, in any order."""

AHEAD = 4
"""How many games are queued for each process."""

ANSWERS_WITHIN = 10.0
"""Seconds."""

WAITING = 64
"""How many games are handed to the cluster before one comes back."""


def in_this_process(jobs: Iterable[GameJob]) -> Records:
    """Play one game after another."""
    with Referee(shares(1, 0)) as referee:
        for job in jobs:
            yield referee.play(job)
            stop_if_signalled()


def in_processes(count: int) -> Play:
    """Play this many games at once, each in a process of its own.

    Raises Interrupted if one of these is killed, which only a bot or the system can do.
    """

    def play(jobs: Iterable[GameJob]) -> Records:
        context = multiprocessing.get_context("spawn")
        start = partial(ProcessPoolExecutor, count, mp_context=context, initializer=_be_a_player)
        shared = (context.Value("i", 0), context.Barrier(count))
        with (
            _explained(),
            start(initargs=(count, *shared)) as pool,
            _stopping(pool),
        ):
            for number, (leg, waiting) in enumerate(groupby(jobs, lambda job: job.leg)):
                if number:
                    with _interrupts_held():
                        begun = pool.map(_begin_leg, [leg] * count)
                    list(begun)
                yield from _leg_played(pool, waiting, count * AHEAD)

    return play


def _leg_played(pool: ProcessPoolExecutor, waiting: Iterator[GameJob], ahead: int) -> Records:
    """Play these games to the end of the last one."""
    running = _submitted(pool, waiting, ahead)
    while running:
        done, left = wait(running, OFTEN, FIRST_COMPLETED)
        yield from (future.result() for future in done)
        stop_if_signalled()
        running = [*left, *_submitted(pool, waiting, len(done))]


def _submitted(
    pool: ProcessPoolExecutor, waiting: Iterator[GameJob], most: int
) -> list[Future[GameRecord]]:
    """Have the next games played. A process that starts for them has to import everything before it
    can ignore Ctrl-C, which reaches all processes at once; until then it waits, and is ignored.
    """
    with _interrupts_held():
        return [pool.submit(_play, job) for job in islice(waiting, most)]


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Let Ctrl-C wait meanwhile, for this process and for those that it starts."""
    _hold_interrupts(held=True)
    try:
        yield
    finally:
        _hold_interrupts(held=False)


def _hold_interrupts(*, held: bool) -> None:
    """Let Ctrl-C wait from now on, or no longer, for this process and for those that it starts."""
    if hasattr(signal, "pthread_sigmask"):
        how = signal.SIG_BLOCK if held else signal.SIG_UNBLOCK
        signal.pthread_sigmask(how, {signal.SIGINT})


def limited(play: Play, limits: Limits) -> Play:
    """Play games as before, but allow programs no more than this."""
    return lambda jobs: play(replace(job, limits=limits) for job in jobs)


_referees: list[Referee] = []
"""Who plays the games in a process that does nothing else."""

_everybody: list[Barrier] = []
"""Where all such processes wait for each other."""


def _begin_leg(leg: int) -> None:
    """End the bots that wait since an earlier leg. No process does this twice and leaves out
    another one, since all wait for each other.
    """
    _referees[0].begin_leg(leg)
    _everybody[0].wait()


def _be_a_player(count: int, started: "Synchronized[int]", everybody: Barrier) -> None:
    """Make this process one of several that play games until they are told to stop. Ctrl-C does not
    count: it reaches all processes at once, and the main one decides what follows.
    """
    show_all()
    adopt()
    with started.get_lock():
        place = started.value
        started.value += 1
    _referees.append(Referee(shares(count, place)))
    _everybody.append(everybody)
    Finalize(None, _referees[0].close, exitpriority=1)
    for number in HANGUPS:
        signal.signal(number, _leave)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hold_interrupts(held=False)
    end_with_parent()


def _leave(number: int, _frame: FrameType | None = None) -> None:
    """End this process, between two games, with all bots that wait for another one."""
    _referees[0].close()
    os._exit(128 + number)


def _play(job: GameJob) -> GameRecord:
    """Play a game; a signal to stop ends this process after cleaning up."""
    before = note_signals()
    try:
        record = _referees[0].play(job)
        stop_if_signalled()
        return record
    except Stopped as stop:
        _leave(stop.number)
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextmanager
def _stopping(pool: ProcessPoolExecutor) -> Iterator[None]:
    """Stop all processes of a pool when their games are no longer needed."""
    try:
        yield
    except BaseException:
        pool.shutdown(wait=False, cancel_futures=True)
        for process in multiprocessing.active_children():
            process.terminate()
        raise


@contextmanager
def _explained() -> Iterator[None]:
    """Say what happened if a process that plays games is gone."""
    try:
        yield
    except BrokenProcessPool:
        raise Interrupted(
            "a process that plays games was killed, by one of its bots or for lack of memory; "
            "all finished games are saved"
        ) from None


# --- on a cluster ---


def on_cluster(address: str | None) -> Play:
    """Play games on the cluster at an address, or on one started here if there is none."""
    ray = from_extra("ray", "ray")
    if address not in (None, "auto"):
        _check_address(str(address))

    def play(jobs: Iterable[GameJob]) -> Records:
        started = not ray.is_initialized()
        if started:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        remote = ray.remote(_play_there)
        try:
            for _, waiting in groupby(jobs, lambda job: job.leg):
                running = [remote.remote(job) for job in islice(waiting, WAITING)]
                while running:
                    done, running = ray.wait(running, timeout=OFTEN)
                    running += [remote.remote(job) for job in islice(waiting, len(done))]
                    yield from ray.get(done)
                    stop_if_signalled()
        finally:
            if started:
                ray.shutdown()

    return play


def _play_there(job: GameJob) -> GameRecord:
    """Play a game in a process of the cluster, which does nothing else."""
    adopt()
    return play_game(job)


def _check_address(address: str) -> None:
    """Refuse an address where nothing listens; Ray itself would keep trying for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if not colon or not port.isdigit():
        raise BadTournament(f"the address of a Ray cluster must be HOST:PORT, not {address!r}")
    try:
        socket.create_connection((host.strip("[]"), int(port)), ANSWERS_WITHIN).close()
    except (OSError, OverflowError) as error:
        raise BadTournament(
            f"no Ray cluster answers at {address} ({error}): start one with `ray start --head`"
        ) from None


# --- a whole tournament ---


def run(
    settings: Settings,
    folder: Path,
    play: Play = in_this_process,
    after_game: Callable[[GameRecord], bool] = lambda _record: True,
) -> None:
    """Play what is left of a tournament; it can be stopped after any game, also by `after_game`.

    Raises OtherEdition if the rules have changed since it began.
    """
    with opened(settings, folder) as store:
        play_missing(settings, store, play, after_game)


def opened(settings: Settings, folder: Path) -> Store:
    """The store of a tournament that can go on here, and not with the seed of another one."""
    name_today(settings.game, settings.edition)
    if settings.seed is None:
        raise BadTournament(f"the games are dealt from a seed, but {folder / KEY} is missing")
    if not is_committed_to(settings):
        raise BadTournament(
            f"the seed in {folder / KEY} is not the one that was committed to: put back the key "
            "with which this tournament began"
        )
    return Store(folder, settings)


def play_missing(
    settings: Settings,
    store: Store,
    play: Play,
    after_game: Callable[[GameRecord], bool],
) -> None:
    """Play those games of a tournament that are not finished, unless it is stopped."""
    for meetings in rounds(settings, store.rows):
        done = store.finished(meetings.first_number, len(meetings))
        jobs = jobs_in_legs(settings, meetings, np.flatnonzero(~done))
        with closing(play(jobs)) as records:
            for record in records:
                store.add(meetings.of_number(record.number), record)
                if not after_game(record):
                    return
