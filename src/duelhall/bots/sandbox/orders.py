"""What the launcher is told: which program to start, what it sees, and what it may use."""

import json
from typing import Any, NamedTuple

HOME = "/tmp/home"
"""Where a bot in a sandbox is at home: in a /tmp of its own, which is gone when it ends."""


class Order(NamedTuple):
    """A program to be started in a sandbox; sizes are in bytes, None means no limit."""

    command: tuple[str, ...]
    environment: dict[str, str]
    folder: str  # where it is started
    hidden: tuple[str, ...]  # folders that are empty for it
    shown: tuple[str, ...]  # files and folders within these that it can read all the same
    writable: tuple[str, ...]  # and those that it can write to
    memory: int | None
    is_counted: bool  # whether a control group counts all of it
    scratch: int  # what fits into its /tmp
    processes: int
    files: int  # open at once
    seconds: int  # of CPU time, for each process
    cores: tuple[int, ...]  # on which it runs; all, if none are named

    def to_json(self) -> bytes:
        """As it is sent."""
        return json.dumps(self._asdict()).encode()


def read_order(text: bytes) -> Order:
    """An order as it was sent."""
    said = json.loads(text)
    return Order(**{name: _frozen(value) for name, value in said.items()})


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
