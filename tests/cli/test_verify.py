"""The command `duelhall verify`: whether a deal is the one that was committed to."""

import json
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.commitment import COMMITMENT, SALT, commitment, new_salt, new_seed
from duelhall.engine.errors import BadReplay
from duelhall.terminal.verifying import print_verified


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game as a server gives it out."""
    game = duelhall.load("blade", backend="python")
    match = game.match(new_seed())
    match.play(match.legal()[0])
    if not match.over:
        match.forfeit(match.to_move)
    salt = new_salt()
    shown = commitment(salt, match.start.seed or 0, game.lasting_name)
    match.notes |= {SALT: salt, COMMITMENT: shown}
    match.save(tmp_path / "game.json")
    return tmp_path / "game.json"


def test_a_deal_that_was_kept(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(saved.read_text())["notes"]["commitment"]
    print_verified(saved, shown.upper(), as_json=False)
    assert "It is kept" in capsys.readouterr().out
    print_verified(saved, None, as_json=False)
    assert "Compare it with what the server showed" in capsys.readouterr().out
    print_verified(saved, None, as_json=True)
    assert json.loads(capsys.readouterr().out)["verified"]


def test_another_commitment_than_the_one_shown(saved: Path) -> None:
    with pytest.raises(BadReplay, match="not by the one shown"):
        print_verified(saved, "0" * 64, as_json=False)


@pytest.mark.parametrize(
    ("notes", "problem"),
    [
        ({}, "no server has committed"),
        ({"salt": "0", "commitment": "1"}, "do not give the commitment"),
    ],
)
def test_a_file_that_keeps_nothing(saved: Path, notes: dict[str, str], problem: str) -> None:
    document = json.loads(saved.read_text())
    saved.write_text(json.dumps({**document, "notes": notes}))
    with pytest.raises(BadReplay, match=problem):
        print_verified(saved, None, as_json=False)


def test_a_deal_that_was_exchanged(saved: Path) -> None:
    document = json.loads(saved.read_text())
    document["start"]["seed"] ^= 1
    saved.write_text(json.dumps(document))
    with pytest.raises(BadReplay):
        print_verified(saved, None, as_json=False)
