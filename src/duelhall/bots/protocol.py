"""The messages of the protocol, version 2, as types; docs/reference/protocol.md explains them.

docs/reference/protocol.schema.json is made from them (`python -m duelhall.bots.protocol`).
"""

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

VERSION = 2
FIRST_VERSION = 1
VERSIONS = (VERSION, FIRST_VERSION)
"""What the server speaks, the version that it would rather speak first."""

Seat = Annotated[int, Meta(ge=0, le=1)]
Milliseconds = Annotated[int, Meta(ge=0)]
Facts = Annotated[dict[str, Any], Meta(description="values by name; each game has its own")]


class FromServer(Struct, tag_field="type", frozen=True):
    """What the server says."""


class FromBot(Struct, tag_field="type", frozen=True):
    """What a bot says."""


# --- boards ---


class CardMessage(Struct, omit_defaults=True, frozen=True):
    """A card, or several that are alike; what is as usual is left out."""

    face: Annotated[str, Meta(description="as moves write it; left out where it is hidden")] = ""
    name: Annotated[str, Meta(description="in words, where that says more than the face")] = ""
    facing: Annotated[
        Literal["up", "down", "hidden"],
        Meta(description="up: you see it; down: face down, and you know it; hidden: you do not"),
    ] = "up"
    count: Annotated[int, Meta(ge=1, description="how many such cards there are")] = 1
    marks: Annotated[tuple[str, ...], Meta(description="what is special about it")] = ()
    id: Annotated[str, Meta(description="the same in every board of the game")] = ""
    owner: Annotated[Seat | None, Meta(description="where it is not the zone's owner")] = None
    row: Annotated[int | None, Meta(description="its place in a grid")] = None
    column: Annotated[int | None, Meta(description="its place in a grid")] = None
    facts: Facts = {}


class ZoneMessage(Struct, omit_defaults=True, frozen=True):
    """A place on the table with its cards, in order where they have one."""

    id: Annotated[str, Meta(description="the same in every board of the game")]
    kind: Annotated[str, Meta(description="hand, deck, field, pile, row, grid, stack, ...")]
    label: Annotated[str, Meta(description="as you would call it")]
    owner: Annotated[Seat | None, Meta(description="whose it is; null where it is nobody's")]
    size: Annotated[int, Meta(ge=0, description="how many cards are there")]
    cards: tuple[CardMessage, ...]
    facts: Facts = {}


class BoardMessage(Struct, frozen=True):
    """The table as you see it, from the top to the bottom."""

    sentence: Annotated[str, Meta(description="where the game stands, in words")]
    facts: Facts
    zones: tuple[ZoneMessage, ...]


class View(Struct, omit_defaults=True, frozen=True):
    """What you see; a part that your hello did not ask for is left out."""

    position: Annotated[
        str | UnsetType, Meta(description="in the notation of the game's rules")
    ] = UNSET
    board: BoardMessage | UnsetType = UNSET


# --- from the server ---


class HelloClock(Struct, frozen=True):
    """How long you may think; null if there is no limit."""

    start_ms: Annotated[Milliseconds, Meta(description="to start and to say hello")]
    move_ms: Annotated[Milliseconds | None, Meta(description="for one decision")]
    bank_ms: Annotated[Milliseconds | None, Meta(description="for all decisions of a game")]
    late: Annotated[
        Literal["lose", "pass"],
        Meta(description="what a decision that takes too long costs: the game, or only the turn"),
    ]
    increment_ms: Annotated[
        Milliseconds, Meta(description="that each move of yours adds to what is left for the game")
    ] = 0


class DecideClock(Struct, frozen=True):
    """How long you may think now; null if there is no limit."""

    move_ms: Annotated[Milliseconds | None, Meta(description="for this decision")]
    bank_ms: Annotated[Milliseconds | None, Meta(description="left for the game")]


class MoveMade(Struct, frozen=True):
    """A move, as you are told of it."""

    seat: Annotated[Seat, Meta(description="who made it")]
    move: str


class ServerHello(FromServer, tag="hello", frozen=True):
    """The first line: which game is played, by which rules, with how much time."""

    protocol: Annotated[int, Meta(description="the newest version that the server speaks")]
    protocols: Annotated[tuple[int, ...], Meta(description="all versions that it speaks")]
    server: Annotated[str, Meta(description="who is speaking")]
    game: str
    rules: Annotated[str, Meta(description="the rule set")]
    options: Annotated[dict[str, Any], Meta(description="all options of the rules")]
    full_name: Annotated[str, Meta(description="the game with all of this in one name")]
    edition: Annotated[int, Meta(ge=1, description="of the game's rules")]
    clock: HelloClock


class GameBegins(FromServer, tag="game", frozen=True):
    """A game begins, and this is your seat in it."""

    id: Annotated[str, Meta(description="the number of the game in its tournament")]
    seat: Seat
    role: Annotated[str | None, Meta(description="what your seat is called, where it has a name")]
    opponent: Annotated[str, Meta(description="the name of the other player")]
    seed: Annotated[int, Meta(ge=0, description="a random number for you alone in this game")]


class Decide(FromServer, tag="decide", frozen=True):
    """It is your decision."""

    number: Annotated[int, Meta(ge=1, description="of the move that you are to make")]
    seat: Annotated[Seat, Meta(description="your seat")]
    view: View
    moves: Annotated[tuple[MoveMade, ...], Meta(description="since your last decision")]
    legal: Annotated[tuple[str, ...], Meta(description="all that you may do")]
    clock: DecideClock


class GameOver(FromServer, tag="game over", frozen=True):
    """The game has ended."""

    result: Literal["won", "lost", "drawn"]
    winner: Annotated[Seat | None, Meta(description="null if it was drawn")]
    reason: Annotated[str, Meta(description="the word of the rules for how it ended")]
    says: Annotated[str, Meta(description="the same in a sentence")]
    by: Annotated[str | None, Meta(description="the fault that cost somebody the game")]
    moves: Annotated[tuple[MoveMade, ...], Meta(description="since your last decision")]


class Quit(FromServer, tag="quit", frozen=True):
    """The last line."""


ServerMessage = ServerHello | GameBegins | Decide | GameOver | Quit


# --- from a bot ---


class BotHello(FromBot, tag="hello", omit_defaults=True, frozen=True):
    """How a bot introduces itself."""

    protocol: Annotated[int, Meta(description="the version that it speaks")]
    name: str | int | float = ""
    version: str | int | float = ""
    view: Annotated[
        tuple[str, ...], Meta(description="the parts of the view that it wants, or all")
    ] = ("position", "board")
    again: Annotated[
        bool, Meta(description="whether its process can play more games after the first one")
    ] = False


class BotMove(FromBot, tag="move", omit_defaults=True, frozen=True):
    """The answer to a decision."""

    move: str | int
    number: Annotated[int | UnsetType, Meta(description="of the question")] = UNSET


BotMessage = BotHello | BotMove


DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of all messages, those of the server and those of a bot apart in `$defs`."""
    title = f"Messages between Duelhall and a bot, version {VERSION} of the protocol"
    return schema_of(title, {"FromServer": ServerMessage, "FromBot": BotMessage})


def schema_of(title: str, sides: Mapping[str, Any], others: Sequence[type] = ()) -> dict[str, Any]:
    """The schema of what two sides say to each other, each side by its name in `$defs`, and of
    other types beside that.
    """
    found, parts = msgspec.json.schema_components(
        (*sides.values(), *others), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": DIALECT,
        "title": title,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": {**dict(zip(sides, found, strict=False)), **parts},
    }


def document(schema: Mapping[str, Any]) -> str:
    """A schema as it stands in a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(document(schema()), end="")
