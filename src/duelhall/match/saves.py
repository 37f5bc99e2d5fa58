"""Reading saved games: every move is played again, and the trail shows whether it is the same game.

The rules' source code does not matter. Whether a game was played by the rules of today is a
decision: a game has an `edition`, which is raised when a change to a rule changes play.

The trails of saved games of format 1, which digest the bytes of a record.

Those bytes are laid out as the game's record was when format 1 was last written. That layout is
stored as data beside the game, in `first_format.json`; the fields of a state are copied into it by
name. So a record can be given a new layout or a new field, and the old trails still hold. If a
field that they need no longer exists, they can no longer be checked.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from duelhall.backend import CPU
from duelhall.engine import registry
from duelhall.engine.errors import BadReplay, DuelhallError, IllegalMove, UnusableFile
from duelhall.engine.record import SEATS, Array, State
from duelhall.engine.registry import parse_game_name
from duelhall.engine.text import checked_path, read_text
from duelhall.match.game import load, name_today
from duelhall.match.match import FORFEIT, OUTCOMES, Match, Start
from duelhall.match.replay import (
    FIRST_FORMAT,
    FORMAT,
    Replay,
    digests,
    parse,
    text_digests,
)

DIGEST_LENGTH = 8
GAP = "gap_at_"
"""How the names of padding fields begin."""


def digest(state: State, layout: Path | None) -> str | None:
    """What stood for a state in a trail; None if that can no longer be determined."""
    if layout is None:
        return None
    cell = np.zeros((), layout_in(layout))
    if not _copied(cell, state):
        return None
    return hashlib.sha256(cell.tobytes()).hexdigest()[:DIGEST_LENGTH]


def _copied(cell: Array, state: Any) -> bool:
    """Copy all fields of an old record from a current state; False if one is missing."""
    for name in cell.dtype.names or ():
        if name.startswith(GAP):
            continue
        if name not in state.dtype.names:
            return False
        if cell[name].dtype.names:
            if not _copied(cell[name], state[name]):
                return False
        elif cell[name].shape != np.shape(state[name]):
            return False
        else:
            cell[name] = state[name]
    return True


@cache
def layout_in(file: Path) -> np.dtype[Any]:
    """The layout of a record as stored in a file."""
    return np.dtype(_fields(json.loads(file.read_text(encoding="utf-8"))))


def _fields(written: list[list[Any]]) -> list[tuple[Any, ...]]:
    """Fields as NumPy takes them: a name, a type or fields, and perhaps a shape."""
    return [
        (name, _fields(kind) if isinstance(kind, list) else kind, *(tuple(part) for part in shape))
        for name, kind, *shape in written
    ]


Made = TypeVar("Made")

DEPARTS = (
    "leads to a different position from the one saved, or is not the move that led there: the "
    "file was altered, or the rules of {game} have changed since it was played"
)
UNVERIFIED = (
    "its moves and its result are valid; its trail has an earlier format that can no longer be "
    "checked"
)
COMPARED = ("start", "players", "moves", "result")
"""The entries that must be exactly as this match would be saved."""


def load_match(path: str | Path, *, backend: str = CPU) -> Match:
    """The match in a file, verified; UnusableFile if it cannot be read, BadReplay if it is not
    valid.

    >>> import duelhall, pathlib, tempfile
    >>> match = duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = pathlib.Path(folder) / "game.json"
    ...     match.save(file)
    ...     duelhall.load_match(file).winner == match.winner
    True
    """
    file = checked_path(path)
    try:
        text = read_text(file)
    except OSError as error:
        raise UnusableFile(file, error) from None
    except UnicodeDecodeError:
        raise BadReplay("line 1", "this is not a text file") from None
    return replayed(parse(text), backend=backend)


def replayed(replay: Replay, *, backend: str = CPU) -> Match:
    """The match that a document describes, with every move played again and verified."""
    match = _started(replay, backend)
    match.notes = {**replay.notes}
    fault = _play(match, replay)
    if not fault and not match.over:
        _give_up(match, replay)
    written = match.replay()
    _verify_trail(match, replay, written)
    if fault:
        raise fault
    _verify_whole(replay, written)
    return match


def _play(match: Match, replay: Replay) -> BadReplay | None:
    """Make the moves of a document; what is wrong with the first that cannot be made."""
    for number, text in enumerate(replay.moves, start=1):
        try:
            move, is_scripted, outcomes = text.partition(OUTCOMES)
            match.play(move, outcomes=outcomes if is_scripted else None)
        except IllegalMove as error:  # without the legal moves, which are a player's secret
            return BadReplay(_place(replay, number), f"{error.sentence} ({error.ruling})")
        except DuelhallError as error:
            return BadReplay(_place(replay, number), str(error))
    return None


def _started(replay: Replay, backend: str) -> Match:
    """The match at its beginning, if its edition can be played here; another one's options may not
    even be readable.
    """
    _made("game", lambda: registry.find(parse_game_name(replay.game).game))
    name = _made("edition", lambda: name_today(replay.game, replay.edition))
    game = _made("game", lambda: load(name, backend=backend))
    start = Start(**replay.start)  # type: ignore[arg-type]
    return _made("start", lambda: Match(game, start, replay.players))


def _made(place: str, make: Callable[[], Made]) -> Made:
    """Something made from an entry of a document; BadReplay naming the entry if that fails."""
    try:
        return make()
    except DuelhallError as error:
        raise BadReplay(place, str(error)) from None


def _give_up(match: Match, replay: Replay) -> None:
    """End the match by forfeit, if the document says that it ended so."""
    result = replay.result or {}
    if result.get("reason") == FORFEIT and result.get("winner") in range(SEATS):
        match.forfeit(next(seat for seat in range(SEATS) if seat != result["winner"]))


def _verify_trail(match: Match, replay: Replay, written: Replay) -> None:
    """Refuse a document whose trail departs from what the rules give, at the first place."""
    for number, found in enumerate(zip(*_trails(match, replay, written), strict=True)):
        if number < len(replay.trail) and replay.trail[number] in found:
            continue
        if number >= len(replay.trail):
            says = "the trail ends before it; the file is incomplete"
            raise BadReplay(_place(replay, number), says)
        if None not in found:
            raise BadReplay(_place(replay, number), DEPARTS.format(game=match.game.name))
        match.unverified = UNVERIFIED


def _place(replay: Replay, number: int) -> str:
    """What led to a position, as a person finds it in the document."""
    if number == 0:
        return "the deal"
    there = replay.moves[number - 1 : number]
    return f"move {number} ({there[0]})" if there else "the forfeit"


def _trails(match: Match, replay: Replay, written: Replay) -> list[Sequence[str | None]]:
    """The trails that a document of this match can have; None where that is unknowable."""
    definition, states = match.game.definition, match.states
    if replay.format == FIRST_FORMAT:
        return [[digest(state, definition.first_format) for state in states]]
    steps = ["", *written.moves, FORFEIT][: len(states)] if replay.format == FORMAT else None
    trail = written.trail if steps else digests(definition, states)
    return [trail] if trail == replay.trail else [trail, text_digests(definition, states, steps)]


def _verify_whole(replay: Replay, written: Replay) -> None:
    """Refuse a document that differs from what this match would be saved as."""
    if len(replay.trail) != len(written.trail):
        raise BadReplay("the trail", "continues after the last move; moves are missing")
    for entry in COMPARED:
        said, true = getattr(replay, entry), getattr(written, entry)
        if said != true:
            raise BadReplay(entry, f"says {json.dumps(said)}, but should say {json.dumps(true)}")


def besides_seed(match: Match) -> str:
    """What a match follows from besides its seed, in words; nothing if from that alone."""
    if match.start != Start(seed=match.start.seed):
        return "it begins with cards that somebody has written down"
    if match.scripts:
        return f"somebody has written down what chance brought in move {min(match.scripts)}"
    return ""
