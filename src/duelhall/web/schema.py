"""The JSON Schema of the messages; `python -m duelhall.web.schema` prints it."""

import json
from typing import Any

import msgspec

from duelhall.web import http_messages
from duelhall.web.client_messages import VERSION, ClientMessage
from duelhall.web.hall_messages import HallMessage

DIALECT = "https://json-schema.org/draft/2020-12/schema"

HTTP = (
    http_messages.TableWish,
    http_messages.TableMade,
    http_messages.Problem,
    http_messages.GamesOffered,
    http_messages.TablesRunning,
)
"""What is sent over HTTP, each as the body of a request or an answer."""


def schema() -> dict[str, Any]:
    """The schema of all messages, those of each side apart in `$defs`."""
    (client, hall, *_), parts = msgspec.json.schema_components(
        (ClientMessage, HallMessage, *HTTP),
        ref_template="#/$defs/{name}",
    )
    return {
        "$schema": DIALECT,
        "title": f"Messages between Duelhall's server and a browser, version {VERSION}",
        "anyOf": [{"$ref": "#/$defs/FromClient"}, {"$ref": "#/$defs/FromHall"}],
        "$defs": {"FromClient": client, "FromHall": hall, **parts},
    }


def schema_text() -> str:
    """The schema as it stands in docs/web.schema.json."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    print(schema_text(), end="")
