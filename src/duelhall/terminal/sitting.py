"""Sitting down to a game: making or finding the match, and playing it."""

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import FrameType

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadReplay, UnknownName
from duelhall.engine.game import Game
from duelhall.engine.match import Match, load_match
from duelhall.players import players
from duelhall.terminal.drawing import make_console
from duelhall.terminal.plain import PlainGame
from duelhall.terminal.seating import PERSON

HANGUPS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""What ends a program whose terminal is closed, or which is told to stop."""

PATIENCE = 1.0
"""Seconds after which a person is told that the rules are being compiled."""


def new_match(
    name: str,
    rules: str | None,
    seat: int | None,
    opponent: str | None,
    seed: int | None,
    options: list[str],
    cards: Path | None,
    *,
    hotseat: bool,
) -> Match:
    """The match that the command line asks for."""
    if not name:
        raise UnknownName(f"say which game to play: {', '.join(registry.names())}")
    definition = registry.find(name)
    changes = dict(_option(text) for text in options)
    if cards and "cards" in changes:
        raise UnknownName("give the cards once, by --cards or by --option")
    if cards:
        changes["cards"] = _cards_in(cards, definition)
    game = Game(definition, rules, changes)
    _check_hotseat(hotseat=hotseat, opponent=opponent, seat=seat)
    with waiting_for_compilation():
        return game.match(seed, players=_players(game, seat or 0, opponent, hotseat=hotseat))


def resumed_match(
    file: Path, name: str | None, seat: int | None, opponent: str | None, *, hotseat: bool
) -> Match:
    """The match in a file, with the players named there unless others are asked for."""
    match = read_match(file)
    if name not in (None, match.game.name):
        raise UnknownName(f"{file} is a game of {match.game.name}, not of {name}")
    own = match.players.index(PERSON) if PERSON in match.players else None
    if seat is not None and own not in (None, seat):
        raise UnknownName(f"the person in {file} is player {own}: leave out --seat")
    _check_hotseat(hotseat=hotseat, opponent=opponent, seat=seat)
    if hotseat or opponent or own is None:
        near = own if own is not None else seat or 0
        match.players = _players(match.game, near, opponent, hotseat=hotseat)
    return match


def read_match(file: Path) -> Match:
    """The match in a file; what is wrong with it is told with the file's name."""
    try:
        with waiting_for_compilation():
            return load_match(file)
    except BadReplay as error:
        raise BadReplay(f"{file}, {error.place}", error.reason) from None


def sit_down(
    match: Match, file: Path | None = None, *, step: bool = False, clock: float | None = None
) -> None:
    """Play a match in this terminal."""
    if clock is not None and (clock <= 0 or match.game.definition.when_late is None):
        raise UnknownName(f"there is no such clock for {match.game.name}: leave out --clock")
    with waiting_for_compilation():
        game = PlainGame(match, make_console(), file, step=step, clock=clock)
        game.rehearse()
    for hangup in HANGUPS:
        signal.signal(hangup, _interrupt)
    try:
        game.run()
    except KeyboardInterrupt:
        game.leave_at_once()


def _interrupt(_signal: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def _check_hotseat(*, hotseat: bool, opponent: str | None, seat: int | None) -> None:
    if hotseat and (opponent or seat is not None):
        raise UnknownName("--hotseat is for two persons: leave out --opponent and --seat")


def seat_of(name: str | None, role: str | None, seat: int | None) -> int | None:
    """The seat that a role has in a game, or the one that was named."""
    if role is None:
        return seat
    if seat is not None:
        raise UnknownName("say where you sit once, by --seat or by --role")
    roles = registry.find(name or "").roles
    if role.lower() not in roles:
        known = ", ".join(roles) or "none"
        raise UnknownName(f"there is no role {role!r} in {name}; there are: {known}")
    return roles.index(role.lower())


def turn_seconds(clock: str | None) -> float | None:
    """The seconds of a turn; None for no clock."""
    if clock in (None, "off"):
        return None
    try:
        return float(clock or "")
    except ValueError:
        raise UnknownName(f"--clock takes seconds or off, not {clock!r}") from None


def _cards_in(file: Path, definition: Definition) -> str:
    """The cards in a file, as a value of the option of that name."""
    if definition.card_file is None:
        raise UnknownName(f"{definition.name} has cards of its own: leave out --cards")
    return definition.card_file(file)


def _option(text: str) -> tuple[str, str]:
    """The name and the value in NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        raise UnknownName(f"an option is given as NAME=VALUE, not {text!r}")
    return name, value


def _players(game: Game, seat: int, opponent: str | None, *, hotseat: bool) -> tuple[str, ...]:
    """Who sits where."""
    if hotseat:
        return (PERSON, PERSON)
    foe = players.checked_name(game, opponent or players.names(game)[-1])
    return (PERSON, foe) if seat == 0 else (foe, PERSON)


@cache
def _ask_for_patience() -> None:
    """Tell what takes so long; once is enough."""
    note = "Compiling the rules for this machine, which takes some seconds and is done once ..."
    print(note, file=sys.stderr, flush=True)


@contextmanager
def waiting_for_compilation() -> Iterator[None]:
    """Tell a person who waits what for: a game's rules are compiled when they are first used."""
    timer = threading.Timer(PATIENCE, _ask_for_patience)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
