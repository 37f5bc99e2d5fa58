"""A saved game for people and programs: whose view is shown, and the game as JSON or as a log."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from rich.console import Console

from duelhall.engine.board import scene_texts
from duelhall.engine.errors import BadUsage
from duelhall.engine.features import ForeignLog
from duelhall.match.explain import Step
from duelhall.match.match import Match
from duelhall.play.saves import PERSON
from duelhall.terminal.documents import json_text, match_heading
from duelhall.terminal.pictures import USUAL, scenes_in
from duelhall.terminal.retelling import Retelling, seen_by
from duelhall.terminal.seating import seat_of
from duelhall.terminal.tournament_games import record_report

if TYPE_CHECKING:
    from duelhall.arena.contests import GameRecord


def eyes_for(match: Match, seat: str | None, role: str | None = None) -> int | None:
    """The seat whose view of a match to show, by its number or its role; None for all cards open.

    In a game that is still going on, the person is not shown hidden cards unless they ask.
    """
    if role is not None and seat is None:
        return seat_of(match.game.definition, role, None)
    if role is not None:
        raise BadUsage("choose whose view to show with either --seat or --role, not both")
    if seat is None:
        persons = [number for number, name in enumerate(match.players) if name == PERSON]
        if match.over or not persons:
            return None
        if len(persons) > 1:
            raise BadUsage(
                "two people are still playing this game: choose whose view to show with "
                "--seat 0 or --seat 1, or show everything with --seat open"
            )
        return persons[0]
    return None if seat == "open" else int(seat)


def print_replay(match: Match, seat: int | None, console: Console, *, why: bool) -> None:
    """Print a match move by move, as a seat saw it or open."""
    Retelling(match, seat, console, why=why).print_all()


def print_log(match: Match, seat: int | None, move: int | None = None) -> None:
    """Print a match, or one move, in the log format its players know, as a seat may read it or
    open.
    """
    _check_log(match)
    for number in range(1, len(match.moves) + 1):
        for line in (match.log(number, seat) or ()) if move in (None, number) else ():
            print(line)


def _check_log(match: Match) -> None:
    if match.game.definition.feature(ForeignLog) is None:
        raise BadUsage(f"{match.game.name} has no log of its own: leave out --log")


@dataclass(frozen=True)
class Contents:
    """What of a match goes into JSON."""

    why: bool = False
    log: bool = False
    move: int | None = None  # the only step; None for all
    pictures: str = USUAL


ALL_MOVES = Contents()


def replay_as_json(
    match: Match,
    seat: int | None,
    contents: Contents = ALL_MOVES,
    record: "GameRecord | None" = None,
) -> str:
    """A match as JSON, move by move, as a seat saw it or open, with the arena's record if any."""
    if contents.log:
        _check_log(match)
    document = {
        **match_heading(match, seat),
        "steps": list(_steps(match, seat, contents)),
        "result": match.replay().result,
        "notes": match.notes,
        **({"record": record_report(record)} if record else {}),
    }
    return json_text(document)


def _steps(match: Match, seat: int | None, contents: Contents) -> Iterator[dict[str, Any]]:
    moves = range(1, len(match.moves) + 1)
    for number in range(len(match.states)) if contents.move is None else (contents.move,):
        if number in moves and match.move_seen(number, seat) is None:
            continue
        seen = seen_by(match, match.states[number], seat)
        step: dict[str, Any] = {
            "number": number,
            "player": match.mover(number) if number in moves else None,
            "move": match.move_seen(number, seat) if number in moves else None,
            "position": match.game.position_text(seen),
            "board": asdict(match.game.board(seen, seat)),
            "scenes": list(_scenes(match, number, seat, contents.pictures)),
        }
        if contents.why:
            step["why"] = [_rule(match, fired, seat) for fired in match.explain(number, seat)]
        if contents.log:
            step["log"] = match.log(number, seat) if number in moves else []
        yield step


def _rule(match: Match, step: Step, seat: int | None) -> dict[str, Any]:
    seen = seen_by(match, step.state, seat)
    return {
        "rule": step.rule,
        "rulings": list(step.rulings),
        "sentence": step.sentence,
        "position": match.game.position_text(seen),
    }


def _scenes(match: Match, number: int, seat: int | None, style: str) -> Iterator[dict[str, Any]]:
    """What a move set off, as data and as the lines that a terminal shows below the caption."""
    if 0 < number <= len(match.moves):
        scenes = scenes_in(match, number, seat, style)
        for scene, lines in zip(scenes, scene_texts(match.game.sketcher, scenes), strict=True):
            yield {**asdict(scene), "lines": lines[1:]}
