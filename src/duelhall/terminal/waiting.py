"""Waiting for a player that is not at the keyboard."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from duelhall.match.game import Game

PATIENCE = 5.0
"""Seconds after which a person is told who is being waited for."""


COMPILING = ": the first time, the game's machine code has to be compiled"


@contextmanager
def noticed(say: Callable[[str], None], name: str, game: Game) -> Iterator[None]:
    """Tell a person that a player is taking long, if what is done here does, and why if it is
    because something has to be compiled.
    """

    def give_notice() -> None:
        reason = COMPILING if game.is_behind else ""
        say(f"Still waiting for {name}{reason}. Ctrl-C leaves the game, which is saved.")

    notice = threading.Timer(PATIENCE, give_notice)
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()
        notice.join()
