"""Inviting a friend: who sits down, when it is dealt, and what the inviter can open."""

import asyncio
import json
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from duelhall.players.entry import Entry
from duelhall_web.events import hashed
from duelhall_web.lobby import LOOKS, NoSuchTable, OverLimit, ServerLimits
from duelhall_web.messages import SeatSetup, SeatTaken
from duelhall_web.room import WATCH, BrokenTable
from duelhall_web.session import NotNow, as_json
from duelhall_web.store import StoredEvent, open_store
from tests.web.halls import Guest, TestHall, in_hall, settle
from tests.web.test_restarts import killed
from tests.web.test_tables import play_on

CHAIRS = [{"token": hashed("mine"), "name": "Ann"}, {"token": hashed("yours")}]
OLD_TABLE = (
    {"type": "opened", "time": 1.0, "chairs": CHAIRS, "watch": hashed("theirs")},
    {"type": "begun", "time": 1.0, "game": "blade", "edition": 1, "seed": 7, "salt": "s"},
)
"""The events of a table from before there were invitations: both seats have secrets at once."""


async def seat(hall: TestHall, code: str | None, name: str = "") -> SeatTaken:
    return await hall.lobby.sit_down(SeatSetup(code or "", name), "there")


async def enter(hall: TestHall, table: str, token: str | None) -> Guest:
    guest = Guest()
    await hall.lobby.enter(guest, table, token or "", None, "")
    return guest


def test_nothing_is_dealt_before_both_sit_and_the_first_to_press_sits() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.invite(name="Ann", clock={"bank": 60}, seat=1)
        host = await hall.enter(made)
        assert [each["type"] for each in host.heard] == ["welcome", "waiting", "presence"]
        told = host.heard[1]["invitation"]
        assert (told["status"], told["seat"], told["bank"]) == ("open", 0, 60)
        assert [player["name"] for player in told["players"]] == ["", "Ann"]
        stored = await hall.journal.ask(lambda store: store.events(made.table))
        assert not any(b"commitment" in each or b"seed" in each for each in host.bytes + stored)
        for kind in ("resign", "undo", "rematch", "hint", "decks"):
            assert (await host.ask(kind))["says"] == "nothing is dealt yet"
        with pytest.raises(BrokenTable, match="still going on"):
            await hall.lobby.saved_game(made.table, made.tokens[0] or "")
        tries = [seat(hall, made.code, name) for name in ("Bea", "Cid", "Dan")]
        taken, *late = await asyncio.gather(*tries, return_exceptions=True)
        assert isinstance(taken, SeatTaken)
        assert [str(each) for each in late] == ["this invitation is taken"] * 2
        assert host.heard[-1]["commitment"]
        assert host.state["players"][0]["name"] == "Bea"
        assert (await host.ask("reply", accept=False))["code"] == "not now", "too late to withdraw"
        friend = await enter(hall, taken.table, taken.token)
        assert (friend.place, friend.state["seat"]) == (1, 0)
        assert (await enter(hall, made.table, made.code)).place == WATCH
        await play_on(host, friend)

    in_hall(test)


def test_invitations_and_what_became_of_them_survive_a_restart(tmp_path: Path) -> None:
    async def run(url: str) -> None:
        hall = TestHall(open_store(url))
        made, withdrawn = await hall.invite(), await hall.invite()
        seen = (await hall.enter(made)).heard[1]
        host, onlooker = await hall.enter(withdrawn), await hall.enter(withdrawn, WATCH)
        answers = [await each.ask("reply", accept=False) for each in (onlooker, host, host)]
        assert [answer["type"] for answer in answers] == ["error", "done", "error"]
        assert onlooker.heard[-1]["invitation"]["status"] == "withdrawn"
        await settle()
        await killed(hall)
        hall = TestHall(open_store(url))
        rows = await hall.journal.ask(lambda store: store.tables())
        assert {row.table for row in rows if row.over} == {withdrawn.table}
        with pytest.raises(NotNow, match="this invitation is withdrawn"):
            await seat(hall, withdrawn.code)
        host = await hall.enter(made)
        assert host.heard[1] == seen
        taken = await seat(hall, made.code)
        await killed(hall)
        hall = TestHall(open_store(url))
        assert (await hall.enter(made)).state["commitment"] == host.state["commitment"]
        assert (await enter(hall, taken.table, taken.token)).place == 1
        with pytest.raises(NotNow, match="this invitation is taken"):
            await seat(hall, made.code)
        await killed(hall)

    asyncio.run(run(f"sqlite:///{tmp_path / 'tables.sqlite'}"))


def test_a_table_from_before_there_were_invitations_is_played() -> None:
    async def test(hall: TestHall) -> None:
        for number, event in enumerate(OLD_TABLE, start=1):
            await hall.journal.add([StoredEvent("old", number, json.dumps(event).encode())])
        guests = [await enter(hall, "old", token) for token in ("mine", "yours", "theirs")]
        assert [guest.place for guest in guests] == [0, 1, WATCH]
        await play_on(*guests)

    in_hall(test)


def strings_in(value: Any) -> set[str]:
    """Every text in what was sent."""
    if isinstance(value, dict):
        return {*value, *strings_in(list(value.values()))}
    if isinstance(value, list):
        return {text for each in value for text in strings_in(each)}
    return {value} if isinstance(value, str) else set()


@pytest.mark.parametrize("opponent", ["friend", "random", "broken"])
def test_what_the_inviters_browser_was_ever_sent_opens_one_seat(opponent: str) -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.invite(opponent=opponent, name="Ann")
        host = await hall.enter(made)
        sent: list[Any] = [made, host.heard]
        if made.code:
            taken = await seat(hall, made.code, "Bea")
            await enter(hall, taken.table, taken.token)
            sent.append(await hall.lobby.invitation(made.code, "here"))
        for kind in ("resign", "rematch", "resign"):
            await settle()
            sent.append(await host.ask(kind))
        sent.append(json.loads(await hall.lobby.saved_game(made.table, made.tokens[0] or "")))
        places, texts = set[int](), {"", *strings_in(json.loads(as_json(sent)))}
        for text in texts:
            for table in {text, made.table}:
                with suppress(NoSuchTable):
                    places.add((await enter(hall, table, text)).place)
            with pytest.raises((NoSuchTable, NotNow)):
                await seat(hall, text)
        assert len(texts) > 100
        assert places == {0, WATCH}

    broken = Entry("broken", command=(sys.executable, "-c", "raise SystemExit(1)"))
    in_hall(test, bots={"broken": broken}, limits=ServerLimits(tables_at_once=10_000))


def test_nobody_guesses_codes_without_end() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.invite()
        for _ in range(LOOKS):
            with pytest.raises(NoSuchTable):
                await seat(hall, "a guess")
        with pytest.raises(OverLimit, match="too many invitations"):
            await seat(hall, made.code)
        assert (await hall.lobby.invitation(made.code or "", "elsewhere")).status == "open"

    in_hall(test, limits=ServerLimits(tables_at_once=1))
