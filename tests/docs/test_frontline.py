"""Frontline's rulebook: its drawings are fought and its examples run.

DUELHALL_UPDATE_TABLES=1 writes anew what the program prints.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT, blocks
from tests.terminal.console import as_typed

PAGE = "docs/rules/frontline.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAME = re.compile(r"`([\w-]+\.(?:txt|toml))`")


def printed(command: str, shown: str, folder: Path) -> str:
    """What a command prints, as far as a game that goes on was shown."""
    typed = "\n".join(re.findall(r"^Your move .*> (.+)$", shown, re.MULTILINE))
    arguments = shlex.split(command.removeprefix("$ duelhall "))
    process = as_typed(*arguments, typed=typed, folder=folder, XDG_STATE_HOME=str(folder))
    output = process.stdout + process.stderr
    return output[: len(shown)] if arguments[0] == "play" and process.returncode == 0 else output


def test_the_rulebook_shows_what_the_program_prints(tmp_path: Path) -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    whole, end = "", 0
    for found in BLOCK.finditer(text):
        words, (language, block) = text[end : found.start()], found.groups()
        names = NAME.findall(words.rpartition("\n\n```")[0] or words)
        if language in ("text", "toml") and names:
            (tmp_path / names[-1]).write_text(block, encoding="utf-8")
        if language == "console":
            command, _, shown = block.partition("\n")
            block = f"{command}\n{printed(command, shown, tmp_path)}"
        whole += f"{words}```{language}\n{block}```"
        end = found.end()
    whole += text[end:]
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        (ROOT / PAGE).write_text(whole, encoding="utf-8")
    assert whole == (ROOT / PAGE).read_text(encoding="utf-8")


def test_the_examples_in_python_run(capsys: pytest.CaptureFixture[str]) -> None:
    for block in blocks(PAGE, "python"):
        exec(block, {})
    assert capsys.readouterr().out == blocks(PAGE, "text")[-1]


def test_the_standard_set_is_as_the_rulebook_has_it() -> None:
    table = re.findall(
        r"^\| `([^`]+)` \| (\d+) \| .*\|$", (ROOT / PAGE).read_text("utf-8"), re.MULTILINE
    )
    file = (ROOT / "src/duelhall/games/frontline/standard.toml").read_text(encoding="utf-8")
    cards = re.findall(r'^"(.+)" = (\d+)$', file, re.MULTILINE)
    assert [(card.replace("\\", ""), count) for card, count in table] == cards
