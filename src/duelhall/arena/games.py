"""The games of a tournament one by one: those that somebody asks for, and files of them."""

import csv
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from itertools import islice
from pathlib import Path
from typing import IO, Any

from duelhall.arena.record import GameRecord
from duelhall.arena.settings import Settings
from duelhall.arena.standings import roles_in
from duelhall.arena.store import ENDINGS, StoredGames
from duelhall.engine import registry
from duelhall.engine.errors import BadUsage, UnknownName, from_extra, no_such
from duelhall.play.seat import Ending

FAULTS = [ending.value for ending in Ending if ending is not Ending.PLAYED]
"""What can cost a player a game besides the rules."""

GROUP = 100_000
"""How many games are in a group of rows of a Parquet file."""


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
            *record.lapses_by_seat,
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


NAMES = [field.name for field in fields(GameRow)]

LOSER = "CASE winner WHEN 0 THEN second WHEN 1 THEN first END"
AT_FAULT = "CASE faulty WHEN 0 THEN first WHEN 1 THEN second END"
"""Players, by the seats of a game."""


def game_rows(games: StoredGames, wanted: Wanted) -> Iterator[GameRow]:
    """The games that somebody asks for; UnknownName at once, if there can be none such."""
    conditions, values = _asked(wanted, games.settings)
    found = games.select(" AND ".join(conditions) or "1", tuple(values))
    return map(GameRow.of, found)


def _asked(wanted: Wanted, settings: Settings) -> tuple[list[str], list[object]]:
    """What somebody asks for as conditions in SQL, and the values in them."""
    names = [entry.name for entry in settings.entries]
    player = None if wanted.player is None else _index(wanted.player, names, "player")
    seat, conditions, values = _seat_of(wanted, settings), list[str](), list[object]()
    losing_seat, is_fault = "1 - winner", wanted.lost_by in FAULTS
    if is_fault:
        conditions, values = ["faulty IS NOT NULL", "ending = ?"], [wanted.lost_by]
        losing_seat = "faulty"
    elif wanted.lost_by is not None:
        _index(wanted.lost_by, [*FAULTS, *names], "fault or player")
        conditions, values = [f"{LOSER} = ?"], [names.index(wanted.lost_by)]
    if player is not None:
        conditions.append(
            f"? IN ({('first', 'second')[seat] if seat is not None else 'first, second'})"
        )
        values.append(player)
        if is_fault:
            conditions.append(f"{AT_FAULT} = ?")
            values.append(player)
    elif seat is not None:
        conditions.append(f"{losing_seat} = ?")
        values.append(seat)
    if wanted.ending is not None:
        _index(wanted.ending, endings_in(settings), "ending")
        conditions.append("? IN (ending, reason)")
        values.append(wanted.ending)
    return conditions, values


def _index(word: str, known: list[str], kind: str) -> int:
    if word not in known:
        raise UnknownName(no_such(kind, word, known))
    return known.index(word)


def _seat_of(wanted: Wanted, settings: Settings) -> int | None:
    if wanted.seat is None:
        return None
    roles = roles_in(settings)
    words = {str(seat): seat for seat in range(len(roles))}
    words |= {role: seat for seat, role in enumerate(roles) if role is not None}
    if wanted.seat not in words:
        raise UnknownName(no_such("seat", wanted.seat, words))
    if wanted.player is None and wanted.lost_by is None:
        raise BadUsage("--seat says where somebody sat: add --player, or --lost-by")
    return words[wanted.seat]


def endings_in(settings: Settings) -> list[str]:
    """All words for how a game can end: those of faults, and of the game if it is installed."""
    words = [ending.value for ending in ENDINGS]
    with suppress(UnknownName):
        rules = registry.find(settings.game_name.game).rules
        words += [reason.word for reason in rules.REASONS[1:]]  # the first is for games going on
    return list(dict.fromkeys(words))


# --- for programs ---


def write_csv(rows: Iterable[GameRow], file: IO[str]) -> None:
    """Games as CSV, with a header."""
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(NAMES)
    writer.writerows(map(astuple, rows))


def write_json(rows: Iterable[GameRow], file: IO[str]) -> None:
    """Games as a list in JSON, one game per line."""
    file.write("[")
    for number, row in enumerate(rows):
        text = json.dumps(vars(row), ensure_ascii=False)
        file.write(f"{',' if number else ''}\n{text}")
    file.write("\n]\n")


def write_parquet(rows: Iterable[GameRow], file: Path | IO[bytes]) -> None:
    """Games as Parquet, a group of rows at a time."""
    arrow, parquet = (from_extra("parquet", f"pyarrow{part}") for part in ("", ".parquet"))
    schema = arrow.schema([(name, _arrow_type(arrow, name)) for name in NAMES])
    with parquet.ParquetWriter(file, schema) as writer:
        for batch in batches(rows, GROUP):
            writer.write_table(arrow.Table.from_pylist([vars(row) for row in batch], schema))


def _arrow_type(arrow: Any, name: str) -> Any:
    if name == "seed":
        return arrow.uint64()
    kinds: dict[Any, Any] = {int: arrow.int64(), int | None: arrow.int8(), float: arrow.float64()}
    kind = {field.name: field.type for field in fields(GameRow)}[name]
    return kinds.get(kind, arrow.string())


def batches(rows: Iterable[GameRow], size: int) -> Iterator[list[GameRow]]:
    """Games, so many at a time."""
    waiting = iter(rows)
    while batch := list(islice(waiting, size)):
        yield batch
