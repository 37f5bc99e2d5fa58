from collections import Counter

import pytest

from duelhall.engine.errors import UnknownName
from duelhall.match.game import Game
from duelhall.play.builtin import RANDOM, Player, policy_names


def test_every_game_has_a_random_player(blade: Game) -> None:
    assert policy_names(blade.definition) == [RANDOM, "greedy"]


def test_the_random_player_chooses_evenly_among_what_is_legal(blade: Game) -> None:
    match, player = blade.match(position="1255M:-:3 45:-:6"), Player(blade, RANDOM)
    found = Counter(player.choose(match.view(0), chance) for chance in range(8_000))
    assert set(found) == set(match.legal_moves())
    assert all(abs(count - 2_000) < 200 for count in found.values())


@pytest.mark.parametrize("name", [RANDOM, "greedy"])
def test_the_same_view_and_chance_give_the_same_move(blade: Game, name: str) -> None:
    match, player = blade.match(seed=4), Player(blade, name)
    view = match.view(match.to_move)
    before = view.tobytes()
    assert player.choose(view, 5) == player.choose(view, 5) == Player(blade, name).choose(view, 5)
    assert view.tobytes() == before


def test_an_unknown_player_is_named(blade: Game) -> None:
    with pytest.raises(UnknownName, match="no player 'deep'; available: random, greedy"):
        Player(blade, "deep")
