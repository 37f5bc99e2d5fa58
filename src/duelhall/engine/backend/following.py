"""Rules in Python, until machine code is on disk that another process has compiled.

This is for a process that must neither wait for a compiler nor start one: a server, and those that
work for it. It is like `tiered`, but whoever runs it has others compile.
"""

import time
from threading import Thread

from duelhall.engine.backend.tiered import Tiered, TieredEntry, load_entries
from duelhall.engine.definition import Definition

LOOK_EVERY = 0.5
"""Seconds between two looks for machine code."""


class Following(Tiered):
    """The backend of a server."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self._is_compiling = True
        self._next_look = 0.0

    def _take_next_step(self) -> None:
        now = time.monotonic()
        if now < self._next_look:
            return
        self._next_look = now + LOOK_EVERY
        waiting: list[TieredEntry] = [
            entry for entry in self._entries if entry.arguments and not entry.is_loaded
        ]
        if waiting:
            self._loader = Thread(target=load_entries, args=(waiting,), name="duelhall-loader")
            self._loader.start()
