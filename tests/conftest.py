import pytest

import duelhall
from duelhall.engine.game import Game

MODES = ("compiled", "interpreted")


COVERED = ("tests/games/", "tests/conformance/")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs under coverage: the tests of the games, but for those marked `uncovered`."""
    for item in items:
        if item.nodeid.startswith(COVERED) and not item.get_closest_marker("uncovered"):
            item.add_marker("covered")


@pytest.fixture
def blade() -> Game:
    return duelhall.load("blade")


@pytest.fixture(params=MODES)
def interpreted(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "interpreted")
