"""docs/reference/protocol.schema.json: it is up to date, and what is said agrees with it."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from duelhall.arena.referee import play_game
from duelhall.bots.process import Lasting
from duelhall.bots.protocol import schema, schema_text
from tests.arena.scripts import FIRST_LEGAL, RANDOM, job, script
from tests.docs.blocks import ROOT

GAMES = ("blade", "frontline", "binmat", "monsters")
ENOUGH = 40
"""How many messages of a game are looked at; a validator in Python takes its time."""


def test_the_file_is_up_to_date() -> None:
    """`python -m duelhall.bots.protocol > docs/reference/protocol.schema.json` makes it so."""
    text = (ROOT / "docs/reference/protocol.schema.json").read_text(encoding="utf-8")
    assert text == schema_text()


def validator(side: str) -> Any:
    """Whatever one of the sides may say."""
    return jsonschema.Draft202012Validator({**schema(), "anyOf": [{"$ref": f"#/$defs/{side}"}]})


@pytest.mark.parametrize("game", GAMES)
def test_all_that_is_said_in_a_game_agrees_with_it(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: dict[str, list[bytes]] = {"FromServer": [], "FromBot": []}
    write, read_line = Lasting.write, Lasting.read_line

    def noted_write(bot: Lasting, data: bytes, deadline: float | None) -> bool:
        said["FromServer"] += data.splitlines()
        return write(bot, data, deadline)

    def noted_read(bot: Lasting, deadline: float | None) -> bytes:
        said["FromBot"].append(read_line(bot, deadline))
        return said["FromBot"][-1]

    monkeypatch.setattr(Lasting, "write", noted_write)
    monkeypatch.setattr(Lasting, "read_line", noted_read)
    record = play_game(job(script(tmp_path, FIRST_LEGAL), RANDOM, game=game))
    assert record.ending == "played", record.detail
    for side, lines in said.items():
        check = validator(side)
        for line in [*lines[:ENOUGH], *lines[-2:]]:
            check.validate(json.loads(line))
    kinds = {json.loads(line)["type"] for line in said["FromServer"]}
    assert kinds == {"hello", "game", "decide", "game over", "quit"}


@pytest.mark.parametrize(
    ("side", "message"),
    [
        ("FromServer", {"type": "decide", "number": 1}),
        ("FromServer", {"type": "move", "move": "7"}),
        ("FromServer", {"type": "game", "id": "1", "seat": 2, "role": None, "opponent": ""}),
        ("FromBot", {"type": "hello"}),
        ("FromBot", {"type": "move", "move": ["7"]}),
    ],
)
def test_what_does_not_agree_is_found(side: str, message: dict[str, Any]) -> None:
    with pytest.raises(jsonschema.ValidationError):
        validator(side).validate(message)
