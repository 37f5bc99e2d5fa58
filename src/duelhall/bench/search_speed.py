"""How many simulations a second a search does, with random playouts.

What counts as a move in these rows is a simulation, and what counts as a game is a decision.
"""

from duelhall.engine.features import Thinking, Work
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.players.builtin import RANDOM
from duelhall.search.search import Search

SIMULATIONS = 10_000
"""For each decision; a search for more has a larger tree, which takes longer to go down."""


def one_thread_name(game: Game) -> str:
    """The row that the claims are about."""
    return f"{game.name}, simulations of a search with random playouts, one thread"


def two_threads_name(game: Game) -> str:
    """The row that shows how threads add up."""
    return f"{game.name}, simulations of a search with random playouts, two threads"


def works(game: Game) -> list[tuple[str, Work]]:
    """Searches from the first decision of a game, each from the beginning."""
    match = _at_its_first_decision(game)
    view = match.view(match.to_move)

    def deciding(threads: int) -> Work:
        search = Search(
            game, simulations=SIMULATIONS, threads=threads, settings=Thinking(playouts=RANDOM)
        )
        return lambda decisions: sum(
            search.think(view, number).simulations for number in range(decisions)
        )

    return [(one_thread_name(game), deciding(1)), (two_threads_name(game), deciding(2))]


def _at_its_first_decision(game: Game) -> Match:
    match = game.match(1)
    while len(match.legal_moves()) == 1:
        match.play(match.legal_moves()[0])
    return match
