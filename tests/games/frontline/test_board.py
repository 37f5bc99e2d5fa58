"""Frontline on a board: what its moves did, what its pictures show, and how an army is changed."""

import tomllib
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.board import Touch
from duelhall.games import frontline
from duelhall.games.frontline.board import TOUCHES
from duelhall.match.explain import trace_move
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.lesson import find_lesson

HANDS = "|,!,+,|@ |,!,&,&"


@pytest.fixture(scope="module")
def game() -> Game:
    return duelhall.load("frontline[hand=4]", backend="python")


def deployed(game: Game, *moves: str) -> Match:
    match = game.match(deal=HANDS)
    for move in moves:
        match.play(move)
    return match


def change_of(match: Match, number: int, seat: int, *, is_whole: bool = True) -> object:
    before, after = (match.game.view(match.states[at], seat) for at in (number - 1, number))
    assert TOUCHES.change
    return TOUCHES.change(before, match.moves[number - 1] if is_whole else None, after)


FIRST = ("1>", "2>", "4<", "3b1", "commit<")
SECOND = ("1>", "2>", "3b1", "4b2", "commit")


def test_a_move_tells_what_it_did(game: Game) -> None:
    match = deployed(game, *FIRST, *SECOND)
    assert [change_of(match, number, 0) for number in range(1, 6)] == [
        {"card": "spear", "place": "right"},
        {"card": "sword", "place": "right"},
        {"card": "spear, shield", "place": "left"},
        {"card": "crown", "place": "behind", "front": "spear, shield"},
        {"left": 2, "right": 1},
    ]
    assert change_of(match, 10, 1) == {
        "left": 1, "right": 1, "won": 1, "score": [0, 1], "units": [0, 3]
    }  # fmt: skip


def test_how_an_army_is_committed_is_hidden(game: Game) -> None:
    odd = deployed(game, *FIRST)
    even = deployed(game, "1>", "2>", "4b1", "3b2", "commit")
    told = [
        (
            change_of(match, 5, 1, is_whole=is_whole),
            TOUCHES.kind and TOUCHES.kind(view, match.moves[4]),
        )
        for match, is_whole in ((odd, False), (even, True))
        for view in [game.view(match.states[4], 1)]
    ]
    assert told == [({}, "")] * 2


def test_a_draft_tells_what_was_picked_and_a_match_who_has_won() -> None:
    match = duelhall.load("frontline[draft, hand=1, battles=2]").match(deal="+,|,!,&,@,-")
    match.play("take1")
    match.play("take2")
    assert change_of(match, 2, 0) == {"card": "spear"}
    for move in ("1>", "commit>", "1>", "commit<"):
        match.play(move)
    assert change_of(match, 6, 1) == {"won": 1, "score": [0, 1]}


def test_moves_are_counted_by_their_kinds(game: Game) -> None:
    assert TOUCHES.kind
    match = deployed(game, *FIRST[:-1])
    assert {TOUCHES.kind(match.view(0), move) for move in match.legal_moves()} == {"ready"}
    match.undo()
    assert {TOUCHES.kind(match.view(0), move) for move in match.legal_moves()} == {"place"}
    draft = duelhall.load("frontline[draft]").match(seed=1)
    assert {TOUCHES.kind(draft.view(0), move) for move in draft.legal_moves()} == {"pick"}


def test_an_army_that_is_deployed_knows_its_reach_and_its_divide(game: Game) -> None:
    army = deployed(game, *FIRST[:-1]).board(0).zone("army0")
    assert army
    assert army.facts["reach"] == [
        {"column": -1, "speeds": [4]},
        {"column": 0, "speeds": [4]},
        {"column": 1, "speeds": [1, 2]},
    ]
    assert army.facts["sides"] == [
        {"move": "commit>", "left": 1, "right": 2},
        {"move": "commit<", "left": 2, "right": 1},
    ]
    other = deployed(game, *FIRST, "3>", "4b1")
    assert other.board(0).zone("army0") != army
    assert "reach" not in (own.facts if (own := deployed(game).board(0).zone("army0")) else {})
    walls = other.board(1).zone("army1")
    assert walls
    assert walls.facts == {"reach": [{"column": 0, "fortresses": 2}]}
    even = deployed(game, *FIRST, *SECOND[:-1]).board(1).zone("army1")
    assert even
    assert even.facts["sides"] == [{"move": "commit", "left": 1, "right": 1}]


def test_bows_reach_the_enemys_columns() -> None:
    match = duelhall.load("frontline[hand=1]").match(deal="- |")
    match.play("1>")
    army = match.board(0).zone("army0")
    assert army
    assert army.facts["reach"] == [{"column": column, "bows": 1} for column in (-1, 0, 1)]


def line_after(match: Match, text: str) -> str:
    """The front line after a revision, which leads to another order of the same moves."""
    assert TOUCHES.revisions
    revision = next(each for each in TOUCHES.revisions(match.view(0)) if each.text == text)
    again = match.copy()
    for _ in range(revision.taken):
        again.undo()
    for move in revision.moves:
        again.play(move)
    return again.game.position_text(again.state).split()[0].split(":")[1]


@pytest.mark.parametrize(
    ("revision", "line"),
    [
        ("1=", "4b3"),
        ("4=", "3,1"),
        ("3=", "4,1"),
        ("3=<", "3,4,1"),
        ("4=>", "3,1,4"),
        ("1=3", "4b1,3"),
        ("1=4", "1b3,4"),
        ("2=4", "2b3,1"),
        ("3=b2", "4,1b3"),
        ("4=b2", "3,1b4"),
    ],
)
def test_units_can_be_revised_until_the_army_is_ready(game: Game, revision: str, line: str) -> None:
    assert line_after(deployed(game, "4>", "1>", "3b1"), revision) == line


def test_a_revision_is_touched_and_said_as_a_move_is(game: Game) -> None:
    assert TOUCHES.revisions
    match = deployed(game, "4>", "3b1")
    revisions = list(TOUCHES.revisions(match.view(0)))
    legal = [TOUCHES.says(match.view(0), move) for move in match.legal_moves()]
    assert len({each.says for each in revisions} | set(legal)) == len(revisions) + len(legal)
    touched = {each.text: (each.says, each.touches) for each in revisions}
    unit, crown, sword = Touch("army0", "0.4"), Touch("army0", "0.3"), Touch("hand0", "0.2")
    assert touched["4="] == ("Take back 4, spear, shield, into the hand", (unit,))
    goal = Touch("army0", row=0, column=1)
    assert touched["3=>"] == ("Move 3, crown, to the right end", (crown, goal))
    assert touched["2=3"] == ("Exchange 2, sword, for 3, crown", (sword, crown))
    assert "4=<" in touched  # the crown then steps up
    assert "3=3" not in touched
    assert not list(TOUCHES.revisions(duelhall.load("frontline[draft]").match(seed=1).view(0)))


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_battle_is_told_as_data(game: Game, seat: int | None) -> None:
    match = deployed(game, *FIRST, *SECOND)
    said = [scene.facts for scene in match.scenes(len(match.moves), seat)]
    attack = {"weapon": "spear", "target": "1.2", "count": 1}
    assert said[:3] == [
        {"step": "speeds", "round": 1},
        {
            "step": "attacks",
            "speed": 4,
            "attacks": [{"unit": "0.4", **attack}, {"unit": "0.1", **attack}],
        },
        {
            "step": "resolved",
            "speed": 4,
            "broken": [{"unit": unit, "symbol": "fortress", "count": 1} for unit in ("1.3", "1.4")],
            "killed": [],
        },
    ]
    sword = {"unit": "1.2", "weapon": "sword", "target": "0.4", "count": 1}
    shield = {"unit": "0.4", "symbol": "shield", "count": 1}
    assert said[7:9] == [
        {"step": "attacks", "speed": 1, "attacks": [sword]},
        {"step": "resolved", "speed": 1, "broken": [shield], "killed": []},
    ]
    assert said[9:12] == [
        {"step": "before", "army": 0},
        {"step": "gaps", "army": 0},
        {"step": "again"},
    ]
    assert said[16]["killed"] == [{"unit": "0.4", "name": "spear, shield"}]
    assert said[17] == {"step": "quiet", "speeds": [2, 1]}
    assert said[-1] == {"step": "over", "winner": 1, "rounds": 3, "units": [0, 3]}


def test_what_the_lesson_says_of_battles_is_so() -> None:
    fought = [step.match for step in find_lesson("frontline").steps[1:10:2]]
    assert [match.winner for match in fought] == [1] * 5
    said = [[scene.facts for scene in match.scenes(len(match.moves), 1)] for match in fought]
    played = [[each["speed"] for each in facts if each["step"] == "attacks"] for facts in said]
    assert played == [[3], [3, 2], [3, 2, 1, 3], [4, 1, 4], [3, 3]]
    assert [facts[-1]["units"][1] for facts in said] == [3, 3, 2, 2, 2]
    (_, first, *_) = said[4]
    hit = [each["target"] for each in first["attacks"] if each["unit"].startswith("1.")]
    assert hit == ["0.3", "0.3", "0.1"], "the odd spear hits to its right"


FILE = Path(frontline.__file__).with_name("examples.toml")
EXAMPLES = tomllib.loads(FILE.read_text(encoding="utf-8"))["example"]


@pytest.mark.parametrize("example", EXAMPLES, ids=[each["ruling"] for each in EXAMPLES])
def test_the_ruling_of_an_example_fires(example: dict[str, str]) -> None:
    match = duelhall.load(example["game"]).match(position=example["position"])
    steps = trace_move(match.game, match.state, match.check(example["move"])).steps
    assert example["ruling"] in {ruling for step in steps for ruling in step.rulings}
    assert example["says"].endswith(".")
