import pytest

import duelhall
from tests.games.binmat.setting import GameOf


@pytest.fixture
def game_of(backend: str) -> GameOf:
    return lambda rules: duelhall.load("binmat", rules, backend=backend)
