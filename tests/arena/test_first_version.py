"""Bots of the first version of the protocol are still spoken to as they know it."""

from pathlib import Path

import pytest

from duelhall.arena.referee import play_game
from tests.arena.scripts import RANDOM, job, script

BOT = """
assert next(messages())["type"] == "hello"
say(json.dumps({"type": "hello", "protocol": 1}))
for decision in decisions():
    view = decision["view"]
    assert list(view) == ["position", "heading", "drawing", "rows"], view
    assert isinstance(view["heading"], str)
    assert all(isinstance(line, str) for line in view["drawing"])
    for row in view["rows"]:
        assert list(row) == ["label", "cards", "note"]
        assert all(isinstance(part, str) for part in (row["label"], *row["cards"], row["note"]))
    move(decision["legal"][-1])
"""


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("game", ["blade", "frontline", "binmat", "monsters"])
def test_a_bot_of_the_first_version_plays_a_whole_game(
    game: str, seat: int, tmp_path: Path
) -> None:
    bot = script(tmp_path, BOT)
    record = play_game(job(*((bot, RANDOM) if seat == 0 else (RANDOM, bot)), game=game))
    assert (record.ending, record.stderr) == ("played", ("", "")), record.detail
