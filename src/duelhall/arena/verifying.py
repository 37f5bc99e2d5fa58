"""Checking a whole tournament: its files, and every game in them by playing it again."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path

from duelhall.arena.belonging import checked_table, seats_in
from duelhall.arena.deals import has_its_seed, is_committed_to
from duelhall.arena.findings import findings
from duelhall.arena.locking import FolderLock, InUse
from duelhall.arena.records import GAMES, NotARecord, parse_record, result_of, said_of
from duelhall.arena.referee import game_of
from duelhall.arena.rows import (
    FIRST,
    LENGTH,
    NUMBER,
    PLACE,
    RECORD_CHECK,
    SECOND,
    Table,
    row_numbers,
)
from duelhall.arena.runner import rounds
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import KEY, Settings, key_faults
from duelhall.engine.errors import BadReplay
from duelhall.engine.text import NotPlain, open_plain
from duelhall.match.game import name_today
from duelhall.match.replay import parse
from duelhall.match.saves import besides_seed, replayed


@dataclass(frozen=True)
class Verified:
    """What a check of a tournament found."""

    games: int  # whole ones
    total: int  # that the tournament has when it is over
    commitment: str | None  # that is kept, as far as that can be known
    faults: list[str]


def verify(folder: Path, settings: Settings, shown: str | None = None) -> Verified:
    """Check everything in a tournament's folder, and that its deals follow from what was committed
    to, perhaps in these words; InUse if it is being played.
    """
    name_today(settings.game, settings.edition)
    with _undisturbed(folder):
        found = findings(folder, settings)
        broken = list(_broken_promises(settings, shown))
        faults = [*key_faults(folder), *found.faults, *broken]
        faults += _faults_of_games(folder, settings, found.rows)
        faults += _faults_of_rounds(settings, found.rows)
    kept = None if broken or settings.seed is None else settings.commitment or None
    return Verified(len(found.rows), total_games(settings), kept, faults)


def uncounted(folder: Path, settings: Settings) -> str:
    """That the results are not those of the games that are there, unless somebody plays them."""
    rows, games = checked_table(folder, settings), folder / GAMES
    if rows[:, LENGTH].sum() != (games.stat().st_size if games.exists() else 0):
        with suppress(InUse, NotPlain), _undisturbed(folder):
            found = findings(folder, settings)
            there = f"{len(found.rows):,} of {total_games(settings):,} games are there"
            told = f"{'; '.join(found.faults)}. {there}, {len(rows):,} are counted here"
            return f"{told}: `duelhall arena resume {folder}` repairs what can be repaired."
    return ""


def _broken_promises(settings: Settings, shown: str | None) -> Iterator[str]:
    """What is wrong with the commitment to the seed."""
    said = settings.commitment
    if shown is not None and shown.strip().lower() != said:
        yield f"the commitment shown is not that of this tournament, {said or 'which has none'}"
    if shown is not None and settings.seed is None:
        yield f"nothing shows that the commitment was kept: {KEY} is missing"
    if not is_committed_to(settings):
        yield "the salt and the seed do not give the commitment"


def _undisturbed(folder: Path) -> AbstractContextManager[object]:
    """Keep others from writing meanwhile, if anybody can write there at all."""
    try:
        return FolderLock(folder)
    except OSError:
        return nullcontext()


def _faults_of_games(folder: Path, settings: Settings, rows: Table) -> Iterator[str]:
    """What is wrong with games whose records are whole."""
    if not len(rows):
        return
    with open_plain(folder / GAMES) as games:
        for row in rows.tolist():
            games.seek(row[PLACE])
            for fault in _faults_of_game(games.read(row[LENGTH]), row, settings):
                yield f"game {row[NUMBER]}: {fault}"


def _faults_of_rounds(settings: Settings, rows: Table) -> Iterator[str]:
    """Which games of a swiss tournament other players should have played, by the results of the
    rounds before; while some of these are missing, nobody knows.
    """
    if settings.format != "swiss" or settings.is_of_earlier_version:
        return
    sat = {row[NUMBER]: (row[FIRST], row[SECOND]) for row in rows.tolist()}
    for meetings in rounds(settings, lambda: rows):
        for meeting in meetings:
            if sat.get(meeting.number, meeting.seats) != meeting.seats:
                yield f"game {meeting.number}: by the results before it, others should have met"
        if not all(meeting.number in sat for meeting in meetings):
            return


def _faults_of_game(line: bytes, row: list[int], settings: Settings) -> Iterator[str]:
    try:
        record = parse_record(line)
        match = replayed(parse(record.replay))
    except (NotARecord, BadReplay) as error:
        yield str(error)
        return
    seats = seats_in(settings, record)
    if seats is None or row_numbers(record, seats, row[PLACE], line) != row[: RECORD_CHECK + 1]:
        yield "its result is not that of its record"
    if not has_its_seed(settings, record):
        yield "it was not dealt from the seed of the tournament"
    if besides := besides_seed(match):
        yield f"it does not follow from its seed alone: {besides}"
    if match.game.lasting_name != game_of(settings.game, settings.edition).lasting_name:
        yield f"it is {match.game.full_name}, not what the tournament plays"
    if said_of(record) != (result := result_of(match, record)):
        yield f"its record says {said_of(record)}, but its moves lead to {result}"
