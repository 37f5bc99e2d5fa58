"""Text in columns: letters of some scripts are as wide as two, and marks take no room."""

import unicodedata

WIDE = ("W", "F")
MARKS = ("Mn", "Me", "Cf")


def width_of(text: str) -> int:
    """How many columns a text takes at a terminal."""
    return sum(_width(letter) for letter in text)


def _width(letter: str) -> int:
    if unicodedata.category(letter) in MARKS:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in WIDE else 1


def padded(text: str, width: int) -> str:
    """A text with as many spaces behind it as make it so wide."""
    return text + " " * (width - width_of(text))
