"""Players that other packages bring by entry point."""

from importlib.metadata import EntryPoint

import pytest

import duelhall
from duelhall.engine.errors import BrokenPlugin
from duelhall.match.game import Game
from duelhall.play import roster as installed
from duelhall.play.entry import parse_entry
from duelhall.play.roster import FunctionSeat, known_players
from duelhall.play.seat import Seat
from duelhall.play.table import Table


def last(_game: Game, argument: str) -> Seat:
    """The last legal move, or the one so many before it."""
    return FunctionSeat(lambda question: question.legal[-1 - int(argument or 0)])


@pytest.fixture
def players(monkeypatch: pytest.MonkeyPatch) -> None:
    entries = {
        "last": EntryPoint("last", f"{__name__}:last", installed.GROUP),
        "gone": EntryPoint("gone", f"{__name__}:gone", installed.GROUP),
    }
    monkeypatch.setattr(installed, "_installed", lambda: entries)


@pytest.mark.usefixtures("players")
def test_they_play_as_any_other(blade: Game) -> None:
    assert known_players(blade.definition)[-2:] == ["gone", "last"]
    match = duelhall.play_match(blade, "last", "last(0)", seed=3)
    assert match.moves[0] == blade.legal_moves(match.states[0])[-1]


@pytest.mark.usefixtures("players")
def test_what_stands_in_brackets_is_theirs(blade: Game) -> None:
    entry = parse_entry("last(1)", "blade")
    assert (entry.name, entry.builtin) == ("last(1)", "last(1)")
    match = blade.match(3)
    question = Table(match, ()).question(match.to_move)
    assert installed.installed_seat("last(1)", blade).decide(question).move == question.legal[-2]


@pytest.mark.usefixtures("players")
def test_one_that_cannot_be_loaded_is_named(blade: Game) -> None:
    with pytest.raises(BrokenPlugin, match="'gone' is installed but cannot be loaded"):
        duelhall.play_match(blade, "gone", "random")
