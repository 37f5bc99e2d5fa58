"""Which games a tournament has. The same settings and results always give the same games.

Games come in mirrored pairs: the same deal twice, the second time with the seats swapped. They are
numbered so that everyone meets everyone once before any two players meet again.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple, overload

from duelhall.arena.contests import GameJob
from duelhall.arena.deals import seed_of_pair
from duelhall.arena.settings import Settings

MOST_TRIES = 20_000
"""How many pairings are tried when searching for a swiss round."""

MOST_SEARCHED = 200
"""How many pairings of a round are searched for; those above them in the table are not needed."""


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
    if settings.format == "gauntlet":
        return [(0, other) for other in players[1:]]
    return list(combinations(players, 2)) if settings.format == "round-robin" else []


def total_games(settings: Settings) -> int:
    """How many games a tournament will have."""
    if settings.format == "swiss":
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
