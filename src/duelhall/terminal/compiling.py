"""Waiting for machine code, and saying what is being compiled."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from duelhall.engine.backend.announcing import announced_to
from duelhall.engine.backend.cpu import prepare
from duelhall.engine.backend.entries import entries_of, run_guess
from duelhall.engine.game import Game
from duelhall.players.policies import policy_names, policy_of

COMPILING = "Compiling"
"""The first word of every line about compiling."""

CLEAR_LINE = "\r\x1b[K"


def compile_for_matches(game: Game, players: Iterable[str]) -> None:
    """Get machine code ready for matches between those of these players that are built in."""
    own = policy_names(game.definition)
    policies = [policy_of(game, name) for name in dict.fromkeys(players) if name in own]
    wanted = entries_of(game.definition, policies)
    with compilation_shown():
        prepare(game.definition, [e for e in wanted if e.template is not run_guess])


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Say on standard error what is being compiled; at a terminal, on a single line."""
    at_terminal, told = sys.stderr.isatty(), list[str]()

    def tell(what: str) -> None:
        told.append(what)
        line = f"{COMPILING} for this machine, once: {what}"
        start, end = (CLEAR_LINE, "") if at_terminal else ("", "\n")
        print(f"{start}{line}", end=end, file=sys.stderr, flush=True)

    with announced_to(tell):
        yield
    if told and at_terminal:
        print(CLEAR_LINE, end="", file=sys.stderr, flush=True)
