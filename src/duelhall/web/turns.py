"""What becomes of a turn: a computer thinks, a prepared move is made, or the time runs out."""

import asyncio
from typing import TYPE_CHECKING

from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.players.seat import Answer, Ending, Fault
from duelhall.web.computers import Computer, Makeshift, computer
from duelhall.web.events import Answered, AnyEvent, Faulted
from duelhall.web.log import log

if TYPE_CHECKING:
    from duelhall.web.host import Host

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
