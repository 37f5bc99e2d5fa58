"""The games of a contest in one SQLite file, `games.db`, and who may write there.

A game counts as soon as its transaction has ended, and is not lost then, however the process ends.
Whoever writes holds an exclusive transaction on another, empty database, `lock`: the system ends it
with the process, so nothing is left behind that somebody would have to remove.
"""

import json
import os
import shutil
import socket
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from itertools import count, islice
from pathlib import Path
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from duelhall.arena.legacy import earlier_games, has_earlier_games, listed, not_of_this_seed
from duelhall.arena.record import GameRecord, NotARecord
from duelhall.arena.schedule import Meeting, meets_of, total_games
from duelhall.arena.settings import (
    ASIDE,
    BadTournament,
    Settings,
    has_its_seed,
    load_settings,
    note_repairs,
)
from duelhall.engine.record import SEATS
from duelhall.engine.text import check_plain, counted
from duelhall.play.seat import Ending

FILE = "games.db"
FORMAT = 1
WAL = "-wal"
BESIDE = (WAL, "-shm", "-journal")
"""How the names of files end that SQLite keeps beside a database."""

LOCK = "lock"
HOLDER = "lock.txt"
"""Says who holds the lock."""

WAIT = 60.0
"""Seconds to wait for somebody who looks at the games, where that excludes writing."""

PIECE = 50_000
"""How many games are read at a time."""

NOBODY = -1
"""No seat: nobody won, or nobody is to blame. Python has None for it, and SQL NULL."""

ENDINGS = list(Ending)

_WHOLE = "INTEGER NOT NULL CHECK (typeof({0}) = 'integer')"
COLUMNS = {
    "number": "INTEGER PRIMARY KEY",
    "pair": _WHOLE,
    "first": _WHOLE,
    "second": _WHOLE,
    "winner": "INTEGER CHECK (winner IN (0, 1))",
    "faulty": "INTEGER CHECK (faulty IN (0, 1))",
    "ending": "TEXT NOT NULL",
    "reason": "TEXT NOT NULL",
    "moves": _WHOLE,
    "seconds_0": "REAL NOT NULL CHECK (seconds_0 >= 0)",
    "seconds_1": "REAL NOT NULL CHECK (seconds_1 >= 0)",
    "lapses_0": _WHOLE,
    "lapses_1": _WHOLE,
    "seed": "TEXT NOT NULL",
    "record": "TEXT NOT NULL",
}
"""Players are numbered as in the settings; seeds have more bits than SQLite's numbers."""

SCHEMA = f"""
CREATE TABLE about (name TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE game ({", ".join(f"{name} {kind.format(name)}" for name, kind in COLUMNS.items())});
CREATE TABLE aside ({", ".join(COLUMNS)});
"""
INSERT = f"INSERT OR REPLACE INTO game VALUES ({', '.join('?' * len(COLUMNS))})"

IN_RECORD = ("detail", "slowest", "stderr", "lapses", "replay")
"""What a record has that has no column."""

_WHEN = " ".join(f"WHEN '{ending}' THEN {at}" for at, ending in enumerate(ENDINGS))
_WHOLE_NUMBERS = {
    "number": "number",
    "pair": "pair",
    "first": "first",
    "second": "second",
    "winner": f"ifnull(winner, {NOBODY})",
    "faulty": f"ifnull(faulty, {NOBODY})",
    "ending": f"CASE ending {_WHEN} ELSE -1 END",
    "moves": "moves",
    "lapses_0": "lapses_0",
    "lapses_1": "lapses_1",
}
ROW = np.dtype(
    [*((n, np.int64) for n in _WHOLE_NUMBERS), ("seconds_0", float), ("seconds_1", float)]
)
"""A game among others; its ending is its place in ENDINGS."""

RESULTS = (
    f"SELECT {', '.join(_WHOLE_NUMBERS.values())}, seconds_0, seconds_1 FROM game ORDER BY number"
)

Rows = npt.NDArray[np.void]
Cells = tuple[Any, ...]


class InUse(BadTournament):
    """A tournament that another process, or this one, is playing."""


# --- the lock ---


class FolderLock:
    """The right to write into a folder; InUse if another has it, with who that is."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._file, self._holder = folder, folder / LOCK, folder / HOLDER
        for file in (self._file, self._holder):
            check_plain(file)
        self._database: sqlite3.Connection | None = None
        try:
            self._database = self._taken()
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise InUse(self._refusal()) from None
            raise BadTournament(f"{folder} cannot be written to: {error}") from None
        since = time.strftime("%Y-%m-%d %H:%M:%S")
        who = f"process {os.getpid()} on {socket.gethostname()}, since {since}"
        self._holder.write_text(who, encoding="utf-8")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()

    def _taken(self) -> sqlite3.Connection:
        """The database of the lock, in an exclusive transaction."""
        database = connected(self._file, "rwc", wait=0)
        try:
            database.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError as error:
            database.close()
            if error.sqlite_errorcode != sqlite3.SQLITE_NOTADB:
                raise
            os.truncate(self._file, 0)  # in earlier versions the lock was a text
            return self._taken()
        return database

    def _refusal(self) -> str:
        holder = "another process"
        with suppress(OSError):
            holder = self._holder.read_text(encoding="utf-8", errors="replace") or holder
        return (
            f"the tournament in {self._folder} is being played by {holder}: only one can write "
            "into it"
        )

    def release(self) -> None:
        """Let others write."""
        if self._database is not None:
            self._holder.unlink(missing_ok=True)
            self._database.close()
            self._database = None


# --- the file ---


def connected(file: Path, mode: str, wait: float = WAIT) -> sqlite3.Connection:
    """A connection to a database, in which each statement is a transaction of its own."""
    uri = f"{file.resolve().as_uri()}?mode={mode}"
    database = sqlite3.connect(uri, uri=True, isolation_level=None, timeout=wait)
    database.text_factory = lambda data: data.decode(errors="replace")
    return database


BROKEN = (sqlite3.Error, UnicodeDecodeError)
"""What is raised of a database; the second where SQLite quotes what is no text."""

DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
"""What SQLite says of a file that is damaged; the last one where it has no such table."""


def _code(error: Exception) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


@contextmanager
def explained(folder: Path) -> Iterator[None]:
    """Say what is wrong with the games of a folder, and what helps."""
    try:
        yield
    except BROKEN as error:
        if _code(error) in DAMAGE:
            raise damaged_folder(folder, f"{FILE}: {error}") from None
        raise BadTournament(f"{folder / FILE}: {error}; all games told before are saved") from None


def damaged_folder(folder: Path, what: str) -> BadTournament:
    """The error for a tournament that must be repaired before its results can be told."""
    return BadTournament(
        f"the tournament in {folder} is damaged: {what}. `duelhall arena verify {folder}` lists "
        f"everything that is wrong, `duelhall arena resume {folder}` repairs what can be repaired"
    )


def _fill(database: sqlite3.Connection, settings: Settings, games: Iterable[Cells]) -> None:
    """Make the tables of a database, with these games; all of it or nothing."""
    database.executescript(SCHEMA)
    about = {"format": FORMAT, "game": settings.game}
    about |= {f"player {at}": entry.name for at, entry in enumerate(settings.entries)}
    database.execute("BEGIN")
    database.executemany("INSERT INTO about VALUES (?, ?)", about.items())
    database.executemany(INSERT, games)
    database.execute("COMMIT")


def write_games(folder: Path, settings: Settings, games: Iterable[Cells] = ()) -> int:
    """Make the file anew with these games, wholly or not at all; how many they are."""
    draft = folder / f"{FILE}.part"
    draft.unlink(missing_ok=True)
    with closing(connected(draft, "rwc")) as database:
        _fill(database, settings, games)
        ((number,),) = database.execute("SELECT count(*) FROM game")
    for suffix in BESIDE:
        Path(f"{folder / FILE}{suffix}").unlink(missing_ok=True)
    draft.replace(folder / FILE)
    return int(number)


def _cells(record: GameRecord, seats: tuple[int, int]) -> Cells:
    """A game as it is stored."""
    rest = {name: getattr(record, name) for name in IN_RECORD}
    return (
        record.number, record.pair, *seats, record.winner, record.faulty, record.ending,
        record.reason, record.moves, *record.seconds, *record.lapses_by_seat, str(record.seed),
        json.dumps(rest, ensure_ascii=False, separators=(",", ":")),
    )  # fmt: skip


def record_in(cells: Cells, settings: Settings) -> GameRecord:
    """A game that was stored; NotARecord if it is damaged."""
    entries = dict(zip(COLUMNS, cells, strict=True))
    try:
        entries |= json.loads(entries["record"])
        entries["seed"] = int(entries["seed"])
        entries["names"] = tuple(
            settings.entries[entries[seat]].name for seat in ("first", "second")
        )
    except (ValueError, TypeError, IndexError, RecursionError) as error:
        raise NotARecord(str(error)) from None
    record = GameRecord.of({**entries, "seconds": (entries["seconds_0"], entries["seconds_1"])})
    if record.lapses_by_seat != (entries["lapses_0"], entries["lapses_1"]):
        raise NotARecord("its lapses are not those that were counted")
    return record


def faults_of_file(folder: Path) -> list[str]:
    """What is wrong with the database itself, if it is there, as SQLite says it."""
    if not _is_there(folder):
        return []
    try:
        with closing(connected(folder / FILE, "rw")) as database:
            ((number,),) = database.execute("SELECT value FROM about WHERE name = 'format'")
            if isinstance(number, int) and number > FORMAT:
                raise BadTournament(
                    f"{folder / FILE} has format {number}, but this version of Duelhall reads "
                    f"format {FORMAT}: try a newer one"
                )
            found = [str(text) for (text,) in database.execute("PRAGMA quick_check(5)")]
            return [] if found == ["ok"] else found
    except (*BROKEN, ValueError) as error:
        if _code(error) not in DAMAGE:
            raise
        return [str(error)]


def readable_games(folder: Path, settings: Settings) -> Iterator[Cells]:
    """All games that can be read one by one, wherever the file is damaged."""
    with closing(connected(folder / FILE, "rw")) as database:
        for number in range(1, total_games(settings) + 1):
            try:
                for cells in database.execute("SELECT * FROM game WHERE number = ?", (number,)):
                    record_in(cells, settings)
                    yield cells
            except NotARecord:
                continue
            except BROKEN as error:
                if _code(error) == sqlite3.SQLITE_NOTADB:
                    return


# --- reading ---


class StoredGames:
    """The games of a contest, for everybody who looks at them."""

    def __init__(
        self, folder: Path, settings: Settings, database: sqlite3.Connection, told: list[str]
    ) -> None:
        self.folder, self.settings = folder, settings
        self.told = told
        """What had to be done, or could not be, before they could be read."""
        self._database = database

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self._database.close()

    def rows(self) -> Rows:
        """The results of all games, in the order of their numbers; BadTournament if some cannot be
        those of this tournament.
        """
        return np.concatenate([np.zeros(0, ROW), *self.pieces()])

    def pieces(self) -> Iterator[Rows]:
        """The same some at a time, however many there are."""
        fits = _Fits(self.settings)
        with explained(self.folder):
            for piece in _pieces(self._database):
                if len(strays := piece[~fits(piece)]):
                    what = f"{FILE} has a game {strays['number'][0]} that does not belong there"
                    raise damaged_folder(self.folder, what)
                yield piece

    def strays(self) -> list[int]:
        """The numbers of games that cannot be those of this tournament."""
        fits = _Fits(self.settings)
        with explained(self.folder):
            found = (piece["number"][~fits(piece)] for piece in _pieces(self._database))
            return [number for piece in found for number in piece.tolist()]

    def cells(self, condition: str = "1", values: Cells = ()) -> Iterator[Cells]:
        """The games for which an SQL condition holds, as they are stored, by their numbers."""
        statement = f"SELECT * FROM game WHERE {condition} ORDER BY number"
        with explained(self.folder):
            yield from self._database.execute(statement, values)

    def select(self, condition: str = "1", values: Cells = ()) -> Iterator[GameRecord]:
        """The records of such games."""
        for cells in self.cells(condition, values):
            try:
                yield record_in(cells, self.settings)
            except NotARecord as error:
                what = f"the record of game {cells[0]} in {FILE} is incomplete: {error}"
                raise damaged_folder(self.folder, what) from None

    def record(self, number: int) -> GameRecord:
        """The whole record of a game."""
        for record in self.select("number = ?", (number,)):
            return record
        with explained(self.folder):
            ((games,),) = self._database.execute("SELECT count(*) FROM game")
        raise BadTournament(
            f"there is no game {number} in {self.folder}, which has {counted(games, 'game')}"
        )


def _pieces(database: sqlite3.Connection) -> Iterator[Rows]:
    found = database.execute(RESULTS)
    try:
        while len(piece := np.fromiter(islice(found, PIECE), ROW)):
            yield piece
    except (TypeError, ValueError, OverflowError) as error:
        raise sqlite3.DatabaseError(str(error)) from None


class _Fits:
    """Tells which results are of games that a tournament has."""

    def __init__(self, settings: Settings) -> None:
        self._players, self._total = len(settings.entries), total_games(settings)
        self._meets = np.array(meets_of(settings), np.int64).reshape(-1, SEATS)

    def __call__(self, rows: Rows) -> npt.NDArray[np.bool_]:
        number, pair = rows["number"], rows["pair"]
        seats = [rows["first"], rows["second"]]
        fits = (number >= 1) & (number <= self._total) & (pair == (number - 1) // 2)
        fits &= (rows["ending"] >= 0) & (rows["moves"] >= 0)
        fits &= (rows["lapses_0"] >= 0) & (rows["lapses_1"] >= 0)
        if len(self._meets):
            is_second = number % 2 == 0
            meets = self._meets[pair % len(self._meets)]
            fits &= seats[0] == np.where(is_second, meets[:, 1], meets[:, 0])
            fits &= seats[1] == np.where(is_second, meets[:, 0], meets[:, 1])
        for player in seats:
            fits &= (player >= 0) & (player < self._players)
        return np.asarray(fits & (seats[0] != seats[1]))


def open_games(folder: Path, settings: Settings | None = None) -> StoredGames:
    """The games in a folder, whichever version wrote them. Those of an earlier one are imported,
    if anybody can write there now.
    """
    settings, told = settings or load_settings(folder), list[str]()
    with explained(folder):
        if not _is_there(folder):
            if not has_earlier_games(folder):
                told = [f"{folder / FILE} is missing, so no game counts yet"]
            elif lock := _lock_if_possible(folder):
                with lock:
                    told = _imported(folder, settings)
        if _is_there(folder):
            database = connected(folder / FILE, "rw")
        else:
            database = sqlite3.connect(":memory:", isolation_level=None)
            _fill(database, settings, _earlier_cells(folder, settings, told))
        database.execute("PRAGMA query_only = ON")
    return StoredGames(folder, settings, database, told)


def _is_there(folder: Path) -> bool:
    """Whether the file is there; NotPlain if something else is."""
    check_plain(folder / FILE)
    return (folder / FILE).exists()


def _lock_if_possible(folder: Path) -> FolderLock | None:
    try:
        return FolderLock(folder)
    except BadTournament:
        return None


def _earlier_cells(folder: Path, settings: Settings, told: list[str]) -> Iterator[Cells]:
    return (_cells(*game) for game in earlier_games(folder, settings, told))


def _imported(folder: Path, settings: Settings) -> list[str]:
    """Make the file, with the games of an earlier version if there are any; what is told of it."""
    told = list[str]()
    number = write_games(folder, settings, _earlier_cells(folder, settings, told))
    if has_earlier_games(folder):
        note = f"{counted(number, 'game')} of an earlier version are in {FILE} now"
        note_repairs(folder, [*told, note])
    return told


# --- writing ---


class Store(StoredGames):
    """The games of a contest, for the one who writes there: what is not in order is repaired."""

    def __init__(self, folder: Path, settings: Settings) -> None:
        with ExitStack() as stack, explained(folder):
            stack.enter_context(FolderLock(folder))
            told = [] if _is_there(folder) else _imported(folder, settings)
            if faults := faults_of_file(folder):
                told += _salvaged(folder, settings, faults)
            database = stack.enter_context(closing(connected(folder / FILE, "rw")))
            super().__init__(folder, settings, database, told)
            with suppress(sqlite3.OperationalError):  # a network folder has no shared memory
                database.execute("PRAGMA journal_mode = WAL")
            database.execute("PRAGMA synchronous = NORMAL")
            self._set_aside({*self.strays(), *self._foreign()})
            self._stack = stack.pop_all()

    def _foreign(self) -> list[int]:
        """The games that were not dealt from the seed; BadTournament if these are all."""
        found, number = list[int](), 0
        for game, pair, seed in self._database.execute("SELECT number, pair, seed FROM game"):
            number += 1
            is_seed = seed.isdecimal() and pair >= 0
            if not is_seed or not has_its_seed(self.settings, pair, int(seed)):
                found.append(game)
        if number and len(found) == number:
            raise not_of_this_seed(self.folder / FILE)
        return found

    def _set_aside(self, games: set[int]) -> None:
        """Let games no longer count that are not of this tournament."""
        if not games:
            return
        self._database.execute("BEGIN")
        for game in games:
            self._database.execute("INSERT INTO aside SELECT * FROM game WHERE number = ?", (game,))
            self._database.execute("DELETE FROM game WHERE number = ?", (game,))
        self._database.execute("COMMIT")
        told = (
            f"{FILE}: {listed('game', games)} not of this tournament, and in the table `aside` now"
        )
        note_repairs(self.folder, [told])
        self.told.append(told)

    def add(self, meeting: Meeting, record: GameRecord) -> None:
        """Save a game: from now on it counts."""
        with explained(self.folder):
            self._database.execute(INSERT, _cells(record, meeting.seats))

    def finished(self, first: int, count: int) -> npt.NDArray[np.bool_]:
        """Which of so many games, numbered from the first one, are finished."""
        found = np.zeros(count, np.bool_)
        with explained(self.folder):
            numbers = self._database.execute(
                "SELECT number FROM game WHERE number BETWEEN ? AND ?", (first, first + count - 1)
            )
            found[[number - first for (number,) in numbers]] = True
        return found

    def close(self) -> None:
        """Leave a single file, unless somebody is just looking at it, and let others write."""
        with self._stack, suppress(sqlite3.Error):
            self._database.execute("PRAGMA busy_timeout = 0")
            self._database.execute("PRAGMA journal_mode = DELETE")


def _salvaged(folder: Path, settings: Settings, faults: list[str]) -> list[str]:
    """Make a damaged file anew with all that can be read of it; what is told of it."""
    names = (folder / f"{FILE}{ASIDE}{'' if n == 1 else f'-{n}'}" for n in count(1))
    aside = next(name for name in names if not os.path.lexists(name))
    for suffix in ("", WAL):
        with suppress(FileNotFoundError):
            shutil.copyfile(f"{folder / FILE}{suffix}", f"{aside}{suffix}")
    number = write_games(folder, settings, readable_games(folder, settings))
    done = (
        f"{FILE} was damaged: it is {aside.name} now, and the {counted(number, 'game')} that could "
        f"be read are in a new {FILE}; `sqlite3 {aside.name} .recover` may find more"
    )
    told = [*(f"{FILE}: {fault}" for fault in faults), done]
    note_repairs(folder, told)
    return told
