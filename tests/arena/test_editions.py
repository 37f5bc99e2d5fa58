"""A tournament is of one edition of its game, wherever and whenever its games played."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import duelhall as engine
from duelhall.arena.records import records
from duelhall.arena.rows import read_table
from duelhall.arena.runner import in_processes, run
from duelhall.arena.schedule import job_of, meetings_of
from duelhall.arena.settings import Settings, load_settings
from duelhall.engine import registry
from duelhall.match.game import OtherEdition
from duelhall.match.replay import parse
from duelhall.players.entry import Entry
from duelhall.terminal.start import read_match, tournament_game
from tests.terminal.console import duelhall

ENTRIES = (Entry("greedy", builtin="greedy"), Entry("random", builtin="random"))


def begun(folder: Path, name: str = "blade", edition: int = 1) -> Settings:
    """A tournament that was stopped after its first game."""
    settings = Settings(name, edition, ENTRIES, 4, seed=3)
    settings.save(folder)
    run(settings, folder, after_game=lambda _record: False)
    return load_settings(folder)


def test_editions_are_not_mixed(tmp_path: Path) -> None:
    settings = begun(tmp_path)
    registry.add(replace(registry.find("blade"), edition=2))
    try:
        with pytest.raises(OtherEdition, match="edition 1 of blade, but edition 2 is installed"):
            run(settings, tmp_path)
    finally:
        registry.remove("blade")
    assert len(read_table(tmp_path)) == 1


def test_the_command_says_so_and_still_shows_the_games(tmp_path: Path) -> None:
    replace(begun(tmp_path), edition=2).save(tmp_path)
    done = duelhall("arena", "resume", str(tmp_path))
    assert done.returncode == 2
    assert "edition 2 of blade, but edition 1 is installed" in done.stderr
    assert "use a newer version of Duelhall" in done.stderr
    assert len(read_table(tmp_path)) == 1
    shown = json.loads(duelhall("arena", "show", str(tmp_path), "--format", "json").stdout)
    assert (shown["game"], shown["rules"], shown["edition"]) == ("blade", "readme", 2)


def test_a_job_in_another_process_is_of_its_edition(tmp_path: Path) -> None:
    settings = replace(begun(tmp_path), edition=2)
    jobs = [job_of(settings, meeting) for meeting in meetings_of(settings)]
    with pytest.raises(OtherEdition, match="edition 2 of blade"):
        list(in_processes(1)(jobs))


def test_a_tournament_keeps_the_full_name_of_its_game(tmp_path: Path) -> None:
    game = engine.load("frontline[mirror, hand=2, cards=5| 5!@]")
    settings = begun(tmp_path, game.lasting_name)
    document = json.loads((tmp_path / "tournament.json").read_text())
    assert document["duelhall_tournament"] == 3
    assert (document["game"], document["edition"]) == (game.lasting_name, 1)
    run(settings, tmp_path)
    assert len(read_table(tmp_path)) == 4
    for record in records(tmp_path):
        assert parse(record.replay).game == game.full_name


def test_a_damaged_name_is_told_with_its_file(tmp_path: Path) -> None:
    legacy = Path(__file__).parents[1] / "legacy" / "tournaments" / "blade-stopped"
    text = (legacy / "tournament.json").read_text()
    (tmp_path / "tournament.json").write_text(text.replace('"blade"', '"blade["'))
    done = duelhall("arena", "show", str(tmp_path))
    assert done.returncode == 2
    assert "tournament.json is damaged: column 7 of 'blade[[" in done.stderr


def test_what_could_not_be_verified_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    folder = Path(__file__).parents[1] / "legacy"
    registry.add(replace(registry.find("blade"), first_format=None))
    try:
        read_match(folder / "saves" / "blade-options.json")
        tournament_game(str(folder / "tournaments" / "blade-stopped#1"))
    finally:
        registry.remove("blade")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all(
        "its trail has an earlier format that can no longer be checked" in line for line in said
    )
