"""The JSON Schema of the messages; `python -m duelhall.players.programs.schema` prints it."""

import json
from typing import Any

import msgspec

from duelhall.players.programs.protocol import VERSION, BotMessage, ServerMessage

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema() -> dict[str, Any]:
    """The schema of all messages, those of the server and those of a bot apart in `$defs`."""
    (server, bot), parts = msgspec.json.schema_components(
        (ServerMessage, BotMessage), ref_template="#/$defs/{name}"
    )
    return {
        "$schema": DIALECT,
        "title": f"Messages between Duelhall and a bot, version {VERSION} of the protocol",
        "anyOf": [{"$ref": "#/$defs/FromServer"}, {"$ref": "#/$defs/FromBot"}],
        "$defs": {"FromServer": server, "FromBot": bot, **parts},
    }


def schema_text() -> str:
    """The schema as it stands in docs/protocol.schema.json."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
