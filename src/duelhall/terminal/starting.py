"""The match to be played at this terminal: a new one, or one that was saved."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from duelhall.backend import PYTHON, TIERED
from duelhall.engine import registry
from duelhall.engine.errors import BadReplay, BadUsage
from duelhall.engine.features import NO_WISHES, CardWishes
from duelhall.engine.record import other_seat
from duelhall.engine.registry import parse_game_name
from duelhall.match.game import load
from duelhall.match.match import Match
from duelhall.match.saves import load_match
from duelhall.play.roster import expect, is_known
from duelhall.play.saves import PERSON, found_file, last_unfinished
from duelhall.play.series import FEWEST, Series
from duelhall.terminal.choosing import chosen_game
from duelhall.terminal.seating import Wishes
from duelhall.terminal.tournament_games import note_unverified


@dataclass(frozen=True)
class Beginning:
    """What a new game starts with, according to the command line."""

    rules: str | None = None
    seed: int | None = None
    position: str | None = None
    options: Sequence[str] = ()
    cards: CardWishes = NO_WISHES


def new_match(name: str, beginning: Beginning, wishes: Wishes) -> Match:
    """The match that the command line asks for."""
    if not name:
        raise BadUsage(f"say which game to play: {', '.join(registry.names())}")
    seat = wishes.seat_in(registry.find(parse_game_name(name).game)) or 0
    game = chosen_game(
        name, beginning.rules, beginning.options, beginning.cards, seat, backend=TIERED
    )
    players = wishes.players(game, seat)
    expect(players, game)
    return game.match(beginning.seed, position=beginning.position, players=players)


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


def resumed_match(file: Path, name: str | None, beginning: Beginning, wishes: Wishes) -> Match:
    """The match in a file, with the players named there unless others are asked for."""
    if beginning != Beginning():
        raise BadUsage(
            "--resume continues the game in the file: leave out --rules, --option, --cards, "
            "--deck, --opponent-deck, --position and --seed"
        )
    match = read_match(file, backend=TIERED)
    if name not in (None, match.game.name) and load(name).full_name != match.game.full_name:
        raise BadUsage(f"{file} is a game of {match.game.full_name}, not of {name}")
    seat, own = wishes.seat_in(match.game.definition), _person_in(match)
    if seat is not None and own not in (None, seat):
        raise _taken(file, match, own, "--role" if wishes.role else "--seat")
    if wishes.hotseat or wishes.opponent or wishes.player or own is None:
        match.players = _wished_players(match, wishes, own if own is not None else seat or 0)
    else:
        _refuse_strangers(file, match)
    return match


def _wished_players(match: Match, wishes: Wishes, seat: int) -> tuple[str, ...]:
    """The players that are asked for; the opponent in the file stays if none is named."""
    other = match.players[other_seat(seat)]
    if not wishes.opponent and not wishes.hotseat and is_known(other, match.game.definition):
        wishes = replace(wishes, opponent=other)
    return wishes.players(match.game, seat)


def _refuse_strangers(file: Path, match: Match) -> None:
    """A file does not decide which programs are started here: the person at the keyboard does."""
    for name in match.players:
        if name != PERSON and not is_known(name, match.game.definition):
            raise BadUsage(
                f"{file} was played against {name!r}, which is not a built-in player: "
                f"name your opponent, for example --opponent {shlex.quote(name)}"
            )


def _person_in(match: Match) -> int | None:
    """The first seat in a match that belongs to a person."""
    return match.players.index(PERSON) if PERSON in match.players else None


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
