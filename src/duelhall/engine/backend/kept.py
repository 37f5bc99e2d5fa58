"""Machine code on disk: compiled once, for every process that comes after.

Each file holds one entry of one game for one kind of processor and one version of everything that
took part, all of which is in its name; so files are never changed, only made and removed, and
checkouts and processes can share them. A file comes into being whole or not at all. One that is
damaged, or cannot be read or written, is as good as none.
"""

import hashlib
import os
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

ENDING, UNFINISHED = ".code", ".part"
CHECKSUM_SIZE = hashlib.sha256().digest_size
DAY = 24 * 3600
LONGEST_UNUSED = 60 * DAY
"""Seconds after which a file that nobody has asked for is removed."""


def folder() -> Path | None:
    """Where machine code is kept: `NUMBA_CACHE_DIR`, or `duelhall` in the user's cache folder;
    None where there is no home.
    """
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "duelhall"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "duelhall"
    return None


def is_writable() -> bool:
    """Whether anything can be kept."""
    place = folder()
    if place is None:
        return False
    try:
        place.mkdir(parents=True, exist_ok=True)
        draft = place / f"{uuid4().hex}{UNFINISHED}"
        draft.touch()
        draft.unlink()
    except OSError:
        return False
    return True


def read(name: str) -> bytes | None:
    """What is kept under a name, if it is there and whole."""
    place = folder()
    if place is None:
        return None
    file = place / f"{name}{ENDING}"
    try:
        content = file.read_bytes()
    except OSError:
        return None
    data = content[CHECKSUM_SIZE:]
    if content[:CHECKSUM_SIZE] != hashlib.sha256(data).digest():
        return None
    _mark_used(file)
    return data


def write(name: str, data: bytes) -> None:
    """Keep data under a name, whole or, where that cannot be, not at all."""
    place = folder()
    if place is None:
        return
    draft = place / f"{uuid4().hex}{UNFINISHED}"
    try:
        place.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(hashlib.sha256(data).digest() + data)
        draft.replace(place / f"{name}{ENDING}")
    except OSError:
        with suppress(OSError):
            draft.unlink()
    else:
        _tidy(place)


def _mark_used(file: Path) -> None:
    """Note the day on which a file was asked for last."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)


@cache
def _tidy(place: Path) -> None:
    """Remove what nobody has asked for in a long time; once a process is enough."""
    with suppress(OSError):
        for file in place.iterdir():
            is_old = time.time() - file.stat().st_mtime > LONGEST_UNUSED
            if is_old and file.suffix in (ENDING, UNFINISHED):
                file.unlink()
