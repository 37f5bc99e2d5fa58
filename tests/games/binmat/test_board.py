"""What the board and the scenes of BINMAT say to people."""

import itertools
import tomllib
from importlib.resources import files
from typing import Any

import pytest

import duelhall
from duelhall.games.binmat.board import change, first_sketch, kind
from duelhall.games.binmat.notation import move_seen, move_text
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.lesson import find_lesson
from tests.games.binmat.setting import RULE_SETS, GameOf, fought, played, rulings


def captions(match: Match) -> list[str]:
    """What is told of the combat that the first move began."""
    return [scene.caption for scene in match.scenes(1, None)]


@pytest.fixture
def game(game_of: GameOf) -> Game:
    return game_of("hackmud")


# --- turns ---


def test_the_last_turn_is_one_turn(game: Game) -> None:
    match = played(game, "hd=2& turn=109")
    assert match.sketch(0).heading == "1 turn left, attacker to move"


def test_the_turn_in_which_a_game_is_won_is_over(game: Game) -> None:
    match = played(game, "l0=2& a0=8&4&4+ turn=109", "c0")
    assert match.winner == 1
    assert match.sketch(0).heading == "The game is over with 0 of 110 turns left"
    assert match.board(0).facts["turns_left"] == 0


def test_no_turns_are_left_when_all_have_elapsed(game: Game) -> None:
    match = played(game, "hd=2& turn=109", "--")
    assert match.sketch(0).heading == "The game is over with 0 of 110 turns left"


def test_a_turn_in_which_a_player_gives_up_has_not_been_played(game: Game) -> None:
    match = played(game, "hd=2& turn=108")
    match.forfeit(0)
    assert match.sketch(0).heading == "The game is over with 2 of 110 turns left"


# --- combat ---


def test_combat_without_an_attacker_stack_tells_how_it_ends(game_of: GameOf) -> None:
    match = fought(game_of("live"), "d0=4&4%")
    assert captions(match) == [
        "Combat in lane 0: attacker nothing, defender 4& 4%",
        "No damage: there is no attacker stack",
    ]


def test_so_does_combat_in_which_a_trap_takes_the_last_attacker(game: Game) -> None:
    match = fought(game, "d0=@& a0=4&")
    assert captions(match)[1:] == [
        "The defender's TRAP takes 4&",
        "No damage: there is no attacker stack",
    ]


# --- what is remembered ---


def test_remembered_cards_of_a_face_down_stack_are_shown_in_brackets(game: Game) -> None:
    match = played(game, "l3=2%9^ turn=0", "d3", "--", "p9^0")
    lines = match.sketch(1).lines
    below = lines.index("defender stacks  | X   |     |     |     |     |     |") + 1
    assert lines[below] == "  remembered     | (9^)|     |     |     |     |     |"
    assert not any("remembered" in line for line in match.sketch(0).lines)


def test_remembered_cards_of_a_closed_pile_are_shown_in_brackets(game: Game) -> None:
    match = fought(game, "d0=4&4% a0=2&")
    lines = match.sketch(0).lines
    assert lines[-2:] == (
        "lane discards    | 1   | 0   | 0   | 0   | 0   | 0   |",
        "  remembered     | (2&)|     |     |     |     |     |",
    )
    assert not any("remembered" in line for line in match.sketch(None).lines)


# --- bots of the first protocol ---


def test_bots_of_the_first_protocol_are_drawn_what_they_always_were(game: Game) -> None:
    match = played(game, "l3=2%9^ turn=106", "d3", "--", "p9^0")
    drawn = first_sketch(match.board(1))
    assert drawn.heading == "1 turns left, attacker to move"
    assert not [line for line in drawn.lines if "remembered" in line]
    assert len(drawn.lines) < len(match.sketch(1).lines)


# --- what players work out ---


@pytest.mark.parametrize(
    ("places", "facts"),
    [
        ("a0=5&3^", {"sum": 8, "power": 3, "damage": 4}),
        ("a0=5&3^ d0=4!u", {"sum": 8, "power": 3, "damage": 2}),
        ("a0=4% d0=8#u", {"sum": 4, "power": 2, "damage": 0}),
        ("a0=9% d0=5#u", {"sum": 9, "power": 0, "damage": 0}),
        ("a0=9%*!", {"sum": 16, "power": 4, "damage": 5}),
        ("a0=4&>+ d0=4!u", {"sum": 4, "power": 2, "damage": 2}),
        ("a0=4&@+", {"sum": 4, "power": 2}),
        ("a0=4&u@+u", {"sum": 4, "power": 2, "damage": 3}),
        ("a0=4&?+", {"sum": 4, "power": 2}),
        ("a0=4& d0=4!", {"sum": 4, "power": 2}),
        ("d0=4!", {}),
    ],
)
def test_a_stack_says_its_sum_its_power_and_its_damage(
    places: str, facts: dict[str, int], game: Game
) -> None:
    zone = played(game, f"{places} turn=1").board(1).zone("a0")
    assert zone is not None
    assert zone.facts == {"lane": 0, **facts}


def test_what_nobody_against_nobody_deals_is_by_the_rules(game_of: GameOf) -> None:
    zone = played(game_of("rulebook"), "a0=9% d0=5#u turn=1").board(1).zone("a0")
    assert zone is not None
    assert zone.facts["damage"] == 1


def test_damage_that_is_foretold_is_dealt(game_of: GameOf) -> None:
    for seed, rules in enumerate(RULE_SETS * 3):
        again = game_of(rules).match(seed)
        match = duelhall.play_match(game_of(rules), "greedy", "greedy", seed=seed)
        for number, move in enumerate(match.moves, start=1):
            text = match.game.move_text(move, match.states[number - 1])
            zone = again.board(None).zone(f"a{text[1:]}") if text[0] == "c" else None
            again.play(move)
            if zone and "damage" in zone.facts:
                powers = [scene.facts for scene in again.scenes(number, None)][1]
                assert (powers["damage"] or 0) == zone.facts["damage"]


def test_a_stack_of_which_all_is_remembered_says_its_sum(game: Game) -> None:
    match = played(game, "l3=2%9^ turn=0", "d3", "--", "p9^0")
    own, other = (match.board(seat).zone("d0") for seat in (0, 1))
    assert own is not None
    assert other is not None
    assert own.facts == {"lane": 0, "sum": 9, "power": 0}
    assert other.facts == {**own.facts, "known": ["9^"]}
    closed = [match.board(1).zone(f"l{lane}") for lane in (0, 1)]
    assert [zone.facts.get("closed", False) for zone in closed if zone] == [True, False]


# --- what moves did ---


def changes(match: Match) -> list[dict[str, Any]]:
    """What the last move did, as both seats are told."""
    before, move = match.states[-2], match.moves[-1]
    is_open = move_seen(before, move, 0) == move_text(move, before)
    views = [(match.game.view(before, seat), match.view(seat)) for seat in (0, 1)]
    return [
        dict(change(view, move if is_open or seat == before.to_move else None, then))
        for seat, (view, then) in enumerate(views)
    ]


DREW = {"deck": "l3", "drawn": ["9^"]}
DREW_HIDDEN = {"deck": "l0", "drawn": ["9^"]}, {"deck": "l0", "drawn": [None]}
SHUFFLED = {"deck": "l0", "drawn": [None], "shuffled": True}
EMPTY = {"deck": "l0", "drawn": []}
PLAYED = {"card": "9^", "to": "d0"}
FOUGHT = {"lane": 0, "struck": 1, "taken": 1, "lost": 2}
BROKE = {"lane": 0, "struck": 0, "taken": 1, "lost": 0, "broke": True}
BREAKS = {"card": ">+", "to": "a0", "up": True, "lane": 0, "struck": 1, "taken": 2, "lost": 3}
BEATEN = {"lane": 0, "struck": 0, "taken": 0, "lost": 1}
BOUNCED = {"card": "?+", "to": "a0", "up": True, "lane": 0, "struck": 0, "taken": 0, "lost": 1}
TWO = {"card": "9^", "to": "xa", "deck": "a"}


@pytest.mark.parametrize(
    ("places", "move", "told"),
    [
        ("l3=2%9^ turn=0", "d3", (DREW, DREW)),
        ("l0=2%9^ turn=0", "d0", DREW_HIDDEN),
        ("x0=9^ turn=1", "d0", (SHUFFLED, {**SHUFFLED, "drawn": ["9^"]})),
        ("turn=1", "d0", (EMPTY, EMPTY)),
        ("hd=9^ turn=0", "--", ({}, {})),
        ("hd=9^ turn=0", "p9^0", (PLAYED, {"to": "d0"})),
        ("hd=9^ turn=0", "x9^2", ({**PLAYED, "to": "x2"}, {"to": "x2"})),
        ("l0=2%9^ d0=4! a0=5&3^ turn=1", "c0", (FOUGHT, FOUGHT)),
        ("l0=2% a0=5&3^ turn=1", "c0", (BROKE, BROKE)),
        ("d0=8# a0=4% turn=1", "c0", (BEATEN, BEATEN)),
        ("l0=2%9^2# d0=4! a0=5&3^ ha=>+ turn=1", "u>+0", (BREAKS, BREAKS)),
        ("d0=8# ha=?+ turn=1", "u?+0", (BOUNCED, BOUNCED)),
    ],
)
def test_a_move_tells_each_seat_what_it_did(
    places: str, move: str, told: tuple[dict[str, Any], dict[str, Any]], game: Game
) -> None:
    assert changes(played(game, places, move)) == list(told)


def test_what_costs_a_hand_or_a_card_for_two_is_told(game_of: GameOf) -> None:
    live = game_of("live")
    assert changes(played(live, "hd=9^5# passes=1:0 turn=0", "--")) == [{"hand": 2}] * 2
    exchanged = played(live, "a=2%3% ha=9^ turn=1", "x9^a")
    assert changes(exchanged) == [{**TWO, "drawn": [None] * 2}, {**TWO, "drawn": ["3%", "2%"]}]


def test_moves_are_counted_by_their_kinds(game_of: GameOf) -> None:
    legal = played(game_of("live"), "a=2% a0=4% ha=9^ turn=1")
    kinds = {
        move: kind(legal.state, legal.check(move)) for move in ("--", "d0", "c0", "p9^0", "x9^a")
    }
    assert list(kinds.values()) == ["pass", "draw", "attack", "play", "exchange"]
    assert kind(legal.state, played(game_of("live"), "hd=9^ turn=0").check("x9^0")) == "discard"


@pytest.mark.parametrize("move", ["p{}0", "d0"])
def test_a_change_tells_nothing_that_is_hidden(move: str, game: Game) -> None:
    worlds = [
        played(game, f"l0=2%{drawn} d1={laid} hd={held} turn=0", move.format(held))
        for drawn, laid, held in itertools.permutations(("9^", "4!", "@#"))
    ]
    told = [changes(match)[1] for match in worlds]
    assert all(each == told[0] for each in told)
    boards = [match.board(1) for match in worlds]
    assert len({str([dict(zone.facts) for zone in board.zones]) for board in boards}) == 1


# --- the lesson ---


SAID = [
    *[("c3", (3, 0, 4)), ("u3^3", (8, 3)), ("u4%3", (9, 0)), ("c3", (3, 2, 2)), ("c4", (3, 2, 2))],
    *[("c3", (2, 3, None)), ("u*!3", (16, 4)), ("u5&3", (14, 0)), ("c3", (4, 0, 5))],
    *[("u2^0", (8, 3)), ("c3", (0, 2, None)), ("u>+3", (3, 2, 3)), ("c3", (3, 2, 2))],
    *[("p8#3", (8, 3)), ("p7+3", (7, 0))],
]


def test_what_the_lesson_says_of_stacks_and_fights_is_so() -> None:
    found = list[tuple[str, tuple[int | None, ...]]]()
    for step in find_lesson("binmat").steps:
        game, state = step.match.game, step.match.state
        for move in (*step.answer, *step.others):
            match, text = (
                game.match(position=game.position_text(state)),
                game.move_text(move, state),
            )
            match.play(move)
            fights = [scene.facts for scene in match.scenes(1, None) if "attack" in scene.facts]
            names = ("attack", "defence", "damage") if fights else ("sum", "power")
            stack = match.board(None).zone(f"{'da'[step.seat]}{text[-1]}")
            facts = fights[0] if fights else stack.facts if stack else {}
            if text[0] != "d":
                found.append((text, tuple(facts[name] for name in names)))
    assert found == SAID


EXAMPLES = tomllib.loads(files("duelhall.games.binmat").joinpath("examples.toml").read_text())


@pytest.mark.parametrize("example", EXAMPLES["example"], ids=lambda example: example["ruling"])
def test_an_example_shows_its_ruling(example: dict[str, str], game: Game) -> None:
    match = game.match(position=example["position"], seed=1)
    match.play(example["move"])
    assert example["ruling"] in rulings(match)
