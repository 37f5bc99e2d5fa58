"""Playing at a table: who may do what, what each place is told, and what the clock does."""

import asyncio
import json
from typing import Any
from unittest.mock import Mock

import msgspec
import pytest

from duelhall.engine.errors import DuelhallError, UnknownName
from duelhall.games.monsters.card_file import STANDARD_FILE
from duelhall_web import session as turns
from duelhall_web import workers as tasks
from duelhall_web.events import NO_DECK
from duelhall_web.lobby import Addresses, NoSuchTable, OverLimit, ServerLimits
from tests.web.servers import PATIENCE, Guest, TestServer, play_on, sat_down, settle

GAMES = ("blade", "frontline", "binmat", "monsters")


@pytest.mark.parametrize("game", ["blade", "frontline"])
async def test_two_people_play_a_game_and_an_onlooker_watches(
    server: TestServer, game: str
) -> None:
    made = await server.open(game)
    first, second = await server.enter(made, 0), await server.enter(made, 1, name="Bea")
    onlooker = await server.enter(made, 2)
    await play_on(first, second)
    for guest in (first, second, onlooker):
        numbers = [state["seq"] for state in guest.states]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert guest.state["result"]["opened"]["seed"]
    assert first.state["players"][1]["name"] == "Bea"
    assert not any(state["legal"] for state in onlooker.states)


async def test_a_game_against_the_computer(server: TestServer) -> None:
    made = await server.open("blade", opponent="greedy", seat=1)
    person = await server.enter(made)
    assert person.state["players"][0] == {"name": "greedy", "kind": "computer", "present": True}
    await play_on(person)
    assert made.tokens[1] is None


async def test_only_those_who_know_the_secret_come_in(server: TestServer) -> None:
    made = await server.open()
    guest = Guest()
    for table, token in ((made.table, ""), (made.table, f"{made.tokens[0]}x"), ("no", "no")):
        with pytest.raises(NoSuchTable):
            await server.lobby.enter(guest, table, token, None, "")
    assert guest.heard == []


async def test_moves_that_cannot_be_made_are_refused_and_change_nothing(server: TestServer) -> None:
    made = await server.open()
    guests = [await server.enter(made, place) for place in range(3)]
    mover = guests[guests[0].state["to_move"]]
    other, onlooker = guests[1 - mover.place], guests[2]
    heard = len(mover.heard)
    illegal = next(c for c in "1234567BM" if not any(m["move"] == c for m in mover.state["legal"]))
    refused = await mover.move(illegal)
    assert (refused["type"], refused["late"]) == ("refused", False)
    assert refused["ruling"]
    assert (await mover.move("nonsense"))["says"].startswith("Cannot read the move")
    assert (await other.move("1"))["says"] == "It is not your turn."
    stale = await mover.ask("move", move=mover.state["legal"][0]["move"], position=7)
    assert stale["says"] == "The game has gone on since you decided on that."
    assert (await onlooker.move("1"))["type"] == "error"
    assert len(mover.heard) == heard


async def test_a_repeated_move_is_made_once(server: TestServer) -> None:
    mover, _ = await sat_down(server)
    wish = {"move": mover.state["legal"][0]["move"], "position": 0}
    answers = await asyncio.gather(mover.ask("move", **wish), mover.ask("move", **wish))
    assert sorted(answer["type"] for answer in answers) == ["done", "refused"]
    assert mover.state["position"] == 1


async def test_nobody_is_told_of_a_move_before_it_is_on_disk(server: TestServer) -> None:
    first, second = await sat_down(server)
    onlooker_heard = len(second.heard)
    stored, add = asyncio.Event(), server.journal.add
    journal: Any = server.journal

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


async def test_names_are_data(server: TestServer) -> None:
    made = await server.open(name="<script>alert(1)</script>")
    first = await server.enter(made, 0)
    assert first.state["players"][0]["name"] == "<script>alert(1)</script>"
    second = await server.enter(made, 1, name="a\u202eb\n\x07")
    assert second.state["players"][1]["name"] == "ab", "nothing that turns a line around"


async def test_a_second_tab_renames_nobody(server: TestServer) -> None:
    made = await server.open(opponent="here", name="Ann")
    tabs = (0, "Eve", "Ann"), (1, "", ""), (1, "Bea", "Bea"), (1, "Eve", "Bea")
    for place, name, called in tabs:
        guest = await server.enter(made, place, name=name)
        assert guest.state["players"][place]["name"] == called


# --- coming back ---


async def test_who_comes_back_is_told_what_they_missed(server: TestServer) -> None:
    made = await server.open()
    first, second = await server.enter(made, 0), await server.enter(made, 1)
    seen = first.state["seq"]
    server.go(first)
    back = await server.enter(made, 0, last=seen)
    assert [message["type"] for message in back.heard] == ["welcome", "presence"]
    server.go(back)
    tab = await server.enter(made, 0)
    for _ in range(3):
        mover = next(g for g in (tab, second) if g.place == tab.state["to_move"])
        await mover.move()
    late = await server.enter(made, 0, last=seen)
    assert late.state["seq"] == tab.state["seq"]
    assert late.state["moves"] == [move for state in tab.states[1:] for move in state["moves"]]
    anew = await server.enter(made, 0)
    assert (anew.state["since"], len(anew.state["moves"])) == (0, 3)
    assert anew.state["board"] == late.state["board"] == tab.state["board"]


async def test_tabs_of_one_seat_agree(server: TestServer) -> None:
    made = await server.open("blade", opponent="random")
    tabs = [await server.enter(made) for _ in range(2)]
    await play_on(tabs[0])
    assert tabs[0].state == tabs[1].state


async def test_presence_is_told(server: TestServer) -> None:
    made = await server.open()
    first = await server.enter(made, 0)
    second = await server.enter(made, 1)
    assert first.heard[-1]["players"][1]["present"]
    server.go(second)
    assert not first.heard[-1]["players"][1]["present"]
    server.go(first)
    server.lobby.forget_idle_tables()
    assert server.lobby._sessions, "they may come back at once"
    server.clock.time += 60
    server.lobby.forget_idle_tables()
    assert not server.lobby._sessions
    assert (await server.enter(made, 0)).state["seq"] == first.state["seq"]


async def test_who_is_gone_before_they_are_let_in_leaves_nothing_behind(server: TestServer) -> None:
    made = await server.open()
    guest = Guest()
    coming = asyncio.create_task(
        server.lobby.enter(guest, made.table, made.tokens[0] or "", None, "")
    )
    await asyncio.sleep(0)
    server.lobby.leave(guest)
    coming.cancel()
    await settle()
    (session,) = server.lobby._sessions.values()
    assert session.guests == []


# --- taking back, resigning, playing again ---


async def test_what_showed_nothing_is_taken_back_at_once(server: TestServer) -> None:
    first, second = await sat_down(server, game="frontline")
    before = first.state["board"]
    heard = len(second.states)
    await first.move()
    assert (await first.ask("undo"))["what"] == "undone"
    assert first.state["board"] == before
    assert not first.state["practice"]
    assert len(second.states) == heard, "a secret move was told"


async def test_what_nobody_was_told_of_is_revised_at_once(server: TestServer) -> None:
    first, second = await sat_down(server, game="frontline")
    heard = len(second.states)
    for move in ("1>", "2b1", "3<"):
        await first.ask("move", move=move, position=first.state["position"])
    stale = len(first.states)
    revised = await first.ask("move", move="1=2", position=3)
    assert revised["what"] == "revised"
    assert [each["move"] for each in first.state["moves"]] == ["3>", "2>", "1b2"]
    assert (first.state["position"], len(first.states)) == (3, stale + 1)
    assert {each["kind"] for each in first.state["legal"]} == {"place", "revision"}
    assert (await first.ask("move", move="1=", position=3))["what"] == "revised"
    assert first.state["position"] == 2
    assert (await first.ask("move", move="1=", position=2))["type"] == "refused"
    assert not first.state["practice"]
    assert len(second.states) == heard, "a secret revision was told"


@pytest.mark.parametrize("accept", [True, False])
async def test_otherwise_the_other_side_is_asked(server: TestServer, accept: bool) -> None:  # noqa: FBT001, a parameter of the test
    first, second = await sat_down(server)
    await first.move()
    await (second if second.state["legal"] else first).move()
    assert (await first.ask("undo"))["what"] == "offered"
    offer = second.state["offer"]
    assert (offer["seat"], offer["what"]) == (first.state["seat"], "undo")
    own = await first.ask("reply", accept=True)
    assert own["says"] == "the other side has not answered yet"
    assert (await second.ask("reply", accept=accept))["what"] == "answered"
    assert first.state["offer"] is None
    assert first.state["practice"] == accept
    assert (first.state["position"] < 2) == accept
    assert (await second.ask("reply", accept=True))["code"] == "not now"


async def test_against_the_computer_more_can_be_taken_back_as_practice(server: TestServer) -> None:
    person = await server.enter(await server.open("blade", opponent="random", seat=0))
    await play_on(person)
    assert (await person.ask("undo"))["what"] == "undone"
    assert person.state["practice"]
    assert person.state["result"] is None
    assert person.state["legal"]


async def test_who_has_done_nothing_has_nothing_to_take_back(server: TestServer) -> None:
    first, _ = await sat_down(server)
    assert not first.state["undo"]
    assert (await first.ask("undo"))["says"] == "you have nothing to take back"


async def test_resigning_and_a_rematch_in_the_other_seats(server: TestServer) -> None:
    first, second = await sat_down(server)
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


async def test_a_rematch_against_the_computer_begins_at_once(server: TestServer) -> None:
    person = await server.enter(await server.open("monsters", opponent="random"))
    await person.ask("resign")
    decks = (await person.ask("decks"))["decks"]
    assert (await person.ask("rematch", swap=True))["what"] == "begun"
    assert person.state["seat"] == 1
    assert (await person.ask("decks"))["decks"] == decks[::-1]


async def test_the_same_deal_is_played_from_the_other_seat(server: TestServer) -> None:
    first, second = await sat_down(server, game="monsters")
    decks, seat = (await first.ask("decks"))["decks"], first.state["seat"]
    await second.ask("resign")
    seed, commitment = first.state["result"]["opened"]["seed"], first.state["commitment"]
    await first.ask("rematch", swap=True, same_deal=True)
    asked = {"seat": seat, "what": "rematch", "swap": True, "same_deal": True}
    assert second.state["offer"] == asked
    assert (await second.ask("reply", accept=True))["what"] == "begun"
    assert first.state["seat"] == 1 - seat
    assert (await first.ask("decks"))["decks"] == decks, "the other side's are now one's own"
    assert first.state["commitment"] != commitment
    await second.ask("resign")
    assert first.state["result"]["opened"]["seed"] == seed


# --- what is looked back at ---


@pytest.fixture
def instants(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Judge games in no time, in machine code or not; returns what is asked for it."""
    monkeypatch.setattr(tasks, "REVIEW_SECONDS", 1e-6)
    monkeypatch.setattr(tasks, "is_unready", lambda *_: False)
    asked = Mock(side_effect=tasks.review)
    monkeypatch.setattr(tasks, "review", asked)
    return asked


async def reviewed(guest: Guest) -> list[dict[str, Any]]:
    """What all moves of a game were worth."""
    found, answer = list[dict[str, Any]](), dict[str, Any](done=0, total=1)
    while answer["done"] < answer["total"]:
        answer = await guest.ask("review", after=answer["done"])
        found += answer["moves"]
    return found


async def test_a_game_that_is_over_is_judged_once_for_all_who_ask(
    server: TestServer, instants: Mock
) -> None:
    made = await server.open("frontline")
    guests = [await server.enter(made, place) for place in range(3)]
    for guest in guests:
        for wish in ("review", "look"):
            said = await guest.ask(wish, after=0)
            assert said["says"] == "the game is still going on"
    await play_on(*guests[:2])
    found = await asyncio.gather(*map(reviewed, guests))
    asked_from = [call.args[1] for call in instants.call_args_list]
    assert asked_from == sorted(set(asked_from)), "no stretch is judged twice"
    own, other, _ = ([{**move, "told": None} for move in moves] for moves in found)
    assert own == other
    for guest, moves in zip(guests[:2], found, strict=False):
        told = {move["told"] for move in moves if move["seat"] == guest.state["seat"]}
        assert None not in told
        assert all(0 <= move["after"] <= 1 for move in moves)
    assert await reviewed(guests[0]) == found[0]
    assert len(asked_from) == instants.call_count


async def test_a_stretch_is_not_longer_than_somebody_waits(
    server: TestServer, instants: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "STRETCH_SECONDS", 0.0)
    first, second = await sat_down(server)
    await play_on(first, second)
    moves = await reviewed(first)
    assert [move["number"] for move in moves] == sorted(move["number"] for move in moves)
    assert instants.call_count >= len(moves) > 0


async def test_whoever_comes_and_goes_begins_nothing_twice(
    server: TestServer, instants: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = asyncio.Event()

    async def advise(function: Any, *arguments: object) -> Any:
        await gone.wait()
        return function(*arguments)

    monkeypatch.setattr(server.lobby.services.workers, "advise", advise)
    first, second = await sat_down(server)
    await play_on(first, second)
    asking = asyncio.create_task(first.ask("review"))
    await asyncio.sleep(0)
    asking.cancel()
    again = asyncio.create_task(second.ask("review"))
    await asyncio.sleep(0)
    gone.set()
    assert (await again)["done"] > 0
    assert instants.call_count == 1


async def test_boards_of_a_game_that_is_over_can_be_looked_at(server: TestServer) -> None:
    person = await server.enter(await server.open("blade", opponent="random"))
    start = person.state["board"]
    await person.ask("resign")
    looked = await person.ask("look", after=0)
    assert json.loads(msgspec.json.encode(looked["board"])) == start
    hands = [zone for zone in looked["opened"]["zones"] if zone["kind"] == "hand"]
    cards = [card for hand in hands for card in hand["cards"]]
    assert cards
    assert not any(card.get("facing") == "hidden" for card in cards)
    assert (await person.ask("look", after=99))["says"] == "the game has no move 99"
    await person.ask("undo")
    assert (await person.ask("look", after=0))["type"] == "error", "it goes on, as practice"


async def test_nothing_is_judged_without_machine_code(
    server: TestServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "is_unready", lambda *_: True)
    first, second = await sat_down(server)
    await play_on(first, second)
    assert (await first.ask("review"))["code"] == "busy"


# --- what can be asked ---


@pytest.mark.parametrize("game", GAMES)
async def test_questions_are_answered(server: TestServer, game: str) -> None:
    made = await server.open(game, opponent="here")
    guests = [await server.enter(made, place) for place in range(3)]
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


async def test_hints_are_given_where_the_table_allows_them(server: TestServer) -> None:
    first, second = await sat_down(server, opponent="here")
    hinted = await first.ask("hint")
    legal = {move["move"] for move in first.state["legal"]}
    assert {hint["move"] for hint in hinted["moves"]} <= legal
    assert hinted["lines"]
    assert all(0 <= hint["chance"] <= 1 for hint in hinted["moves"])
    assert (await second.ask("hint"))["says"] == "it is not your turn"
    first, _ = await sat_down(server, opponent="friend")
    assert (await first.ask("hint"))["says"] == "there are no hints at this table"


async def test_rulings_cards_and_decks_can_be_read(server: TestServer) -> None:
    first, _ = await sat_down(server, game="monsters")
    assert "**M19.**" in (await first.ask("ruling", number="M19"))["text"]
    assert (await first.ask("ruling", number="M999"))["type"] == "error"
    deck = (await first.ask("decks"))["decks"][0]
    assert len(deck) > 3
    zones, own = first.state["board"]["zones"], ("hand", first.state["seat"])
    hand = next(zone for zone in zones if (zone["kind"], zone["owner"]) == own)
    card = next(card for card in hand["cards"] if card.get("face"))
    assert (await first.ask("card", name=card["face"]))["lines"]


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
async def test_impossible_wishes_are_refused(server: TestServer, wish: dict[str, Any]) -> None:
    with pytest.raises(DuelhallError) as refused:
        await server.open(**wish)
    assert "/duelhall-" not in str(refused.value)
    assert await server.journal.ask(lambda store: store.tables()) == []


async def test_nobody_learns_what_files_there_are(server: TestServer) -> None:
    for deck in ("pyproject.toml", "nothing.toml", str(STANDARD_FILE.parent)[:2]):
        for wish in ({"deck": deck}, {"opponent_deck": deck}):
            with pytest.raises(UnknownName, match=f"^{NO_DECK}$"):
                await server.open("monsters", **wish)


@pytest.mark.parametrize(
    ("kind", "says"), [("cards", "your card file"), ("deck", "your deck file")]
)
async def test_faults_of_a_file_are_told_of_the_file_that_somebody_sent(
    server: TestServer, kind: str, says: str
) -> None:
    with pytest.raises(DuelhallError, match=f"^{says} has a fault:\n  line 1"):
        await server.open(game="monsters", **{kind: "[[cards]\nname = 1"})


async def test_a_worker_reads_what_somebody_has_written_and_nothing_else(
    server: TestServer,
) -> None:
    workers, read = server.lobby.services.workers, Mock(wraps=server.lobby.services.workers.read)
    workers.read = read  # type: ignore[method-assign]
    await server.open("monsters", deck="Kiln Yard", opponent="master", name="x" * 40)
    assert not read.called
    made = await server.open("monsters", cards=STANDARD_FILE.read_text("utf-8"), deck="Dry Dock")
    assert "Dry Dock" in (await (await server.enter(made)).ask("decks"))["decks"][0][0]
    for wish in ({"cards": "a." * 30_000 + "a = 1"}, {"options": {"decks": "[" * 3000}}):
        with pytest.raises(DuelhallError, match="line 1 has more than 16 brackets and dots"):
            await server.open("monsters", **wish)
    assert read.call_count == 3


async def test_options_and_decks_can_be_chosen(server: TestServer) -> None:
    first, _ = await sat_down(server, game="frontline", rules="draft", options={"hand": 7})
    assert first.state["game"]["full_name"] == "frontline[draft, hand=7]"
    first, _ = await sat_down(server, game="monsters", deck="Kiln Yard", seat=1)
    assert "Kiln Yard" in (await first.ask("decks"))["decks"][1][0]
    mine = 'name = "Mine"\nmonster = "Kilnback"\n[moves]\n"Brick Up" = 20\n'
    first, _ = await sat_down(server, game="monsters", deck=mine, opponent_deck="Dry Dock")
    decks = (await first.ask("decks"))["decks"]
    assert [lines[0].split(":")[0] for lines in decks] == ["Mine", "Dry Dock"]


@pytest.mark.parametrize(
    ("server", "says"),
    [
        ({"limits": ServerLimits(tables_at_once=2)}, "from your address"),
        ({"limits": ServerLimits(open_tables=2)}, "full"),
    ],
    indirect=["server"],
)
async def test_nobody_opens_tables_without_end(server: TestServer, says: str) -> None:
    for _ in range(2):
        await server.open()
    with pytest.raises(OverLimit, match=says):
        await server.open()


def test_there_are_only_so_many_connections_in_all() -> None:
    addresses = Addresses(ServerLimits(connections=2, all_connections=3))
    with addresses.connected("a"), addresses.connected("a"), addresses.connected("b"):
        with pytest.raises(OverLimit, match="your address"), addresses.connected("a"):
            pass
        with pytest.raises(OverLimit, match="full"), addresses.connected("c"):
            pass
    with addresses.connected("c"):
        assert addresses.connections == 1


ALLOWANCE = turns.ALLOWANCE + 0.001
"""A little more than what is allowed."""

LIVE = "binmat[live]"
RULEBOOK = "binmat[rulebook]"


async def wake(server: TestServer, guest: Guest, seconds: float) -> None:
    """Let time pass, and whoever waits for it notice."""
    server.clock.time += seconds
    assert guest.session
    guest.session._wake(guest.session.room.turn)
    await settle()


async def by_the_clock(server: TestServer, game: str = LIVE, **wish: Any) -> tuple[Guest, Guest]:
    """Two people at a table with turns of five seconds, the first one to move."""
    return await sat_down(server, **{"game": game, "clock": {"move": 5}, **wish})


async def test_no_clock_runs_before_everybody_has_come(server: TestServer) -> None:
    made = await server.open(LIVE, clock={"move": 5})
    first = await server.enter(made, 0)
    assert first.state["clock"]["left"] is None
    server.clock.time += 60
    await server.enter(made, 1)
    assert first.state["clock"]["left"] == 5


async def test_a_turn_that_runs_out_is_a_pass(server: TestServer) -> None:
    first, second = await by_the_clock(server)
    await wake(server, first, 5)
    assert first.state["position"] == 0, "there is an allowance for the way of the message"
    await wake(server, first, ALLOWANCE)
    (told,) = first.state["moves"]
    assert (told["number"], told["seat"], told["move"], told["late"]) == (1, 0, "--", True)
    assert second.state["legal"]
    assert second.state["clock"] == {"move": 5, "bank": None, "begins": 0, "left": 5}


async def test_turns_last_exactly_their_time_where_the_rules_say_so(server: TestServer) -> None:
    first, second = await by_the_clock(server)
    server.clock.time += 2
    await first.move()
    assert second.state["clock"]["begins"] == 3
    assert second.state["clock"]["left"] == 8
    assert (await second.move("--"))["what"] == "prepared"
    assert second.state["position"] == 1
    await wake(server, first, 3)
    assert second.state["position"] == 2
    assert first.state["clock"]["begins"] == 5, "the turn that was over at once lasts, too"


@pytest.mark.parametrize(("game", "late"), [(LIVE, True), (RULEBOOK, False)])
async def test_a_refused_move_is_the_only_try_where_the_rules_say_so(
    server: TestServer, game: str, *, late: bool
) -> None:
    first, second = await by_the_clock(server, game)
    refused = await first.move("c0")
    assert (refused["type"], refused["late"]) == ("refused", late)
    assert [move["late"] for move in first.state["moves"]] == [True] * late
    assert bool(second.state["legal"]) == late


async def test_a_move_can_be_prepared_during_the_other_sides_turn(server: TestServer) -> None:
    first, second = await by_the_clock(server, RULEBOOK)
    heard = len(first.heard)
    for move in ("--", None, "--"):
        assert (await second.ask("prepare", move=move))["what"] == "prepared"
        assert second.state["prepared"] == move
    assert len(first.heard) == heard
    await first.move()
    await settle()
    assert [move["move"] for move in second.state["moves"]] == ["--"]
    assert second.state["position"] == 2


async def test_what_can_be_prepared_is_what_could_be_done_if_it_were_ones_turn(
    server: TestServer,
) -> None:
    first, second = await by_the_clock(server, RULEBOOK)
    assert (first.state["preparable"], second.state["legal"]) == ([], [])
    offered = second.state["preparable"]
    await first.move("--")
    assert second.state["legal"] == offered, "a pass has changed nothing"
    assert second.state["preparable"] == []
    assert first.state["preparable"]


async def test_nothing_is_prepared_where_turns_do_not_go_by_the_games_clock(
    server: TestServer,
) -> None:
    for game, clock in ((RULEBOOK, None), ("blade", {"move": 5})):
        _, second = await by_the_clock(server, game, clock=clock)
        assert second.state["preparable"] == []


async def test_a_prepared_move_that_cannot_be_made_costs_nothing(server: TestServer) -> None:
    first, second = await by_the_clock(server, RULEBOOK)
    await second.ask("prepare", move="c0")
    await first.move()
    await settle()
    assert second.state["position"] == 1
    assert second.state["legal"]
    assert second.state["prepared"] is None or second.state["to_move"] == 1


async def test_no_increment_brings_a_bank_back_that_has_run_out(server: TestServer) -> None:
    first, second = await by_the_clock(server, RULEBOOK, clock={"bank": 30, "increment": 5})
    server.clock.time += 20
    await first.move("--")
    assert second.state["clock"]["bank"] == [15, 30]
    server.clock.time += 30 + ALLOWANCE / 2
    assert (await second.move("--"))["what"] == "moved"
    assert "late" not in second.state["moves"][-1], "it came within the allowance"
    assert second.state["clock"]["bank"] == [15, 0]
    await first.move("--")
    await wake(server, second, ALLOWANCE)
    assert second.state["result"]["by"] == "running out of time"


async def test_taking_back_earns_no_time(server: TestServer) -> None:
    clock = {"bank": 30, "increment": 5}
    made = await server.open("blade", opponent="greedy", seat=1, clock=clock)
    person = await server.enter(made, 0)
    banks = []
    for _ in range(2):
        while person.state["to_move"] != 1:
            await settle()
        banks.append(person.state["clock"]["bank"][1])
        server.clock.time += 4
        await person.move()
        await settle()
        server.clock.time += 2
        assert (await person.ask("undo"))["what"] == "undone"
    assert [*banks, person.state["clock"]["bank"][1]] == [30, 30 - 4 + 5 - 2, 29 - 4 - 2]


async def test_in_games_without_a_clock_of_their_own_late_is_lost(server: TestServer) -> None:
    first, second = await by_the_clock(server, "blade")
    await wake(server, first, 5 + ALLOWANCE)
    assert second.state["result"]["winner"] == second.state["seat"]


async def test_a_computer_waits_until_its_turn_begins(server: TestServer) -> None:
    person = await server.enter(await server.open(LIVE, opponent="random", clock={"move": 5}))
    server.clock.time += 1
    await person.move()
    await settle()
    assert person.state["position"] == 1
    await wake(server, person, 4)
    assert person.state["position"] == 2


async def test_the_alarm_rings_by_itself(server: TestServer) -> None:
    """The one test with a real clock, which is short."""
    loop = asyncio.get_running_loop()
    server.lobby.services.uptime._clock = loop.time
    server.lobby.services.uptime._start = loop.time()
    made = await server.open(LIVE, clock={"move": 0.01})
    guests = [await server.enter(made, place) for place in range(2)]
    async with asyncio.timeout(PATIENCE):
        while guests[0].state["position"] == 0:
            await asyncio.sleep(0.01)
    assert guests[0].state["moves"][0]["late"]


@pytest.mark.parametrize("clock", [{"move": 0}, {"bank": -1}, {"move": 1e9}, {"increment": 5}])
async def test_impossible_clocks_are_refused(server: TestServer, clock: dict[str, float]) -> None:
    with pytest.raises((msgspec.ValidationError, DuelhallError)):
        await server.open(LIVE, clock=clock)
