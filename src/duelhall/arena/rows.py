"""Results: one row of numbers for each game, as they are written in `results.tsv` and read back.

A row ends with two checksums: that of the game's record, and that of the row itself. So damage is
noticed wherever it is, and whether a row and a record belong together is known without reading
what they say.
"""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import numpy as np
import numpy.typing as npt

from duelhall.arena.contests import GameRecord
from duelhall.arena.settings import BadTournament
from duelhall.engine.record import SEATS
from duelhall.engine.text import open_plain
from duelhall.players.seat import Ending

RESULTS = "results.tsv"
NOBODY = -1
"""No seat: nobody won, or nobody is to blame. Python has None for it."""
(
    NUMBER, PAIR, FIRST, SECOND, WINNER, FAULTY, ENDING, MOVES, TIME_0, TIME_1, PLACE, LENGTH,
    LAPSES_0, LAPSES_1, RECORD_CHECK, ROW_CHECK,
) = range(16)  # fmt: skip
COLUMNS = 16
EARLIER_COLUMNS = (12, 14)
"""What rows had before turns could be lost, and before there were checksums."""

UNCHECKED = -1
"""In place of a checksum in a row of an earlier version."""

ENDINGS = list(Ending)
MILLISECONDS = 1000
PIECE = 2**22
"""How many bytes of the results are read at a time."""

Table = npt.NDArray[np.int64]
"""One row per game, with the columns above; times are in milliseconds."""

_ROW = {
    columns: re.compile(rb"-?\d{1,18}(\t-?\d{1,18}){%d}" % (columns - 1))
    for columns in (*EARLIER_COLUMNS, COLUMNS)
}


def row_numbers(record: GameRecord, seats: tuple[int, int], place: int, line: bytes) -> list[int]:
    """The row of a game, whose record is this line at this place, without its own checksum."""
    return [
        record.number, record.pair, *seats,
        NOBODY if record.winner is None else record.winner,
        NOBODY if record.faulty is None else record.faulty,
        ENDINGS.index(Ending(record.ending)), record.moves,
        *(round(MILLISECONDS * seconds) for seconds in record.seconds), place, len(line),
        *(sum(seat == each for _, each, _ in record.lapses) for seat in range(SEATS)),
        crc32(line),
    ]  # fmt: skip


def checked_line(numbers: Sequence[int]) -> bytes:
    """The numbers of a row in a line, with its checksum."""
    text = "\t".join(map(str, numbers[:ROW_CHECK])).encode()
    return b"%b\t%d\n" % (text, crc32(text))


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
    for table, damaged in scanned_pieces(folder):
        if damaged:
            raise damaged_folder(folder, f"{RESULTS} has incomplete lines")
        yield table


def damaged_folder(folder: Path, what: str) -> BadTournament:
    """The error for a tournament that must be repaired before its results can be told."""
    return BadTournament(
        f"the tournament in {folder} is damaged: {what}. `duelhall arena verify {folder}` lists "
        f"everything that is wrong, `duelhall arena resume {folder}` repairs what can be repaired"
    )


def scanned_pieces(folder: Path) -> Iterator[tuple[Table, list[bytes]]]:
    """The whole rows of the results and the damaged ones, some at a time. What comes after the last
    end of a line is neither: it may just be being written.
    """
    file = folder / RESULTS
    columns = columns_in(file)
    for piece in _pieces(file, _whole_size(file)):
        yield _scanned(piece, columns)


def _scanned(piece: bytes, columns: int) -> tuple[Table, list[bytes]]:
    """The whole rows and the damaged ones of some lines; usually all of them are whole."""
    *lines, _ = piece.split(b"\n")
    with suppress(ValueError):  # somebody has made checksums for what are no numbers
        if all(is_whole(line, columns) for line in lines):
            return _table(piece, len(lines), columns), []
    kept = [is_whole(line, columns) and _ROW[columns].fullmatch(line) for line in lines]
    whole = [line for line, is_kept in zip(lines, kept, strict=True) if is_kept]
    damaged = [line for line, is_kept in zip(lines, kept, strict=True) if not is_kept]
    return _table(b"\n".join(whole), len(whole), columns), damaged


def is_whole(line: bytes, columns: int) -> bool:
    """Whether a row is as it was written; without a checksum, whether it can have been."""
    if columns != COLUMNS:
        return _ROW[columns].fullmatch(line) is not None
    text, _, check = line.rpartition(b"\t")
    return check == b"%d" % crc32(text) and text != b""


def _table(piece: bytes, rows: int, columns: int) -> Table:
    """Rows that are known to be whole."""
    table = np.full((rows, COLUMNS), UNCHECKED, np.int64)
    table[:, LAPSES_0] = table[:, LAPSES_1] = 0
    numbers = np.fromstring(piece.decode("ascii"), np.int64, sep="\t")
    table[:, :columns] = numbers.reshape(rows, columns)
    return table


def columns_in(file: Path) -> int:
    """How many columns the rows in a file have, by its first line."""
    if not file.exists():
        return COLUMNS
    with open_plain(file) as lines:
        found = lines.readline(PIECE).count(b"\t") + 1
    return found if found in EARLIER_COLUMNS else COLUMNS


def unfinished_row(folder: Path) -> bytes:
    """What comes after the last end of a line, as far as anybody would want to see it."""
    file = folder / RESULTS
    if not file.exists():
        return b""
    with open_plain(file) as lines:
        lines.seek(_whole_size(file))
        return lines.read(PIECE)


def _whole_size(file: Path) -> int:
    """The size of a file up to the end of its last complete line."""
    if not file.exists():
        return 0
    with open_plain(file) as lines:
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


def _pieces(file: Path, size: int) -> Iterator[bytes]:
    """A file up to a size, in pieces of whole lines, so that it need not be in memory at once."""
    if size == 0:
        return
    with open_plain(file) as lines:
        left, begun = size, b""
        while left > 0:
            read = begun + lines.read(min(PIECE, left))
            left = size - lines.tell()
            if len(read) > PIECE and b"\n" not in read:  # no row is as long as that
                read += b"\n"
            end = read.rfind(b"\n") + 1
            begun = read[end:]
            if end:
                yield read[:end]
