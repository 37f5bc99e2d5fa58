"""What a seat of Blade sees, what it may imagine behind it, and both as numbers for a learner."""

from typing import Annotated

import numpy as np

from duelhall.engine.chance import below
from duelhall.engine.observation import CommonObservation, observe_standing, said_of_reasons, share
from duelhall.engine.record import HIDDEN, SEATS, Cube, Float32, Row, foe, owner_of
from duelhall.engine.rule import helper, rule
from duelhall.games.blade.state import (
    COUNTS,
    DECK,
    HAND,
    KINDS,
    LONGEST_FIELD,
    MOVES,
    NAMES,
    REASONS,
    VALUES,
    State,
)


@rule("S1")
def view(s: State, seat: int, out: State) -> None:
    """You see your hand, both fields, what has left the round, and how many cards lie elsewhere."""
    out.to_move, out.winner, out.reason = s.to_move, s.winner, s.reason
    out.turn, out.placing = s.turn, s.placing
    for kind in range(KINDS):
        out.gone[kind] = s.gone[kind]
        out.hand[seat, kind] = s.hand[seat, kind]
        out.hand[foe(seat), kind] = HIDDEN if s.hand_size[foe(seat)] > 0 else 0
    for owner in range(SEATS):
        view_field(s, owner, out)
        out.hand_size[owner] = s.hand_size[owner]
        out.deck_size[owner] = s.deck_size[owner]
        for place in range(s.deck_size[owner]):
            out.deck[owner, place] = HIDDEN


@helper
def view_field(s: State, owner: int, out: State) -> None:
    """Copy a field into a view."""
    out.field_size[owner] = s.field_size[owner]
    out.bolted[owner] = s.bolted[owner]
    out.score[owner] = s.score[owner]
    for place in range(s.field_size[owner]):
        out.field[owner, place] = s.field[owner, place]


@helper
def guess(s: State, seat: int) -> None:
    """Fill a view with the cards that it hides, every deal of them equally likely.

    All unseen cards go to the opponent's hand, both decks are drawn from it at random, and what
    is left is the hand.
    """
    other = foe(seat)
    give_unseen(s, seat)
    left = s.hand_size[other] + s.deck_size[0] + s.deck_size[1]
    for owner in range(SEATS):
        for place in range(s.deck_size[owner]):
            s.deck[owner, place] = draw_unseen(s, other, left)
            left -= 1


@helper
def give_unseen(s: State, seat: int) -> None:
    """Let the opponent have all cards that a seat does not see."""
    other = foe(seat)
    for kind in range(KINDS):
        s.hand[other, kind] = COUNTS[s.options.deck, kind] - s.gone[kind] - s.hand[seat, kind]
    for owner in range(SEATS):
        for place in range(s.field_size[owner]):
            s.hand[other, s.field[owner, place]] -= 1


@helper
def unseen(s: State, seat: int, kind: int) -> int:
    """How many cards of a kind a seat does not see."""
    left = int(COUNTS[s.options.deck, kind]) - s.gone[kind] - s.hand[seat, kind]
    for owner in range(SEATS):
        for place in range(s.field_size[owner]):
            left -= s.field[owner, place] == kind
    return left


@helper
def draw_unseen(s: State, holder: int, count: int) -> int:
    """Take one of the cards in a hand at random."""
    left, kind = below(s, count), 0
    while left >= s.hand[holder, kind]:
        left -= s.hand[holder, kind]
        kind += 1
    s.hand[holder, kind] -= 1
    return kind


HIGHEST_SCORE = int((COUNTS * VALUES.astype(int)).sum(axis=1).max())
"""What all cards of a pack are worth together."""

WIDEST = int(VALUES.max()) + 1
"""From this difference of the scores on, no number card alone can make up for it."""


MOVE_NUMBERS = {"place a card from the hand": range(MOVES)}


class Observed(CommonObservation):
    """What a seat of Blade knows."""

    placing: Annotated[Float32, "1 if we place cards from our hands in an initialization (B4)"]
    placing_first: Annotated[Float32, "1 if I am the one who places first then (B4)"]
    turn: Annotated[
        Float32, f"turns since the last initialization (B13), divided by {SEATS * HAND}"
    ]
    my_hand: Annotated[
        Row, np.float32, KINDS,
        f"my cards of each kind ({' '.join(NAMES)}), divided by those in the pack",
    ]  # fmt: skip
    unseen: Annotated[
        Row, np.float32, KINDS,
        "cards of each kind in their hand and in both decks, divided by those in the pack",
    ]  # fmt: skip
    gone: Annotated[
        Row, np.float32, KINDS,
        "cards of each kind that have left the round, divided by those in the pack",
    ]  # fmt: skip
    hand_size: Annotated[
        Row, np.float32, SEATS, f"cards in my hand and in theirs, divided by {HAND}"
    ]
    deck_size: Annotated[
        Row, np.float32, SEATS, f"cards in my deck and in theirs, divided by {DECK - HAND}"
    ]
    score: Annotated[Row, np.float32, SEATS, f"my score and theirs, divided by {HIGHEST_SCORE}"]
    lead: Annotated[
        Row, np.float32, 2 * WIDEST + 1,
        f"1 at my score less theirs, from -{WIDEST} or less to {WIDEST} or more",
    ]  # fmt: skip
    bolted: Annotated[
        Row, np.float32, SEATS, "1 if the newest card of my field, or of theirs, is invalidated"
    ]
    field: Annotated[
        Cube, np.float32, SEATS, LONGEST_FIELD, KINDS,
        "my field and theirs, the newest card first: 1 at the kind of each card",
    ]  # fmt: skip
    reason: Annotated[Row, np.float32, len(REASONS) - 1, said_of_reasons(REASONS)]


@helper
def observe(s: State, seat: int, out: Observed) -> None:
    """Make numbers of what a seat sees."""
    out.placing, out.placing_first = int(s.placing), int(seat == 0)
    out.turn = share(s.turn, SEATS * HAND)
    for side in range(SEATS):
        owner = owner_of(side, seat)
        out.hand_size[side] = share(s.hand_size[owner], HAND)
        out.deck_size[side] = share(s.deck_size[owner], DECK - HAND)
        out.score[side] = share(s.score[owner], HIGHEST_SCORE)
        out.bolted[side] = int(s.bolted[owner])
        for place in range(s.field_size[owner]):
            out.field[side, s.field_size[owner] - 1 - place, s.field[owner, place]] = 1
    lead = int(s.score[seat]) - int(s.score[foe(seat)])
    out.lead[WIDEST + max(-WIDEST, min(WIDEST, lead))] = 1
    observe_counts(s, seat, out)
    observe_standing(s, seat, out)
    if s.reason > 0:
        out.reason[s.reason - 1] = 1


@helper
def observe_counts(s: State, seat: int, out: Observed) -> None:
    """Say how many cards of each kind are where, and how many were seen nowhere."""
    for kind in range(KINDS):
        most = int(COUNTS[s.options.deck, kind])
        out.my_hand[kind] = share(s.hand[seat, kind], most)
        out.gone[kind] = share(s.gone[kind], most)
        out.unseen[kind] = share(unseen(s, seat, kind), most)
