"""Rules in Python, until machine code is on disk that another process has compiled.

This is for a process that must neither wait for a compiler nor start one: a server, and those that
work for it. It is like `tiered`, but leaves compiling to others.
"""

import time
from importlib import import_module
from threading import Thread

from duelhall.engine.backend import FOLLOWING, INTERPRETED, backend_of, code_cache
from duelhall.engine.backend.entries import entries_of
from duelhall.engine.backend.tiered import LongDecision, Tiered, TieredEntry, load_entries
from duelhall.engine.definition import Definition

LOOK_EVERY = 0.5
"""Seconds between two looks for machine code."""


class Following(Tiered):
    """The backend of a server."""

    def __init__(self, definition: Definition) -> None:
        super().__init__(definition)
        self._is_compiling = True
        self._next_look = 0.0

    def catch_up(self) -> None:
        """Load all machine code of the game's entries that is on disk, and wait for it."""
        self.expect(entries_of(self._definition))
        with self._may_go_on:
            load_entries([entry for entry in self._entries if not entry.is_loaded])

    @property
    def is_behind(self) -> bool:
        """Whether a search that is expected has to make do with Python; machine code for it that is
        on disk is loaded first.
        """
        searches = [entry for entry in self._entries if isinstance(entry, LongDecision)]
        expected = [entry for entry in searches if entry.arguments and not entry.is_loaded]
        with self._may_go_on:
            load_entries(expected)
        return not all(entry.is_loaded for entry in expected)

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


def get_ready() -> None:
    """Import what machine code is loaded with, which takes a second, where there is any."""
    if not INTERPRETED and code_cache.has_any(""):
        import_module("duelhall.engine.backend.compiler")


def catch_up(definition: Definition) -> None:
    """Load what is on disk of a game, for a process that follows others."""
    backend = backend_of(definition.origin, FOLLOWING)
    if isinstance(backend, Following):  # elsewhere, everything runs in Python
        backend.catch_up()
