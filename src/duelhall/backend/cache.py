"""Machine code on disk: compiled once, for every process that comes after.

Each file holds one entry of one game for one kind of processor and one version of everything
involved, all of which its name identifies. So files are never changed, only created and removed,
and checkouts and processes can share them. A file is written whole or not at all. One that is
damaged, or cannot be read or written, is treated as missing.

The hash of a set of rules: what they compute, whatever their files look like.

It covers the source of every rule that can be reached, without comments, docstrings and layout,
and the value of every constant that those rules name. So rewriting a comment leaves it as it is;
changing a card or a shuffle does not.
"""

import atexit
import hashlib
import inspect
import io
import os
import shutil
import tempfile
import time
import tokenize
from collections.abc import Callable, Iterable, Iterator
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
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
MAY_NAME = "it may name numbers, words, tuples, arrays, types and rules"
OF_OTHERS = ("numpy", "numba", "math")
"""Modules that do not change with ours; keeping track of their versions is Numba's business."""
BLOCKS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def source_hash(functions: Iterable[Callable[..., Any]], *data: str) -> str:
    """The hash of these functions, of everything they reach, and of data given as text."""
    collector = _Collector()
    names = [collector.name(python_function(function)) for function in functions]
    text = "\n".join([*names, *collector.parts, *data])
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]


def sources_of(function: Callable[..., Any]) -> frozenset[str]:
    """The sources of a function and of everything that it reaches."""
    collector = _Collector()
    collector.name(python_function(function))
    return frozenset(collector.sources)


def names_in(function: Callable[..., Any]) -> frozenset[str]:
    """The names that a function and everything it reaches look up, names of fields included."""
    collector = _Collector()
    collector.name(python_function(function))
    return frozenset(collector.words)


class _Collector:
    """Gathers everything that functions run, each part once, in the order it is reached."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.sources: list[str] = []
        self.words: set[str] = set()
        self._names: dict[int, tuple[str, Any]] = {}

    def name(self, function: Any) -> str:
        """What a function is called here; everything it reaches is gathered with it."""
        if id(function) not in self._names:
            name = f"{len(self._names)} {function.__module__}.{function.__qualname__}"
            self._names[id(function)] = name, function  # which holds on to it, and so to its id
            code = function.__code__
            self.sources.append(_normal_source(code))
            self.parts.append(f"{name}: {self.sources[-1]}")
            self.words |= _names(code)
            for used, thing in _globals_used(function):
                kind = type(thing)
                text = f"{kind.__name__} {thing!r}" if kind in PLAIN else self._text(thing)
                self.parts.append(f"{name}.{used} = {text}")
        return self._names[id(function)][0]

    def _text(self, thing: Any) -> str:
        """A value that a function names, as a text that differs if the value does."""
        if (known := self._names.get(id(thing))) is not None:
            return known[0]
        source = getattr(thing, "py_func", thing)
        if source is not thing or (isinstance(source, FunctionType) and hasattr(source, "rulings")):
            return self.name(source)
        if isinstance(thing, np.ndarray):
            return f"{thing.dtype} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"
        if isinstance(thing, tuple | list):
            return f"({', '.join(map(self._text, thing))})"
        if isinstance(thing, type):
            members = thing.__members__ if issubclass(thing, Enum) else ""
            return f"{thing.__module__}.{thing.__qualname__} {members}"
        if isinstance(thing, int | float | str | np.generic | np.dtype | None):
            return f"{type(thing).__name__} {thing!r}"
        kind = type(thing).__name__
        raise TypeError(f"a rule names a {kind}, whose changes cannot be detected; {MAY_NAME}")


CONTENTS = attrgetter("cell_contents")
PLAIN = (int, float, str, bool, type(None))
"""Types of values whose text is their own."""


def _globals_used(function: Any) -> list[tuple[str, Any]]:
    """What a function takes from outside itself, by the names it uses."""
    space, used = function.__globals__, list[tuple[str, Any]]()
    names = sorted(_names(function.__code__))  # their own order is the compiler's business
    for name in names:
        if name in space and isinstance(space[name], ModuleType):
            used += _taken_from(space[name], name, names)
        elif name in space:
            used.append((name, space[name]))
    closure = tuple(map(CONTENTS, function.__closure__ or ()))
    return [*used, ("defaults", function.__defaults__), ("closure", closure)]


@cache
def _names(code: CodeType) -> frozenset[str]:
    """The names that code looks up, including the functions inside it."""
    names = frozenset(code.co_names)
    for part in code.co_consts:
        if isinstance(part, CodeType):
            names |= _names(part)
    return names


def _taken_from(module: ModuleType, place: str, names: list[str]) -> Iterator[tuple[str, Any]]:
    """What may be taken from a module of ours."""
    for part in [] if module.__name__.partition(".")[0] in OF_OTHERS else names:
        if hasattr(module, part):
            thing = getattr(module, part)
            if isinstance(thing, ModuleType):
                yield from _taken_from(thing, f"{place}.{part}", names)
            else:
                yield f"{place}.{part}", thing


@cache
def _normal_source(code: Any) -> str:
    """A function's source as the tokens that mean something: no comments, docstrings or layout
    other than indentation.
    """
    lines = io.StringIO(inspect.getsource(code))
    words, before, in_docstring = list[str](), tokenize.NEWLINE, False
    for token in tokenize.generate_tokens(lines.readline):
        if token.type in LAYOUT:
            continue
        starts_statement = before in BLOCKS
        before = token.type
        if token.type == tokenize.STRING and starts_statement:
            in_docstring = True
        elif in_docstring:  # this is the end of its line
            in_docstring = False
        else:
            is_block = token.type in BLOCKS
            words.append(tokenize.tok_name[token.type] if is_block else token.string)
    return " ".join(words)
