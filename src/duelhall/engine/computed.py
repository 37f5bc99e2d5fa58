"""A property that is computed when it is first asked for, and kept."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar

Value = TypeVar("Value")


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
