"""Giving a function other globals: how one source is run compiled, interpreted and for any game.

A Python function is its code and the globals it looks names up in. With other globals the same
code calls other functions:

- a loop written once against `deal`, `legal` and `play` is bound to a game's, and compiled. A
  closure would do, but Numba does not keep those on disk; a bound function it does;
- a rule bound to globals in which every rule is an interpreted copy of itself is an interpreted
  game, in the same process as the compiled one, and each copy can report that it fired.
"""

from collections.abc import Callable, Mapping
from functools import cache, update_wrapper
from types import FunctionType
from typing import Any

from duelhall.engine.hashing import source_hash
from duelhall.engine.rule import compiled, is_rule, python_function
from duelhall.engine.sources import through_the_door

AnyFunction = Callable[..., Any]


def with_globals(function: AnyFunction, names: Mapping[str, Any]) -> Any:
    """The same function, looking these names up first; nothing else about it changes."""
    source = python_function(function)
    return _copy(source, {**source.__globals__, **names})


def _copy(source: Any, names: dict[str, Any]) -> FunctionType:
    """A function with these globals that is like another one in all else."""
    parts = (source.__name__, source.__defaults__, source.__closure__)
    copy = FunctionType(source.__code__, names, *parts)
    copy.__kwdefaults__ = source.__kwdefaults__
    return update_wrapper(copy, source)  # type: ignore[return-value]


def bound(template: AnyFunction, game: str, functions: Mapping[str, AnyFunction]) -> AnyFunction:
    """A template compiled for a game, and kept on disk until anything it runs changes.

    Numba asks only whether the template's own file has changed. The name that it files the
    machine code under therefore carries the hash of every rule that the template can reach.
    """
    function = with_globals(template, functions)
    function.__qualname__ = f"{template.__name__}.{game}.{source_hash([function])}"
    machine_code: AnyFunction
    try:
        machine_code = compiled(function, cache=True)
    except RuntimeError:  # there is no folder to keep it in: it is compiled in every process
        machine_code = compiled(function)
    return machine_code


class Interpreter:
    """Makes interpreted copies of rules, each of which calls interpreted copies only.

    `wrap` is given every source function and its copy, and returns what is called in its stead.
    Where a copy draws by chance, it asks `sources.chance_from` first.
    """

    def __init__(
        self, wrap: Callable[[AnyFunction, AnyFunction], AnyFunction] | None = None
    ) -> None:
        self._wrap = wrap or (lambda _source, copy: copy)
        self._spaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}

    def copy(self, function: AnyFunction) -> Any:
        """The interpreted copy of a function."""
        source = python_function(function)
        copy = _copy(source, self._space(source.__globals__))
        return self._wrap(source, through_the_door(source, copy))

    def _space(self, names: dict[str, Any]) -> dict[str, Any]:
        """A module's globals, with every rule in them replaced by its copy."""
        if id(names) not in self._spaces:
            space = dict(names)
            self._spaces[id(names)] = names, space
            for name, thing in names.items():
                if is_rule(thing):
                    space[name] = self.copy(thing)
        return self._spaces[id(names)][1]


@cache
def interpreted(rule: AnyFunction) -> AnyFunction:
    """The interpreted copy of a rule, kept: what is needed now and then need not be compiled."""
    plain: AnyFunction = Interpreter().copy(rule)
    return plain
