"""The command itself: errors, help, commands that are installed, and completion."""

import errno
import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from duelhall.cli import main as installed
from duelhall.cli.main import COMPLETE, command_line, system_error_text
from duelhall.engine import registry
from duelhall.engine.errors import BrokenPlugin
from duelhall.match.game import load
from duelhall.play.saves import saves_folder
from tests.python import python
from tests.terminal.console import duelhall

# --- what the command says of errors that are nobody's fault ---


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "cannot write: No space"),
        (FileNotFoundError(2, "No such file", "x.json"), "cannot use x.json: No such file"),
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (OSError("in words alone"), "in words alone"),
    ],
)
def test_an_error_of_the_system_is_told_without_its_number(error: OSError, says: str) -> None:
    assert system_error_text(error).startswith(says)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_is_told_in_words() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "duelhall", "docs"],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == "duelhall: cannot write: No space left on device\n"


def test_numbers_are_whole() -> None:
    for words in ("match blade random random --games 2.5", "play blade --seed 1.0"):
        done = duelhall(*words.split())
        assert done.returncode == 2
        assert "unable to convert" in done.stderr


def test_what_bot_check_checks_is_said_once() -> None:
    said = " ".join(duelhall("bot", "check", "--help").stdout.replace("│", " ").split())
    assert "by default, the one in the game's name, or else all of them" in said
    assert "the game's first" not in said


# --- `duelhall help` ---


@pytest.mark.parametrize("command", ["", "play", "arena run", "monsters check"])
def test_it_shows_what_the_option_shows(command: str) -> None:
    words = command.split()
    shown = duelhall("help", *words)
    assert (shown.returncode, shown.stdout) == (0, duelhall(*words, "--help").stdout)


def test_a_slip_is_answered_with_the_nearest_command() -> None:
    done = duelhall("help", "areana")
    assert done.returncode == 2
    assert 'Did you mean "arena"?' in done.stderr


# --- commands that games bring by entry points ---


KITS = ("controller", "frontline", "binmat", "monsters")


def install(monkeypatch: pytest.MonkeyPatch, **paths: str) -> None:
    entries = [EntryPoint(name, path, installed.GROUP) for name, path in paths.items()]
    monkeypatch.setattr(installed, "entry_points", lambda **_: entries)


def say_hello() -> None:
    """Say hello."""
    print("hello")


def test_help_imports_nothing_heavy_and_lists_every_command() -> None:
    code = (
        "import sys; sys.argv = ['duelhall', '--help']\n"
        "from duelhall.cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'numba', 'numpy', 'pyspiel'} & set(sys.modules)), file=sys.stderr)"
    )
    process = python("-c", code)
    assert process.stderr.strip() == "[]"
    for command in ("play", "replay", "games", "rules", "match", "arena", "bot", "bench", *KITS):
        assert f" {command} " in process.stdout


def test_help_is_quick() -> None:
    """In processor time, the best of some runs, and doubled: other tests run beside this one."""
    assert min(_processor_seconds("-m", "duelhall", "--help") for _ in range(5)) < 2 * 0.2


def _processor_seconds(*arguments: str) -> float:
    before = os.times()
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, check=True)
    after = os.times()
    return (
        after.children_user
        + after.children_system
        - (before.children_user + before.children_system)
    )


@pytest.mark.parametrize("command", KITS)
def test_the_kits_commands_come_by_entry_points_alone(
    command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert duelhall(command, "--help").returncode == 0
    monkeypatch.setattr(installed, "entry_points", lambda **_: [])
    assert command not in command_line(["--help"])


def test_a_command_from_elsewhere_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, hello=f"{__name__}:say_hello")
    command_line(["hello"])(["hello"], result_action="return_value")
    assert capsys.readouterr().out == "hello\n"


def test_our_commands_do_not_wait_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_: object) -> list[EntryPoint]:
        raise AssertionError("nobody asked for other commands")

    monkeypatch.setattr(installed, "entry_points", fail)
    assert "play" in command_line(["play", "blade"])


def test_nobody_takes_the_name_of_our_commands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, play=f"{__name__}:say_hello")
    command_line(["--help"])(["--help"], result_action="return_value")
    assert "Say hello" not in capsys.readouterr().out


def test_a_broken_command_breaks_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, broken="no_such_module:command", hello=f"{__name__}:say_hello")
    command_line(["--help"])(["--help"], result_action="return_value")
    out = capsys.readouterr().out
    assert "cannot be loaded" in " ".join(out.split())
    assert "Say hello" in out
    with pytest.raises(BrokenPlugin, match="No module named 'no_such_module'"):
        command_line(["broken", "x"])(["broken", "x"], result_action="return_value")


# --- what a shell offers when Tab is pressed ---

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
