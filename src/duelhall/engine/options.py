"""Rule sets as columns of one table of named switches, never as copies of the rules."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from duelhall.engine.errors import UnknownName
from duelhall.engine.record import record

Value: TypeAlias = int | str


@dataclass(frozen=True)
class Switch:
    """One question that rule sets answer differently.

    `values` holds an answer for each rule set, `allowed` all that may be answered. A word is kept
    in the record as its place in `allowed`, a number as itself.
    """

    name: str
    values: tuple[Value, ...]
    allowed: Sequence[Value]
    rulings: tuple[str, ...]
    says: str

    def parse(self, text: Value) -> Value:
        """The allowed value that this text names."""
        for value in self.allowed:
            if str(value) == str(text):
                return value
        allowed = ", ".join(str(value) for value in self.allowed)
        raise UnknownName(f"option {self.name} cannot be {text!r}; it may be one of: {allowed}")

    def stored(self, value: Value) -> int:
        """The number that stands for a value in the record."""
        return value if isinstance(value, int) else self.allowed.index(value)


class Options:
    """A game's rule sets, the first of them the default, and the switches they set."""

    def __init__(self, rule_sets: Sequence[str], *switches: Switch) -> None:
        self.rule_sets = tuple(rule_sets)
        self.switches = switches
        self.record = record(*((switch.name, np.int8) for switch in switches))

    def chosen(self, rule_set: str, changes: Mapping[str, Value]) -> dict[str, Value]:
        """Every switch with its value: the rule set's, or the change asked for."""
        if rule_set not in self.rule_sets:
            known = ", ".join(self.rule_sets)
            raise UnknownName(f"there is no rule set {rule_set!r}; there are: {known}")
        column = self.rule_sets.index(rule_set)
        values = {switch.name: switch.values[column] for switch in self.switches}
        for name, value in changes.items():
            values[name] = self.switch(name).parse(value)
        return values

    def named(self, values: Mapping[str, Value]) -> str | None:
        """The rule set that has just these values, if there is one."""
        for rule_set in self.rule_sets:
            if self.chosen(rule_set, {}) == values:
                return rule_set
        return None

    def switch(self, name: str) -> Switch:
        """The switch of that name."""
        for switch in self.switches:
            if switch.name == name:
                return switch
        known = ", ".join(switch.name for switch in self.switches) or "none"
        raise UnknownName(f"there is no option {name!r}; there are: {known}")

    def stored(self, values: Mapping[str, Value]) -> Any:
        """The values as the record that travels inside every state."""
        cell = np.zeros((), self.record)
        for switch in self.switches:
            cell[switch.name] = switch.stored(values[switch.name])
        return cell[()]
