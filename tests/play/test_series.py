"""Games between the same two players one after another, and where games are saved."""

import os
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.errors import BadUsage, UnknownName
from duelhall.match.game import Game
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
from duelhall.play.series import Series, next_match
from duelhall.play.undo import PRACTICE

PLAYERS = ("person", "greedy")


def given_up(match: Match, seat: int = 0) -> Match:
    match.forfeit(seat)
    return match


def test_another_game_is_dealt_anew_to_the_same_players_but_for_positions(blade: Game) -> None:
    match = blade.match(seed=1, players=PLAYERS)
    again, swapped = next_match(match, swap=False), next_match(match, swap=True)
    assert again.players == PLAYERS
    assert swapped.players == PLAYERS[::-1]
    assert len({match.start, again.start, swapped.start}) == 3
    match = blade.match(position="12:-:3 45:-:6", players=PLAYERS)
    assert next_match(match, swap=True).start == match.start


def test_players_keep_their_decks_when_they_change_seats() -> None:
    match = duelhall.load("monsters", decks="Kiln Yard vs Long Winter").match(1, players=PLAYERS)
    swapped = next_match(match, swap=True)
    assert swapped.game.full_name != match.game.full_name
    assert next_match(swapped, swap=True).game == match.game


def test_seats_change_and_points_go_with_their_players(blade: Game) -> None:
    series, match = Series(rounds=3), blade.match(seed=1, players=PLAYERS)
    given_up(match, 1)
    assert series.score(match) == (2, 0)  # B14
    second, match = series.after(match), series.next_match(match)
    assert match.players == PLAYERS[::-1]
    assert (second.round, second.points) == (2, (0, 2))
    given_up(match, 1)
    assert second.score(match) == (2, 2)
    assert not second.is_last
    assert second.after(match).is_last


def test_a_draw_counts_as_the_game_counts_it(blade: Game) -> None:
    match = blade.match(position="5:-:5 5:-:5 to_move=0", players=PLAYERS)
    while not match.over:
        match.play(match.legal()[0])
    assert Series(rounds=2).score(match) == (match.points(0), match.points(1)) != (0, 0)
    match.notes[PRACTICE] = True  # which counts for nobody
    assert Series(rounds=2).score(match) == (0, 0)


def test_a_seed_fixes_all_deals(blade: Game) -> None:
    match = blade.match(seed=5, players=PLAYERS)
    assert Series(rounds=2, is_seeded=True).next_match(match).start.seed == 6
    assert Series(rounds=2).next_match(match).start.seed not in (5, 6)


@pytest.mark.parametrize("name", ["blade", "monsters"])
def test_duplicate_deals_are_played_from_both_seats(name: str) -> None:
    match = duelhall.load(name).match(seed=5, players=PLAYERS)
    series, deals = Series(rounds=4, is_duplicate=True, is_seeded=True), [(5, PLAYERS)]
    first, game = match.state.tobytes(), match.game
    for number in range(3):
        match, series = series.next_match(match), series.after(match)
        deals.append((match.start.seed or 0, match.players))  # type: ignore[arg-type]
        assert (match.state.tobytes() == first) == (number == 0)
        assert match.game == game
    turned = PLAYERS[::-1]
    assert deals == [(5, PLAYERS), (5, turned), (6, PLAYERS), (6, turned)]


def test_a_series_is_kept_with_its_games(blade: Game) -> None:
    match = blade.match(seed=1, players=PLAYERS)
    assert Series.noted_in(match) is None
    series = Series(6, 3, is_duplicate=True, is_seeded=True, points=(4, 0))
    series.note_in(match)
    assert Series.noted_in(match) == series
    match.notes["points"] = "many"
    assert Series.noted_in(match) is None


@pytest.mark.parametrize(
    ("rounds", "is_duplicate", "reason"),
    [(1, False, "2 rounds or more, not 1"), (3, True, "--rounds must be even, not 3")],
)
def test_series_that_there_are_none_of(rounds: int, *, is_duplicate: bool, reason: str) -> None:
    with pytest.raises(BadUsage, match=reason):
        Series(rounds, is_duplicate=is_duplicate)


# --- what is saved ---


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return saves_folder()


def saved(match: Match, when: int) -> Path:
    file = save_safely(match, None)
    assert file is not None
    os.utime(file, (when, when))
    return file


def test_what_was_played_last_comes_first(blade: Game) -> None:
    files = [saved(blade.match(seed), when) for seed, when in enumerate((3, 1, 2))]
    assert [game.file for game in saved_games()] == [files[0], files[2], files[1]]


def test_the_last_unfinished_game_is_found_of_any_game_or_of_one(blade: Game) -> None:
    first = saved(blade.match(1), 1)
    second = saved(duelhall.load("monsters", backend="python").match(1), 2)
    saved(given_up(blade.match(2)), 3)
    assert last_unfinished() == second
    assert last_unfinished("blade[controller]") == first
    with pytest.raises(UnknownName, match="no unfinished game of frontline to resume; `duelhall"):
        last_unfinished("frontline")


def test_a_game_is_found_by_its_name(blade: Game, tmp_path: Path) -> None:
    assert not saved_games()
    with pytest.raises(UnknownName, match="there is no unfinished game to resume"):
        last_unfinished()
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


def test_a_game_that_gets_a_name_is_not_kept_twice_but_its_earlier_state_is(
    blade: Game, tmp_path: Path
) -> None:
    match = blade.match(seed=7)
    own = saved(match, 1)
    match.play("7")
    save_as(match, str(tmp_path / "later.json"), own)
    assert len(saved_games()) == 2
    match.save(own)
    save_as(match, str(tmp_path / "mine.json"), own)
    assert {game.file.stem for game in saved_games()} == {"later", "mine"}


def test_what_is_no_saved_game_hides_none(blade: Game, folder: Path) -> None:
    file = saved(blade.match(1), 1)
    (folder / "damaged.json").write_text("{")
    (folder / "bytes.json").write_bytes(b"\xff")
    assert [game.file for game in saved_games()] == [file]
    found = sorted(unreadable_files(), key=lambda file: file.file)
    assert [file.file.name for file in found] == ["bytes.json", "damaged.json"]
    assert "line 1, column 2" in found[1].reason
