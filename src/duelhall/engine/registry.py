"""Which games exist: every installed package may provide some, by entry point."""

from functools import cache
from importlib.metadata import EntryPoint, entry_points

from duelhall.engine.definition import Definition
from duelhall.engine.errors import BrokenPlugin, UnknownName, no_such

GROUP = "duelhall.games"

_added: dict[str, Definition] = {}


def add(definition: Definition) -> None:
    """Make a game known to this process only, for example in a notebook or a test."""
    _added[definition.name] = definition


def remove(name: str) -> None:
    """Forget a game that was added."""
    del _added[name]


def forget_installed() -> None:
    """Look for installed games again, after packages were added or removed."""
    _installed.cache_clear()


def names() -> list[str]:
    """The names of all games."""
    return sorted({*_installed(), *_added})


def find(name: str) -> Definition:
    """The game of that name."""
    if name in _added:
        return _added[name]
    if name not in _installed():
        raise UnknownName(no_such("game", name, names()))
    try:
        definition: Definition = _installed()[name].load()
    except Exception as error:
        raise BrokenPlugin(
            f"the game {name!r} is installed but cannot be loaded: {error}"
        ) from error
    if definition.name != name:
        raise BrokenPlugin(f"the game installed as {name!r} calls itself {definition.name!r}")
    return definition


@cache
def _installed() -> dict[str, EntryPoint]:
    """The entry points of the installed games by name."""
    return {entry.name: entry for entry in entry_points(group=GROUP)}
