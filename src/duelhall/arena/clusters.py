"""Playing the games of a tournament on a Ray cluster: the same games, just elsewhere."""

import logging
import socket
from collections.abc import Iterable
from itertools import groupby, islice
from typing import Any

from duelhall.arena.contests import GameJob, GameRecord
from duelhall.arena.referee import play_game
from duelhall.arena.runner import Play, Records
from duelhall.arena.settings import BadTournament
from duelhall.bots.home import adopt
from duelhall.bots.signals import OFTEN, stop_if_signalled

ANSWERS_WITHIN = 10.0
"""Seconds."""

WAITING = 64
"""How many games are handed to the cluster before one comes back."""


def on_cluster(address: str | None) -> Play:
    """Play games on the cluster at an address, or on one started here if there is none."""
    ray = _ray()
    if address not in (None, "auto"):
        _check_address(str(address))

    def play(jobs: Iterable[GameJob]) -> Records:
        started = not ray.is_initialized()
        if started:
            ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        remote = ray.remote(_play)
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


def _play(job: GameJob) -> GameRecord:
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


def _ray() -> Any:
    """The package, if it is installed."""
    try:
        import ray
    except ModuleNotFoundError:
        raise BadTournament("this needs Ray: pip install 'duelhall[ray]'") from None
    return ray
