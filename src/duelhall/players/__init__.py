"""Who chooses the moves: built-in players, programs in other processes, functions, and people.

A player written in Python is a function that is asked a `Question` and answers with a move, or a
`Seat`, which is also told when a game begins and ends. `search` makes players that think.

>>> import duelhall
>>> from duelhall.players import search
>>> blade = duelhall.load("blade")
>>> thinker = search(blade, simulations=100)
>>> duelhall.play_match(blade, thinker, lambda question: question.legal[0], seed=7).over
True
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from duelhall.players.clock import Clock as Clock
    from duelhall.players.seat import Answer as Answer
    from duelhall.players.seat import Closing as Closing
    from duelhall.players.seat import Fault as Fault
    from duelhall.players.seat import Opening as Opening
    from duelhall.players.seat import Question as Question
    from duelhall.players.seat import Quiet as Quiet
    from duelhall.players.seat import Seat as Seat
    from duelhall.search.search import Judged as Judged
    from duelhall.search.search import SearchSeat as SearchSeat
    from duelhall.search.search import Thought as Thought
    from duelhall.search.search import search as search


_HOME = {
    "Answer": "duelhall.players.seat",
    "Judged": "duelhall.search.search",
    "Clock": "duelhall.players.clock",
    "Closing": "duelhall.players.seat",
    "Fault": "duelhall.players.seat",
    "Opening": "duelhall.players.seat",
    "Question": "duelhall.players.seat",
    "Quiet": "duelhall.players.seat",
    "SearchSeat": "duelhall.search.search",
    "Seat": "duelhall.players.seat",
    "Thought": "duelhall.search.search",
    "search": "duelhall.search.search",
}
__all__ = [
    "Answer",
    "Clock",
    "Closing",
    "Fault",
    "Judged",
    "Opening",
    "Question",
    "Quiet",
    "SearchSeat",
    "Seat",
    "Thought",
    "search",
]


def __dir__() -> list[str]:
    """What there is, imported or not."""
    return sorted([*globals(), *__all__])


def __getattr__(name: str) -> Any:
    """Import what is asked for only then, since it needs Numba."""
    if name not in _HOME:
        raise AttributeError(f"module 'duelhall.players' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOME[name]), name)
