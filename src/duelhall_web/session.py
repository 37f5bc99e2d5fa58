"""A table that is played at: who is there, what they ask for, whose turn it is, what happens.

Whatever changes the table is an event. It is stored first, then it happens, and then everybody is
told. One thing happens at a time.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping, Sequence
from dataclasses import dataclass
from time import time as wall_clock
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from duelhall.engine.board import Revision
from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.engine.record import SEATS
from duelhall.engine.text import as_sentence
from duelhall.play.entry import Entry
from duelhall.play.seat import Answer, Ending, Fault
from duelhall.play.series import exchanged
from duelhall.play.table import Late, has_one_try
from duelhall.play.undo import way_to_take_back
from duelhall_web import messages
from duelhall_web.events import (
    Answered,
    AnyEvent,
    Dropped,
    Faulted,
    Offered,
    PlaceSetup,
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
from duelhall_web.helper import Computer, Helper, computer
from duelhall_web.log import log, unforeseen
from duelhall_web.messages import Done, Error, FromClient, Invitation, PlayerInfo, Refused, ToClient
from duelhall_web.room import WATCH, Room
from duelhall_web.store import AWAY, BrokenStore, Journal, StoredEvent, TableRow
from duelhall_web.views import can_ask_to_undo, invitation_of, players, revisions_of, state_of
from duelhall_web.workers import StandIn, TooBusy, Workers

ALLOWANCE = 0.4
"""Seconds for the way of a message, by which a move may be late."""

Found = TypeVar("Found")
Outcome = messages.Outcome

as_json = msgspec.json.Encoder().encode


class NotNow(DuelhallError):
    """Something that cannot be done at the moment, or not by this place."""


class Guest(Protocol):
    """Somebody who is connected to a table."""

    place: int
    session: "Session | None"  # set when they are let in
    has_gone: bool  # before they could be let in, perhaps

    def tell(self, message: bytes) -> None:
        """Send a message, without waiting for it."""

    def leave(self) -> None:
        """End the connection."""


@dataclass(frozen=True)
class Services:
    """What all sessions of a server share."""

    journal: Journal
    uptime: Uptime
    workers: Workers
    bots: Mapping[str, Entry]


class Session:
    """Runs one table."""

    def __init__(self, room: Room, services: Services, opened: float) -> None:
        self.room, self.services, self._opened = room, services, opened
        self.guests: list[Guest] = []
        self.prepared: dict[int, str] = {}  # moves, by places
        self.used = self.now  # when somebody last came or went
        self.is_broken = False  # whether it may differ from what is stored
        self.lock = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._helper = Helper(room, services.workers)
        self._computers: dict[int, Computer] = {}  # by places
        self._thinks_about = -1  # the turn that a computer is thinking about
        self._alarm: asyncio.TimerHandle | None = None

    @property
    def now(self) -> float:
        """The server's clock."""
        return self.services.uptime.now()

    @property
    def is_idle(self) -> bool:
        """Whether nothing is lost by forgetting it until somebody asks for it."""
        is_at_work = self._tasks or self.lock.locked()
        return not self.guests and not self.room.is_timed and not is_at_work

    def close(self) -> None:
        """Leave the table as it is stored."""
        self._stop_alarm()
        for each in self._computers.values():
            each.close()
        self._computers.clear()
        for task in self._tasks:
            task.cancel()

    def _begin_task(self, work: Coroutine[Any, Any, Found]) -> "asyncio.Task[Found]":
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        self._begin_task(work).add_done_callback(self._finish)

    def _finish(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            self._give_up()
            if not isinstance(error, BrokenStore):  # which the journal has logged
                unforeseen(error)

    # --- guests ---

    @property
    def _here(self) -> set[int]:
        return {guest.place for guest in self.guests}

    async def welcome(self, guest: Guest, last: int | None, name: str) -> None:
        """Let somebody in, and tell them what they do not know yet; to the end, even if they go."""
        await asyncio.shield(self._begin_task(self._welcome(guest, last, shown_name(name))))

    async def _welcome(self, guest: Guest, last: int | None, name: str) -> None:
        async with self.lock:
            room, place = self.room, guest.place
            is_named = name != "" and not room.names[place]
            if place != WATCH and (place not in room.present or is_named):
                await self._happen(SatDown(self.now, place, "" if room.names[place] else name))
            self.used = self.now
            if guest.has_gone:
                return
            if self.is_broken:  # since they came: the others have been sent away
                guest.leave()
                return
            self.guests.append(guest)
            guest.session = self
            guest.tell(as_json(self._greeting(place)))
            if last != room.seq(place) or place in self.prepared:
                who = players(room, self._here)
                guest.tell(self._state(place, room.known_since(place, last), who, self.now))
            self._tell_presence()
            self.go_on()

    def _greeting(self, place: int) -> messages.Welcome:
        return messages.Welcome(
            version=messages.VERSION,
            table=self.room.name,
            place=None if place == WATCH else place,
            seq=self.room.seq(place),
            shared=self.room.setup.shared,
            hints=self.room.setup.hints and place != WATCH,
        )

    @property
    def invitation(self) -> Invitation:
        """What a friend is invited to."""
        return invitation_of(self.room, self._here)

    async def seat(self, name: str) -> str:
        """Let somebody sit down who is invited, and deal; the secret of their seat."""
        return await asyncio.shield(self._begin_task(self._seat(shown_name(name))))

    async def _seat(self, name: str) -> str:
        async with self.lock:
            room, token = self.room, new_token()
            if self.invitation.status != "open":
                raise NotNow(f"this invitation is {self.invitation.status}")
            guest = PlaceSetup(token=hashed(token), name=name)
            await self._happen(begun(room.game, self.now, room.places, guest))
            return token

    def bid_farewell(self, guest: Guest) -> None:
        """Let somebody go."""
        if guest in self.guests:
            self.used = self.now
            self.guests.remove(guest)
            self._tell_presence()

    def _tell_presence(self) -> None:
        onlookers = sum(guest.place == WATCH for guest in self.guests)
        said = messages.Presence(players=players(self.room, self._here), onlookers=onlookers)
        message = as_json(said)
        for guest in self.guests:
            guest.tell(message)

    def _tell(self, places: set[int], known: Sequence[int]) -> None:
        """Tell those places how things stand, and the moves after as many as they knew."""
        here, now = self._here, self.now
        who = players(self.room, here)
        for place in sorted(places & here):
            since = min(known[place], len(self.room.visible[place]))
            message = self._state(place, since, who, now)
            for guest in self.guests:
                if guest.place == place:
                    guest.tell(message)

    def _state(self, place: int, since: int, who: Sequence[PlayerInfo], now: float) -> bytes:
        room = self.room
        if room.is_waiting:
            return as_json(messages.Waiting(room.seq(place), self.invitation))
        return as_json(state_of(room, place, since, now, who, self.prepared.get(place)))

    # --- requests ---

    async def answer(self, place: int, message: FromClient) -> ToClient:
        """Carry out what somebody asks for, and say how it went. A caller must wait for this
        to end: what has been stored but did not happen breaks the table.
        """
        number = getattr(message, "id", None)
        try:
            if self.room.is_waiting and not isinstance(message, messages.Reply):
                raise NotNow("nothing is dealt yet")
            if Helper.can_answer(message):
                return await self._helper.answer(place, message)
            async with self.lock:
                return await self._carry_out(place, message)
        except NotNow as error:
            return Error(id=number, code="not now", says=str(error))
        except TooBusy as error:
            return Error(id=number, code="busy", says=str(error))
        except DuelhallError as error:
            is_away = self.is_broken or isinstance(error, BrokenStore)
            return Error(id=number, code="unavailable" if is_away else "bad", says=str(error))
        except Exception as error:
            return Error(id=number, code="unavailable", says=unforeseen(error))

    async def _carry_out(self, place: int, message: Any) -> ToClient:
        seat = self.room.seats[place]
        if seat is None:
            raise NotNow("onlookers only look on")
        if type(message) not in self._acts:
            raise NotNow("this has no meaning here")
        said = await self._acts[type(message)](self, seat, message)
        return said if isinstance(said, Refused) else Done(message.id, said)

    async def _move(self, seat: int, wanted: messages.MoveRequest) -> Outcome | Refused:
        if reason := self._obstacle(seat, wanted.position):
            return Refused(wanted.id, reason)
        if self.has_begun and (revision := self._revision(seat, wanted.move)):
            await self._happen(*self._revised(seat, revision))
            return "revised"
        try:
            text = self._checked(wanted.move)
        except IllegalMove as error:
            return await self._refuse(wanted.id, error)
        except DuelhallError as error:
            return Refused(wanted.id, as_sentence(str(error)))
        if not self.has_begun:
            self.prepared[self.room.places[seat]] = text
            self._remind(seat)
            return "prepared"
        await self._happen(Answered(self.now, text, self.spent))
        return "moved"

    def _revision(self, seat: int, text: str) -> Revision | None:
        """The revision of a seat's earlier moves that is written so, if there is one."""
        revisions = revisions_of(self.room.game, self.room.view(self.room.match.states[-1], seat))
        return next((each for each in revisions if each.text == text), None)

    def _revised(self, seat: int, revision: Revision) -> Iterator[AnyEvent]:
        """What happens by a revision, of which nobody else is told."""
        match, now = self.room.match.copy(), self.now
        number = len(match.moves) - revision.taken + 1
        yield TakenBack(now, seat, number=number, seconds=self.spent)
        for _ in range(revision.taken):
            match.undo()
        for move in revision.moves:
            yield Answered(now, match.game.move_text(move, match.state))
            match.play(move)

    def _obstacle(self, seat: int, position: int) -> str:
        """Why no move at all can be made, if so."""
        room = self.room
        if room.is_over:
            return "The game is over."
        if room.to_move != seat:
            return "It is not your turn."
        if position != len(room.visible[room.places[seat]]):
            return "The game has gone on since you decided on that."
        return ""

    def _checked(self, move: int | str) -> str:
        """A move of the seat to move, in notation; refuses what cannot be played."""
        match = self.room.match
        return match.game.definition.writing.notation.move_text(match.check(move), match.states[-1])

    async def _refuse(self, number: int, error: IllegalMove) -> Refused:
        """Say why a move is illegal; where it was the turn's only try, the turn is over."""
        is_late = self._has_one_try and self.has_begun
        if is_late:
            detail = f"{error.sentence} ({error.ruling})"
            await self._happen(Faulted(self.now, Ending.ILLEGAL, detail, self.spent))
        return Refused(number, as_sentence(error.sentence), error.ruling, late=is_late)

    @property
    def _has_one_try(self) -> bool:
        """Whether a refused move is a turn that ran out, at a table where turns go by the clock."""
        room = self.room
        is_by_turns = room.setup.move is not None and room.table.late is Late.PASS
        return is_by_turns and has_one_try(room.game)

    async def _prepare(self, seat: int, wanted: messages.PrepareRequest) -> Outcome | Refused:
        """Keep a move for when it is the seat's turn."""
        if self.room.is_over:
            return Refused(wanted.id, "The game is over.")
        self.prepared.pop(self.room.places[seat], None)
        if wanted.move is not None:
            self.prepared[self.room.places[seat]] = wanted.move
            if self.room.to_move == seat:
                await self._play_prepared()
        self._remind(seat)
        return "prepared"

    async def _undo(self, seat: int, _wanted: object) -> Outcome:
        room = self.room
        if not can_ask_to_undo(room, seat):
            raise NotNow("you have nothing to take back")
        is_practice = len(room.persons) < SEATS
        if not is_practice and room.to_move != seat:
            return await self._ask_to_undo(seat)  # who decides now may have done so in secret
        way = await asyncio.to_thread(way_to_take_back, room.match, seat, as_practice=is_practice)
        if way is None:
            return await self._ask_to_undo(seat)
        is_open = room.is_over  # then what was hidden has been shown
        practice = way.is_practice or is_open
        await self._happen(TakenBack(self.now, seat, practice, seconds=self.spent))
        return "undone"

    async def _ask_to_undo(self, seat: int) -> Outcome:
        offer = self.room.offer
        if offer is not None and offer.seat != seat:
            raise NotNow("answer the other side's offer first")
        await self._happen(Offered(self.now, seat, "undo"))
        return "offered"

    async def _resign(self, seat: int, _wanted: object) -> Outcome:
        if self.room.is_over:
            raise NotNow("the game is over")
        await self._happen(Resigned(self.now, seat))
        return "resigned"

    async def _rematch(self, seat: int, wanted: messages.RematchRequest) -> Outcome:
        room = self.room
        if not room.is_over:
            raise NotNow("the game is still going on")
        if room.offer is not None and room.offer.seat != seat:
            return await self._accept(room.offer)
        if len(room.persons) < SEATS or room.setup.shared:
            return await self._begin(wanted)
        await self._happen(Offered(self.now, seat, "rematch", wanted.swap, wanted.same_deal))
        return "offered"

    async def _reply(self, seat: int, reply: messages.Reply) -> Outcome:
        room, offer = self.room, self.room.offer
        if not reply.accept and (offer or (room.is_waiting and not room.is_over)):
            await self._happen(Dropped(self.now))
            return "answered"
        if offer is None:
            raise NotNow("nothing is offered any more")
        if offer.seat == seat:
            raise NotNow("the other side has not answered yet")
        return await self._accept(offer)

    async def _accept(self, offer: Offered) -> Outcome:
        if offer.what == "rematch":
            return await self._begin(offer)
        number = self.room.offered
        await self._happen(
            TakenBack(self.now, offer.seat, practice=True, number=number, seconds=self.spent)
        )
        return "answered"

    async def _begin(self, wish: messages.RematchRequest | Offered) -> Outcome:
        """Begin another game at this table. Each keeps the cards that they brought, unless the
        deal is the same: then who sits in the other seat has what the other side had.
        """
        game, (first, second) = self.room.game, self.room.places
        places = (second, first) if wish.swap else (first, second)
        if wish.swap and not wish.same_deal:
            game = exchanged(game)
        new = begun(game, self.now, places)
        await self._happen(replace(new, seed=self.room.begun.seed) if wish.same_deal else new)
        return "begun"

    _acts: Mapping[type, Callable[..., Awaitable[Outcome | Refused]]] = {
        messages.MoveRequest: _move,
        messages.PrepareRequest: _prepare,
        messages.UndoRequest: _undo,
        messages.ResignRequest: _resign,
        messages.RematchRequest: _rematch,
        messages.Reply: _reply,
    }

    # --- turns ---

    @property
    def has_begun(self) -> bool:
        """Whether the turn has begun; without a clock it always has."""
        return self.room.table.timer.rest(self.now) == 0

    @property
    def spent(self) -> float:
        """The seconds that the seat to move has thought."""
        return self.room.table.timer.thought(self.now)

    @property
    def _due(self) -> float | None:
        """When there is something to be done next: the turn begins, or its time is up."""
        timer = self.room.table.timer
        if not self.has_begun:
            return timer.begins
        return None if timer.deadline is None else timer.deadline + ALLOWANCE

    def go_on(self) -> None:
        """See to the turn that it is now."""
        room = self.room
        self._stop_alarm()
        if room.is_waiting:
            return
        if room.is_over:
            self._end_game()
            return
        if room.to_move not in room.persons:
            self._let_computer_think()
        if (due := self._due) is not None:
            delay = max(0.0, due - self.now)
            self._alarm = asyncio.get_running_loop().call_later(delay, self._wake, room.turn)
        if room.places[room.to_move] in self.prepared and self.has_begun:
            self._do(self._play_on(room.turn))

    def _wake(self, turn: int) -> None:
        self._alarm = None
        self._do(self._play_on(turn))

    def _stop_alarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    async def _play_on(self, turn: int) -> None:
        """Do what is due in a turn, if that is still the turn."""
        async with self.lock:
            room, deadline = self.room, self.room.table.timer.deadline
            if room.turn != turn or room.is_over:
                return
            if deadline is not None and self.now >= deadline + ALLOWANCE:
                await self._happen(Faulted(self.now, Ending.TIMEOUT, "time was up", self.spent))
                return
            await self._play_prepared()
            if room.turn == turn:
                self.go_on()

    def _remind(self, seat: int) -> None:
        """Tell all tabs of a seat what only that seat has to know: what it has prepared."""
        self._tell({self.room.places[seat]}, [len(numbers) for numbers in self.room.visible])

    async def _play_prepared(self) -> None:
        """Make the move that the seat to move has prepared, if it can be made now."""
        room = self.room
        if room.is_over or not self.has_begun:
            return
        text = self.prepared.pop(room.places[room.to_move], None)
        if text is None:
            return
        try:
            text = self._checked(text)
        except DuelhallError:  # it was prepared for another position: nothing is lost by it
            return
        await self._happen(Answered(self.now, text, self.spent))

    def _let_computer_think(self) -> None:
        room = self.room
        if self._thinks_about == room.turn or not room.all_have_come or not self.has_begun:
            return
        self._thinks_about = room.turn
        self._do(self._think(room.turn, room.to_move))

    async def _think(self, turn: int, seat: int) -> None:
        room, services, place = self.room, self.services, self.room.places[seat]
        if place not in self._computers:
            name = room.setup.places[place].player or ""
            self._computers[place] = computer(name, services.bots, services.workers)
        try:
            decision = await self._computers[place].decide(room.table, seat)
        except DuelhallError as error:  # a worker died of it, or there is no such player any more
            log.error("a computer's move failed at table %s: %s", room.name, error)
            decision = Fault(Ending.CRASH, str(error))
        async with self.lock:
            if room.turn == turn and not room.is_over:
                await self._happen(self._event_of(decision))

    def _event_of(self, decision: Answer | Fault) -> AnyEvent:
        """What a computer's decision means for the log."""
        now, spent = self.now, self.spent
        if isinstance(decision, Fault):
            return Faulted(now, decision.ending, decision.detail, spent)
        try:
            text = self._checked(decision.move)
        except IllegalMove as error:
            return Faulted(now, Ending.ILLEGAL, str(error), spent)
        except DuelhallError as error:
            return Faulted(now, Ending.UNREADABLE, str(error), spent)
        return Answered(now, text, spent, isinstance(decision, StandIn))

    def _end_game(self) -> None:
        """Let the computers go; should the game go on after all, they are called again."""
        self.prepared.clear()
        for place, each in self._computers.items():
            each.close(self.room.table.closing(self.room.places.index(place)))
        self._computers.clear()

    # --- events ---

    async def _happen(self, *events: AnyEvent) -> None:
        """Store what happens at once; then let it happen, and tell everybody of it. The lock must
        be held.
        """
        if self.is_broken:
            raise BrokenStore(AWAY)
        room, time = self.room, events[-1].time
        numbered = enumerate(events, start=room.events + 1)
        stored = [StoredEvent(room.name, number, encoded(event)) for number, event in numbered]
        try:
            await self.services.journal.add(stored, self.row(time))
            known, was_over = [len(numbers) for numbers in room.visible], room.is_over
            changed = set[int]()
            for event in events:
                changed |= room.apply(event)
                known = [min(each) for each in zip(known, map(len, room.visible), strict=True)]
            self._tell(changed, known)
            if room.is_over != was_over:
                self._do(self.services.journal.add([], self.row(time)))
            self.go_on()
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
