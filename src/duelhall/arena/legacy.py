"""Games of earlier versions: `games.jsonl` had a long line for each with its whole record, and
`results.tsv` a short one with the result, and where the long one is.

They are read once, and stay as they are. The records are what counts. A line without a checksum is
believed if its short line says the same, or if the game can be replayed; of several records of a
game, the one that its short line is about counts.
"""

import json
import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from pathlib import Path
from zlib import crc32

from duelhall.arena.record import GameRecord, NotARecord
from duelhall.arena.schedule import meets_of, seats_in_pair, total_games
from duelhall.arena.settings import KEY, BadTournament, Settings, has_its_seed
from duelhall.engine.text import counted, open_plain
from duelhall.play.seat import Ending

GAMES = "games.jsonl"
RESULTS = "results.tsv"
LONGEST_LINE = 2**26
"""How many bytes a line can have; what is longer is no record."""

MOST_LISTED = 5
"""How many numbers are listed before only their count is told."""

CHECKED_COLUMNS = 16
"""A short line ends with the checksums of the record and of itself; earlier ones had 12 or 14
columns, and of the columns that all of them have, the last two are the record's place and length.
"""
PLACE = 10
COMMON_COLUMNS = 12

_ROW = re.compile(rb"(-?\d{1,18})(?:\t-?\d{1,18}){11}(?:\t-?\d{1,18}){0,4}")
_SEAL = re.compile(rb',"check":"([0-9a-f]{8})"}\n\Z')
_BEGINNING = re.compile(rb'{"number":\d')
_SEAL_LENGTH = len(b',"check":"01234567"}\n')

Seated = tuple[GameRecord, tuple[int, int]]
"""A record, and who sat where, by index in the list of players."""


def has_earlier_games(folder: Path) -> bool:
    """Whether an earlier version has written games there."""
    return any(os.path.lexists(folder / name) for name in (GAMES, RESULTS))


def earlier_games(folder: Path, settings: Settings, told: list[str]) -> Iterator[Seated]:
    """The games of an earlier version; when all have been read, what is wrong with its files has
    been told. A game that comes twice counts as it comes the second time.
    """
    rows, broken_rows = _rows_in(folder)
    found, broken, foreign, twice = set[int](), list[int](), list[int](), list[int]()
    seats_of = _Seats(settings)
    for at, (place, line) in enumerate(_lines_in(folder), start=1):
        record = _record_in(line, settings)
        if record is None:
            broken.append(at)
            continue
        seats = seats_of(record)
        is_its = seats is not None and _is_about(rows.get(record.number), record, seats, place)
        is_sure = is_its or _seal_of(line) is not None or record.can_be_replayed()
        if seats is None or not is_sure or not has_its_seed(settings, record.pair, record.seed):
            foreign.append(at)
            continue
        if record.number in found:
            twice.append(record.number)
        if is_its or record.number not in found:
            found.add(record.number)
            yield record, seats
    if foreign and not found and settings.seed is not None:
        raise not_of_this_seed(folder / GAMES)
    lost = {number for number in rows if 0 < number <= total_games(settings)} - found
    told += [
        *_told(GAMES, "line", broken, "incomplete"),
        *_told(GAMES, "line", foreign, "not of this tournament"),
        *_told(GAMES, "game", twice, "there more than once"),
        *_told(RESULTS, "line", broken_rows, "incomplete"),
        *_told(RESULTS, "game", found - set(rows), f"only in {GAMES}"),
        *_told(RESULTS, "game", lost, f"without a complete record in {GAMES}"),
        *([f"{counted(len(lost), 'game')} must be played again"] if lost else []),
    ]


def not_of_this_seed(file: Path) -> BadTournament:
    """The error for games and a key that do not belong together."""
    return BadTournament(
        f"no game in {file} was dealt from the seed in {KEY}: put back the two that belong together"
    )


def _told(name: str, noun: str, numbers: Collection[int], fault: str) -> list[str]:
    """What is wrong with lines or games of a file, if it is anything."""
    return [f"{name}: {listed(noun, numbers)} {fault}"] if numbers else []


def listed(noun: str, numbers: Collection[int]) -> str:
    """Things by their numbers, and the verb that follows: `line 7 is`, `games 3, 4 are`."""
    each = sorted(set(numbers))
    some = ", ".join(map(str, each[:MOST_LISTED]))
    more = f" and {len(each) - MOST_LISTED:,} more" if len(each) > MOST_LISTED else ""
    return f"{noun} {some} is" if len(each) == 1 else f"{noun}s {some}{more} are"


class _Seats:
    """Tells who sat where in a recorded game; None if it is none of the tournament."""

    def __init__(self, settings: Settings) -> None:
        self._names = [entry.name for entry in settings.entries]
        self._meets, self._total = meets_of(settings), total_games(settings)

    def __call__(self, record: GameRecord) -> tuple[int, int] | None:
        number, pair = record.number, record.pair
        if not 1 <= number <= self._total or pair != (number - 1) // 2:
            return None
        if self._meets:
            one, other = seats_in_pair(self._meets, pair, is_second=number % 2 == 0)
            return (one, other) if (self._names[one], self._names[other]) == record.names else None
        if not set(record.names) <= set(self._names) or record.names[0] == record.names[1]:
            return None
        return self._names.index(record.names[0]), self._names.index(record.names[1])


# --- the long lines ---


def _lines_in(folder: Path) -> Iterator[tuple[int, bytes]]:
    """The lines with the records, and where they begin."""
    with suppress(FileNotFoundError), open_plain(folder / GAMES) as games:
        place = 0
        while read := games.readline(LONGEST_LINE):
            for line in _torn_apart(read):
                yield place, line
                place += len(line)


def _torn_apart(line: bytes) -> list[bytes]:
    """A line; in two parts if another record begins in it, whose line a damaged one swallowed."""
    last = max((found.start() for found in _BEGINNING.finditer(line)), default=0)
    return [line[:last], line[last:]] if last and _is_whole(line[last:]) else [line]


def _seal_of(line: bytes) -> re.Match[bytes] | None:
    return _SEAL.search(line, max(0, len(line) - _SEAL_LENGTH))


def _is_whole(line: bytes) -> bool:
    """Whether a line has a checksum, and it is right."""
    seal = _seal_of(line)
    return seal is not None and int(seal[1], 16) == crc32(line[: seal.start()])


def _record_in(line: bytes, settings: Settings) -> GameRecord | None:
    """The record in a line, if that is whole; before format 3 there were no checksums."""
    is_sealed = _seal_of(line) is not None or not settings.is_of_earlier_version
    if not line.endswith(b"\n") or (is_sealed and not _is_whole(line)):
        return None
    try:
        return GameRecord.of(json.loads(line))
    except (ValueError, TypeError, RecursionError, NotARecord):
        return None


# --- the short lines ---


def _rows_in(folder: Path) -> tuple[dict[int, bytes], list[int]]:
    """The whole short lines by the numbers of their games, and which lines are not whole."""
    rows, broken, at = dict[int, bytes](), list[int](), 0
    with suppress(FileNotFoundError), open_plain(folder / RESULTS) as lines:
        while line := lines.readline(LONGEST_LINE):
            at += 1
            found = _ROW.fullmatch(line[:-1]) if line.endswith(b"\n") else None
            text, _, check = line[:-1].rpartition(b"\t")
            is_checked = text.count(b"\t") + 2 == CHECKED_COLUMNS
            if found is None or (is_checked and int(check) != crc32(text)):
                broken.append(at)
            else:
                rows[int(found[1])] = line
    return rows, broken


def _is_about(row: bytes | None, record: GameRecord, seats: tuple[int, int], place: int) -> bool:
    """Whether a short line is about a record at this place, and says the same."""
    if row is None:
        return False
    numbers = [int(cell) for cell in row.split(b"\t")[:COMMON_COLUMNS]]
    made = [
        record.number, record.pair, *seats,
        *(-1 if seat is None else seat for seat in (record.winner, record.faulty)),
        list(Ending).index(Ending(record.ending)), record.moves,
        *(round(1000 * seconds) for seconds in record.seconds), place,
    ]  # fmt: skip
    return numbers[: PLACE + 1] == made
