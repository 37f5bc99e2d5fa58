"""What can go wrong, each in a class of its own, with a sentence that says what to do."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from typing import Any

LONGEST_QUOTE = 40
MOST_CHOICES = 16
"""How many legal moves are listed in a message."""


def shortened(thing: object) -> str:
    """What somebody gave, as it is quoted in a message."""
    try:
        text = repr(thing)
    except ValueError:  # Python writes no numbers of thousands of digits
        text = "a number of thousands of digits"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def no_such(kind: str, name: str, known: Iterable[str]) -> str:
    """That there is nothing of that name, which one may have been meant, and what there is."""
    names = list(known)
    near = get_close_matches(str(name), names, 1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    return f"there is no {kind} {shortened(name)}{hint}; there are: {', '.join(names) or 'none'}"


class DuelhallError(Exception):
    """The root of all errors that a user of Duelhall can act on."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as what it says, not as what it was made from, which need not be the same."""
        return _said, (type(self), self.args, vars(self))


def _said(kind: type[DuelhallError], args: tuple[Any, ...], more: dict[str, Any]) -> DuelhallError:
    """An error that says what another one said, in another process perhaps."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(more)
    return error


class BadArgument(DuelhallError):
    """Something given to a function that it cannot take; says what it takes."""

    def __init__(self, what: str, expected: str, given: object) -> None:
        super().__init__(f"{what} is {expected}, not {shortened(given)}")


class OtherOptions(DuelhallError):
    """A state given to a game that is played with other options."""

    def __init__(self, game: str, differing: Sequence[str]) -> None:
        options = ", ".join(differing)
        super().__init__(
            f"this state of {game} is not one of this game: it has other options ({options}); load "
            "the game by the full name that the state was made with"
        )


class UnknownName(DuelhallError):
    """A game, rule set, option, value, player, seat or ruling that there is none of."""


class BadDeal(DuelhallError):
    """An explicit deal that is not one of this game's."""


class BadPosition(DuelhallError):
    """A position text that cannot be read, or that this game's cards cannot make."""


class UnreadableMove(DuelhallError):
    """A move that is none in this game's notation."""

    def __init__(self, move: object, expected: str) -> None:
        super().__init__(f"cannot read the move {shortened(move)}; expected {expected}")


class IllegalMove(DuelhallError):
    """A move of the game that may not be made now."""

    def __init__(self, move: str, ruling: str, sentence: str, legal: Sequence[str]) -> None:
        self.move, self.ruling, self.sentence, self.legal = move, ruling, sentence, tuple(legal)
        because = f"{sentence.rstrip('.')} ({ruling})" if ruling else sentence.rstrip(".")
        some = " ".join(sorted(legal)[:MOST_CHOICES])
        more = f" and {len(legal) - MOST_CHOICES} more" if len(legal) > MOST_CHOICES else ""
        choices = f"; legal: {some}{more}" if legal else ""
        super().__init__(f"illegal move {move}: {because}{choices}")


class NotYourTurn(DuelhallError):
    """A move by a seat that is not to move; it must not learn what the other seat could do."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"player {seat} is not to move; wait for the opponent's move")


class BadReplay(DuelhallError):
    """A saved game that is truncated, doctored, or of other rules; says where and why."""

    def __init__(self, place: str, reason: str) -> None:
        self.place, self.reason = place, reason
        super().__init__(f"{place}: {reason}")
