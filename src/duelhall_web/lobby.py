"""All tables of a server: those that are played at are in memory, the others in the store; how many
there may be; and what can be played here.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from functools import cache
from ipaddress import ip_network
from threading import Thread
from typing import TypeVar

import msgspec

from duelhall.backend.tiered import catch_up
from duelhall.engine import registry
from duelhall.engine.definition import LEVELS, Definition
from duelhall.engine.errors import BrokenPlugin, DuelhallError
from duelhall.engine.registry import parse_game_name
from duelhall.engine.text import counted
from duelhall.match.game import OtherEdition
from duelhall.play.entry import Entry, checked_entry
from duelhall.play.roster import entry_of
from duelhall_web.events import (
    AnyEvent,
    Begun,
    SessionSetup,
    brings_text,
    decoded,
    encoded,
    fits,
    is_table,
    new_session,
    table_behind,
    without_text,
)
from duelhall_web.log import log, unforeseen
from duelhall_web.messages import (
    VERSION,
    GameOffered,
    GamesOffered,
    Invitation,
    SeatSetup,
    SeatTaken,
    TableMade,
    TableRunning,
    TableSetup,
    TablesRunning,
)
from duelhall_web.room import WATCH, BrokenTable, Room
from duelhall_web.session import Guest, Services, Session
from duelhall_web.store import (
    DAMAGED,
    FAREWELL,
    BrokenStore,
    LostEvent,
    SessionStore,
    StoredEvent,
    TableRow,
    is_number,
)
from duelhall_web.workers import Compiler

Found = TypeVar("Found")

UPTIME = "uptime"
KEPT = 30.0
"""Seconds for which a table is kept in memory when everybody has left; many come back at once."""

LISTED = 200
"""How many tables are on the owner's page, those that were changed last."""

BEAT = 1.0
"""Seconds between two notes of the server's clock; a killed server forgets no more than that."""

READERS = 8
"""How many tables are read at a time."""

BEGINNING = 20.0
"""Seconds that a server waits at its start for tables that are being read."""

MOMENT = 1e-6
"""Seconds by which a database may round a time; between two events of a table lie more."""

SET_ASIDE = (
    "what is stored of this table is damaged; the owner of this server finds more in the log"
)
"""What is said to whoever opens such a table: the error itself might name hidden cards."""


# --- how much a server does ---

HOUR = 3600.0

LOOKS = 4
"""How often invitations may be looked at or accepted for each table that may be opened."""


class OverLimit(DuelhallError):
    """More than this server does."""


@dataclass(frozen=True)
class ServerLimits:
    """What is allowed."""

    message_bytes: int = 16_384  # of one message from a browser
    request_bytes: int = 262_144  # of one request over HTTP, which may hold a card file
    request_seconds: float = 10.0  # until a request is complete
    messages: float = 20.0  # a second, from one connection
    burst: int = 60  # of messages at once
    errors: int = 20  # of one connection, before it is closed
    waiting: int = 200  # messages to one connection that does not read them
    connections: int = 40  # from one address
    all_connections: int = 5000
    tables: float = 60.0  # an hour, from one address
    tables_at_once: int = 30  # of them at once
    open_tables: int = 20_000  # in memory at the same time

    @classmethod
    def for_address(cls, connections: int) -> "ServerLimits":
        """With so many connections from one address, and as many tables."""
        return cls(connections=connections, tables=connections, tables_at_once=connections)


class Bucket:
    """Allows so many things a second on average, and so many at once."""

    def __init__(
        self, rate: float, most: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._rate, self._most, self._clock = rate, most, clock
        self._left, self._then = most, clock()

    def take(self, count: int = 1) -> bool:
        """Whether so many more are allowed now."""
        now = self._clock()
        self._left = min(self._most, self._left + (now - self._then) * self._rate)
        self._then = now
        if self._left < count:
            return False
        self._left -= count
        return True

    @property
    def is_full(self) -> bool:
        """Whether nobody has taken anything for long, so that it can be forgotten."""
        return self._left + (self._clock() - self._then) * self._rate >= self._most


def counted_as(address: str) -> str:
    """What an address counts as: who has one of IPv6 has a whole network of them."""
    try:
        is_long = ":" in address and "." not in address
        return str(ip_network((address, 64), strict=False)) if is_long else address
    except ValueError:
        return address


class Addresses:
    """What each address has at the moment."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._connections: Counter[str] = Counter()
        self._tables: dict[str, Bucket] = {}
        self._codes: dict[str, Bucket] = {}

    @property
    def connections(self) -> int:
        """How many connections there are."""
        return self._connections.total()

    @contextmanager
    def connected(self, address: str) -> Iterator[None]:
        """Count a connection while it lasts; OverLimit if there are too many."""
        address = counted_as(address)
        if self._connections[address] >= self._limits.connections:
            raise OverLimit("too many connections from your address")
        if self.connections >= self._limits.all_connections:
            raise OverLimit("this server is full; try again later")
        self._connections[address] += 1
        try:
            yield
        finally:
            self._connections[address] -= 1
            if not self._connections[address]:
                del self._connections[address]

    def take_table(self, address: str) -> None:
        """Count a table that is opened; OverLimit if it is one too many."""
        self._take(self._tables, address, 1, "tables were opened")

    def take_code(self, address: str) -> None:
        """Count a look at an invitation; OverLimit if it is one too many."""
        self._take(self._codes, address, LOOKS, "invitations were tried")

    def _take(self, buckets: dict[str, Bucket], address: str, times: int, what: str) -> None:
        """Take one thing from an address; those that had none for long are forgotten."""
        for other in [other for other, bucket in buckets.items() if bucket.is_full]:
            del buckets[other]
        limits = self._limits
        full = Bucket(times * limits.tables / HOUR, times * limits.tables_at_once)
        if not buckets.setdefault(counted_as(address), full).take():
            raise OverLimit(f"too many {what} from your address; try again later")


# --- its tables ---


class NoSuchTable(DuelhallError):
    """A table that is not there, or a secret that opens nothing: nobody is told which."""

    def __init__(self) -> None:
        super().__init__("this link does not lead to a table; it may be mistyped or pruned")


class Lobby:
    """Finds tables, and opens new ones."""

    def __init__(self, services: Services, compiler: Compiler, limits: ServerLimits) -> None:
        self.services, self._compiler, self.limits = services, compiler, limits
        self.addresses = Addresses(self.limits)
        self._sessions: dict[str, Session] = {}
        self._reading: dict[str, asyncio.Task[Session]] = {}
        self._readers = asyncio.Semaphore(READERS)
        self._set_aside: dict[str, str] = {}  # tables that cannot be read, and what is said of them
        self._beating: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Go on with the tables whose clocks run while nobody is there."""
        self._beating = asyncio.get_running_loop().create_task(self._beat())
        for row in await self.services.journal.ask(lambda store: store.tables()):
            if row.about == DAMAGED:
                log.error(f"what is known of table {row.table} is damaged; its events may be whole")
            if row.clocked and not row.over and is_table(row.table):
                self._begin_reading(row.table)
        if reading := [*self._reading.values()]:  # people who come learn what is wrong with one
            _, late = await asyncio.wait(reading, timeout=BEGINNING)
            if late:
                log.warning(f"the server starts before {counted(len(late), 'table')} could be read")

    async def open(self, setup: TableSetup, address: str) -> TableMade:
        """A new table."""
        if len(self._sessions) >= self.limits.open_tables:
            raise OverLimit("this server is full; try again later")
        self.addresses.take_table(address)
        services = self.services
        if brings_text(setup):
            setup = await services.workers.read(without_text, setup)
        table = await asyncio.to_thread(new_session, setup, services.bots, services.uptime.now())
        name = table.made.table
        events: list[AnyEvent] = [table.setup, *filter(None, [table.begun])]
        room = Room(name)
        await asyncio.to_thread(_play_through, room, events)
        session = Session(room, services, time.time())
        stored = [StoredEvent(name, number, encoded(e)) for number, e in enumerate(events, start=1)]
        await services.journal.add(stored, session.row(table.setup.time))
        self._sessions[name] = session
        self._compiler.expect(room.game)
        return table.made

    async def invitation(self, code: str, address: str) -> Invitation:
        """What an invitation is to; it is not taken by that."""
        return (await self._inviting(code, address)).invitation

    async def sit_down(self, setup: SeatSetup, address: str) -> SeatTaken:
        """A seat for the first who asks for it by an invitation."""
        session = await self._inviting(setup.code, address)
        return SeatTaken(session.room.name, await session.seat(setup.name))

    async def _inviting(self, code: str, address: str) -> Session:
        """The session of the table to which a code leads; NoSuchTable if it leads nowhere."""
        self.addresses.take_code(address)
        session = await self._session(table_behind(code))
        if not fits(code, session.room.setup.code):
            raise NoSuchTable
        return session

    async def enter(
        self, guest: Guest, name: str, token: str, last: int | None, called: str
    ) -> Session:
        """Let somebody in by a link; NoSuchTable if it leads nowhere."""
        session = await self._session(name)
        guest.place = self._place(session, token)
        await session.welcome(guest, last, called if guest.place != WATCH else "")
        return session

    def _place(self, session: Session, token: str) -> int:
        """The place that a secret opens; who is invited can watch, whoever sits there."""
        setup = session.room.setup
        hashes = [*(place.token for place in setup.places), setup.watch, setup.code]
        for place, hash_ in enumerate(hashes):
            if fits(token, hash_):
                return min(place, WATCH)
        raise NoSuchTable

    async def saved_game(self, name: str, token: str) -> str:
        """The game at a table, when it is over, as a file for those who were there."""
        session = await self._session(name)
        self._place(session, token)
        return session.room.saved_game()

    def leave(self, guest: Guest) -> None:
        """Somebody is gone, whether or not they had been let in."""
        guest.has_gone = True
        if guest.session is not None:
            guest.session.bid_farewell(guest)

    def forget_idle_tables(self) -> None:
        """Keep no table in memory that nobody has needed for a while."""
        now = self.services.uptime.now()
        for session in list(self._sessions.values()):
            if session.is_broken or (session.is_idle and now - session.used > KEPT):
                session.close()
                del self._sessions[session.room.name]

    async def _session(self, name: str) -> Session:
        """The session of a table, which is read from the store if nobody was there."""
        session = self._sessions.get(name)
        if name in self._set_aside:
            raise BrokenTable(self._set_aside[name])
        if session is not None and session.is_broken:
            session.close()
            del self._sessions[name]
        elif session is not None:
            return session
        if not is_table(name):
            raise NoSuchTable
        return await asyncio.shield(self._begin_reading(name))

    def _begin_reading(self, name: str) -> "asyncio.Task[Session]":
        """The task that reads a table, which goes on if who waits for it does not."""
        if name not in self._reading:
            self._reading[name] = asyncio.get_running_loop().create_task(self._read(name))
        return self._reading[name]

    async def _read(self, name: str) -> Session:
        try:
            events, row = await self.services.journal.ask(
                lambda store: (store.events(name), store.table(name))
            )
            if row is not None:
                _check_end(row, events)
            elif not events:
                raise NoSuchTable
            room = Room(name)
            async with self._readers:
                await in_background(_play_through, room, map(decoded, events))
            opened = row.opened if row else 0.0
            self._sessions[name] = session = Session(room, self.services, opened)
            self._compiler.expect(room.game)
            session.go_on()
            return session
        except (NoSuchTable, BrokenStore, OSError, MemoryError):
            raise
        except Exception as error:
            raise self._put_aside(name, error) from None
        finally:
            del self._reading[name]

    def _put_aside(self, name: str, error: Exception) -> BrokenTable:
        """Do without a table that cannot be read; the owner is told once."""
        if (session := self._sessions.pop(name, None)) is not None:
            session.close()
        log.error(f"table {name} cannot be read, and is set aside: %s", error)
        of_rules = isinstance(error.__cause__, OtherEdition)
        self._set_aside[name] = str(error) if of_rules else SET_ASIDE
        return BrokenTable(self._set_aside[name])

    # --- for the owner ---

    async def tables(self) -> TablesRunning:
        """What is on the owner's page."""
        rows = await self.services.journal.ask(lambda store: store.tables())
        rows.sort(key=lambda row: row.table not in self._set_aside)
        listed = tuple(map(self._running, rows[:LISTED]))
        return TablesRunning(listed, len(rows), self.addresses.connections)

    def _running(self, row: TableRow) -> TableRunning:
        session = self._sessions.get(row.table)
        return TableRunning(
            table=row.table,
            about=row.about,
            opened=row.opened,
            changed=row.changed,
            over=row.over,
            connections=len(session.guests) if session else 0,
            damage=self._set_aside.get(row.table, ""),
        )

    # --- the clock ---

    async def _beat(self) -> None:
        """Note the server's clock, while that of any game runs."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                self.forget_idle_tables()
                if any(session.room.is_timed for session in self._sessions.values()):
                    await self.note_time()
            except BrokenStore:
                pass  # the journal has logged it, and the next beat comes
            except Exception as error:
                unforeseen(error)

    async def note_time(self) -> None:
        """Write down the server's clock."""
        now = self.services.uptime.now()
        await self.services.journal.ask(lambda store: store.set(UPTIME, f"{now} {now}"))

    async def close(self) -> None:
        """Leave everything as it is stored."""
        if self._beating is not None:
            self._beating.cancel()
        for session in self._sessions.values():
            session.close()
        with suppress(BrokenStore, TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await self.note_time()


async def in_background(act: Callable[..., Found], *words: object) -> Found:
    """What a function returns, from a thread that does not hold up the end of the server."""
    done: Future[Found] = Future()

    def work() -> None:
        if done.set_running_or_notify_cancel():
            try:
                done.set_result(act(*words))
            except BaseException as error:  # as a pool of threads does
                done.set_exception(error)

    Thread(target=work, daemon=True).start()
    return await asyncio.wrap_future(done)


def _check_end(row: TableRow, events: Sequence[bytes]) -> None:
    """LostEvent if the last event that is there is not the last one that happened."""
    if row.time > (decoded(events[-1]).time if events else -1.0) + MOMENT:
        raise LostEvent(f"its last event was at {row.time} s, and is not there")


def _play_through(room: Room, happened: Iterable[AnyEvent]) -> None:
    """Let all events of a table happen. Machine code that is there is loaded first: many tables may
    be asked for at once, and loading it while they are played at would hold them all up.
    """
    events = list(happened)
    for game in {event.game for event in events if isinstance(event, Begun | SessionSetup)} - {""}:
        catch_up_with(parse_game_name(game).game)
    room.apply_all(events)


@cache
def catch_up_with(game: str) -> None:
    """Load the machine code of a game that is on disk, the first time that it is asked for."""
    catch_up(registry.find(game))


def time_in(store: SessionStore) -> float:
    """The server's clock when it last ran, as far as the store knows. If it jumped ahead, all games
    with a clock would be lost: what is written down only once is not believed.
    """
    noted, _, again = (store.setting(UPTIME) or "0 0").partition(" ")
    try:
        uptime = float(noted)
    except ValueError:
        uptime = -1.0
    if noted != again or not is_number(uptime):
        log.error("the note of the server's clock is damaged, or another version's: %.40r", noted)
        uptime = 0.0
    rows = sorted(store.tables(), key=lambda row: row.time, reverse=True)
    return max(uptime, next((row.time for row in rows if _is_so_late(row, store)), 0.0))


def _is_so_late(row: TableRow, store: SessionStore) -> bool:
    """Whether the events of a table say so, too."""
    try:
        _check_end(row, store.events(row.table))
    except BrokenStore:
        raise
    except Exception as error:
        log.error("what is known of table %s is damaged, or its events are: %s", row.table, error)
        return False
    return True


def games_offered(bots: Sequence[Entry]) -> GamesOffered:
    """All games that can be loaded, with whom they can be played against."""
    games = tuple(_offered(definition, bots) for definition in definitions())
    return GamesOffered(version=VERSION, games=games)


def definitions() -> Iterator[Definition]:
    """Every game that can be loaded."""
    for name in registry.names():
        with suppress(BrokenPlugin):
            yield registry.find(name)


def _offered(definition: Definition, bots: Iterable[Entry]) -> GameOffered:
    cards = definition.cards.source
    entry = entry_of(definition)
    own = [program.name for program in bots if _plays(program, definition.name)]
    return msgspec.convert(
        {
            **asdict(definition.shelf),
            **entry,
            "aim": definition.shelf.aim or definition.summary,
            "options": [
                option if option["allowed"] else {**option, "values": {}}
                for option in entry["options"]
            ],
            "titles": definition.rules.OPTIONS.titles,
            "players": [*entry["players"], *own],
            "roles": definition.roles,
            "levels": tuple(LEVELS),
            "clock": definition.turns is not None,
            "cards": cards is not None,
            "decks": tuple(cards.decks()) if cards else (),
            "plans": {name: asdict(plan) for name, plan in cards.plans.items()} if cards else {},
        },
        GameOffered,
    )


def _plays(program: Entry, game: str) -> bool:
    try:
        checked_entry(program, game)
    except DuelhallError:
        return False
    return True
