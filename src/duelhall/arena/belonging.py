"""Which results belong to a tournament: those of its games, each of them once."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

from duelhall.arena.contests import GameRecord
from duelhall.arena.rows import (
    ENDING,
    ENDINGS,
    FAULTY,
    FIRST,
    LAPSES_0,
    LAPSES_1,
    LENGTH,
    MOVES,
    NOBODY,
    NUMBER,
    PAIR,
    PLACE,
    RESULTS,
    SECOND,
    TIME_0,
    TIME_1,
    WINNER,
    Table,
    damaged_folder,
    read_pieces,
    read_table,
)
from duelhall.arena.schedule import meets_of, seats_in_pair, total_games
from duelhall.arena.settings import Settings
from duelhall.engine.record import SEATS

Mask = npt.NDArray[np.bool_]

NOT_NEGATIVE = (MOVES, TIME_0, TIME_1, PLACE, LENGTH, LAPSES_0, LAPSES_1)


class Belonging:
    """Tells the results of a tournament from others, some at a time."""

    def __init__(self, settings: Settings) -> None:
        self._players = len(settings.entries)
        self._total = total_games(settings)
        self._meets = np.array(meets_of(settings), np.int64).reshape(-1, SEATS)
        self._counted = np.zeros(self._total + 1, np.bool_)

    def mask(self, table: Table) -> Mask:
        """Which of these results belong to the tournament; of a game that has been there before,
        none does.
        """
        fits = self._are_scheduled(table) & _are_results(table)
        numbers = np.where(fits, table[:, NUMBER], 0)
        first = np.zeros(len(table), np.bool_)
        first[np.unique(numbers, return_index=True)[1]] = True
        fits &= first & ~self._counted[numbers]
        self._counted[table[fits, NUMBER]] = True
        return fits

    def _are_scheduled(self, table: Table) -> Mask:
        """Whether results have the number of a game, and its players in their seats."""
        numbers, one, other = table[:, NUMBER], table[:, FIRST], table[:, SECOND]
        fits: Mask = (numbers >= 1) & (numbers <= self._total)
        fits &= table[:, PAIR] == (numbers - 1) // 2
        if len(self._meets):
            seats = self._meets[table[:, PAIR] % len(self._meets)]
            is_second = numbers % 2 == 0
            fits &= (one == np.where(is_second, seats[:, 1], seats[:, 0])) & (
                other == np.where(is_second, seats[:, 0], seats[:, 1])
            )
            return fits
        for player in (one, other):
            fits &= (player >= 0) & (player < self._players)
        fits &= one != other
        return fits


def _are_results(table: Table) -> Mask:
    """Whether results say what a result can say."""
    fits: Mask = (table[:, ENDING] >= 0) & (table[:, ENDING] < len(ENDINGS))
    for column in (WINNER, FAULTY):
        fits &= (table[:, column] >= NOBODY) & (table[:, column] < SEATS)
    for column in NOT_NEGATIVE:
        fits &= table[:, column] >= 0
    return fits


def results(folder: Path, settings: Settings) -> Iterator[Table]:
    """The results of a tournament, some at a time; BadTournament if they are not its results."""
    belonging = Belonging(settings)
    for piece in read_pieces(folder):
        _check(belonging, piece, folder)
        yield piece


def checked_table(folder: Path, settings: Settings) -> Table:
    """All results of a tournament; BadTournament if they are not its results."""
    table = read_table(folder)
    _check(Belonging(settings), table, folder)
    return table


def _check(belonging: Belonging, table: Table, folder: Path) -> None:
    fits = belonging.mask(table)
    if not fits.all():
        number = int(table[~fits][0, NUMBER])
        what = f"{RESULTS} has a line for game {number} that does not belong there"
        raise damaged_folder(folder, what)


def seats_in(settings: Settings, record: GameRecord) -> tuple[int, int] | None:
    """Who sat where in a recorded game, by index in the list of players; None if these are not
    players of the tournament.
    """
    names = [entry.name for entry in settings.entries]
    if meets := meets_of(settings):
        seats = seats_in_pair(meets, record.pair, is_second=record.number % 2 == 0)
        return seats if (names[seats[0]], names[seats[1]]) == record.names else None
    if not set(record.names) <= set(names):
        return None
    return names.index(record.names[0]), names.index(record.names[1])
