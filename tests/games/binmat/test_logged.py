"""A whole game, logged as hackmud's players know it, for each seat and openly.

The logs beside the replay are what `duelhall replay FILE --binlog --seat S` prints. After a wanted
change of the log, DUELHALL_UPDATE_GOLDEN=1 writes them anew: read the diff.
"""

import os
from pathlib import Path

import pytest

from duelhall.match.saves import load_match
from duelhall.terminal.replay import print_log

WHOLE = Path(__file__).parent / "logged" / "whole.json"
SEATS = {"seat0": 0, "seat1": 1, "open": None}


@pytest.mark.parametrize("eyes", SEATS)
def test_a_whole_game_is_logged_as_it_was(eyes: str, capsys: pytest.CaptureFixture[str]) -> None:
    print_log(load_match(WHOLE), SEATS[eyes])
    log, output = WHOLE.with_suffix(f".{eyes}.log"), capsys.readouterr().out
    if os.environ.get("DUELHALL_UPDATE_GOLDEN"):
        log.write_text(output, encoding="utf-8")
    assert output == log.read_text(encoding="utf-8")
