"""Announcing what is being compiled, for people waiting for machine code."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

Listener = Callable[[str], None]

_listeners: list[Listener] = []
_labels: list[str] = []


@contextmanager
def announced_to(listener: Listener) -> Iterator[None]:
    """Tell a listener about everything that this process stops to compile."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextmanager
def announced_as(label: str) -> Iterator[None]:
    """Announce under this label what is compiled in this block."""
    _labels.append(label)
    try:
        yield
    finally:
        _labels.pop()


def announce(what: str) -> None:
    """Announce that something is about to be compiled."""
    for listener in _listeners:
        listener(_labels[-1] if _labels else what)
