"""The command `duelhall arena games`: the games of a tournament, as a list or as a file."""

import csv
import json
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import astuple, fields
from itertools import islice
from pathlib import Path
from typing import IO, Any

from rich.cells import cell_len

from duelhall.arena.game_rows import GameRow, Wanted, endings_in, game_rows
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import Settings, load_settings
from duelhall.arena.tables import roles_in
from duelhall.engine.errors import BadUsage, from_extra
from duelhall.terminal.columns import GAP, aligned, barred, shortened
from duelhall.terminal.output import make_console
from duelhall.terminal.tournament_check import tell_uncounted
from duelhall.terminal.wrapping import room_of

BATCH = 1000
"""How many games are written at a time."""

GROUP = 100_000
"""How many games are in a group of rows of a Parquet file."""

WIDEST_NAME = 30
"""How much of a player's name is shown in columns; other formats have all of it."""

NARROWEST_NAME = 8
"""How much of it must be shown for seeds to be shown as well."""

MOST = str(2**64 - 1)
"""The longest seed."""

NAMES = [field.name for field in fields(GameRow)]


def list_games(folder: Path, wanted: Wanted, print_as: str, out: Path | None) -> None:
    """Print the games of a tournament that somebody asks for, or write them to a file."""
    settings = load_settings(folder)
    rows = game_rows(folder, settings, wanted)
    tell_uncounted(folder, settings)
    if out is not None:
        _write_file(rows, out)
    elif print_as == "text":
        _print_text(rows, settings, folder)
    else:
        PRINTERS[print_as](rows, sys.stdout)


# --- for people ---


def _print_text(rows: Iterable[GameRow], settings: Settings, folder: Path) -> None:
    """Print games in columns, and how to see one of them."""
    columns, count, last = _Columns(settings, room_of(make_console())), 0, 0
    for batch in _batches(rows, BATCH):
        heading, *lines = columns.lines(batch)
        print("\n".join(lines if count else [heading, *lines]))
        count, last = count + len(batch), batch[-1].game
    if not count:
        print("There are no such games.")
        return
    show = f"duelhall replay {shlex.quote(f'{folder}#{last}')} shows the last one"
    print(f"{'1 game' if count == 1 else f'{count:,} games'}; {show}.")


def _batches(rows: Iterable[GameRow], size: int) -> Iterator[list[GameRow]]:
    waiting = iter(rows)
    while batch := list(islice(waiting, size)):
        yield batch


class _Columns:
    """Games in columns that fit the terminal: names get what is left, and a narrow terminal shows
    no seeds.
    """

    def __init__(self, settings: Settings, room: int) -> None:
        seats = [role or f"seat {seat}" for seat, role in enumerate(roles_in(settings))]
        self._heading = ["game", *seats, "result", "ending", "moves", "seed"]
        widest = [str(total_games(settings)), "", "", "1/2", _longest_ending(settings), "", MOST]
        self._count = len(widest)
        if _rest(self._heading, widest, room) < 2 * NARROWEST_NAME:
            self._count -= 1
        left = _rest(self._heading[: self._count], widest[: self._count], room)
        self._name = max(NARROWEST_NAME, min(WIDEST_NAME, left // 2))
        name = max((shortened(e.name, self._name) for e in settings.entries), key=cell_len)
        self._widest = [name if at in (1, 2) else text for at, text in enumerate(widest)]

    def lines(self, rows: Iterable[GameRow]) -> list[str]:
        """The heading and a line for each game."""
        table = [self._heading, self._widest, *map(self._cells, rows)]
        heading, _, *lines = aligned([cells[: self._count] for cells in table])
        return [heading, *lines]

    def _cells(self, row: GameRow) -> list[str]:
        names = [shortened(name, self._name) for name in (row.player_0, row.player_1)]
        result = "1/2" if row.winner is None else "0-1" if row.winner else "1-0"
        return [str(row.game), *names, result, row.how, str(row.moves), str(row.seed)]


def _rest(heading: Sequence[str], widest: Sequence[str], room: int) -> int:
    """What is left for the two names."""
    others = [max(map(len, pair)) for pair in zip(heading, widest, strict=True)]
    return room - sum(others) + others[1] + others[2] - len(GAP) * (len(others) - 1)


def _longest_ending(settings: Settings) -> str:
    return max(endings_in(settings), key=len)


# --- for programs ---


def _print_csv(rows: Iterable[GameRow], file: IO[str]) -> None:
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(NAMES)
    writer.writerows(map(astuple, rows))


def _print_json(rows: Iterable[GameRow], file: IO[str]) -> None:
    """A list, one game per line."""
    file.write("[")
    for number, row in enumerate(rows):
        text = json.dumps(vars(row), ensure_ascii=False)
        file.write(f"{',' if number else ''}\n{text}")
    file.write("\n]\n")


def _print_page(rows: Iterable[GameRow], file: IO[str]) -> None:
    """A table in Markdown."""
    texts = (["" if cell is None else str(cell) for cell in astuple(row)] for row in rows)
    file.write("\n".join(barred([NAMES])) + "\n")
    for row in texts:
        file.write(barred([row])[0] + "\n")


PRINTERS = {"csv": _print_csv, "json": _print_json, "md": _print_page}


# --- files ---


def _write_file(rows: Iterable[GameRow], out: Path) -> None:
    """Write games to a new file, in the format that its name asks for; all of it or nothing."""
    write = WRITERS.get(out.suffix.lower())
    if write is None:
        raise BadUsage(f"--out takes a file that ends in {' or '.join(WRITERS)}, not {out}")
    if out.exists():
        raise BadUsage(f"{out} already exists")
    draft = out.with_name(f"{out.name}.part")
    try:
        write(rows, draft)
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)


def _write_csv(rows: Iterable[GameRow], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as lines:
        _print_csv(rows, lines)


def _write_parquet(rows: Iterable[GameRow], file: Path) -> None:
    """A Parquet file, a group of rows at a time."""
    arrow, parquet = (from_extra("parquet", f"pyarrow{part}") for part in ("", ".parquet"))
    schema = arrow.schema([(name, _arrow_type(arrow, name)) for name in NAMES])
    with parquet.ParquetWriter(file, schema) as writer:
        for batch in _batches(rows, GROUP):
            writer.write_table(arrow.Table.from_pylist([vars(row) for row in batch], schema))


def _arrow_type(arrow: Any, name: str) -> Any:
    if name == "seed":
        return arrow.uint64()
    kinds: dict[Any, Any] = {
        int: arrow.int64(),
        int | None: arrow.int8(),
        float: arrow.float64(),
    }
    kind = {field.name: field.type for field in fields(GameRow)}[name]
    return kinds.get(kind, arrow.string())


Writer = Callable[[Iterable[GameRow], Path], None]
WRITERS: dict[str, Writer] = {".csv": _write_csv, ".parquet": _write_parquet}
