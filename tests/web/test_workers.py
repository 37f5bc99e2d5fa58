"""Workers: they think and explain elsewhere, and those who play do not wait for those who ask."""

import asyncio
import os
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from duelhall.engine.errors import DuelhallError
from duelhall.match.game import Game
from duelhall.play.seat import Answer, Ending, Fault, Opening, Question
from duelhall.play.table import Table
from duelhall_web import workers as tasks
from duelhall_web.log import notice
from duelhall_web.room import BrokenTable, RemoteSeat, loaded_game
from duelhall_web.workers import MOST_WAITING, Compiler, Pool, TooBusy, Workers, compile_game
from tests.arena.scripts import FIRST_LEGAL, script
from tests.web.servers import BROKEN, TestServer, play_on, sat_down, settle


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + 60
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.fixture
def crew() -> Iterator[Workers]:
    found = Workers(1)
    yield found
    found.close()


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    found = Pool(1)
    yield found
    found.close()


async def test_a_worker_that_dies_is_replaced(pool: Pool) -> None:
    first = await pool.run(os.getpid)
    assert first != os.getpid()
    os.kill(first, signal.SIGKILL)
    assert await pool.run(os.getpid) != first


async def test_a_question_over_which_two_workers_die_is_answered(
    server: TestServer, pool: Pool
) -> None:
    first, _ = await sat_down(server, opponent="here")
    workers: Any = server.lobby.services.workers
    workers.advise = lambda *_: pool.run(os._exit, 1)
    answer = await first.ask("hint")
    assert (answer["code"], answer["id"]) == ("busy", 1)
    assert await pool.run(os.getpid), "others are answered"


async def test_a_computer_over_which_workers_die_loses_and_can_be_tried_again(
    server: TestServer, pool: Pool, caplog: pytest.LogCaptureFixture
) -> None:
    workers: Any = server.lobby.services.workers
    play, workers.play = workers.play, lambda *_: pool.run(os._exit, 1)
    made = await server.open(opponent="greedy")
    person = await server.enter(made)
    while person.state["legal"]:
        await person.move()
    await settle()
    assert person.state["result"]["by"] == Ending.CRASH.says
    assert made.table in caplog.text
    workers.play = play
    assert (await person.ask("undo"))["what"] == "undone"
    await play_on(person)
    assert person.state["result"]["by"] is None


async def test_what_goes_wrong_where_nobody_waits_is_logged(
    server: TestServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asyncio.get_running_loop().set_exception_handler(notice)  # as the server does
    person = await server.enter(await server.open(opponent="greedy"))
    (session,) = server.lobby._sessions.values()
    await person.move()
    monkeypatch.setattr(session.room, "apply", Mock(side_effect=BrokenTable("it is odd")))
    await settle()
    assert person.has_left
    assert "BrokenTable: it is odd" in caplog.text


async def test_nobody_loses_a_move_by_another_one_over_which_workers_die(crew: Workers) -> None:
    deadly = asyncio.create_task(crew.play(os._exit, 1))
    other = asyncio.create_task(crew.play(os.getpid))
    with pytest.raises(TooBusy):
        await deadly
    assert await other != os.getpid()


async def test_a_flood_of_hints_holds_up_neither_a_game_nor_other_questions(crew: Workers) -> None:
    flood = [asyncio.create_task(crew.advise(time.sleep, 600)) for _ in range(MOST_WAITING)]
    await asyncio.sleep(0)
    with pytest.raises(TooBusy):
        await crew.advise(os.getpid)
    assert await crew.play(os.getpid) != os.getpid()
    assert await crew.help(os.getpid) != os.getpid()
    for question in flood:
        question.cancel()


async def test_what_takes_too_much_to_read_is_refused_while_others_are_served(
    crew: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "READING", (1, 2**28))
    for costly in ((pow, 7, 10**8), (bytearray, 2**29)):
        reading = asyncio.create_task(crew.read(*costly))
        assert await crew.play(os.getpid) != os.getpid()
        with pytest.raises(DuelhallError, match="too much time or memory to read: shorten it"):
            await reading
    assert await crew.read(os.getpid) != os.getpid()


async def test_only_so_many_texts_wait_to_be_read(crew: Workers) -> None:
    async with crew._reader:
        reading = [asyncio.ensure_future(crew.read(pow, 7, 2)) for _ in range(MOST_WAITING)]
        await asyncio.sleep(0)
        with pytest.raises(TooBusy):
            await asyncio.wait_for(crew.read(pow, 7, 2), 60)
    assert set(await asyncio.gather(*reading)) == {49}
    assert await crew.read(pow, 7, 2) == 49


async def test_those_who_answer_questions_are_there_before_the_first_one(crew: Workers) -> None:
    crew.expect_questions()
    early = [list(pool._executor._processes) for pool in (crew._helping, crew._advising)]
    crew.expect_questions()
    assert early == [[await crew.help(os.getpid)], [await crew.advise(os.getpid)]]


def test_a_hint_says_that_it_is_a_first_guess_while_there_is_no_machine_code(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    question, _ = asked()
    assert not tasks.hint(question.game, question.view, dice=0).stand_in
    monkeypatch.setattr(tasks, "is_unready", lambda _player, _game: True)
    monkeypatch.setattr(tasks, "GUESS_SECONDS", 0.01)
    assert tasks.hint(question.game, question.view, dice=0).stand_in


def test_a_player_that_fails_loses_by_a_crash() -> None:
    question, opening = asked()
    crash = tasks.decide("random", replace(question, dice=-1), opening)
    assert isinstance(crash, Fault)
    assert pickle.loads(pickle.dumps(crash)).ending is Ending.CRASH
    assert isinstance(tasks.decide("random", question, opening), Answer)


def asked() -> tuple[Question, Opening]:
    """The first decision of a game of Blade, as it comes to a worker."""
    match = loaded_game("blade").match(seed=1)
    table = Table(match, (RemoteSeat(), RemoteSeat()))
    sent = table.question(match.to_move), table.opening(match.to_move)
    question, opening = pickle.loads(pickle.dumps(sent))
    return question, opening


@pytest.mark.parametrize("is_behind", [True, False])
def test_a_rule_of_thumb_stands_in_until_there_is_machine_code(
    monkeypatch: pytest.MonkeyPatch,
    is_behind: bool,  # noqa: FBT001, a parameter of the test
) -> None:
    monkeypatch.setattr(Game, "is_behind", is_behind)
    answers = [tasks.decide(player, *asked()) for player in ("search(1)", "greedy", "random")]
    searched, greedy, _ = answers
    assert [isinstance(each, tasks.StandIn) for each in answers] == [is_behind, False, False]
    if is_behind:
        assert isinstance(searched, Answer)
        assert isinstance(greedy, Answer)
        assert searched.move == greedy.move
    frontline = loaded_game("frontline")
    assert tasks.stand_in_for("adept", frontline) == "adept", "its rule of thumb takes longer"


async def test_the_log_says_that_a_player_was_not_ready(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "is_unready", lambda _player, _game: True)
    monkeypatch.setattr(tasks, "stand_in_for", lambda _player, _game: "random")
    made = await server.open("frontline[hand=1]", opponent="novice", seat=1)
    await server.enter(made)
    await settle()
    back = await server.enter(made)
    (told,) = back.state["moves"]
    assert told["says"] == "novice, still getting ready: Commit."


async def test_a_program_that_the_owner_allows_can_be_the_opponent(
    server: TestServer, tmp_path: Path
) -> None:
    entry = script(tmp_path, FIRST_LEGAL)
    server.bots[entry.name] = entry
    person = await server.enter(await server.open("blade", opponent=entry.name))
    async with asyncio.timeout(60):
        while not person.state["result"]:
            if person.state["legal"]:
                await person.move()
            else:
                await asyncio.sleep(0.005)
        await person.ask("undo")
        await play_on(person)
    assert person.state["result"]["by"] is None


@pytest.mark.parametrize("server", [{"bots": {"broken": BROKEN}}], indirect=True)
async def test_a_program_that_does_not_start_loses(server: TestServer) -> None:
    person = await server.enter(await server.open("blade", opponent="broken", seat=1))
    async with asyncio.timeout(60):
        while not person.state["result"]:
            if person.state["legal"]:
                await person.move()
            await asyncio.sleep(0.005)


def test_compiling_is_asked_for_once_and_its_end_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tasks, "compile_game", os._exit)
    compiler, game = Compiler(), loaded_game("blade")
    begin = Mock(wraps=compiler._pool.begin)
    monkeypatch.setattr(compiler._pool, "begin", begin)
    for name, times in ((1, 1), (1, 1), (2, 2)):  # the last one when the process has died
        monkeypatch.setattr(tasks, "compiled_name", lambda _game, name=name: name)
        compiler.expect(game)
        assert begin.call_count == times
        until(lambda: "played without machine code" in caplog.text)
    compiler.close()
    assert caplog.text.count("played without machine code") == 1


@pytest.mark.parametrize(
    ("played", "compiled"),
    [
        ("blade", "blade"),
        ("frontline[draft, hand=7]", "frontline[draft, hand=7]"),
        ("monsters[decks=Kiln Yard vs Kiln Yard]", "monsters"),
    ],
)
def test_other_cards_need_no_other_machine_code(played: str, compiled: str) -> None:
    assert tasks.compiled_name(loaded_game(played)) == compiled


def test_what_is_compiled_is_what_a_table_enters() -> None:
    compile_game("blade")
    game = loaded_game("blade")
    match = game.match(seed=3)
    assert game.legal_moves(match.view(match.to_move))
