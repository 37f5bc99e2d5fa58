"""Reading text files that somebody names, which may be anything."""

import errno
import os
from pathlib import Path
from typing import AnyStr, TextIO

LONGEST_TEXT = 2**24
"""Characters; a saved game has some ten thousand, a large set of cards a hundred thousand."""


def read_text(file: Path, encoding: str = "utf-8") -> str:
    """The text of a file; OSError if it is too long to be one of ours, as a device would be."""
    with file.open(encoding=encoding) as text:
        return read_all(text, str(file))


def read_bytes(file: Path) -> bytes:
    """The bytes of a file with a text, likewise."""
    with file.open("rb") as data:
        return _whole(data.read(LONGEST_TEXT + 1), str(file))


def read_all(text: TextIO, name: str) -> str:
    """All that there is to read, likewise."""
    return _whole(text.read(LONGEST_TEXT + 1), name)


def _whole(found: AnyStr, name: str) -> AnyStr:
    """What was read, if that is all of it."""
    if len(found) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), name)
    return found
