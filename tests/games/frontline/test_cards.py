"""Cards of Frontline, and the armies that are made of them."""

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import duelhall
from duelhall.backend.cpu import callable_rule
from duelhall.engine.definition import CardSetup
from duelhall.engine.errors import DuelhallError
from duelhall.games.frontline.armies import ARMY, deployments, leave, meet
from duelhall.games.frontline.cards import (
    COPIES,
    STANDARD,
    BadUnits,
    card_options,
    parse_table,
    read_card_file,
    symbols_text,
    table_text,
)
from duelhall.games.frontline.state import BATTLE
from duelhall.testing.conformance import random_match
from tests.games.frontline.armies import army_in_batch, in_twin, random_army, standing


def written(folder: Path, text: str) -> Path:
    file = folder / "cards.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_f20_the_standard_set_has_24_to_40_cards_and_every_symbol_alone() -> None:
    table = parse_table(STANDARD)
    assert 24 <= table[:, COPIES].sum() <= 40
    faces = {symbols_text(row) for row in table if row[COPIES]}
    assert set("|!@&-+") <= faces
    assert {2, 3} <= {len(face) for face in faces}


def test_f20_a_set_is_read_from_a_file(tmp_path: Path) -> None:
    file = written(tmp_path, '[cards]\n"|" = 3\n"@!" = 2\n"&&&" = 1\n')
    assert read_card_file(file) == "3| 2!@ 1&&&"
    game = duelhall.load("frontline", hand=3, cards=read_card_file(file))
    assert random_match(game, 1).over


FAULTY = """\
colour = "blue"
name = 7

[cards]
"|q" = 2
"" = 1
"||||||||||" = 1
"!" = 0
"@" = "two"
"&" = 1.5
"-" = true
"+" = 121
"|@" = 1
"@|" = 1
"""


def test_f20_a_faulty_file_is_refused_with_every_fault(tmp_path: Path) -> None:
    file = written(tmp_path, FAULTY)
    with pytest.raises(BadUnits) as caught:
        read_card_file(file)
    assert str(caught.value).splitlines() == [
        f"{file}: these cards cannot be used",
        "  line 1: there is no entry 'colour'; there is only [cards]",
        "  line 2: there is no entry 'name'; there is only [cards]",
        "  line 5: card '|q' has unknown symbols q; symbols are | ! @ & - +",
        "  line 6: card '' has 0 symbols; a card has 1 to 9",
        "  line 7: card '||||||||||' has 10 symbols; a card has 1 to 9",
        "  line 8: card '!' is there 0 times; write a whole number from 1 to 120",
        "  line 9: card '@' is there 'two' times; write a whole number from 1 to 120",
        "  line 10: card '&' is there 1.5 times; write a whole number from 1 to 120",
        "  line 11: card '-' is there True times; write a whole number from 1 to 120",
        "  line 12: card '+' is there 121 times; write a whole number from 1 to 120",
        "  line 14: card '@|' is the same card as '|@'",
        "  there are 128 cards; a set has at most 120",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "there is no table [cards]"),
        ("cards = 3\n", "there is no table [cards]"),
        ("[cards]\n", "the table [cards] is empty"),
        ("[cards\n", "this is not TOML"),
        ('[cards]\n"|" = ' + "9" * 5000 + "\n", "line 2 has a name or a number of"),
        ('cards = {"|" = 0}\n', "  card '|' is there 0 times"),
        ('[cards]\n"|" = 100\n"!" = 21\n', "there are 121 cards; a set has at most 120"),
        ("[cards]\n" + "".join(f'"{"|" * n}{"!" * m}" = 1\n' for n in range(1, 5)
                               for m in range(5)) + "".join(
            f'"{"@" * n}{"+" * m}" = 1\n' for n in range(1, 5) for m in range(5)) +
            '"-" = 1\n', "there are 41 kinds of cards; a set has at most 40"),
    ],
)  # fmt: skip
def test_f20_what_is_no_set_is_refused(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(BadUnits) as caught:
        read_card_file(written(tmp_path, text))
    assert fault in str(caught.value)


def test_f20_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadUnits, match="not a text file"):
        read_card_file(file)


def test_f20_a_set_in_one_line_is_refused_too() -> None:
    with pytest.raises(BadUnits, match="there are no cards"):
        parse_table(" ")
    with pytest.raises(BadUnits, match="unknown symbols z"):
        duelhall.load("frontline", cards="20z")
    assert table_text(parse_table("| 2@!")) == "1| 2!@"


@given(st.text(alphabet='|!@&-+xq"= \n[]cards#1234567890.', max_size=80))
def test_f20_no_file_of_cards_makes_it_crash(text: str) -> None:
    """A fuzzed file is refused, or it is a set."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        try:
            line = read_card_file(written(Path(folder), f"[cards]\n{text}"))
        except BadUnits:
            return
    assert table_text(parse_table(line)) == line


def test_without_a_file_no_option_is_changed() -> None:
    assert card_options(CardSetup(), 0) == {}


# --- armies by themselves, and all that a hand can be deployed as (F22) ---


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        (["|"], 2),
        (["|", "!"], 6),
        (["|", "|"], 3),
        (["|", "|@", "!", "&", "-"], 1440),
        (["|"] * 5, 12),
        (["|", "|", "!", "!", "-"], 1440 // 4),
    ],
)
def test_every_deployment_once(cards: list[str], count: int) -> None:
    armies = deployments(cards)
    drawn = {repr(in_twin(army)) for army in armies}
    assert len(armies) == len(drawn) == count
    for army in armies[:: max(1, count // 50)]:
        twin = in_twin(army)
        assert sorted([*twin.front.values(), *twin.back.values()]) == sorted(cards)
        assert set(twin.back) <= set(twin.front)
        left, right = (sum(side * column > 0 for column in twin.front) for side in (-1, 1))
        assert abs(left - right) <= 1


@pytest.mark.uncovered
def test_deployments_are_those_that_play_can_reach() -> None:
    """All ways to deploy by moves, as whole states, are all deployments."""
    game = duelhall.load("frontline", hand=3)
    reached, waiting = set(), [game.match(deal="|,!,@ |,!,@").state]
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            after = game.after(state, move)
            if after.to_move == 1:
                reached.add(
                    (after.ahead[0].tobytes(), after.behind[0].tobytes(), int(after.odd[0]))
                )
            else:
                waiting.append(after)
    assert len(reached) == len(deployments(["|", "!", "@"])) == 24


def test_an_army_enters_a_battlefield_and_leaves_it_again() -> None:
    dice = random.Random(2)
    for function in (meet, callable_rule(meet)):
        field = np.zeros(1, BATTLE)
        for _ in range(50):
            armies = [army_in_batch(random_army(dice, dice.randint(1, 10))) for _ in range(2)]
            function(field[0], armies[0][0], armies[1][0])
            for seat in range(2):
                back = np.zeros(1, ARMY)
                leave(field[0], seat, back[0])
                assert in_twin(back[0]) == in_twin(armies[seat][0])
                assert len(standing(field[0], seat)) == back[0]["right"] - back[0]["left"]


def test_hands_that_are_none_have_no_deployments() -> None:
    with pytest.raises(DuelhallError, match="1 to 7 cards, not for 8"):
        deployments(["|"] * 8)
    with pytest.raises(DuelhallError, match="unknown symbols q"):
        deployments(["q"])
    with pytest.raises(DuelhallError, match="a hand must be a list of cards"):
        deployments("|@")
