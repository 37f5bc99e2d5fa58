"""What can decide for one side of a game: what it is told and asked, and what costs it the game.

It is all plain data, with nothing the seat may not know: no player ever gets the match itself.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from duelhall.engine.definition import Reason, Told
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import GameState
from duelhall.engine.rule import computed_once
from duelhall.match.game import Game
from duelhall.play.clock import Clock


@dataclass(frozen=True)
class Opening:
    """A game begins: what a seat is told before the first question.

    >>> import duelhall
    >>> from duelhall.play import Answer, Opening, Quiet
    >>> class Curious(Quiet):
    ...     def start(self, opening: Opening):
    ...         print(opening.game.name, opening.seat, opening.role, opening.opponent)
    ...         self.reserve, self.number = opening.dice, opening.number
    ...         self.clock, self.late = opening.clock, opening.late
    ...     def decide(self, question):
    ...         return Answer(question.legal_moves[0])
    >>> match = duelhall.play_match(duelhall.load("binmat"), Curious(), "random", seed=7)
    binmat 0 defender random
    """

    game: Game
    seat: int  #: which of the two it is told to, 0 or 1
    opponent: str  #: what the other player is called
    number: int  #: of the game in its contest
    clock: Clock
    dice: int  #: a random word for this seat in this game only
    late: str = "lose"  #: what a late player does: lose the game, or only pass

    @property
    def role(self) -> str | None:
        """What the seat is called, if the seats have different roles."""
        roles = self.game.definition.roles
        return roles[self.seat] if roles else None


@dataclass(frozen=True)
class Question:
    """It is this seat's decision: what a player is asked, with nothing that it may not know.

    >>> import duelhall
    >>> def first(question):
    ...     if question.number <= 3:
    ...         print(question.seat, question.legal, [told.move for told in question.told])
    ...     return question.legal_moves[0]
    >>> match = duelhall.play_match(duelhall.load("blade"), first, "greedy", seed=7)
    0 ['B', '1', '4', '5', '7'] []
    0 ['1', '4', '5', '7'] ['B', '2']
    >>> def imagining(question):
    ...     world = question.game.guess(question.view, question.seat, seed=question.dice)
    ...     assert question.left is None and question.bank is None  # since there is no clock
    ...     return question.game.legal_moves(world)[0]
    >>> duelhall.play_match(duelhall.load("blade"), imagining, "greedy", seed=7).over
    True
    """

    game: Game
    seat: int
    number: int  #: of the requested move, counting both players' moves from 1
    view: GameState  #: what the seat may know
    told: tuple[Told, ...]  #: what has happened since its last decision, its own move first
    left: float | None  #: seconds for this decision; None if there is no limit
    bank: float | None  #: seconds for all further decisions of the game
    dice: int  #: a random word for this decision, the same whenever this game is played

    @computed_once
    def legal_moves(self) -> list[int]:
        """The seat's legal moves, as numbers."""
        return self.game.legal_moves(self.view)

    @computed_once
    def legal(self) -> list[str]:
        """The seat's legal moves, in notation."""
        return [self.game.move_text(move, self.view) for move in self.legal_moves]


@dataclass(frozen=True)
class Answer:
    """A seat's decision: a move as a number or in notation, and how long it took.

    >>> from duelhall.play import Answer
    >>> Answer("7", seconds=0.1).move
    '7'
    """

    move: int | str
    seconds: float = 0.0


@dataclass(frozen=True)
class Closing:
    """The game has ended: the last that a seat is told.

    >>> import duelhall
    >>> from duelhall.play import Answer, Closing, Quiet
    >>> class Sore(Quiet):
    ...     def decide(self, question):
    ...         return Answer(question.legal_moves[0])
    ...     def end(self, closing: Closing):
    ...         print(closing.seat, closing.winner, closing.reason.says)
    ...         print([told.move for told in closing.told], closing.by, closing.lapsed)
    >>> match = duelhall.play_match(duelhall.load("blade"), Sore(), "random", seed=7)
    0 1 the player who placed a card stayed below the opponent's score
    ['1'] None False
    """

    seat: int
    winner: int | None  #: None if it was drawn
    reason: Reason
    by: "Ending | None"  #: the fault that cost a player the game, if any
    told: tuple[Told, ...]  #: what has happened since the seat's last decision
    lapsed: bool = False  #: whether a fault of the seat has cost it a turn


class Seat(Protocol):
    """A player at a table. A Fault raised by any of these methods costs it the game.

    >>> import duelhall
    >>> from duelhall.play import Answer
    >>> class Lowest:
    ...     recalls_views = False
    ...     def start(self, opening):
    ...         self.seat = opening.seat
    ...     def greet(self):
    ...         pass
    ...     def decide(self, question):
    ...         return Answer(min(question.legal))
    ...     def end(self, closing):
    ...         print("won" if closing.winner == self.seat else "did not win")
    ...     def errors(self):
    ...         return ""
    >>> match = duelhall.play_match(duelhall.load("blade"), Lowest(), "random", seed=7)
    did not win
    """

    @property
    def recalls_views(self) -> bool:
        """Whether it is told of each move with what it saw afterwards, which takes time."""

    def start(self, opening: Opening) -> None:
        """A game begins: start getting ready, without blocking."""

    def greet(self) -> None:
        """Finish getting ready."""

    def decide(self, question: Question) -> Answer:
        """Choose a move."""

    def end(self, closing: Closing) -> None:
        """The game has ended."""

    def errors(self) -> str:
        """What the player wrote besides its answers; asked for when the game is over."""


class Quiet:
    """A seat with nothing to do but decide: inherit from it, and write `decide`.

    >>> import duelhall
    >>> from duelhall.play import Answer, Quiet
    >>> class Lowest(Quiet):
    ...     def decide(self, question):
    ...         return Answer(min(question.legal))
    >>> duelhall.play_match(duelhall.load("blade"), Lowest(), "random", seed=7).winner
    1
    """

    recalls_views = False

    def start(self, opening: Opening) -> None:
        """Always ready."""

    def greet(self) -> None:
        """Always ready."""

    def end(self, closing: Closing) -> None:
        """Nothing to do."""

    def errors(self) -> str:
        """It writes nothing."""
        return ""


class Ending(StrEnum):
    """How a game ended. All but PLAYED cost the player who caused them the game."""

    PLAYED = "played"  # by the rules
    TIMEOUT = "timeout"  # no answer in time
    CRASH = "crash"  # the process ended, or closed its output; a function raised an error
    ILLEGAL = "illegal"  # a move that the rules forbid
    UNREADABLE = "unreadable"  # an answer that is not a move
    OUTPUT = "output"  # too much output
    START = "start"  # did not start, or did not say hello in time
    LITTER = "litter"  # left something behind that could not be cleaned up

    @property
    def says(self) -> str:
        """What the player did, to be read after "by"."""
        return SAYS[self]

    def cost(self, name: str) -> str:
        """That a player lost the game by it."""
        return f"{name} lost by {self.says}"


SAYS = {
    Ending.PLAYED: "the rules",
    Ending.TIMEOUT: "running out of time",
    Ending.CRASH: "crashing",
    Ending.ILLEGAL: "making an illegal move",
    Ending.UNREADABLE: "giving an unreadable answer",
    Ending.OUTPUT: "writing too much",
    Ending.START: "not starting",
    Ending.LITTER: "leaving something behind that cannot be cleaned up",
}


class Fault(DuelhallError):
    """Something a player did that costs it the game, with a message about it.

    >>> import duelhall
    >>> from duelhall.play import Fault
    >>> def careless(question):
    ...     return "9"
    >>> try:
    ...     duelhall.play_match(duelhall.load("blade"), careless, "random", seed=7)
    ... except Fault as fault:
    ...     print(fault)
    careless (player 0) lost by giving an unreadable answer: ...
    """

    def __init__(self, ending: Ending, detail: str, seconds: float = 0.0) -> None:
        super().__init__(detail)
        self.ending, self.detail = ending, detail
        self.seconds = seconds  # how long it had thought by then

    def told_of(self, seat: int, name: str) -> "Fault":
        """The same fault with a message that says who committed it."""
        self.args = (f"{self.ending.cost(f'{name} (player {seat})')}: {self.detail}",)
        return self
