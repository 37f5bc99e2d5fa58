"""docs/reference/web.schema.json: it is up to date, and stored events agree with it as before."""

from typing import Any

import jsonschema
import pytest

from duelhall_web.events import decoded, encoded
from duelhall_web.messages import schema, schema_text
from tests.docs.blocks import ROOT


def test_the_file_is_up_to_date() -> None:
    """`python -m duelhall_web.messages > docs/reference/web.schema.json` makes it so."""
    text = (ROOT / "docs/reference/web.schema.json").read_text(encoding="utf-8")
    assert text == schema_text()


@pytest.mark.parametrize(
    ("message", "is_good"),
    [
        ({"type": "hello", "version": 1, "table": "x", "token": "y"}, True),
        ({"type": "hello", "version": 1, "table": "x"}, False),
        ({"type": "move", "id": 1, "move": "7", "position": 0}, True),
        ({"type": "move", "id": 1, "move": 7, "position": 0}, False),
        ({"type": "done", "id": 1, "what": "moved"}, True),
        ({"type": "done", "id": 1, "what": "nothing"}, False),
    ],
)
def test_what_does_not_agree_is_found(message: dict[str, Any], is_good: bool) -> None:  # noqa: FBT001, a column of the table
    assert jsonschema.Draft202012Validator(schema()).is_valid(message) == is_good


@pytest.mark.parametrize(
    "stored",
    [
        b'{"type":"opened","time":1.0,"chairs":[{"name":"Ann"},{"player":"master"}],"watch":"w"}',
        b'{"type":"begun","time":1.0,"game":"blade","edition":1,"seed":7,"salt":"s","chairs":[1,0]}',
        b'{"type":"sat","time":1.0,"chair":1}',
        b'{"type":"answered","time":1.0,"move":"7","makeshift":true}',
    ],
)
def test_events_are_stored_as_they_always_were(stored: bytes) -> None:
    assert encoded(decoded(stored)) == stored
