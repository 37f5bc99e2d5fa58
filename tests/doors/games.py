"""The games and rule sets that every door is tried with."""

import pytest

from duelhall.engine import registry


def is_observed(name: str) -> bool:
    return registry.find(name).learning.observation is not None


NAMES = [name for name in registry.names() if is_observed(name)]
RULE_SETS = [
    pytest.param(name, rules, id=f"{name}-{rules}")
    for name in NAMES
    for rules in registry.find(name).rules.OPTIONS.rule_sets
]
