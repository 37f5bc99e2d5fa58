"""The examples for learners and for tables, at a small size."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    """An example as a module."""
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_network_plays_against_itself(capsys: pytest.CaptureFixture[str]) -> None:
    words = "--updates 2 --rows 8 --steps 4 --games 4"
    example("torch_self_play").main(words.split())
    first, *results = capsys.readouterr().out.splitlines()
    assert first.startswith("64 moves of blade in ")
    assert [line.split()[-1] for line in results] == ["random", "greedy"]


def test_games_become_a_table_of_polars(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    import polars as pl

    file = tmp_path / "games.parquet"
    example("polars_million_games").main(
        ["--games", "500", "--player", "random", "--out", str(file)]
    )
    out = capsys.readouterr().out
    assert "won by the first seat" in out
    assert "lower-score" in out
    assert pl.read_parquet(file).height == 500
