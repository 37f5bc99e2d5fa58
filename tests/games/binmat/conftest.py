import pytest

import duelhall
from tests.games.binmat.setting import GameOf


@pytest.fixture
def game_of(backend: str) -> GameOf:
    return lambda rules, **options: duelhall.load("binmat", rules, backend=backend, **options)
