"""What happens at a table, as it is stored: everything else about the table follows from it.

A table's events in their order are its whole history. They are read by every later version: a new
field needs a default, and the meaning of an old one never changes.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct

from duelhall.bots.protocol import Seat
from duelhall.web.uptime import LONGEST

Time = Annotated[float, Meta(ge=0, le=LONGEST)]


class Event(Struct, tag_field="type", omit_defaults=True, frozen=True):
    """Something that happened. Its `time` is that of the server's clock, which stands still while
    the server does not run.
    """


class Chair(Struct, omit_defaults=True, frozen=True):
    """A place at a table, and who has it: a person with a token, or a player by its name."""

    player: str | None = None  # the name of a player that is no person
    token: str = ""  # the hash of a person's secret
    name: str = ""  # what a person wants to be called


class Opened(Event, tag="opened", frozen=True):
    """A table is made."""

    time: Time
    chairs: tuple[Chair, Chair]
    watch: str  # the hash of the onlookers' secret
    move: Time | None = None  # seconds for a decision
    bank: Time | None = None  # seconds for a game
    hints: bool = False
    shared: bool = False  # two people on one device
    code: str = ""  # the hash of the secret by which somebody is invited to the second chair
    game: str = ""  # what to; it begins when they sit down, and any other game at once
    by_seats: tuple[Seat, Seat] = (0, 1)  # the chairs in that game


class Begun(Event, tag="begun", frozen=True):
    """A game begins."""

    time: Time
    game: str  # its lasting name
    edition: int
    seed: int
    salt: str  # what the commitment to the seed was made with
    chairs: tuple[Seat, Seat] = (0, 1)  # by seats
    guest: Chair | None = None  # who has taken the second chair, which was free until then


class SatDown(Event, tag="sat", frozen=True):
    """A person has come to a place for the first time, or has said what to be called."""

    time: Time
    chair: Seat
    name: str = ""


class Answered(Event, tag="answered", frozen=True):
    """The seat to move has decided."""

    time: Time
    move: str
    seconds: Time = 0.0
    makeshift: bool = False  # for a player that was not ready to think yet


class Faulted(Event, tag="faulted", frozen=True):
    """The seat to move did something else, such as letting its time run out."""

    time: Time
    ending: str
    detail: str
    seconds: Time = 0.0


class TakenBack(Event, tag="taken back", frozen=True):
    """A seat has taken back its last decision, or all from an earlier one on."""

    time: Time
    seat: Seat
    practice: bool = False
    number: int = 0  # of the earlier one


class Resigned(Event, tag="resigned", frozen=True):
    """A seat has given up."""

    time: Time
    seat: Seat


class Offered(Event, tag="offered", frozen=True):
    """A seat asks something of the other one."""

    time: Time
    seat: Seat
    what: Literal["undo", "rematch"]
    swap: bool = False


class Dropped(Event, tag="dropped", frozen=True):
    """What was asked was declined or withdrawn, or the invitation was."""

    time: Time


AnyEvent = Opened | Begun | SatDown | Answered | Faulted | TakenBack | Resigned | Offered | Dropped

encoded = msgspec.json.Encoder().encode
decoded = msgspec.json.Decoder(AnyEvent).decode
