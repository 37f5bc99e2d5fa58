"""Why a game ended."""

from typing import NamedTuple


class Reason(NamedTuple):
    """One way in which a game ends: its word in files, the ruling behind it, and a sentence."""

    word: str
    ruling: str
    says: str
