"""Who runs a table: lets people in, stores what happens, and tells everybody what they may know.

Whatever changes the table is an event. It is stored first, then it happens, and then everybody is
told. One thing happens at a time.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from time import time as wall_clock
from typing import Any, Protocol, TypeVar

import msgspec

from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import SEATS
from duelhall.players.entry import Entry
from duelhall.web.client_messages import VERSION, FromClient, Reply
from duelhall.web.deeds import Deeds, NotNow
from duelhall.web.events import AnyEvent, Chair, SatDown, encoded
from duelhall.web.hall_messages import Error, FromHall, Invitation, Presence, Waiting, Welcome
from duelhall.web.helping import Helper, is_question
from duelhall.web.journal import AWAY, Journal
from duelhall.web.log import unforeseen
from duelhall.web.room import PLACES, WATCH, Room
from duelhall.web.store import BrokenStore, StoredEvent, TableRow
from duelhall.web.tokens import hashed, new_token
from duelhall.web.turns import Turns
from duelhall.web.uptime import Uptime
from duelhall.web.views import invitation_of, players, state_of
from duelhall.web.wishes import begun, shown_name
from duelhall.web.workers import TooBusy, Workers

Found = TypeVar("Found")

as_json = msgspec.json.Encoder().encode


class Guest(Protocol):
    """Somebody who is connected to a table."""

    place: int
    host: "Host | None"  # set when they are let in
    has_gone: bool  # before they could be let in, perhaps

    def tell(self, message: bytes) -> None:
        """Send a message, without waiting for it."""

    def leave(self) -> None:
        """End the connection."""


@dataclass(frozen=True)
class House:
    """What all tables of a server share."""

    journal: Journal
    uptime: Uptime
    workers: Workers
    programs: Mapping[str, Entry]


class Host:
    """Runs one table."""

    def __init__(self, room: Room, house: House, opened: float) -> None:
        self.room, self.house, self._opened = room, house, opened
        self.guests: list[Guest] = []
        self.used = self.now  # when somebody last came or went
        self.is_broken = False  # whether it may differ from what is stored
        self.lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._helper = Helper(room, house.workers)
        self.turns = Turns(self)
        self._deeds = Deeds(self)

    @property
    def now(self) -> float:
        """The server's clock."""
        return self.house.uptime.now()

    # --- who is here ---

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting it until somebody asks for it."""
        is_at_work = self._tasks or self.lock.locked()
        return not self.guests and self.room.begins is None and not is_at_work

    @property
    def _here(self) -> set[int]:
        return {guest.place for guest in self.guests}

    async def welcome(self, guest: Guest, last: int | None, name: str) -> None:
        """Let somebody in, and tell them what they do not know yet."""
        await self._to_the_end(self._welcome(guest, last, shown_name(name)))

    async def _welcome(self, guest: Guest, last: int | None, name: str) -> None:
        async with self.lock:
            room, place = self.room, guest.place
            if place != WATCH and self._is_new(place, name):
                await self.happen(SatDown(self.now, place, "" if room.names[place] else name))
            self.used = self.now
            if guest.has_gone:
                return
            if self.is_broken:  # since they came: the others have been sent away
                guest.leave()
                return
            self.guests.append(guest)
            guest.host = self
            guest.tell(as_json(self._greeting(place)))
            if last != room.seq(place) or place in self.turns.prepared:
                guest.tell(self._state(place, room.known_since(place, last)))
            self._tell_presence()
            self.turns.go_on()

    def _is_new(self, chair: int, name: str) -> bool:
        """Whether somebody sits down for the first time, or is named for the first time."""
        return chair not in self.room.present or (name != "" and not self.room.names[chair])

    def _greeting(self, place: int) -> Welcome:
        return Welcome(
            version=VERSION,
            table=self.room.name,
            place=None if place == WATCH else place,
            seq=self.room.seq(place),
            shared=self.room.opened.shared,
            hints=self.room.opened.hints and place != WATCH,
        )

    @property
    def invitation(self) -> Invitation:
        """What a friend is invited to."""
        return invitation_of(self.room, self._here)

    async def seat(self, name: str) -> str:
        """Let somebody sit down who is invited, and deal; the secret of their seat."""
        return await self._to_the_end(self._seat(shown_name(name)))

    async def _seat(self, name: str) -> str:
        async with self.lock:
            room, token = self.room, new_token()
            if self.invitation.status != "open":
                raise NotNow(f"this invitation is {self.invitation.status}")
            guest = Chair(token=hashed(token), name=name)
            await self.happen(begun(room.game, self.now, room.chairs, guest))
            return token

    def bid_farewell(self, guest: Guest) -> None:
        """Let somebody go."""
        if guest in self.guests:
            self.used = self.now
            self.guests.remove(guest)
            self._tell_presence()

    def _tell_presence(self) -> None:
        onlookers = sum(guest.place == WATCH for guest in self.guests)
        message = as_json(Presence(players=players(self.room, self._here), onlookers=onlookers))
        for guest in self.guests:
            guest.tell(message)

    def remind(self, place: int) -> None:
        """Tell all tabs of a place what only that place has to know: what it has prepared."""
        state = self._state(place, len(self.room.visible[place]))
        for guest in self.guests:
            if guest.place == place:
                guest.tell(state)

    def _state(self, place: int, since: int) -> bytes:
        if self.room.is_waiting:
            return as_json(Waiting(self.room.seq(place), self.invitation))
        prepared = self.turns.prepared.get(place)
        return as_json(state_of(self.room, place, since, self.now, self._here, prepared))

    # --- what is asked for ---

    async def answer(self, place: int, message: FromClient) -> FromHall:
        """Carry out what somebody asks for, and say how it went. A caller must wait for this
        to end: what has been stored but did not happen breaks the table.
        """
        number = getattr(message, "id", None)
        try:
            if self.room.is_waiting and not isinstance(message, Reply):
                raise NotNow("nothing is dealt yet")
            if is_question(message):
                return await self._helper.answer(place, message)
            async with self.lock:
                return await self._deeds.carry_out(place, message)
        except NotNow as error:
            return Error(id=number, code="not now", says=str(error))
        except TooBusy as error:
            return Error(id=number, code="busy", says=str(error))
        except DuelhallError as error:
            is_away = self.is_broken or isinstance(error, BrokenStore)
            return Error(id=number, code="unavailable" if is_away else "bad", says=str(error))
        except Exception as error:
            return Error(id=number, code="unavailable", says=unforeseen(error))

    async def _to_the_end(self, work: Coroutine[Any, Any, Found]) -> Found:
        """Do something to its end, whether or not who asked for it is still there."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something for which nobody waits."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finish)

    def _finish(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._give_up()
            if not isinstance(error, BrokenStore):  # which the journal has logged
                unforeseen(error)

    # --- what happens ---

    async def happen(self, event: AnyEvent) -> None:
        """Store an event; then let it happen, and tell everybody of it. The lock must be held."""
        if self.is_broken:
            raise BrokenStore(AWAY)
        room = self.room
        stored = StoredEvent(room.name, room.events + 1, encoded(event))
        try:
            await self.house.journal.add([stored], self.row(event.time))
            known, was_over = [len(numbers) for numbers in room.visible], room.is_over
            changed = room.apply(event)
            for place in PLACES:
                if place in changed:
                    self._tell(place, min(known[place], len(room.visible[place])))
            if room.is_over != was_over:
                self.do(self.house.journal.add([], self.row(event.time)))
            self.turns.go_on()
        except BaseException:
            self._give_up()
            raise

    def _give_up(self) -> None:
        """It is not known what is stored: when people come back, the table is read again. Whoever
        has asked for something is answered first.
        """
        self.is_broken = True
        for guest in self.guests:
            asyncio.get_running_loop().call_soon(guest.leave)

    def row(self, time: float) -> TableRow:
        """What the store should know of the table."""
        room = self.room
        names = [room.player_name(seat) or "somebody" for seat in range(SEATS)]
        return TableRow(
            table=room.name,
            about=f"{room.game.full_name}: {names[0]} against {names[1]}",
            clocked=room.is_clocked,
            over=room.is_over,
            opened=self._opened,
            changed=wall_clock(),
            time=time,
        )

    def _tell(self, place: int, since: int) -> None:
        guests = [guest for guest in self.guests if guest.place == place]
        if guests:
            message = self._state(place, since)
            for guest in guests:
                guest.tell(message)

    def close(self) -> None:
        """Leave the table as it is stored."""
        self.turns.close()
        for task in self._tasks:
            task.cancel()
