"""The command `duelhall frontline battle`."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

from duelhall.engine.board import Scene
from duelhall.engine.errors import BadUsage, DuelhallError
from duelhall.engine.record import DRAWN
from duelhall.engine.sketch import scene_texts
from duelhall.games.frontline.battle_scenes import fought, regrouped, scenes
from duelhall.games.frontline.battlefield import Battlefield
from duelhall.games.frontline.reading import ARMIES, BadDrawing, Battle, read_battle
from duelhall.games.frontline.sketch import SKETCHER
from duelhall.terminal.keyboard import wait_for_key

KEY = "(press any key)"


def print_battle(file: Path | None, *, regroup: bool, step: bool, as_json: bool) -> None:
    """Fight the battle that a file or standard input draws, and print it."""
    if step and file is None:
        raise BadUsage("--step reads key presses: give the drawing as a file")
    end, pictures = _fight(_read(file, inside_a_round=regroup), regroup=regroup)
    if as_json:
        print(json.dumps(_document(end, pictures), indent=2))
        return
    texts = list(scene_texts(SKETCHER, pictures))
    for number, lines in enumerate(texts, start=1):
        if number > 1:
            print()
        print("\n".join(lines))
        if step and number < len(texts) and not wait_for_key(KEY):
            step = False


def _read(file: Path | None, *, inside_a_round: bool) -> Battle:
    """The battle in a file; errors name the file."""
    place = file or "standard input"
    try:
        text = _typed() if file is None else file.read_text(encoding="utf-8-sig")
        return read_battle(text, inside_a_round=inside_a_round)
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
    return sys.stdin.read()


def _fight(battle: Battle, *, regroup: bool) -> tuple[Battlefield, list[Scene]]:
    """How a battle ends, and pictures of it."""
    s, steps = regrouped(battle.state) if regroup else (battle.state, [])
    end, more = fought(s)
    return end, scenes([*steps, *more], battle.faces)


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
