"""What can go wrong: one class for each kind of error, with a message that says what to do.

Arguments are checked here before machine code gets them: it would misbehave with bad ones. Packages
that are heavy do not come with Duelhall; `pip install 'duelhall[NAME]'` installs them, by the names
of the optional dependencies in pyproject.toml.
"""

import os
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from importlib import import_module
from itertools import accumulate
from numbers import Integral
from typing import Any, TypeVar

Thing = TypeVar("Thing")

LONGEST_QUOTE = 40
LONGEST_MESSAGE = 8192
MOST_TOLD = 20  # faults of one text
LONGEST_LIST = 7000  # characters of them, so that what is said around them fits, too
MOST_CHOICES = 16
"""How many legal moves are listed in a message."""


def shortened(thing: object) -> str:
    """Something that was given, as a message quotes it."""
    try:
        text = repr(thing)
    except (ValueError, RecursionError):  # Python does not print thousands of digits or brackets
        text = "something of thousands of digits or brackets"
    return text if len(text) <= LONGEST_QUOTE else f"{text[:LONGEST_QUOTE]}..."


def told(faults: Sequence[Any]) -> list[Any]:
    """The first faults of a text, as many as a message holds, and how many more there are."""
    ends = accumulate(len(f"\n  {fault}") for fault in faults[:MOST_TOLD])
    most = max(1, sum(end <= LONGEST_LIST for end in ends))
    rest = len(faults) - most
    return [*faults[:most], f"and {rest:,} more"] if rest > 0 else list(faults)


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The name that may have been meant: one that differs in capitals only, the only one that
    begins so, or one that is spelled much alike.
    """
    by_folded = {each.casefold(): each for each in known}
    wanted = str(name).strip().casefold()
    if wanted in by_folded:
        return by_folded[wanted]
    longer = [each for each in by_folded if wanted and each.startswith(wanted)]
    near = longer if len(longer) == 1 else get_close_matches(wanted, by_folded, 1)
    return by_folded[near[0]] if near else None


def meant(name: str, known: Iterable[str], prefix: str = "") -> str:
    """What to add to a message about an unknown name: the one that may have been meant, if any,
    with what has to be written before it.
    """
    near = nearest(name, known)
    return "" if near is None else f" (did you mean {prefix}{near}?)"


def no_such(kind: str, name: str, known: Iterable[str], within: str = "") -> str:
    """Says that there is nothing of that name, what may have been meant, and what exists."""
    names = list(known)
    place = f" in {within}" if within else ""
    available = ", ".join(names) or "none"
    return (
        f"there is no {kind} {shortened(name)}{place}{meant(name, names)}; available: {available}"
    )


class DuelhallError(Exception):
    """The root of all errors that a user of Duelhall can act on. The message says what to do.

    >>> import duelhall
    >>> try:
    ...     duelhall.load("blade").match(seed=7).play("2")
    ... except duelhall.DuelhallError as error:
    ...     print(error)
    illegal move 2: You can place only cards from your own hand (S4); legal: 1 4 5 7 B
    """

    def __str__(self) -> str:
        """The message, as far as somebody can read it, whatever it quotes."""
        says = super().__str__()
        return says if len(says) <= LONGEST_MESSAGE else f"{says[:LONGEST_MESSAGE]}..."

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its message, not by the arguments it was made from, which may differ."""
        return _said, (type(self), self.args, vars(self))


def _said(kind: type[DuelhallError], args: tuple[Any, ...], more: dict[str, Any]) -> DuelhallError:
    """An error with the message of another one, perhaps from another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(more)
    return error


class CannotCompile(DuelhallError):
    """Rules that cannot be made machine code, for example because one of them allocates memory."""

    def __init__(self, what: str, error: Exception) -> None:
        super().__init__(
            f"{what} cannot be compiled. Rules work on numbers, records and arrays that they are "
            f"given, and allocate no memory. Numba says:\n{error}"
        )


class BadArgument(DuelhallError):
    """An argument that a function cannot take; the message says what it takes."""

    def __init__(self, what: str, expected: str, given: object) -> None:
        super().__init__(f"{what} must be {expected}, not {shortened(given)}")


class BadUsage(DuelhallError):
    """A command that is incomplete or contradicts itself, or a number that is out of range."""


class BadOption(DuelhallError):
    """A value that an option cannot have, or values that do not go together."""


class BrokenPlugin(DuelhallError):
    """A game, player or command that is installed but cannot be loaded."""


class BadFeature(DuelhallError):
    """A feature that cannot be loaded, or is not what it was declared to be."""


class OtherOptions(DuelhallError):
    """A state given to a game that is played with other options."""

    def __init__(self, game: str, differing: Sequence[str]) -> None:
        options = ", ".join(differing)
        super().__init__(
            f"this state of {game} is not one of this game: it has other options ({options}); load "
            "the game by the full name that the state was made with"
        )


class OtherView(DuelhallError):
    """A view given for a seat that does not see this."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            f"this is not what seat {seat} sees: give its own view, game.view(state, {seat})"
        )


class UnknownName(DuelhallError):
    """A game, rule set, option, player, seat or ruling that does not exist."""


class BadDeal(DuelhallError):
    """An explicit deal that is not possible in this game."""


class BadPosition(DuelhallError):
    """A position that cannot be read, or that this game's cards cannot form."""


class UnreadableMove(DuelhallError):
    """A move that is not written in this game's notation."""

    def __init__(self, move: object, expected: str) -> None:
        super().__init__(f"cannot read the move {shortened(move)}; expected {expected}")


class UnreadableAnswer(DuelhallError):
    """A bot's answer that cannot be read in this form."""


class ImpossibleAnswer(DuelhallError):
    """A bot's answer that refers to something that does not exist."""


class IllegalMove(DuelhallError):
    """A move of the game that is not allowed now."""

    def __init__(self, move: str, ruling: str, sentence: str, legal: Sequence[str]) -> None:
        self.move, self.ruling, self.sentence, self.legal = move, ruling, sentence, tuple(legal)
        because = f"{sentence.rstrip('.')} ({ruling})" if ruling else sentence.rstrip(".")
        some = " ".join(sorted(legal)[:MOST_CHOICES])
        more = f" and {len(legal) - MOST_CHOICES} more" if len(legal) > MOST_CHOICES else ""
        choices = f"; legal: {some}{more}" if legal else ""
        super().__init__(f"illegal move {move}: {because}{choices}")


class NotYourTurn(DuelhallError):
    """A move out of turn; the message must not reveal what the other seat could do."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"it is not player {seat}'s turn; wait for the opponent's move")


class UnusableFile(DuelhallError):
    """A file that cannot be read."""

    def __init__(self, file: object, error: OSError) -> None:
        super().__init__(f"cannot use {file}: {error.strerror or error}")


class BadReplay(DuelhallError):
    """A saved game that is truncated, altered, or of other rules; says where and why."""

    def __init__(self, place: str, reason: str) -> None:
        self.place, self.reason = place, reason
        super().__init__(f"{place}: {reason}")


class MissingPackage(DuelhallError):
    """Something that needs a package that is not installed."""


def from_extra(extra: str, module: str) -> Any:
    """A module that is installed with an extra; MissingPackage says how, if it is not."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingPackage(
            f"this needs the package {package}: pip install 'duelhall[{extra}]'"
        ) from None


# --- arguments ---

LARGEST_SEED = 2**64 - 1


def is_number(thing: object) -> bool:
    """Whether this is a whole number, Python's or NumPy's."""
    return isinstance(thing, Integral) and not isinstance(thing, bool)


def checked_number(what: str, given: int, least: int) -> int:
    """A whole number that is not too small."""
    if not is_number(given) or given < least:
        raise BadArgument(what, f"a whole number of at least {least}", given)
    return int(given)


def checked_pair(what: str, given: Sequence[Thing]) -> tuple[Thing, Thing]:
    """Two things, one for each seat."""
    match given:
        case [first, second] if isinstance(given, list | tuple):
            return first, second
    raise BadArgument(what, "a pair, one for each seat", given)


def checked_moves(what: str, given: object, array: Thing, rows: int) -> Thing:
    """The array that was made of something given: a whole number for each row."""
    found: Any = array
    if found.shape != (rows,) or found.dtype.kind not in "iu":
        raise BadArgument(what, f"an array of {rows} whole numbers", given)
    return array


def checked_threads(given: int | None) -> int:
    """How many threads; without a number, one for each core."""
    return checked_number(
        "the number of threads", (os.cpu_count() or 1) if given is None else given, 1
    )


def checked_seeds(count: int, seed: int) -> int:
    """The first of this many consecutive seeds."""
    if not is_number(seed) or not 0 <= seed <= LARGEST_SEED + 1 - count:
        raise BadDeal(
            f"{count} seeds from {shortened(seed)} on are not all numbers from 0 to 2**64 - 1"
        )
    return int(seed)


def checked_seed(seed: int) -> int:
    """A number that chance can start from."""
    if not is_number(seed) or not 0 <= seed <= LARGEST_SEED:
        raise BadDeal(f"a seed must be a number from 0 to {LARGEST_SEED}, not {shortened(seed)}")
    return int(seed)


def checked_seat(seat: int) -> int:
    """A seat that exists; with any other, compiled rules would read and write out of bounds."""
    if not is_number(seat) or seat not in (0, 1):
        raise UnknownName(f"there is no seat {shortened(seat)}; the seats are 0 and 1")
    return int(seat)
