"""Reading files that somebody names, which may be anything."""

import errno
import os
import stat
from pathlib import Path
from typing import AnyStr, BinaryIO, TextIO

from duelhall.engine.errors import DuelhallError

LONGEST_TEXT = 2**24
"""Characters; a saved game has some ten thousand, a large set of cards a hundred thousand."""


class NotPlain(DuelhallError):
    """Something in place of a file: a pipe, a device, a folder."""


def is_plain(status: os.stat_result) -> bool:
    """Whether this is a plain file: reading another could take forever, or all memory."""
    return stat.S_ISREG(status.st_mode)


def check_plain(file: Path) -> None:
    """NotPlain if there is something else in place of a file; there may be nothing."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return
    if not is_plain(status):
        raise NotPlain(f"{file} is not a plain file, and nothing else is read there: move it away")


def open_plain(file: Path) -> BinaryIO:
    """A file, open to be read; NotPlain if it is none."""
    check_plain(file)
    return file.open("rb")


def read_text(file: Path, encoding: str = "utf-8") -> str:
    """The text of a file; OSError if it is too long to be one of ours, as a device would be."""
    with file.open(encoding=encoding) as text:
        return read_all(text, str(file))


def read_bytes(file: Path) -> bytes:
    """The bytes of a plain file with a text, likewise."""
    with open_plain(file) as data:
        return _whole(data.read(LONGEST_TEXT + 1), str(file))


def read_all(text: TextIO, name: str) -> str:
    """All that there is to read, likewise."""
    return _whole(text.read(LONGEST_TEXT + 1), name)


def _whole(found: AnyStr, name: str) -> AnyStr:
    """What was read, if that is all of it."""
    if len(found) > LONGEST_TEXT:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), name)
    return found
