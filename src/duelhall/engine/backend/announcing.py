"""Announcing what is being compiled, for people waiting for machine code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str], None]

_listeners: list[Listener] = []
_labels: list[str] = []


@contextmanager
def announced_to(listener: Listener) -> Iterator[None]:
    """Tell a listener of everything that this process compiles while it waits for it."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextmanager
def announced_as(label: str) -> Iterator[None]:
    """Announce by this label what is compiled now."""
    _labels.append(label)
    try:
        yield
    finally:
        _labels.pop()


def announce(what: str) -> None:
    """Something is about to be compiled."""
    for listener in _listeners:
        listener(_labels[-1] if _labels else what)
