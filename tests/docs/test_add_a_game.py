"""docs/tutorials/add-a-game.md: its tiny game is put to the proof, and it leaves nothing out."""

import re
from collections.abc import Callable, Iterator
from dataclasses import fields
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from duelhall import play_match
from duelhall.batch.simulate import random_games
from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadPosition, BadReplay
from duelhall.engine.sources import BadOutcome
from duelhall.match.game import Game, load
from duelhall.match.match import scripted_deal
from duelhall.match.tree import Odds, Walker, Ways
from duelhall.testing import CHECKS, Subject, check_guess_frequencies
from tests.docs.blocks import ROOT, blocks
from tests.docs.two_tricks import NAME, PAGE, installed_here
from tests.python import load_module


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder: Path = tmp_path_factory.mktemp("site")
    with installed_here(folder):
        yield folder


@pytest.fixture(scope="module")
def subject(site: Path) -> Subject:
    return Subject(load(NAME), own_tests(site).census, games=20)


def own_tests(site: Path) -> Any:
    return load_module("test_two_tricks_of_the_page", site / "test_two_tricks.py")


@pytest.fixture
def game(subject: Subject) -> Game:
    return subject.game


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_the_tiny_game_conforms(subject: Subject, check: Callable[[Subject], None]) -> None:
    check(subject)


def test_its_guesses_are_even(game: Game) -> None:
    match = game.match(deal="12345")
    seen = game.position_text(match.view(0))
    deals = {
        seen.replace("-1,-1,-1,-1,-1 hand", f"{held} hand"): 1
        for held in {",".join(cards) for cards in permutations("00110") if cards[:2] == ("0", "0")}
    }
    assert len(deals) == 3
    check_guess_frequencies(game, seen, 0, deals)


def test_every_deal_and_every_way_to_play_it(game: Game) -> None:
    """Counted by hand in plain Python: who takes both tricks, over all deals and plays."""
    from itertools import product

    for deal in permutations("12345"):
        hands = [list(deal[:2]), list(deal[2:4])]
        for choice in product((0, 1), repeat=2):
            match = game.match(deal="".join(deal))
            first, answer = hands[0][choice[0]], hands[1][choice[1]]
            rest = [hands[0][1 - choice[0]], hands[1][1 - choice[1]]]
            taker = 0 if first > answer else 1
            for move in (first, answer, rest[taker], rest[1 - taker]):
                match.play(move)
            both = (first > answer) == (rest[0] > rest[1])
            assert match.over
            assert match.winner == (taker if both else None)


def test_every_line_of_play_counted_by_hand(game: Game) -> None:
    """Of the six ways in which the four cards can alternate, highest first, 0011 wins both tricks
    for player 0, 0101 does by one of its two pairings, and 0110 splits them; so do the other three
    for player 1. The answer makes the pairing, so good play of player 1 wins 1010 and splits 0101.
    """
    walker = Walker(game)
    assert walker.ways() == Ways(120 * 4, (120, 120), 240)
    assert walker.odds() == Odds((Fraction(1, 4), Fraction(1, 4)), Fraction(1, 2))
    assert walker.value() == Fraction(1 - 2, 6)


def test_its_deal_can_be_scripted(game: Game) -> None:
    dealt = scripted_deal(game, ["4", "0", "3", "1", "2"])
    assert dealt.tobytes() == game.dealt_from("51423").tobytes()
    with pytest.raises(BadOutcome, match="end too early"):
        scripted_deal(game, ["4", "0"])


@pytest.mark.parametrize(
    ("entry", "wrong", "says"),
    [
        ("to_move=0", "to_move=2", "from 0 to 1"),
        ("led=0", "led=6", "from 0 to 5"),
        ("led=0", "led=one", "not the numbers of led"),
        ("led=0", "led=" + "9" * 30, "led"),
        ("led=0", "led=0,0", "not the numbers of led"),
        ("led=0 ", "", "has the entries pack"),
        ("hand=2,2", "hand=2,1", "as many cards as hand says"),
        ("held=1,1,0,0,0", "held=1,0,0,0,0", "as many cards as hand says"),
    ],
)
def test_positions_that_cannot_be_are_refused(
    game: Game, entry: str, wrong: str, says: str
) -> None:
    text = game.position_text(game.dealt_from("12345"))
    assert entry in text
    with pytest.raises(BadPosition, match=says):
        game.parse_position(text.replace(entry, wrong))


def test_a_position_in_which_nobody_can_decide_is_refused(game: Game) -> None:
    match = game.match(deal="12345")
    for move in ("1", "3", "4", "2"):
        match.play(move)
    over = game.position_text(match.state)
    with pytest.raises(BadPosition, match="has no card"):
        game.parse_position(over.replace("winner=1", "winner=-1"))


def test_by_the_other_rule_set_the_winner_loses(game: Game) -> None:
    misere = load(f"{NAME}[misere]")
    for deal in ("12345", "45123", "14235"):
        match, other = game.match(deal=deal), misere.match(deal=deal)
        while not match.over:
            match.play(match.legal()[0])
            other.play(other.legal()[0])
        assert (match.winner is None) == (other.winner is None)
        assert match.winner is None or match.winner != other.winner


def test_its_player_plays_a_whole_game(game: Game) -> None:
    assert play_match(game, "dreamer(5)", "random", seed=1).over


def test_its_own_tests_pass(site: Path) -> None:
    """All but the conformance suite, whose checks are above, each by its name."""
    tests = own_tests(site)
    tests.test_every_line_of_play()
    golden = site / "golden"
    golden.mkdir(exist_ok=True)
    load(NAME).match(seed=1).save(golden / "begun.json")
    tests.test_golden_games_are_read()
    (golden / "cut.json").write_text("{")
    with pytest.raises(BadReplay):
        tests.test_golden_games_are_read()


def test_it_gets_a_page_for_learners(game: Game) -> None:
    page = run_path(str(ROOT / "tools/observations"))["page_of"](game)
    assert "| `led` | 14 | (5,) | 1 at the card that was led |" in page
    assert "| 0 to 4 | play a card, from 1 to 5 | `1` to `5` |" in page
    assert "`reason` is left out: how a game ended" in page


def test_it_gets_batches_for_nothing(game: Game) -> None:
    outcomes = random_games(game, 10_000)
    assert outcomes.moves == 40_000
    assert outcomes.won(0) + outcomes.won(1) + outcomes.drawn == 10_000


# --- it leaves nothing out that a game can have ---

OURS = registry.names()
RECORDS = ("writing", "picture", "thinking", "learning", "turns", "cards")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table with this heading, each as its cells."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    table = text.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return [[cell.strip("| ") for cell in row.split(" | ")] for row in table.splitlines()[2:]]


def examples(heading: str) -> dict[str, str]:
    """What a table lists, each with its example, which has to be in one of our games or in that of
    the page.
    """
    found = {name.strip("`"): example.strip("`") for name, _, example in rows(heading)}
    games = (ROOT / "src/duelhall/games").rglob("*.py")
    code = "".join([*(file.read_text(encoding="utf-8") for file in games), *blocks(PAGE, "python")])
    assert [example for example in found.values() if example not in code] == []
    return found


def test_every_field_of_a_definition_is_on_the_page() -> None:
    listed = [name for row in rows("field") for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(listed) == sorted(field.name for field in fields(Definition) if field.init)


def test_every_part_of_a_record_is_on_the_page() -> None:
    game = registry.find("binmat")  # it declares all of them
    parts = [f"{name}.{part.name}" for name in RECORDS for part in fields(getattr(game, name))]
    assert list(examples("part of a record")) == parts


def test_every_game_of_ours_has_a_rule_of_thumb() -> None:
    lacking = [name for name in OURS if "greedy" not in registry.find(name).thinking.policies]
    assert lacking == [], "these have no player greedy, whom tests and measurements ask for"


def test_every_feature_is_on_the_page() -> None:
    declared = {kind for name in OURS for kind in registry.find(name).features}
    names = {
        kind.partition(":")[2] if isinstance(kind, str) else kind.__name__ for kind in declared
    }
    assert set(examples("feature")) == names
