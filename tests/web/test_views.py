"""Hidden means hidden: worlds that a place cannot tell apart give it the same bytes. And what
boards say as data is what the schema of the messages says that they do.
"""

import random
import secrets
from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec
import pytest

import duelhall
from duelhall.backend import CPU
from duelhall.bots.messages import board_message
from duelhall.engine import registry
from duelhall.engine.board import Board, Scene
from duelhall.engine.errors import IllegalMove
from duelhall.engine.record import GameState
from duelhall.match import recall as commitment
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall_web import events, views, workers
from duelhall_web.events import Answered, Begun, Faulted, PlaceSetup, SatDown, SessionSetup
from duelhall_web.messages import TableSetup
from duelhall_web.room import PLACES, WATCH, Room
from duelhall_web.schema import schema
from duelhall_web.session import as_json
from duelhall_web.views import state_of
from tests.web.servers import Guest, TestServer

GAMES = (
    "blade",
    "frontline",
    "frontline[mirror]",
    "frontline[draft]",
    "binmat",
    "binmat[live]",
    "monsters",
)
MOVES = 14
"""How many moves of a game are looked at."""


def room_of(game: Game, seed: int) -> Room:
    """A table with a clock: then a place is also told what it could prepare."""
    room = Room("table", lambda _name: game)
    chairs = PlaceSetup(token="x"), PlaceSetup(token="y")
    room.apply(SessionSetup(0.0, chairs, "z", move=5.0))
    room.apply(Begun(0.0, game.lasting_name, game.definition.edition, seed, "salt"))
    return room


def told(room: Room, place: int) -> bytes:
    """What a place is told when it comes back having seen nothing."""
    return as_json(state_of(room, place, 0, 0.0, ()))


def told_since(room: Room, place: int, last: int) -> bytes:
    """What a place is told when it comes back having seen a state."""
    return as_json(state_of(room, place, room.known_since(place, last), 0.0, ()))


def other_worlds(room: Room, place: int) -> Iterator[GameState]:
    """Whole states that a place cannot tell from the true one; an onlooker knows no more than
    either side.
    """
    match = room.match
    for seat in (0, 1) if place == WATCH else (place,):
        for seed in range(2):
            world = match.game.guess(match.view(seat), seat, seed)
            if match.game.view(world, seat).tobytes() == match.view(seat).tobytes():
                yield world


@pytest.mark.parametrize("name", GAMES)
def test_worlds_that_look_alike_are_told_alike(name: str) -> None:
    game, dice = load(name, backend=CPU), random.Random(name)
    room = room_of(game, 5)
    for _ in range(MOVES):
        match = room.match
        if match.over:  # then everything is opened
            return
        for place in PLACES:
            expected, true = told(room, place), match.states[-1]
            for world in other_worlds(room, place):
                match.states[-1] = world
                assert told(room, place) == expected, (name, place)
            match.states[-1] = true
        room.apply(Answered(0.0, dice.choice(match.legal())))


def test_what_may_be_known_of_a_move_is_said_in_a_sentence() -> None:
    room = room_of(load("binmat", backend=CPU), 5)
    room.apply(SatDown(0.0, 1, "ann"))
    for said in (Answered(0.0, "d0"), Faulted(0.0, "timeout", "")):
        room.apply(said)
    hidden = next(move for move in room.match.legal() if move.startswith("p") and move[-1] == "3")
    room.apply(Answered(0.0, hidden))
    told = [[each.says for each in state_of(room, place, 1, 0.0, ()).moves] for place in PLACES]
    card, where = hidden[1:3], "face down to lane 3."
    assert told[0] == ["ann was too late: Pass.", f"You: Play {card} {where}"]
    assert told[1] == ["You were too late: Pass.", f"Your opponent: Play a card {where}"]
    assert told[2] == ["ann was too late: Pass.", f"The defender: Play a card {where}"]


@pytest.mark.parametrize("name", GAMES)
def test_a_secret_move_sends_nothing(name: str) -> None:
    """Whatever a place is not told of, it is sent nothing for, and later nothing of."""
    game, dice = load(name, backend=CPU), random.Random(name)
    room = room_of(game, 6)
    for _ in range(MOVES):
        match = room.match
        if match.over:
            return
        before, mover = [told(room, place) for place in PLACES], match.to_move
        views = [match.view(seat).tobytes() for seat in range(2)]
        changed = room.apply(Answered(0.0, dice.choice(match.legal())))
        for place in PLACES:
            eyes = 1 - mover if place == WATCH else place
            is_told = match.move_seen(len(match.moves), eyes) is not None
            if not is_told and match.view(eyes).tobytes() == views[eyes]:
                assert place not in changed
                assert told(room, place) == before[place]
        assert mover in changed


@pytest.mark.parametrize("name", GAMES)
def test_two_games_that_look_alike_to_a_seat_are_told_alike_throughout(name: str) -> None:
    """The other side holds other cards and makes other secret moves: nothing shows it."""
    game = load(name, backend=CPU)
    for seat in (0, 1):
        room = room_of(game, 7)
        world = game.guess(room.match.view(seat), seat, 1)
        twin = room_of(game, 7)
        twin.match.states[0] = world
        if game.view(world, seat).tobytes() != room.match.view(seat).tobytes():
            continue
        dice = random.Random(name)
        for _ in range(MOVES):
            if not _same_step(room, twin, seat, dice) or room.match.over:
                break
            assert told(room, seat) == told(twin, seat)
            assert room.seq(seat) == twin.seq(seat)
            for last in range(1, room.seq(seat) + 1):  # whoever comes back has seen this one
                pair = [told_since(each, seat, last) for each in (room, twin)]
                assert pair[0] == pair[1]


def _same_step(room: Room, twin: Room, seat: int, dice: random.Random) -> bool:
    """Make a move in both games that the seat cannot tell apart; False if there is none."""
    if room.match.over or twin.match.over or room.match.to_move != twin.match.to_move:
        return False
    moves = room.match.legal(), twin.match.legal()
    if room.match.to_move == seat:
        assert moves[0] == moves[1]
        pair = (dice.choice(moves[0]),) * 2
    else:
        pair = dice.choice(moves[0]), dice.choice(moves[1])
        seen = [_seen(each, move, seat) for each, move in zip((room, twin), pair, strict=True)]
        if seen[0] != seen[1]:
            common = sorted(set(moves[0]) & set(moves[1]))
            if not common:
                return False
            pair = (dice.choice(common),) * 2
            seen = [_seen(each, move, seat) for each, move in zip((room, twin), pair, strict=True)]
            if seen[0] != seen[1]:
                return False
    for each, move in zip((room, twin), pair, strict=True):
        each.apply(Answered(0.0, move))
    first, second = (each.match.view(seat).tobytes() for each in (room, twin))
    return bool(first == second)


def _seen(room: Room, move: str, seat: int) -> Any:
    match, game = room.match, room.game
    number = game.parse_move(move, match.state)
    return game.definition.writing.notation.move_seen(match.state, number, seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_refusal_tells_nothing_that_is_hidden(name: str) -> None:
    game, dice = load(name, backend=CPU), random.Random(name)
    match = game.match(seed=5)
    for _ in range(4):
        seat = match.to_move
        world = game.guess(match.view(seat), seat, 1)
        twin = match.copy()
        twin.states[-1] = world
        if game.view(world, seat).tobytes() == match.view(seat).tobytes():
            legal = set(match.legal_moves())
            illegal = [move for move in range(game.definition.rules.MOVES) if move not in legal]
            for move in dice.sample(illegal, min(4, len(illegal))):
                assert _refused(match, move) == _refused(twin, move)
        match.play(dice.choice(match.legal_moves()))


def _refused(match: Match, move: int) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refusal:
        match.check(move)
    return refusal.value.ruling, refusal.value.sentence


# --- offers ---


@pytest.mark.parametrize(
    ("asker", "when", "reply"),
    [("mover", "after", True), ("other", "before", True), ("other", "after", False)],
)
async def test_offers_do_not_tell_whether_a_card_was_placed(
    server: TestServer, monkeypatch: pytest.MonkeyPatch, asker: str, when: str, *, reply: bool
) -> None:
    """The side that is not to move hears the same whatever the other one does in secret."""
    monkeypatch.setattr(commitment, "new_seed", lambda: 9)
    monkeypatch.setattr(commitment, "new_salt", lambda: "salt")
    heard: list[list[bytes]] = []
    for cards in (0, 1, 2):
        mover, other = await committed(server, 2 if asker == "mover" else 1)
        told, asks, answers = len(other.bytes), mover, other
        if asker == "other":
            asks, answers = other, mover
        await act_in_secret(mover, cards if when == "before" else 0)
        assert (await asks.ask("undo"))["what"] == "offered"
        await act_in_secret(mover, cards if when == "after" else 0)
        assert (await answers.ask("reply", accept=reply))["what"] == "answered"
        heard.append(other.bytes[told:])
    assert heard[0] == heard[1] == heard[2]
    assert len(heard[0]) == 2


async def committed(server: TestServer, times: int) -> tuple[Guest, Guest]:
    """A game of Frontline after so many armies were committed: who is to move, and the other."""
    made = await server.open("frontline[battles=3]")
    guests = [await server.enter(made, place) for place in range(2)]
    for guest in guests[:times]:
        while guest.state["to_move"] == guest.state["seat"]:
            await guest.move()
    return guests[times % 2], guests[1 - times % 2]


async def act_in_secret(guest: Guest, cards: int) -> None:
    """Place two cards, or one that is taken back again, or none."""
    for _ in range(cards):
        await guest.move()
    if cards == 1:
        assert (await guest.ask("undo"))["what"] == "undone"


# --- what workers tell ---


def test_a_try_tells_what_can_be_seen() -> None:
    """A worker is given the view alone."""
    game = load("blade", backend=CPU)
    match = game.match(seed=7)
    view = match.view(match.to_move)
    assert workers.try_move(game, view, match.check("1")) is not None
    losing = {each.move: each for each in workers.foresee(game, view)}
    assert (losing["1"].reason, losing["1"].ruling) == ("lower-score", "B11")
    assert "7" not in losing
    match = load("frontline", backend=CPU).match(seed=7)
    view = match.view(match.to_move)
    assert workers.try_move(match.game, view, match.legal_moves()[0]) is not None


@pytest.mark.parametrize("name", ["frontline[battles=3]", "binmat", "monsters"])
def test_scenes_tell_nothing_that_is_hidden(name: str) -> None:
    """An onlooker learns by a scene nothing that one of the sides cannot tell."""
    game, dice = load(name, backend=CPU), random.Random(name)
    match, shown = game.match(seed=9), 0
    while not match.over and len(match.moves) < 60:
        before, mover = match.state, match.to_move
        number = dice.choice(match.legal_moves())
        match.play(number)
        moment = workers.PlayedMove(game, before, number, 0, None, is_over=False)
        told = workers.happened(moment, mover)
        shown += bool(told[1])
        for seat in (0, 1):
            world = game.guess(game.view(before, seat), seat, 1)
            if _looks_alike(game, world, before, number, seat):
                assert workers.happened(moment._replace(before=world), mover) == told
    assert shown


def _looks_alike(game: Game, world: GameState, true: GameState, move: int, seat: int) -> bool:
    """Whether a seat cannot tell two worlds apart, before a move nor after it."""
    if not game.allows(world, move):
        return False
    seen = game.definition.writing.notation.move_seen
    if seat != int(true.to_move) and seen(world, move, seat) != seen(true, move, seat):
        return False
    views = [game.view(game.after(each, move), seat).tobytes() for each in (world, true)]
    return bool(views[0] == views[1])


def test_only_the_mover_is_told_of_secret_rules() -> None:
    game = load("frontline", backend=CPU)
    match = game.match(seed=8)
    seat = match.to_move
    move = match.legal_moves()[0]
    moment = workers.PlayedMove(game, match.state, move, 0, seat, is_over=False)
    own = workers.explain(moment, seat)
    assert workers.explain(moment._replace(seat=1 - seat), seat) != own
    assert workers.explain(moment._replace(seat=None), seat) != own
    assert workers.explain(moment._replace(seat=None, is_over=True), seat) == own


async def test_nothing_is_stored_that_opens_a_place(server: TestServer) -> None:
    made = await server.open()
    events = await server.journal.ask(lambda store: store.events(made.table))
    stored = b"".join(events)
    for token in (*made.tokens, made.watch, made.code):
        assert token
        assert token.encode() not in stored


def test_secrets_and_deals_come_from_the_operating_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()  # elsewhere, tests deal the same in every run
    asked: list[int] = []
    drawn = iter(range(1, 100))

    def random_bytes(count: int) -> bytes:
        asked.append(count)
        return next(drawn).to_bytes(count)

    monkeypatch.setattr(secrets, "token_bytes", random_bytes)
    monkeypatch.setattr(secrets, "randbits", lambda bits: 2**bits - 1)
    invited = events.new_session(TableSetup(game="blade", seat=0), {}, 0.0).made
    table = events.new_session(TableSetup(game="blade", seat=0, opponent="here"), {}, 0.0)
    secret = {*table.made.tokens, table.made.watch, invited.tokens[0], invited.watch, invited.code}
    assert len(secret) == 6
    assert asked.count(16) >= 6, "128 bits cannot be guessed"
    assert table.begun
    assert table.begun.seed == 2**64 - 1


# --- facts on boards ---


@pytest.mark.parametrize("name", schema()["$defs"]["FactsByGame"]["required"])
def test_facts_are_those_that_the_schema_says(name: str) -> None:
    whole = schema()
    for part in whole["$defs"].values():
        if part.get("title", "").endswith(("Facts", "Change")):
            part["additionalProperties"] = False
    parts = whole["$defs"]["FactsByGame"]["properties"][name]["properties"]
    checks = {
        part: jsonschema.Draft202012Validator({**kinds, "$defs": whole["$defs"]})
        for part, kinds in parts.items()
    }
    seen = set()
    for rules in registry.find(name).rules.OPTIONS.rule_sets:
        match = duelhall.play_match(duelhall.load(name, rules), "greedy", "random", seed=3)
        for part, facts in facts_of(match):
            checks[part].validate(facts)
            seen.add(part)
    assert seen == {part for part, kinds in parts.items() if "NoFacts" not in str(kinds)}


def facts_of(match: Match) -> Iterator[tuple[str, Any]]:
    """The facts of a game that was played, and of which part of a board they are."""
    again = match.game.match(match.start.seed)
    for move in match.moves:
        for seat in (0, 1, None):
            board = again.board(seat)
            yield "board", msgspec.to_builtins(dict(board.facts))
            yield from facts_on(board)
        again.play(move)
        yield from changes_by(again)
        for scene in again.scenes(len(again.moves), None):
            yield from facts_in(scene)


def changes_by(match: Match) -> Iterator[tuple[str, Any]]:
    """What the last move did, as each seat is told of it."""
    for seat in (0, 1):
        told = views.told_of(match, len(match.moves), seat, match.game.view)
        if told.change:
            yield "change", told.change


def facts_on(board: Board) -> Iterator[tuple[str, Any]]:
    for zone in board_message(board).zones:
        facts = msgspec.to_builtins(zone.facts)
        yield from [("zone", facts)] if facts else []
        yield from (("card", msgspec.to_builtins(card.facts)) for card in zone.cards if card.facts)


def facts_in(scene: Scene) -> Iterator[tuple[str, Any]]:
    yield "scene", dict(scene.facts)
    if scene.board:
        yield "scene", dict(scene.board.facts)
        yield from facts_on(scene.board)
    for part in scene.parts:
        yield from facts_in(part)
