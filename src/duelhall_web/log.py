"""What the owner of a server finds in its log: a line for each thing, and each kind once a minute,
so that strangers cannot fill a disk with it.
"""

import asyncio
import logging
import time
from pathlib import Path
from traceback import extract_tb
from typing import Any, TextIO
from zlib import crc32

from duelhall.engine.errors import DuelhallError

MINUTE = 60.0
LONGEST = 1000
"""How many characters of a line are written."""

FRAMES = 4
"""How many of the functions are named in which an error arose."""

REFUSED = "ASGI callable returned without completing handshake."
"""What uvicorn says when a WebSocket is refused, which is no error."""

log = logging.getLogger("duelhall_web")


class LogHandler(logging.StreamHandler[TextIO]):
    """Writes a line for each record, and for those that are made of one text only once a minute."""

    def __init__(self) -> None:
        super().__init__()
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether nothing of this kind was said in the last minute."""
        now, kind = time.monotonic(), str(record.msg)
        self._said = {said: then for said, then in self._said.items() if now - then < MINUTE}
        if kind in self._said or kind == REFUSED:
            return False
        self._said[kind] = now
        return True

    def format(self, record: logging.LogRecord) -> str:
        """A line: when, how bad, what, and if that is an error, where it arose."""
        text = f"{time.strftime('%F %T')} {record.levelname.lower()}: {record.getMessage()}"
        if record.exc_info and record.exc_info[1]:
            text += f" {_described(record.exc_info[1])}"
        return "".join(letter if letter.isprintable() else " " for letter in text)[:LONGEST]


def _described(error: BaseException) -> str:
    """An error and where it arose, the innermost function first."""
    places = [
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}"
        for frame in reversed(extract_tb(error.__traceback__)[-FRAMES:])
    ]
    return f"{type(error).__name__}: {error} ({' < '.join(places)})"


def unforeseen(error: BaseException) -> str:
    """Log an error that nobody has thought of. Returns what to say to whoever meets with it, with a
    number by which the owner finds it; those that arise at the same place share one.
    """
    place = [(frame.filename, frame.lineno) for frame in extract_tb(error.__traceback__)[-1:]]
    number = f"{crc32(f'{type(error)} {place}'.encode()):08x}"
    log.error(f"error {number}: %s", _described(error))
    return f"something went wrong; the owner of this server finds it in the log as error {number}"


def notice(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log what went wrong in a task or a callback where nobody waits for it."""
    error = context.get("exception") or RuntimeError(context["message"])
    if not isinstance(error, DuelhallError):  # those are told or logged where they arise
        unforeseen(error)
