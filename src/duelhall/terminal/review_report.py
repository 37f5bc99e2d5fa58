"""A review for programs."""

from typing import Any

from duelhall.search.review import MARKS, RUNS, Decision, Judgement, Review, Verdict
from duelhall.terminal.documents import match_heading

DIGITS = 4
"""As many as a chance is worth telling."""


def review_report(review: Review, budget: str, seed: int) -> dict[str, Any]:
    """All that was found, as a document."""
    match = review.match
    return {
        **match_heading(match, review.seat),
        "budget": budget,
        "seed": seed,
        "runs": RUNS,
        "marks": {mark.word: mark.least for mark in MARKS},
        "decisions": [_decision(review, decision) for decision in review.decisions],
        "summary": [_summary(review, seat) for seat in review.seats],
        "result": match.replay().result,
    }


def _decision(review: Review, decision: Decision) -> dict[str, Any]:
    mark, opened = decision.known.mark, decision.all_known
    return {
        "number": decision.number,
        "player": decision.seat,
        "mark": mark.word if mark else None,
        "known": _judgement(review, decision.number, decision.known),
        **({"all_known": _judgement(review, decision.number, opened)} if opened else {}),
        **({"mix": _mix(review, decision)} if decision.known.mix else {}),
    }


def _judgement(review: Review, number: int, judgement: Judgement) -> dict[str, Any]:
    return {
        "played": _verdict(review, number, judgement.played),
        "best": _verdict(review, number, judgement.best),
        "loss": round(judgement.loss, DIGITS),
        "doubt": round(judgement.doubt, DIGITS),
    }


def _mix(review: Review, decision: Decision) -> list[dict[str, Any]]:
    mix = review.mix(decision)
    return [{"share": round(share, DIGITS), "moves": moves} for share, moves in mix]


def _verdict(review: Review, number: int, verdict: Verdict) -> dict[str, Any]:
    state = review.match.states[number - 1]
    return {
        "move": review.match.game.move_text(verdict.move, state),
        "chance": round(verdict.chance, DIGITS),
        "error": round(verdict.error, DIGITS),
    }


def _summary(review: Review, seat: int) -> dict[str, Any]:
    balance = review.balance(seat)
    open_only = {"others": round(balance.others, DIGITS)} if review.seat is None else {}
    return {
        "player": seat,
        "decisions": len(review.of_seat(seat)),
        "marks": {mark.word: len(review.marked(seat, mark.word)) for mark in MARKS},
        "start": round(balance.start, DIGITS),
        "own": round(balance.own, DIGITS),
        **open_only,
        "luck": round(balance.luck, DIGITS),
        "end": round(balance.end, DIGITS),
    }
