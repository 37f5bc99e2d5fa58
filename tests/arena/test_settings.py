"""The settings of a tournament: what they can be, and how they are kept and restored."""

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena import runner
from duelhall.arena.settings import (
    ASIDE,
    FILE,
    KEY,
    KEY_COPY,
    BadTournament,
    Settings,
    load_settings,
    restored_settings,
)
from duelhall.arena.verification import verify
from duelhall.cli.contest import settings_in, settings_of
from duelhall.match.game import load
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.table import Late
from tests.arena.scripts import RANDOM

PLAYERS = tuple(Entry(name, builtin="random") for name in ("one", "two", "three"))
SETTINGS = Settings("blade", 1, tuple(Entry(name, builtin="greedy") for name in "ab"), 6, seed=3)


def test_settings_are_kept_as_they_are(tmp_path: Path) -> None:
    chosen = Settings("blade", 1, PLAYERS, 4, clock=Clock(0.5, 60.0), seed=9)
    chosen.save(tmp_path)
    assert load_settings(tmp_path) == chosen


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"entries": PLAYERS[:1]}, "at least two players"),
        ({"games": 3}, "even number above 0, not 3"),
        ({"games": 0}, "even number above 0, not 0"),
        ({"pairing": "knockout"}, "there is no pairing 'knockout'"),
    ],
)
def test_a_tournament_that_cannot_be_is_refused(change: dict[str, object], fault: str) -> None:
    with pytest.raises(BadTournament, match=fault):
        replace(Settings("blade", 1, PLAYERS, 4), **change)  # type: ignore[arg-type]


# --- bounds ---


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"games": "20"}, "games must be a whole number, not '20'"),
        ({"games": 20.0}, "games must be a whole number, not 20.0"),
        ({"games": True}, "games must be a whole number, not True"),
        ({"games": 10**12}, "at most 10,000,000 games in all: 1000000000000 per pairing"),
        ({"games": 3_400_000}, "at most 10,000,000 games in all"),
        ({"rounds": 10**9, "format": "swiss"}, "at most 10,000,000 games in all"),
        ({"rounds": "2", "format": "swiss"}, "rounds must be a whole number, not '2'"),
        ({"seed": "seven"}, "seed must be a whole number, not 'seven'"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"edition": None}, "edition must be a whole number, not None"),
        ({"game": 7}, "is damaged"),
        ({"clock": {"move": "1"}}, "a time limit is more than 0 .* not '1'"),
        ({"clock": {"move": float("nan")}}, "a time limit is more than 0"),
        ({"clock": {"start": None}}, "a time limit is more than 0"),
        ({"clock": {"bank": 1e300}}, "at most 1000000 seconds"),
        ({"sprt": [0]}, "a test is two Elo numbers"),
        ({"sprt": ["0", "20"]}, "a test is two Elo numbers"),
        ({"sprt": [20, 0]}, "elo0 must be below elo1"),
        ({"entries": [{"name": "one", "command": [1]}] * 2}, "a player is a name and a command"),
        ({"entries": [{"name": "one", "command": []}] * 2}, "a player is a name and a command"),
        ({"entries": [{"name": 1, "command": ["x"]}] * 2}, "damaged|a player is a name"),
    ],
)
def test_a_tournament_with_such_settings_is_refused(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    written = {**asdict(Settings("blade", 1, PLAYERS, 20)), "duelhall_tournament": 2, **changes}
    (tmp_path / "tournament.json").write_text(json.dumps(written))
    with pytest.raises(BadTournament, match=reason):
        load_settings(tmp_path)


def test_there_are_not_more_players_than_can_meet() -> None:
    many = tuple(Entry(f"bot {number}", builtin="random") for number in range(3_000))
    with pytest.raises(BadTournament, match="at most 2,000 players, not 3,000"):
        Settings("blade", 1, many, 2, "gauntlet")
    assert Settings("blade", 1, many[:2_000], 2, "gauntlet").games == 2


# --- files ---


@pytest.mark.parametrize("text", ["{", "[]", '{"duelhall_tournament": 1}'])
def test_damaged_settings_are_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "tournament.json").write_text(text)
    with pytest.raises(BadTournament, match="is damaged"):
        load_settings(tmp_path)


def test_settings_of_a_later_version_are_refused(tmp_path: Path) -> None:
    (tmp_path / "tournament.json").write_text('{"duelhall_tournament": 5}')
    with pytest.raises(BadTournament, match=r"has format 5, .* reads formats up to 4"):
        load_settings(tmp_path)


def test_settings_are_restored_from_the_key(folder: Path) -> None:
    (folder / FILE).write_text("{")
    with pytest.raises(BadTournament, match=r"arena resume .* restores it from key.json"):
        load_settings(folder)
    assert settings_in(folder) == SETTINGS
    assert (folder / f"{FILE}{ASIDE}").read_text() == "{"
    (folder / FILE).unlink()
    with pytest.raises(BadTournament, match=r"is missing; .* restores it"):
        load_settings(folder)
    assert settings_in(folder) == load_settings(folder) == SETTINGS


@pytest.mark.parametrize(("lost", "other"), [(KEY, KEY_COPY), (KEY_COPY, KEY)])
def test_a_key_is_restored_from_its_copy_and_the_copy_from_the_key(
    folder: Path, lost: str, other: str
) -> None:
    (folder / lost).write_text("{")
    if lost == KEY:
        with pytest.raises(BadTournament, match=r"arena resume .* restores it from key.copy.json"):
            load_settings(folder)
    else:
        assert verify(folder, load_settings(folder)).faults == [
            f"{lost} is damaged; `duelhall arena resume {folder}` restores it from {other}"
        ]
    settings, told = restored_settings(folder)
    assert settings == SETTINGS
    aside = f"{lost}{ASIDE}"
    assert told == [f"{lost} was damaged: it is {aside} now, and has been restored from {other}"]


@pytest.mark.parametrize("is_dangling", [False, True])
@pytest.mark.parametrize(("lost", "other"), [(KEY, KEY_COPY), (KEY_COPY, KEY)])
def test_a_key_or_a_copy_that_is_missing_is_told_and_restored(
    folder: Path, lost: str, other: str, *, is_dangling: bool
) -> None:
    (folder / lost).unlink()
    if is_dangling:
        (folder / lost).symlink_to(folder / "nowhere")
    assert verify(folder, load_settings(folder)).faults == [
        f"{lost} is missing; `duelhall arena resume {folder}` restores it from {other}"
    ]
    assert load_settings(folder) == SETTINGS
    assert restored_settings(folder)[1] == [
        f"{lost} was missing and has been restored from {other}"
    ]
    assert verify(folder, load_settings(folder)).faults == []


def test_two_keys_that_lead_nowhere_are_told(folder: Path) -> None:
    for name in (KEY, KEY_COPY):
        (folder / name).unlink()
        (folder / name).symlink_to(folder / "nowhere")
    assert verify(folder, load_settings(folder)).faults == [
        "key.json is missing",
        "key.copy.json is missing",
    ]


@pytest.mark.parametrize("name", [KEY, KEY_COPY])
def test_the_key_of_another_tournament_is_refused(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    other = tmp_path_factory.mktemp("other")
    replace(SETTINGS, seed=77).save(other)
    (folder / name).write_bytes((other / name).read_bytes())
    for read in (load_settings, restored_settings):
        with pytest.raises(
            BadTournament, match="do not belong to the same tournament: move the wrong"
        ):
            read(folder)


def test_without_its_key_a_tournament_can_only_be_looked_at(folder: Path) -> None:
    (folder / KEY_COPY).unlink()
    (folder / KEY).write_text("{")
    with pytest.raises(BadTournament, match="Without it the tournament cannot go on"):
        load_settings(folder)
    (folder / KEY).unlink()
    assert load_settings(folder) == SETTINGS.without_seed
    assert verify(folder, load_settings(folder)).faults == []
    with pytest.raises(BadTournament, match=r"key.json is missing"):
        runner.run(load_settings(folder), folder)


def test_nobody_but_the_owner_can_read_the_key(folder: Path, original: Path) -> None:
    for key in (KEY, KEY_COPY):
        assert (original / key).stat().st_mode & 0o777 == 0o600
    assert '"seed": null' in (folder / FILE).read_text()


# --- late players ---


def test_the_games_own_rule_is_the_default() -> None:
    for game, late in (("binmat", Late.PASS), ("blade", Late.LOSE)):
        assert settings_of(load(game), (RANDOM, RANDOM), 2, None, 1).late is late
    assert settings_of(load("binmat"), (RANDOM, RANDOM), 2, None, 1, "lose").late is Late.LOSE


@pytest.mark.parametrize(
    ("game", "limit", "fault"),
    [
        ("blade", "5", "passing is impossible in blade"),
        ("binmat", "60/game", "needs a time limit per"),
    ],
)
def test_a_pass_that_cannot_be_is_refused(game: str, limit: str, fault: str) -> None:
    with pytest.raises(BadTournament, match=fault):
        settings_of(load(game), (RANDOM, RANDOM), 2, limit, 1, "pass")


def test_tournaments_that_do_not_say_go_on_as_they_began(tmp_path: Path) -> None:
    Settings("binmat", 1, (RANDOM, RANDOM), 2, late=Late.PASS).save(tmp_path)
    assert load_settings(tmp_path).late is Late.PASS
    legacy = Path(__file__).parents[1] / "legacy" / "tournaments" / "binmat-match"
    file = tmp_path / "tournament.json"
    file.write_text((legacy / file.name).read_text())
    assert load_settings(tmp_path).late is Late.LOSE
    file.write_text(file.read_text().replace('"sprt"', '"late": "never", "sprt"'))
    with pytest.raises(BadTournament, match="is damaged"):
        load_settings(tmp_path)
