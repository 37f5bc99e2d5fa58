"""A search in a seat: it is asked a question, and never sees the match."""

from duelhall.match.game import Game, checked_game
from duelhall.players.clock import now
from duelhall.players.question import Answer, Question
from duelhall.players.seat import Quiet
from duelhall.players.thinking.searching import Search, Thought, search_kind

SHARE_OF_TIME, SHARE_OF_BANK = 0.5, 0.05
"""How much a search takes at most of the time that is left for a decision, and of the time for all
further decisions.
"""


class SearchSeat(Quiet):
    """A player that thinks, made by `search`. What it thought about its last decision can be read.

    >>> import duelhall
    >>> from duelhall.players import search
    >>> blade = duelhall.load("blade")
    >>> thinker = search(blade, simulations=200)
    >>> match = duelhall.play_match(blade, thinker, "random", seed=7)
    >>> thinker.thought.best.move == match.moves[match.last_move_of(0) - 1]
    True
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.thought: Thought | None = None

    def decide(self, question: Question) -> Answer:
        """The best move found within the budget, and well within the time."""
        begun = now()
        self.thought = self.search.think(question.view, question.dice, time_for(question))
        return Answer(self.thought.best.move, now() - begun)


def time_for(question: Question) -> float | None:
    """The seconds that a search may take for a decision; None if there is no limit."""
    shares = ((SHARE_OF_TIME, question.left), (SHARE_OF_BANK, question.bank))
    return min((share * left for share, left in shares if left is not None), default=None)


def search(
    game: Game,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> SearchSeat:
    """A player that thinks: it does this many simulations for each decision, or takes this long.

    >>> import duelhall
    >>> from duelhall.players import search
    >>> blade = duelhall.load("blade")
    >>> duelhall.play_match(blade, search(blade, simulations=200), "random", seed=7).winner
    0
    """
    make = search_kind(checked_game(game))
    return SearchSeat(make(game, simulations=simulations, seconds=seconds, threads=threads))
