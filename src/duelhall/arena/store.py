"""A tournament on disk: no finished game is ever lost.

`games.jsonl` has a long line for each game with its whole record. `results.tsv` has a short line
for each game, written after that: the result, and where the long line is. A game counts once its
short line is complete, so a tournament killed at any moment resumes where it was; anything written
of a game that does not count is cut off.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import numpy as np
import numpy.typing as npt

from duelhall.arena.contests import GameRecord
from duelhall.arena.locking import FolderLock
from duelhall.arena.schedule import Meeting
from duelhall.arena.settings import BadTournament
from duelhall.engine.seats import SEATS
from duelhall.players.faults import Ending

GAMES = "games.jsonl"
RESULTS = "results.tsv"
NOBODY = -1
"""No seat: nobody won, or nobody is to blame. Python has None for it."""
(
    NUMBER, PAIR, FIRST, SECOND, WINNER, FAULTY, ENDING, MOVES, TIME_0, TIME_1, PLACE, LENGTH,
    LAPSES_0, LAPSES_1,
) = range(14)  # fmt: skip
COLUMNS = 14
FEWER_COLUMNS = 12
"""What results had before turns could be lost; such a tournament goes on as it began."""

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
        with ExitStack() as stack:
            stack.enter_context(FolderLock(self.folder))
            self._games = (self.folder / GAMES).open("ab")
            self._results = (self.folder / RESULTS).open("ab")
            self._columns = _columns_in(self.folder / RESULTS)
            self._cut_off()
            self._stack = stack.pop_all()

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
        size = _whole_size(self.folder / RESULTS)
        ends = (piece[:, PLACE] + piece[:, LENGTH] for piece in read_pieces(self.folder))
        end = max((int(each.max()) for each in ends), default=0)
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
            NOBODY if record.winner is None else record.winner,
            NOBODY if record.faulty is None else record.faulty,
            ENDINGS.index(Ending(record.ending)), record.moves,
            *(round(MILLISECONDS * seconds) for seconds in record.seconds), place, len(line),
            *(sum(seat == each for _, each, _ in record.lapses) for seat in range(SEATS)),
        ][: self._columns]  # fmt: skip
        self._results.write(("\t".join(str(column) for column in columns) + "\n").encode())
        self._results.flush()

    def close(self) -> None:
        """Make sure that everything has reached the disk."""
        with self._stack:
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
    lines = sum(piece.count(b"\n") for piece in _pieces(file, _whole_size(file)))
    table, filled = np.zeros((lines, COLUMNS), np.int64), 0
    for piece in read_pieces(folder):
        some = piece[: lines - filled]  # more may have been written meanwhile
        table[filled : filled + len(some)] = some
        filled += len(some)
    return table


def read_pieces(folder: Path) -> Iterator[Table]:
    """The results of all games that count, some at a time: however many there are, they take little
    memory.
    """
    file = folder / RESULTS
    columns = _columns_in(file)
    for piece in _pieces(file, _whole_size(file)):
        numbers = np.fromstring(piece.decode("ascii", "replace"), np.int64, sep="\t")
        rows = piece.count(b"\n")
        if numbers.size != rows * columns:
            raise BadTournament(f"{file} is damaged: not all of its lines have {columns} numbers")
        table = np.zeros((rows, COLUMNS), np.int64)
        table[:, :columns] = numbers.reshape(rows, columns)
        yield table


def _columns_in(file: Path) -> int:
    """How many columns the results in a file have, by its first line."""
    if not file.exists():
        return COLUMNS
    with file.open("rb") as lines:
        tabs = lines.readline().count(b"\t")
    return FEWER_COLUMNS if tabs == FEWER_COLUMNS - 1 else COLUMNS


def _pieces(file: Path, size: int) -> Iterator[bytes]:
    """A file up to a size, in pieces of whole lines, so that it need not be in memory at once."""
    if size == 0:
        return
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
    games = 0
    for piece in read_pieces(folder):
        rows = piece[piece[:, NUMBER] == number]
        if len(rows):
            return next(read_records(folder, rows[:1]))
        games += len(piece)
    raise BadTournament(f"there is no game {number} in {folder}, which has {games:,} games")


def read_records(folder: Path, table: Table) -> Iterator[GameRecord]:
    """The records that some results belong to, in their order."""
    with (folder / GAMES).open("rb") as games:
        for row in table:
            games.seek(int(row[PLACE]))
            yield _record(games.read(int(row[LENGTH])), f"game {row[NUMBER]} in {folder / GAMES}")


def _record(line: bytes, place: str) -> GameRecord:
    try:
        return GameRecord.from_json(line.decode())
    except (ValueError, KeyError) as error:
        raise BadTournament(f"{place} is damaged: {error}") from None


def finished(folder: Path, first: int, count: int) -> npt.NDArray[np.bool_]:
    """Which of so many games, numbered from the first one, are finished."""
    found = np.zeros(count, np.bool_)
    for piece in read_pieces(folder):
        places = piece[:, NUMBER] - first
        found[places[(places >= 0) & (places < count)]] = True
    return found


def records(folder: Path) -> Iterator[GameRecord]:
    """The records of all games, in the order in which they were finished."""
    for piece in read_pieces(folder):
        yield from read_records(folder, piece)
