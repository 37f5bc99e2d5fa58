"""Stopping while something is shown in pictures, such as a battle.

Pictures of what a move set off, in the way that a viewer wants them.
"""

from collections.abc import Callable, Iterator, Sequence

from duelhall.engine.board import Scene, scene_texts
from duelhall.engine.errors import BadUsage
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.terminal.keyboard import END_OF_INPUT, has_keys, pressed

PROMPT = "(any key goes on, s skips to the end, q quits)"
SKIP, QUIT_KEY = "s", "q"


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
        style: str = "",
    ) -> None:
        self.style = style  # which of the ways to show pictures is wanted
        self._heard = heard  # is told whenever a key was pressed
        self.after_each = after_each
        self.after_parts = has_keys() if after_parts is None else after_parts
        self._is_skipping = False
        self._is_alone = False  # whether nobody is there any more to press a key

    def begin(self) -> None:
        """Begin to show what happens next: someone who skipped the rest has seen its end."""
        self._is_skipping = False

    def through(self, scenes: Sequence[Scene]) -> Iterator[int]:
        """The numbers of the scenes to be shown, with stops between them; Leave if the viewer has
        enough. Someone who skips the rest still sees the last one.
        """
        for number, scene in enumerate(scenes):
            is_last = number == len(scenes) - 1
            if is_last or not self._is_skipping:
                yield number
            if not is_last and (self.after_each or (self.after_parts and scene.pause)):
                self.stop()

    def stop(self) -> None:
        """Wait for a key, if there are any left; Leave if the viewer has enough."""
        if self._is_skipping or self._is_alone:
            return
        key = pressed(PROMPT).lower()
        self._heard()
        if key == QUIT_KEY:
            raise Leave
        self._is_skipping, self._is_alone = key == SKIP, key == END_OF_INPUT


NEVER = Stops(after_parts=False)
"""For what is printed all at once."""


USUAL = ""
"""The style of a viewer who has not asked for another."""


def checked_style(game: Game, style: str | None) -> str:
    """A way of showing pictures, if the game has it."""
    styles = game.definition.picture.styles
    if not style or style in styles:
        return style or USUAL
    if not styles:
        raise BadUsage(f"{game.name} shows its pictures in one way: leave out --pictures")
    raise BadUsage(f"--pictures takes {' or '.join(styles)} in {game.name}, not {style!r}")


def scenes_in(match: Match, number: int, seat: int | None, style: str) -> list[Scene]:
    """The scenes that a move, counted from 1, set off, as a seat sees them, or openly."""
    find = match.game.definition.picture.styles.get(style)
    if find is None:
        return match.scenes(number, seat)
    before, move = match.states[number - 1], match.moves[number - 1]
    return list(find(before, move, match.trace(number), seat))


def show_scenes(
    match: Match, number: int, seat: int | None, say: Callable[[str], None], stops: Stops
) -> None:
    """Print the scenes that a move set off, as a seat sees them, or openly."""
    scenes = scenes_in(match, number, seat, stops.style)
    texts = list(scene_texts(match.game.sketcher, scenes))
    for at in stops.through(scenes):
        say("\n".join(["", *texts[at]]))
