"""The JSON Schema of the messages; `python -m duelhall.web.schema` prints it."""

from typing import Any

from duelhall.bots.protocol import document, schema_of
from duelhall.web import hall_messages, http_messages
from duelhall.web.client_messages import VERSION, ClientMessage
from duelhall.web.hall_messages import HallMessage

HTTP = (
    http_messages.TableWish,
    http_messages.TableMade,
    http_messages.SeatWish,
    http_messages.SeatTaken,
    hall_messages.Invitation,
    http_messages.Problem,
    http_messages.GamesOffered,
    http_messages.TablesRunning,
)
"""What is sent over HTTP, each as the body of a request or an answer."""


def schema() -> dict[str, Any]:
    """The schema of all messages, those of each side apart in `$defs`."""
    title = f"Messages between Duelhall's server and a browser, version {VERSION}"
    return schema_of(title, {"FromClient": ClientMessage, "FromHall": HallMessage}, HTTP)


def schema_text() -> str:
    """The schema as it stands in docs/web.schema.json."""
    return document(schema())


if __name__ == "__main__":
    print(schema_text(), end="")
