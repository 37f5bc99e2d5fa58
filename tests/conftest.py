import pytest

import duelhall
from duelhall.engine.game import Game

MODES = ("compiled", "interpreted")


@pytest.fixture
def blade() -> Game:
    return duelhall.load("blade")


@pytest.fixture(params=MODES)
def interpreted(request: pytest.FixtureRequest) -> bool:
    return bool(request.param == "interpreted")
