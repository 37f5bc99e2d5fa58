"""The names by which a template calls a game's functions.

A template imports them from here and is then bound to a game: `bound` puts the game's own functions
in their place. Called unbound, they say so.

Giving a function other globals: how one source is run compiled, interpreted and for any game.

A Python function is its code and the globals it looks names up in. With other globals the same
code calls other functions:

- a loop written once against `deal`, `legal` and `play` is bound to those of a game;
- a rule bound to globals in which every rule is replaced by its copy in machine code is a compiled
  game, in the same process as the interpreted one;
- bound to globals in which every rule is replaced by a copy that reports when it is called, it
  explains itself;
- bound to globals in which some rules are replaced by one that does nothing, it does without them.

A closure would do for the first, but every process would have to compile it again.
"""

import os
from collections.abc import Callable, Mapping
from functools import cache, update_wrapper
from threading import RLock
from types import FunctionType
from typing import Any, NoReturn

from duelhall.engine.rule import helper, is_rule, python_function
from duelhall.engine.sources import through_the_door


def _unbound(*_arguments: Any) -> NoReturn:
    raise NotImplementedError("a template runs only once it is bound to a game")


deal: Any = _unbound
deal_given: Any = _unbound
allowed: Any = _unbound
legal: Any = _unbound
play: Any = _unbound
forfeit: Any = _unbound
points: Any = _unbound
view: Any = _unbound
guess: Any = _unbound
observe: Any = _unbound
observed: Any = _unbound
plausible: Any = _unbound
estimate: Any = _unbound
give_unseen: Any = _unbound
first_deal: Any = _unbound
next_deal: Any = _unbound
lay_draws: Any = _unbound
settle_draws: Any = _unbound
next_draws: Any = _unbound
policy: Any = _unbound
policy_0: Any = _unbound
policy_1: Any = _unbound
play_game: Any = _unbound


AnyFunction = Callable[..., Any]


def with_globals(function: AnyFunction, names: Mapping[str, Any]) -> Any:
    """The same function, looking these names up first; nothing else about it changes."""
    source = python_function(function)
    return _copy(source, {**source.__globals__, **names})


def bound(template: AnyFunction, names: Mapping[str, Any]) -> Any:
    """A template that finds these names, and so do the helpers of its own module that it calls; a
    name can also stand for another helper than the module's own.
    """
    source = python_function(template)
    space = {**source.__globals__, **names}
    for name, thing in source.__globals__.items():
        is_own = is_rule(thing) and python_function(thing).__globals__ is source.__globals__
        if is_own and name not in names:
            space[name] = _copy(python_function(thing), space)
    return _copy(source, space)


def _copy(source: Any, names: dict[str, Any]) -> FunctionType:
    """A function with these globals that is otherwise like another one."""
    parts = (source.__name__, source.__defaults__, source.__closure__)
    copy = FunctionType(source.__code__, names, *parts)
    copy.__kwdefaults__ = source.__kwdefaults__
    return update_wrapper(copy, source)  # type: ignore[return-value]


_copying = RLock()
"""Held by the thread that makes copies, and by a thread that forks: the new process would wait
forever for a thread that it does not have.
"""

if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_copying.acquire,
        after_in_parent=_copying.release,
        after_in_child=_copying.release,
    )

Wrap = Callable[[AnyFunction, AnyFunction], AnyFunction]
"""Takes a source function and its copy, and returns what is called instead."""


class Copier:
    """Makes copies of rules: one of each, calling only copies.

    Threads may share it: a copy is handed out only once everything it calls has been copied too.
    """

    def __init__(self, wrap: Wrap) -> None:
        self._wrap = wrap
        self._finished: dict[int, AnyFunction] = {}
        self._spaces: dict[int, tuple[dict[str, Any], dict[str, Any]]] = {}
        self._copies: dict[int, tuple[AnyFunction, AnyFunction]] = {}

    def copy(self, function: AnyFunction) -> Any:
        """The copy of a function."""
        source = python_function(function)
        finished = self._finished.get(id(source))
        if finished is None:
            with _copying:
                finished = self._finished[id(source)] = self._copied(source)
        return finished

    def _copied(self, source: Any) -> Any:
        """The copy of a source function, along with copies of everything in its module."""
        space = self._space(source.__globals__)
        if id(source) not in self._copies:
            self._copies[id(source)] = source, self._wrap(source, _copy(source, space))
        return self._copies[id(source)][1]

    def _space(self, names: dict[str, Any]) -> dict[str, Any]:
        """A module's globals, with every rule in them replaced by its copy."""
        if id(names) not in self._spaces:
            space = dict(names)
            self._spaces[id(names)] = names, space
            for name, thing in names.items():
                if callable(thing) and is_rule(thing):
                    source = python_function(thing)
                    found = self._copies.get(id(source))
                    space[name] = found[1] if found else self._copied(source)
        return self._spaces[id(names)][1]


class Interpreter(Copier):
    """Makes copies for Python to run; one that draws asks the source of `chance_from` first."""

    def __init__(self, wrap: Wrap | None = None) -> None:
        super().__init__(
            (lambda source, copy: wrap(source, through_the_door(source, copy)))
            if wrap
            else through_the_door
        )


_INTERPRETER = Interpreter()


@cache
def interpreted(rule: AnyFunction) -> AnyFunction:
    """A rule as Python runs it; always the same copy."""
    copy: AnyFunction = _INTERPRETER.copy(rule)
    return copy


@helper
def nothing(*_arguments: Any) -> None:
    """What stands in for a rule that is left out."""


@cache
def leaving_out(rules: tuple[AnyFunction, ...]) -> Copier:
    """Makes copies of rules that do without these, which return nothing; always the same copies."""
    left_out = {id(python_function(rule)) for rule in rules}
    return Copier(lambda source, copy: nothing if id(source) in left_out else copy)
