"""The messages between the server and a bot, one JSON object per line: `duelhall docs protocol`.

Each side ignores fields that it does not know, so that new ones can be added. Anything that changes
the meaning of an old field raises the version. A bot that says in its hello that it speaks the
first version gets views in that version; everything else is the same in both.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import msgspec

import duelhall
from duelhall.bots import protocol
from duelhall.bots.protocol import (
    BoardMessage,
    CardMessage,
    Decide,
    DecideClock,
    FromServer,
    GameBegins,
    GameOver,
    HelloClock,
    MoveMade,
    ServerHello,
    View,
    ZoneMessage,
)
from duelhall.engine.board import Board, Card, Zone
from duelhall.engine.definition import Told
from duelhall.engine.errors import is_number, shortened
from duelhall.engine.record import State
from duelhall.match.game import Game
from duelhall.play.clock import Clock
from duelhall.play.seat import Closing, Ending, Fault, Opening, Question

SERVER = f"duelhall {duelhall.__version__}"
LONGEST_NAME = 80

SEED_SHIFT = 16
"""A seed of 48 bits is exact in every language, even where all numbers are floats."""

POSITION, BOARD = PARTS = ("position", "board")
"""The parts of a view; a bot may ask for fewer in its hello."""

MOST_MADE = 4096
"""How much of what was made once is remembered."""

_encode = msgspec.json.Encoder().encode

Thing = TypeVar("Thing")
Made = TypeVar("Made")


def made_once(make: Callable[[Thing], Made]) -> Callable[[Thing], Made]:
    """A function that remembers what it made of a thing that never changes. Things are known by
    their identity: comparing them would take longer than making it again, and games that are often
    drawn keep the zones that do not change.
    """
    known: dict[int, tuple[Thing, Made]] = {}  # the things are held, so that none has their number

    def found(thing: Thing) -> Made:
        entry = known.get(id(thing))
        if entry is None:
            if len(known) >= MOST_MADE:
                known.clear()
            known[id(thing)] = entry = (thing, make(thing))
        return entry[1]

    return found


def line_of(message: object) -> bytes:
    """A message as it is sent."""
    return _encode(message) + b"\n"


@dataclass(frozen=True)
class Hello:
    """How a bot introduces itself."""

    name: str = ""
    version: str = ""
    view: tuple[str, ...] = PARTS  # the parts of the view that it wants
    protocol: int = protocol.VERSION
    again: bool = False  # whether its process can play another game after the first one


NO_WISHES = Hello()

# --- what the server says ---


def hello_message(game: Game, clock: Clock, late: str = "lose") -> ServerHello:
    """The first line: which game is played, by which rules, with how much time."""
    return ServerHello(
        protocol=protocol.VERSION,
        protocols=protocol.VERSIONS,
        server=SERVER,
        game=game.name,
        rules=game.rule_set,
        options=game.options,
        full_name=game.full_name,
        edition=game.definition.edition,
        clock=HelloClock(
            start_ms=_milliseconds(clock.start) or 0,
            move_ms=_milliseconds(clock.move),
            bank_ms=_milliseconds(clock.bank),
            late=late,  # type: ignore[arg-type]  # one of two words
            increment_ms=_milliseconds(clock.increment) or 0,
        ),
    )


def game_message(opening: Opening) -> GameBegins:
    """A game begins, and this is your seat in it."""
    return GameBegins(
        id=str(opening.number),
        seat=opening.seat,
        role=opening.role,
        opponent=opening.opponent,
        seed=opening.dice >> SEED_SHIFT,
    )


def decide_message(question: Question, bot: Hello = NO_WISHES) -> "Decide | FirstDecide":
    """It is your decision: what you see, what happened since the last one, and your clock."""
    game, view, seat = question.game, question.view, question.seat
    told, legal = moves_message(question.told), tuple(question.legal)
    clock = DecideClock(move_ms=_milliseconds(question.left), bank_ms=_milliseconds(question.bank))
    if bot.protocol == protocol.FIRST_VERSION:
        seen = first_view_message(game, view, seat, bot.view)
        return FirstDecide(question.number, seat, seen, told, legal, clock)
    whole = view_message(game, view, seat, bot.view)
    return Decide(question.number, seat, whole, told, legal, clock)


def view_message(game: Game, view: State, seat: int, parts: Sequence[str] = PARTS) -> View:
    """What a seat sees: the position in one line, and the board, as the bot wants it."""
    return View(
        position=game.position_text(view) if POSITION in parts else msgspec.UNSET,
        board=board_message(game.board(view, seat)) if BOARD in parts else msgspec.UNSET,
    )


def board_message(board: Board) -> BoardMessage:
    """A board as it is sent."""
    return BoardMessage(board.sentence, dict(board.facts), tuple(map(_zone, board.zones)))


@made_once
def _zone(zone: Zone) -> ZoneMessage:
    cards = tuple(map(_card, zone.cards))
    return ZoneMessage(
        zone.id, zone.kind, zone.label, zone.owner, zone.size, cards, dict(zone.facts)
    )


@made_once
def _card(card: Card) -> CardMessage:
    return CardMessage(
        face=card.face,
        name=card.name,
        facing=card.facing,  # type: ignore[arg-type]  # one of three words
        count=card.count,
        marks=card.marks,
        id=card.id,
        owner=card.owner,
        row=card.row,
        column=card.column,
        facts=dict(card.facts),
    )


class FirstDecide(FromServer, tag="decide", frozen=True):
    """It is your decision, as the first version of the protocol says it."""

    number: int
    seat: int
    view: dict[str, Any]
    moves: tuple[MoveMade, ...]
    legal: tuple[str, ...]
    clock: DecideClock


def first_view_message(
    game: Game, view: State, seat: int, parts: Sequence[str] = PARTS
) -> dict[str, Any]:
    """What a seat sees, in the first version: the board is rows of text, and a drawing."""
    message: dict[str, Any] = {}
    if POSITION in parts:
        first = game.definition.writing.first_position
        message["position"] = first(view) if first else game.position_text(view)
    if BOARD in parts:
        draw = game.sketcher.first_board or game.sketch
        heading, rows, lines, _ = draw(game.board(view, seat))
        texts = [
            {
                "label": row.label.strip(),
                "cards": [piece.text for piece in row.pieces],
                "note": row.note,
            }
            for row in rows
        ]
        message |= {"heading": heading, "drawing": lines, "rows": texts}
    return message


def moves_message(told: Sequence[Told]) -> tuple[MoveMade, ...]:
    """What was done, as far as a seat is told of it."""
    return tuple(MoveMade(each.seat, each.move) for each in told)


def game_over_message(closing: Closing) -> GameOver:
    """The game has ended: how, and what happened since the last decision."""
    winner = closing.winner
    return GameOver(
        result="drawn" if winner is None else "won" if winner == closing.seat else "lost",
        winner=winner,
        reason=closing.reason.word,
        says=closing.reason.says,
        by=str(closing.by) if closing.by else None,
        moves=moves_message(closing.told),
    )


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else max(0, int(seconds * 1000))


# --- what a bot says ---


def read_hello(line: bytes) -> Hello:
    """A bot's hello; Fault if the line is not a hello."""
    said = _value(_text(line, Ending.START))
    if not isinstance(said, dict) or said.get("type") != "hello":
        raise Fault(Ending.START, f"expected a hello, not {shortened(_lenient(line))}")
    spoken = said.get("protocol")
    if not is_number(spoken) or spoken not in protocol.VERSIONS:
        known = " and ".join(str(version) for version in protocol.VERSIONS)
        found = shortened(spoken)
        raise Fault(Ending.START, f"it speaks protocol {found}, but the server speaks {known}")
    wanted = said.get("view", PARTS)
    parts = tuple(part for part in PARTS if isinstance(wanted, list | tuple) and part in wanted)
    name, version = _label(said.get("name")), _label(said.get("version"))
    return Hello(name, version, parts, int(spoken), said.get("again") is True)


def read_move(line: bytes) -> str:
    """The move in an answer: a message, a JSON string, or the bare move; Fault if there is none."""
    text = _text(line, Ending.UNREADABLE)
    said = _value(text)
    if isinstance(said, dict):
        is_move = said.get("type", "move") == "move"
        said, text = said.get("move") if is_move else None, ""
    move = str(said).strip() if isinstance(said, str) or is_number(said) else text
    if not move:
        expected = 'expected {"type": "move", "move": "..."}'
        raise Fault(Ending.UNREADABLE, f"{expected}, not {shortened(_lenient(line))}")
    return move


def answers(number: int, line: bytes) -> bool | None:
    """Whether an answer says that it belongs to the question of this number; None if it does not
    say to which it belongs.
    """
    said = _value(_lenient(line))
    answered = said.get("number") if isinstance(said, dict) else None
    return answered == number if is_number(answered) else None


def _text(line: bytes, ending: Ending) -> str:
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        raise Fault(ending, f"this is not UTF-8: {shortened(_lenient(line))}") from None


def _lenient(line: bytes) -> str:
    return line.decode(errors="replace").strip()


def _value(text: str) -> object:
    """The JSON value in a text; None if it is not JSON."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _label(value: object) -> str:
    """A name in a form that can be shown: one line, not too long."""
    text = str(value) if isinstance(value, str | int | float) else ""
    return "".join(letter for letter in text if letter.isprintable())[:LONGEST_NAME]
