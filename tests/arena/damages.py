"""Damage to the files of a tournament: every kind of it, at places chosen by chance."""

import random
from collections.abc import Callable
from pathlib import Path

from duelhall.arena import runner
from duelhall.arena.records import GAMES, record_line, records
from duelhall.arena.repairing import TOLD
from duelhall.arena.rows import RESULTS
from duelhall.arena.settings import FILE, KEY, KEY_COPY, BadTournament, load_settings
from duelhall.arena.store import Store
from duelhall.arena.verifying import verify
from duelhall.terminal.contest import settings_in

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


def swap_lines(data: bytes, chance: random.Random) -> bytes:
    """Have two lines in the wrong order."""
    lines = data.splitlines(keepends=True)
    one, other = chance.sample(range(len(lines)), 2)
    lines[one], lines[other] = lines[other], lines[one]
    return b"".join(lines)


def change_digit(data: bytes, chance: random.Random) -> bytes:
    """Have another number somewhere."""
    at = chance.choice([place for place, byte in enumerate(data) if chr(byte).isdigit()])
    other = chance.choice([digit for digit in b"0123456789" if digit != data[at]])
    return data[:at] + bytes([other]) + data[at + 1 :]


KINDS: tuple[Damage, ...] = (
    flip, cut, lose, blank, insert, append, empty, nonsense, repeat_line, lose_line, swap_lines,
    change_digit,
)  # fmt: skip
FILES = (GAMES, RESULTS, FILE, KEY, KEY_COPY)


def damage(folder: Path, name: str, kind: Damage, chance: random.Random) -> None:
    """Damage a file; it is not the same afterwards."""
    file = folder / name
    before = file.read_bytes()
    while (after := kind(before, chance)) == before:
        pass
    file.write_bytes(after)


def contents(folder: Path) -> dict[int, str]:
    """The finished games by their numbers."""
    return {record.number: record.replay for record in records(folder)}


def repaired(folder: Path) -> list[str]:
    """What is told when a tournament is opened to be played on."""
    with Store(folder, settings_in(folder)) as store:
        return store.repairs


def told_to_lookers(folder: Path) -> list[str]:
    """What `arena verify` says is wrong."""
    try:
        return verify(folder, load_settings(folder)).faults
    except BadTournament as error:
        return [str(error)]


def check_damaged(
    folder: Path, original: Path, name: str, kind: Damage, chance: random.Random
) -> None:
    """Damage a file of a tournament, a copy of an original: that is told, no whole game is lost,
    and in the end it has the same games.
    """
    before = contents(original)
    damage(folder, name, kind, chance)
    damaged = (folder / name).read_bytes()
    whole = {game.number for game in records(original) if record_line(game) in damaged}
    assert told_to_lookers(folder)
    repaired(folder)
    assert (folder / TOLD).read_text()
    assert set(contents(folder)) == (whole if name == GAMES else set(before))
    runner.run(load_settings(folder), folder)
    assert contents(folder) == before
    assert told_to_lookers(folder) == []
