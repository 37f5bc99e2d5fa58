"""Whether each guess comes up as often as it should."""

from collections import Counter
from collections.abc import Mapping

from duelhall.match.game import Game

TRIALS_A_DEAL = 200
DEVIATIONS = 4.0
"""How many standard deviations of chi-square are tolerated; the seeds are fixed, so a game that
passes once always passes."""


def check_guess_frequencies(game: Game, view: str, seat: int, deals: Mapping[str, int]) -> None:
    """Guess from a view many times, and compare with all deals that agree with it.

    `view` is what the seat sees, as a position text. `deals` gives the text of every position that
    agrees with it, with the number of ways in which individual, distinguishable cards make it. Each
    must appear about as often as its share of all ways, by a chi-square test.

    >>> import duelhall
    >>> from duelhall.testing import check_guess_frequencies
    >>> game = duelhall.load("frontline", hand=1, cards="3| !", backend="python")
    >>> view = "|:none {}:none stage=deploying score=0:0 fought=0 to_move=0"
    >>> deals = {view.format("|"): 2, view.format("!"): 1}  # of two spears and a sword, one
    >>> check_guess_frequencies(game, view.format("?"), 0, deals)
    """
    seen, ways = game.parse_position(view), sum(deals.values())
    trials = TRIALS_A_DEAL * len(deals)
    found = Counter(game.position_text(game.guess(seen, seat, seed)) for seed in range(trials))
    assert set(found) <= set(deals), f"not a deal of {view}: {set(found) - set(deals)}"
    assert set(found) == set(deals), f"never guessed for {view}: {set(deals) - set(found)}"
    squares = 0.0
    for deal, weight in deals.items():
        expected = trials * weight / ways
        squares += (found[deal] - expected) ** 2 / expected
    bound = largest_chi_square(len(deals) - 1)
    assert squares <= bound, f"guesses of {view} are uneven: chi-square {squares:.1f} > {bound:.1f}"


def largest_chi_square(freedom: int) -> float:
    """The chi-square that chance hardly ever exceeds, by the Wilson-Hilferty approximation."""
    if freedom == 0:
        return 0.0
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + DEVIATIONS * part**0.5) ** 3)
