"""`duelhall help`."""

import pytest

from tests.terminal.console import duelhall


@pytest.mark.parametrize("command", ["", "play", "arena run", "monsters check"])
def test_it_shows_what_the_option_shows(command: str) -> None:
    words = command.split()
    shown = duelhall("help", *words)
    assert (shown.returncode, shown.stdout) == (0, duelhall(*words, "--help").stdout)


def test_a_slip_is_answered_with_the_nearest_command() -> None:
    done = duelhall("help", "areana")
    assert done.returncode == 2
    assert 'Did you mean "arena"?' in done.stderr
