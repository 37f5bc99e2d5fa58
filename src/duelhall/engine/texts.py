"""Reading files that somebody names, which may be anything, and showing what is in them."""

import errno
import os
import re
import stat
import sys
from pathlib import Path
from typing import IO, Any, AnyStr, BinaryIO, TextIO

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


# --- showing: a bot's last words, a name in a file and that of a file may have codes in them ---

OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f"  # control characters but tabs and ends of lines
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]"  # directions, what is no text
)


def visible(text: str) -> str:
    """A text with signs for what a terminal would obey, as in JSON, which stays what it is."""
    return OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class VisibleStream:
    """A stream on which all that is written can be seen."""

    def __init__(self, stream: IO[str]) -> None:
        self.rich_proxied_file = stream  # Rich, which mixes codes into text, looks for this name

    def write(self, text: str) -> int:
        """Write a text so that all of it can be seen."""
        return self.rich_proxied_file.write(visible(text))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


def show_all() -> None:
    """Let all be seen that this process prints; a stream that was closed leads nowhere."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name) or os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")
        setattr(sys, name, VisibleStream(bare(stream)))


def bare(stream: IO[str]) -> IO[str]:
    """The stream behind others, for what has made its text visible."""
    while behind := getattr(stream, "rich_proxied_file", None):
        stream = behind
    return stream


def send(codes: str, stream: IO[str] | None = None) -> None:
    """Have a terminal obey codes of our own."""
    print(codes, end="", file=bare(stream or sys.stdout), flush=True)
