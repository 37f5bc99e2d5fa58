"""Rules as Python runs them."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from duelhall.engine.backend.entries import Entry
from duelhall.engine.binding import bound, interpreted
from duelhall.engine.definition import Definition


class Python:
    """The backend that compiles nothing."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self.bind = cache(self._bind)

    def _bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        return interpreted(bound(template, {**self._definition.functions, **more}))

    def expect(self, _entries: Iterable[Entry]) -> None:
        """Python is always ready."""

    @property
    def is_behind(self) -> bool:
        """Nothing is compiled here."""
        return False

    def catch_up(self) -> None:
        """There is nothing to wait for."""
