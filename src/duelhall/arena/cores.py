"""Cores set apart: bots that play each other do not take each other's computing time."""

import os

from duelhall.engine.record import SEATS

Cores = tuple[int, ...]
Shares = tuple[Cores, Cores]
ALL: Shares = ((), ())
"""Where there are too few cores, everybody runs on all of them."""


def shares(games: int, place: int) -> Shares:
    """The cores of both seats in one of this many games at once; ALL if there are too few for each
    bot to have one of its own.
    """
    cores = available_cores()
    each = len(cores) // (SEATS * games)
    first = place * SEATS * each
    if not each or place >= games:
        return ALL
    return cores[first : first + each], cores[first + each : first + SEATS * each]


def available_cores() -> Cores:
    """The cores that this process may use, if the system tells."""
    if not hasattr(os, "sched_getaffinity"):
        return ()
    return tuple(sorted(os.sched_getaffinity(0)))
