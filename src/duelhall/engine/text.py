"""Text of all kinds: English with numbers in it, columns, files, and what others have written."""

import errno
import os
import re
import stat
import sys
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, Any, AnyStr, BinaryIO, TextIO
from unicodedata import category

from duelhall.engine.errors import (
    BadArgument,
    BadPosition,
    DuelhallError,
    meant,
    no_such,
    shortened,
)


def counted(number: int, noun: str) -> str:
    """So many of something: `1 card`, `2 cards`, `1,000 armies`."""
    is_changed = noun.endswith("y") and noun[-2] not in "aeiou"
    plural = f"{noun[:-1]}ies" if is_changed else f"{noun}s"
    return f"{number:,} {noun if number == 1 else plural}"


def capitalized(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """A text as a sentence, with a full stop, whether or not it has one already."""
    return f"{capitalized(text).removesuffix('.')}."


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


LONGEST_TEXT = 2**24
"""Characters; a saved game has some ten thousand, the settings of a tournament a million."""

LONGEST_SOURCE = 2**16
"""Characters of what somebody writes: cards, a drawing, a position; the standard set has 22,000."""

LONGEST_NAME = 2**18
"""Characters of a game's full name with all cards of both decks; ready-made ones take 9,000."""

MOST_MARKS = 30
"""How many marks can follow one letter: as many as Unicode's format for streams allows."""

MOST_NESTED = 16
LONGEST_WORD = 200
LONG_STRING = r"""\"{3}(?:\\.|(?!"{3})[^\\])*+(?:"{3,5})?|'{3}(?:(?!'{3}).)*+(?:'{3,5})?"""
STRING_OR_COMMENT = r"""\"(?:\\.|[^"\\\n])*+"?|'[^'\n]*+'?|\#[^\n]*+"""
SIGN_OR_WORD = rf"[\[{{\]}}.,\n]|[\w-]{{{LONGEST_WORD + 1},}}"
NESTING = re.compile(f"{LONG_STRING}|{STRING_OR_COMMENT}|{SIGN_OR_WORD}", re.DOTALL)
"""What nests tables and lists in TOML and JSON, and what is to be read over; each sign once."""

Refusal = Callable[[str], Exception]


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


def checked_source(
    text: str, refuse: Refusal, longest: int = LONGEST_SOURCE, widest: int = LONGEST_TEXT
) -> str:
    """A text that takes no longer to read than others of its length; else `refuse` is raised."""
    if len(text) > longest:
        raise refuse(f"this has {len(text):,} characters, and can have {longest:,}: shorten it")
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > widest:
            raise refuse(f"line {number} has more than {widest:,} characters: shorten it")
        if not line.isascii() and "M" * (MOST_MARKS + 1) in "".join(category(c)[0] for c in line):
            raise refuse(f"line {number} has more than {MOST_MARKS} marks on a letter: remove them")
    return text


def checked_nesting(text: str, refuse: Refusal, longest: int = LONGEST_SOURCE) -> str:
    """A text in TOML or JSON, likewise, whose tables and lists are not too deep in each other."""
    dots = [0]  # in the key before each bracket that is open
    for found in NESTING.finditer(checked_source(text, refuse, longest)):
        sign = found[0]
        if sign in "[{":
            dots.append(0)
        elif sign in "]}":
            dots = dots[:-1] or [0]
        elif sign in ",\n":
            dots[-1] = 0
        dots[-1] += sign == "."
        is_long = len(sign) > LONGEST_WORD and sign[0] not in "\"'#"
        if is_long or len(dots) - 1 + sum(dots) > MOST_NESTED:
            line = text.count("\n", 0, found.start()) + 1
            what = f"a name or a number of more than {LONGEST_WORD} characters"
            deep = f"more than {MOST_NESTED} brackets and dots inside each other"
            raise refuse(f"line {line} has {what if is_long else deep}: take some away")
    return text


def checked_text(what: str, given: str, longest: int = LONGEST_SOURCE) -> str:
    """A string that can be read in a time that its length bounds."""
    if not isinstance(given, str):
        raise BadArgument(what, "text", given)
    return checked_source(given, lambda says: DuelhallError(f"{what}: {says}"), longest)


NO_PATH = re.compile("[\0\ud800-\udc7f\udd00-\udfff]")
"""What no path has in it: bytes that are no text are \\udc80 to \\udcff in Python."""


def checked_path(given: str | Path) -> Path:
    """The path of a file."""
    if not isinstance(given, str | Path) or not Path(given).name or NO_PATH.search(str(given)):
        raise BadArgument("a file", "text or a path", given)
    return Path(given)


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


LONGEST_NUMBER = 6
"""How many digits a number of a position can have; Python refuses to read very long ones."""


def entries(parts: Iterable[str], names: Collection[str], flag: str = "") -> dict[str, str]:
    """Parts written as name=value by their names; BadPosition for any other, and for one twice. A
    flag is a name without a value.
    """
    found: dict[str, str] = {}
    for part in parts:
        name, equals, value = part.partition("=")
        if name not in names:
            raise BadPosition(no_such("entry", name, names, "a position"))
        if name in found or bool(equals) == (name == flag):
            also = f" or {flag}" if flag else ""
            raise BadPosition(
                f"expected each entry once, as name=value{also}, not {shortened(part)}"
            )
        found[name] = value
    return found


def number(text: str, bound: int) -> int:
    """A number from 0 to bound - 1; BadPosition if the text is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
    if not is_number or int(text) >= bound:
        raise BadPosition(f"expected a number below {bound}, not {shortened(text)}")
    return int(text)


def signed(text: str, bound: int) -> int:
    """A number that can also be below 0."""
    size = number(text.removeprefix("-"), bound)
    return -size if text.startswith("-") else size


def pair(found: Mapping[str, str], name: str) -> list[str]:
    """What an entry says of each seat; 0 of both where it is left out."""
    first, colon, second = found.get(name, "0:0").partition(":")
    if not colon or ":" in second:
        raise BadPosition(f"expected {name}=0:0, not {shortened(found[name])}")
    return [first, second]


def choice(text: str, words: Sequence[str]) -> int:
    """The place of a word among others; BadPosition if it is none of them."""
    if text not in words:
        near = meant(text, words)
        raise BadPosition(f"expected one of {', '.join(words)}, not {shortened(text)}{near}")
    return words.index(text)


MOST_KEPT = 16 * 1024
"""How many bytes are kept of what a player writes besides its answers."""


class Excerpt:
    """The beginning and the end of a text of any length, as it comes."""

    def __init__(self, limit: int = MOST_KEPT) -> None:
        self._half, self.size = limit // 2, 0
        self._head, self._tail = bytearray(), bytearray()

    def add(self, data: bytes) -> None:
        """Append this."""
        self.size += len(data)
        room = self._half - len(self._head)
        self._head += data[:room]
        self._tail += data[max(room, 0) :]
        del self._tail[: max(0, len(self._tail) - self._half)]

    def text(self) -> str:
        """What is kept, with a note on what was left out."""
        left_out = self.size - len(self._head) - len(self._tail)
        gap = f"\n[... {left_out} bytes left out ...]\n".encode() if left_out else b""
        return (bytes(self._head) + gap + bytes(self._tail)).decode(errors="replace")
