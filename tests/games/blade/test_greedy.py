"""The rule of thumb, and that it beats chance clearly."""

import pytest

import duelhall
from duelhall.match.game import Game
from duelhall.players.builtin import Player
from tests.games.thumbs import won_by_the_first, won_by_the_second

GAMES = 500


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", ["readme", "controller"])
def test_greedy_wins_at_least_six_games_of_seven_against_random(rules: str) -> None:
    game = duelhall.load("blade", rules)
    assert won_by_the_first(game, GAMES) > GAMES * 6 / 7
    assert won_by_the_second(game, 40 * GAMES) > 40 * GAMES * 6 / 7


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("27:-:3 45:-:5 to_move=0", "7"),  # 2 would only tie
        ("24:-:6 45:-:17 to_move=0", "4"),  # the only card that tops
        ("23B:-:4 45:-:5 to_move=0", "2"),  # a small margin with a cheap card, the Bolt saved
        ("2B:-:6 45:-:7 to_move=0", "B"),  # 2 tops too, and would leave the Bolt as last card
        ("B:-:3 45:-:5 to_move=0", "B"),  # lost, but there is no other card
        ("12:-:3 45:-:5 to_move=0", "2"),  # a tie is better than losing
        ("M12:-:- 45:-:- to_move=0 placing", "1"),  # nothing is won by placing a Mirror
    ],
)
def test_greedy_chooses(blade: Game, backend: str, position: str, move: str) -> None:
    game = duelhall.load("blade", backend=backend)
    match = blade.match(position=position)
    chosen = Player(game, "greedy").choose(match.view(0), chance=0)
    assert blade.move_text(chosen) == move
