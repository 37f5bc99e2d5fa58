"""A tournament on disk: no finished game is ever lost.

`games.jsonl` has a long line for each game with its whole record. `results.tsv` has a short line
for each game, written after that: the result, and where the long line is. A game counts once its
short line is complete, so a tournament killed at any moment resumes where it was; anything written
of a game that does not count is cut off.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np
import numpy.typing as npt

from duelhall.arena.contests import GameRecord
from duelhall.arena.schedule import Meeting
from duelhall.arena.settings import BadTournament
from duelhall.players.faults import Ending

GAMES = "games.jsonl"
RESULTS = "results.tsv"
DRAW = -1
NOBODY = -1
NUMBER, PAIR, FIRST, SECOND, WINNER, FAULTY, ENDING, MOVES, TIME_0, TIME_1, PLACE, LENGTH = range(
    12
)
COLUMNS = 12
ENDINGS = list(Ending)
MILLISECONDS = 1000
PIECE = 2**22
"""How many bytes of the results are read at a time."""

Table = npt.NDArray[np.int64]
"""One row per game, with the columns above; times are in milliseconds."""


@dataclass
class Store:
    """The games of a tournament in its folder."""

    folder: Path

    def __post_init__(self) -> None:
        self._games = (self.folder / GAMES).open("ab")
        self._results = (self.folder / RESULTS).open("ab")
        self._cut_off()

    def __enter__(self) -> "Store":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.close()

    def _cut_off(self) -> None:
        """Cut off what was written of games that do not count."""
        table, size = read_table(self.folder), _whole_size(self.folder / RESULTS)
        end = int((table[:, PLACE] + table[:, LENGTH]).max()) if len(table) else 0
        self._results.truncate(size)
        self._games.truncate(end)
        for file in (self._games, self._results):
            file.seek(0, os.SEEK_END)

    def add(self, meeting: Meeting, record: GameRecord) -> None:
        """Save a game: from now on it counts."""
        line = (record.to_json() + "\n").encode()
        place = self._games.tell()
        self._games.write(line)
        self._games.flush()
        columns = [
            record.number, record.pair, *meeting.seats,
            DRAW if record.winner is None else record.winner,
            NOBODY if record.faulty is None else record.faulty,
            ENDINGS.index(Ending(record.ending)), record.moves,
            *(round(MILLISECONDS * seconds) for seconds in record.seconds), place, len(line),
        ]  # fmt: skip
        self._results.write(("\t".join(str(column) for column in columns) + "\n").encode())
        self._results.flush()

    def close(self) -> None:
        """Make sure that everything has reached the disk."""
        for file in (self._games, self._results):
            os.fsync(file.fileno())
            file.close()


def _whole_size(file: Path) -> int:
    """The size of a file up to the end of its last complete line."""
    if not file.exists():
        return 0
    with file.open("rb") as lines:
        lines.seek(0, os.SEEK_END)
        end = lines.tell()
        while end > 0:
            start = max(0, end - 65536)
            lines.seek(start)
            found = lines.read(end - start).rfind(b"\n")
            if found >= 0:
                return start + found + 1
            end = start
    return 0


def read_table(folder: Path) -> Table:
    """The results of all games that count."""
    file = folder / RESULTS
    size = _whole_size(file)
    if size == 0:
        return np.zeros((0, COLUMNS), np.int64)
    table = np.zeros((_lines_in(file, size), COLUMNS), np.int64)
    filled = 0
    for piece in _pieces(file, size):
        numbers = np.fromstring(piece.decode("ascii", "replace"), np.int64, sep="\t")
        rows = piece.count(b"\n")
        if numbers.size != rows * COLUMNS:
            raise BadTournament(f"{file} is damaged: not all of its lines have {COLUMNS} numbers")
        table[filled : filled + rows] = numbers.reshape(rows, COLUMNS)
        filled += rows
    return table


def _lines_in(file: Path, size: int) -> int:
    return sum(piece.count(b"\n") for piece in _pieces(file, size))


def _pieces(file: Path, size: int) -> Iterator[bytes]:
    """A file up to a size, in pieces of whole lines, so that it need not be in memory at once."""
    with file.open("rb") as lines:
        left, begun = size, b""
        while left > 0:
            read = begun + lines.read(min(PIECE, left))
            left = size - lines.tell()
            end = read.rfind(b"\n") + 1
            begun = read[end:]
            if end:
                yield read[:end]


def read_record(folder: Path, number: int) -> GameRecord:
    """The whole record of a game."""
    table = read_table(folder)
    rows = table[table[:, NUMBER] == number]
    if not len(rows):
        raise BadTournament(f"there is no game {number} in {folder}, which has {len(table)} games")
    return _record(folder, rows[0])


def _record(folder: Path, row: Table) -> GameRecord:
    """The record that a result belongs to."""
    with (folder / GAMES).open("rb") as games:
        games.seek(int(row[PLACE]))
        line = games.read(int(row[LENGTH]))
    try:
        return GameRecord.from_json(line.decode())
    except (ValueError, KeyError) as error:
        place = f"game {row[NUMBER]} in {folder / GAMES}"
        raise BadTournament(f"{place} is damaged: {error}") from None


def numbers_done(folder: Path) -> set[int]:
    """The numbers of the finished games."""
    return set(read_table(folder)[:, NUMBER].tolist())


def records(folder: Path) -> Iterator[GameRecord]:
    """The records of all games, in the order in which they were finished."""
    for row in read_table(folder):
        yield _record(folder, row)
