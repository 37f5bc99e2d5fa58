"""Records: one long line for each game, as they are written in `games.jsonl` and read back.

A line ends with a checksum of all that comes before it, so that a record is known to be whole
without its row.
"""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO, NamedTuple
from zlib import crc32

from duelhall.arena.contests import GameRecord
from duelhall.arena.rows import (
    LENGTH,
    NUMBER,
    PLACE,
    RECORD_CHECK,
    UNCHECKED,
    Table,
    damaged_folder,
    read_pieces,
)
from duelhall.arena.settings import BadTournament
from duelhall.engine.chance import WORD
from duelhall.engine.errors import BadReplay, is_number
from duelhall.engine.record import SEATS, other_seat
from duelhall.engine.text import open_plain
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.players.seat import Ending

GAMES = "games.jsonl"
LONGEST_LINE = 2**26
"""How many bytes a record can have; what is longer is none."""

_SEAL = re.compile(rb',"check":"([0-9a-f]{8})"}\n\Z')
_SEAL_LENGTH = len(b',"check":"01234567"}\n')
_BEGINNING = re.compile(rb'{"number":(\d{1,18}),')


class NotARecord(BadTournament):
    """A line that is no whole record of a game."""


def record_line(record: GameRecord) -> bytes:
    """A record in a line, with its checksum."""
    text = record.to_json().encode()[:-1]
    return b'%b,"check":"%08x"}\n' % (text, crc32(text))


def parse_record(line: bytes) -> GameRecord:
    """The record in a line, which may be one of an earlier version; NotARecord if it is none."""
    try:
        record = GameRecord.from_json(line.decode())
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise NotARecord(str(error)) from None
    if not _is_possible(record):
        raise NotARecord("its entries are not those of a record")
    return record


def _is_possible(record: GameRecord) -> bool:
    """Whether the entries of a record that was read are such as a record has."""
    seats, winners = range(SEATS), (None, *range(SEATS))
    pairs = (record.names, record.seconds, record.slowest, record.stderr)
    numbers = (record.number, record.pair, record.seed, record.moves)
    try:
        return (
            all(is_number(each) and 0 <= each <= WORD for each in numbers)
            and record.winner in winners
            and record.faulty in winners
            and record.ending in [ending.value for ending in Ending]
            and (record.ending == Ending.PLAYED) == (record.faulty is None)
            and all(isinstance(pair, tuple) and len(pair) == SEATS for pair in pairs)
            and all(isinstance(name, str) for name in (*record.names, *record.stderr))
            and all(isinstance(text, str) for text in (record.reason, record.detail, record.replay))
            and all(float(time) >= 0 for time in (*record.seconds, *record.slowest))
            and all(is_number(at) and seat in seats and how for at, seat, how in record.lapses)
        )
    except (TypeError, ValueError):
        return False


# --- the lines of a file ---


class Line(NamedTuple):
    """A line of the file, as numbers."""

    place: int
    length: int
    number: int  # of the game, or NONE if it is no whole record
    check: int  # of the whole line


NONE = -1
"""The number of no game."""


def scanned_lines(folder: Path, *, are_sealed: bool) -> Iterator[Line]:
    """All lines of the file. Where not all lines were sealed when they were written, one without a
    seal is whole if it can be read.
    """
    try:
        games = open_plain(folder / GAMES)
    except FileNotFoundError:
        return
    with games:
        place = 0
        while read := games.readline(LONGEST_LINE):
            for line in _torn_apart(read, are_sealed=are_sealed):
                number = _number_in(line, are_sealed=are_sealed)
                yield Line(place, len(line), NONE if number is None else number, crc32(line))
                place += len(line)


def _torn_apart(line: bytes, *, are_sealed: bool) -> Iterator[bytes]:
    """A line; in two parts if only the beginning is damaged, and behind that comes a whole record
    whose line it swallowed.
    """
    if _number_in(line, are_sealed=are_sealed) is None:
        *_, last = (0, *(found.start() for found in _BEGINNING.finditer(line)))
        if last and _number_in(line[last:], are_sealed=are_sealed) is not None:
            yield line[:last]
            line = line[last:]
    yield line


def is_sealed(line: bytes) -> bool:
    """Whether a line carries a checksum."""
    return _seal_of(line) is not None


def _seal_of(line: bytes) -> re.Match[bytes] | None:
    return _SEAL.search(line, max(0, len(line) - _SEAL_LENGTH))


def can_be_replayed(record: GameRecord) -> bool:
    """Whether the moves of a game lead to the result of its record."""
    try:
        match = replayed(parse(record.replay))
    except BadReplay:
        return False
    return result_of(match, record) == said_of(record)


def result_of(match: Match, record: GameRecord) -> tuple[object, ...]:
    """What the record of a match must say of it; only what a bot left behind can cost it a game
    that is over.
    """
    faulty, winner = match.forfeited_by, match.winner
    if faulty is None and record.ending == Ending.LITTER and record.faulty is not None:
        faulty, winner = record.faulty, other_seat(record.faulty)
    return match.players, match.start.seed, winner, match.reason.word, len(match.moves), faulty


def said_of(record: GameRecord) -> tuple[object, ...]:
    """What a record says of a match."""
    return record.names, record.seed, record.winner, record.reason, record.moves, record.faulty


def _number_in(line: bytes, *, are_sealed: bool) -> int | None:
    """The number of the game whose whole record this is."""
    seal = _seal_of(line)
    if seal is not None:
        beginning = _BEGINNING.match(line)
        is_whole = int(seal[1], 16) == crc32(line[: seal.start()])
        return int(beginning[1]) if beginning and is_whole else None
    if are_sealed or not line.endswith(b"\n"):
        return None
    try:
        return int(parse_record(line).number)
    except NotARecord:
        return None


def whole_records(folder: Path, *, are_sealed: bool) -> Iterator[GameRecord]:
    """All records that are whole, whether they have a row or not, in the order of the file."""
    if not (folder / GAMES).exists():
        return
    with open_plain(folder / GAMES) as games:
        for line in scanned_lines(folder, are_sealed=are_sealed):
            games.seek(line.place)
            with suppress(NotARecord):
                yield parse_record(games.read(line.length))


# --- records by their rows ---


def read_record(folder: Path, number: int) -> GameRecord:
    """The whole record of a game."""
    games = size = 0
    for piece in read_pieces(folder):
        rows = piece[piece[:, NUMBER] == number]
        if len(rows):
            return next(read_records(folder, rows[:1]))
        games, size = games + len(piece), size + int(piece[:, LENGTH].sum())
    told = f"there is no game {number} in {folder}, which has {games:,} games"
    if (folder / GAMES).exists() and (folder / GAMES).stat().st_size > size:
        told += f" in its results, but more in {GAMES}: `duelhall arena verify {folder}` lists them"
    raise BadTournament(told)


def read_records(folder: Path, table: Table) -> Iterator[GameRecord]:
    """The records that some results belong to, in their order."""
    try:
        games = open_plain(folder / GAMES)
    except FileNotFoundError:
        raise damaged_folder(folder, f"{GAMES} is missing") from None
    with games:
        size = games.seek(0, os.SEEK_END)
        for number, place, length, check in table[:, _WHERE].tolist():
            try:
                yield _record_at(games, size, place, length, check)
            except NotARecord as error:
                what = f"the record of game {number} in {GAMES} is incomplete: {error}"
                raise damaged_folder(folder, what) from None


_WHERE = [NUMBER, PLACE, LENGTH, RECORD_CHECK]


def _record_at(games: IO[bytes], size: int, place: int, length: int, check: int) -> GameRecord:
    if not 0 <= place < place + length <= size:
        raise NotARecord("the file is shorter than that")
    games.seek(place)
    line = games.read(length)
    if check not in (UNCHECKED, crc32(line)):
        raise NotARecord("its checksum does not match")
    return parse_record(line)


def records(folder: Path) -> Iterator[GameRecord]:
    """The records of all games, in the order in which they were finished."""
    for piece in read_pieces(folder):
        yield from read_records(folder, piece)
