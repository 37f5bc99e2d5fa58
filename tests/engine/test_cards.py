"""Games with cards of one's own, from Python."""

from pathlib import Path
from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import BadArgument, BadUsage, UnknownName
from duelhall.match.game import Game

SET = """
traits = ["Flame"]

[[monster]]
name = "Drake"
hp = 3
atk = 2
def = 0
traits = ["Flame", "Flame"]

[[move]]
name = "Bite"
atk = "2"
def = "~"
traits = ["Flame"]

[[deck]]
name = "Cinders"
monster = "Drake"
moves = { "Bite" = 20 }
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(SET)
    return file


def test_a_set_from_a_file_is_played_one_game_or_many(cards: Path) -> None:
    game = duelhall.with_cards(duelhall.load("monsters"), cards, deck="Cinders")
    cards.unlink()
    assert "Drake" in game.lasting_name
    assert duelhall.load(game.lasting_name) == game
    assert duelhall.play_match(game, "greedy", "random", seed=1).over
    outcomes = duelhall.simulate(game, ("greedy", "random"), games=20)
    assert outcomes.won(0) + outcomes.won(1) + outcomes.drawn == 20


def test_the_rest_of_the_game_stays_as_it_is(cards: Path) -> None:
    before = duelhall.load("monsters[deck-out]", backend="python")
    game = duelhall.with_cards(before, str(cards))
    assert (game.rule_set, game.backend) == ("deck-out", "python")
    assert game.options["deck_out"] == before.options["deck_out"]
    assert duelhall.with_cards(before) == before


@pytest.mark.parametrize(
    ("game", "wishes", "error", "says"),
    [
        ("blade", {"file": "x.toml"}, BadUsage, "the cards of blade cannot be changed"),
        ("frontline", {"deck": "x"}, BadUsage, "frontline has no decks to choose from"),
        ("monsters", {"deck": "Soup"}, UnknownName, "no deck 'Soup' in the set"),
        ("monsters", {"deck": 3}, BadArgument, "a deck must be text, not 3"),
        ("monsters", {"file": 3}, BadArgument, "a file must be text or a path, not 3"),
    ],
)
def test_what_cannot_be_had_is_refused(
    game: str, wishes: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        duelhall.with_cards(duelhall.load(game), **wishes)


def test_a_game_is_asked_for_and_not_its_name() -> None:
    name: Any = "monsters"
    with pytest.raises(BadArgument, match="a game made by `load`"):
        duelhall.with_cards(name, deck="Kiln Yard")
    assert isinstance(duelhall.with_cards(duelhall.load(name), deck="Kiln Yard"), Game)
