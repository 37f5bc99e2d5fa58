"""Which settings a tournament can have: of the right types, and not so large as to fill memory."""

from collections.abc import Iterator
from math import isfinite
from types import NoneType
from typing import TYPE_CHECKING, Any, get_args

from duelhall.bots.process import LONGEST
from duelhall.engine.errors import DuelhallError, is_number, shortened
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry
from duelhall.stats import Sprt

if TYPE_CHECKING:
    from duelhall.arena.settings import Settings

MOST_GAMES = 10_000_000
"""In a whole tournament."""

MOST_PLAYERS = 2_000
MOST_JOBS = 1_000
"""Games at once."""

ELO_NUMBERS = 2


def faults_in(settings: "Settings") -> Iterator[str]:
    """What is wrong with settings, the first thing first; what comes later relies on it."""
    yield from _wrong_numbers(settings)
    yield from _wrong_players(settings.entries)
    yield from _wrong_clock(settings.clock)
    yield from _wrong_test(settings.sprt)
    yield from _too_many(settings)


def _wrong_numbers(settings: "Settings") -> Iterator[str]:
    for name, kind in type(settings).__annotations__.items():
        value = getattr(settings, name)
        is_left_out = value is None and NoneType in get_args(kind)
        if kind in (int, int | None) and not is_number(value) and not is_left_out:
            yield f"{name} must be a whole number, not {shortened(value)}"


def _wrong_players(entries: Any) -> Iterator[str]:
    """Players whose parts are not text."""
    for entry in entries:
        parts = (entry.name, entry.builtin, entry.function, *(entry.command or ()))
        words = [part for part in parts if part is not None]
        if not all(isinstance(word, str) for word in words) or entry.command == ():
            yield f"a player is a name and a command, not {shortened(_shown(entry))}"


def _shown(entry: Entry) -> str:
    return ", ".join(str(value) for value in vars(entry).values())


def _wrong_clock(clock: Clock) -> Iterator[str]:
    for name, seconds in vars(clock).items():
        if seconds is None and name != "start":
            continue
        if not _is_finite(seconds) or not 0 < seconds <= LONGEST:
            yield (
                f"a time limit is more than 0 and at most {LONGEST:.0f} seconds, "
                f"not {shortened(seconds)}"
            )


def _wrong_test(sprt: Any) -> Iterator[str]:
    if sprt is None:
        return
    if len(sprt) != ELO_NUMBERS or not all(_is_finite(elo) for elo in sprt):
        yield f"a test is two Elo numbers, not {shortened(list(sprt))}"
        return
    try:
        Sprt(*sprt)
    except DuelhallError as error:
        yield str(error)


def _is_finite(value: Any) -> bool:
    """Whether this is a number that one can reckon with."""
    return isinstance(value, float | int) and not isinstance(value, bool) and isfinite(value)


def _too_many(settings: "Settings") -> Iterator[str]:
    players = len(settings.entries)
    if players > MOST_PLAYERS:
        yield f"a tournament has at most {MOST_PLAYERS:,} players, not {players:,}"
    if settings.games * _meets(settings) > MOST_GAMES:
        yield (
            f"a tournament has at most {MOST_GAMES:,} games in all: "
            f"{shortened(settings.games)} per pairing are too many for {players} players"
        )


def _meets(settings: "Settings") -> int:
    """About how many pairings there are; a swiss tournament has a round at least."""
    players = len(settings.entries)
    if settings.format == "swiss":
        return (settings.rounds or 1) * (players // 2)
    return players - 1 if settings.format == "gauntlet" else players * (players - 1) // 2
