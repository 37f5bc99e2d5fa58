"""Waiting for a player that is not at the keyboard."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 5.0
"""Seconds after which a person is told who is being waited for."""


@contextmanager
def noticed(say: Callable[[str], None], name: str) -> Iterator[None]:
    """Tell a person that a player is taking long, if what is done here does."""
    text = f"Still waiting for {name}. Ctrl-C leaves the game, which is saved."
    notice = threading.Timer(PATIENCE, say, [text])
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()
        notice.join()
