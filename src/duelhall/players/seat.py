"""Whoever decides for one side of a game."""

from typing import Protocol

from duelhall.players.question import Answer, Closing, Opening, Question


class Seat(Protocol):
    """Somebody who sits at a table. A Fault that is raised by any of these costs it the game."""

    def start(self, opening: Opening) -> None:
        """A game begins: get ready, without keeping the others waiting."""

    def greet(self) -> None:
        """Be ready."""

    def decide(self, question: Question) -> Answer:
        """Choose a move."""

    def end(self, closing: Closing) -> None:
        """The game has ended."""

    def errors(self) -> str:
        """What the player had to say that was no answer; when all is over."""


class Quiet:
    """A seat that has nothing to do but to decide."""

    def start(self, opening: Opening) -> None:
        """It is always ready."""

    def greet(self) -> None:
        """It is always ready."""

    def end(self, closing: Closing) -> None:
        """It does not mind."""

    def errors(self) -> str:
        """It says nothing."""
        return ""
