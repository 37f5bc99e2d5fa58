"""Stepping through a saved game."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.console import Console

from duelhall.engine.errors import BadUsage
from duelhall.engine.explain import Step
from duelhall.engine.features import ForeignLog
from duelhall.engine.match import Match
from duelhall.engine.record import State
from duelhall.table.saving import PERSON
from duelhall.terminal.boards import drawn_lines, print_lines, sketch_lines
from duelhall.terminal.output import step_lines
from duelhall.terminal.seating import seat_of
from duelhall.terminal.speaker import practice_mark, show_scenes, title
from duelhall.terminal.stops import NEVER, Stops
from duelhall.terminal.tournament_games import record_report
from duelhall.terminal.wrapping import room_of

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
    names = " against ".join(name or "unnamed" for name in match.players)
    console.print(f"{title(match.game)}: {names}{practice_mark(match)}", markup=False)
    for number in range(len(match.states)):
        print_step(match, number, seat, console, why=why)
    console.print(f"\n{result_text(match)}", markup=False)


def print_step(
    match: Match,
    number: int,
    seat: int | None,
    console: Console,
    *,
    why: bool = False,
    stops: Stops = NEVER,
) -> None:
    """Print what led to a position of a match, and the position, as a seat saw it or open."""
    headline = _headline(match, number, seat)
    if headline is None:
        return
    console.print(f"\n{headline}", markup=False)
    if why:
        for text in step_lines(match.explain(number, seat), console.width):
            console.print(text, markup=False)
    if 0 < number <= len(match.moves):
        show_scenes(match, number, seat, lambda text: _say(text, console), stops)
    seen = _seen(match, match.states[number], seat)
    sketch = match.game.sketch(match.game.board(seen, seat))
    print_lines(sketch_lines(sketch, room_of(console)), console)


def _say(text: str, console: Console) -> None:
    """Print lines of a drawing; one of words may have to go on below."""
    for line in text.split("\n"):
        print_lines(drawn_lines(line, room_of(console)), console)


def print_log(match: Match, seat: int | None) -> None:
    """Print a match in the log format its players know, as a seat may read it or open."""
    if match.game.definition.feature(ForeignLog) is None:
        raise BadUsage(f"{match.game.name} has no log of its own: leave out --log")
    for number in range(1, len(match.moves) + 1):
        for line in match.log(number, seat) or ():
            print(line)


def replay_as_json(
    match: Match, seat: int | None, *, why: bool, record: "GameRecord | None" = None
) -> str:
    """A match as JSON, move by move, as a seat saw it or open, with the arena's record if any."""
    document = {
        "game": match.game.name,
        "rule_set": match.game.rule_set,
        "options": match.game.options,
        "full_name": match.game.full_name,
        "edition": match.game.definition.edition,
        "players": list(match.players),
        "seat": "open" if seat is None else seat,
        "steps": list(_steps(match, seat, why=why)),
        "result": match.replay().result,
        **({"record": record_report(record)} if record else {}),
    }
    return json.dumps(document, indent=2, ensure_ascii=False)


def _steps(match: Match, seat: int | None, *, why: bool) -> Iterator[dict[str, Any]]:
    moves = range(1, len(match.moves) + 1)
    for number, state in enumerate(match.states):
        if number in moves and match.move_seen(number, seat) is None:
            continue
        seen = _seen(match, state, seat)
        step: dict[str, Any] = {
            "number": number,
            "player": match.mover(number) if number in moves else None,
            "move": match.move_seen(number, seat) if number in moves else None,
            "position": match.game.position_text(seen),
            "board": asdict(match.game.board(seen, seat)),
            "scenes": list(_scenes(match, number, seat)),
        }
        if why:
            step["why"] = [_rule(match, fired, seat) for fired in match.explain(number, seat)]
        yield step


def _rule(match: Match, step: Step, seat: int | None) -> dict[str, Any]:
    seen = _seen(match, step.state, seat)
    return {
        "rule": step.rule,
        "rulings": list(step.rulings),
        "sentence": step.sentence,
        "position": match.game.position_text(seen),
    }


def _seen(match: Match, state: State, seat: int | None) -> State:
    return state if seat is None else match.game.view(state, seat)


def _scenes(match: Match, number: int, seat: int | None) -> Iterator[dict[str, Any]]:
    """What a move set off, as data and as the lines that a terminal shows below the caption."""
    if 0 < number <= len(match.moves):
        texts = match.scene_texts(number, seat)
        for scene, lines in zip(match.scenes(number, seat), texts, strict=True):
            yield {**asdict(scene), "lines": lines[1:]}


def _headline(match: Match, number: int, seat: int | None) -> str | None:
    """What led to a position; None if the seat is not told."""
    if number == 0:
        return "The deal"
    if number > len(match.moves):
        return f"Player {match.forfeited_by} gives up"
    text = match.move_seen(number, seat)
    return f"Move {number}: player {match.mover(number)} plays {text}" if text else None


def result_text(match: Match) -> str:
    """Who won, and why."""
    if not match.over:
        return "The game is not finished."
    winner = "Drawn" if match.winner is None else f"Player {match.winner} wins"
    return f"{winner}: {match.reason.says} ({match.reason.ruling})."
