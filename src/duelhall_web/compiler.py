"""Another process compiles the games that are played, at low priority, one after the other.

The server and its workers run in Python at first, and load machine code when it is on disk
(backend/tiered.py). `python -m duelhall_web.compiler` reads the names of games, one per
line, and ends with its input.
"""

import os
import subprocess
import sys
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from duelhall.engine.errors import DuelhallError
from duelhall.engine.options import Table
from duelhall.match.game import Game
from duelhall_web.log import log

NICENESS = 10


class Compiler:
    """The process, seen from the server; it is started when it has something to do."""

    def __init__(self, *, is_on: bool = True) -> None:
        self._is_on = is_on
        self._process: subprocess.Popen[bytes] | None = None
        self._asked: set[str] = set()

    def expect(self, game: Game) -> None:
        """Have compiled what a game and its players enter."""
        name = compiled_name(game)
        if name in self._asked or not self._is_on:
            return
        self._asked.add(name)
        if self._process is None:
            self._process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is meant for the server
            )
        if self._process.stdin:
            try:
                self._process.stdin.write(f"{name}\n".encode())
                self._process.stdin.flush()
            except BrokenPipeError:
                log.error("what compiles games has ended: they are played without machine code")

    def close(self) -> None:
        """End the process."""
        if self._process is None:
            return
        self._process.kill()
        if self._process.stdin:
            self._process.stdin.close()
        self._process.wait()


def compiled_name(game: Game) -> str:
    """The name of a game whose machine code is that of this one: which searches there are depends
    on its switches, and not on its cards, of which there is no end.
    """
    table = game.definition.rules.OPTIONS
    switches = {
        name: value
        for name, value in game.options.items()
        if not isinstance(table.option(name), Table)
    }
    try:
        return Game(game.definition, game.rule_set, switches, backend=game.backend).full_name
    except DuelhallError:  # it cannot be played so with the usual cards
        return game.name


# --- in that process ---


def compile_game(name: str) -> None:
    """Compile what a game and its players enter, what takes Python longest first."""
    from duelhall.backend.cpu import prepare
    from duelhall.backend.entries import entries_of
    from duelhall.match.game import load
    from duelhall.search.search import ADEPT, thinker

    game = load(name)
    prepare(game.definition, [*thinker(ADEPT, game).entries, *entries_of(game.definition)])


def _compile_all(names: "SimpleQueue[str]") -> None:
    try:
        while True:
            with suppress(DuelhallError):  # a game that cannot be loaded is not played either
                compile_game(names.get())
    finally:
        os._exit(1)  # the server notices when it asks for the next one


def main() -> None:
    """Compile the games that are asked for, until the server is gone."""
    with suppress(OSError):
        os.nice(NICENESS)
    names: SimpleQueue[str] = SimpleQueue()
    Thread(target=_compile_all, args=(names,), daemon=True).start()
    for line in sys.stdin:
        names.put(line.strip())
    os._exit(0)


if __name__ == "__main__":
    main()
