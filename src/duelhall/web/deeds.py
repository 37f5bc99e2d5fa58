"""What people do at a table: they move, take back, resign, offer and answer."""

import asyncio
from typing import TYPE_CHECKING, Literal

from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.engine.record import SEATS
from duelhall.engine.text import as_sentence
from duelhall.play.series import exchanged
from duelhall.play.table import Late, has_one_try
from duelhall.play.undo import way_to_take_back
from duelhall.players.seat import Ending
from duelhall.web import client_messages as asked
from duelhall.web.client_messages import FromClient
from duelhall.web.events import Dropped, Faulted, Offered, Resigned, TakenBack
from duelhall.web.hall_messages import Done, FromHall, Refused
from duelhall.web.views import can_ask_to_undo
from duelhall.web.wishes import begun

if TYPE_CHECKING:
    from duelhall.web.host import Host

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
