"""A tournament on disk: no finished game is ever lost.

`games.jsonl` has a long line for each game with its whole record. `results.tsv` has a short line
for each game, written after that: the result, and where the long line is. A game is finished once
its long line is whole, so a tournament killed at any moment resumes where it was. Before a store is
written to, what is not in order is repaired (repairing.py); `repairs` says what that was.
"""

import os
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import numpy as np
import numpy.typing as npt

from duelhall.arena.contests import GameRecord
from duelhall.arena.locking import FolderLock
from duelhall.arena.records import GAMES, record_line
from duelhall.arena.repairing import repair
from duelhall.arena.rows import NUMBER, RESULTS, checked_line, read_pieces, row_numbers
from duelhall.arena.schedule import Meeting
from duelhall.arena.settings import Settings


class Store:
    """The games of a tournament in its folder, for the one who writes there."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        self.folder = folder
        with ExitStack() as stack:
            stack.enter_context(FolderLock(folder))
            self.repairs = repair(folder, settings)
            self._games = stack.enter_context((folder / GAMES).open("ab"))
            self._results = stack.enter_context((folder / RESULTS).open("ab"))
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

    def add(self, meeting: Meeting, record: GameRecord) -> None:
        """Save a game: from now on it counts."""
        line, place = record_line(record), self._games.tell()
        self._games.write(line)
        self._games.flush()
        self._results.write(checked_line(row_numbers(record, meeting.seats, place, line)))
        self._results.flush()

    def close(self) -> None:
        """Make sure that everything has reached the disk."""
        with self._stack:
            for file in (self._games, self._results):
                os.fsync(file.fileno())


def finished(folder: Path, first: int, count: int) -> npt.NDArray[np.bool_]:
    """Which of so many games, numbered from the first one, are finished."""
    found = np.zeros(count, np.bool_)
    for piece in read_pieces(folder):
        places = piece[:, NUMBER] - first
        found[places[(places >= 0) & (places < count)]] = True
    return found
