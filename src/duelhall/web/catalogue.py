"""What can be played here, as a browser is told it."""

from collections.abc import Iterable

import msgspec

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BrokenPlugin, DuelhallError
from duelhall.engine.features import LEVELS, CardSource, TurnClock
from duelhall.play.entry import checked_entry, entry_of
from duelhall.players.entry import Entry
from duelhall.web.client_messages import VERSION
from duelhall.web.http_messages import GameOffered, GamesOffered


def games_offered(programs: Iterable[Entry]) -> GamesOffered:
    """All games, with whom they can be played against."""
    programs = tuple(programs)
    games = (_offered(definition, programs) for definition in _definitions())
    return GamesOffered(version=VERSION, games=tuple(games))


def _definitions() -> Iterable[Definition]:
    """Every game that can be loaded."""
    for name in registry.names():
        try:
            yield registry.find(name)
        except BrokenPlugin:
            continue


def _offered(definition: Definition, programs: Iterable[Entry]) -> GameOffered:
    cards = definition.feature(CardSource)
    entry = entry_of(definition)
    own = [program.name for program in programs if _plays(program, definition.name)]
    return msgspec.convert(
        {
            **entry,
            "players": [*entry["players"], *own],
            "roles": definition.roles,
            "levels": tuple(LEVELS),
            "clock": definition.feature(TurnClock) is not None,
            "cards": cards is not None,
            "decks": tuple(cards.decks()) if cards else (),
        },
        GameOffered,
    )


def _plays(program: Entry, game: str) -> bool:
    try:
        checked_entry(program, game)
    except DuelhallError:
        return False
    return True
