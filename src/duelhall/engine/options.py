"""Rule sets as columns of one table of named options, never as copies of the rules."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

from duelhall.engine.errors import BadOption, UnknownName, meant, no_such, shortened
from duelhall.engine.record import Array, Record, dtype_of
from duelhall.engine.text import LONGEST_NAME, checked_text

Value: TypeAlias = int | str


@dataclass(frozen=True)
class Switch:
    """One question that rule sets answer differently.

    `values` holds the answer of each rule set, `allowed` all possible answers. A word is stored in
    the record as its index in `allowed`, a number as itself.
    """

    name: str
    values: tuple[Value, ...]
    allowed: Sequence[Value]
    rulings: tuple[str, ...]
    says: str
    asks: str | None = None
    """The same as people are asked who set up a game; empty where they are not, since the rule set
    answers it. None for what it `says`."""
    words: Mapping[Value, str] = field(default_factory=dict)
    """The answers that they can give, in words; none for all that are allowed, as they are."""

    def parse(self, text: Value) -> Value:
        """The allowed value that this text names."""
        for value in self.allowed:
            if str(value) == str(text):
                return value
        near = meant(str(text), map(str, self.allowed)) if isinstance(text, str) else ""
        given = f"{shortened(text)}{near}"
        raise BadOption(f"option {self.name} cannot be {given}; it can be {self.expected}")

    def stored(self, value: Value) -> int:
        """The number that stands for a value in the record."""
        return value if isinstance(value, int) else self.allowed.index(value)

    @property
    def shape(self) -> tuple[int, ...]:
        """A switch is one number."""
        return ()

    @property
    def expected(self) -> str:
        """The possible answers, in words."""
        if isinstance(self.allowed, range):
            return f"{self.allowed[0]} to {self.allowed[-1]}"
        return f"one of {', '.join(str(value) for value in self.allowed)}"


@dataclass(frozen=True)
class TextOption:
    """A question that is answered with data, such as a card set.

    The answer is written in one line, which `read` turns into the array of small numbers stored in
    the record; `canonical` writes the same answer in its canonical form. So every saved game
    carries the data it was played with, whatever becomes of the file it came from.
    """

    name: str
    values: tuple[Value, ...]
    shape: tuple[int, ...]
    read: Callable[[str], Array]
    canonical: Callable[[str], str]
    expected: str
    rulings: tuple[str, ...]
    says: str
    short: Callable[[str], str] = str
    """A value as it is shown to people."""

    def parse(self, text: Value) -> Value:
        """The data in this text, in canonical form."""
        return self.canonical(checked_text(f"option {self.name}", str(text), LONGEST_NAME))

    def stored(self, value: Value) -> Array:
        """The array that stands for a value in the record."""
        return self.read(str(value))


Option: TypeAlias = Switch | TextOption


class Options:
    """A game's rule sets, the first of them the default, and the options they set.

    `kind` is the record with one field per option; `check` refuses valid values that do not go
    together; `titles` are the rule sets in words.
    """

    def __init__(
        self,
        rule_sets: Sequence[str],
        *options: Option,
        kind: type[Record] = Record,
        check: Callable[[Mapping[str, Value]], None] | None = None,
        titles: Sequence[str] = (),
    ) -> None:
        self.rule_sets = tuple(rule_sets)
        self.titles = dict(zip(rule_sets, titles or rule_sets, strict=True))
        self.options = options
        self.record: np.dtype[Any] = dtype_of(kind)
        self._check = check
        fields = [(name, self.record[name]) for name in self.record.names or ()]
        declared = [(name, field.base, field.shape) for name, field in fields]
        wanted = [(option.name, np.dtype(np.int8), option.shape) for option in options]
        if declared != wanted:
            raise TypeError(f"{kind.__name__} must declare these fields: {wanted}")

    def chosen(self, rule_set: str, changes: Mapping[str, Value]) -> dict[str, Value]:
        """Every option with its value: the requested change, or else the rule set's."""
        if any(option.name == rule_set for option in self.options):
            raise BadOption(f"{rule_set} is an option and needs a value: {rule_set}=VALUE")
        if rule_set not in self.rule_sets:
            raise UnknownName(no_such("rule set", rule_set, self.rule_sets))
        column = self.rule_sets.index(rule_set)
        values = {option.name: option.values[column] for option in self.options}
        for name, value in changes.items():
            values[name] = self.option(name).parse(value)
        if self._check:
            self._check(values)
        return values

    def answers(self, rule_set: str, switch: Switch) -> dict[Value, str]:
        """What people can choose for a switch in a rule set, each with its words."""
        said = switch.words or {value: str(value) for value in switch.allowed}
        return {value: said[value] for value in said if self._can_be(rule_set, switch.name, value)}

    def _can_be(self, rule_set: str, name: str, value: Value) -> bool:
        try:
            self.chosen(rule_set, {name: value})
        except BadOption:
            return False
        return True

    def nearest(self, values: Mapping[str, Value]) -> str:
        """The rule set that differs from these values in the fewest options; on a tie, the one
        that shares the first options with them.
        """

        def distance(column: int) -> tuple[int, list[bool]]:
            differs = [option.values[column] != values[option.name] for option in self.options]
            return sum(differs), differs

        return self.rule_sets[min(range(len(self.rule_sets)), key=distance)]

    def option(self, name: str) -> Option:
        """The option of that name."""
        for option in self.options:
            if option.name == name:
                return option
        raise UnknownName(no_such("option", name, (option.name for option in self.options)))

    def stored(self, values: Mapping[str, Value]) -> Any:
        """The values as the record that travels inside every state."""
        cell = np.zeros((), self.record)
        for option in self.options:
            cell[option.name] = option.stored(values[option.name])
        return cell[()]
