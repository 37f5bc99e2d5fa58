"""Which games a tournament has, in which order they are played, and on which cores. The same
settings and results always give the same games.

Games come in mirrored pairs: the same deal twice, the second time with the seats swapped. They are
numbered so that everyone meets everyone once before any two players meet again.

Where programs play, the two games of a mirrored pair are in different legs: a program that knows
the deal from the first of them would have an advantage in the second one. So all of its processes
end between two legs, with all that they could write to; within a leg they can play one game after
another. Half of the pairs have their games the other way round, so that a contest that is stopped
is as fair to one seat as to the other.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import NamedTuple, overload

import numpy as np
import numpy.typing as npt

from duelhall.arena.settings import Settings, seed_of_pair
from duelhall.bots.home import Limits
from duelhall.engine.record import SEATS
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.table import Late

MOST_TRIES = 20_000
"""How many pairings are tried when searching for a swiss round."""

MOST_SEARCHED = 200
"""How many pairings of a round are searched for; those above them in the table are not needed."""

PAIRS = 500
"""How many pairs two legs have: programs are started seldom enough that it costs little."""

PAIRS_OF_A_TEST = 32
"""The same where a test is looked at after every pair."""

Cores = tuple[int, ...]
Shares = tuple[Cores, Cores]
ALL: Shares = ((), ())
"""Where there are too few cores, everybody runs on all of them."""


class Meeting(NamedTuple):
    """One game: who sits where, by index in the list of players, and in which pair."""

    number: int
    pair: int
    seats: tuple[int, int]


def seats_in_pair(
    meets: Sequence[tuple[int, int]], pair: int, *, is_second: bool
) -> tuple[int, int]:
    """Who sits where in a game of a mirrored pair, where these pairings take turns."""
    one, other = meets[pair % len(meets)]
    return (other, one) if is_second else (one, other)


class Meetings(Sequence[Meeting]):
    """All games of these pairings, pair by pair; each is made up only when it is asked for, since
    there may be millions. Before them came `first` pairs.
    """

    def __init__(self, meets: Sequence[tuple[int, int]], pairs: int, first: int = 0) -> None:
        self._meets, self._pairs, self._first = meets, pairs, first

    def __len__(self) -> int:
        return 2 * self._pairs * len(self._meets)

    @overload
    def __getitem__(self, index: int) -> Meeting: ...
    @overload
    def __getitem__(self, index: slice) -> list[Meeting]: ...
    def __getitem__(self, index: int | slice) -> Meeting | list[Meeting]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        pair, is_second = divmod(index, 2)
        seats = seats_in_pair(self._meets, pair, is_second=bool(is_second))
        return Meeting(self.first_number + index, self._first + pair, seats)

    @property
    def pairings(self) -> int:
        """How many pairs of players meet."""
        return len(self._meets)

    @property
    def first_number(self) -> int:
        """The number of the first of these games."""
        return 2 * self._first + 1

    def of_number(self, number: int) -> Meeting:
        """The game of this number."""
        return self[number - self.first_number]


def meetings_of(settings: Settings) -> Meetings:
    """All games of a tournament that are known before it begins: none of a swiss one."""
    return Meetings(meets_of(settings), settings.games // 2)


def meets_of(settings: Settings) -> list[tuple[int, int]]:
    """Who meets whom, as far as that is known beforehand."""
    players = range(len(settings.entries))
    if settings.pairing == "gauntlet":
        return [(0, other) for other in players[1:]]
    return list(combinations(players, 2)) if settings.pairing == "round-robin" else []


def total_games(settings: Settings) -> int:
    """How many games a tournament will have."""
    if settings.pairing == "swiss":
        return swiss_rounds(settings) * settings.games * (len(settings.entries) // 2)
    return settings.games * len(meets_of(settings))


# --- swiss ---


def swiss_rounds(settings: Settings) -> int:
    """How many rounds a swiss tournament has: by default, enough to find a winner."""
    return settings.rounds or max(1, (len(settings.entries) - 1).bit_length())


def swiss_round(settings: Settings, number: int, points: Sequence[float], met: set[tuple[int, int]],
                rests: Mapping[int, int]) -> tuple[Meetings, int | None]:  # fmt: skip
    """The games of a round, counted from 0, and who sits out. Neighbours in the table meet, if they
    have not met yet; with an odd number of players, the lowest of those who have sat out least
    often sits out.
    """
    order = sorted(range(len(points)), key=lambda player: (-points[player], player))
    resting = None
    if len(order) % 2:
        resting = min(reversed(order), key=lambda player: rests.get(player, 0))
        order.remove(resting)
    meets = _neighbours(order, met)
    pairs = settings.games // 2
    first = number * pairs * (len(points) // 2)
    return Meetings(meets, pairs, first), resting


def _neighbours(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairings from the top, each player with the nearest one below that it has not met; near the
    end of the table, arranged so that no two players meet again, if such a way is found soon.
    """
    meets = _nearest(order, met)
    if not any(_key(*meet) in met for meet in meets):
        return meets
    searched = slice(max(0, len(meets) - MOST_SEARCHED), None)
    last = [player for meet in meets[searched] for player in meet]
    found = _all_fresh(sorted(last, key=order.index), met)
    return meets if found is None else [*meets[: searched.start], *found]


def _nearest(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """Pairings from the top, each player with the nearest one below that it has not met, or else
    with the nearest one.
    """
    waiting, meets = list(order), []
    while waiting:
        one = waiting.pop(0)
        other = next((other for other in waiting if _key(one, other) not in met), waiting[0])
        waiting.remove(other)
        meets.append((one, other))
    return meets


def _all_fresh(order: list[int], met: set[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """Pairings from the top in which no two players meet again; None if none are found soon."""
    tries = iter(range(MOST_TRIES))

    def paired(waiting: list[int]) -> list[tuple[int, int]] | None:
        if not waiting:
            return []
        one, *others = waiting
        for other in others:
            if _key(one, other) in met or next(tries, None) is None:
                continue
            rest = paired([player for player in others if player != other])
            if rest is not None:
                return [(one, other), *rest]
        return None

    return paired(order)


def _key(one: int, other: int) -> tuple[int, int]:
    return min(one, other), max(one, other)


# --- jobs ---


@dataclass(frozen=True)
class GameJob:
    """One game to be played: everything that determines it, except for the bots."""

    number: int
    game: str  # its full name
    edition: int  # of the game, which must be the same wherever this is played
    entries: tuple[Entry, Entry]  # by seat
    seed: int
    clock: Clock
    pair: int = 0  # which mirrored pair it belongs to
    mirrored: bool = False  # whether it is the second game of that pair
    leg: int = 0  # games of one leg are played before those of the next, by other processes
    limits: Limits = field(default_factory=Limits)
    late: Late = Late.LOSE


def job_of(settings: Settings, meeting: Meeting, leg: int = 0) -> GameJob:
    """A meeting as a game to be played; both games of a pair have the same seed."""
    one, other = meeting.seats
    return GameJob(
        number=meeting.number,
        game=settings.game,
        edition=settings.edition,
        entries=(settings.entries[one], settings.entries[other]),
        seed=seed_of_pair(settings, meeting.pair),
        clock=settings.clock,
        pair=meeting.pair,
        mirrored=meeting.number % 2 == 0,
        leg=leg,
        late=settings.late,
    )


def jobs_in_legs(
    settings: Settings, meetings: Meetings, missing: npt.NDArray[np.int64]
) -> Iterator[GameJob]:
    """The games at these places among all meetings, in the order in which they are played."""
    if all(entry.command is None for entry in settings.entries):
        yield from (job_of(settings, meetings[place]) for place in missing.tolist())
        return
    pairs, is_second = np.divmod(missing, 2)
    is_turned = pairs // meetings.pairings % 2  # those who meet again begin with the other game
    size = PAIRS if settings.sprt is None else PAIRS_OF_A_TEST
    legs = 2 * (pairs // size) + (is_second ^ is_turned)
    order = np.lexsort((missing, legs))
    for place, leg in zip(missing[order].tolist(), legs[order].tolist(), strict=True):
        yield job_of(settings, meetings[place], leg)


# --- cores set apart: bots that play each other do not take each other's computing time ---


def shares(games: int, place: int) -> Shares:
    """The cores of both seats in one of this many games at once; ALL if there are too few for each
    bot to have one of its own.
    """
    can_tell = hasattr(os, "sched_getaffinity")  # not every system can
    cores = tuple(sorted(os.sched_getaffinity(0))) if can_tell else ()
    each = len(cores) // (SEATS * games)
    first = place * SEATS * each
    if not each or place >= games:
        return ALL
    return cores[first : first + each], cores[first + each : first + SEATS * each]
