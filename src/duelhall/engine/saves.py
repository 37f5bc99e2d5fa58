"""Reading saved games: every move is made anew, and the trail tells whether it is the same game.

Nothing is asked of the rules' source. Whether they are still the rules that a game was played by is
a decision: a game has an `edition`, which is raised when a rule changes what the game does.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from duelhall.engine import first_format
from duelhall.engine.arguments import checked_path
from duelhall.engine.backend import CPU
from duelhall.engine.editions import check_edition
from duelhall.engine.errors import BadReplay, DuelhallError, IllegalMove
from duelhall.engine.game import load
from duelhall.engine.match import FORFEIT, OUTCOMES, Match, Start
from duelhall.engine.replay import FIRST_FORMAT, Replay, parse
from duelhall.engine.seats import SEATS
from duelhall.engine.trail import digests, text_digests

Made = TypeVar("Made")

DEPARTS = (
    "leads to another position than the one that was saved: the file was changed, or the rules of "
    "{game} here play otherwise than those that it was played by"
)
UNVERIFIED = (
    "its moves and its result hold; its trail is of an earlier format and cannot be compared, for "
    "the record of that time cannot be made here any more"
)
COMPARED = ("start", "players", "moves", "result")
"""What a document says in one way only."""


def load_match(path: str | Path, *, backend: str = CPU) -> Match:
    """The match in a file, verified; BadReplay if it does not hold."""
    try:
        text = checked_path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadReplay("line 1", "this is not a text file") from None
    return replayed(parse(text), backend=backend)


def replayed(replay: Replay, *, backend: str = CPU) -> Match:
    """The match that a document describes, every move of it made and verified anew."""
    match = _started(replay, backend)
    _verify_position(match, replay, "the deal")
    for number, text in enumerate(replay.moves, start=1):
        place = f"move {number} ({text})"
        try:
            move, is_scripted, outcomes = text.partition(OUTCOMES)
            match.play(move, outcomes=outcomes if is_scripted else None)
        except IllegalMove as error:  # without what was legal, which is a player's secret
            raise BadReplay(place, f"{error.sentence} ({error.ruling})") from None
        except DuelhallError as error:
            raise BadReplay(place, str(error)) from None
        _verify_position(match, replay, place)
    if not match.over:
        _give_up(match, replay)
    _verify_whole(match, replay)
    return match


def _started(replay: Replay, backend: str) -> Match:
    """The match at its beginning, if it was played by the edition that is here."""
    game = _made("game", lambda: load(replay.game, backend=backend))
    _made("edition", lambda: check_edition(game.definition, replay.edition))
    start = Start(**replay.start)  # type: ignore[arg-type]
    return _made("start", lambda: Match(game, start, replay.players))


def _made(place: str, make: Callable[[], Made]) -> Made:
    """What is made from an entry of a document; BadReplay at that entry if it cannot be."""
    try:
        return make()
    except DuelhallError as error:
        raise BadReplay(place, str(error)) from None


def _give_up(match: Match, replay: Replay) -> None:
    """End the match by a forfeit, if the document says that it ended so."""
    result = replay.result or {}
    if result.get("reason") == FORFEIT and result.get("winner") in range(SEATS):
        match.forfeit(next(seat for seat in range(SEATS) if seat != result["winner"]))
        _verify_position(match, replay, "the forfeit")


def _verify_position(match: Match, replay: Replay, place: str) -> None:
    """Refuse a document whose trail leaves the path of the rules here."""
    number = len(match.states) - 1
    if number >= len(replay.trail):
        raise BadReplay(place, "the trail ends before it; the file is not whole")
    holds = _holds(match, replay, number)
    if holds is None:
        match.unverified = UNVERIFIED
    elif not holds:
        raise BadReplay(place, DEPARTS.format(game=match.game.name))


def _holds(match: Match, replay: Replay, number: int) -> bool | None:
    """Whether a document's trail agrees with the newest position; None if nobody can tell."""
    definition, saved = match.game.definition, replay.trail[number]
    if replay.format == FIRST_FORMAT:
        found = first_format.digest(match.state, definition.first_format)
        return None if found is None else found == saved
    newest = [match.state]
    return saved in digests(definition, newest) or saved in text_digests(definition, newest)


def _verify_whole(match: Match, replay: Replay) -> None:
    """Refuse a document that says what this match would be saved as in another way."""
    if len(replay.trail) != len(match.states):
        raise BadReplay("the trail", "goes on after the last move; moves are missing")
    written = match.replay()
    for entry in COMPARED:
        said, true = getattr(replay, entry), getattr(written, entry)
        if said != true:
            raise BadReplay(entry, f"says {json.dumps(said)}, and should say {json.dumps(true)}")
