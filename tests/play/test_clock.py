"""How long players may think, and what a match counts of it."""

import pytest

import duelhall
from duelhall.engine.errors import BadUsage
from duelhall.match.game import Game
from duelhall.play.clock import Clock, Timer, parse_clock, time_text
from duelhall.play.seat import Answer, Ending, Fault
from duelhall.play.table import Late, Table
from duelhall.play.undo import TakeBack

# --- as it is written ---


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("1", Clock(move=1)),
        ("0.5", Clock(move=0.5)),
        ("60/game", Clock(bank=60)),
        ("1+60/game", Clock(move=1, bank=60)),
        ("1+2", Clock(bank=60, increment=2)),
        ("5+0", Clock(bank=300)),
        ("0.5+1.5", Clock(bank=30, increment=1.5)),
        ("none", Clock()),
    ],
)
def test_a_clock_is_read_as_it_is_written(text: str, clock: Clock) -> None:
    assert parse_clock(text) == clock


@pytest.mark.parametrize(
    "text", ["", "soon", "off", "60/game+1", "1/game+2/game", "1+2+3", "1+", "+1", "5m", "1 + x"]
)
def test_what_could_mean_several_things_is_refused_with_what_can_be_written(text: str) -> None:
    with pytest.raises(BadUsage, match=r"write 1 for one second per move, .*1\+60/game.* 5\+3 for"):
        parse_clock(text)


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "1e9", "0+5", "0/game", "1+-1", "1+nan"])
def test_limits_are_numbers_that_can_be_counted(text: str) -> None:
    with pytest.raises(BadUsage, match="more than 0 and at most 1000000 seconds, or none"):
        parse_clock(text)


# --- one turn ---


def test_nothing_runs_out_without_a_limit() -> None:
    with pytest.raises(BadUsage, match="an increment is added to the time for a game"):
        Clock(move=5, increment=1)
    timer = Timer(Clock(), lasts=True)
    timer.begin(0, 100.0)
    assert (timer.limit(0), timer.bank(0), timer.deadline, timer.left(103.0)) == (None,) * 4
    assert timer.thought(103.0) == 3.0
    timer.count(0, 3.0)
    assert timer.rest(103.0) == 0


def test_a_turn_ends_when_its_move_or_the_bank_runs_out() -> None:
    timer = Timer(Clock(move=5, bank=8))
    timer.begin(1, 100.0)
    timer.begin(0, 102.0)  # it is the same turn
    assert (timer.begins, timer.deadline, timer.left(103.0)) == (100.0, 105.0, 2.0)
    assert (timer.bank(0, 103.0), timer.bank(1, 103.0), timer.bank(1)) == (8, 5, 8)
    assert (timer.thought(103.0), timer.thought(109.0), timer.left(109.0)) == (3, 5, 0)
    timer.count(1, 5.0)
    assert (timer.begins, timer.deadline, timer.thought(110.0)) == (None, None, 0)
    timer.begin(1, 110.0)
    assert timer.deadline == 113.0
    assert (timer.totals, timer.slowest) == ([0, 5], [0, 5])
    assert [time_text(left) for left in (12.5, 0.01, 3, -1)] == ["12.5 s", "0.1 s", "3 s", "0 s"]
    assert [time_text(left) for left in (60, 302.1, 599.5, 36_000)] == [
        "1:00",
        "5:03",
        "10:00",
        "600:00",
    ]


def test_a_turn_can_last_its_full_time() -> None:
    timer = Timer(Clock(move=5), lasts=True)
    timer.begin(0, 100.0)
    timer.count(0, 2.0)
    assert timer.rest(102.0) == 3
    timer.begin(1, 102.0)
    assert (timer.begins, timer.rest(102.0), timer.left(102.0)) == (105, 3, 8)
    assert timer.thought(102.0) == 0
    timer.stop()
    assert timer.rest(102.0) == 0
    timer.begin(0, 102.0)
    assert timer.begins == 102.0


# --- a bank and its increment ---


def timed(match: duelhall.Match, late: Late = Late.LOSE) -> Table:
    """A table at which both seats have ten seconds, and three more with each move."""
    return Table(match, (), clock=Clock(bank=10, increment=3), late=late)


def decide(table: Table, seconds: float) -> None:
    """Make a move after so many seconds."""
    assert table.take(Answer(table.match.legal()[0], seconds))


@pytest.fixture
def table(blade: Game) -> Table:
    return timed(blade.match(position="22345:-:7 23456:-:6 to_move=1"))


def test_each_move_adds_its_increment_unless_the_bank_has_run_out(table: Table) -> None:
    decide(table, 4.0)
    decide(table, 10.0)  # at the last moment: the move counts
    assert [table.timer.bank(seat) for seat in range(2)] == [0, 9]
    decide(table, 9.0 - 1.0)
    question = table.question(0)
    assert (question.left, question.bank, table.timer.bank(1)) == (0, 0, 4)
    assert not table.take(Fault(Ending.TIMEOUT, "time was up"))
    assert (table.faulty, table.match.winner) == (0, 1)


def test_taking_back_earns_no_time(table: Table) -> None:
    decide(table, 4.0)
    decide(table, 0.0)
    for _ in range(3):
        table.take_back(TakeBack(1, is_practice=True), 2.0)
        assert not table.match.moves
        decide(table, 0.5)
        decide(table, 0.5)
    assert [table.timer.bank(seat) for seat in range(2)] == [13 - 1.5, 9 - 3 * 2.0 - 1.5]
    decide(table, 0.0)
    assert table.timer.bank(1) == 9 - 3 * 2.0 - 1.5 + 3, "what is new brings its increment"


def test_a_move_that_was_made_for_a_late_player_adds_nothing() -> None:
    match = duelhall.load("binmat", backend="python").match(seed=7)
    table = timed(match, Late.PASS)
    assert table.take(Fault(Ending.TIMEOUT, "too slow", 4.0))
    assert table.timer.bank(0) == 6
    decide(table, 4.0)
    assert not table.take(Fault(Ending.TIMEOUT, "too slow", 6.0)), "and no bank is left"
