"""The messages between the server and a browser, as types, one JSON object each.

docs/web.schema.json is made from them (`python -m duelhall.web.schema`), and the client's types are
made from that. Each side ignores fields that it does not know; whatever changes the meaning of an
old field raises the version.

A request has an `id` that the client chooses; the answer repeats it. Whatever changes what a place
at the table knows is a `state`, and has the next number in that place's sequence. A client that
comes back says in its `hello` which number it saw last, and is told what it missed.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from duelhall.players.programs.protocol import BoardMessage, Facts, Seat

VERSION = 1

LONGEST_NAME = 40
"""How long a person's name may be."""

Id = Annotated[int, Meta(ge=0, le=2**53, description="chosen by the client, repeated in answers")]
Token = Annotated[str, Meta(max_length=100)]
TableId = Annotated[str, Meta(max_length=40)]
MoveText = Annotated[str, Meta(max_length=4000, description="in the game's notation")]
MoveNumber = Annotated[
    int, Meta(ge=0, le=2**31, description="counted from 1 among the moves that you were told of")
]
Seconds = Annotated[float, Meta(ge=0)]


class FromClient(Struct, tag_field="type", frozen=True):
    """What a browser says."""


class FromHall(Struct, tag_field="type", frozen=True):
    """What the server says."""


# --- from the client ---


class Hello(FromClient, tag="hello", frozen=True):
    """The first message: which place at which table this is, and what it has seen already."""

    version: int
    table: TableId
    token: Annotated[Token, Meta(description="the secret of a place, or of the onlookers")]
    last: Annotated[int | None, Meta(description="the last sequence number seen")] = None
    name: Annotated[
        str, Meta(max_length=LONGEST_NAME, description="what a person wants to be called")
    ] = ""


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
    """Accept or decline what the other side offers, or withdraw your own offer."""

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


# --- parts of what the server says ---


class Player(Struct, frozen=True):
    """Who sits in a seat."""

    name: str
    kind: Literal["person", "computer"]
    present: Annotated[bool, Meta(description="connected; a computer always is")]


class GameInfo(Struct, frozen=True):
    """What is played."""

    name: str
    title: str
    rules: Annotated[str, Meta(description="the rule set")]
    full_name: Annotated[str, Meta(description="the game with all its options in one name")]
    edition: int
    roles: Annotated[tuple[str, ...], Meta(description="of the seats, where they have some")]
    primer: Annotated[str, Meta(description="what a person must know before the first move")]
    examples: Annotated[str, Meta(description="of how moves are written")]
    features: Annotated[
        tuple[Literal["cards", "decks", "scenes"], ...],
        Meta(description="what can be asked for: card texts, deck lists, scenes"),
    ]


class Place(Struct, omit_defaults=True, frozen=True):
    """Something on the board to be touched."""

    zone: Annotated[str, Meta(description="the id of a zone")]
    card: Annotated[str | None, Meta(description="the face of a card in it")] = None
    row: int | None = None
    column: int | None = None


class LegalMove(Struct, omit_defaults=True, frozen=True):
    """A move that you may make."""

    move: Annotated[str, Meta(description="in notation, to be sent back")]
    says: Annotated[str, Meta(description="what a person would say")]
    touches: Annotated[
        tuple[Place, ...], Meta(description="what to touch for it, in order; a button if nothing")
    ] = ()


class Told(Struct, frozen=True):
    """A move, as you may know it."""

    number: MoveNumber
    seat: Annotated[Seat, Meta(description="who made it")]
    move: str
    late: Annotated[bool, Meta(description="made for a player who was late or refused")] = False


class ClockState(Struct, frozen=True):
    """The clock. All times are seconds from when the message was sent."""

    move: Annotated[Seconds | None, Meta(description="for each decision")]
    bank: Annotated[tuple[Seconds, ...] | None, Meta(description="left for the game, by seats")]
    begins: Annotated[Seconds, Meta(description="until the turn begins; 0 if it has")]
    left: Annotated[Seconds | None, Meta(description="until it runs out; null if it stands still")]


class Offer(Struct, frozen=True):
    """What one side asks of the other."""

    seat: Annotated[Seat, Meta(description="who asks")]
    what: Literal["undo", "rematch"]
    swap: bool = False


class Opened(Struct, frozen=True):
    """What was hidden, after the game: everything, and how the commitment is checked."""

    board: BoardMessage
    seed: Annotated[str, Meta(description="of all chance in the game")]
    salt: Annotated[str, Meta(description="what was committed to besides the seed")]


class Result(Struct, frozen=True):
    """How the game ended."""

    winner: Annotated[Seat | None, Meta(description="null if it was drawn")]
    reason: Annotated[str, Meta(description="the word of the rules for it")]
    says: Annotated[str, Meta(description="the same in a sentence")]
    ruling: str
    by: Annotated[str | None, Meta(description="what a player did that cost the game")]
    points: tuple[int, ...]
    opened: Opened


class RuleFired(Struct, frozen=True):
    """A rule that fired."""

    rulings: tuple[str, ...]
    says: str


class SceneMessage(Struct, omit_defaults=True, frozen=True):
    """A moment of something that happens by itself."""

    caption: str
    rulings: tuple[str, ...] = ()
    board: BoardMessage | None = None
    facts: Facts = {}
    parts: "tuple[SceneMessage, ...]" = ()
    pause: Annotated[bool, Meta(description="something ends here: a good place to stop")] = False


# --- from the server ---


class Welcome(FromHall, tag="welcome", frozen=True):
    """The answer to a hello; a state follows, unless the client is up to date."""

    version: int
    table: str
    place: Annotated[int | None, Meta(description="which side of the table; null for onlookers")]
    seq: Annotated[int, Meta(description="the number of this place's newest state")]
    shared: Annotated[bool, Meta(description="two people play on one device")]
    hints: Annotated[bool, Meta(description="whether hints may be asked for")]


class State(FromHall, tag="state", frozen=True):
    """All that a place knows now."""

    seq: int
    game: GameInfo
    round: Annotated[int, Meta(ge=1, description="of the games at this table")]
    seat: Annotated[Seat | None, Meta(description="yours; null for onlookers")]
    players: Annotated[tuple[Player, ...], Meta(description="by seats")]
    commitment: Annotated[str, Meta(description="to the deal; opened when the game is over")]
    position: Annotated[int, Meta(description="how many moves you were told of")]
    since: Annotated[
        int, Meta(description="forget what you were told after this many moves, then add `moves`")
    ]
    moves: tuple[Told, ...]
    to_move: Annotated[Seat | None, Meta(description="who decides; null if the game is over")]
    board: BoardMessage
    legal: Annotated[tuple[LegalMove, ...], Meta(description="yours, if it is your decision")]
    lone_pass: Annotated[bool, Meta(description="you can only pass, and need not be asked for it")]
    undo: Annotated[
        Literal["none", "free", "practice", "ask"], Meta(description="what an undo would be")
    ]
    practice: Annotated[bool, Meta(description="more was taken back than a real game allows")]
    clock: ClockState | None
    offer: Offer | None
    result: Result | None


class Presence(FromHall, tag="presence", frozen=True):
    """Somebody has come or gone."""

    players: tuple[Player, ...]
    onlookers: int


class Done(FromHall, tag="done", frozen=True):
    """A request was carried out; what it changed is told in a state."""

    id: Id
    what: Literal["moved", "prepared", "undone", "offered", "answered", "resigned", "begun"]


class Refused(FromHall, tag="refused", frozen=True):
    """A move that the rules or the moment forbid; nothing has changed, unless it cost the turn."""

    id: Id
    says: str
    ruling: Annotated[str, Meta(description="empty if no ruling is to blame")] = ""
    late: Annotated[bool, Meta(description="it was the turn's only try")] = False


class Tried(FromHall, tag="tried", frozen=True):
    """What a move would do."""

    id: Id
    board: Annotated[BoardMessage | None, Meta(description="null if that is not open")]
    loses: Annotated[str, Meta(description="why it loses at once by what is in sight, if so")] = ""


class Happened(FromHall, tag="happened", frozen=True):
    """What a move set off, as you may see it."""

    id: Id
    number: int
    notable: tuple[RuleFired, ...]
    scenes: tuple[SceneMessage, ...]


class Explained(FromHall, tag="explained", frozen=True):
    """The rules that a move followed, as far as you may know of them."""

    id: Id
    number: int
    rules: tuple[RuleFired, ...]


class Hinted(FromHall, tag="hinted", frozen=True):
    """The best moves."""

    id: Id
    position: int
    lines: tuple[str, ...]
    moves: Annotated[tuple[str, ...], Meta(description="in notation, the best first")]


class RulingText(FromHall, tag="ruling", frozen=True):
    """A ruling, in Markdown."""

    id: Id
    number: str
    text: str


class CardLines(FromHall, tag="card", frozen=True):
    """What is printed on a card."""

    id: Id
    name: str
    lines: tuple[str, ...]


class DeckLines(FromHall, tag="decks", frozen=True):
    """Both deck lists, by seats."""

    id: Id
    decks: tuple[tuple[str, ...], ...]


class Error(FromHall, tag="error", frozen=True):
    """A message that cannot be carried out; nothing has changed."""

    id: Annotated[int | None, Meta(description="null if the message had none")]
    code: Literal["bad", "token", "version", "busy", "slow", "not now", "unavailable"]
    says: str


class Pong(FromHall, tag="pong", frozen=True):
    """A sign of life."""

    id: Id
    now: Annotated[float, Meta(description="the server's clock, in seconds")]


HallMessage = (
    Welcome
    | State
    | Presence
    | Done
    | Refused
    | Tried
    | Happened
    | Explained
    | Hinted
    | RulingText
    | CardLines
    | DeckLines
    | Error
    | Pong
)
