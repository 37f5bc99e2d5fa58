"""What the board and the scenes of BINMAT say to people."""

import pytest

from duelhall.games.binmat.board import first_sketch
from duelhall.match.game import Game
from duelhall.match.match import Match
from tests.games.binmat.setting import GameOf, fought, played


def captions(match: Match) -> list[str]:
    """What is told of the combat that the first move began."""
    return [scene.caption for scene in match.scenes(1, None)]


@pytest.fixture
def game(game_of: GameOf) -> Game:
    return game_of("hackmud")


# --- turns ---


def test_the_last_turn_is_one_turn(game: Game) -> None:
    match = played(game, "hd=2& turn=109")
    assert match.sketch(0).heading == "1 turn left, attacker to move"


def test_the_turn_in_which_a_game_is_won_is_over(game: Game) -> None:
    match = played(game, "l0=2& a0=8&4&4+ turn=109", "c0")
    assert match.winner == 1
    assert match.sketch(0).heading == "The game is over with 0 of 110 turns left"
    assert match.board(0).facts["turns_left"] == 0


def test_no_turns_are_left_when_all_have_elapsed(game: Game) -> None:
    match = played(game, "hd=2& turn=109", "--")
    assert match.sketch(0).heading == "The game is over with 0 of 110 turns left"


def test_a_turn_in_which_a_player_gives_up_has_not_been_played(game: Game) -> None:
    match = played(game, "hd=2& turn=108")
    match.forfeit(0)
    assert match.sketch(0).heading == "The game is over with 2 of 110 turns left"


# --- combat ---


def test_combat_without_an_attacker_stack_tells_how_it_ends(game_of: GameOf) -> None:
    match = fought(game_of("live"), "d0=4&4%")
    assert captions(match) == [
        "Combat in lane 0: attacker nothing, defender 4& 4%",
        "No damage: there is no attacker stack",
    ]


def test_so_does_combat_in_which_a_trap_takes_the_last_attacker(game: Game) -> None:
    match = fought(game, "d0=@& a0=4&")
    assert captions(match)[1:] == [
        "The defender's TRAP takes 4&",
        "No damage: there is no attacker stack",
    ]


# --- what is remembered ---


def test_remembered_cards_of_a_face_down_stack_are_shown_in_brackets(game: Game) -> None:
    match = played(game, "l3=2%9^ turn=0", "d3", "--", "p9^0")
    lines = match.sketch(1).lines
    below = lines.index("defender stacks  | X   |     |     |     |     |     |") + 1
    assert lines[below] == "  remembered     | (9^)|     |     |     |     |     |"
    assert not any("remembered" in line for line in match.sketch(0).lines)


def test_remembered_cards_of_a_closed_pile_are_shown_in_brackets(game: Game) -> None:
    match = fought(game, "d0=4&4% a0=2&")
    lines = match.sketch(0).lines
    assert lines[-2:] == (
        "lane discards    | 1   | 0   | 0   | 0   | 0   | 0   |",
        "  remembered     | (2&)|     |     |     |     |     |",
    )
    assert not any("remembered" in line for line in match.sketch(None).lines)


# --- bots of the first protocol ---


def test_bots_of_the_first_protocol_are_drawn_what_they_always_were(game: Game) -> None:
    match = played(game, "l3=2%9^ turn=106", "d3", "--", "p9^0")
    drawn = first_sketch(match.board(1))
    assert drawn.heading == "1 turns left, attacker to move"
    assert not [line for line in drawn.lines if "remembered" in line]
    assert len(drawn.lines) < len(match.sketch(1).lines)
