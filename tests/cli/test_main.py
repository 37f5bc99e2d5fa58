"""What the command says of errors that are nobody's fault."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.cli.main import system_error_text
from tests.terminal.console import duelhall


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
