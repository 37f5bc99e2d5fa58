"""Where games are kept, and how they are found again."""

import os
from pathlib import Path

import pytest

from duelhall.engine.errors import UnknownName
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.saves import (
    found_file,
    last_unfinished,
    save_as,
    save_safely,
    saved_games,
    saves_folder,
    unreadable_files,
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return saves_folder()


def saved(match: Match, when: int) -> Path:
    file = save_safely(match, None)
    assert file is not None
    os.utime(file, (when, when))
    return file


def given_up(match: Match) -> Match:
    match.forfeit(0)
    return match


def test_what_was_played_last_comes_first(blade: Game) -> None:
    files = [saved(blade.match(seed), when) for seed, when in enumerate((3, 1, 2))]
    assert [game.file for game in saved_games()] == [files[0], files[2], files[1]]


def test_the_last_unfinished_game_is_found_of_any_game_or_of_one(blade: Game) -> None:
    first = saved(blade.match(1), 1)
    second = saved(load("monsters", backend="python").match(1), 2)
    saved(given_up(blade.match(2)), 3)
    assert last_unfinished() == second
    assert last_unfinished("blade[controller]") == first
    with pytest.raises(UnknownName, match="no unfinished game of frontline to resume; `duelhall"):
        last_unfinished("frontline")


def test_there_may_be_nothing_at_all() -> None:
    assert not saved_games()
    with pytest.raises(UnknownName, match="there is no unfinished game to resume"):
        last_unfinished()


def test_a_game_is_found_by_its_name(blade: Game, tmp_path: Path) -> None:
    file = saved(blade.match(1), 1)
    assert found_file(Path(file.stem)) == found_file(Path(file.name)) == file
    assert found_file(Path("nothing")) == Path("nothing")
    assert found_file(tmp_path / file.name) == tmp_path / file.name


def test_a_game_that_is_saved_elsewhere_is_found_until_it_is_gone(
    blade: Game, tmp_path: Path
) -> None:
    match, place = blade.match(1), tmp_path / "mine.json"
    assert save_as(match, str(place), None) == place
    save_safely(match, place)
    assert [game.file for game in saved_games()] == [place]
    assert last_unfinished() == place
    place.unlink()
    assert not saved_games()


def test_a_game_that_gets_a_name_is_not_kept_twice(blade: Game, tmp_path: Path) -> None:
    match = given_up(blade.match(1))
    own = saved(match, 1)
    save_as(match, str(tmp_path / "mine.json"), own)
    assert [game.file for game in saved_games()] == [tmp_path / "mine.json"]


def test_an_earlier_state_of_a_game_stays(blade: Game, tmp_path: Path) -> None:
    match = blade.match(seed=7)
    own = saved(match, 1)
    match.play("7")
    save_as(match, str(tmp_path / "mine.json"), own)
    assert len(saved_games()) == 2


def test_what_is_no_saved_game_hides_none(blade: Game, folder: Path) -> None:
    file = saved(blade.match(1), 1)
    (folder / "damaged.json").write_text("{")
    (folder / "bytes.json").write_bytes(b"\xff")
    assert [game.file for game in saved_games()] == [file]
    found = sorted(unreadable_files(), key=lambda file: file.file)
    assert [file.file.name for file in found] == ["bytes.json", "damaged.json"]
    assert "line 1, column 2" in found[1].reason
