"""For those who add a game: a suite that checks whether it keeps the engine's promises.

    from duelhall.testing import conform
    conform(duelhall.load("mygame"), census=count_cards)

`CHECKS` holds the individual checks, for a test runner that wants to name them.
"""

from duelhall.testing.conformance import CHECKS, Subject, conform
from duelhall.testing.frequencies import check_guess_frequencies
from duelhall.testing.retelling import check_retold

__all__ = ["CHECKS", "Subject", "check_guess_frequencies", "check_retold", "conform"]
