"""Explaining: which rules fired, in order, and what each led to."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

import duelhall
from duelhall.engine.record import State
from duelhall.engine.rule import helper, rule, tell_calls_of
from duelhall.match.explain import RECORDER
from duelhall.match.game import Game
from duelhall.match.match import MOST_TRACES, Match
from tests.engine.runs import counted_runs


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
    steps = RECORDER.run(three_rules, s).fired
    assert [step.rule for step in steps] == ["holds", "other"]
    assert steps[0].is_of(other, holds)
    assert not steps[0].is_of(other)


@helper
def deeper(s: State, number: int) -> int:
    other(s)
    return number + 1


@helper
def outer(s: State, number: int) -> None:
    s.rng = 0
    deeper(s, number)


@helper
def calling(s: State) -> None:
    outer(s, 7)


tell_calls_of(outer, deeper)


def test_a_helper_can_be_told_of_without_firing(blade: Game) -> None:
    s = blade.blank()[0]
    s.rng = 5
    trace = RECORDER.run(calling, s).trace
    (call,) = trace.calls
    (inner,) = call.calls
    assert (call.is_of(outer), call.arguments, call.result) == (True, (7,), None)
    assert (inner.is_of(deeper), inner.result) == (True, 8)
    assert (int(call.before.rng), int(call.after.rng)) == (5, 0)
    assert trace.steps == call.steps == inner.steps
    assert [step.rule for step in trace.steps] == ["other"]


def test_of_two_ways_to_be_allowed_the_last_one_is_to_blame(blade: Game) -> None:
    _, refusal = RECORDER.run(either, blade.blank()[0], 7)
    assert refusal
    assert refusal.rulings == ("X3",)


MEETING = Barrier(2, timeout=20)


@rule("X5")
def meets_another(s: State, number: int) -> None:
    """Two runs meet here, or neither goes on."""
    MEETING.wait()
    s.rng = number


@helper
def meet_twice(s: State, number: int) -> None:
    meets_another(s, number)
    meets_another(s, number + 1)


def test_runs_in_two_threads_do_not_wait_for_each_other(blade: Game) -> None:
    def explained(number: int) -> list[int]:
        steps = RECORDER.run(meet_twice, blade.blank()[0], number).fired
        return [int(step.state.rng) for step in steps]

    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(explained, [10, 20])) == [[10, 11], [20, 21]]


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


def test_a_move_is_run_once_however_often_it_is_explained(
    blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = counted_runs(monkeypatch)
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    for seat in (None, 0, 1):
        match.explain(1, seat)
    assert runs == [blade.definition.rules.play]
    match.undo()
    match.play("5")
    assert match.explain()[-1].state.tobytes() == match.state.tobytes()
    assert len(runs) == 2


def test_giving_up_and_taking_it_back_is_not_mixed_up_with_a_move(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.forfeit(0)
    assert match.explain()[0].rulings == ("B14",)
    match.undo()
    match.play("3")
    assert match.explain()[0].rule == "place_number"


def test_a_copy_of_a_match_explains_its_own_moves(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    match.explain()
    twin = match.copy()
    twin.undo()
    twin.play("5")
    for one in (twin, match):
        assert one.explain()[-1].state.tobytes() == one.state.tobytes()


def test_only_so_many_traces_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = counted_runs(monkeypatch)
    match = duelhall.load("binmat").match(1)
    while len(match.moves) <= MOST_TRACES:
        match.play(match.legal()[-1])
    for number in [*range(1, MOST_TRACES + 2), MOST_TRACES + 1, 1]:
        match.explain(number)
    assert len(runs) == MOST_TRACES + 2  # the first one was forgotten, and made again
