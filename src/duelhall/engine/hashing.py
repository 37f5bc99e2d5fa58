"""The hash of a set of rules: what they compute, whatever their files look like.

It covers the source of every rule that can be reached, without comments, docstrings and layout,
and the value of every constant that those rules name. So a rewritten comment leaves it as it is,
and a changed card or shuffle does not.
"""

import hashlib
import inspect
import io
import tokenize
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np

from duelhall.engine.rule import is_rule, python_function

HASH_LENGTH = 16
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
BLOCKS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def source_hash(functions: Iterable[Callable[..., Any]], *data: str) -> str:
    """The hash of these functions, of everything that they reach, and of data given as text."""
    collector = _Collector()
    names = [collector.name(python_function(function)) for function in functions]
    text = "\n".join([*names, *collector.parts, *data])
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]


class _Collector:
    """Gathers all that functions run, each part once and in the order in which it is reached."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._names: dict[int, tuple[str, Any]] = {}

    def name(self, function: Any) -> str:
        """What a function is called here; all that it reaches is gathered with it."""
        if id(function) not in self._names:
            name = f"{len(self._names)} {function.__module__}.{function.__qualname__}"
            self._names[id(function)] = name, function  # which keeps it, and so its id
            self.parts.append(f"{name}: {_normal_source(function.__code__)}")
            for used, thing in _globals_used(function):
                self.parts.append(f"{name}.{used} = {self._text(thing)}")
        return self._names[id(function)][0]

    def _text(self, thing: Any) -> str:
        """A value that a function names, so that two texts differ where two values do."""
        if is_rule(thing):
            return self.name(python_function(thing))
        if isinstance(thing, np.ndarray):
            return f"{thing.dtype} {thing.shape} {hashlib.sha256(thing.tobytes()).hexdigest()}"
        if isinstance(thing, tuple | list):
            return f"({', '.join(self._text(item) for item in thing)})"
        if isinstance(thing, int | float | str | np.generic | None):
            return f"{type(thing).__name__} {thing!r}"
        return f"a {type(thing).__name__}"  # a module or a class, whose parts are named beside it


def _globals_used(function: Any) -> Iterator[tuple[str, Any]]:
    """What a function takes from outside itself, with the names it has there."""
    names = sorted(set(function.__code__.co_names))  # whose order is the compiler's business
    for name in names:
        if name in function.__globals__:
            thing = function.__globals__[name]
            yield name, thing
            if isinstance(thing, ModuleType) and thing.__name__.partition(".")[0] != "numpy":
                yield from ((f"{name}.{part}", getattr(thing, part, None)) for part in names)
    yield "defaults", function.__defaults__
    cells = function.__closure__ or ()
    yield "closure", tuple(cell.cell_contents for cell in cells)


@cache
def _normal_source(code: Any) -> str:
    """A function's source as its tokens."""
    lines = io.StringIO(inspect.getsource(code))
    return " ".join(_tokens(tokenize.generate_tokens(lines.readline)))


def _tokens(tokens: Iterable[tokenize.TokenInfo]) -> Iterator[str]:
    """The tokens that mean something: no comment, no docstring, no layout but the blocks."""
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
