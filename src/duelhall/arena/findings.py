"""What is in the files of a tournament, and what is wrong with it.

The records are what counts: a row that is damaged or missing can be rebuilt from its record, a
record from nothing. So each whole record of a game of this tournament is kept, and of several
records of one game the one that its row is about.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from duelhall.arena.belonging import Belonging, seats_in
from duelhall.arena.deals import has_its_seed
from duelhall.arena.records import (
    GAMES,
    NONE,
    NotARecord,
    can_be_replayed,
    is_sealed,
    parse_record,
    scanned_lines,
)
from duelhall.arena.rows import (
    COLUMNS,
    LENGTH,
    NUMBER,
    PLACE,
    RECORD_CHECK,
    RESULTS,
    UNCHECKED,
    Table,
    columns_in,
    row_numbers,
    scanned_pieces,
    unfinished_row,
)
from duelhall.arena.settings import Settings
from duelhall.engine.text import counted, open_plain

ABOUT = [PLACE, LENGTH, NUMBER, RECORD_CHECK]
"""What a row says about its record's line, in the order of a Line."""
_PLACE, _LENGTH, _NUMBER, _CHECK = range(4)

NOBODYS = [NONE] * COLUMNS
"""A row that belongs to no tournament."""

MOST_LISTED = 5
"""How many numbers are listed before only their count is told."""


@dataclass(frozen=True)
class Findings:
    """What is in the files of a tournament."""

    rows: Table  # of the records that are kept, in the order of these
    loose: Table  # lines of the records' file that are not kept
    stray_rows: list[bytes]  # lines of the results that are damaged
    unused_rows: Table  # results that belong to no record that is kept
    faults: list[str]  # what is wrong, in sentences

    @property
    def to_be_played_again(self) -> int:
        """How many games have a result, but no whole record."""
        return len(np.setdiff1d(self.unused_rows[:, NUMBER], self.rows[:, NUMBER]))


def findings(folder: Path, settings: Settings) -> Findings:
    """What is in the files of a tournament, and what is wrong with it."""
    rows, damaged = _rows_in(folder)
    lines = _lines_in(folder, settings)
    if _are_in_order(folder, rows, lines, settings) and not damaged:
        return Findings(rows, lines[:0], [], rows[:0], [])
    return _Matching(folder, settings, rows, lines).findings(damaged)


def _rows_in(folder: Path) -> tuple[Table, list[bytes]]:
    """The whole rows of the results, and what is not whole."""
    tables, damaged = [np.zeros((0, COLUMNS), np.int64)], []
    for table, lines in scanned_pieces(folder):
        tables.append(table)
        damaged += lines
    if rest := unfinished_row(folder):
        damaged.append(rest)
    return np.concatenate(tables), damaged


def _lines_in(folder: Path, settings: Settings) -> Table:
    """The lines of the records' file, each as a row of numbers."""
    numbers = array("q")
    for line in scanned_lines(folder, are_sealed=not settings.is_of_earlier_version):
        numbers.extend(line)
    return np.frombuffer(numbers, np.int64).reshape(-1, len(ABOUT))


def _are_in_order(folder: Path, rows: Table, lines: Table, settings: Settings) -> bool:
    """Whether each line is the record of a game of this tournament, and has its row."""
    return (
        np.array_equal(rows[:, ABOUT], lines)
        and columns_in(folder / RESULTS) == COLUMNS
        and bool((lines[:, _NUMBER] != NONE).all())
        and bool(Belonging(settings).mask(rows).all())
    )


class _Matching:
    """Brings together records and their rows, where not everything is in order."""

    def __init__(self, folder: Path, settings: Settings, rows: Table, lines: Table) -> None:
        self._folder, self._settings = folder, settings
        self._rows, self._lines = rows, lines
        self._whole = lines[:, _NUMBER] != NONE
        self._row_of = self._matched()  # of each line, NONE if it has none
        self._made = self._made_rows()
        self._kept = self._chosen()

    def _matched(self) -> npt.NDArray[np.int64]:
        """Which row is about each line."""
        found = np.full(len(self._lines), NONE)
        if not len(self._rows):
            return found
        place_of = {int(line[_PLACE]): at for at, line in enumerate(self._lines) if self._whole[at]}
        for at, (place, length, number, check) in enumerate(self._rows[:, ABOUT].tolist()):
            line = place_of.get(place)
            if line is not None and found[line] == NONE:
                _, true_length, true_number, true_check = self._lines[line].tolist()
                is_its = (length, number) == (true_length, true_number)
                if is_its and check in (UNCHECKED, true_check):
                    found[line] = at
        return found

    def _made_rows(self) -> Table:
        """The row of each line: the one that it has, or one made from the record; a row of nobody's
        where it has neither.
        """
        made = np.full((len(self._lines), COLUMNS), NONE, np.int64)
        is_sure = self._row_of != NONE
        is_sure[is_sure] = self._rows[self._row_of[is_sure], RECORD_CHECK] != UNCHECKED
        made[is_sure] = self._rows[self._row_of[is_sure]]
        missing = np.flatnonzero(self._whole & ~is_sure)
        if len(missing):
            with open_plain(self._folder / GAMES) as games:
                for at in missing.tolist():
                    place, length, *_ = self._lines[at].tolist()
                    games.seek(place)
                    made[at] = self._row_from(games.read(length), place, self._row_of[at])
        return made

    def _row_from(self, line: bytes, place: int, row: int) -> list[int]:
        """The row of a record; a row of nobody's if it is not of this tournament. A record without
        a seal must be that of its row, or of a game that can be replayed.
        """
        try:
            record = parse_record(line)
        except NotARecord:
            return NOBODYS
        seats = seats_in(self._settings, record)
        if seats is None or not has_its_seed(self._settings, record):
            return NOBODYS
        made = [*row_numbers(record, seats, place, line), UNCHECKED]
        if is_sealed(line) or self._agree(made, row) or can_be_replayed(record):
            return made
        return NOBODYS

    def _agree(self, made: list[int], row: int) -> bool:
        """Whether a row of an earlier version says the same as one that was made."""
        columns = min(columns_in(self._folder / RESULTS), RECORD_CHECK)
        return row != NONE and self._rows[row].tolist()[:columns] == made[:columns]

    def _chosen(self) -> npt.NDArray[np.bool_]:
        """Which lines are kept; those with a row come first if there are several of one game."""
        belonging = Belonging(self._settings)
        kept = np.zeros(len(self._lines), np.bool_)
        has_row = self._row_of != NONE
        for group in (has_row, self._whole & ~has_row):
            kept[group] = belonging.mask(self._made[group])
        return kept

    def findings(self, damaged: list[bytes]) -> Findings:
        """All of it, with the faults told."""
        unused = np.ones(len(self._rows), np.bool_)
        unused[self._row_of[self._kept & (self._row_of != NONE)]] = False
        return Findings(
            self._made[self._kept],
            self._lines[~self._kept],
            damaged,
            self._rows[unused],
            [*self._faults_of_records(), *self._faults_of_rows(damaged, self._rows[unused])],
        )

    def _faults_of_records(self) -> Iterator[str]:
        broken = np.flatnonzero(~self._whole) + 1
        if len(broken):
            yield f"{GAMES}: {_listed('line', broken)} incomplete"
        foreign = np.flatnonzero(self._whole & ~self._kept)
        taken = np.isin(self._lines[foreign, _NUMBER], self._made[self._kept, NUMBER])
        if taken.any():
            numbers = self._lines[foreign[taken], _NUMBER]
            yield f"{GAMES}: {_listed('game', numbers)} there more than once"
        if not taken.all():
            yield f"{GAMES}: {_listed('line', foreign[~taken] + 1)} not of this tournament"

    def _faults_of_rows(self, damaged: list[bytes], unused: Table) -> Iterator[str]:
        columns = columns_in(self._folder / RESULTS)
        if columns != COLUMNS:
            yield f"{RESULTS}: an earlier version of Duelhall wrote it, without checksums"
        if damaged:
            verb = "is" if len(damaged) == 1 else "are"
            yield f"{RESULTS}: {counted(len(damaged), 'line')} {verb} incomplete"
        missing = self._made[self._kept & (self._row_of == NONE), NUMBER]
        if len(missing):
            yield f"{RESULTS}: {_listed('game', missing)} without a matching line"
        if len(unused):
            yield f"{RESULTS}: {_listed('game', unused[:, NUMBER])} without a complete record there"
        if (np.diff(self._rows[:, PLACE]) < 0).any():
            yield f"{RESULTS}: its lines are not in the order of {GAMES}"


def _listed(noun: str, numbers: npt.NDArray[np.int64]) -> str:
    """Things by their numbers, and the verb that follows: `line 7 is`, `games 3, 4 are`."""
    each = np.unique(numbers)
    some = ", ".join(map(str, each[:MOST_LISTED].tolist()))
    more = f" and {len(each) - MOST_LISTED:,} more" if len(each) > MOST_LISTED else ""
    return f"{noun} {some} is" if len(each) == 1 else f"{noun}s {some}{more} are"
