"""Asks a function for moves as the arena does, and keeps what it printed."""

from duelhall.arena.workshop.situations import Situation
from duelhall.arena.workshop.troubles import OF_ENDING, Wrong
from duelhall.match.match import Match
from duelhall.players.clock import Clock
from duelhall.players.faults import Fault
from duelhall.players.functions import FunctionSeat, find_function
from duelhall.table.table import Table


class FunctionTalker:
    """Asks a function in this process. It cannot be interrupted, so it is waited for."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name, self.starting = "", list[float]()
        self._choose, self._clock = find_function(name), clock
        self._table: Table | None = None  # of the match that it was asked about last
        self._seat = FunctionSeat(self._choose)

    def start(self, match: Match, _situation: Situation) -> None:
        """A function is always ready."""
        if self._table is None or self._table.match is not match:
            self._table = Table(match, (), clock=self._clock)

    def ask(self, match: Match, situation: Situation) -> tuple[int | str, float]:
        """The function's move, and how long it took."""
        table = self._table or Table(match, (), clock=self._clock)
        self._seat = FunctionSeat(self._choose, keeps_prints=True)
        try:
            answer = self._seat.decide(table.question(situation.seat))
        except Fault as fault:
            raise Wrong(OF_ENDING[fault.ending], fault.detail) from None
        return answer.move, answer.seconds

    def end(self, match: Match, situation: Situation) -> None:
        """A function is not told how a game ended."""

    def drop(self) -> None:
        """Nothing is running."""

    def errors(self) -> str:
        """What it printed when it was asked last, and the traceback of its error."""
        return self._seat.errors()
