"""A game of a tournament for programs: what the arena kept beside the moves."""

import json
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena import runner
from duelhall.arena.referee import play_game
from duelhall.arena.settings import Settings
from duelhall.engine.errors import UnknownName
from duelhall.match.game import Game
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.players.entry import Entry
from duelhall.players.seat import Ending
from duelhall.terminal.replay import replay_as_json
from duelhall.terminal.start import record_lines, seen_by, tournament_game
from duelhall.testing.conformance import random_match
from tests.arena.scripts import RANDOM, job, script

ILLEGAL = "hello()\nnext(decisions())\nprint('I try this', file=sys.stderr)\nmove('nonsense')\n"


def walked(folder: Path, body: str) -> dict[str, Any]:
    """The document of a game between a bot of these lines and a random player."""
    record = play_game(job(script(folder, body), RANDOM, number=17))
    match = replayed(parse(record.replay))
    document: dict[str, Any] = json.loads(replay_as_json(match, None, record=record))
    return document


def test_programs_are_told_who_was_faulty_and_why(tmp_path: Path) -> None:
    record = walked(tmp_path, ILLEGAL)["record"]
    assert (record["number"], record["names"]) == (17, ["bot", "random"])
    assert (record["winner"], record["faulty"]) == (1, 0)
    assert record["ending"] in (Ending.ILLEGAL, Ending.UNREADABLE)
    assert "nonsense" in record["detail"]
    assert record["stderr"] == ["I try this\n", ""]
    assert record["seconds"][0] >= record["slowest"][0] > 0


def test_the_record_repeats_no_moves_and_tells_no_seed(tmp_path: Path) -> None:
    assert not {"replay", "seed"} & set(walked(tmp_path, ILLEGAL)["record"])


def test_a_game_of_no_tournament_has_no_record(blade: Game) -> None:
    match = random_match(blade, seed=8)
    assert "record" not in json.loads(replay_as_json(match, None))


@pytest.mark.parametrize("place", ["{}#x", "{}#", "{}#²", "{}/nowhere#3"])
def test_a_game_that_is_not_named_by_folder_and_number(tmp_path: Path, place: str) -> None:
    with pytest.raises(UnknownName, match=r"as its folder, # and its number, for example .*#17"):
        tournament_game(place.format(tmp_path))


def test_a_folder_says_what_can_be_shown(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"is a folder without a tournament$"):
        tournament_game(str(tmp_path))
    (tmp_path / "mine.json").touch()
    with pytest.raises(UnknownName, match=r"; saved games may be .*mine\.json$"):
        tournament_game(str(tmp_path))
    settings = Settings("blade", 1, (RANDOM, Entry("other", builtin="random")), 2)
    settings.save(tmp_path)
    with pytest.raises(UnknownName, match=r"no game of the tournament in .* finished yet"):
        tournament_game(str(tmp_path))
    runner.run(settings, tmp_path)
    with pytest.raises(UnknownName, match=r"`duelhall arena games .* replay .*#1'?` shows game 1"):
        tournament_game(str(tmp_path))


def test_a_file_is_no_game_of_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "game#3").touch()
    assert tournament_game(str(tmp_path / "game#3")) is None
    assert tournament_game(str(tmp_path / "missing.json")) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_not_told_what_the_other_wrote(tmp_path: Path, seat: int) -> None:
    record = play_game(job(script(tmp_path, ILLEGAL), RANDOM))
    assert record.faulty == 0
    assert record.stderr[0]
    seen = seen_by(record, seat)
    assert bool(seen.stderr[0]) is (seat == 0)
    assert bool(seen.detail) is (seat == 0)
    assert seen_by(record, None) == record
    told = "\n".join(record_lines(seen))
    assert "bot lost by " in told
    assert ("I try this" in told) is (seat == 0)
