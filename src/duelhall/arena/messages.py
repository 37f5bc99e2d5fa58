"""The messages between the server and a bot, a JSON object a line; docs/protocol.md explains them.

Fields that a side does not know are ignored by it, so that new ones can come. Whatever changes the
meaning of an old one raises PROTOCOL.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import duelhall
from duelhall.arena.contests import Clock, Ending, Fault
from duelhall.engine.board import Board
from duelhall.engine.errors import shortened
from duelhall.engine.game import Game, is_number
from duelhall.engine.match import Match

PROTOCOL = 1
SERVER = f"duelhall {duelhall.__version__}"
LONGEST_NAME = 80

POSITION, BOARD = PARTS = ("position", "board")
"""What a view consists of; a bot may say in its hello that it wants less."""

Message = dict[str, Any]

_write: Callable[[Message], str] = json.JSONEncoder(
    ensure_ascii=False, separators=(",", ":")
).encode


def line_of(message: Message) -> bytes:
    """A message as it is sent."""
    return _write(message).encode() + b"\n"


# --- what the server says ---


def hello_message(game: Game, clock: Clock) -> Message:
    """The first line: which game is played, by which rules, with how much time."""
    return {
        "type": "hello",
        "protocol": PROTOCOL,
        "server": SERVER,
        "game": game.name,
        "rules": game.rule_set,
        "options": game.options,
        "full_name": game.full_name,
        "edition": game.definition.edition,
        "clock": {
            "start_ms": _milliseconds(clock.start),
            "move_ms": _milliseconds(clock.move),
            "bank_ms": _milliseconds(clock.bank),
        },
    }


def game_message(match: Match, seat: int, number: int) -> Message:
    """A game begins, and this is your seat in it."""
    roles = match.game.definition.roles
    return {
        "type": "game",
        "id": str(number),
        "seat": seat,
        "role": roles[seat] if roles else None,
        "opponent": match.players[1 - seat],
    }


def decide_message(
    match: Match,
    seat: int,
    known: int,
    move: float | None,
    bank: float | None,
    parts: Sequence[str] = PARTS,
) -> Message:
    """It is your decision: what you see, what happened since move `known`, and your clock."""
    return {
        "type": "decide",
        "number": len(match.moves) + 1,
        "seat": seat,
        "view": view_message(match, seat, parts),
        "moves": moves_message(match, seat, known),
        "legal": match.legal(),
        "clock": {"move_ms": _milliseconds(move), "bank_ms": _milliseconds(bank)},
    }


def view_message(match: Match, seat: int, parts: Sequence[str] = PARTS) -> Message:
    """What a seat sees: the position for programs, the board for people, as the bot wants it."""
    view = match.view(seat)
    message: Message = {}
    if POSITION in parts:
        message["position"] = match.game.position_text(view)
    if BOARD in parts:
        board = match.game.board(view, seat)
        message |= {"heading": board.heading, "drawing": board.drawing, "rows": _rows(board)}
    return message


def _rows(board: Board) -> list[Message]:
    return [
        {"label": row.label.strip(), "cards": [card.face for card in row.cards], "note": row.note}
        for row in board.rows
    ]


def moves_message(match: Match, seat: int, known: int) -> list[Message]:
    """The moves after the first `known` ones, as a seat may see them."""
    numbers = range(known + 1, len(match.moves) + 1)
    seen = ((match.mover(number), match.move_seen(number, seat)) for number in numbers)
    return [{"seat": mover, "move": move} for mover, move in seen if move is not None]


def game_over_message(match: Match, seat: int, known: int, fault: Fault | None) -> Message:
    """The game has ended: how, and what happened since move `known`."""
    result = "drawn" if match.winner is None else "won" if match.winner == seat else "lost"
    return {
        "type": "game over",
        "result": result,
        "winner": match.winner,
        "reason": match.reason.word,
        "says": match.reason.says,
        "by": str(fault.ending) if fault else None,
        "moves": moves_message(match, seat, known),
    }


def quit_message() -> Message:
    """The last line."""
    return {"type": "quit"}


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, int(seconds * 1000))


# --- what a bot says ---


@dataclass(frozen=True)
class Hello:
    """How a bot introduces itself."""

    name: str
    version: str
    view: tuple[str, ...] = PARTS  # the parts of the view that it wants


def read_hello(line: bytes) -> Hello:
    """A bot's hello; Fault if it is none."""
    said = _value(_text(line, Ending.START))
    if not isinstance(said, dict) or said.get("type") != "hello":
        raise Fault(Ending.START, f"expected a hello, not {shortened(_lenient(line))}")
    if said.get("protocol") != PROTOCOL:
        spoken = shortened(said.get("protocol"))
        raise Fault(Ending.START, f"it speaks protocol {spoken}, and the server {PROTOCOL}")
    wanted = said.get("view", PARTS)
    parts = tuple(part for part in PARTS if isinstance(wanted, list | tuple) and part in wanted)
    return Hello(_label(said.get("name")), _label(said.get("version")), parts)


def read_move(line: bytes) -> str:
    """The move in an answer: a message, a JSON string, or the bare move; Fault if it is none."""
    text = _text(line, Ending.UNREADABLE)
    said = _value(text)
    if isinstance(said, dict):
        is_move = said.get("type", "move") == "move"
        said, text = said.get("move") if is_move else None, ""
    move = str(said).strip() if isinstance(said, str) or is_number(said) else text
    if not move:
        raise _unreadable(_lenient(line))
    return move


def is_old_answer(number: int, line: bytes) -> bool:
    """Whether an answer says that it is to an earlier question than that of this number."""
    said = _value(_lenient(line))
    answered: Any = said.get("number") if isinstance(said, dict) else None
    return is_number(answered) and bool(answered < number)


def _unreadable(text: str) -> Fault:
    expected = 'expected {"type": "move", "move": "..."}'
    return Fault(Ending.UNREADABLE, f"{expected}, not {shortened(text)}")


def _text(line: bytes, ending: Ending) -> str:
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        raise Fault(ending, f"this is not UTF-8: {shortened(_lenient(line))}") from None


def _lenient(line: bytes) -> str:
    return line.decode(errors="replace").strip()


def _value(text: str) -> object:
    """The JSON value in a text; None if it is none."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _label(value: object) -> str:
    """A name as it can be shown: one line, not too long."""
    text = str(value) if isinstance(value, str | int | float) else ""
    return "".join(letter for letter in text if letter.isprintable())[:LONGEST_NAME]
