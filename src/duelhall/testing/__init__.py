"""For those who add a game: a suite that checks whether it keeps the engine's promises.

`conform` runs all of it. `CHECKS` has the individual checks, for a test runner that names them.

>>> import duelhall
>>> from duelhall.testing import CHECKS, Subject
>>> subject = Subject(duelhall.load("blade"), census=lambda state: 0, games=2)
>>> CHECKS[0].__name__, CHECKS[0](subject)
('check_games_end', None)
"""

from duelhall.testing.conformance import (
    CHECKS,
    Subject,
    check_guess_frequencies,
    check_retold,
    conform,
)

__all__ = ["CHECKS", "Subject", "check_guess_frequencies", "check_retold", "conform"]
