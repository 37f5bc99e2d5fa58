"""Rules as Python runs them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from duelhall.engine.binding import bound, interpreted
from duelhall.engine.definition import Definition


class Python:
    """The backend that compiles nothing."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self.bind = cache(self._bind)

    def _bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        return interpreted(bound(template, {**self._definition.functions, **more}))
