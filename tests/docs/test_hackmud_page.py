"""The page for hackmud's players: its examples run from top to bottom, in one folder.

DUELHALL_UPDATE_TABLES=1 writes anew what they print.
"""

import os
import re
import shlex
from pathlib import Path

import pytest

from duelhall.cli.main import command_line
from tests.docs.blocks import ROOT, blocks
from tests.terminal.console import as_typed

PAGE = "docs/binmat-for-hackmud-players.md"
RULEBOOK = "docs/rules/binmat.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"\$ duelhall (.+?)(?: \| tail -n (\d+))?")
QUESTION = re.compile(r"^Your move .*> (.*)\n", re.MULTILINE)
LEFT_OF_TURN = re.compile(r"(?<=lasts another )4\.\d(?= s\.$)", re.MULTILINE)
"""Time that passed before a machine came to say how much is left of five seconds."""
STOP = {"timer": "q\n"}
"""What ends a command that would take minutes."""


def words_of(document: str) -> str:
    return (ROOT / document).read_text(encoding="utf-8")


class Reader:
    """Does what the page says, as a reader would who types it all in one folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self.capsys = folder, capsys
        self.names: dict[str, object] = {}

    def block(self, found: re.Match[str]) -> str:
        """A block as it ought to be."""
        language, block = found.groups()
        if language == "python":
            exec(block, self.names)
        elif language == "console":
            block = self.session(block)
        else:
            block = self.capsys.readouterr().out
        return f"```{language}\n{block}```"

    def session(self, block: str) -> str:
        """A command with what it prints; of a game, as far as it was shown."""
        line, _, shown = block.partition("\n")
        found = COMMAND.fullmatch(line)
        assert found, line
        arguments = shlex.split(found[1])
        if arguments[0] == "replay":
            lines = self.printed_here(arguments)
        else:
            lines = self.printed(arguments, "\n".join(QUESTION.findall(shown)))
        if arguments[0] == "play":
            lines = lines[: shown.count("\n")]
        return "".join([f"{line}\n", *lines[-int(found[2] or 0) :]])

    def printed(self, arguments: list[str], typed: str) -> list[str]:
        """What a command prints that is typed to."""
        typed += "".join(STOP.get(word, "") for word in arguments)
        state = str(self.folder)
        process = as_typed(*arguments, typed=typed, folder=self.folder, XDG_STATE_HOME=state)
        assert process.returncode == 0, process.stderr
        return LEFT_OF_TURN.sub("5", process.stdout).splitlines(keepends=True)

    def printed_here(self, arguments: list[str]) -> list[str]:
        """What a command prints that only reads, without the second that a process takes."""
        with pytest.raises(SystemExit, match="0"):
            command_line(arguments)(arguments)
        return self.capsys.readouterr().out.splitlines(keepends=True)


def test_the_page_shows_what_its_examples_print(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    whole = BLOCK.sub(Reader(tmp_path, capsys).block, words_of(PAGE))
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        (ROOT / PAGE).write_text(whole, encoding="utf-8")
    assert words_of(PAGE) == whole
    assert not capsys.readouterr().out, "an example prints what the page does not show"


def test_the_two_commands_are_the_ones_that_are_tried() -> None:
    make, play = re.findall(r"^    (.+)$", words_of(PAGE).partition("\n```")[0], re.MULTILINE)
    assert make == "make setup"
    assert "\nsetup: .venv/ready-arena\n" in words_of("Makefile")
    assert "\n.venv/ready-%:" in words_of("Makefile")
    assert "\nterminal = [" in words_of("pyproject.toml")
    tried = blocks(PAGE, "console")[0].partition("\n")[0]
    assert tried.removeprefix("$ ").startswith(play.removeprefix(".venv/bin/"))


@pytest.mark.parametrize("document", [PAGE, RULEBOOK])
def test_links_lead_to_a_page_and_to_a_heading(document: str) -> None:
    for link in re.findall(r"\]\(([^)]+)\)", words_of(document)):
        place, _, heading = link.partition("#")
        target = (ROOT / document).parent / place if place else ROOT / document
        headings = re.findall(r"^#+ (.+)$", target.read_text(encoding="utf-8"), re.MULTILINE)
        anchors = [re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in headings]
        assert not heading or heading in anchors, link
