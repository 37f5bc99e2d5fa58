"""What happens at a table, as it is stored: everything else about the table follows from it. And by
which events a table begins that somebody wants to play at.

A table's events in their order are its whole history. They are read by every later version: a new
field needs a default, and the meaning of an old one never changes. Their times are those of the
server's clock, by which all clocks of games go; it stands still while the server does not run, so
that a restart, however long it takes, costs no player any time.

Having the secret in a link means having the place. Only hashes of secrets are stored.
"""

import base64
import hashlib
import hmac
import os
import re
import secrets
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from duelhall.backend import FOLLOWING
from duelhall.bots.protocol import Seat
from duelhall.engine import registry
from duelhall.engine.definition import CardSetup, Definition
from duelhall.engine.errors import BadUsage, DuelhallError, UnknownName, no_such
from duelhall.engine.record import SEATS
from duelhall.engine.registry import parse_game_name
from duelhall.engine.text import checked_text
from duelhall.match import recall as commitment
from duelhall.match.game import Game
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry, checked_entry
from duelhall.play.roster import is_known, known_players
from duelhall_web.messages import LONGEST_NAME, ClockSetup, TableMade, TableSetup

TOKEN_BYTES = 16
TABLE_BYTES = 9


def new_token() -> str:
    """A secret that nobody can guess, for a place."""
    return secrets.token_urlsafe(TOKEN_BYTES)


def table_behind(code: str) -> str:
    """The name of the table to which an invitation's code leads; it does not tell the code."""
    digest = hashlib.sha256(code.encode()).digest()
    return base64.urlsafe_b64encode(digest[:TABLE_BYTES]).decode()


def is_table(name: str) -> bool:
    """Whether a table can have that name; whatever else is asked for need not be looked up."""
    return re.fullmatch(r"[\w-]{1,40}", name, re.ASCII) is not None


def hashed(token: str) -> str:
    """What is stored of a secret. It is too long to be guessed, and so needs no salt."""
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def fits(token: str, hash_: str) -> bool:
    """Whether this is the secret with that hash."""
    return bool(hash_) and hmac.compare_digest(hashed(token), hash_)


LONGEST = 1e10
"""No server has run for more seconds: whatever says so is damaged."""


class Uptime:
    """Seconds that a server has run, in all its lives."""

    def __init__(self, before: float = 0.0, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._start = clock() - before

    def now(self) -> float:
        """The time."""
        return self._clock() - self._start


Time = Annotated[float, Meta(ge=0, le=LONGEST)]


class SessionEvent(Struct, tag_field="type", omit_defaults=True, frozen=True):
    """Something that happened. Its `time` is that of the server's clock, which stands still while
    the server does not run.
    """


class PlaceSetup(Struct, omit_defaults=True, frozen=True):
    """A place at a table, and who has it: a person with a token, or a player by its name."""

    player: str | None = None  # the name of a player that is no person
    token: str = ""  # the hash of a person's secret
    name: str = ""  # what a person wants to be called


class SessionSetup(SessionEvent, tag="opened", frozen=True):
    """A table is made."""

    time: Time
    places: tuple[PlaceSetup, PlaceSetup] = field(name="chairs")
    watch: str  # the hash of the onlookers' secret
    move: Time | None = None  # seconds for a decision
    bank: Time | None = None  # seconds for a game
    hints: bool = False
    shared: bool = False  # two people on one device
    code: str = ""  # the hash of the secret by which somebody is invited to the second place
    game: str = ""  # what to; it begins when they sit down, and any other game at once
    by_seats: tuple[Seat, Seat] = (0, 1)  # the places in that game
    increment: Time = 0.0  # seconds that each move adds to those for a game

    @property
    def clock(self) -> Clock:
        """How long players may think."""
        return Clock(move=self.move, bank=self.bank, increment=self.increment)


class Begun(SessionEvent, tag="begun", frozen=True):
    """A game begins."""

    time: Time
    game: str  # its lasting name
    edition: int
    seed: int
    salt: str  # what the commitment to the seed was made with
    places: tuple[Seat, Seat] = field(default=(0, 1), name="chairs")  # by seats
    guest: PlaceSetup | None = None  # who has taken the second place, which was free until then


class SatDown(SessionEvent, tag="sat", frozen=True):
    """A person has come to a place for the first time, or has said what to be called."""

    time: Time
    place: Seat = field(name="chair")
    name: str = ""


class Answered(SessionEvent, tag="answered", frozen=True):
    """The seat to move has decided."""

    time: Time
    move: str
    seconds: Time = 0.0
    # for a player that was not ready to think yet:
    stand_in: bool = field(default=False, name="makeshift")


class Faulted(SessionEvent, tag="faulted", frozen=True):
    """The seat to move did something else, such as letting its time run out."""

    time: Time
    ending: str
    detail: str
    seconds: Time = 0.0


class TakenBack(SessionEvent, tag="taken back", frozen=True):
    """A seat has taken back its last decision, or all from an earlier one on."""

    time: Time
    seat: Seat
    practice: bool = False
    number: int = 0  # of the earlier one
    seconds: Time = 0.0  # that the seat to move had thought


class Resigned(SessionEvent, tag="resigned", frozen=True):
    """A seat has given up."""

    time: Time
    seat: Seat


class Offered(SessionEvent, tag="offered", frozen=True):
    """A seat asks something of the other one."""

    time: Time
    seat: Seat
    what: Literal["undo", "rematch"]
    swap: bool = False
    same_deal: bool = False


class Dropped(SessionEvent, tag="dropped", frozen=True):
    """What was asked was declined or withdrawn, or the invitation was."""

    time: Time


AnyEvent = (
    SessionSetup | Begun | SatDown | Answered | Faulted | TakenBack | Resigned | Offered | Dropped
)

encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder(AnyEvent).decode


FRIEND, HERE = "friend", "here"
"""Opponents who are persons: by a link, or on the same device."""


CARDS, DECK, OTHER_DECK = "your card file", "your deck file", "your opponent's deck file"
"""What files are called here for a moment, and in what is said of them."""


NO_DECK = (
    "there is no deck of that name among these cards; the text of a deck file may be sent, too"
)
"""Says the same whether or not the server has a file of that name."""

PLAIN = 1000  # bytes of a setup that holds nothing but names


@dataclass(frozen=True)
class NewSession:
    """A table to be opened."""

    made: TableMade
    setup: SessionSetup
    begun: Begun | None


def brings_text(setup: TableSetup) -> bool:
    """Whether somebody has written more than names, which a worker has to read."""
    return len(msgspec.json.encode(setup)) > PLAIN


def without_text(setup: TableSetup) -> TableSetup:
    """The same setup, with the cards in the game's name alone, where they were found to be good."""
    seat = secrets.randbelow(SEATS) if setup.seat is None else setup.seat
    name = checked_text("the cards of this game", _game(setup, seat).lasting_name)
    return msgspec.structs.replace(
        setup,
        game=name,
        rules=None,
        options={},
        seat=seat,
        deck=None,
        opponent_deck=None,
        cards=None,
    )


def new_session(setup: TableSetup, bots: Mapping[str, Entry], time: float) -> NewSession:
    """The table that somebody asks for."""
    seat = secrets.randbelow(SEATS) if setup.seat is None else setup.seat
    game = _game(setup, seat)
    player = _player(setup.opponent, game, bots)
    is_shared, places = setup.opponent == HERE, (0, 1) if seat == 0 else (1, 0)
    tokens = (new_token(), new_token() if is_shared else None)
    watch = new_token()
    code = new_token() if setup.opponent == FRIEND else None
    said = setup.clock or ClockSetup()
    clock = Clock(move=said.move, bank=said.bank, increment=said.increment)  # or BadUsage
    stored = SessionSetup(
        time=time,
        places=(
            PlaceSetup(token=hashed(tokens[0]), name=shown_name(setup.name)),
            PlaceSetup(
                player=player,
                token=hashed(tokens[1]) if tokens[1] else "",
                name=shown_name(setup.other_name) if is_shared else "",
            ),
        ),
        watch=hashed(watch),
        move=clock.move,
        bank=clock.bank,
        hints=setup.hints if setup.hints is not None else code is None,
        shared=is_shared,
        code=hashed(code) if code else "",
        game=game.lasting_name if code else "",
        by_seats=places,
        increment=clock.increment,
    )
    table = table_behind(code) if code else secrets.token_urlsafe(TABLE_BYTES)
    made = TableMade(table=table, tokens=tokens, watch=watch, code=code)
    return NewSession(made, stored, None if code else begun(game, time, places))


def begun(
    game: Game, time: float, places: tuple[int, int], guest: PlaceSetup | None = None
) -> Begun:
    """A new game, dealt by the operating system's randomness."""
    return Begun(
        time=time,
        game=game.lasting_name,
        edition=game.definition.edition,
        seed=commitment.new_seed(),
        salt=commitment.new_salt(),
        places=places,
        guest=guest,
    )


def shown_name(name: str) -> str:
    """A name as it can be shown, in one line; BadUsage if it is too long."""
    if len(name) > LONGEST_NAME:
        raise BadUsage(f"a name has at most {LONGEST_NAME} letters, and this one {len(name)}")
    return "".join(letter for letter in name if letter.isprintable()).strip()


def _player(name: str, game: Game, bots: Mapping[str, Entry]) -> str | None:
    """The player to be the opponent; None if it is a person."""
    if name in (FRIEND, HERE):
        return None
    if name in bots:
        return checked_entry(bots[name], game.name).name
    if is_known(name, game.definition):
        return name
    known = [FRIEND, HERE, *known_players(game.definition), *bots]
    raise UnknownName(no_such("player", name, known))


def _game(setup: TableSetup, seat: int) -> Game:
    """The game with the rules, options and cards that somebody in this seat wants."""
    said = parse_game_name(setup.game)
    definition = registry.find(said.game)
    options = {**setup.options, **_card_options(setup, definition, seat)}
    said = said.with_changes(setup.rules, options)
    return Game(definition, said.rule_set, said.options, backend=FOLLOWING)


def _card_options(setup: TableSetup, definition: Definition, seat: int) -> Mapping[str, str]:
    """The options that bring the cards that somebody wants."""
    if not (setup.cards or setup.deck or setup.opponent_deck):
        return {}
    source = definition.cards.source
    if source is None:
        raise BadUsage(f"the cards of {definition.title} cannot be changed")
    if (setup.deck or setup.opponent_deck) and not source.has_decks:
        raise BadUsage(f"{definition.title} has no decks to choose from")
    with tempfile.TemporaryDirectory(prefix="duelhall-") as name:
        folder = Path(name)
        file = None if setup.cards is None else _written(setup.cards, folder / CARDS)
        deck = _deck(setup.deck, folder / DECK)
        other = _deck(setup.opponent_deck, folder / OTHER_DECK)
        try:
            return source.options(CardSetup(file, deck, other), seat)
        except UnknownName:
            raise UnknownName(NO_DECK) from None
        except DuelhallError as error:  # the sender knows nothing of that folder
            raise BadUsage(str(error).replace(f"{folder}{os.sep}", "")) from None


def _deck(deck: str | None, file: Path) -> str | None:
    """A deck by its name, or where the text of one is to be found."""
    if deck is None or "\n" in deck:
        return deck and str(_written(deck, file))
    if len(deck) > LONGEST_NAME or Path(deck).exists():  # a file of the server is none of a browser
        raise UnknownName(NO_DECK)
    return deck


def _written(text: str, file: Path) -> Path:
    file.write_text(text, encoding="utf-8")
    return file
