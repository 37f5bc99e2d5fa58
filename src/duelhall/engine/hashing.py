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
from typing import Any

import numpy as np

from duelhall.engine.rule import is_rule, python_function

HASH_LENGTH = 16
LAYOUT = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
BLOCKS = (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)


def source_hash(functions: Iterable[Callable[..., Any]], *data: str) -> str:
    """The hash of these functions, of everything that they reach, and of data given as text."""
    parts: dict[str, str] = {}
    for function in functions:
        _collect(python_function(function), parts)
    text = "\n".join([f"{name}: {parts[name]}" for name in sorted(parts)] + list(data))
    return hashlib.sha256(text.encode()).hexdigest()[:HASH_LENGTH]


def _collect(function: Any, parts: dict[str, str]) -> None:
    """Add a function, the constants it names and the functions it calls."""
    name = _name(function)
    if name in parts:
        return
    parts[name] = _normal_source(function.__code__)
    for used in function.__code__.co_names:
        thing = function.__globals__.get(used)
        if is_rule(thing):
            parts[f"{name}.{used}"] = _name(python_function(thing))
            _collect(python_function(thing), parts)
        elif isinstance(thing, np.ndarray):
            parts[f"{name}.{used}"] = f"{thing.dtype} {thing.tolist()}"
        elif isinstance(thing, int | float | str | tuple):
            parts[f"{name}.{used}"] = repr(thing)


def _name(function: Any) -> str:
    return f"{function.__module__}.{function.__name__}"


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
