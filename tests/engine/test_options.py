from typing import Annotated

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import BadOption, UnknownName
from duelhall.engine.options import Options, Switch
from duelhall.engine.record import Int8, Record, Row


def test_a_rule_set_is_a_column_of_the_table() -> None:
    assert duelhall.load("blade").options == {
        "deck": "readme",
        "stranded": "draws",
        "draw_points": 1,
    }
    controller = {"deck": "controller", "stranded": "loses", "draw_points": 2}
    assert duelhall.load("blade", rules="controller").options == controller


def test_an_option_changes_a_rule_set() -> None:
    game = duelhall.load("blade", rules="readme", stranded="loses", draw_points="2")
    assert game.options == {"deck": "readme", "stranded": "loses", "draw_points": 2}
    s = game.match(seed=1).state
    assert (s.options.deck, s.options.stranded, s.options.draw_points) == (0, 1, 2)


@pytest.mark.parametrize(
    ("rules", "options", "reason"),
    [
        ("house", {}, "no rule set 'house'; available: readme, controller"),
        ("readme", {"decks": 2}, "no option 'decks' .*; available: deck, stranded, draw_points"),
    ],
)
def test_what_there_is_none_of_is_named(rules: str, options: dict[str, int], reason: str) -> None:
    with pytest.raises(UnknownName, match=reason):
        duelhall.load("blade", rules, **options)  # type: ignore[arg-type]


def test_a_value_that_an_option_cannot_have_is_refused() -> None:
    reason = "option deck cannot be 7; it can be one of readme, controller"
    with pytest.raises(BadOption, match=reason):
        duelhall.load("blade", deck=7)


def test_a_value_of_any_length_is_refused_in_a_few_words() -> None:
    with pytest.raises(BadOption, match=r"turn cannot be '9+\.\.\.; it can be one of") as caught:
        duelhall.load("binmat", turn="9" * 5000)
    assert len(str(caught.value)) < 120


def test_a_rule_set_goes_by_its_own_name() -> None:
    """However it was put together."""
    made = duelhall.load("blade", "readme", deck="controller", stranded="loses", draw_points=2)
    assert made.rule_set == "controller"


def test_the_record_of_the_options_has_a_field_for_each() -> None:
    switch = Switch("small", (1,), range(3), (), "how small")

    class Choices(Record):
        small: Int8

    class More(Choices):
        large: Int8

    class Several(Record):
        small: Annotated[Row, np.int8, 2]

    assert Options(("only",), switch, kind=Choices).record.names == ("small",)
    for kind in (Record, More, Several):
        with pytest.raises(TypeError, match=f"{kind.__name__} must declare .*small"):
            Options(("only",), switch, kind=kind)


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownName, match="no game 'chess'; available: binmat, blade"):
        duelhall.load("chess")
