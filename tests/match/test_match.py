"""The front door."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import (
    BadDeal,
    DuelhallError,
    IllegalMove,
    NotYourTurn,
    UnknownName,
    UnreadableMove,
)
from duelhall.engine.record import State
from duelhall.engine.rule import helper, rule, tell_calls_of
from duelhall.match.explain import RECORDER
from duelhall.match.game import Game
from duelhall.match.match import MOST_TRACES, Match


def test_a_match_begins_by_a_seed_a_deal_or_a_position(blade: Game) -> None:
    assert blade.match(seed=7).state.tobytes() == blade.match(seed=7).state.tobytes()
    assert blade.match(seed=7).state.tobytes() != blade.match(seed=8).state.tobytes()
    assert blade.match(deal="112223333444455B 55666BBBBB77MMMM").legal()
    assert blade.match(position="12:-:3 45:-:6").legal() == ["1", "2"]
    with pytest.raises(BadDeal, match="give one of them"):
        blade.match(seed=7, deal="112223333444455B 55666BBBBB77MMMM")
    with pytest.raises(BadDeal, match="a seed must be a number from 0"):
        blade.match(seed=-1)


def test_without_a_seed_one_is_drawn_and_kept(blade: Game) -> None:
    match = blade.match()
    assert match.start.seed is not None
    assert blade.match(match.start.seed).state.tobytes() == match.state.tobytes()


def test_moves_are_text_or_numbers(blade: Game) -> None:
    one, other = blade.match(seed=7), blade.match(seed=7)
    one.play(one.legal()[0])
    other.play(other.legal_moves()[0])
    assert one.state.tobytes() == other.state.tobytes()
    assert one.moves == other.moves


@pytest.mark.parametrize("move", ["9", "", "play", -1, 9, 1000, 1.5, True, None])
def test_unreadable_moves_raise_their_own_error(blade: Game, move: Any) -> None:
    match = blade.match(seed=7)
    with pytest.raises(UnreadableMove, match="expected"):
        match.play(move)
    assert match.moves == []


def test_illegal_moves_name_the_ruling_and_what_was_legal(blade: Game) -> None:
    match = blade.match(seed=7)
    with pytest.raises(IllegalMove) as caught:
        match.play("M")
    assert caught.value.ruling == "S4"
    assert caught.value.legal == tuple(match.legal())
    assert "from your own hand (S4); legal: 1 4 5 7 B" in str(caught.value)
    assert not issubclass(IllegalMove, UnreadableMove)
    assert issubclass(IllegalMove, DuelhallError)


def test_a_seat_that_is_not_to_move_learns_nothing_of_the_other_hand(blade: Game) -> None:
    match = blade.match(seed=7)
    messages = set()
    for move in ("1", "B", "M", "6"):
        with pytest.raises(NotYourTurn) as caught:
            match.play(move, seat=1 - match.to_move)
        messages.add(str(caught.value))
    assert messages == {"it is not player 1's turn; wait for the opponent's move"}


def test_after_the_end_nothing_is_legal_and_the_reason_is_told(blade: Game) -> None:
    match = blade.match(position="B:-:7 45:-:3")
    match.play("B")
    assert match.over
    assert match.legal() == []
    with pytest.raises(IllegalMove, match=r"the game is over: .*last card.*\(B10\)"):
        match.play("4")
    with pytest.raises(IllegalMove, match="over"):
        match.forfeit(0)


@pytest.mark.parametrize("seat", [-1, 2, 10**6, 0.5, None, "x"])
def test_there_are_two_seats(blade: Game, seat: Any) -> None:
    """Compiled rules do not look where they write: a wrong seat must not reach them."""
    match = blade.match(seed=1)
    before = match.state.tobytes()
    for ask in (match.view, match.forfeit, lambda seat: blade.guess(match.view(0), seat, 1)):
        with pytest.raises(UnknownName, match="the seats are 0 and 1"):
            ask(seat)
    assert match.state.tobytes() == before


@pytest.mark.parametrize("seed", [1.5, "x", True, 2**64])
def test_a_seed_is_a_number(blade: Game, seed: Any) -> None:
    with pytest.raises(BadDeal, match="a seed must be a number"):
        blade.match(seed=seed)


@pytest.mark.parametrize("move", [-1, 3, 9, 77])
def test_a_state_goes_on_by_legal_moves_only(blade: Game, move: int) -> None:
    with pytest.raises(IllegalMove, match="not allowed"):
        blade.after(blade.parse_position("12:-:3 45:-:6"), move)


def test_a_copy_goes_its_own_way(blade: Game) -> None:
    match = blade.match(seed=7)
    copy = match.copy()
    copy.play(copy.legal()[0])
    assert (len(match.moves), len(copy.moves)) == (0, 1)
    assert match.state.tobytes() == blade.match(seed=7).state.tobytes()


def test_undo_takes_the_last_move_back(blade: Game) -> None:
    match = blade.match(seed=7)
    match.play(match.legal()[0])
    match.undo()
    assert match.replay() == blade.match(seed=7).replay()
    match.undo()
    assert match.moves == []


def test_giving_up_is_a_step_of_its_own(blade: Game) -> None:
    match = blade.match(seed=7)
    match.play("7")
    before = match.state.tobytes()
    match.forfeit(0)
    assert [step.rulings for step in match.explain()] == [("B14",)]
    assert match.explain()[-1].state.tobytes() == match.state.tobytes()
    match.undo()
    assert match.state.tobytes() == before
    assert not match.over
    assert len(match.moves) == 1
    assert match.copy().replay() == match.replay()


def test_views_given_out_cannot_change_the_match(blade: Game) -> None:
    match = blade.match(seed=7)
    before = match.state.tobytes()
    view = match.view(0)
    view.hand[0, 0] = 9
    assert match.state.tobytes() == before


def test_the_front_door_shows_itself() -> None:
    assert {"load", "load_match", "Match"} <= set(dir(duelhall))
    game = duelhall.load("blade", "controller")
    assert repr(game) == "<game blade[controller]>"
    assert repr(game.match(seed=1)) == "<match of blade after 0 moves>"
    with pytest.raises(AttributeError, match="no attribute 'start'"):
        duelhall.start  # noqa: B018, the access is the point


# --- explaining: which rules fired, in order, and what each led to ---


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
    blade: Game, interpreted: list[Any]
) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    for seat in (None, 0, 1):
        match.explain(1, seat)
    assert interpreted == [blade.definition.rules.play]
    match.undo()
    match.play("5")
    assert match.explain()[-1].state.tobytes() == match.state.tobytes()
    assert len(interpreted) == 2


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


def test_only_so_many_traces_are_kept(interpreted: list[Any]) -> None:
    match = duelhall.load("binmat").match(1)
    while len(match.moves) <= MOST_TRACES:
        match.play(match.legal()[-1])
    for number in [*range(1, MOST_TRACES + 2), MOST_TRACES + 1, 1]:
        match.explain(number)
    assert len(interpreted) == MOST_TRACES + 2  # the first one was forgotten, and made again
