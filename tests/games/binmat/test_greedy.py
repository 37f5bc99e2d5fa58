"""The rules of thumb, and that they beat chance at both roles."""

import pytest

import duelhall
from duelhall.games.binmat.state import NAMES
from duelhall.players.builtin import RANDOM, Player
from tests.games.thumbs import won_by_the_first, won_by_the_second

GAMES = 100
RULE_SETS = ("hackmud", "rulebook", "live")


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", RULE_SETS)
def test_greedy_wins_nine_of_ten_games_at_either_role_against_random(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    assert won_by_the_first(game, GAMES) >= 0.9 * GAMES
    assert won_by_the_second(game, 10 * GAMES) >= 0.9 * 10 * GAMES


@pytest.mark.parametrize("rules", RULE_SETS)
def test_greedy_plays_interpreted_as_compiled(rules: str) -> None:
    games = [duelhall.load("binmat", rules, backend=name) for name in ("cpu", "python")]
    compiled, plain = (Player(game, "greedy") for game in games)
    for seed in range(6):
        match = games[0].match(seed)
        chance = Player(games[0], RANDOM)
        while not match.over:
            view = match.view(match.to_move)
            move = compiled.choose(view, chance=0)
            assert plain.choose(view, chance=0) == move
            if seed % 3 == match.to_move:  # one side in turn plays anything, for odd positions
                move = chance.choose(view, chance=len(match.moves))
            match.play(move)


def test_greedy_passes_where_nothing_else_is_left() -> None:
    game = duelhall.load("binmat", "rulebook", backend="python")
    match = game.match(position=f"ha={''.join(NAMES)}")
    assert game.move_text(Player(game, "greedy").choose(match.view(0), chance=0)) == "--"
