"""Playing by the clock: what runs out, what waits, and what is prepared."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
import pytest

from duelhall_web import session as turns
from tests.web.halls import Guest, TestHall, in_hall, settle

ALLOWANCE = turns.ALLOWANCE + 0.001
"""A little more than what is allowed."""

LIVE = "binmat[live]"
RULEBOOK = "binmat[rulebook]"


async def wake(hall: TestHall, guest: Guest, seconds: float) -> None:
    """Let time pass, and whoever waits for it notice."""
    hall.clock.time += seconds
    assert guest.session
    guest.session._wake(guest.session.room.turn)
    await settle()


def by_the_clock(
    test: Callable[[TestHall, Guest, Guest], Awaitable[None]], game: str = LIVE, **wish: Any
) -> None:
    """Two people at a table with turns of five seconds, the first one to move."""

    async def run(hall: TestHall) -> None:
        made = await hall.open(game, **{"clock": {"move": 5}, "opponent": "friend", **wish})
        guests = [await hall.enter(made, place) for place in range(2)]
        first = guests[0].state["to_move"]
        await test(hall, guests[first], guests[1 - first])

    in_hall(run)


def test_no_clock_runs_before_everybody_has_come() -> None:
    async def run(hall: TestHall) -> None:
        made = await hall.open(LIVE, clock={"move": 5})
        first = await hall.enter(made, 0)
        assert first.state["clock"]["left"] is None
        hall.clock.time += 60
        await hall.enter(made, 1)
        assert first.state["clock"]["left"] == 5

    in_hall(run)


def test_a_turn_that_runs_out_is_a_pass() -> None:
    async def test(hall: TestHall, first: Guest, second: Guest) -> None:
        await wake(hall, first, 5)
        assert first.state["position"] == 0, "there is an allowance for the way of the message"
        await wake(hall, first, ALLOWANCE)
        (told,) = first.state["moves"]
        assert (told["number"], told["seat"], told["move"], told["late"]) == (1, 0, "--", True)
        assert second.state["legal"]
        assert second.state["clock"] == {"move": 5, "bank": None, "begins": 0, "left": 5}

    by_the_clock(test)


def test_a_move_within_the_allowance_counts() -> None:
    async def test(hall: TestHall, first: Guest, _second: Guest) -> None:
        hall.clock.time += 5 + ALLOWANCE / 2
        assert (await first.move())["what"] == "moved"
        assert not first.state["moves"][0]["late"]

    by_the_clock(test)


def test_turns_last_exactly_their_time_where_the_rules_say_so() -> None:
    async def test(hall: TestHall, first: Guest, second: Guest) -> None:
        hall.clock.time += 2
        await first.move()
        assert second.state["clock"]["begins"] == 3
        assert second.state["clock"]["left"] == 8
        assert (await second.move("--"))["what"] == "prepared"
        assert second.state["position"] == 1
        await wake(hall, first, 3)
        assert second.state["position"] == 2
        assert first.state["clock"]["begins"] == 5, "the turn that was over at once lasts, too"

    by_the_clock(test)


def test_elsewhere_a_turn_ends_with_its_move() -> None:
    async def test(hall: TestHall, first: Guest, second: Guest) -> None:
        hall.clock.time += 2
        await first.move()
        assert second.state["clock"] == {"move": 5, "bank": None, "begins": 0, "left": 5}

    by_the_clock(test, RULEBOOK)


def test_a_refused_move_is_the_only_try_where_the_rules_say_so() -> None:
    async def test(_hall: TestHall, first: Guest, second: Guest) -> None:
        refused = await first.move("c0")
        assert (refused["type"], refused["late"]) == ("refused", True)
        assert first.state["moves"][0]["late"]
        assert second.state["legal"]

    by_the_clock(test)


def test_elsewhere_there_is_another_try() -> None:
    async def test(_hall: TestHall, first: Guest, _second: Guest) -> None:
        refused = await first.move("c0")
        assert (refused["type"], refused["late"]) == ("refused", False)
        assert first.state["position"] == 0

    by_the_clock(test, RULEBOOK)


def test_a_move_can_be_prepared_during_the_other_sides_turn() -> None:
    async def test(_hall: TestHall, first: Guest, second: Guest) -> None:
        heard = len(first.heard)
        for move in ("--", None, "--"):
            assert (await second.ask("prepare", move=move))["what"] == "prepared"
            assert second.state["prepared"] == move
        assert len(first.heard) == heard
        await first.move()
        await settle()
        assert [move["move"] for move in second.state["moves"]] == ["--"]
        assert second.state["position"] == 2

    by_the_clock(test, RULEBOOK)


def test_what_can_be_prepared_is_what_could_be_done_if_it_were_ones_turn() -> None:
    async def test(_hall: TestHall, first: Guest, second: Guest) -> None:
        assert (first.state["preparable"], second.state["legal"]) == ([], [])
        offered = second.state["preparable"]
        await first.move("--")
        assert second.state["legal"] == offered, "a pass has changed nothing"
        assert second.state["preparable"] == []
        assert first.state["preparable"]

    by_the_clock(test, RULEBOOK)


def test_nothing_is_prepared_where_turns_do_not_go_by_the_games_clock() -> None:
    async def test(_hall: TestHall, _first: Guest, second: Guest) -> None:
        assert second.state["preparable"] == []

    by_the_clock(test, RULEBOOK, clock=None)
    by_the_clock(test, "blade")


def test_a_prepared_move_that_cannot_be_made_costs_nothing() -> None:
    async def test(_hall: TestHall, first: Guest, second: Guest) -> None:
        await second.ask("prepare", move="c0")
        await first.move()
        await settle()
        assert second.state["position"] == 1
        assert second.state["legal"]
        assert second.state["prepared"] is None or second.state["to_move"] == 1

    by_the_clock(test, RULEBOOK)


def test_a_bank_that_is_empty_loses_the_game() -> None:
    async def test(hall: TestHall, first: Guest, second: Guest) -> None:
        hall.clock.time += 20
        await first.move()
        assert second.state["clock"]["bank"] == [10, 30]
        await wake(hall, second, 30 + ALLOWANCE)
        assert second.state["result"]["winner"] == first.state["seat"]
        assert second.state["result"]["by"] == "running out of time"
        assert second.state["clock"]["left"] is None

    by_the_clock(test, RULEBOOK, clock={"bank": 30})


def test_in_games_without_a_clock_of_their_own_late_is_lost() -> None:
    async def test(hall: TestHall, first: Guest, second: Guest) -> None:
        await wake(hall, first, 5 + ALLOWANCE)
        assert second.state["result"]["winner"] == second.state["seat"]

    by_the_clock(test, "blade")


def test_a_computer_waits_until_its_turn_begins() -> None:
    async def run(hall: TestHall) -> None:
        made = await hall.open(LIVE, opponent="random", clock={"move": 5})
        person = await hall.enter(made, 0)
        hall.clock.time += 1
        await person.move()
        await settle()
        assert person.state["position"] == 1
        await wake(hall, person, 4)
        assert person.state["position"] == 2

    in_hall(run)


def test_the_alarm_rings_by_itself() -> None:
    """The one test with a real clock, which is short."""

    async def run(hall: TestHall) -> None:
        loop = asyncio.get_running_loop()
        hall.lobby.services.uptime._clock = loop.time
        hall.lobby.services.uptime._start = loop.time()
        made = await hall.open(LIVE, clock={"move": 0.01})
        guests = [await hall.enter(made, place) for place in range(2)]
        async with asyncio.timeout(10):
            while guests[0].state["position"] == 0:
                await asyncio.sleep(0.01)
        assert guests[0].state["moves"][0]["late"]

    in_hall(run)


@pytest.mark.parametrize("clock", [{"move": 0}, {"bank": -1}, {"move": 1e9}])
def test_impossible_clocks_are_refused(clock: dict[str, float]) -> None:
    async def run(hall: TestHall) -> None:
        with pytest.raises(msgspec.ValidationError):
            await hall.open(LIVE, clock=clock)

    in_hall(run)
