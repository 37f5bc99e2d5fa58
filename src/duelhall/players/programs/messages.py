"""The messages between the server and a bot, a JSON object a line; docs/protocol.md explains them.

Fields that a side does not know are ignored by it, so that new ones can come. Whatever changes the
meaning of an old one raises PROTOCOL.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import duelhall
from duelhall.engine.arguments import is_number
from duelhall.engine.board import Board
from duelhall.engine.errors import shortened
from duelhall.engine.game import Game
from duelhall.engine.record import State
from duelhall.engine.told import Told
from duelhall.players.clock import Clock
from duelhall.players.faults import Ending, Fault
from duelhall.players.question import Closing, Opening, Question

PROTOCOL = 1
SERVER = f"duelhall {duelhall.__version__}"
LONGEST_NAME = 80

SEED_SHIFT = 16
"""A seed of 48 bits is a whole number in every language, also where numbers are floats."""

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


def game_message(opening: Opening) -> Message:
    """A game begins, and this is your seat in it."""
    return {
        "type": "game",
        "id": str(opening.number),
        "seat": opening.seat,
        "role": opening.role,
        "opponent": opening.opponent,
        "seed": opening.dice >> SEED_SHIFT,
    }


def decide_message(question: Question, parts: Sequence[str] = PARTS) -> Message:
    """It is your decision: what you see, what happened since the last one, and your clock."""
    return {
        "type": "decide",
        "number": question.number,
        "seat": question.seat,
        "view": view_message(question.game, question.view, question.seat, parts),
        "moves": moves_message(question.told),
        "legal": question.legal,
        "clock": {
            "move_ms": _milliseconds(question.left),
            "bank_ms": _milliseconds(question.bank),
        },
    }


def view_message(game: Game, view: State, seat: int, parts: Sequence[str] = PARTS) -> Message:
    """What a seat sees: the position for programs, the board for people, as the bot wants it."""
    message: Message = {}
    if POSITION in parts:
        message["position"] = game.position_text(view)
    if BOARD in parts:
        board = game.board(view, seat)
        message |= {"heading": board.heading, "drawing": board.drawing, "rows": _rows(board)}
    return message


def _rows(board: Board) -> list[Message]:
    return [
        {"label": row.label.strip(), "cards": [card.face for card in row.cards], "note": row.note}
        for row in board.rows
    ]


def moves_message(told: Sequence[Told]) -> list[Message]:
    """What was done, as far as a seat is told of it."""
    return [{"seat": each.seat, "move": each.move} for each in told]


def game_over_message(closing: Closing) -> Message:
    """The game has ended: how, and what happened since the last decision."""
    winner = closing.winner
    result = "drawn" if winner is None else "won" if winner == closing.seat else "lost"
    return {
        "type": "game over",
        "result": result,
        "winner": winner,
        "reason": closing.reason.word,
        "says": closing.reason.says,
        "by": str(closing.by) if closing.by else None,
        "moves": moves_message(closing.told),
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
