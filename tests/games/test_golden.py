"""Golden games: recorded once, with what each seat saw.

The texts beside each replay are what `duelhall replay FILE --seat S --why` prints. After a wanted
change of the rules or of the drawing, DUELHALL_UPDATE_GOLDEN=1 writes them anew: read the diff.
"""

import os
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.engine import registry
from duelhall.match.match import FORFEIT
from duelhall.match.saves import load_match
from duelhall.terminal.replay import print_replay

GOLDEN = sorted(Path(__file__).parent.glob("*/golden/*.json"))
SEATS = {"seat0": 0, "seat1": 1, "open": None}


def walked(replay: Path, seat: int | None) -> str:
    console = Console(file=StringIO(), width=80, highlight=False, soft_wrap=True)
    print_replay(load_match(replay), seat, console, why=True)
    output: str = console.file.getvalue()  # type: ignore[attr-defined]
    return output


@pytest.mark.parametrize("eyes", SEATS)
@pytest.mark.parametrize("replay", GOLDEN, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_game_looks_as_it_did(replay: Path, eyes: str) -> None:
    golden, output = replay.with_suffix(f".{eyes}.txt"), walked(replay, SEATS[eyes])
    if os.environ.get("DUELHALL_UPDATE_GOLDEN"):
        golden.write_text(output, encoding="utf-8")
    assert output == golden.read_text(encoding="utf-8")


def test_the_golden_games_end_in_every_way_that_play_can() -> None:
    played = [load_match(replay) for replay in GOLDEN]
    for name in {match.game.name for match in played}:
        found = {match.reason.word for match in played if match.game.name == name}
        reasons = {reason.word for reason in registry.find(name).rules.REASONS[1:]}
        assert found == reasons - {FORFEIT}, name
