"""What a browser and the server say to each other, as types: one JSON object each.

docs/reference/web.schema.json is made from these (`python -m duelhall_web.schema`), and the
client's types are made from that. Each side ignores fields that it does not know; whatever changes
the meaning of an old field raises the version.

A request has an `id` that the client chooses; the answer repeats it. Whatever changes what a place
at the table knows is a `state`, and has the next number in that place's sequence. A client that
comes back says in its `hello` which number it saw last, and is told what it missed.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from duelhall.bots.protocol import BoardMessage, Facts, Seat

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


class ClientRequest(FromClient, frozen=True):
    """What has an answer with the same number."""

    id: Id


class ClientHello(FromClient, tag="hello", frozen=True):
    """The first message: which place at which table this is, and what it has seen already."""

    version: int
    table: TableId
    token: Annotated[Token, Meta(description="the secret of a place, or of the onlookers")]
    last: Annotated[int | None, Meta(description="the last sequence number seen")] = None
    name: PersonName = ""


class MoveRequest(ClientRequest, tag="move", frozen=True):
    """Make a move. Before the turn has begun it is taken as prepared."""

    move: MoveText
    position: Annotated[
        int, Meta(ge=0, le=2**31, description="of the state in which it was decided on")
    ]


class PrepareRequest(ClientRequest, tag="prepare", frozen=True):
    """A move to be made as soon as it is your turn, if it is legal then; null for none."""

    move: MoveText | None


class TryRequest(ClientRequest, tag="try", frozen=True):
    """Ask what a move would do, as far as that can be told from what you see."""

    move: MoveText


class ForeseeRequest(ClientRequest, tag="foresee", frozen=True):
    """Ask which of your moves lose at once, as far as that can be told from what you see."""


class TellRequest(ClientRequest, tag="tell", frozen=True):
    """Ask for what a move set off: notable rules, and scenes to step through."""

    number: MoveNumber


class WhyRequest(ClientRequest, tag="why", frozen=True):
    """Ask for the rules that a move followed; number 0 is the deal."""

    number: MoveNumber


class HintRequest(ClientRequest, tag="hint", frozen=True):
    """Ask for the best moves, by what you can see."""


class UndoRequest(ClientRequest, tag="undo", frozen=True):
    """Take back your last decision, or ask the other side for it."""


class ResignRequest(ClientRequest, tag="resign", frozen=True):
    """Give up the game."""


class RematchRequest(ClientRequest, tag="rematch", frozen=True):
    """Play another game at this table; a person on the other side is asked."""

    swap: Annotated[bool, Meta(description="in the other seat")] = False
    same_deal: Annotated[bool, Meta(description="the deal of the game that is over")] = False


class Reply(ClientRequest, tag="reply", frozen=True):
    """Accept or decline what the other side offers, or withdraw your own offer or invitation."""

    accept: bool


class ReviewRequest(ClientRequest, tag="review", frozen=True):
    """Ask what the moves of a game that is over were worth, after those that you know of."""

    after: Annotated[int, Meta(ge=0, le=2**31, description="how many of the game's moves")] = 0


class LookRequest(ClientRequest, tag="look", frozen=True):
    """Ask for the board as it was in a game that is over."""

    after: Annotated[int, Meta(ge=0, le=2**31, description="how many of the game's moves")]


class RulingRequest(ClientRequest, tag="ruling", frozen=True):
    """Ask for the text of a ruling."""

    number: Annotated[str, Meta(max_length=20)]


class CardRequest(ClientRequest, tag="card", frozen=True):
    """Ask for what is printed on a card."""

    name: Annotated[str, Meta(max_length=200)]


class DecksRequest(ClientRequest, tag="decks", frozen=True):
    """Ask for both deck lists."""


class Ping(ClientRequest, tag="ping", frozen=True):
    """Ask for a sign of life, and for the server's clock."""


ClientMessage = (
    ClientHello
    | MoveRequest
    | PrepareRequest
    | TryRequest
    | ForeseeRequest
    | TellRequest
    | WhyRequest
    | HintRequest
    | ReviewRequest
    | LookRequest
    | UndoRequest
    | ResignRequest
    | RematchRequest
    | Reply
    | RulingRequest
    | CardRequest
    | DecksRequest
    | Ping
)


Seconds = Annotated[float, Meta(ge=0)]


class ToClient(Struct, tag_field="type", frozen=True):
    """What the server says."""


class ServerAnswer(ToClient, frozen=True):
    """What answers a request."""

    id: Id


# --- parts of what the server says ---


class PlayerInfo(Struct, frozen=True):
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
    client: Annotated[
        str, Meta(description="the path of a module that draws its board; empty if there is none")
    ]


class Invitation(Struct, frozen=True):
    """What somebody is invited to."""

    table: str
    status: Annotated[
        Literal["open", "taken", "withdrawn"], Meta(description="whether one can sit down by it")
    ]
    game: GameInfo
    players: Annotated[tuple[PlayerInfo, ...], Meta(description="by seats")]
    seat: Annotated[Seat, Meta(description="of who is invited")]
    move: Annotated[Seconds | None, Meta(description="by the clock, for each decision")]
    bank: Annotated[Seconds | None, Meta(description="by the clock, for a whole game")]
    increment: Annotated[Seconds, Meta(description="that each move adds to it")]


class TouchMessage(Struct, omit_defaults=True, frozen=True):
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
        tuple[TouchMessage, ...],
        Meta(description="what to touch for it, in order; a button if nothing"),
    ] = ()
    kind: Annotated[
        str,
        Meta(description="counts it with others: draw, play …; a revision redoes earlier moves"),
    ] = ""


class ToldMove(Struct, omit_defaults=True, frozen=True):
    """A move, as you may know it."""

    number: MoveNumber
    seat: Annotated[Seat, Meta(description="who made it")]
    move: Annotated[str, Meta(description="in notation")]
    says: Annotated[str, Meta(description="a sentence: who did what")]
    late: Annotated[bool, Meta(description="made for a player who was late or refused")] = False
    stand_in: Annotated[bool, Meta(description="by a player that is still getting ready")] = False
    kind: Annotated[str, Meta(description="as of a legal move; empty if not all is known")] = ""
    change: Annotated[Facts, Meta(description="what it changed, as data")] = {}


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
    same_deal: bool = False


class Reveal(Struct, frozen=True):
    """What was hidden, after the game: everything, and how the commitment is checked."""

    board: BoardMessage
    seed: Annotated[str, Meta(description="of all chance in the game")]
    salt: Annotated[str, Meta(description="what was committed to besides the seed")]


class GameResult(Struct, frozen=True):
    """How the game ended."""

    winner: Annotated[Seat | None, Meta(description="null if it was drawn")]
    reason: Annotated[str, Meta(description="the word of the rules for it")]
    says: Annotated[str, Meta(description="the same in a sentence")]
    ruling: str
    by: Annotated[str | None, Meta(description="what a player did that cost the game")]
    points: tuple[int, ...]
    opened: Reveal


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


class Welcome(ToClient, tag="welcome", frozen=True):
    """The answer to a hello; a state or `waiting` follows, unless the client is up to date."""

    version: int
    table: str
    place: Annotated[int | None, Meta(description="which side of the table; null for onlookers")]
    seq: Annotated[int, Meta(description="the number of this place's newest state")]
    shared: Annotated[bool, Meta(description="two people play on one device")]
    hints: Annotated[bool, Meta(description="whether hints may be asked for")]


class Waiting(ToClient, tag="waiting", frozen=True):
    """What a place knows before anything is dealt: somebody is invited to the other seat."""

    seq: int
    invitation: Invitation


class SessionState(ToClient, tag="state", frozen=True):
    """All that a place knows now."""

    seq: int
    game: GameInfo
    round: Annotated[int, Meta(ge=1, description="of the games at this table")]
    seat: Annotated[Seat | None, Meta(description="yours; null for onlookers")]
    players: Annotated[tuple[PlayerInfo, ...], Meta(description="by seats")]
    commitment: Annotated[str, Meta(description="to the deal; opened when the game is over")]
    position: Annotated[int, Meta(description="how many moves you were told of")]
    since: Annotated[
        int, Meta(description="forget what you were told after this many moves, then add `moves`")
    ]
    moves: tuple[ToldMove, ...]
    to_move: Annotated[Seat | None, Meta(description="who decides; null if the game is over")]
    board: BoardMessage
    task: Annotated[str, Meta(description="the part of its sentence for the seat to move")]
    situation: Annotated[str, Meta(description="the part for everybody, where there are two")]
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
    result: GameResult | None


class Presence(ToClient, tag="presence", frozen=True):
    """Somebody has come or gone."""

    players: tuple[PlayerInfo, ...]
    onlookers: int


Outcome = Literal[
    "moved", "prepared", "revised", "undone", "offered", "answered", "resigned", "begun"
]
"""What has become of a request."""


class Done(ServerAnswer, tag="done", frozen=True):
    """A request was carried out; what it changed is told in a state."""

    what: Outcome


class Refused(ServerAnswer, tag="refused", frozen=True):
    """A move that the rules or the moment forbid; nothing has changed, unless it cost the turn."""

    says: str
    ruling: Annotated[str, Meta(description="empty if no ruling is to blame")] = ""
    late: Annotated[bool, Meta(description="it was the turn's only try")] = False


class Tried(ServerAnswer, tag="tried", frozen=True):
    """What a move would do."""

    board: Annotated[BoardMessage | None, Meta(description="null if that is not open")]


class LosingMove(Struct, frozen=True):
    """A move that loses at once."""

    move: Annotated[str, Meta(description="in notation")]
    reason: Annotated[str, Meta(description="the word of the rules for it")]
    says: Annotated[str, Meta(description="the same in a sentence")]
    ruling: str


class Foreseen(ServerAnswer, tag="foreseen", frozen=True):
    """Which moves lose at once."""

    position: int
    losing: tuple[LosingMove, ...]


class Happened(ServerAnswer, tag="happened", frozen=True):
    """What a move set off, as you may see it."""

    number: int
    notable: tuple[RuleFired, ...]
    scenes: tuple[SceneMessage, ...]


class Explained(ServerAnswer, tag="explained", frozen=True):
    """The rules that a move followed, as far as you may know of them."""

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


class Hinted(ServerAnswer, tag="hinted", frozen=True):
    """The best moves."""

    position: int
    lines: tuple[str, ...]
    moves: Annotated[tuple[HintedMove, ...], Meta(description="the best first")]
    makeshift: Annotated[
        bool, Meta(description="found in a hurry, while the player that thinks gets ready")
    ] = False


class MoveReview(Struct, omit_defaults=True, frozen=True):
    """What a decision was worth: chances are those of its player, draws being half a win."""

    number: Annotated[int, Meta(ge=1, description="counted from 1 among all moves of the game")]
    seat: Annotated[Seat, Meta(description="who decided")]
    played: LegalMove
    best: Annotated[LegalMove, Meta(description="by what could be known; perhaps the played one")]
    before: Annotated[float, Meta(ge=0, le=1, description="by the best move, as could be known")]
    after: Annotated[float, Meta(ge=0, le=1, description="by the move played, as could be known")]
    all_known: Annotated[float, Meta(ge=0, le=1, description="by the move played, all cards known")]
    mark: Annotated[str, Meta(description="what a move is called that gave much away")] = ""
    told: Annotated[int | None, Meta(description="as of a move that you were told of")] = None


class Reviewed(ServerAnswer, tag="reviewed", frozen=True):
    """What the next moves of a game were worth; the rest can be asked for."""

    moves: Annotated[tuple[MoveReview, ...], Meta(description="those with something to decide")]
    done: Annotated[int, Meta(ge=0, description="of the game's moves, how many are looked at")]
    total: Annotated[int, Meta(ge=0, description="how many there are")]


class Looked(ServerAnswer, tag="looked", frozen=True):
    """The board as it was."""

    board: Annotated[BoardMessage, Meta(description="as this place could know it")]
    opened: Annotated[BoardMessage, Meta(description="with everything that was hidden")]


class RulingText(ServerAnswer, tag="ruling", frozen=True):
    """A ruling, in Markdown."""

    number: str
    text: str


class CardLines(ServerAnswer, tag="card", frozen=True):
    """What is printed on a card."""

    name: str
    lines: tuple[str, ...]


class DeckLines(ServerAnswer, tag="decks", frozen=True):
    """Both deck lists, by seats."""

    decks: tuple[tuple[str, ...], ...]


class Error(ToClient, tag="error", frozen=True):
    """A message that cannot be carried out; nothing has changed."""

    id: Annotated[int | None, Meta(description="null if the message had none")]
    code: Literal["bad", "token", "version", "busy", "slow", "not now", "unavailable"]
    says: str


class Pong(ServerAnswer, tag="pong", frozen=True):
    """A sign of life."""

    now: Annotated[float, Meta(description="the server's clock, in seconds")]


Limit = Annotated[float, Meta(gt=0, le=86_400)]
Name = Annotated[str, Meta(max_length=200)]
CardFile = Annotated[str, Meta(max_length=200_000)]


class ClockSetup(Struct, frozen=True):
    """How long players may think, in seconds."""

    move: Annotated[Limit | None, Meta(description="for each decision")] = None
    bank: Annotated[Limit | None, Meta(description="for a whole game")] = None
    increment: Annotated[
        float, Meta(ge=0, le=86_400, description="added to what is left for the game by each move")
    ] = 0.0


class TableSetup(Struct, forbid_unknown_fields=True, frozen=True):
    """A table that somebody wants to play at; the answer is a `TableMade`."""

    game: Annotated[str, Meta(max_length=20_000, description="its name, or its name in full")]
    rules: Name | None = None
    options: dict[str, str | int] = {}
    opponent: Annotated[
        str, Meta(max_length=200, description="a player's name, `friend` by link, or `here`")
    ] = "friend"
    seat: Annotated[Seat | None, Meta(description="yours; null to draw lots")] = 0
    name: PersonName = ""
    clock: ClockSetup | None = None
    hints: Annotated[bool | None, Meta(description="null: only where no other person plays")] = None
    deck: Annotated[
        CardFile | None, Meta(description="yours: its name, or the text of a deck file")
    ] = None
    opponent_deck: Annotated[CardFile | None, Meta(description="the same for the other side")] = (
        None
    )
    cards: Annotated[CardFile | None, Meta(description="the text of a card file")] = None
    other_name: Annotated[
        PersonName, Meta(description="of the other person, where both are on this device")
    ] = ""


class TableMade(Struct, frozen=True):
    """A new table, and the secrets of its places; a link to one is `/t/TABLE#TOKEN`."""

    table: str
    tokens: Annotated[
        tuple[str | None, ...],
        Meta(description="of both places, yours first; null unless both are on this device"),
    ]
    watch: Annotated[str, Meta(description="the token of the onlookers")]
    code: Annotated[
        str | None, Meta(description="of the invitation for a friend; its link is `/i/CODE`")
    ] = None


class SeatSetup(Struct, forbid_unknown_fields=True, frozen=True):
    """Somebody sits down by an invitation; the answer is a `SeatTaken`."""

    code: Token
    name: PersonName = ""


class SeatTaken(Struct, frozen=True):
    """A seat, and its secret, which nobody else is sent; a link to it is `/t/TABLE#TOKEN`."""

    table: str
    token: str


class Problem(Struct, frozen=True):
    """Why a request over HTTP was refused."""

    says: str


class AnswerInfo(Struct, frozen=True):
    """A value of an option."""

    value: str | int
    says: str


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    says: str
    expected: str
    allowed: Annotated[
        tuple[str | int, ...] | None, Meta(description="null where it is data, such as cards")
    ]
    values: Annotated[dict[str, str | int], Meta(description="by rule set; none where it is data")]
    shown: Annotated[dict[str, str], Meta(description="the same, as people are shown it")]
    rulings: tuple[str, ...]
    asks: Annotated[str, Meta(description="as people are asked it; empty if they are not")]
    answers: Annotated[
        dict[str, tuple[AnswerInfo, ...]],
        Meta(description="that they can give, by rule set; each with its words"),
    ]


class PlanInfo(Struct, frozen=True):
    """A ready-made deck in a few words."""

    leader: Annotated[str, Meta(description="the card that it is built around")]
    plan: Annotated[str, Meta(description="how it means to win, in a sentence")]
    difficulty: Annotated[int, Meta(description="from 1 to 4")]


class GameOffered(Struct, frozen=True):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    edition: int
    roles: tuple[str, ...]
    rule_sets: tuple[str, ...]
    options: tuple[OptionInfo, ...]
    players: Annotated[tuple[str, ...], Meta(description="that can be opponents")]
    levels: Annotated[tuple[str, ...], Meta(description="those that most people want")]
    clock: Annotated[
        bool, Meta(description="a turn that runs out is no loss: it has a clock of its own")
    ]
    cards: Annotated[bool, Meta(description="a card file can be brought")]
    decks: Annotated[tuple[str, ...], Meta(description="ready to be chosen")]
    plans: Annotated[dict[str, PlanInfo], Meta(description="of the decks, by their names")]
    titles: Annotated[dict[str, str], Meta(description="of the rule sets: what they are, in words")]
    aim: Annotated[str, Meta(description="what a player tries to do, in a sentence")]
    minutes: Annotated[int, Meta(description="that a game takes; 0 if nobody has said")]
    difficulty: Annotated[int, Meta(description="from 1 to 4; 0 if nobody has said")]
    side: Annotated[str, Meta(description="asks for a seat; empty where the seats are alike")]
    sides: Annotated[tuple[str, ...], Meta(description="the answers, by seats")]
    paces: Annotated[
        dict[str, float], Meta(description="clocks of its own, and their seconds for a move")
    ]


class GamesOffered(Struct, frozen=True):
    """The answer to `GET /api/games`."""

    version: int
    games: tuple[GameOffered, ...]


class TableRunning(Struct, frozen=True):
    """A table on the owner's page."""

    table: str
    about: Annotated[str, Meta(description="what is played there, and by whom")]
    opened: Annotated[float, Meta(description="seconds since 1970")]
    changed: float
    over: bool
    connections: int
    damage: Annotated[str, Meta(description="why it cannot be opened; empty if it can")]


class TablesRunning(Struct, frozen=True):
    """The answer to `GET /api/tables`, for the owner of the server."""

    tables: Annotated[tuple[TableRunning, ...], Meta(description="those that were changed last")]
    stored: Annotated[int, Meta(description="how many tables there are in all")]
    connections: int
