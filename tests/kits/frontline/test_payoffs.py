"""The command `duelhall frontline payoff`."""

import json
from pathlib import Path

import numpy as np

from tests.terminal.console import duelhall


def test_payoffs_are_told_with_the_best_deployments() -> None:
    out = duelhall("frontline", "payoff", "|,|@", "!").stdout
    assert out.startswith("First hand: [|] [|@], 6 deployments\nSecond hand: [!], 2 deployments\n")
    assert "12 battles: the first hand wins 100.0%, ties 0.0%, loses 0.0%." in out
    assert "\n---" in out


def test_payoffs_for_programs(tmp_path: Path) -> None:
    file = tmp_path / "matrix"
    report = json.loads(
        duelhall("frontline", "payoff", "|,@", "!,+", "--json", "--out", str(file)).stdout
    )
    assert report["battles"] == 36
    payoffs = np.load(file)
    assert payoffs.shape == (6, 6)
    assert report["all"]["wins"] == round(100 * (payoffs == 1).mean(), 2)
    assert report["best"]["first"]["number"] == payoffs.mean(axis=1).argmax()


def test_a_hand_that_is_none_is_refused() -> None:
    process = duelhall("frontline", "payoff", "|,q", "!")
    assert process.returncode == 2
    assert process.stderr.splitlines()[0] == "duelhall: the first hand: these cards cannot be used"
    assert "card 'q' has unknown symbols" in process.stderr


def test_too_large_a_hand_is_refused_with_its_owner() -> None:
    process = duelhall("frontline", "payoff", "!", "|,|,|,|,|,|,|,|")
    assert process.stderr.startswith("duelhall: the second hand: deployments are listed for 1 to 7")
