"""What is wanted of ready-made decks, and where they miss it."""

from collections.abc import Iterator, Sequence

import numpy as np

from duelhall.kits.monsters.balance import (
    CardUse,
    Pairing,
    Range,
    beginner_share,
    lone_share,
)

WINS: Range = (0.40, 0.60)
BEGINNER: Range = (0.45, 0.55)
TURNS: Range = (8, 16)
LEAST_FAINTED = 0.90
LEAST_PLAYED = 0.25
MOST_LONE = 0.35


def misses(pairings: Sequence[Pairing], uses: Sequence[CardUse]) -> list[str]:
    """Everything that is not as wanted, in a sentence each."""
    return [*_of_all(pairings), *(said for p in pairings for said in _of(p)), *_of_cards(uses)]


def _of_all(pairings: Sequence[Pairing]) -> Iterator[str]:
    begun, lone = beginner_share(pairings)[0], lone_share(pairings)
    if not _is_in(begun, BEGINNER):
        yield f"the player who begins wins {_percent(begun)}, not {_span(BEGINNER)}"
    if lone > MOST_LONE:
        most = f"{MOST_LONE:.0%}"
        yield f"at {_percent(lone)} of decisions passing is the only move, not at most {most}"


def _of(pairing: Pairing) -> Iterator[str]:
    named = f"{pairing.first} against {pairing.second}"
    turns, fainted = float(np.median(pairing.turns)), pairing.endings.get("fainted", 0.0)
    if pairing.first != pairing.second and not _is_in(pairing.share, WINS):
        yield f"{named}: wins {_percent(pairing.share)}, not {_span(WINS)}"
    if not _is_in(turns, TURNS):
        yield f"{named}: the median game ends on turn {turns:.0f}, not {TURNS[0]} to {TURNS[1]}"
    if fainted < LEAST_FAINTED:
        yield f"{named}: {_percent(fainted)} end by fainting, not at least {LEAST_FAINTED:.0%}"


def _of_cards(uses: Sequence[CardUse]) -> Iterator[str]:
    for use in uses:
        if use.played < LEAST_PLAYED:
            yield (
                f"{use.card} in {use.deck}: played in {_percent(use.played)} of the games in which "
                f"it is drawn, not at least {LEAST_PLAYED:.0%}"
            )


def _is_in(value: float, span: Range) -> bool:
    return span[0] <= value <= span[1]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _span(span: Range) -> str:
    return f"{100 * span[0]:.0f} to {100 * span[1]:.0f}%"
