"""Machine code on disk: compiled once, for every process that comes after.

Each file holds one entry of one game for one kind of processor and one version of everything
involved, all of which its name identifies. So files are never changed, only created and removed,
and checkouts and processes can share them. A file is written whole or not at all. One that is
damaged, or cannot be read or written, is treated as missing.

The hash of a set of rules: what they compute, whatever their files look like.

It covers the bytecode of every rule that can be reached, which is what Numba compiles, and the
value of every constant that those rules name. So rewriting a comment or a docstring leaves it as
it is; changing a card or a shuffle does not. Files of source are not read: they may be edited, or
replaced by those of another version, while a process runs.
"""

import atexit
import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from enum import Enum
from functools import cache
from operator import attrgetter
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any
from uuid import uuid4

import numpy as np

from duelhall.engine.rule import python_function
from duelhall.engine.text import is_plain

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


HASH_LENGTH = 16
MAY_NAME = "it may name numbers, words, tuples, arrays, types and rules"
OF_OTHERS = ("numpy", "numba", "math")
"""Modules that do not change with ours; keeping track of their versions is Numba's business."""


def source_hash(functions: Iterable[Callable[..., Any]], *data: str) -> str:
    """The hash of these functions, of everything they reach, and of data given as text."""
    roots = list(map(python_function, functions))
    reached = _reached(roots)
    numbers = dict(zip(reached, range(len(reached)), strict=True))
    parts: list[Any] = [*data, *map(numbers.get, roots)]
    for function, used in reached.items():
        parts += [_described(function.__code__, function.__doc__)[0], *map(numbers.get, used, used)]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:HASH_LENGTH]


def sources_of(function: Callable[..., Any]) -> frozenset[bytes]:
    """The bytecode of a function, and that of everything that it reaches."""
    return frozenset(part.__code__.co_code for part in _reached([python_function(function)]))


def names_in(function: Callable[..., Any]) -> frozenset[str]:
    """The names that a function and everything it reaches look up, names of fields included."""
    reached = _reached([python_function(function)])
    return frozenset().union(*(_described(part.__code__, part.__doc__)[1] for part in reached))


def _reached(functions: Iterable[Any]) -> dict[Any, list[Any]]:
    """These functions and everything that they reach, each once, with what it uses from outside
    itself: names, other functions, and a text for everything else that differs if that does.
    """
    reached, waiting = dict[Any, list[Any]](), list(functions)
    for function in waiting:
        if function not in reached:
            reached[function] = _used(function)
            waiting += filter(callable, reached[function])
    return reached


PLAIN = (int, float, str, bool, type(None))
"""Types of values whose text is their own."""

CONTENTS = attrgetter("cell_contents")


def _used(function: Any) -> list[Any]:
    """What a function uses from outside itself; what is there now, for it can be replaced."""
    space, used = function.__globals__, list[Any]()
    _, names = _described(function.__code__, function.__doc__)
    for name in names:
        if name in space:
            thing, kind = space[name], type(space[name])
            if kind in PLAIN:
                used += name, repr(thing)
            elif kind is FunctionType and hasattr(thing, "rulings"):
                used += name, thing
            else:
                used += name, *_parts(thing, names)
    if function.__defaults__ or function.__kwdefaults__ or function.__closure__:
        cells = [*map(CONTENTS, function.__closure__ or ())]
        more = [*(function.__kwdefaults__ or {}).items()]
        used += _parts([function.__defaults__, more, cells], names)
    return used


def _parts(thing: Any, names: Iterable[str]) -> list[Any]:
    """What a value is made of, for a function that uses these names: functions, and texts."""
    source = getattr(thing, "py_func", thing)
    if isinstance(source, FunctionType) and hasattr(source, "rulings"):
        return [source]
    if source is not thing:
        return [source, str(thing.targetoptions)]
    if isinstance(thing, ModuleType):
        is_ours = thing.__name__.partition(".")[0] not in OF_OTHERS
        found = [name for name in names if is_ours and hasattr(thing, name)]
        return [part for name in found for part in (name, *_parts(getattr(thing, name), names))]
    if isinstance(thing, tuple | list):
        return ["(", *[part for each in thing for part in _parts(each, names)], ")"]
    return [_text(thing)]


def _text(thing: Any) -> str:
    """A value as a text that differs if the value does."""
    if isinstance(thing, np.ndarray):
        return f"{thing.dtype} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"
    if isinstance(thing, type):
        members = thing.__members__ if issubclass(thing, Enum) else ""
        return f"{thing.__module__}.{thing.__qualname__} {members}"
    if isinstance(thing, (*PLAIN, np.generic, np.dtype)):
        return f"{type(thing).__name__} {thing!r}"
    kind = type(thing).__name__
    raise TypeError(f"a rule names a {kind}, whose changes cannot be detected; {MAY_NAME}")


RUN = attrgetter(
    "co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_exceptiontable",
    "co_flags", "co_argcount", "co_kwonlyargcount", "co_posonlyargcount",
)  # fmt: skip
"""What Python runs and Numba compiles, besides constants."""


@cache
def _described(code: CodeType, docstring: str | None = None) -> tuple[str, Collection[str]]:
    """A text that differs if code does something else, and the names that it looks up; both with
    the functions inside it.
    """
    names, constants = dict.fromkeys(code.co_names), list(code.co_consts)
    if docstring is not None and constants[:1] == [docstring]:
        constants[0] = None
    for place, constant in enumerate(constants):
        if isinstance(constant, CodeType):
            constants[place], inner = _described(constant)
            names |= dict.fromkeys(inner)
        elif isinstance(constant, frozenset):
            constants[place] = sorted(constant, key=repr)
    return f"{RUN(code)} {constants}", names
