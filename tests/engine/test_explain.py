"""Explaining: which rules fired, in order, and what each led to."""

from duelhall.engine.explain import RECORDER
from duelhall.engine.game import Game
from duelhall.engine.match import Match
from duelhall.engine.record import State
from duelhall.engine.rule import helper, rule


def rulings(match: Match, number: int | None = None) -> list[str]:
    return [",".join(step.rulings) for step in match.explain(number)]


def test_the_rules_that_fired_are_told_in_order(blade: Game) -> None:
    match = blade.match(position="3B:5:23 45:6:7 to_move=0")
    match.play("B")
    assert rulings(match) == ["S6,B6,B7", "S5", "B11", "B13"]
    assert match.explain()[0].rule == "strike"
    assert match.explain()[0].sentence.startswith("A Bolt invalidates the newest card")


def test_a_rule_that_looked_and_did_not_apply_has_not_fired(blade: Game) -> None:
    match = blade.match(position="3B:5:23 45:6:7 to_move=0")
    match.play("B")
    names = [step.rule for step in match.explain()]
    assert "special_as_last_card_loses" not in names
    assert "nothing_to_strike" not in names


def test_states_follow_each_other_like_a_film(blade: Game) -> None:
    match = blade.match(position="23:4:5 45:6:7 to_move=0")
    match.play("2")  # 7 to 7: initialization
    film = [
        (step.rule, blade.position_text(step.state).split(" gone")[0]) for step in match.explain()
    ]
    assert film == [
        ("place_number", "3:4:52 45:6:7"),
        ("count_card", "3:4:52 45:6:7"),
        ("start_again", "3:4:52 45:6:7"),
        ("initialize", "3:4:52 45:6:7"),
        ("count_turn", "3:4:52 45:6:7"),
        ("clear_fields", "3:4:- 45:6:-"),
        ("place_from_decks", "3:-:4 45:6:-"),
        ("count_card", "3:-:4 45:-:6"),
        ("count_card", "3:-:4 45:-:6"),
        ("lower_score_begins", "3:-:4 45:-:6"),
    ]


def test_a_picture_goes_on_past_a_rule_that_did_not_apply(blade: Game) -> None:
    """The Bolt invalidates the card after having asked whether there is one."""
    match = blade.match(position="3B:5:23 45:6:7 to_move=0")
    match.play("B")
    assert blade.position_text(match.explain()[0].state).split()[1] == "45:6:7X"


@rule("X1")
def holds(s: State, wanted: int) -> bool:
    """It holds."""
    return bool(s.rng == wanted)


@rule("X2")
def other(_s: State) -> None:
    """Something else."""


@helper
def three_rules(s: State) -> None:
    holds(s, 5)
    other(s)
    holds(s, 6)


@helper
def either(s: State, move: int) -> bool:
    return holds(s, 6) or in_range(s, move)


@rule("X3")
def in_range(_s: State, move: int) -> bool:
    """The move is in range."""
    return move > 100


def test_a_rule_that_fires_once_and_then_not_is_told_once(blade: Game) -> None:
    s = blade.blank()[0]
    s.rng = 5
    fired, _ = RECORDER.run(three_rules, s)
    assert [step.rule for step in fired] == ["holds", "other"]


def test_of_two_ways_to_be_allowed_the_last_one_is_to_blame(blade: Game) -> None:
    _, refusal = RECORDER.run(either, blade.blank()[0], 7)
    assert refusal
    assert refusal.rulings == ("X3",)


def test_the_deal_is_explained_too(blade: Game) -> None:
    assert rulings(blade.match(seed=7), 0)[0] == "B1"
    assert rulings(blade.match(deal="112223333444455B 55666BBBBB77MMMM"))[0] == "S3"
    assert rulings(blade.match(position="12:-:3 45:-:6")) == []


def test_any_move_can_be_explained_later(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    match.play("4")
    assert match.explain(1)[0].rule == "place_number"
    assert blade.position_text(match.explain(1)[-1].state) == blade.position_text(match.states[1])
