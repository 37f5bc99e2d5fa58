"""What a browser says to the server, as types, one JSON object each.

docs/web.schema.json is made from these and from hall_messages.py (`python -m duelhall.web.schema`),
and the client's types are made from that. Each side ignores fields that it does not know; whatever
changes the meaning of an old field raises the version.

A request has an `id` that the client chooses; the answer repeats it. Whatever changes what a place
at the table knows is a `state`, and has the next number in that place's sequence. A client that
comes back says in its `hello` which number it saw last, and is told what it missed.
"""

from typing import Annotated

from msgspec import Meta, Struct

VERSION = 1

LONGEST_NAME = 40
"""How long a person's name may be."""

PersonName = Annotated[
    str, Meta(description=f"what a person wants to be called, in at most {LONGEST_NAME} letters")
]
Id = Annotated[int, Meta(ge=0, le=2**53, description="chosen by the client, repeated in answers")]
Token = Annotated[str, Meta(max_length=100)]
TableId = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(max_length=4000, description="in the game's notation")]
MoveNumber = Annotated[
    int, Meta(ge=0, le=2**31, description="counted from 1 among the moves that you were told of")
]


class FromClient(Struct, tag_field="type", frozen=True):
    """What a browser says."""


class Hello(FromClient, tag="hello", frozen=True):
    """The first message: which place at which table this is, and what it has seen already."""

    version: int
    table: TableId
    token: Annotated[Token, Meta(description="the secret of a place, or of the onlookers")]
    last: Annotated[int | None, Meta(description="the last sequence number seen")] = None
    name: PersonName = ""


class Move(FromClient, tag="move", frozen=True):
    """Make a move. Before the turn has begun it is taken as prepared."""

    id: Id
    move: MoveText
    position: Annotated[
        int, Meta(ge=0, le=2**31, description="of the state in which it was decided on")
    ]


class Prepare(FromClient, tag="prepare", frozen=True):
    """A move to be made as soon as it is your turn, if it is legal then; null for none."""

    id: Id
    move: MoveText | None


class Try(FromClient, tag="try", frozen=True):
    """Ask what a move would do, as far as that can be told from what you see."""

    id: Id
    move: MoveText


class Tell(FromClient, tag="tell", frozen=True):
    """Ask for what a move set off: notable rules, and scenes to step through."""

    id: Id
    number: MoveNumber


class Why(FromClient, tag="why", frozen=True):
    """Ask for the rules that a move followed; number 0 is the deal."""

    id: Id
    number: MoveNumber


class Hint(FromClient, tag="hint", frozen=True):
    """Ask for the best moves, by what you can see."""

    id: Id


class Undo(FromClient, tag="undo", frozen=True):
    """Take back your last decision, or ask the other side for it."""

    id: Id


class Resign(FromClient, tag="resign", frozen=True):
    """Give up the game."""

    id: Id


class Rematch(FromClient, tag="rematch", frozen=True):
    """Play another game at this table; a person on the other side is asked."""

    id: Id
    swap: Annotated[bool, Meta(description="in the other seat")] = False


class Reply(FromClient, tag="reply", frozen=True):
    """Accept or decline what the other side offers, or withdraw your own offer or invitation."""

    id: Id
    accept: bool


class Ruling(FromClient, tag="ruling", frozen=True):
    """Ask for the text of a ruling."""

    id: Id
    number: Annotated[str, Meta(max_length=20)]


class CardRequest(FromClient, tag="card", frozen=True):
    """Ask for what is printed on a card."""

    id: Id
    name: Annotated[str, Meta(max_length=200)]


class DecksRequest(FromClient, tag="decks", frozen=True):
    """Ask for both deck lists."""

    id: Id


class Ping(FromClient, tag="ping", frozen=True):
    """Ask for a sign of life, and for the server's clock."""

    id: Id


ClientMessage = (
    Hello
    | Move
    | Prepare
    | Try
    | Tell
    | Why
    | Hint
    | Undo
    | Resign
    | Rematch
    | Reply
    | Ruling
    | CardRequest
    | DecksRequest
    | Ping
)
