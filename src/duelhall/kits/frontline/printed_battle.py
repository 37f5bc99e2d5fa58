"""The command `duelhall frontline battle`."""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from duelhall.engine.board import Scene, scene_texts
from duelhall.engine.errors import BadUsage, DuelhallError
from duelhall.engine.record import DRAWN
from duelhall.engine.text import read_all, read_text
from duelhall.games.frontline.drawing import (
    ARMIES,
    BadDrawing,
    Battle,
    has_speeds_left,
    is_inside_a_round,
    is_one_army,
    read_army,
    read_battle,
    read_round,
)
from duelhall.games.frontline.scenes import SpeedsShown, fought, regrouped, round_finished, scenes
from duelhall.games.frontline.sketch import SKETCHER
from duelhall.games.frontline.state import Battlefield
from duelhall.match.explain import Step
from duelhall.terminal.documents import print_json
from duelhall.terminal.stops import Leave, Stops

Read = TypeVar("Read")


@dataclass(frozen=True)
class Showing:
    """How a battle is printed."""

    speeds: SpeedsShown = SpeedsShown.FINAL
    step: bool = False  # whether to stop after each picture
    as_json: bool = False


def print_battle(
    file: Path | None, enemy: Path | None, showing: Showing, *, regroup: bool = False
) -> None:
    """Fight the battle that files or standard input draw, and print it."""
    if showing.step and file is None:
        raise BadUsage("--step reads key presses: give the drawing as a file")
    if enemy is None:
        battle, steps, end = _with_place(file, lambda text: _begun(text, regroup=regroup))
    else:
        own = _with_place(file, partial(read_army, inside_a_round=regroup))
        other = _with_place(enemy, partial(read_army, inside_a_round=regroup))
        battle, steps, end = _begun_by(own.against(other), regroup=regroup)
    end, more = fought(end)
    pictures = scenes([*steps, *more], battle.faces, speeds=battle.speeds, shown=showing.speeds)
    if showing.as_json:
        print_json(_document(end, pictures))
    else:
        with suppress(Leave):
            _show(pictures, Stops(after_each=showing.step, after_parts=None if file else False))


def _show(pictures: list[Scene], stops: Stops) -> None:
    """Print the pictures of a battle."""
    texts = list(scene_texts(SKETCHER, pictures))
    for number in stops.through(pictures):
        print("\n".join(texts[number] if number == 0 else ("", *texts[number])))


Begun = tuple[Battle, list[Step], Battlefield]
"""A battle, what happens in it before its next whole round, and how it stands then."""


def _begun(text: str, *, regroup: bool) -> Begun:
    """The battle that a text draws; an army that is drawn by itself meets another such army."""
    if is_one_army(text):
        army = read_army(text, inside_a_round=regroup)
        return _begun_by(army.against(army), regroup=regroup)
    if has_speeds_left(text) if regroup else is_inside_a_round(text):
        battle = read_round(text)
        s, steps = round_finished(battle.state)
        return battle, steps, s
    return _begun_by(read_battle(text, inside_a_round=regroup), regroup=regroup)


def _begun_by(battle: Battle, *, regroup: bool) -> Begun:
    s, steps = regrouped(battle.state) if regroup else (battle.state, [])
    return battle, steps, s


def _with_place(file: Path | None, read: Callable[[str], Read]) -> Read:
    """What is read from a file or standard input; errors name it."""
    place = file or "standard input"
    try:
        return read(_typed() if file is None else read_text(file, "utf-8-sig"))
    except UnicodeDecodeError:
        raise DuelhallError(f"{place}, line 1, column 1: this is not a text file") from None
    except BadDrawing as error:
        raise DuelhallError(f"{place}, {error}") from None


def _typed() -> str:
    """The text of standard input."""
    if sys.stdin is None:
        raise BadUsage("there is no standard input: give the drawing as a file")
    if sys.stdin.isatty():
        print("Draw two armies, then press Ctrl-D (--help shows how):", file=sys.stderr)
    return read_all(sys.stdin, "standard input")


def _document(end: Battlefield, pictures: list[Scene]) -> dict[str, Any]:
    return {
        "winner": None if end.victor == DRAWN else ARMIES[end.victor],
        "rounds": int(end.rounds),
        "units_left": {name: int(end.units[seat]) for seat, name in enumerate(ARMIES)},
        "scenes": [
            {**asdict(picture), "lines": lines[1:]}
            for picture, lines in zip(pictures, scene_texts(SKETCHER, pictures), strict=True)
        ],
    }
