"""Waiting for machine code, and saying what is being compiled."""

import math
import shutil
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from duelhall.backend import cache as code_cache
from duelhall.backend.cpu import prepare
from duelhall.backend.entries import entries_of, run_guess
from duelhall.backend.progress import Step, announced_to
from duelhall.engine.text import send
from duelhall.match.game import Game
from duelhall.players.builtin import policy_names, policy_of
from duelhall.search.search import is_thinker, thinker
from duelhall.terminal.columns import shortened

COMPILING = "Compiling"
"""The first word of every line about compiling."""

CLEAR_LINE = "\r\x1b[K"


def compile_for_matches(game: Game, players: Iterable[str]) -> None:
    """Get machine code ready for matches between those of these players that are built in."""
    own, names = policy_names(game.definition), list(dict.fromkeys(players))
    wanted = entries_of(game.definition, [policy_of(game, name) for name in names if name in own])
    searches = [thinker(name, game) for name in names if is_thinker(name)]
    wanted += [entry for search in searches[:1] for entry in search.entries]
    with compilation_shown():
        prepare(game.definition, [e for e in wanted if e.template is not run_guess])


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Say on standard error what is being compiled; at a terminal, on a single line."""
    at_terminal, lines = sys.stderr.isatty(), CompilerLines()

    def tell(step: Step) -> None:
        line = lines.line(step)
        if at_terminal:
            send(CLEAR_LINE, sys.stderr)
            line = shortened(line, shutil.get_terminal_size().columns - 1)
        print(line, end="" if at_terminal else "\n", file=sys.stderr, flush=True)

    with announced_to(tell):
        yield
    if lines.told and at_terminal:
        send(CLEAR_LINE, sys.stderr)


class CompilerLines:
    """What is said of each step of compiling, and how long the rest takes by what was done."""

    def __init__(self) -> None:
        self.told = 0
        self._began = 0.0

    def line(self, step: Step) -> str:
        """The line for a step that begins now."""
        if step.done == 0:
            self._began = time.monotonic()
        self.told += 1
        return f"{COMPILING} {_for_what()}: {step.what}{self._left(step.done)}"

    def _left(self, done: float | None) -> str:
        """How much longer it takes; nothing can be said of that before the first step."""
        if not done:
            return ""
        seconds = (time.monotonic() - self._began) * (1 - done) / done
        return f", about {math.ceil(seconds)} s left"


def _for_what() -> str:
    """How long machine code lasts: it is stored if that is possible."""
    return "for this machine, once" if code_cache.outlasts_this_run() else "for this run alone"
