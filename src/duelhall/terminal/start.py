"""The match to be played or shown at this terminal: new, saved, or of a tournament."""

import shlex
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duelhall.backend import PYTHON, TIERED
from duelhall.engine import registry
from duelhall.engine.errors import BadReplay, BadUsage, UnknownName
from duelhall.engine.record import other_seat
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import load_match, replayed
from duelhall.play.roster import expect, is_known
from duelhall.play.saves import PERSON, found_file, last_unfinished
from duelhall.play.seat import Ending
from duelhall.play.series import FEWEST, Series
from duelhall.terminal.output import print_fitted
from duelhall.terminal.seat import SeatingSetup

if TYPE_CHECKING:
    from duelhall.arena.record import GameRecord


SIGN = "#"
"""Separates a tournament's folder from the number of a game."""

MOST_FILES = 5
"""How many files of a folder are named."""

OF_THE_MOVES = ("replay", "seed")
"""The moves and the deal in a record, which stepping through the game shows."""


def tournament_game(place: str, command: str = "replay") -> "tuple[Match, GameRecord] | None":
    """A game of a tournament, written DIR#17; None if this is a file. The command is the one that
    shows it.
    """
    if Path(place).is_file():
        return None
    folder, sign, number = place.rpartition(SIGN) if SIGN in place else (place, "", "")
    if not sign and not Path(folder).is_dir():
        return None
    if not sign:
        raise UnknownName(_contents(Path(folder), command))
    if not number.isdecimal() or not Path(folder).is_dir():
        raise UnknownName(
            f"there is no game {place!r}; write a game of a tournament as its folder, "
            f"{SIGN} and its number, for example {folder}{SIGN}17"
        )
    from duelhall.arena.store import open_games

    with open_games(Path(folder)) as games:
        print_fitted(*(f"{line}." for line in games.told), to_stderr=True)
        record = games.record(int(number))
    match = replayed(parse(record.replay))
    note_unverified(match, place)
    return match, record


def _contents(folder: Path, command: str) -> str:
    """What can be shown of a folder."""
    from duelhall.arena.settings import FILE
    from duelhall.arena.store import open_games

    if not (folder / FILE).exists():
        saved = sorted(str(file) for file in folder.glob("*.json"))
        known = f"; saved games may be {', '.join(saved[:MOST_FILES])}" if saved else ""
        return f"{folder} is a folder without a tournament{known}"
    with open_games(folder) as games:
        number = next((int(piece["number"][0]) for piece in games.pieces()), None)
    if number is None:
        return f"no game of the tournament in {folder} has been finished yet"
    place, first = shlex.quote(str(folder)), shlex.quote(f"{folder}{SIGN}{number}")
    return (
        f"{folder} is a tournament, and {command} shows one game: `duelhall arena games {place}` "
        f"lists them, `duelhall {command} {first}` shows game {number}"
    )


def note_unverified(match: Match, place: str) -> None:
    """Say what could not be verified in a saved match, if anything."""
    if match.unverified:
        print_fitted(f"{place}: {match.unverified}", to_stderr=True)


def seen_by(record: "GameRecord", seat: int | None) -> "GameRecord":
    """A record without what the other seat wrote or was told about its own position."""
    if seat is None:
        return record
    first, second = record.stderr
    return replace(
        record,
        stderr=(first, "") if seat == 0 else ("", second),
        detail=record.detail if record.faulty == seat else "",
        lapses=tuple(lapse for lapse in record.lapses if lapse[1] == seat),
    )


def record_report(record: "GameRecord") -> dict[str, Any]:
    """What the arena recorded besides the moves, for programs; pairs are by seat."""
    return {name: value for name, value in vars(record).items() if name not in OF_THE_MOVES}


LAPSES = {
    Ending.TIMEOUT: "ran out of time and passed",
    Ending.ILLEGAL: "made an illegal move, which counted as a pass",
}


def _lapse_lines(record: "GameRecord") -> Iterator[str]:
    for (seat, name), (ending, words) in product(enumerate(record.names), LAPSES.items()):
        moves = [str(lapse[0]) for lapse in record.lapses if lapse[1:] == (seat, ending)]
        if moves:
            yield f"{name} {words}: {'move' if len(moves) == 1 else 'moves'} {', '.join(moves)}"


def record_lines(record: "GameRecord") -> Iterator[str]:
    """What the arena recorded besides the moves: times, faults, and what the bots wrote."""
    yield ""
    for seat, name in enumerate(record.names):
        spent, slowest = record.seconds[seat], record.slowest[seat]
        yield f"{name} thought for {spent:.3f} s in total, at most {slowest:.3f} s per move"
    if record.faulty is not None:
        detail = f": {record.detail}" if record.detail else ""
        yield f"{record.names[record.faulty]} lost by {Ending(record.ending).says}{detail}"
    yield from _lapse_lines(record)
    for name, errors in zip(record.names, record.stderr, strict=True):
        if errors:
            yield f"{name} wrote to standard error:"
            yield from (f"  {line}" for line in errors.splitlines())


def new_match(
    game: Game, seating: SeatingSetup, seed: int | None = None, position: str | None = None
) -> Match:
    """The match that the command line asks for."""
    players = seating.players(game, seating.seat_in(game.definition) or 0)
    expect(players, game)
    return game.match(seed, position=position, players=players)


def wished_series(rounds: int | None, seed: int | None, *, duplicate: bool) -> Series | None:
    """The series that the command line asks for."""
    if rounds is None and not duplicate:
        return None
    count = FEWEST if rounds is None else rounds
    return Series(count, is_duplicate=duplicate, is_seeded=seed is not None)


def file_to_resume(name: str, game: str | None) -> Path:
    """The file of a saved game: by its name, or the last unfinished one, of any game or of the one
    that is named.
    """
    if not name:
        return last_unfinished(game)
    file = found_file(Path(name))
    is_game = name in registry.names() and not file.exists()
    return last_unfinished(name) if is_game else file


def resumed_match(file: Path, name: str | None, seating: SeatingSetup) -> Match:
    """The match in a file, with the players named there unless others are asked for."""
    match = read_match(file, backend=TIERED)
    if name not in (None, match.game.name) and load(name).full_name != match.game.full_name:
        raise BadUsage(f"{file} is a game of {match.game.full_name}, not of {name}")
    seat = seating.seat_in(match.game.definition)
    own = match.players.index(PERSON) if PERSON in match.players else None
    if seat is not None and own not in (None, seat):
        raise _taken(file, match, own, "--role" if seating.role else "--seat")
    if seating.hotseat or seating.opponent or seating.player or own is None:
        match.players = _players_named(match, seating, own if own is not None else seat or 0)
    else:
        _refuse_strangers(file, match)
    return match


def _players_named(match: Match, seating: SeatingSetup, seat: int) -> tuple[str, ...]:
    """The players that are asked for; the opponent in the file stays if none is named."""
    other = match.players[other_seat(seat)]
    if not seating.opponent and not seating.hotseat and is_known(other, match.game.definition):
        seating = replace(seating, opponent=other)
    return seating.players(match.game, seat)


def _refuse_strangers(file: Path, match: Match) -> None:
    """A file does not decide which programs are started here: the person at the keyboard does."""
    for name in match.players:
        if name != PERSON and not is_known(name, match.game.definition):
            raise BadUsage(
                f"{file} was played against {name!r}, which is not a built-in player: "
                f"name your opponent, for example --opponent {shlex.quote(name)}"
            )


def _taken(file: Path, match: Match, own: int, flag: str) -> BadUsage:
    """The error that says where the person in a saved game sits."""
    roles = match.game.definition.roles
    role = f", the {roles[own]}" if roles else ""
    return BadUsage(f"in {file} you are player {own}{role}: leave out {flag}")


def read_match(file: Path, *, backend: str = PYTHON) -> Match:
    """The match in a file; errors name the file."""
    try:
        match = load_match(found_file(file), backend=backend)
    except BadReplay as error:
        raise BadReplay(f"{file}, {error.place}", error.reason) from None
    note_unverified(match, str(file))
    return match
