"""What games share in reading positions, which are one line each."""

from collections.abc import Collection, Iterable, Sequence

from duelhall.engine.errors import BadPosition, meant, no_such, shortened

LONGEST_NUMBER = 6
"""How many digits a number of a position can have; Python refuses to read very long ones."""


def entries(parts: Iterable[str], names: Collection[str]) -> dict[str, str]:
    """Parts written as name=value by their names; BadPosition for any other, and for one twice."""
    found: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if name not in names:
            raise BadPosition(no_such("entry", name, names, "a position"))
        if name in found or not equals:
            raise BadPosition(f"expected each entry once, as name=value, not {shortened(part)}")
        found[name] = value
    return found


def number(text: str, bound: int) -> int:
    """A number from 0 to bound - 1; BadPosition if the text is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    if not is_number or int(text) >= bound:
        raise BadPosition(f"expected a number below {bound}, not {shortened(text)}")
    return int(text)


def choice(text: str, words: Sequence[str]) -> int:
    """The place of a word among others; BadPosition if it is none of them."""
    if text not in words:
        near = meant(text, words)
        raise BadPosition(f"expected one of {', '.join(words)}, not {shortened(text)}{near}")
    return words.index(text)
