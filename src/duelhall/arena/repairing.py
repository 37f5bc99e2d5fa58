"""Putting a tournament's files in order again, without losing anything that is whole.

Nothing is thrown away: lines that are not whole or do not belong there are moved aside, and all
that was done is told.
"""

import os
import time
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path

import numpy as np

from duelhall.arena.findings import Findings, findings
from duelhall.arena.records import GAMES
from duelhall.arena.rows import LENGTH, PLACE, RESULTS, Table, checked_line
from duelhall.arena.settings import Settings
from duelhall.arena.writing import write_anew
from duelhall.engine.text import check_plain, counted, open_plain

ASIDE = ".aside"
TOLD = "repairs.txt"
"""Where everything that was ever repaired is told."""


def repair(folder: Path, settings: Settings) -> list[str]:
    """Put the files of a tournament in order; what was wrong and what was done, in sentences."""
    found = findings(folder, settings)
    if not found.faults:
        return []
    _move_aside(folder, found)
    rows = found.rows.copy()
    if len(found.loose):
        _keep_records(folder / GAMES, rows)
    write_anew(folder / RESULTS, _checked_lines(rows))
    told = [*found.faults, *_done(found)]
    note_repairs(folder, told)
    return told


def note_repairs(folder: Path, told: Iterable[str]) -> None:
    """Write down, beside the games, what was repaired."""
    now = time.strftime("%Y-%m-%d %H:%M:%S")
    file = folder / TOLD
    check_plain(file)
    with file.open("a", encoding="utf-8") as written:
        written.writelines(f"{now} {line}\n" for line in told)


def _done(found: Findings) -> Iterator[str]:
    """What was done."""
    if len(found.loose):
        yield f"what does not count in {GAMES} was moved to {GAMES}{ASIDE}"
    yield f"{RESULTS} was rewritten from {GAMES}, with {counted(len(found.rows), 'game')}"
    if again := found.to_be_played_again:
        yield f"{counted(again, 'game')} must be played again"


def _move_aside(folder: Path, found: Findings) -> None:
    """Copy what will not be kept to where it does not count."""
    games = folder / GAMES
    _append(folder / f"{GAMES}{ASIDE}", _lines_at(games, found.loose[:, :2]))
    stray = (row + b"\n" for row in found.stray_rows)
    _append(folder / f"{RESULTS}{ASIDE}", chain(stray, _checked_lines(found.unused_rows)))


def _checked_lines(rows: Table) -> Iterator[bytes]:
    """The lines of these rows, one at a time: a million of them fill the memory if they are made at
    once.
    """
    return (checked_line(row.tolist()) for row in rows)


def _keep_records(file: Path, rows: Table) -> None:
    """Keep the records of these rows only, and note in the rows where they are then."""
    ends = np.cumsum(rows[:, LENGTH])
    before, rows[:, PLACE] = rows[:, [PLACE, LENGTH]], ends - rows[:, LENGTH]
    if np.array_equal(before[:, 0], rows[:, PLACE]):
        os.truncate(file, int(ends[-1]) if len(ends) else 0)
    else:
        write_anew(file, _lines_at(file, before))


def _lines_at(file: Path, places: Table) -> Iterator[bytes]:
    """The lines at these places, with these lengths."""
    if len(places):
        with open_plain(file) as lines:
            for place, length in places.tolist():
                lines.seek(place)
                yield lines.read(length)


def _append(file: Path, lines: Iterable[bytes]) -> None:
    """Add lines to a file, which is made only if there are any."""
    some = iter(lines)
    for first in islice(some, 1):
        check_plain(file)
        with file.open("ab") as written:
            written.writelines(chain([first], some))
            written.flush()
            os.fsync(written.fileno())
