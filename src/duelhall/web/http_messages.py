"""What is asked for and answered over HTTP, as types; everything else goes over the WebSocket."""

from typing import Annotated, Any

from msgspec import Meta, Struct

from duelhall.bots.protocol import Seat
from duelhall.web.client_messages import PersonName, Token

Limit = Annotated[float, Meta(gt=0, le=86_400)]
Name = Annotated[str, Meta(max_length=200)]
CardFile = Annotated[str, Meta(max_length=200_000)]


class ClockWish(Struct, frozen=True):
    """How long players may think, in seconds."""

    move: Annotated[Limit | None, Meta(description="for each decision")] = None
    bank: Annotated[Limit | None, Meta(description="for a whole game")] = None


class TableWish(Struct, forbid_unknown_fields=True, frozen=True):
    """A table that somebody wants to play at; the answer is a `TableMade`."""

    game: Annotated[str, Meta(max_length=20_000, description="its name, or its name in full")]
    rules: Name | None = None
    options: dict[str, str | int] = {}
    opponent: Annotated[
        str, Meta(max_length=200, description="a player's name, `friend` by link, or `here`")
    ] = "friend"
    seat: Annotated[Seat | None, Meta(description="yours; null to draw lots")] = 0
    name: PersonName = ""
    clock: ClockWish | None = None
    hints: Annotated[bool | None, Meta(description="null: only where no other person plays")] = None
    deck: Annotated[
        CardFile | None, Meta(description="yours: its name, or the text of a deck file")
    ] = None
    opponent_deck: Annotated[CardFile | None, Meta(description="the same for the other side")] = (
        None
    )
    cards: Annotated[CardFile | None, Meta(description="the text of a card file")] = None


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


class SeatWish(Struct, forbid_unknown_fields=True, frozen=True):
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


class OptionInfo(Struct, frozen=True):
    """An option of a game."""

    name: str
    says: str
    expected: str
    allowed: Annotated[
        tuple[str | int, ...] | None, Meta(description="null where it is data, such as cards")
    ]
    values: Annotated[dict[str, Any], Meta(description="by rule set")]
    shown: Annotated[dict[str, str], Meta(description="the same, as people are shown it")]
    rulings: tuple[str, ...]


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
