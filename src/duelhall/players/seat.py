"""The interface of everything that can decide for one side of a game."""

from typing import Protocol

from duelhall.players.question import Answer, Closing, Opening, Question


class Seat(Protocol):
    """A player at a table. A Fault raised by any of these methods costs it the game.

    >>> import duelhall
    >>> from duelhall.players import Answer
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
    >>> from duelhall.players import Answer, Quiet
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
