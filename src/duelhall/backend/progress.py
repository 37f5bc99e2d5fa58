"""Announcing what is being compiled, for people waiting for machine code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


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
