"""The command `duelhall` itself."""

import pytest

from duelhall.cli.main import OURS, command_line
from duelhall.cli.omitted import with_omitted_values


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_the_overview_names_every_command(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as end:
        command_line(words)(words)
    assert not end.value.code
    shown = capsys.readouterr().out
    for command in OURS:
        name = getattr(command, "__name__", None) or command.name[0]  # type: ignore[union-attr]
        assert f" {name} " in shown


def test_a_command_of_ours_is_found_without_the_installed_ones() -> None:
    assert "games" in command_line(["games"])
    assert "controller" not in command_line(["games"])
    assert "controller" in command_line(["controller"])


def test_some_options_mean_something_without_a_value() -> None:
    assert with_omitted_values(["play", "--resume"]) == ["play", "--resume", ""]
    assert with_omitted_values(["--resume", "--strict"]) == ["--resume", "", "--strict"]
    assert with_omitted_values(["--resume", "game.json"]) == ["--resume", "game.json"]
