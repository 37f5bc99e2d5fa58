"""The decorator that makes a Python function a rule, known by its rulings.

A rule stays the Python function it is, and runs as such wherever Python calls it. How the rules of
a game run is a matter of `backend`, which makes copies of them in machine code.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any, TypeVar

Function = TypeVar("Function", bound=Callable[..., Any])


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
