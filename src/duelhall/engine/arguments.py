"""Checks of arguments before machine code gets them: it would misbehave with bad ones."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from duelhall.engine.errors import BadArgument, BadDeal, DuelhallError, UnknownName, shortened
from duelhall.engine.record import SEATS
from duelhall.engine.text import LONGEST_SOURCE, checked_source

Thing = TypeVar("Thing")

LARGEST_SEED = 2**64 - 1


def is_number(thing: object) -> bool:
    """Whether this is a whole number, Python's or NumPy's."""
    return isinstance(thing, int | np.integer) and not isinstance(thing, bool)


def checked_number(what: str, given: int, least: int) -> int:
    """A whole number that is not too small."""
    if not is_number(given) or given < least:
        raise BadArgument(what, f"a whole number of at least {least}", given)
    return int(given)


def checked_text(what: str, given: str, longest: int = LONGEST_SOURCE) -> str:
    """A string that can be read in a time that its length bounds."""
    if not isinstance(given, str):
        raise BadArgument(what, "text", given)
    return checked_source(given, lambda says: DuelhallError(f"{what}: {says}"), longest)


def checked_path(given: str | Path) -> Path:
    """The path of a file."""
    if not isinstance(given, str | Path) or not Path(given).name or "\0" in str(given):
        raise BadArgument("a file", "text or a path", given)
    return Path(given)


def checked_pair(what: str, given: Sequence[Thing]) -> tuple[Thing, Thing]:
    """Two things, one for each seat."""
    if not isinstance(given, list | tuple) or len(given) != SEATS:
        raise BadArgument(what, "a pair, one for each seat", given)
    first, second = given
    return first, second


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
    if not is_number(seat) or seat not in range(SEATS):
        raise UnknownName(f"there is no seat {shortened(seat)}; the seats are 0 and 1")
    return int(seat)
