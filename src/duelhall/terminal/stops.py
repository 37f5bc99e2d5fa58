"""Stopping while something is shown in pictures, such as a battle."""

from collections.abc import Callable

from duelhall.engine.board import Scene
from duelhall.terminal.keys import END_OF_INPUT, has_keys, pressed

PROMPT = "(any key goes on, s skips to the end, q quits)"
SKIP, QUIT = "s", "q"


class Leave(Exception):
    """Raised when a person leaves the table."""


class Stops:
    """Where a viewer stops: where a part ends, or after each picture.

    Without a terminal nobody stops who has not asked for it, since lines that are typed for
    another purpose would be taken for keys.
    """

    def __init__(
        self,
        *,
        after_each: bool = False,
        after_parts: bool | None = None,
        heard: Callable[[], None] = lambda: None,
    ) -> None:
        self._heard = heard  # is told whenever a key was pressed
        self.after_each = after_each
        self.after_parts = has_keys() if after_parts is None else after_parts
        self._is_skipping = False

    def begin(self) -> None:
        """Begin to show what happens next: whoever skipped the rest has seen its end."""
        self._is_skipping = False

    def after(self, scene: Scene) -> None:
        """Stop after a scene where that is wanted; Leave if the viewer has enough."""
        if self.after_each or (self.after_parts and scene.pause):
            self.stop()

    def stop(self) -> None:
        """Wait for a key, unless the rest is skipped; Leave if the viewer has enough."""
        if self._is_skipping:
            return
        key = pressed(PROMPT).lower()
        self._heard()
        if key == QUIT:
            raise Leave
        self._is_skipping = key in (SKIP, END_OF_INPUT)


NEVER = Stops(after_parts=False)
"""For what is printed all at once."""
