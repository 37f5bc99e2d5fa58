"""Players that are no persons: built-in ones think in workers, programs by themselves."""

import asyncio
from collections.abc import Mapping
from contextlib import ExitStack
from threading import Thread
from typing import Protocol

from duelhall.play.roster import seated
from duelhall.play.table import Table
from duelhall.players.entry import Entry
from duelhall.players.seat import Answer, Closing, Ending, Fault, Question, Seat
from duelhall.web import tasks
from duelhall.web.workers import Workers

PATIENCE = 8.0
"""Seconds that a built-in player has for a decision, of which it takes half at most. Machine code
is done long before; Python, where there is nothing else, might take minutes."""


class Computer(Protocol):
    """A player that is asked without waiting for it."""

    async def decide(self, table: Table, seat: int) -> Answer | Fault:
        """Its decision at a table where it is to move."""

    def close(self, closing: Closing | None = None) -> None:
        """It is not needed any more: the game has ended so, or nobody is there any more."""


class Makeshift(Answer):
    """What was decided for a player that was not ready yet."""


class BuiltIn:
    """A built-in player."""

    def __init__(self, name: str, workers: Workers) -> None:
        self._name, self._workers = name, workers

    async def decide(self, table: Table, seat: int) -> Answer | Fault:
        """Think in a worker, about no more than the question has."""
        question = table.question(seat)
        asked = tasks.Asked(
            game=question.game.lasting_name,
            player=self._name,
            seat=seat,
            number=question.number,
            view=question.view.tobytes(),
            told=table.match.told(seat, 0),
            left=PATIENCE if question.left is None else min(PATIENCE, question.left),
            bank=question.bank,
            dice=question.dice,
            opponent=table.opening(seat).opponent,
        )
        decision = await self._workers.play(tasks.decide, asked)
        if decision.fault:
            return Fault(Ending(decision.fault), decision.detail, decision.seconds)
        kind = Makeshift if decision.makeshift else Answer
        return kind(decision.move, decision.seconds)

    def close(self, closing: Closing | None = None) -> None:
        """Nothing is left behind."""


class Program:
    """A program that the owner of the server has allowed. It is started for its first decision, and
    after anything was taken back; then it is told of the game from its first move on.
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._stack = ExitStack()
        self._seat: Seat | None = None
        self._told = 0  # of how many moves

    async def decide(self, table: Table, seat: int) -> Answer | Fault:
        """Ask it in a thread, which does nothing but wait."""
        number = len(table.match.moves)
        if self._seat is not None and number < self._told:
            self.close()
        question = self._question(table, seat)
        self._told = number
        return await asyncio.to_thread(self._asked, table, question)

    def _question(self, table: Table, seat: int) -> Question:
        if self._seat is None:
            table.forget_told(seat)
        return table.question(seat)

    def _asked(self, table: Table, question: Question) -> Answer | Fault:
        try:
            if self._seat is None:
                self._seat = seated(self._entry, question.game, self._stack)
                self._seat.start(table.opening(question.seat))
                self._seat.greet()
            return self._seat.decide(question)
        except Fault as fault:
            return fault

    def close(self, closing: Closing | None = None) -> None:
        """Tell the program how the game ended, and end it; nobody waits until it does."""
        Thread(target=_end, args=(self._seat, self._stack, closing)).start()
        self._stack, self._seat = ExitStack(), None


def _end(seat: Seat | None, stack: ExitStack, closing: Closing | None) -> None:
    with stack:
        if seat is not None and closing is not None:
            seat.end(closing)


def computer(name: str, programs: Mapping[str, Entry], workers: Workers) -> Computer:
    """The player of that name: a program, if the owner has named one so."""
    return Program(programs[name]) if name in programs else BuiltIn(name, workers)
