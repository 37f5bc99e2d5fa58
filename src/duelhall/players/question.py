"""What a seat is told and asked: plain data, with nothing the seat may not know.

No player at a table ever gets the match itself. A seat is told that a game begins, is asked for its
decisions, and is told how the game ended.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from duelhall.engine.computed import computed_once
from duelhall.engine.definition import Reason
from duelhall.engine.features import Told
from duelhall.engine.record import GameState
from duelhall.match.game import Game
from duelhall.players.clock import Clock

if TYPE_CHECKING:
    from duelhall.players.faults import Ending


@dataclass(frozen=True)
class Opening:
    """A game begins: what a seat is told before the first question.

    >>> import duelhall
    >>> from duelhall.players import Answer, Opening, Quiet
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

    >>> from duelhall.players import Answer
    >>> Answer("7", seconds=0.1).move
    '7'
    """

    move: int | str
    seconds: float = 0.0


@dataclass(frozen=True)
class Closing:
    """The game has ended: the last that a seat is told.

    >>> import duelhall
    >>> from duelhall.players import Answer, Closing, Quiet
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
