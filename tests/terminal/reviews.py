"""Reviews for tests, made by hand: no search is asked."""

from collections.abc import Sequence

from duelhall.match.match import Match
from duelhall.search.review import RUNS, Decision, Judgement, Review, Verdict
from duelhall.search.search import MoveLine

CHANCES = (0.6, 0.55, 0.4, 0.9, 0.05, 1.0)
LOSSES = (0.0, 0.07, 0.15, 0.0, 0.35, 0.02)


def review_of(match: Match, seat: int | None = None) -> Review:
    """A review of all decisions in a match, with chances and losses that go round in turn."""
    movers = [(number, match.mover(number)) for number in range(1, len(match.moves) + 1)]
    made = [
        _decision(match, number, mover, is_open=seat is None)
        for number, mover in movers
        if seat in (None, mover) and len(match.game.legal_moves(match.states[number - 1])) > 1
    ]
    return Review(match, seat, made)


def _decision(match: Match, number: int, mover: int, *, is_open: bool) -> Decision:
    loss = LOSSES[number % len(LOSSES)]
    chance = max(CHANCES[number % len(CHANCES)], loss)
    legal, move = match.game.legal_moves(match.states[number - 1]), match.moves[number - 1]
    best = move if not loss else next(other for other in reversed(legal) if other != move)
    found = Judgement(_verdict(best, chance), _verdict(move, chance - loss))
    opened = Judgement(_verdict(move, 1 - chance), _verdict(move, 1 - chance))
    return Decision(number, mover, found, opened if is_open else None)


def _verdict(move: int, chance: float) -> Verdict:
    return Verdict(move, (chance,) * RUNS, 0.01)


def mixed(review: Review, lines: Sequence[MoveLine]) -> Review:
    """The same, with a choice by chance at every decision."""
    made = [
        Decision(
            each.number,
            each.seat,
            Judgement(each.known.best, each.known.played, tuple(lines)),
            each.all_known,
        )
        for each in review.decisions
    ]
    return Review(review.match, review.seat, made)
