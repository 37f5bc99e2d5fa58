"""The order in which games are played: where programs play, the two games of a mirrored pair are in
different legs.

A program that knows the deal from the first game of a pair would have an advantage in the second
one. So all of its processes end between two legs, with all that they could write to; within a leg
they can play one game after another. Half of the pairs have their games the other way round, so
that a contest that is stopped is as fair to one seat as to the other.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from duelhall.arena.contests import GameJob
from duelhall.arena.schedule import Meetings, job_of
from duelhall.arena.settings import Settings

PAIRS = 500
"""How many pairs two legs have: programs are started seldom enough that it costs little."""

PAIRS_OF_A_TEST = 32
"""The same where a test is looked at after every pair."""


def jobs_in_legs(
    settings: Settings, meetings: Meetings, missing: npt.NDArray[np.int64]
) -> Iterator[GameJob]:
    """The games at these places among all meetings, in the order in which they are played."""
    if all(entry.command is None for entry in settings.entries):
        yield from (job_of(settings, meetings[place]) for place in missing.tolist())
        return
    legs = _legs_of(missing, meetings.pairings, PAIRS if settings.sprt is None else PAIRS_OF_A_TEST)
    order = np.lexsort((missing, legs))
    for place, leg in zip(missing[order].tolist(), legs[order].tolist(), strict=True):
        yield job_of(settings, meetings[place], leg)


def _legs_of(places: npt.NDArray[np.int64], pairings: int, size: int) -> npt.NDArray[np.int64]:
    """In which leg each game is played; those who meet again begin with the other game."""
    pairs, is_second = np.divmod(places, 2)
    is_turned = pairs // pairings % 2
    return np.asarray(2 * (pairs // size) + (is_second ^ is_turned), np.int64)
