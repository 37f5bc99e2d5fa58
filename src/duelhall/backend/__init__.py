"""How rules run: in Python, in machine code, or in Python until that is ready.

A game's rules are written once, as Python functions. A backend makes them run: its one duty is to
bind a template, which is a step or a loop written against names like `deal` and `play`, to a game's
functions, and to return something that is called like the template. Whatever the backend, the same
arguments give the same results, byte for byte.

    python     nothing is compiled; Numba is never imported
    cpu        machine code by Numba, compiled on first use and cached on disk
    tiered     the entries that a match goes through run in Python at once, and in machine code as
               soon as another process has compiled it; everything else is as with cpu
    following  the same, but for a process that has others compile, and starts none

Every package may provide others, by entry points in the group `duelhall.backends`, which name what
makes a `Backend` of a definition: `duelhall_gpu` has `cuda`, by which batches run on a GPU.
"""

import functools
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib.metadata import EntryPoint, entry_points
from typing import Any, NamedTuple, Protocol

from duelhall.backend.entries import RuleEntry
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BrokenPlugin, UnknownName, no_such
from duelhall.engine.template import bound, interpreted

GROUP = "duelhall.backends"
PYTHON, CPU, TIERED, FOLLOWING = "python", "cpu", "tiered", "following"

INTERPRETED = os.environ.get("DUELHALL_INTERPRETED", "") not in ("", "0")
"""Whether this process runs every rule in Python, for a debugger or for coverage."""


class Backend(Protocol):
    """Runs the rules of one game."""

    def bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        """A template bound to the game's rules, and to any further functions that it names."""

    def expect(self, entries: Iterable[RuleEntry]) -> None:
        """Get ready for these entries, as far as that does not make anybody wait."""

    @property
    def is_behind(self) -> bool:
        """Whether decisions take long because their machine code is still being compiled."""

    def catch_up(self) -> None:
        """Wait until that is no longer so."""


def backend_of(definition: Definition, name: str) -> Backend:
    """The backend of that name for a game; the same one each time the game is loaded."""
    if name not in _installed():
        raise UnknownName(no_such("backend", name, _installed()))
    return _made(definition, PYTHON if INTERPRETED else name)


@functools.cache
def _made(definition: Definition, name: str) -> Backend:
    try:
        make: Callable[[Definition], Backend] = _installed()[name].load()
    except Exception as error:
        text = f"the backend {name!r} is installed but cannot be loaded: {error}"
        raise BrokenPlugin(text) from error
    return make(definition)


@functools.cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


class Python:
    """The backend that compiles nothing."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self.bind = functools.cache(self._bind)

    def _bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        return interpreted(bound(template, {**self._definition.functions, **more}))

    def expect(self, _entries: Iterable[RuleEntry]) -> None:
        """Python is always ready."""

    @property
    def is_behind(self) -> bool:
        """Nothing is compiled here."""
        return False

    def catch_up(self) -> None:
        """There is nothing to wait for."""


# --- what is being compiled, for people who wait for machine code ---


class Progress(NamedTuple):
    """Something that is about to be compiled."""

    what: str
    done: float | None = None  # about what share of all that is wanted is done before it


Listener = Callable[[Progress], None]

_listeners: list[Listener] = []
_steps: list[Progress] = []


@contextmanager
def announced_to(listener: Listener) -> Iterator[None]:
    """Tell a listener about everything that this process stops to compile."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextmanager
def announced_as(step: Progress) -> Iterator[None]:
    """Announce as this step what is compiled in this block."""
    _steps.append(step)
    try:
        yield
    finally:
        _steps.pop()


def announce(what: str) -> None:
    """Announce that something is about to be compiled."""
    for listener in _listeners:
        listener(_steps[-1] if _steps else Progress(what))
