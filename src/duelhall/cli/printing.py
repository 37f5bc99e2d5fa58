"""What the commands share."""

from typing import Literal

from duelhall.engine.errors import BadUsage

Late = Literal["pass", "lose"]
"""What a player does whose time is up."""

Sandbox = Literal["required", "auto", "off"]
"""Whether programs run in a sandbox."""

Printed = Literal["text", "md", "json"]
"""How results are printed."""


def print_format(format_: str, *, json: bool) -> str:
    """How to print results, where --json is short for --format json."""
    if json and format_ not in ("text", "json"):
        raise BadUsage(f"--json and --format {format_} contradict each other: give one of them")
    return "json" if json else format_
