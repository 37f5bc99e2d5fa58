"""What a search makes of a game of BINMAT: who is ahead, and which worlds it believes in."""

import pytest

import duelhall
from duelhall.games.binmat.greedy import WITHOUT_POWER, estimate, plausible
from duelhall.games.binmat.state import State
from tests.games.binmat.setting import position

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
