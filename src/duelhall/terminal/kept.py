"""Single games of a tournament, looked at again."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duelhall.engine.errors import UnknownName
from duelhall.engine.match import Match
from duelhall.engine.replay import parse
from duelhall.engine.saves import replayed

if TYPE_CHECKING:
    from duelhall.arena.contests import GameRecord

SIGN = "#"
"""Between a tournament's folder and the number of a game."""

OF_THE_MOVES = ("replay", "seed")
"""What a record has of the moves and the deal, which the walk through the game shows."""


def kept_game(place: str) -> "tuple[Match, GameRecord] | None":
    """A game of a tournament, as DIR#17; None if this is a file."""
    if Path(place).is_file():
        return None
    folder, sign, number = place.rpartition(SIGN) if SIGN in place else (place, "", "")
    if not sign and not Path(folder).is_dir():
        return None
    if not number.isdecimal() or not Path(folder).is_dir():
        raise UnknownName(
            f"there is no game {place!r}: a game of a tournament is named by its folder, "
            f"{SIGN} and its number, as {folder}{SIGN}17"
        )
    from duelhall.arena.store import read_record

    record = read_record(Path(folder), int(number))
    match = replayed(parse(record.replay))
    note_unverified(match, place)
    return match, record


def note_unverified(match: Match, place: str) -> None:
    """Say what of a match that was read could not be verified, if there is such a thing."""
    if match.unverified:
        print(f"{place}: {match.unverified}", file=sys.stderr)


def seen_by(record: "GameRecord", seat: int | None) -> "GameRecord":
    """A record without what another seat wrote, or was told of its own position."""
    if seat is None:
        return record
    first, second = record.stderr
    return replace(
        record,
        stderr=(first, "") if seat == 0 else ("", second),
        detail=record.detail if record.faulty == seat else "",
    )


def record_report(record: "GameRecord") -> dict[str, Any]:
    """What the arena kept beside the moves, for a program; what is a pair here is by seat."""
    return {name: value for name, value in vars(record).items() if name not in OF_THE_MOVES}


def record_lines(record: "GameRecord") -> Iterator[str]:
    """What the arena kept beside the moves: times, faults, and what the bots wrote."""
    yield ""
    for seat, name in enumerate(record.names):
        spent, slowest = record.seconds[seat], record.slowest[seat]
        yield f"{name} thought for {spent:.3f} s, {slowest:.3f} s at most for a move"
    if record.faulty is not None:
        detail = f": {record.detail}" if record.detail else ""
        yield f"{record.names[record.faulty]} lost by {record.ending}{detail}"
    for name, errors in zip(record.names, record.stderr, strict=True):
        if errors:
            yield f"{name} wrote to standard error:"
            yield from (f"  {line}" for line in errors.splitlines())
