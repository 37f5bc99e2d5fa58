"""The JSON Schema of the messages; `python -m duelhall.players.programs.schema` prints it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from duelhall.players.programs.protocol import VERSION, BotMessage, ServerMessage

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of all messages, those of the server and those of a bot apart in `$defs`."""
    title = f"Messages between Duelhall and a bot, version {VERSION} of the protocol"
    return schema_of(title, {"FromServer": ServerMessage, "FromBot": BotMessage})


def schema_of(title: str, sides: Mapping[str, Any], others: Sequence[type] = ()) -> dict[str, Any]:
    """The schema of what two sides say to each other, each side by its name in `$defs`, and of
    other types beside that.
    """
    found, parts = msgspec.json.schema_components(
        (*sides.values(), *others), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": DIALECT,
        "title": title,
        "anyOf": [{"$ref": f"#/$defs/{side}"} for side in sides],
        "$defs": {**dict(zip(sides, found, strict=False)), **parts},
    }


def document(schema: Mapping[str, Any]) -> str:
    """A schema as it stands in a file."""
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def schema_text() -> str:
    """The schema as it stands in docs/protocol.schema.json."""
    return document(schema())


if __name__ == "__main__":
    print(schema_text(), end="")
