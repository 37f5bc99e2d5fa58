"""What the parts of the arena pass to each other: a game to play, and the record of one."""

import json
from dataclasses import dataclass, field
from typing import Any

from duelhall.bots.home import Limits
from duelhall.play.table import Late
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry


@dataclass(frozen=True)
class GameJob:
    """One game to be played: everything that determines it, except for the bots."""

    number: int
    game: str  # its full name
    edition: int  # of the game, which must be the same wherever this is played
    entries: tuple[Entry, Entry]  # by seat
    seed: int
    clock: Clock
    pair: int = 0  # which mirrored pair it belongs to
    mirrored: bool = False  # whether it is the second game of that pair
    leg: int = 0  # games of one leg are played before those of the next, by other processes
    limits: Limits = field(default_factory=Limits)
    late: Late = Late.LOSE


@dataclass(frozen=True)
class GameRecord:
    """One game that was played; pairs are by seat."""

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
    lapses: tuple[tuple[int, int, str], ...] = ()  # faults that cost a turn: move, seat, ending

    def to_json(self) -> str:
        """The record in one line."""
        return json.dumps(vars(self), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, line: str) -> "GameRecord":
        """The record written in a line; unknown entries are ignored."""
        entries: dict[str, Any] = {"lapses": (), **json.loads(line)}
        made: Any = {name: _frozen(entries[name]) for name in cls.__dataclass_fields__}
        return cls(**made)


def _frozen(value: Any) -> Any:
    """A value with tuples instead of lists."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
