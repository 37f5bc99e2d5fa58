"""One name for a game in full: read and written in one place, each way the inverse of the other."""

import random
from importlib.metadata import EntryPoint
from typing import Annotated

import numpy as np
import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.errors import BadOption, BrokenPlugin, DuelhallError, UnknownName
from duelhall.engine.options import Options, Switch, Value
from duelhall.engine.record import Int8, Record, Row
from duelhall.engine.registry import BadGameName, GameName, parse_game_name
from duelhall.match.game import Game, load

CARDS = ("9| 9!", "40|", "12|@ 12!& 12-+", "30&&& 6||")


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("blade", GameName("blade")),
        ("blade[]", GameName("blade")),
        (" blade [ controller ] ", GameName("blade", "controller")),
        ("frontline[draft,hand=7]", GameName("frontline", "draft", {"hand": "7"})),
        ("frontline[ hand = 7 ]", GameName("frontline", None, {"hand": "7"})),
        ("frontline[cards=4| 3|@]", GameName("frontline", None, {"cards": "4| 3|@"})),
        ('a[b="c, \\"d\\"]=e"]', GameName("a", None, {"b": 'c, "d"]=e'})),
        ('a["b c", d=""]', GameName("a", "b c", {"d": ""})),
    ],
)
def test_a_name_is_read(text: str, name: GameName) -> None:
    assert parse_game_name(text) == name
    assert parse_game_name(str(name)) == name


@pytest.mark.parametrize(
    ("text", "full_name"),
    [
        ("blade[readme]", "blade"),
        ("blade[controller]", "blade[controller]"),
        ("blade[deck=controller, draw_points=2, stranded=loses]", "blade[controller]"),
        ("blade[controller, stranded=draws, draw_points=1]", "blade[deck=controller]"),
        ("frontline[draft,hand=7]", "frontline[draft, hand=7]"),
        ("frontline[muster, mode=draft]", "frontline[draft, hand=8]"),
        ("frontline[cards=40|]", 'frontline[cards="40|"]'),
        ("monsters[decks=struck-match vs struck-match]", None),
    ],
)
def test_equal_games_have_equal_names(text: str, full_name: str | None) -> None:
    game = load(text)
    assert full_name in (None, game.full_name)
    assert load(game.full_name).options == game.options
    assert load(game.full_name).full_name == game.full_name


def random_game(name: str, dice: random.Random) -> Game:
    """A game with some of its options changed, its own cards and decks among them."""
    table = registry.find(name).rules.OPTIONS
    while True:
        changes: dict[str, Value] = {}
        for option in dice.sample(table.options, dice.randrange(len(table.options) + 1)):
            if isinstance(option, Switch):
                changes[option.name] = dice.choice(option.allowed)
            elif option.name == "cards":
                changes[option.name] = dice.choice(CARDS)
            else:
                changes[option.name] = own_decks(dice)
        try:
            return load(name, dice.choice(table.rule_sets), **changes)  # type: ignore[arg-type]
        except BadOption:  # these values do not go together
            continue


def own_decks(dice: random.Random) -> str:
    """Two decks in which the text of a card has signs that mean something in a name."""
    text = load("monsters").options["decks"]
    odd = "".join(dice.choices(' ,]=["\\é—', k=6)).strip()
    return str(text).replace('"Struck Match"', f'"Mine {odd.translate({34: "", 92: ""})}."')


@pytest.mark.parametrize("name", registry.names())
def test_a_name_gives_the_game_back_whatever_its_options(name: str) -> None:
    dice = random.Random(name)
    names: dict[str, dict[str, Value]] = {}
    for _ in range(60):
        game = random_game(name, dice)
        for text in (game.full_name, game.lasting_name):
            again = load(text)
            assert again.options == game.options
            assert (again.full_name, again.rule_set) == (game.full_name, game.rule_set)
            assert str(parse_game_name(text)) == text
            assert text.isprintable()
        assert names.setdefault(game.full_name, game.options) == game.options
    assert len(names) > 5 or len(names) == len(load(name).definition.rules.OPTIONS.rule_sets)
    assert len({str(options) for options in names.values()}) == len(names)


def test_a_lasting_name_holds_the_cards() -> None:
    game = load("frontline")
    assert game.full_name == "frontline"
    assert game.lasting_name == f'frontline[cards="{game.options["cards"]}"]'
    assert load("blade").lasting_name == "blade"


def test_what_is_said_beside_a_name_is_added_to_it() -> None:
    assert load("frontline[hand=7]", "draft", battles=3).full_name == (
        "frontline[draft, hand=7, battles=3]"
    )
    assert load("blade[controller]", "controller", deck="controller").rule_set == "controller"


@pytest.mark.parametrize(
    ("name", "rules", "options", "reason"),
    [
        ("blade[controller]", "readme", {}, "but the rules given are readme"),
        ("blade[deck=readme]", None, {"deck": "controller"}, "but the option given is 'contr"),
    ],
)
def test_contradictions_are_refused(
    name: str, rules: str | None, options: dict[str, str], reason: str
) -> None:
    with pytest.raises(BadGameName, match=reason):
        duelhall.load(name, rules, **options)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "column 1 of '': expected the name of a game"),
        ("[x]", "column 1 .* expected the name of a game"),
        ("blade[controller", r"column 17 .* bracket in column 6 is not closed; write blade\[contr"),
        ("blade]", "column 6 .* expected nothing more after 'blade'"),
        ("blade[controller]x", "column 18 .* expected nothing more"),
        ("blade[controller,,]", "column 18 .* expected a rule set or an option"),
        ("blade[deck=]", "column 12 .* expected a value after deck="),
        ("blade[deck=a deck=b]", "column 18 .* expected a comma or a closing bracket"),
        ("blade[deck=a, deck=a]", "column 15 .* the option deck is given twice"),
        ("blade[deck=a, readme]", "column 15 .* 'readme' has no value; a rule set comes first"),
        ('blade[deck="a]', "column 12 .* quoted value"),
        ("blad", r"no game 'blad' \(did you mean blade\?\); available: binmat, blade"),
        ("blade[contoller]", r"no rule set 'contoller' \(did you mean controller\?\)"),
        ("blade[decks=a]", r"no option 'decks' \(did you mean deck\?\)"),
        ("blade[deck]", "deck is an option and needs a value: deck=VALUE"),
        ("blade[deck=blue]", "option deck cannot be 'blue'; it can be one of readme, controller"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_place(text: str, reason: str) -> None:
    with pytest.raises(DuelhallError, match=reason):
        load(text)


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


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("no_such_module:GAME", "cannot be loaded: No module named 'no_such_module'"),
        ("duelhall.games.blade:BLADE", "installed as 'mine' calls itself 'blade'"),
    ],
)
def test_a_broken_installation_is_named(
    monkeypatch: pytest.MonkeyPatch, target: str, reason: str
) -> None:
    entry = EntryPoint("mine", target, registry.GROUP)
    monkeypatch.setattr(registry, "_installed", lambda: {"mine": entry})
    with pytest.raises(BrokenPlugin, match=reason):
        registry.find("mine")


def test_blade_is_installed() -> None:
    assert "blade" in registry.names()
    assert registry.find("blade").title == "Blade"


def test_people_are_offered_what_a_rule_set_allows_in_words() -> None:
    options = registry.find("frontline").rules.OPTIONS
    battles, hand = options.option("battles"), options.option("hand")
    assert isinstance(battles, Switch)
    assert isinstance(hand, Switch)
    assert options.answers("draft", battles)[3] == "best of 3"
    assert options.answers("muster", hand) == {8: "8", 9: "9", 10: "10"}
    assert options.titles["draft"] == "pick in turn"
    with pytest.raises(ValueError, match="shorter"):
        Options(("one", "two"), titles=("the one",))
