"""Machine code on disk: compiled once, for every process that comes after.

Each file holds one entry of one game for one kind of processor and one version of everything that
took part, all of which is in its name; so files are never changed, only made and removed, and
checkouts and processes can share them. A file comes into being whole or not at all. One that is
damaged, or cannot be read or written, is as good as none: then the code is compiled.
"""

import hashlib
import os
import pickle
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import llvmlite
import numba
import numpy as np
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps

LAYOUT = 1
"""Raised when the way in which entries are compiled changes."""

ENDING, UNFINISHED = ".code", ".part"
CHECKSUM = hashlib.sha256
CHECKSUM_SIZE = CHECKSUM().digest_size
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


class KeptCode(NullCache):  # type: ignore[misc]  # Numba has no types
    """The files of one entry, in the place of Numba's own cache."""

    def __init__(self, name: str) -> None:
        self._name, self._folder = name, folder()

    @property
    def cache_path(self) -> str:
        """Where the files are."""
        return str(self._folder)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is kept for arguments of these types, made ready to run; None if nothing is."""
        target_context.refresh()
        data = self._read(self._file(sig, target_context.codegen()))
        if data is None:
            return None
        return CompileResult._rebuild(target_context, *pickle.loads(data))  # noqa: SLF001, as Numba's own does

    def save_overload(self, sig: Any, cres: Any) -> None:
        """Keep what was compiled for arguments of these types."""
        if cres.library.has_dynamic_globals:  # addresses in this process
            return
        data = dumps(cres._reduce())  # noqa: SLF001, as Numba's own does
        if file := self._file(sig, cres.codegen):
            _write(file, CHECKSUM(data).digest() + data)

    def _file(self, sig: Any, codegen: Any) -> Path | None:
        """The file for arguments of these types."""
        if self._folder is None:
            return None
        versions = (numba.__version__, llvmlite.__version__, np.__version__, sys.version)
        key = repr((LAYOUT, versions, codegen.magic_tuple(), str(sig)))
        return (
            self._folder / f"{self._name}-{hashlib.sha256(key.encode()).hexdigest()[:16]}{ENDING}"
        )

    @staticmethod
    def _read(file: Path | None) -> bytes | None:
        """What is in a file, if it is whole."""
        try:
            content = file.read_bytes() if file else b""
        except OSError:
            return None
        data = content[CHECKSUM_SIZE:]
        if file is None or content[:CHECKSUM_SIZE] != CHECKSUM(data).digest():
            return None
        _mark_used(file)
        return data


def _write(file: Path, content: bytes) -> None:
    """Write a file whole or, where that cannot be, not at all."""
    draft = file.with_name(f"{uuid4().hex}{UNFINISHED}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        draft.write_bytes(content)
        draft.replace(file)
    except OSError:
        with suppress(OSError):
            draft.unlink()
    else:
        _tidy(file.parent)


def _mark_used(file: Path) -> None:
    """Note the day on which a file was asked for last."""
    with suppress(OSError):
        if time.time() - file.stat().st_mtime > DAY:
            os.utime(file)


@cache
def _tidy(folder: Path) -> None:
    """Remove what nobody has asked for in a long time; once a process is enough."""
    with suppress(OSError):
        for file in folder.iterdir():
            old = time.time() - file.stat().st_mtime > LONGEST_UNUSED
            if old and file.suffix in (ENDING, UNFINISHED):
                file.unlink()
