"""The games of a tournament one by one: those that somebody asks for, and what there is to say."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from duelhall.arena.belonging import results
from duelhall.arena.contests import GameRecord
from duelhall.arena.records import read_records
from duelhall.arena.rows import (
    ENDING,
    ENDINGS,
    FAULTY,
    FIRST,
    NOBODY,
    NUMBER,
    SECOND,
    WINNER,
    Table,
)
from duelhall.arena.settings import Settings
from duelhall.arena.tables import roles_in
from duelhall.engine import registry
from duelhall.engine.errors import BadUsage, UnknownName, no_such
from duelhall.players.seat import Ending

Mask = npt.NDArray[np.bool_]

FAULTS = [ending.value for ending in Ending if ending is not Ending.PLAYED]
"""What can cost a player a game besides the rules."""


@dataclass(frozen=True)
class GameRow:
    """A game in a list; seats are numbers, and None stands for nobody."""

    game: int
    pair: int
    player_0: str
    player_1: str
    winner: int | None
    winner_name: str | None
    ending: str  # `played`, or the fault that ended it
    reason: str  # the word of the rules
    faulty: int | None
    moves: int
    seconds_0: float
    seconds_1: float
    lapses_0: int  # turns lost by being late, or by a refused move
    lapses_1: int
    seed: int
    detail: str  # what the fault was

    @classmethod
    def of(cls, record: GameRecord) -> "GameRow":
        """What a list says of a game."""
        late = [seat for _, seat, _ in record.lapses]
        return cls(
            record.number,
            record.pair,
            *record.names,
            record.winner,
            None if record.winner is None else record.names[record.winner],
            record.ending,
            record.reason,
            record.faulty,
            record.moves,
            *record.seconds,
            late.count(0),
            late.count(1),
            record.seed,
            record.detail,
        )

    @property
    def how(self) -> str:
        """How it ended, in a word: by a fault, or else by the rules."""
        return self.reason if self.faulty is None else self.ending


@dataclass(frozen=True)
class Wanted:
    """Which games somebody asks for, in words; None means any."""

    lost_by: str | None = None  # a fault, or the name of a player
    ending: str | None = None  # a word of the rules, or of a fault
    player: str | None = None
    seat: str | None = None  # of that player, or else of who lost: a number or a role


def game_rows(folder: Path, settings: Settings, wanted: Wanted) -> Iterator[GameRow]:
    """The games that somebody asks for; UnknownName at once, if there can be none such."""
    return _selected(folder, settings, Selection(settings, wanted), wanted.ending)


def _selected(
    folder: Path, settings: Settings, selection: "Selection", ending: str | None
) -> Iterator[GameRow]:
    for piece in results(folder, settings):
        rows = piece[selection.mask(piece)]
        rows = rows[np.argsort(rows[:, NUMBER], kind="stable")]
        for record in read_records(folder, rows):
            row = GameRow.of(record)
            if ending in (None, row.ending, row.reason):
                yield row


class Selection:
    """Chooses games by their results; refuses words that mean nothing in this tournament."""

    def __init__(self, settings: Settings, wanted: Wanted) -> None:
        self._names = [entry.name for entry in settings.entries]
        self._player = None if wanted.player is None else self._index(wanted.player)
        self._fault = wanted.lost_by if wanted.lost_by in FAULTS else None
        self._loser = self._index_of_loser(wanted.lost_by)
        self._seat = self._seat_of(wanted, roles_in(settings))
        _check_ending(wanted.ending, settings)

    def _index(self, name: str) -> int:
        if name not in self._names:
            raise UnknownName(no_such("player", name, self._names))
        return self._names.index(name)

    def _index_of_loser(self, name: str | None) -> int | None:
        if name is None or name in FAULTS:
            return None
        if name not in self._names:
            raise UnknownName(no_such("fault or player", name, [*FAULTS, *self._names]))
        return self._names.index(name)

    def _seat_of(self, wanted: Wanted, roles: tuple[str | None, ...]) -> int | None:
        if wanted.seat is None:
            return None
        words = {str(seat): seat for seat in range(len(roles))}
        words |= {role: seat for seat, role in enumerate(roles) if role is not None}
        if wanted.seat not in words:
            raise UnknownName(no_such("seat", wanted.seat, words))
        if wanted.player is None and wanted.lost_by is None:
            raise BadUsage("--seat says where somebody sat: add --player, or --lost-by")
        return words[wanted.seat]

    def mask(self, table: Table) -> Mask:
        """Which of these results somebody asks for."""
        faulty, winner = table[:, FAULTY], table[:, WINNER]
        loser = np.where(winner < 0, NOBODY, 1 - winner)
        chosen = np.ones(len(table), np.bool_)
        if self._fault is not None:
            chosen &= (faulty >= 0) & (table[:, ENDING] == ENDINGS.index(Ending(self._fault)))
            loser = faulty
        if self._loser is not None:
            chosen &= (loser >= 0) & (_player_in(table, loser) == self._loser)
        if self._player is not None:
            chosen &= self._takes_part(table, faulty)
        elif self._seat is not None:
            chosen &= loser == self._seat
        return chosen

    def _takes_part(self, table: Table, faulty: Table) -> Mask:
        """Whether the player takes part, where it should sit; if a fault is asked for, its own."""
        sits = [table[:, FIRST] == self._player, table[:, SECOND] == self._player]
        found: Mask = sits[0] | sits[1] if self._seat is None else sits[self._seat]
        if self._fault is not None:
            found &= _player_in(table, faulty) == self._player
        return found


def _player_in(table: Table, seats: Table) -> Table:
    """Who sits in these seats."""
    return np.where(seats == 0, table[:, FIRST], table[:, SECOND])


def endings_in(settings: Settings) -> list[str]:
    """All words for how a game can end: those of faults, and of the game if it is installed."""
    words = [ending.value for ending in ENDINGS]
    with suppress(UnknownName):
        rules = registry.find(settings.game_name.game).rules
        words += [reason.word for reason in rules.REASONS[1:]]  # the first is for games going on
    return list(dict.fromkeys(words))


def _check_ending(ending: str | None, settings: Settings) -> None:
    """Refuse a word by which no game can end."""
    words = endings_in(settings)
    if ending is not None and ending not in words:
        raise UnknownName(no_such("ending", ending, words))
