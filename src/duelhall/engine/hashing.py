"""The hash of a set of rules: what they compute, whatever their files look like.

It covers the source of every rule that can be reached, without comments, docstrings and layout,
and the value of every constant that those rules name. So rewriting a comment leaves it as it is;
changing a card or a shuffle does not.
"""

import hashlib
import inspect
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache
from types import CodeType, ModuleType
from typing import Any

import numpy as np

from duelhall.engine.rule import is_rule, python_function

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
            self.sources.append(_normal_source(function.__code__))
            self.parts.append(f"{name}: {self.sources[-1]}")
            self.words |= _names(function.__code__)
            for used, thing in _globals_used(function):
                self.parts.append(f"{name}.{used} = {self._text(thing)}")
        return self._names[id(function)][0]

    def _text(self, thing: Any) -> str:
        """A value that a function names, as a text that differs if the value does."""
        if is_rule(thing) or hasattr(thing, "py_func"):
            return self.name(python_function(thing))
        if isinstance(thing, np.ndarray):
            return f"{thing.dtype} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"
        if isinstance(thing, tuple | list):
            return f"({', '.join(self._text(item) for item in thing)})"
        if isinstance(thing, type):
            members = thing.__members__ if issubclass(thing, Enum) else ""
            return f"{thing.__module__}.{thing.__qualname__} {members}"
        if isinstance(thing, int | float | str | np.generic | np.dtype | None):
            return f"{type(thing).__name__} {thing!r}"
        kind = type(thing).__name__
        raise TypeError(f"a rule names a {kind}, whose changes cannot be detected; {MAY_NAME}")


def _globals_used(function: Any) -> Iterator[tuple[str, Any]]:
    """What a function takes from outside itself, by the names it uses."""
    names = sorted(_names(function.__code__))  # their own order is the compiler's business
    for name in names:
        if name in function.__globals__:
            yield from _unpacked(name, function.__globals__[name], names)
    yield "defaults", function.__defaults__
    yield "closure", tuple(cell.cell_contents for cell in function.__closure__ or ())


def _names(code: CodeType) -> set[str]:
    """The names that code looks up, including the functions inside it."""
    inner = [part for part in code.co_consts if isinstance(part, CodeType)]
    return set(code.co_names).union(*(_names(part) for part in inner))


def _unpacked(name: str, thing: Any, names: list[str]) -> Iterator[tuple[str, Any]]:
    """A value or, for a module of ours, what may be taken from it."""
    if not isinstance(thing, ModuleType):
        yield name, thing
    elif thing.__name__.partition(".")[0] not in OF_OTHERS:
        for part in names:
            if hasattr(thing, part):
                yield from _unpacked(f"{name}.{part}", getattr(thing, part), names)


@cache
def _normal_source(code: Any) -> str:
    """A function's source as its tokens."""
    lines = io.StringIO(inspect.getsource(code))
    return " ".join(_tokens(tokenize.generate_tokens(lines.readline)))


def _tokens(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[str]:
    """The tokens that mean something: no comments, docstrings or layout other than indentation."""
    before, in_docstring = tokenize.NEWLINE, False
    for token in tokens:
        if token.type in LAYOUT:
            continue
        starts_statement = before in BLOCKS
        before = token.type
        if token.type == tokenize.STRING and starts_statement:
            in_docstring = True
        elif in_docstring:  # this is the end of its line
            in_docstring = False
        else:
            yield tokenize.tok_name[token.type] if token.type in BLOCKS else token.string
