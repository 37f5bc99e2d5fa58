"""Rules in machine code, by Numba.

Python calls a few templates, the entries; everything below them is called by machine code alone.
Numba is not imported until the first entry is bound.
"""

from collections.abc import Callable, Iterable, Sequence, Set
from functools import cache
from typing import Any

from duelhall.backend import CPU, INTERPRETED, Progress, announced_as, backend_of
from duelhall.backend.cache import source_hash, sources_of
from duelhall.backend.entries import RuleEntry
from duelhall.engine.definition import Definition
from duelhall.engine.template import bound, with_globals

TRANSLATING = 2
"""How much longer it takes to translate a source than to optimize it, roughly."""


class Cpu:
    """The backend that compiles what is used, when it is first used."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition
        self.bind = cache(self._bind)

    def _bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        return entry(bound(template, {**self._definition.functions, **more}), self._definition.name)

    def expect(self, _entries: Iterable[RuleEntry]) -> None:
        """Nothing is compiled here before it is called, or prepared by code that shows progress."""

    @property
    def is_behind(self) -> bool:
        """Nothing is compiled alongside decisions."""
        return False

    def catch_up(self) -> None:
        """There is nothing to wait for: what is called is compiled first."""


def entry(function: Callable[..., Any], game: str) -> Any:
    """A function that Python calls, in machine code, stored on disk until anything it runs changes.

    The name it is stored under contains the hash of every rule that it can reach.
    """
    from duelhall.backend.compiler import EntryDispatcher

    return EntryDispatcher(function, f"{names_of(game, function)}{source_hash([function])}")


def names_of(game: str, function: Callable[..., Any]) -> str:
    """How the names begin under which an entry is stored, whatever version of it."""
    return f"{game}-{function.__name__}-"


def prepare(definition: Definition, wanted: Sequence[RuleEntry]) -> None:
    """Get the machine code of these entries ready before anybody waits for it; those that must be
    compiled are announced, each with its number among them.
    """
    backend = backend_of(definition, CPU)
    codes = [(e, backend.bind(e.template, **e.functions)) for e in ([] if INTERPRETED else wanted)]
    missing = [(entry, code) for entry, code in codes if not code.load(entry.arguments)]
    done = shares_before([_sources(definition, entry) for entry, _ in missing])
    for number, (entry, code) in enumerate(missing, start=1):
        what = f"{definition.name} {entry.label} ({number} of {len(missing)})"
        with announced_as(Progress(what, done[number - 1])):
            code.prepare(entry.arguments)


def _sources(definition: Definition, entry: RuleEntry) -> frozenset[bytes]:
    return sources_of(bound(entry.template, {**definition.functions, **entry.functions}))


def shares_before(sources: Sequence[frozenset[bytes]]) -> list[float]:
    """About what share of compiling all these is done before each of them.

    A source is translated for the first entry that reaches it, and optimized for every one.
    """
    translated, efforts = set[bytes](), list[int]()
    for reached in sources:
        efforts.append(_size(reached) + TRANSLATING * _size(reached - translated))
        translated |= reached
    return [sum(efforts[:number]) / sum(efforts) for number in range(len(efforts))]


def _size(sources: Set[bytes]) -> int:
    return sum(len(source) for source in sources)


def callable_rule(rule: Callable[..., Any]) -> Any:
    """A single rule in machine code that Python may call, to try it by itself."""
    return entry(with_globals(_call, {"rule": rule}), "rule")


def _call(*arguments: Any) -> Any:
    return rule(*arguments)  # type: ignore[name-defined]  # noqa: F821, bound to a rule
