"""Pictures of what a move set off, in the way that a viewer wants them."""

from collections.abc import Callable

from duelhall.engine.board import Scene, scene_texts
from duelhall.engine.errors import BadUsage
from duelhall.engine.features import SceneStyles
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.terminal.stops import Stops

USUAL = ""
"""The style of a viewer who has not asked for another."""


def checked_style(game: Game, style: str | None) -> str:
    """A way of showing pictures, if the game has it."""
    feature = game.definition.feature(SceneStyles)
    styles = feature.scenes if feature else {}
    if not style or style in styles:
        return style or USUAL
    if not styles:
        raise BadUsage(f"{game.name} shows its pictures in one way: leave out --pictures")
    raise BadUsage(f"--pictures takes {' or '.join(styles)} in {game.name}, not {style!r}")


def scenes_in(match: Match, number: int, seat: int | None, style: str) -> list[Scene]:
    """The scenes that a move, counted from 1, set off, as a seat sees them, or openly."""
    feature = match.game.definition.feature(SceneStyles)
    if style == USUAL or feature is None:
        return match.scenes(number, seat)
    before, move = match.states[number - 1], match.moves[number - 1]
    return list(feature.scenes[style](before, move, match.trace(number), seat))


def show_scenes(
    match: Match, number: int, seat: int | None, say: Callable[[str], None], stops: Stops
) -> None:
    """Print the scenes that a move set off, as a seat sees them, or openly."""
    scenes = scenes_in(match, number, seat, stops.style)
    texts = list(scene_texts(match.game.sketcher, scenes))
    for at in stops.through(scenes):
        say("\n".join(["", *texts[at]]))
