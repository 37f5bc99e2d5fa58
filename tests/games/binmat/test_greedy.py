"""The rules of thumb, and that they beat chance at both roles."""

import pytest

import duelhall
from duelhall.batch.games import policy_games
from duelhall.games.binmat.cards import NAMES
from duelhall.players.policies import RANDOM, Player, policy_of

GAMES = 1000
RULE_SETS = ("hackmud", "rulebook", "live")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_greedy_wins_nine_of_ten_games_at_either_role_against_random(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    greedy, chance = policy_of(game, "greedy"), policy_of(game, RANDOM)
    assert policy_games(game, (greedy, chance), GAMES).won(0) >= 0.9 * GAMES
    assert policy_games(game, (chance, greedy), GAMES).won(1) >= 0.9 * GAMES


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
