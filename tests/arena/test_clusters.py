"""A tournament on a Ray cluster of two nodes has the same games as one in this process."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.arena import runner
from duelhall.arena.clusters import on_cluster
from duelhall.arena.records import records
from duelhall.arena.settings import BadTournament, Settings
from duelhall.cli.main import with_omitted_values
from duelhall.players.entry import Entry

ON_TWO_NODES = """
import json, sys
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

from duelhall.arena import runner
from duelhall.arena.clusters import on_cluster
from duelhall.arena.settings import load_settings

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1})
cluster.add_node(num_cpus=1)
folder = Path(sys.argv[1])
nodes = []


def count_nodes(record):
    nodes.append(sum(node["Alive"] for node in ray.nodes()))
    return True


runner.run(load_settings(folder), folder, on_cluster(cluster.address), count_nodes)
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
    run = subprocess.run(
        [sys.executable, "-c", ON_TWO_NODES, str(together)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout.splitlines()[-1]) == [2] * 20
    assert replays(together) == replays(alone)


@pytest.mark.parametrize(
    ("address", "fault"),
    [
        ("here", "must be HOST:PORT, not 'here'"),
        ("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"),
    ],
)
def test_a_cluster_that_there_is_not_is_told_at_once(address: str, fault: str) -> None:
    with pytest.raises(BadTournament, match=fault):
        on_cluster(address)


def test_a_cluster_without_an_address_is_started_here() -> None:
    assert with_omitted_values(["match", "--ray"]) == ["match", "--ray", "local"]
    assert with_omitted_values(["--ray", "--jobs", "2"]) == ["--ray", "local", "--jobs", "2"]
    assert with_omitted_values(["--ray", "head:6379", "x"]) == ["--ray", "head:6379", "x"]
    assert with_omitted_values([]) == []


def replays(folder: Path) -> dict[int, str]:
    return {record.number: record.replay for record in records(folder)}
