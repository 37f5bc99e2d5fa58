"""What PTX's instructions compute, each in all threads of a warp at once."""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

WORD_BITS = 64
ALL = 0xFFFF_FFFF_FFFF_FFFF
"""All bits of a word."""


class Kind(NamedTuple):
    """The type of a number."""

    is_signed: bool
    bits: int
    is_float: bool = False

    def of(self, word: Array) -> Array:
        """The number in a word of 64 bits, of which only the lower ones count."""
        if self.is_float:
            return word.astype(f"u{self.bits // 8}").view(f"f{self.bits // 8}")
        if self.bits == WORD_BITS:
            return word.view(np.int64) if self.is_signed else word
        if not self.is_signed:
            return word & np.uint64(ALL >> (WORD_BITS - self.bits))
        shift = np.int64(WORD_BITS - self.bits)
        return (word << shift.astype(np.uint64)).view(np.int64) >> shift

    def word(self, number: Array) -> Array:
        """A number as a word, of which the upper bits are zero."""
        if self.is_float:
            number = np.asarray(number, f"f{self.bits // 8}").view(f"u{self.bits // 8}")
        found: Array = np.asarray(number).astype(np.uint64)
        if self.bits == WORD_BITS:
            return found
        return found & np.uint64(ALL >> (WORD_BITS - self.bits))


PREDICATE = Kind(is_signed=False, bits=1)


@cache
def kind_of(word: str) -> Kind:
    """A type by its name, such as `s64`."""
    if word == "pred":
        return PREDICATE
    return Kind(word[0] == "s", int(word[1:]), word[0] == "f")


# --- what instructions compute ---


def _shifted_left(kind: Kind, number: Array, by: Array) -> Array:
    return np.where(by < kind.bits, number << np.minimum(by, 63).astype(number.dtype), 0)


def _shifted_right(kind: Kind, number: Array, by: Array) -> Array:
    found: Array = number >> np.minimum(by, 63).astype(number.dtype)
    return found if kind.is_signed else np.where(by < kind.bits, found, 0)


def _quotient(kind: Kind, number: Array, by: Array) -> Array:
    whole: Array = (np.abs(number) // np.abs(by)) * np.sign(number) * np.sign(by)
    return number / by if kind.is_float else whole


def _upper_half(kind: Kind, one: Array, other: Array) -> Array:
    products = one.astype(object) * other.astype(object)
    return np.array([(product >> kind.bits) & ALL for product in products], np.uint64)


def _bits_of(_kind: Kind, number: Array) -> Array:
    found: Array = np.bitwise_count(number)
    return found


def _zeros_before(kind: Kind, number: Array) -> Array:
    return np.array([kind.bits - int(each).bit_length() for each in number])


def _inserted(_kind: Kind, bits: Array, into: Array, first: Array, count: Array) -> Array:
    mask = ((np.uint64(1) << count) - np.uint64(1)) << first
    found: Array = (into & ~mask) | ((bits << first) & mask)
    return found


def _chosen_bytes(_kind: Kind, low: Array, high: Array, which: Array) -> Array:
    """prmt: each of four digits chooses a byte out of eight, or, from 8 on, copies of its sign."""
    given = low | (high << np.uint64(32))
    found: Array = np.zeros_like(given)
    for place in range(4):
        digit = (which >> np.uint64(4 * place)) & np.uint64(15)
        byte = (given >> (np.uint64(8) * (digit & np.uint64(7)))) & np.uint64(0xFF)
        sign = np.where(byte >= np.uint64(0x80), np.uint64(0xFF), np.uint64(0))
        found |= np.where(digit >= np.uint64(8), sign, byte) << np.uint64(8 * place)
    return found


def _dot(_kind: Kind, halves: Array, small: Array, start: Array) -> Array:
    """dp2a.lo: two numbers of 16 bits times two bytes."""
    found = start
    for place in range(2):
        half = (halves >> np.uint64(16 * place)) & np.uint64(0xFFFF)
        found = found + half * ((small >> np.uint64(8 * place)) & np.uint64(0xFF))
    return found


COMPUTE: dict[str, Callable[..., Array]] = {
    "add": lambda _kind, one, other: one + other,
    "sub": lambda _kind, one, other: one - other,
    "mul.lo": lambda _kind, one, other: one * other,
    "mul.wide": lambda _kind, one, other: one * other,
    "mul.hi": _upper_half,
    "mad.lo": lambda _kind, one, other, more: one * other + more,
    "mad.wide": lambda _kind, one, other, more: one * other + more,
    "neg": lambda _kind, number: -number,
    "abs": lambda _kind, number: np.abs(number),
    "min": lambda _kind, one, other: np.minimum(one, other),
    "max": lambda _kind, one, other: np.maximum(one, other),
    "rem": lambda _kind, one, other: np.fmod(one, other),
    "div": _quotient,
    "and": lambda _kind, one, other: one & other,
    "or": lambda _kind, one, other: one | other,
    "xor": lambda _kind, one, other: one ^ other,
    "not": lambda _kind, number: ~number,
    "shl": _shifted_left,
    "shr": _shifted_right,
    "popc": _bits_of,
    "clz": _zeros_before,
    "bfi": _inserted,
    "prmt": _chosen_bytes,
    "dp2a.lo": _dot,
}
COMPARE: dict[str, Callable[[Array, Array], Array]] = {
    "eq": np.equal,
    "ne": np.not_equal,
    "neu": np.not_equal,
    "lt": np.less,
    "le": np.less_equal,
    "gt": np.greater,
    "ge": np.greater_equal,
}
WIDENING = ("mul.wide", "mad.wide")
