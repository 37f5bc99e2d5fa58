"""Waiting for machine code, and saying what is being compiled."""

import sys
from collections.abc import Iterable

from duelhall.engine.backend.cpu import prepare
from duelhall.engine.backend.entries import entries_of, run_guess
from duelhall.engine.game import Game
from duelhall.players.policies import policy_names, policy_of

COMPILING = "Compiling"
"""The first word of every line about it."""


def compile_for_matches(game: Game, players: Iterable[str]) -> None:
    """Have machine code for matches between these players, as far as they are the game's own."""
    own = policy_names(game.definition)
    policies = [policy_of(game, name) for name in dict.fromkeys(players) if name in own]
    wanted = entries_of(game.definition, policies)
    counter = _Counter(game.name)
    prepare(game.definition, [e for e in wanted if e.template is not run_guess], counter.tell)
    counter.end()


class _Counter:
    """Tells on standard error what is compiled: in one line at a terminal, else in several."""

    def __init__(self, game: str) -> None:
        self._game, self._at_terminal, self._has_told = game, sys.stderr.isatty(), False

    def tell(self, what: str, number: int, total: int) -> None:
        """Something is being compiled."""
        line = f"{COMPILING} {self._game} for this machine, once: {what} ({number} of {total})"
        start, end = ("\r\x1b[K", "") if self._at_terminal else ("", "\n")
        print(f"{start}{line}", end=end, file=sys.stderr, flush=True)
        self._has_told = True

    def end(self) -> None:
        """Clear the line at a terminal."""
        if self._has_told and self._at_terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
