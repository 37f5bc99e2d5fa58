"""Machine code on disk: compiled once, for every process that comes after.

Each file holds one entry of one game for one kind of processor and one version of everything
involved, all of which its name identifies. So files are never changed, only created and removed,
and checkouts and processes can share them. A file is written whole or not at all. One that is
damaged, or cannot be read or written, is treated as missing.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from uuid import uuid4

from duelhall.engine.texts import is_plain

ENDING, UNFINISHED = ".code", ".part"
CHECKSUM_SIZE = hashlib.sha256().digest_size
LARGEST = 2**26
"""Bytes; what an entry compiles to is about a hundredth of it at most."""

DAY = 24 * 3600
LONGEST_UNUSED = 60 * DAY
"""Seconds after which a file that has not been used is removed."""


def folder() -> Path | None:
    """Where machine code is stored: `NUMBA_CACHE_DIR`, or `duelhall` in the user's cache folder;
    None if there is no home folder.
    """
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    if caches := os.environ.get("XDG_CACHE_HOME"):
        return Path(caches) / "duelhall"
    with suppress(RuntimeError):
        return Path.home() / ".cache" / "duelhall"
    return None


@cache
def _private_folder() -> Path | None:
    """A folder for this process and those that it starts, if there is no better one; it is
    removed when the process ends.
    """
    try:
        place = Path(tempfile.mkdtemp(prefix="duelhall-code-"))
    except OSError:
        return None
    atexit.register(_remove, place, os.getpid())
    return place


def _remove(place: Path, owner: int) -> None:
    """Remove a folder, if this is the process that made it and not a fork of that process."""
    if os.getpid() == owner:
        shutil.rmtree(place, ignore_errors=True)


def _places() -> list[Path]:
    """Where machine code may be stored, the best place first."""
    lasting = folder()
    if lasting is not None and _is_writable(lasting):
        return [lasting]
    return [place for place in (lasting, _private_folder()) if place is not None]


def is_writable() -> bool:
    """Whether anything can be stored, if only for this process and those that it starts."""
    return any(_is_writable(place) for place in _places())


def outlasts_this_run() -> bool:
    """Whether what is stored is there for later processes, too."""
    place = folder()
    return place is not None and _is_writable(place)


@cache
def _is_writable(place: Path) -> bool:
    try:
        place.mkdir(parents=True, exist_ok=True)
        draft = place / f"{uuid4().hex}{UNFINISHED}"
        draft.touch()
        draft.unlink()
    except OSError:
        return False
    return True


def read(name: str) -> bytes | None:
    """What is stored under a name, if it is there and intact."""
    found = (_read(place / f"{name}{ENDING}") for place in _places())
    return next((data for data in found if data is not None), None)


def has_any(start: str) -> bool:
    """Whether anything is stored under a name that begins like this."""
    return any(
        name.startswith(start) and name.endswith(ENDING)
        for place in _places()
        for name in _names_in(place)
    )


def _names_in(place: Path) -> list[str]:
    try:
        return [file.name for file in place.iterdir()]
    except OSError:
        return []


def _read(file: Path) -> bytes | None:
    try:
        if not _may_be_code(file):
            return None
        content = file.read_bytes()
    except OSError:
        return None
    data = content[CHECKSUM_SIZE:]
    if content[:CHECKSUM_SIZE] != hashlib.sha256(data).digest():
        return None
    _mark_used(file)
    return data


def _may_be_code(file: Path) -> bool:
    """Whether this is a plain file of a likely size."""
    status = file.stat()
    return is_plain(status) and status.st_size <= LARGEST


def write(name: str, data: bytes) -> None:
    """Store data under a name, whole or, if that is impossible, not at all."""
    place = next(filter(_is_writable, _places()), None)
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
    """Note the day on which a file was last used."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)


@cache
def _tidy(place: Path) -> None:
    """Remove what has not been used for a long time; once per process is enough."""
    with suppress(OSError):
        for file in place.iterdir():
            is_old = time.time() - file.stat().st_mtime > LONGEST_UNUSED
            if is_old and file.suffix in (ENDING, UNFINISHED):
                file.unlink()
