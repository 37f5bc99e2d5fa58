"""What the parts of the arena hand to each other: who plays, which game, and how it ended."""

import json
import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError, UnknownName
from duelhall.engine.options import Value
from duelhall.players.players import RANDOM

MARK = "~"
"""Between a name and its command line in a player file."""

BUILTIN = "builtin:"
ONESHOT = "oneshot:"
ONESHOT_GAME = "blade"
"""The one game that has a form with one process a decision."""

SCRIPTS = (".py", ".js", ".mjs", ".rb", ".sh", ".pl", ".lua")
"""How the names of files end that a program runs, whose own name comes before."""

MEBIBYTE = 2**20


class BadEntry(DuelhallError):
    """A player that cannot be read from a command line or from a player file."""


class Ending(StrEnum):
    """How a game ended. Each but PLAYED costs the bot that caused it the game."""

    PLAYED = "played"  # by the rules
    TIMEOUT = "timeout"  # no answer in time
    CRASH = "crash"  # the process ended, or closed its output
    ILLEGAL = "illegal"  # a move that the rules forbid
    UNREADABLE = "unreadable"  # an answer that is no move
    OUTPUT = "output"  # too much output
    START = "start"  # did not start, or did not say hello in time


class Fault(Exception):
    """What a bot did that costs it the game, and how it is told."""

    def __init__(self, ending: Ending, detail: str, seconds: float = 0.0) -> None:
        super().__init__(detail)
        self.ending, self.detail = ending, detail
        self.seconds = seconds  # how long it had thought by then


@dataclass(frozen=True)
class Clock:
    """How long a bot may think, in seconds; None where there is no limit."""

    move: float | None = None  # for one decision
    bank: float | None = None  # for all decisions of a game
    start: float = 10.0  # to start and to say hello


@dataclass(frozen=True)
class Limits:
    """What else a bot may use up, in bytes; None where there is no limit."""

    memory: int | None = 2048 * MEBIBYTE  # by each of its processes, as RLIMIT_DATA counts it
    line: int = MEBIBYTE // 16  # of one answer
    output: int = 8 * MEBIBYTE  # of all answers of a game
    errors: int = 16 * 1024  # of standard error, as far as it is kept


@dataclass(frozen=True)
class Entry:
    """A player of the arena: a command to run, or the name of a built-in player."""

    name: str
    command: tuple[str, ...] | None = None
    builtin: str | None = None
    oneshot: bool = False  # speaks the original Blade form: one process a decision

    def __post_init__(self) -> None:
        if (self.command is None) == (self.builtin is None):
            raise BadEntry(f"{self.name}: a player has a command or is a built-in one")
        if not self.name or not self.name.isprintable():
            raise BadEntry(f"a player's name is a line of text, not {self.name!r}")


@dataclass(frozen=True)
class GameJob:
    """One game that shall be played: everything that decides how it goes, but for the bots."""

    number: int
    game: str
    rules: str
    options: dict[str, Value]
    entries: tuple[Entry, Entry]  # by seat
    seed: int
    clock: Clock
    pair: int = 0  # which mirrored pair it belongs to
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class GameRecord:
    """One game that was played; what is a pair here is by seat."""

    number: int
    names: tuple[str, str]
    seed: int
    pair: int
    winner: int | None
    reason: str
    ending: str
    faulty: int | None  # the seat that a fault cost the game
    detail: str  # what the fault was
    moves: int
    seconds: tuple[float, float]  # of thinking, all decisions together
    slowest: tuple[float, float]  # of them, the longest one
    stderr: tuple[str, str]  # what the bots wrote to standard error, as far as it is kept
    replay: str  # the saved game's text

    def to_json(self) -> str:
        """The record in one line."""
        return json.dumps(vars(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "GameRecord":
        """The record that is written in a line; entries that it does not know are left out."""
        entries: dict[str, Any] = json.loads(line)
        known = {name: entries[name] for name in cls.__dataclass_fields__}
        made: Any = {n: tuple(v) if isinstance(v, list) else v for n, v in known.items()}
        return cls(**made)


# --- who plays ---


def parse_entry(text: str, game: str) -> Entry:
    """A built-in player of a game by its name, or a command line, seen from this folder."""
    text = text.strip()
    if text in _builtins(game):
        return Entry(name=text, builtin=text)
    entry = checked_entry(_entry(text, text, [Path.cwd()]), game)
    if entry.command and not _is_program(entry.command[0]):
        known = ", ".join(_builtins(game))
        raise BadEntry(
            f"there is no program {entry.command[0]!r}, and no built-in player of that name; "
            f"there are: {known}"
        )
    _check_files(entry, [Path.cwd()])
    return entry


def read_players(path: str | Path, game: str | None = None, *folders: Path) -> list[Entry]:
    """The players of a file, `name ~ command line` each; paths are seen from the file's folder,
    and then from others.

    Where a game is given, the players must be able to play it: here, and now.
    """
    file = Path(path)
    places = [file.parent, *folders]
    entries: dict[str, tuple[int, Entry]] = {}
    for number, line in _lines(file):
        try:
            entry = _parse_line(line, places)
            if entry.name in entries:
                before = entries[entry.name][0]
                raise BadEntry(f"there is a player {entry.name!r} in line {before} already")
            if game is not None:
                _check_files(checked_entry(entry, game), places)
        except DuelhallError as error:
            raise BadEntry(f"{file}, line {number}: {error}") from None
        entries[entry.name] = (number, entry)
    return [entry for _, entry in entries.values()]


def checked_entry(entry: Entry, game: str) -> Entry:
    """An entry that can play this game."""
    if entry.builtin is not None and entry.builtin not in _builtins(game):
        known = ", ".join(_builtins(game))
        raise UnknownName(f"there is no player {entry.builtin!r} in {game}; there are: {known}")
    if entry.oneshot and game != ONESHOT_GAME:
        raise BadEntry(f"{entry.name}: the one-shot form is {ONESHOT_GAME}'s alone")
    return entry


def _check_files(entry: Entry, folders: Sequence[Path]) -> None:
    """Refuse a command whose program or script is missing, before it loses its games by that."""
    program, *words = entry.command or [sys.executable]
    if not _is_program(program):
        raise BadEntry(f"there is no program {program!r} here: install it, or leave the player out")
    if words and words[0].endswith(SCRIPTS) and not Path(words[0]).is_absolute():
        where = " or ".join(str(folder.absolute()) for folder in folders)
        raise BadEntry(f"there is no file {words[0]!r} in {where}")


def _is_program(word: str) -> bool:
    return bool(shutil.which(word) or Path(word).exists())


def _builtins(game: str) -> list[str]:
    return [RANDOM, *registry.find(game).policies]


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a player file that say something, numbered from 1."""
    try:
        text = file.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadEntry(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        place = 1 + error.object[: error.start].count(b"\n")
        raise BadEntry(f"{file}, line {place}: this is not UTF-8 text") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _parse_line(line: str, folders: Sequence[Path]) -> Entry:
    """The player of one line."""
    name, mark, command = (part.strip() for part in line.partition(MARK))
    if not mark or not name or not command:
        raise BadEntry(f"expected `name {MARK} command line`, not {line!r}")
    return _entry(name, command, folders)


def _entry(name: str, command: str, folders: Sequence[Path]) -> Entry:
    """The player that a command line means."""
    if command.startswith(BUILTIN):
        return Entry(name, builtin=command.removeprefix(BUILTIN).strip())
    words = _words(command.removeprefix(ONESHOT))
    oneshot = command.startswith(ONESHOT)
    if "/" not in words[0] and shutil.which(words[0]):
        words[1:] = [_found(word, folders) for word in words[1:]]
    else:
        words = [_found(word, folders) for word in words]
    return Entry(name, tuple(words), oneshot=oneshot)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadEntry(f"cannot read the command line {command!r}: {error}") from None
    if not words:
        raise BadEntry("the command line is empty")
    return words


def _found(word: str, folders: Sequence[Path]) -> str:
    """A word of a command line; a file or folder that there is gets its whole path, for the bot
    runs in a folder of its own.
    """
    if word.startswith("-") or "\0" in word:
        return word
    try:
        found = next((folder / word for folder in folders if (folder / word).exists()), None)
    except OSError:  # too long to be a path
        return word
    return str(found.absolute()) if found else word
