"""Who runs a table: lets people in, stores what happens, and tells everybody what they may know.

Whatever changes the table is an event. It is stored first, then it happens, and then everybody is
told. One thing happens at a time.

What people do at a table: they move, take back, resign, offer and answer.

What becomes of a turn: a computer thinks, a prepared move is made, or the time runs out.
"""

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass
from time import time as wall_clock
from typing import Any, Literal, Protocol, TypeVar

import msgspec

from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.engine.record import SEATS
from duelhall.engine.text import as_sentence
from duelhall.play.series import exchanged
from duelhall.play.table import Late, has_one_try
from duelhall.play.undo import way_to_take_back
from duelhall.players.entry import Entry
from duelhall.players.seat import Answer, Ending, Fault
from duelhall_web import messages as asked
from duelhall_web.events import (
    Answered,
    AnyEvent,
    Chair,
    Dropped,
    Faulted,
    Offered,
    Resigned,
    SatDown,
    TakenBack,
    Uptime,
    begun,
    encoded,
    hashed,
    new_token,
    shown_name,
)
from duelhall_web.helper import Computer, Helper, Makeshift, computer, is_question
from duelhall_web.log import log, unforeseen
from duelhall_web.messages import (
    VERSION,
    Done,
    Error,
    FromClient,
    FromHall,
    Invitation,
    Presence,
    Refused,
    Reply,
    Waiting,
    Welcome,
)
from duelhall_web.room import PLACES, WATCH, Room
from duelhall_web.store import AWAY, BrokenStore, Journal, StoredEvent, TableRow
from duelhall_web.views import can_ask_to_undo, invitation_of, players, state_of
from duelhall_web.workers import TooBusy, Workers

Outcome = Literal["undone", "offered", "answered", "resigned", "begun"]


class NotNow(DuelhallError):
    """Something that cannot be done at the moment, or not by this place."""


class Deeds:
    """Carries out what people want, one thing at a time."""

    def __init__(self, host: "Host") -> None:
        self._host, self._room = host, host.room

    async def carry_out(self, place: int, message: FromClient) -> FromHall:
        """Do what a place asks for; NotNow if that cannot be."""
        seat = self._room.seat_of(place)
        if seat is None:
            raise NotNow("onlookers only look on")
        match message:
            case asked.Move():
                return await self._move(seat, place, message)
            case asked.Prepare():
                return await self._prepare(seat, place, message)
            case asked.Undo(id=number):
                return Done(number, await self._undo(seat))
            case asked.Resign(id=number):
                return Done(number, await self._resign(seat))
            case asked.Rematch(id=number, swap=swap):
                return Done(number, await self._rematch(seat, swap=swap))
            case asked.Reply(id=number, accept=accept):
                return Done(number, await self._reply(seat, accept=accept))
        raise NotNow("this has no meaning here")

    # --- moves ---

    async def _move(self, seat: int, place: int, wish: asked.Move) -> FromHall:
        if reason := self._obstacle(seat, place, wish):
            return Refused(wish.id, reason)
        match, turns = self._room.match, self._host.turns
        try:
            number = match.check(wish.move, seat)
        except IllegalMove as error:
            return await self._refuse(wish.id, error)
        except DuelhallError as error:
            return Refused(wish.id, as_sentence(str(error)))
        if not turns.has_begun:
            turns.prepared[place] = match.game.move_text(number, match.state)
            self._host.remind(place)
            return Done(wish.id, "prepared")
        await turns.play(number)
        return Done(wish.id, "moved")

    def _obstacle(self, seat: int, place: int, wish: asked.Move) -> str:
        """Why no move at all can be made, if so."""
        room = self._room
        if room.match.over:
            return "The game is over."
        if room.match.to_move != seat:
            return "It is not your turn."
        if wish.position != len(room.visible[place]):
            return "The game has gone on since you decided on that."
        return ""

    async def _refuse(self, number: int, error: IllegalMove) -> Refused:
        """Say why a move is illegal; where it was the turn's only try, the turn is over."""
        host = self._host
        is_late = self._has_one_try and host.turns.has_begun
        if is_late:
            detail = f"{error.sentence} ({error.ruling})"
            await host.happen(Faulted(host.now, Ending.ILLEGAL, detail, host.turns.spent))
        return Refused(number, as_sentence(error.sentence), error.ruling, late=is_late)

    @property
    def _has_one_try(self) -> bool:
        """Whether a refused move is a turn that ran out, at a table where turns go by the clock."""
        room = self._room
        is_by_turns = room.opened.move is not None and room.table.late is Late.PASS
        return is_by_turns and has_one_try(room.game)

    async def _prepare(self, seat: int, place: int, wish: asked.Prepare) -> FromHall:
        """Keep a move for when it is the seat's turn."""
        turns = self._host.turns
        if self._room.match.over:
            return Refused(wish.id, "The game is over.")
        turns.prepared.pop(place, None)
        if wish.move is not None:
            turns.prepared[place] = wish.move
            if self._room.match.to_move == seat:
                await turns.play_prepared()
        self._host.remind(place)
        return Done(wish.id, "prepared")

    # --- other wishes ---

    async def _undo(self, seat: int) -> Outcome:
        room, host = self._room, self._host
        if not can_ask_to_undo(room, seat):
            raise NotNow("you have nothing to take back")
        is_practice = len(room.persons) < SEATS
        if not is_practice and room.match.to_move != seat:
            return await self._ask_to_undo(seat)  # who decides now may have done so in secret
        way = await asyncio.to_thread(way_to_take_back, room.match, seat, as_practice=is_practice)
        if way is not None:
            opened = room.match.over  # then what was hidden has been shown
            await host.happen(TakenBack(host.now, seat, way.is_practice or opened))
            return "undone"
        return await self._ask_to_undo(seat)

    async def _ask_to_undo(self, seat: int) -> Outcome:
        room, host = self._room, self._host
        if room.offer is not None and room.offer.seat != seat:
            raise NotNow("answer the other side's offer first")
        await host.happen(Offered(host.now, seat, "undo"))
        return "offered"

    async def _resign(self, seat: int) -> Outcome:
        if self._room.match.over:
            raise NotNow("the game is over")
        await self._host.happen(Resigned(self._host.now, seat))
        return "resigned"

    async def _rematch(self, seat: int, *, swap: bool) -> Outcome:
        room = self._room
        if not room.match.over:
            raise NotNow("the game is still going on")
        if room.offer is not None and room.offer.seat != seat:
            return await self._reply(seat, accept=True)
        if len(room.persons) < SEATS or room.opened.shared:
            await self._begin(swap=swap)
            return "begun"
        await self._host.happen(Offered(self._host.now, seat, "rematch", swap))
        return "offered"

    async def _reply(self, seat: int, *, accept: bool) -> Outcome:
        room, offer, host = self._room, self._room.offer, self._host
        if not accept and (offer or (room.is_waiting and not room.is_withdrawn)):
            await host.happen(Dropped(host.now))
            return "answered"
        if offer is None:
            raise NotNow("nothing is offered any more")
        if offer.seat == seat:
            raise NotNow("the other side has not answered yet")
        if offer.what == "undo":
            await host.happen(TakenBack(host.now, offer.seat, practice=True, number=room.offered))
            return "answered"
        await self._begin(swap=offer.swap)
        return "begun"

    async def _begin(self, *, swap: bool) -> None:
        """Begin another game at this table; each keeps the cards that they brought."""
        first, second = self._room.chairs
        chairs = (second, first) if swap else (first, second)
        game = exchanged(self._room.game) if swap else self._room.game
        await self._host.happen(begun(game, self._host.now, chairs))


ALLOWANCE = 0.4
"""Seconds for the way of a message, by which a move may be late."""


class Turns:
    """Makes sure that the player to move does so, or runs out of time."""

    def __init__(self, host: "Host") -> None:
        self._host, self._room = host, host.room
        self.prepared: dict[int, str] = {}  # moves, by chairs
        self._computers: dict[int, Computer] = {}  # by chairs
        self._thinks_about = -1  # the turn that a computer is thinking about
        self._alarm: asyncio.TimerHandle | None = None

    # --- the clock ---

    @property
    def has_begun(self) -> bool:
        """Whether the turn has begun; without a clock it always has."""
        return self._room.begins is None or self._room.begins <= self._host.now

    @property
    def spent(self) -> float:
        """The seconds that the seat to move has thought."""
        room = self._room
        left = room.table.thinking[room.match.to_move].left
        if room.begins is None or left is None:
            return 0.0
        return round(min(max(0.0, self._host.now - room.begins), left), 3)

    def go_on(self) -> None:
        """See to the turn that it is now."""
        room = self._room
        self._stop_alarm()
        if room.is_waiting:
            return
        if room.match.over:
            self._end_game()
            return
        if not room.is_person(room.match.to_move):
            self._let_computer_think()
        if (due := self._due) is not None:
            delay = max(0.0, due - self._host.now)
            self._alarm = asyncio.get_running_loop().call_later(delay, self._wake, room.turn)
        if self.has_begun and room.chairs[room.match.to_move] in self.prepared:
            self._host.do(self._play_on(room.turn))

    @property
    def _due(self) -> float | None:
        """When there is something to be done next: the turn begins, or its time is up."""
        room = self._room
        if room.begins is not None and not self.has_begun:
            return room.begins
        return None if room.deadline is None else room.deadline + ALLOWANCE

    def _wake(self, turn: int) -> None:
        self._alarm = None
        self._host.do(self._play_on(turn))

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _play_on(self, turn: int) -> None:
        """Do what is due in a turn, if that is still the turn."""
        async with self._host.lock:
            room, deadline = self._room, self._room.deadline
            if room.turn != turn or room.match.over:
                return
            if deadline is not None and self._host.now >= deadline + ALLOWANCE:
                late = Faulted(self._host.now, Ending.TIMEOUT, "time was up", self.spent)
                await self._host.happen(late)
                return
            await self.play_prepared()
            if room.turn == turn:
                self.go_on()

    # --- prepared moves ---

    async def play_prepared(self) -> None:
        """Make the move that the seat to move has prepared, if it can be made now."""
        match = self._room.match
        if match.over or not self.has_begun:
            return
        text = self.prepared.pop(self._room.chairs[match.to_move], None)
        if text is None:
            return
        try:
            number = match.check(text, match.to_move)
        except DuelhallError:  # it was prepared for another position: nothing is lost by it
            return
        await self.play(number)

    async def play(self, number: int) -> None:
        """Make a legal move of the seat to move."""
        match = self._room.match
        text = match.game.move_text(number, match.state)
        await self._host.happen(Answered(self._host.now, text, self.spent))

    # --- computers ---

    def _let_computer_think(self) -> None:
        room = self._room
        if self._thinks_about == room.turn or not room.all_have_come or not self.has_begun:
            return
        self._thinks_about = room.turn
        self._host.do(self._think(room.turn, room.match.to_move))

    async def _think(self, turn: int, seat: int) -> None:
        room, house = self._room, self._host.house
        chair = room.chairs[seat]
        if chair not in self._computers:
            name = room.opened.chairs[chair].player or ""
            self._computers[chair] = computer(name, house.programs, house.workers)
        try:
            decision = await self._computers[chair].decide(room.table, seat)
        except DuelhallError as error:  # a worker died of it, or there is no such player any more
            log.error("a computer's move failed at table %s: %s", room.name, error)
            decision = Fault(Ending.CRASH, str(error))
        async with self._host.lock:
            if room.turn == turn and not room.match.over:
                await self._host.happen(self._event_of(decision))

    def _event_of(self, decision: Answer | Fault) -> AnyEvent:
        """What a computer's decision means for the log."""
        match, now, spent = self._room.match, self._host.now, self.spent
        if isinstance(decision, Fault):
            return Faulted(now, decision.ending, decision.detail, spent)
        try:
            number = match.check(decision.move, match.to_move)
        except IllegalMove as error:
            return Faulted(now, Ending.ILLEGAL, str(error), spent)
        except DuelhallError as error:
            return Faulted(now, Ending.UNREADABLE, str(error), spent)
        makeshift = isinstance(decision, Makeshift)
        return Answered(now, match.game.move_text(number, match.state), spent, makeshift)

    def _end_game(self) -> None:
        """Let the computers go; should the game go on after all, they are called again."""
        self.prepared.clear()
        for chair, each in self._computers.items():
            each.close(self._room.table.closing(self._room.chairs.index(chair)))
        self._computers.clear()

    def close(self) -> None:
        """Stop seeing to anything."""
        self._stop_alarm()
        for each in self._computers.values():
            each.close()
        self._computers.clear()


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
