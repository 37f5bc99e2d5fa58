"""What a shell offers when Tab is pressed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.cli.main import COMPLETE, command_line
from duelhall.engine import registry
from duelhall.match.game import load
from duelhall.play.saves import saves_folder
from tests.terminal.console import duelhall

MARK = "\x1f"


def offered(*typed: str, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What may stand where the last of these words begins."""
    os.environ["CYCLOPTS_COMPLETION_WORDS"] = "".join(f"{word}{MARK}" for word in typed)
    command_line([COMPLETE])([COMPLETE], result_action="return_value")
    lines = capsys.readouterr().out.splitlines()
    return [line.partition("\t")[0] for line in lines if line and not line.startswith(MARK)]


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("pl", ["play"]),
        ("monsters c", ["cards", "check"]),
        ("play ", registry.names()),
        ("arena run fr", ["frontline"]),
        ("play frontline --opponent-", ["--opponent-deck"]),
        ("play blade --rules ", ["readme", "controller"]),
        ("match blade[controller] gr", ["greedy"]),
        ("match blade greedy ran", ["random"]),
        ("play --opponent gre", ["greedy"]),
        ("play blade --option deck=c", ["deck=controller"]),
        ("play binmat --role ", ["defender", "attacker"]),
        ("rules blade B13", ["B13"]),
        ("docs ar", ["arena"]),
        ("help arena re", ["resume"]),
        ("bot init blade --language ru", ["ruby"]),
        ("completion ", ["bash", "zsh", "fish"]),
        ("rules nonsense B", []),
    ],
)
def test_names_are_offered(
    typed: str, names: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found = offered(*typed.split(" "), capsys=capsys)
    start = typed.rpartition(" ")[2]
    assert [name for name in found if not name.startswith("draw_")] == names
    assert all(name.startswith(start) for name in found)


def test_games_that_can_be_resumed_are_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    saves_folder().mkdir(parents=True)
    match = load("blade", backend="python").match(seed=1, players=("person", "greedy"))
    match.save(saves_folder() / "going-on.json")
    match.forfeit(0)
    match.save(saves_folder() / "finished.json")
    assert offered("play", "--resume", "", capsys=capsys) == ["going-on"]


def test_bash_asks_the_command(tmp_path: Path) -> None:
    program = tmp_path / "duelhall"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m duelhall "$@"\n')
    program.chmod(0o755)
    script = duelhall("completion", "bash").stdout
    asked = (
        f"{script}\n"
        f"COMP_WORDS=({program} play frontline --rules = m); COMP_CWORD=5\n"
        '_duelhall; printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", asked], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    assert (done.stdout, done.stderr) == ("mirror\nmuster\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_a_script(shell: str) -> None:
    script = duelhall("completion", shell).stdout
    assert f"Completion of duelhall in {shell}" in script
    assert COMPLETE in script
