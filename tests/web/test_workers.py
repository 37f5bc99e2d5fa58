"""Workers: they think and explain elsewhere, and those who play do not wait for those who ask."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from duelhall.players.entry import Entry
from duelhall.players.faults import Ending
from duelhall.web import tasks, workers
from duelhall.web.compiling import Compiler, compile_game
from duelhall.web.workers import Pool, TooBusy, Workers
from tests.arena.scripts import FIRST_LEGAL, script
from tests.web.halls import TestHall, in_hall
from tests.web.test_tables import play_on


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    found = Pool(1)
    yield found
    found.close()


def test_a_worker_that_dies_is_replaced(pool: Pool) -> None:
    async def run() -> None:
        first = await pool.run(os.getpid)
        assert first != os.getpid()
        os.kill(first, signal.SIGKILL)
        assert await pool.run(os.getpid) != first

    asyncio.run(run())


def test_a_flood_of_questions_does_not_hold_up_a_game() -> None:
    async def run() -> None:
        crew = Workers(1)
        flood = [
            asyncio.create_task(crew.help(time.sleep, 600)) for _ in range(workers.MOST_WAITING)
        ]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await crew.help(os.getpid)
        assert await crew.play(os.getpid) != os.getpid()
        for question in flood:
            question.cancel()
        crew.close()

    asyncio.run(run())


def test_a_player_that_fails_loses_by_a_crash() -> None:
    game = tasks.game_named("blade")
    match = game.match(seed=1)
    asked = tasks.Asked(
        game="blade",
        player="random",
        seat=match.to_move,
        number=1,
        view=match.view(match.to_move).tobytes(),
        told=(),
        left=None,
        bank=None,
        dice=-1,
        opponent="",
    )
    assert tasks.decide(asked).fault == Ending.CRASH
    assert tasks.decide(asked._replace(dice=1)).fault == ""


def test_a_program_that_the_owner_allows_can_be_the_opponent(tmp_path: Path) -> None:
    entry = script(tmp_path, FIRST_LEGAL)

    async def test(hall: TestHall) -> None:
        made = await hall.open("blade", opponent=entry.name)
        person = await hall.enter(made)
        async with asyncio.timeout(60):
            while not person.state["result"]:
                if person.state["legal"]:
                    await person.move()
                else:
                    await asyncio.sleep(0.005)
            await person.ask("undo")
            await play_on(person)
        assert person.state["result"]["by"] is None

    in_hall(test, programs={entry.name: entry})


def test_a_program_that_does_not_start_loses() -> None:
    entry = Entry("broken", command=(sys.executable, "-c", "raise SystemExit(1)"))

    async def test(hall: TestHall) -> None:
        made = await hall.open("blade", opponent="broken", seat=1)
        person = await hall.enter(made)
        async with asyncio.timeout(60):
            while not person.state["result"]:
                if person.state["legal"]:
                    await person.move()
                await asyncio.sleep(0.005)

    in_hall(test, programs={"broken": entry})


def test_compiling_is_asked_for_once() -> None:
    compiler = Compiler()
    compiler.expect("no such game")
    process = compiler._process
    compiler.expect("no such game")
    assert compiler._process is process
    assert process
    assert process.poll() is None
    compiler.close()
    assert process.poll() is not None


def test_what_is_compiled_is_what_a_table_enters() -> None:
    compile_game("blade")
    game = tasks.game_named("blade")
    match = game.match(seed=3)
    assert game.legal_moves(match.view(match.to_move))
