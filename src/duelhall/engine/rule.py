"""The decorators: what makes a Python function a rule, and what is computed only once.

A rule stays the Python function it is, and runs as such wherever Python calls it. How the rules of
a game run is a matter of `backend`, which makes copies of them in machine code.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, Generic, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])
Value = TypeVar("Value")


def rule(*rulings: str, secret: bool = False) -> Callable[[Function], Function]:
    """Make a function the rule of these rulings; the first paragraph of its docstring is the rule.

    A rule fires when it is called, and that is what explaining a move reports. One that looks
    whether it applies returns False where it does not, and then it has not fired. That a secret
    rule fired is told to nobody but the player whose move it was.
    """

    def mark(function: Function) -> Function:
        function.rulings = rulings  # type: ignore[attr-defined]
        function.secret = secret  # type: ignore[attr-defined]
        return function

    return mark


def helper(function: Function) -> Function:
    """Make a function callable from rules without being one: it has no ruling and never fires."""
    return rule()(function)


def tell_calls_of(*helpers: Callable[..., Any]) -> None:
    """Have the trace of a move tell when these helpers were called, with what, and what came of it.

    They stay helpers: they have no ruling and never fire.
    """
    for function in helpers:
        python_function(function).is_told = True


def python_function(function: Callable[..., Any]) -> Any:
    """The Python source function behind a compiled one, or the function itself."""
    return getattr(function, "py_func", function)


def is_rule(thing: object) -> bool:
    """Whether this is a rule or a helper, compiled or not."""
    source = getattr(thing, "py_func", thing)
    return isinstance(source, FunctionType) and hasattr(source, "rulings")


def sentence(function: Callable[..., Any]) -> str:
    """The rule in words: the first paragraph of its docstring."""
    text = python_function(function).__doc__ or ""
    return " ".join(text.strip().split("\n\n")[0].split())


class computed_once(Generic[Value]):  # noqa: N801, a decorator
    """Like `functools.cached_property`, which until Python 3.12 holds a lock while it computes: a
    process forked at that moment waits for it forever. Here two threads may compute the same.
    """

    def __init__(self, compute: Callable[[Any], Value]) -> None:
        self._compute, self._name = compute, compute.__name__
        self.__doc__ = compute.__doc__

    def __repr__(self) -> str:
        return "<computed once>"  # for `help`, which shows it before its docstring

    def __get__(self, instance: Any, owner: type | None = None) -> Value:
        """The value; from now on Python finds it in the instance itself."""
        if instance is None:
            return self  # type: ignore[return-value]  # asked of the class, for its docstring
        value: Value = instance.__dict__.setdefault(self._name, self._compute(instance))
        return value
