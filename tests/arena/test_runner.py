"""The games of a tournament are of one edition, and the same wherever they are played."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

import duelhall as engine
from duelhall.arena import runner
from duelhall.arena.schedule import job_of, meetings_of
from duelhall.arena.settings import BadTournament, Settings, load_settings
from duelhall.cli.main import with_omitted_values
from duelhall.engine import registry
from duelhall.match.game import OtherEdition
from duelhall.match.replay import parse
from duelhall.play.entry import Entry
from duelhall.terminal.start import read_match, tournament_game
from tests.arena.damages import contents, records
from tests.python import python
from tests.terminal.console import duelhall

ENTRIES = (Entry("greedy", builtin="greedy"), Entry("random", builtin="random"))


def begun(folder: Path, name: str = "blade", edition: int = 1) -> Settings:
    """A tournament that was stopped after its first game."""
    settings = Settings(name, edition, ENTRIES, 4, seed=3)
    settings.save(folder)
    runner.run(settings, folder, after_game=lambda _record: False)
    return load_settings(folder)


def test_editions_are_not_mixed(tmp_path: Path) -> None:
    settings = begun(tmp_path)
    registry.add(replace(registry.find("blade"), edition=2))
    try:
        with pytest.raises(OtherEdition, match="edition 1 of blade, but edition 2 is installed"):
            runner.run(settings, tmp_path)
    finally:
        registry.remove("blade")
    assert len(records(tmp_path)) == 1


def test_the_command_says_so_and_still_shows_the_games(tmp_path: Path) -> None:
    replace(begun(tmp_path), edition=2).save(tmp_path)
    done = duelhall("arena", "resume", str(tmp_path))
    assert done.returncode == 2
    assert "edition 2 of blade, but edition 1 is installed" in done.stderr
    assert "use a newer version of Duelhall" in done.stderr
    assert len(records(tmp_path)) == 1
    shown = json.loads(duelhall("arena", "show", str(tmp_path), "--format", "json").stdout)
    assert (shown["game"], shown["rules"], shown["edition"]) == ("blade", "readme", 2)


def test_a_job_in_another_process_is_of_its_edition(tmp_path: Path) -> None:
    settings = replace(begun(tmp_path), edition=2)
    jobs = [job_of(settings, meeting) for meeting in meetings_of(settings)]
    with pytest.raises(OtherEdition, match="edition 2 of blade"):
        list(runner.in_processes(1)(jobs))


def test_a_tournament_keeps_the_full_name_of_its_game(tmp_path: Path) -> None:
    game = engine.load("frontline[mirror, hand=2, cards=5| 5!@]")
    settings = begun(tmp_path, game.lasting_name)
    document = json.loads((tmp_path / "tournament.json").read_text())
    assert document["duelhall_tournament"] == 4
    assert (document["game"], document["edition"]) == (game.lasting_name, 1)
    runner.run(settings, tmp_path)
    assert len(records(tmp_path)) == 4
    for record in records(tmp_path):
        assert parse(record.replay).game == game.full_name


def test_a_damaged_name_is_told_with_its_file(tmp_path: Path) -> None:
    legacy = Path(__file__).parents[1] / "legacy" / "tournaments" / "blade-stopped"
    text = (legacy / "tournament.json").read_text()
    (tmp_path / "tournament.json").write_text(text.replace('"blade"', '"blade["'))
    done = duelhall("arena", "show", str(tmp_path))
    assert done.returncode == 2
    assert "tournament.json is damaged: column 7 of 'blade[[" in done.stderr


def test_what_could_not_be_verified_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = Path(__file__).parents[1] / "legacy"
    cup = shutil.copytree(folder / "tournaments" / "blade-round-robin", tmp_path / "cup")
    registry.add(replace(registry.find("blade"), first_format=None))
    try:
        read_match(folder / "saves" / "blade-options.json")
        tournament_game(f"{cup}#1")
    finally:
        registry.remove("blade")
    said = capsys.readouterr().err.splitlines()
    assert len(said) == 2
    assert all(
        "its trail has an earlier format that can no longer be checked" in line for line in said
    )


# --- on a cluster ---

ON_TWO_NODES = """
import json, sys
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from duelhall.arena import runner
from duelhall.arena.settings import load_settings

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
cluster.add_node(num_cpus=1)
folder = Path(sys.argv[1])
nodes = []


def count_nodes(record):
    nodes.append(sum(node["Alive"] for node in ray.nodes()))
    return True


runner.run(load_settings(folder), folder, runner.on_cluster(cluster.address), count_nodes)
cluster.shutdown()
print(json.dumps(nodes))
"""
"""Ray warns of many things and starts many threads: it is run in a process of its own."""


def test_two_nodes_play_the_same_games(tmp_path: Path) -> None:
    entries = (Entry("a", builtin="random"), Entry("b", builtin="greedy"))
    settings = Settings("blade", 1, entries, 20, seed=3)
    alone, together = tmp_path / "alone", tmp_path / "together"
    for folder in (alone, together):
        folder.mkdir()
        settings.save(folder)
    runner.run(settings, alone)
    run = python("-c", ON_TWO_NODES, str(together))
    assert json.loads(run.stdout.splitlines()[-1]) == [2] * 20
    assert contents(together) == contents(alone)


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("here", "must be HOST:PORT, not 'here'"),
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"),
    ],
)
def test_a_cluster_that_there_is_not_is_told_at_once(address: str, fault: str) -> None:
    with pytest.raises(BadTournament, match=fault):
        runner.on_cluster(address)


def test_a_cluster_without_an_address_is_started_here() -> None:
    assert with_omitted_values(["match", "--ray"]) == ["match", "--ray", "local"]
    assert with_omitted_values(["--ray", "--jobs", "2"]) == ["--ray", "local", "--jobs", "2"]
    assert with_omitted_values(["--ray", "head:6379", "x"]) == ["--ray", "head:6379", "x"]
    assert with_omitted_values([]) == []
