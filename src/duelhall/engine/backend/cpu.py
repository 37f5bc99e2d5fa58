"""Rules in machine code, by Numba.

Python calls a few templates, the entries; everything below them is called by machine code alone.
Numba is not imported until the first entry is bound.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from duelhall.engine.backend import CPU, INTERPRETED, backend_of
from duelhall.engine.backend.announcing import announced_as
from duelhall.engine.backend.entries import Entry
from duelhall.engine.binding import Copier, bound, with_globals
from duelhall.engine.definition import Definition
from duelhall.engine.hashing import source_hash
from duelhall.engine.rule import is_rule


class Cpu:
    """The backend that compiles what is used, when it is first used."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self.bind = cache(self._bind)

    def _bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        return entry(bound(template, {**self._definition.functions, **more}), self._definition.name)


def entry(function: Callable[..., Any], game: str) -> Any:
    """A function that Python calls, in machine code, stored on disk until anything it runs changes.

    The name it is stored under contains the hash of every rule that it can reach.
    """
    from duelhall.engine.backend.compiler import EntryDispatcher

    name = f"{game}-{function.__name__}-{source_hash([function])}"
    copy = _rules().copy(function)
    copy.__qualname__ = name.replace("-", ".")
    return EntryDispatcher(copy, name)


def prepare(definition: Definition, wanted: Sequence[Entry]) -> None:
    """Get the machine code of these entries ready before anybody waits for it; each one that must
    be compiled is announced with its number among them.
    """
    backend = backend_of(definition, CPU)
    for number, entry in enumerate([] if INTERPRETED else wanted, start=1):
        code = backend.bind(entry.template, **entry.functions)
        with announced_as(f"{definition.name} {entry.label} ({number} of {len(wanted)})"):
            code.prepare(entry.arguments)


def callable_rule(rule: Callable[..., Any]) -> Any:
    """A single rule in machine code that Python may call, to try it by itself."""
    return entry(with_globals(_call, {"rule": rule}), "rule")


def _call(*arguments: Any) -> Any:
    return rule(*arguments)  # type: ignore[name-defined]  # noqa: F821, bound to a rule


@cache
def _rules() -> Copier:
    """Copies of rules in machine code, each one shared by all entries of this process."""
    from duelhall.engine.backend.compiler import RuleDispatcher

    def compiled(source: Callable[..., Any], copy: Callable[..., Any]) -> Callable[..., Any]:
        dispatcher: Callable[..., Any] = RuleDispatcher(copy)
        return dispatcher if is_rule(source) else copy

    return Copier(compiled)
