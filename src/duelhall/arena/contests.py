"""What the parts of the arena hand to each other: who plays, which game, and how it ended."""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from duelhall.engine.errors import DuelhallError

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
    oneshot: bool = False  # speaks its game's one-shot form: one process per decision

    def __post_init__(self) -> None:
        if (self.command is None) == (self.builtin is None):
            raise BadEntry(f"{self.name}: a player has a command or is a built-in one")
        if not self.name or not self.name.isprintable():
            raise BadEntry(f"a player's name is a line of text, not {self.name!r}")


@dataclass(frozen=True)
class GameJob:
    """One game that shall be played: everything that decides how it goes, but for the bots."""

    number: int
    game: str  # its name in full
    edition: int  # of the game, which must be the same wherever this is played
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
