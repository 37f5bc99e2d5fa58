"""Damage to the files of a tournament: every kind of it, at places chosen by chance."""

import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.record import GameRecord
from duelhall.arena.settings import FILE as SETTINGS
from duelhall.arena.settings import KEY, KEY_COPY, REPAIRS, BadTournament, load_settings
from duelhall.arena.store import FILE, Store, open_games, readable_games
from duelhall.arena.verification import verify
from duelhall.cli.contest import settings_in

Damage = Callable[[bytes, random.Random], bytes]


def flip(data: bytes, chance: random.Random) -> bytes:
    """Change a byte."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1 :]


def cut(data: bytes, chance: random.Random) -> bytes:
    """Lose the end."""
    return data[: chance.randrange(len(data))]


def lose(data: bytes, chance: random.Random) -> bytes:
    """Lose something in the middle."""
    start, end = sorted(chance.sample(range(len(data) + 1), 2))
    return data[:start] + data[end:]


def blank(data: bytes, chance: random.Random) -> bytes:
    """Have zeros instead of something, as after a crash of the system."""
    start, end = sorted(chance.sample(range(len(data) + 1), 2))
    return data[:start] + bytes(end - start) + data[end:]


def insert(data: bytes, chance: random.Random) -> bytes:
    """Have something in between that does not belong there."""
    at = chance.randrange(len(data) + 1)
    return data[:at] + chance.randbytes(chance.randrange(1, 200)) + data[at:]


def append(data: bytes, chance: random.Random) -> bytes:
    """Have something behind the end."""
    return data + chance.randbytes(chance.randrange(1, 200)) + chance.choice([b"", b"\n"])


def empty(_data: bytes, _chance: random.Random) -> bytes:
    """Lose everything."""
    return b""


def nonsense(data: bytes, chance: random.Random) -> bytes:
    """Have something else entirely."""
    return chance.randbytes(len(data))


def repeat_line(data: bytes, chance: random.Random) -> bytes:
    """Have a line twice."""
    lines = data.splitlines(keepends=True)
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return b"".join(lines)


def lose_line(data: bytes, chance: random.Random) -> bytes:
    """Lose a line."""
    lines = data.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def change_digit(data: bytes, chance: random.Random) -> bytes:
    """Have another number somewhere."""
    at = chance.choice([place for place, byte in enumerate(data) if chr(byte).isdigit()])
    other = chance.choice([digit for digit in b"0123456789" if digit != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :]


KINDS: tuple[Damage, ...] = (
    flip, cut, lose, blank, insert, append, empty, nonsense, repeat_line, lose_line, change_digit,
)  # fmt: skip
FILES = (FILE, SETTINGS, KEY, KEY_COPY)


def damage(folder: Path, name: str, kind: Damage, chance: random.Random) -> None:
    """Damage a file; it is not the same afterwards."""
    file = folder / name
    before = file.read_bytes()
    while (after := kind(before, chance)) == before:
        pass
    file.write_bytes(after)


def change(folder: Path, statement: str, *values: object) -> None:
    """Have somebody change the games with SQL."""
    with closing(sqlite3.connect(folder / FILE)) as database, database:
        database.execute(statement, values)


def records(folder: Path) -> list[GameRecord]:
    with open_games(folder) as games:
        return list(games.select())


def contents(folder: Path) -> dict[int, str]:
    """The finished games by their numbers."""
    return {record.number: record.replay for record in records(folder)}


def repaired(folder: Path) -> list[str]:
    """What is told when a tournament is opened to be played on."""
    with Store(folder, settings_in(folder)) as store:
        return store.told


def told_to_lookers(folder: Path) -> list[str]:
    """What `arena verify` says is wrong."""
    try:
        return verify(folder, load_settings(folder)).faults
    except BadTournament as error:
        return [str(error)]


def check_damaged(
    folder: Path, original: Path, name: str, kind: Damage, chance: random.Random
) -> None:
    """Damage a file of a tournament, a copy of an original: no game that can be read is lost, and
    in the end it has the same games.
    """
    before = contents(original)
    damage(folder, name, kind, chance)
    if name == FILE:
        told_to_lookers(folder)
        readable = {cells[0] for cells in readable_games(folder, load_settings(folder))}
    else:
        readable = set(before)
        assert told_to_lookers(folder)
    repaired(folder)
    assert name == FILE or (folder / REPAIRS).read_text()
    found = verify(folder, load_settings(folder))
    kept = {cells[0] for cells in readable_games(folder, load_settings(folder))}
    assert readable <= kept | {*found.wrong} | set_aside(folder)
    for number in found.wrong:  # as it advises
        change(folder, "DELETE FROM game WHERE number = ?", number)
    runner.run(load_settings(folder), folder)
    assert contents(folder) == before
    assert told_to_lookers(folder) == []


def set_aside(folder: Path) -> set[int]:
    with closing(sqlite3.connect(folder / FILE)) as database:
        return {number for (number,) in database.execute("SELECT number FROM aside")}
