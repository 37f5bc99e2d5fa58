"""Results for programs: JSON, written in the same way by every command."""

import json
from typing import Any


def json_text(document: Any) -> str:
    """A document as JSON: indented, and with every character as itself."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def print_json(document: Any) -> None:
    """Print a document as JSON."""
    print(json_text(document))
