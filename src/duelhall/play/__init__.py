"""Playing: seats at a table, whoever sits there, and how long they may think.

A player written in Python is a function that is asked a `Question` and answers with a move, or a
`Seat`, which is also told when a game begins and ends. `search` makes players that think.

>>> import duelhall
>>> from duelhall.play import search
>>> blade = duelhall.load("blade")
>>> thinker = search(blade, simulations=100)
>>> duelhall.play_match(blade, thinker, lambda question: question.legal[0], seed=7).over
True
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelhall.play.clock import Clock as Clock
    from duelhall.play.entry import play_match as play_match
    from duelhall.play.seat import Answer as Answer
    from duelhall.play.seat import Closing as Closing
    from duelhall.play.seat import Fault as Fault
    from duelhall.play.seat import Opening as Opening
    from duelhall.play.seat import Question as Question
    from duelhall.play.seat import Quiet as Quiet
    from duelhall.play.seat import Seat as Seat
    from duelhall.search.search import Judged as Judged
    from duelhall.search.search import SearchSeat as SearchSeat
    from duelhall.search.search import Thought as Thought
    from duelhall.search.search import search as search


_NAMES = {
    "duelhall.play.clock": ["Clock"],
    "duelhall.play.entry": ["play_match"],
    "duelhall.play.seat": [
        "Answer", "Closing", "Fault", "Opening", "Question", "Quiet", "Seat",
    ],
    "duelhall.search.search": ["Judged", "SearchSeat", "Thought", "search"],
}  # fmt: skip
_HOME = {name: module for module, names in _NAMES.items() for name in names}
__all__ = list(_HOME)


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted([*globals(), *__all__])


def __getattr__(name: str) -> Any:
    """Import what is asked for only then, since it needs Numba."""
    if name not in _HOME:
        raise AttributeError(f"module 'duelhall.play' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
