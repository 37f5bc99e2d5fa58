"""What the server says to a browser, as types, one JSON object each; see client_messages.py."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from duelhall.bots.protocol import BoardMessage, Facts, Seat
from duelhall.web.client_messages import Id, MoveNumber

Seconds = Annotated[float, Meta(ge=0)]


class FromHall(Struct, tag_field="type", frozen=True):
    """What the server says."""


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


class Invitation(Struct, frozen=True):
    """What somebody is invited to."""

    table: str
    status: Annotated[
        Literal["open", "taken", "withdrawn"], Meta(description="whether one can sit down by it")
    ]
    game: GameInfo
    players: Annotated[tuple[Player, ...], Meta(description="by seats")]
    seat: Annotated[Seat, Meta(description="of who is invited")]
    move: Annotated[Seconds | None, Meta(description="by the clock, for each decision")]
    bank: Annotated[Seconds | None, Meta(description="by the clock, for a whole game")]


class Place(Struct, omit_defaults=True, frozen=True):
    """Something on the board to be touched."""

    zone: Annotated[str, Meta(description="the id of a zone")]
    card: Annotated[
        str, Meta(description="the id of a card, or its face; left out for the zone itself")
    ] = ""
    at: Annotated[int | None, Meta(description="which of the zone's cards, from 0")] = None
    row: Annotated[int | None, Meta(description="a place in a grid")] = None
    column: Annotated[int | None, Meta(description="a place in a grid")] = None


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
    move: Annotated[str, Meta(description="in notation")]
    says: Annotated[str, Meta(description="a sentence: who did what")]
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
    """The answer to a hello; a state or `waiting` follows, unless the client is up to date."""

    version: int
    table: str
    place: Annotated[int | None, Meta(description="which side of the table; null for onlookers")]
    seq: Annotated[int, Meta(description="the number of this place's newest state")]
    shared: Annotated[bool, Meta(description="two people play on one device")]
    hints: Annotated[bool, Meta(description="whether hints may be asked for")]


class Waiting(FromHall, tag="waiting", frozen=True):
    """What a place knows before anything is dealt: somebody is invited to the other seat."""

    seq: int
    invitation: Invitation


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
    preparable: Annotated[
        tuple[LegalMove, ...],
        Meta(description="what you could do now if it were your turn, to prepare it by the clock"),
    ]
    lone_pass: Annotated[bool, Meta(description="you can only pass, and need not be asked for it")]
    undo: Annotated[bool, Meta(description="you have decided something that may be taken back")]
    practice: Annotated[bool, Meta(description="more was taken back than a real game allows")]
    clock: ClockState | None
    offer: Offer | None
    prepared: Annotated[str | None, Meta(description="your move for when it is your turn")]
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


class HintedMove(Struct, frozen=True):
    """One of the best moves."""

    move: Annotated[str, Meta(description="in notation")]
    chance: Annotated[float, Meta(ge=0, le=1, description="to win, a draw being half of that")]
    give_or_take: Annotated[float, Meta(ge=0, description="what the chance may be off by")]
    share: Annotated[
        float | None, Meta(description="how often to make it, where that is best left to chance")
    ] = None


class Hinted(FromHall, tag="hinted", frozen=True):
    """The best moves."""

    id: Id
    position: int
    lines: tuple[str, ...]
    moves: Annotated[tuple[HintedMove, ...], Meta(description="the best first")]
    makeshift: Annotated[
        bool, Meta(description="found in a hurry, while the player that thinks gets ready")
    ] = False


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
    | Waiting
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
