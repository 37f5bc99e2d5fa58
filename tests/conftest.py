import pytest

import duelhall
from duelhall.engine.backend import CPU, PYTHON
from duelhall.engine.game import Game

COVERED = ("tests/games/", "tests/conformance/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs under coverage: the tests of the games, but for those marked `uncovered`."""
    for item in items:
        if item.nodeid.startswith(COVERED) and not item.get_closest_marker("uncovered"):
            item.add_marker("covered")


@pytest.fixture
def blade() -> Game:
    return duelhall.load("blade")


@pytest.fixture(params=(CPU, PYTHON))
def backend(request: pytest.FixtureRequest) -> str:
    """In machine code, and by Python."""
    return str(request.param)
