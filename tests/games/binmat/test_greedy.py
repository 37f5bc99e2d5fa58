"""The rules of thumb, and that they beat chance at both roles."""

import pytest

import duelhall
from duelhall.games.binmat.greedy import WITHOUT_POWER, estimate, plausible
from duelhall.games.binmat.state import NAMES, State
from duelhall.play.builtin import RANDOM, Player
from tests.games.binmat.setting import position
from tests.games.counting import won_by_the_first, won_by_the_second

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


# --- what a search makes of a game ---


START = "l0=2& l1=2% l2=2+ l3=2! l4=2^ l5=2#"


def state(places: str) -> State:
    found: State = duelhall.load("binmat").match(position=position(places)).state
    return found


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        (f"{START} turn=90", f"{START} turn=10"),
        ("l0=2&3& l1=2%3% l2=2+3+ l3=2!3! l4=2^3^", "l0=2&3& l1=2%3%4% l2=2+3+ l3=2! l4=2^3^"),
        (f"{START} d2=7&", START),
        (f"{START} hd=7&8&", f"{START} hd=7&"),
    ],
)
def test_turns_cards_guards_and_a_hand_speak_for_the_defender(better: str, worse: str) -> None:
    assert 0 < estimate(state(worse)) < estimate(state(better)) < 1


def test_one_card_fewer_in_any_but_the_weakest_lane_changes_nothing() -> None:
    assert estimate(state(f"{START} l4=2^3^")) == estimate(state(f"{START} l4=2^3^4^"))


@pytest.mark.parametrize(
    ("stacks", "belief"),
    [
        ("", 1),
        ("a0=4&4%", 1),
        ("a0=4&3%", WITHOUT_POWER),
        ("a0=3& a1=5& a2=*&", WITHOUT_POWER**2),
        ("a0=3&u", 1),
        ("d0=3&", 1),
    ],
)
def test_the_attacker_is_believed_to_build_stacks_that_have_power(
    stacks: str, belief: float
) -> None:
    """Stacks that lie open are what they are."""
    assert plausible(state(f"{START} {stacks}"), 0) == pytest.approx(belief)


def test_the_attacker_believes_in_any_guards() -> None:
    assert plausible(state(f"{START} d0=3& d1=5& a0=3%"), 1) == 1
