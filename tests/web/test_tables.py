"""Playing at a table: who may do what, and what each place is told."""

import asyncio
from typing import Any
from unittest.mock import Mock

import pytest

from duelhall.engine.errors import DuelhallError, UnknownName
from duelhall.games.monsters.card_file import STANDARD_FILE
from duelhall_web.events import NO_DECK
from duelhall_web.lobby import Addresses, NoSuchTable, OverLimit, ServerLimits
from tests.web.halls import Guest, TestHall, in_hall, settle

GAMES = ("blade", "frontline", "binmat", "monsters")


async def play_on(*guests: Guest) -> None:
    """Let people make the first legal moves, until the game is over."""
    while not guests[0].state["result"]:
        to_move = guests[0].state["to_move"]
        mover = next((each for each in guests if each.state["seat"] == to_move), None)
        if mover is None or not mover.state["legal"]:
            await settle()
        else:
            assert (await mover.move())["what"] == "moved"


@pytest.mark.parametrize("game", ["blade", "frontline"])
def test_two_people_play_a_game_and_an_onlooker_watches(game: str) -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open(game)
        first, second = await hall.enter(made, 0), await hall.enter(made, 1, name="Bea")
        onlooker = await hall.enter(made, 2)
        await play_on(first, second)
        for guest in (first, second, onlooker):
            numbers = [state["seq"] for state in guest.states]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            assert guest.state["result"]["opened"]["seed"]
        assert first.state["players"][1]["name"] == "Bea"
        assert not any(state["legal"] for state in onlooker.states)

    in_hall(test)


def test_a_game_against_the_computer() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open("blade", opponent="greedy", seat=1)
        person = await hall.enter(made)
        assert person.state["players"][0] == {
            "name": "greedy",
            "kind": "computer",
            "present": True,
        }
        await play_on(person)
        assert made.tokens[1] is None

    in_hall(test)


def test_only_those_who_know_the_secret_come_in() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        guest = Guest()
        for table, token in ((made.table, ""), (made.table, f"{made.tokens[0]}x"), ("no", "no")):
            with pytest.raises(NoSuchTable):
                await hall.lobby.enter(guest, table, token, None, "")
        assert guest.heard == []

    in_hall(test)


def test_moves_that_cannot_be_made_are_refused_and_change_nothing() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        guests = [await hall.enter(made, place) for place in range(3)]
        mover = guests[guests[0].state["to_move"]]
        other, onlooker = guests[1 - mover.place], guests[2]
        heard = len(mover.heard)
        illegal = next(
            c for c in "1234567BM" if not any(m["move"] == c for m in mover.state["legal"])
        )
        refused = await mover.move(illegal)
        assert (refused["type"], refused["late"]) == ("refused", False)
        assert refused["ruling"]
        assert (await mover.move("nonsense"))["says"].startswith("Cannot read the move")
        assert (await other.move("1"))["says"] == "It is not your turn."
        stale = await mover.ask("move", move=mover.state["legal"][0]["move"], position=7)
        assert stale["says"] == "The game has gone on since you decided on that."
        assert (await onlooker.move("1"))["type"] == "error"
        assert len(mover.heard) == heard

    in_hall(test)


def test_a_repeated_move_is_made_once() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        guests = [await hall.enter(made, place) for place in range(2)]
        mover = guests[guests[0].state["to_move"]]
        wish = {"move": mover.state["legal"][0]["move"], "position": 0}
        answers = await asyncio.gather(mover.ask("move", **wish), mover.ask("move", **wish))
        assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
        assert mover.state["position"] == 1

    in_hall(test)


def test_nobody_is_told_of_a_move_before_it_is_on_disk() -> None:
    async def test(hall: TestHall) -> None:
        first, second = await sat_down(hall)
        onlooker_heard = len(second.heard)
        stored, add = asyncio.Event(), hall.journal.add
        journal: Any = hall.journal

        async def add_later(*words: Any) -> None:
            await stored.wait()
            await add(*words)

        journal.add = add_later
        moving = asyncio.create_task(first.move())
        for _ in range(20):
            await asyncio.sleep(0)
        assert not moving.done()
        assert (first.state["position"], len(second.heard)) == (0, onlooker_heard)
        stored.set()
        assert (await moving)["what"] == "moved"
        assert second.state["position"] == 1

    in_hall(test)


def test_names_are_data() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open(name="<script>alert(1)</script>")
        first = await hall.enter(made, 0)
        assert first.state["players"][0]["name"] == "<script>alert(1)</script>"
        second = await hall.enter(made, 1, name="a\u202eb\n\x07")
        assert second.state["players"][1]["name"] == "ab", "nothing that turns a line around"

    in_hall(test)


def test_a_second_tab_renames_nobody() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open(opponent="here", name="Ann")
        tabs = (0, "Eve", "Ann"), (1, "", ""), (1, "Bea", "Bea"), (1, "Eve", "Bea")
        for place, name, called in tabs:
            guest = await hall.enter(made, place, name=name)
            assert guest.state["players"][place]["name"] == called

    in_hall(test)


# --- coming back ---


def test_who_comes_back_is_told_what_they_missed() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        first, second = await hall.enter(made, 0), await hall.enter(made, 1)
        seen = first.state["seq"]
        hall.go(first)
        back = await hall.enter(made, 0, last=seen)
        assert [message["type"] for message in back.heard] == ["welcome", "presence"]
        hall.go(back)
        tab = await hall.enter(made, 0)
        for _ in range(3):
            mover = next(g for g in (tab, second) if g.place == tab.state["to_move"])
            await mover.move()
        late = await hall.enter(made, 0, last=seen)
        assert late.state["seq"] == tab.state["seq"]
        assert late.state["moves"] == [move for state in tab.states[1:] for move in state["moves"]]
        anew = await hall.enter(made, 0)
        assert (anew.state["since"], len(anew.state["moves"])) == (0, 3)
        assert anew.state["board"] == late.state["board"] == tab.state["board"]

    in_hall(test)


def test_tabs_of_one_seat_agree() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open("blade", opponent="random")
        tabs = [await hall.enter(made) for _ in range(2)]
        await play_on(tabs[0])
        assert tabs[0].state == tabs[1].state

    in_hall(test)


def test_presence_is_told() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        first = await hall.enter(made, 0)
        second = await hall.enter(made, 1)
        assert first.heard[-1]["players"][1]["present"]
        hall.go(second)
        assert not first.heard[-1]["players"][1]["present"]
        hall.go(first)
        hall.lobby.forget_idle_tables()
        assert hall.lobby._sessions, "they may come back at once"
        hall.clock.time += 60
        hall.lobby.forget_idle_tables()
        assert not hall.lobby._sessions
        assert (await hall.enter(made, 0)).state["seq"] == first.state["seq"]

    in_hall(test)


def test_who_is_gone_before_they_are_let_in_leaves_nothing_behind() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open()
        guest = Guest()
        coming = asyncio.create_task(
            hall.lobby.enter(guest, made.table, made.tokens[0] or "", None, "")
        )
        await asyncio.sleep(0)
        hall.lobby.leave(guest)
        coming.cancel()
        await settle()
        (session,) = hall.lobby._sessions.values()
        assert session.guests == []

    in_hall(test)


# --- taking back, resigning, playing again ---


async def sat_down(hall: TestHall, **wish: Any) -> tuple[Guest, Guest]:
    """Two people at a table: the one to move, and the other one."""
    made = await hall.open(**wish)
    guests = [await hall.enter(made, place) for place in range(2)]
    mover = guests[0].state["to_move"]
    first, second = sorted(guests, key=lambda guest: guest.state["seat"] != mover)
    return first, second


def test_what_showed_nothing_is_taken_back_at_once() -> None:
    async def test(hall: TestHall) -> None:
        first, second = await sat_down(hall, game="frontline")
        before = first.state["board"]
        heard = len(second.states)
        await first.move()
        assert (await first.ask("undo"))["what"] == "undone"
        assert first.state["board"] == before
        assert not first.state["practice"]
        assert len(second.states) == heard, "a secret move was told"

    in_hall(test)


@pytest.mark.parametrize("accept", [True, False])
def test_otherwise_the_other_side_is_asked(accept: bool) -> None:  # noqa: FBT001, a parameter of the test
    async def test(hall: TestHall) -> None:
        first, second = await sat_down(hall)
        await first.move()
        other = second if second.state["legal"] else first
        await other.move()
        asker = first
        assert (await asker.ask("undo"))["what"] == "offered"
        answerer = second
        assert answerer.state["offer"] == {
            "seat": asker.state["seat"],
            "what": "undo",
            "swap": False,
        }
        own = await asker.ask("reply", accept=True)
        assert own["says"] == "the other side has not answered yet"
        assert (await answerer.ask("reply", accept=accept))["what"] == "answered"
        assert asker.state["offer"] is None
        assert asker.state["practice"] == accept
        assert (asker.state["position"] < 2) == accept
        assert (await answerer.ask("reply", accept=True))["code"] == "not now"

    in_hall(test)


def test_against_the_computer_more_can_be_taken_back_as_practice() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open("blade", opponent="random", seat=0)
        person = await hall.enter(made)
        await play_on(person)
        assert (await person.ask("undo"))["what"] == "undone"
        assert person.state["practice"]
        assert person.state["result"] is None
        assert person.state["legal"]

    in_hall(test)


def test_who_has_done_nothing_has_nothing_to_take_back() -> None:
    async def test(hall: TestHall) -> None:
        first, _ = await sat_down(hall)
        assert not first.state["undo"]
        assert (await first.ask("undo"))["says"] == "you have nothing to take back"

    in_hall(test)


def test_resigning_and_a_rematch_in_the_other_seats() -> None:
    async def test(hall: TestHall) -> None:
        first, second = await sat_down(hall)
        assert (await first.ask("rematch"))["says"] == "the game is still going on"
        assert (await second.ask("resign"))["what"] == "resigned"
        assert first.state["result"]["by"] == "resigning"
        assert first.state["result"]["winner"] == first.state["seat"]
        assert (await second.ask("resign"))["code"] == "not now"
        assert (await second.ask("undo"))["code"] == "not now", "the deal has been opened"
        seat, commitment = first.state["seat"], first.state["commitment"]
        assert (await first.ask("rematch", swap=True))["what"] == "offered"
        assert (await second.ask("rematch"))["what"] == "begun"
        assert first.state["seat"] == 1 - seat
        assert first.state["round"] == 2
        assert first.state["result"] is None
        assert first.state["commitment"] != commitment

    in_hall(test)


def test_a_rematch_against_the_computer_begins_at_once() -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open("monsters", opponent="random")
        person = await hall.enter(made)
        await person.ask("resign")
        decks = (await person.ask("decks"))["decks"]
        assert (await person.ask("rematch", swap=True))["what"] == "begun"
        assert person.state["seat"] == 1
        assert (await person.ask("decks"))["decks"] == decks[::-1]

    in_hall(test)


# --- what can be asked ---


@pytest.mark.parametrize("game", GAMES)
def test_questions_are_answered(game: str) -> None:
    async def test(hall: TestHall) -> None:
        made = await hall.open(game, opponent="here")
        guests = [await hall.enter(made, place) for place in range(3)]
        mover = guests[guests[0].state["to_move"]]
        move = mover.state["legal"][0]["move"]
        assert (await mover.ask("try", move=move))["type"] == "tried"
        await mover.move(move)
        for guest in (mover, guests[2]):
            number = guest.state["position"]
            assert (await guest.ask("tell", number=number))["type"] == "happened"
            assert (await guest.ask("why", number=number))["rules"]
        assert (await mover.ask("why", number=0))["rules"]
        assert (await mover.ask("why", number=2))["type"] == "error"

    in_hall(test)


def test_hints_are_given_where_the_table_allows_them() -> None:
    async def test(hall: TestHall) -> None:
        first, second = await sat_down(hall, opponent="here")
        hinted = await first.ask("hint")
        assert {hint["move"] for hint in hinted["moves"]} <= {
            move["move"] for move in first.state["legal"]
        }
        assert hinted["lines"]
        assert all(0 <= hint["chance"] <= 1 for hint in hinted["moves"])
        assert (await second.ask("hint"))["says"] == "it is not your turn"
        first, _ = await sat_down(hall, opponent="friend")
        assert (await first.ask("hint"))["says"] == "there are no hints at this table"

    in_hall(test)


def test_rulings_cards_and_decks_can_be_read() -> None:
    async def test(hall: TestHall) -> None:
        first, _ = await sat_down(hall, game="monsters")
        assert "**M19.**" in (await first.ask("ruling", number="M19"))["text"]
        assert (await first.ask("ruling", number="M999"))["type"] == "error"
        deck = (await first.ask("decks"))["decks"][0]
        assert len(deck) > 3
        hand = next(
            z
            for z in first.state["board"]["zones"]
            if z["kind"] == "hand" and z["owner"] == first.state["seat"]
        )
        card = next(c for c in hand["cards"] if c.get("face"))
        assert (await first.ask("card", name=card["face"]))["lines"]

    in_hall(test)


# --- what is wished for ---


@pytest.mark.parametrize(
    "wish",
    [
        {"game": "chess"},
        {"game": "blade", "rules": "none"},
        {"game": "blade", "opponent": "python3 bot.py"},
        {"game": "blade", "deck": "Kiln Yard"},
        {"game": "monsters", "deck": "/etc/passwd"},
        {"game": "monsters", "deck": "pyproject.toml"},
        {"game": "monsters", "deck": "x" * 5000},
        {"game": "monsters", "deck": 'name = "Mine"\nmonster = "Nobody"'},
        {"game": "monsters", "cards": "[[cards]\nname = 1"},
        {"game": "frontline", "options": {"hand": "many"}},
    ],
)
def test_impossible_wishes_are_refused(wish: dict[str, Any]) -> None:
    async def test(hall: TestHall) -> None:
        with pytest.raises(DuelhallError) as refused:
            await hall.open(**wish)
        assert "/duelhall-" not in str(refused.value)
        assert await hall.journal.ask(lambda store: store.tables()) == []

    in_hall(test)


def test_nobody_learns_what_files_there_are() -> None:
    async def test(hall: TestHall) -> None:
        for deck in ("pyproject.toml", "nothing.toml", str(STANDARD_FILE.parent)[:2]):
            for wish in ({"deck": deck}, {"opponent_deck": deck}):
                with pytest.raises(UnknownName, match=f"^{NO_DECK}$"):
                    await hall.open("monsters", **wish)

    in_hall(test)


@pytest.mark.parametrize(
    ("kind", "says"), [("cards", "your card file"), ("deck", "your deck file")]
)
def test_faults_of_a_file_are_told_of_the_file_that_somebody_sent(kind: str, says: str) -> None:
    async def test(hall: TestHall) -> None:
        with pytest.raises(DuelhallError, match=f"^{says} has a fault:\n  line 1"):
            await hall.open(game="monsters", **{kind: "[[cards]\nname = 1"})

    in_hall(test)


def test_a_worker_reads_what_somebody_has_written_and_nothing_else() -> None:
    async def test(hall: TestHall) -> None:
        workers, read = hall.lobby.services.workers, Mock(wraps=hall.lobby.services.workers.read)
        workers.read = read  # type: ignore[method-assign]
        await hall.open("monsters", deck="Kiln Yard", opponent="master", name="x" * 40)
        assert not read.called
        made = await hall.open("monsters", cards=STANDARD_FILE.read_text("utf-8"), deck="Dry Dock")
        assert "Dry Dock" in (await (await hall.enter(made)).ask("decks"))["decks"][0][0]
        for wish in ({"cards": "a." * 30_000 + "a = 1"}, {"options": {"decks": "[" * 3000}}):
            with pytest.raises(DuelhallError, match="line 1 has more than 16 brackets and dots"):
                await hall.open("monsters", **wish)
        assert read.call_count == 3

    in_hall(test)


def test_options_and_decks_can_be_chosen() -> None:
    async def test(hall: TestHall) -> None:
        first, _ = await sat_down(hall, game="frontline", rules="draft", options={"hand": 7})
        assert first.state["game"]["full_name"] == "frontline[draft, hand=7]"
        first, _ = await sat_down(hall, game="monsters", deck="Kiln Yard", seat=1)
        decks = (await first.ask("decks"))["decks"]
        assert "Kiln Yard" in decks[1][0]
        mine = 'name = "Mine"\nmonster = "Kilnback"\n[moves]\n"Brick Up" = 20\n'
        first, _ = await sat_down(hall, game="monsters", deck=mine, opponent_deck="Dry Dock")
        assert [lines[0].split(":")[0] for lines in (await first.ask("decks"))["decks"]] == [
            "Mine",
            "Dry Dock",
        ]

    in_hall(test)


def test_no_address_opens_tables_without_end() -> None:
    async def test(hall: TestHall) -> None:
        for _ in range(3):
            await hall.open()
        with pytest.raises(OverLimit):
            await hall.open()

    in_hall(test, limits=ServerLimits(tables_at_once=3))


def test_a_full_server_opens_no_more_tables() -> None:
    async def test(hall: TestHall) -> None:
        for _ in range(2):
            await hall.open()
        with pytest.raises(OverLimit, match="full"):
            await hall.open()

    in_hall(test, limits=ServerLimits(open_tables=2))


def test_there_are_only_so_many_connections_in_all() -> None:
    addresses = Addresses(ServerLimits(connections=2, all_connections=3))
    with addresses.connected("a"), addresses.connected("a"), addresses.connected("b"):
        with pytest.raises(OverLimit, match="your address"), addresses.connected("a"):
            pass
        with pytest.raises(OverLimit, match="full"), addresses.connected("c"):
            pass
    with addresses.connected("c"):
        assert addresses.connections == 1
