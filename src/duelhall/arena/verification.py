"""Checking a whole tournament: its files, and every game in them by playing it again."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from duelhall.arena.record import NotARecord
from duelhall.arena.referee import game_of
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import (
    KEY,
    BadTournament,
    Settings,
    has_its_seed,
    is_committed_to,
    key_faults,
)
from duelhall.arena.standings import rounds
from duelhall.arena.store import (
    FILE,
    Cells,
    FolderLock,
    InUse,
    StoredGames,
    faults_of_file,
    open_games,
    readable_games,
    record_in,
)
from duelhall.engine.errors import BadReplay
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
    wrong: list[int]  # games that are not what they say


def verify(folder: Path, settings: Settings, shown: str | None = None) -> Verified:
    """Check everything in a tournament's folder, and that its deals follow from what was committed
    to, perhaps in these words; InUse if it is being played.
    """
    name_today(settings.game, settings.edition)
    with open_games(folder, settings) as games, _undisturbed(folder):
        broken = list(_broken_promises(settings, shown))
        faults = [*key_faults(folder), *games.told, *broken]
        found, wrong = 0, list[tuple[int, str]]()
        if of_file := faults_of_file(folder):
            faults += [f"{FILE}: {fault}" for fault in of_file]
            found = sum(1 for _ in readable_games(folder, settings))
        else:
            for cells in games.cells():
                found += 1
                wrong += [(cells[0], fault) for fault in _faults_of_game(cells, settings)]
            wrong += _faults_of_rounds(settings, games)
    faults += [f"game {number}: {fault}" for number, fault in wrong]
    kept = None if broken or settings.seed is None else settings.commitment or None
    return Verified(
        found, total_games(settings), kept, faults, sorted({number for number, _ in wrong})
    )


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
    except InUse:
        raise
    except BadTournament:
        return nullcontext()


def _faults_of_rounds(settings: Settings, games: StoredGames) -> Iterator[tuple[int, str]]:
    """Which games are not of the tournament. In a swiss one this follows from the results of the
    rounds before; while some of these are missing, nobody knows.
    """
    for number in games.strays():
        yield number, "it is not of this tournament"
    if settings.pairing != "swiss" or settings.is_of_earlier_version:
        return
    rows = games.rows()
    sat = dict(zip(rows["number"].tolist(), rows[["first", "second"]].tolist(), strict=True))
    for meetings in rounds(settings, lambda: rows):
        for meeting in meetings:
            if sat.get(meeting.number, meeting.seats) != meeting.seats:
                yield meeting.number, "by the results before it, others should have met"
        if not all(meeting.number in sat for meeting in meetings):
            return


def _faults_of_game(cells: Cells, settings: Settings) -> Iterator[str]:
    try:
        record = record_in(cells, settings)
        match = replayed(parse(record.replay))
    except (NotARecord, BadReplay) as error:
        yield str(error)
        return
    if not has_its_seed(settings, record.pair, record.seed):
        yield "it was not dealt from the seed of the tournament"
    if besides := besides_seed(match):
        yield f"it does not follow from its seed alone: {besides}"
    if match.game.lasting_name != game_of(settings.game, settings.edition).lasting_name:
        yield f"it is {match.game.full_name}, not what the tournament plays"
    if record.said != (result := record.result_of(match)):
        yield f"its record says {record.said}, but its moves lead to {result}"
