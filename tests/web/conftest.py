from itertools import count

import pytest

from duelhall.match import recall as commitment


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same in every run of a test; elsewhere, deals come from the operating system."""
    seeds = count(7)
    monkeypatch.setattr(commitment, "new_seed", lambda: next(seeds))
