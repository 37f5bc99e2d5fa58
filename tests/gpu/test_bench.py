"""The bench of a GPU, on one that is run by Python, and on tiny amounts of work."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from duelhall.cli.main import command_line
from duelhall.engine.record import Array
from duelhall_gpu import bench, random, translate
from tests.docs.blocks import ROOT
from tests.gpu.python_gpu import PythonGpu, installed


@pytest.fixture
def gpu(monkeypatch: pytest.MonkeyPatch) -> Iterator[PythonGpu]:
    tiny = {"CHECKED_GAMES": 10, "CHECKED_ROWS": 3, "CHECKED_STEPS": 2, "MOST_GAMES": 1}
    for name, number in tiny.items():
        monkeypatch.setattr(bench, name, number)
    monkeypatch.setattr(bench, "FIRST_GAMES", 10)
    with installed(PythonGpu()) as found:
        yield found


@pytest.mark.usefixtures("gpu")
def test_games_are_compared_and_timed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        command_line(["bench"])(["bench", "blade", "--gpu", "--json"])
    report = json.loads(capsys.readouterr().out)
    assert report["gpu"] == "Python"
    assert [check["same"] for check in report["checks"]] == [True] * 4
    (row,) = report["rows"]
    assert row["games"] == 10
    assert row["moves_per_second"] > 0


def test_a_gpu_that_plays_other_games_is_found_out(
    gpu: PythonGpu, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def damaged(array: Array) -> Any:
        copy = array.copy()
        if copy.dtype == bool and copy.ndim > 1:
            copy[0, 0] = not copy[0, 0]
        return copy

    monkeypatch.setattr(gpu, "on_host", damaged)
    with pytest.raises(SystemExit, match="1"):
        bench.run_bench("blade", as_json=False)
    printed = capsys.readouterr().out
    assert "blade, 2 steps of a batch of 3: NOT the same as on the CPU" in printed
    assert "blade, 10 games of greedy against random: the same as on the CPU" in printed


def test_other_settings_are_tried(
    gpu: PythonGpu, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    import gpu_settings

    wanted = [("FEW=8", "STAY=1"), ("FEW=8", "STAY=2")]
    assert gpu_settings.combinations(["FEW=8", "STAY=1,2"]) == wanted
    for place, name in ((random, "FEW"), (translate, "RECIPE")):
        monkeypatch.setattr(place, name, getattr(place, name))
    gpu_settings.main(["blade", "FEW=8"])
    assert random.FEW == 8
    assert re.fullmatch(r"blade, FEW=8: [\d,]+ moves a second\n", capsys.readouterr().out)
    assert gpu.launches
    with pytest.raises(SystemExit, match="FAST is no setting: there are GAMES, "):
        gpu_settings.combinations(["FAST=1"])
