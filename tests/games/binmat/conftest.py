import pytest

import duelhall
from tests.games.binmat.setting import GameOf


@pytest.fixture
def game_of(interpreted: bool) -> GameOf:  # noqa: FBT001, a fixture
    return lambda rules: duelhall.load("binmat", rules, interpreted=interpreted)
