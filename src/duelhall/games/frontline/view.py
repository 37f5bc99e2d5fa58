"""What a seat of Frontline sees, what it may imagine behind it, and both as numbers."""

from typing import Annotated

import numpy as np

from duelhall.engine.observation import CommonObservation, observe_standing, said_of_reasons, share
from duelhall.engine.record import HIDDEN, SEATS, Cube, Float32, Grid, Row, foe, owner_of
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.cards import COPIES, MOST_KINDS, MOST_SYMBOLS, NO_CARD, SIGNS, SYMBOLS
from duelhall.games.frontline.deployment import (
    clear_pool,
    deploy_at_random,
    draw_from_pool,
    fill_pool,
    take_into_hand,
)
from duelhall.games.frontline.state import (
    COMMIT,
    DEPLOYING,
    DRAFT,
    FOUGHT,
    LARGEST_HAND,
    LARGEST_PACK,
    MIRROR,
    MOVES,
    NO_SIDE,
    NOBODY,
    REASONS,
    ROW,
    TAKE,
    State,
)


@rule("F22")
def view(s: State, seat: int, out: State) -> None:
    """Until both players have committed, you see neither the enemy's deployment nor, except in a
    mirror or a draft, the enemy's hand.
    """
    out.to_move, out.winner, out.reason = s.to_move, s.winner, s.reason
    out.stage, out.fought, out.pack_size = s.stage, s.fought, s.pack_size
    for place in range(ROW):
        out.row[place] = s.row[place]
    for place in range(s.pack_size):
        out.pack[place] = HIDDEN
    hands_are_open = s.stage == FOUGHT or s.options.mode in (MIRROR, DRAFT)
    for owner in range(SEATS):
        out.score[owner] = s.score[owner]
        for place in range(LARGEST_HAND):
            card = s.hand[owner, place]
            seen = owner == seat or hands_are_open or card == NO_CARD
            out.hand[owner, place] = card if seen else HIDDEN
        if owner == seat or s.stage == FOUGHT:
            view_deployment(s, owner, out)


@helper
def view_deployment(s: State, owner: int, out: State) -> None:
    """Copy a deployment into a view."""
    out.length[owner], out.odd[owner] = s.length[owner], s.odd[owner]
    for place in range(LARGEST_HAND):
        out.placed[owner, place] = s.placed[owner, place]
        out.ahead[owner, place] = s.ahead[owner, place]
        out.behind[owner, place] = s.behind[owner, place]


@helper
def guess(s: State, seat: int) -> None:
    """Fill a view with the cards and the deployment that it hides, each as likely as the others.

    An enemy who has committed can have deployed in any way. One who is still deploying is
    imagined to have nothing placed, for nobody sees how far he is.
    """
    other = foe(seat)
    if s.hand[other, 0] == HIDDEN or s.pack_size > 0:
        guess_cards(s, seat)
    if s.stage == DEPLOYING and s.to_move == 1 and seat == 1:
        deploy_at_random(s, other)


@helper
def guess_cards(s: State, seat: int) -> None:
    """Draw the cards that a seat does not see from those that it sees nowhere."""
    other = foe(seat)
    fill_pool(s)
    for owner in range(SEATS):
        for place in range(LARGEST_HAND):
            if s.hand[owner, place] > NO_CARD:
                s.pool[s.hand[owner, place]] -= 1
    for place in range(ROW):
        s.pool[s.row[place]] -= s.row[place] != NO_CARD
    for place in range(s.pack_size):
        s.pack[place] = draw_from_pool(s)
    if s.hand[other, 0] == HIDDEN:
        for place in range(LARGEST_HAND):
            s.hand[other, place] = NO_CARD
        for _ in range(s.options.hand):
            take_into_hand(s, other, draw_from_pool(s))
    clear_pool(s)


THERE = SYMBOLS
"""Of the numbers of a card, behind its symbols: whether there is one, known or not."""

CARD = SYMBOLS + 1
IN_FRONT, BEHIND = LARGEST_HAND, LARGEST_HAND + 1
"""Of the numbers of a card's place, behind its column: where in the column it stands."""

PLACE = LARGEST_HAND + 2

A_CARD = (
    f"how often each symbol ({' '.join(SIGNS)}) is on it, divided by {MOST_SYMBOLS}, and 1 if "
    "there is a card; one that I do not see has no symbols"
)

MOVE_NUMBERS = {
    "deploy a card: to the left end of the front line, to the right end, or behind one of its "
    "units": range(COMMIT),
    "commit the deployment, with the side of the odd unit if there is one": range(COMMIT, TAKE),
    "take a card of the row, in a draft": range(TAKE, MOVES),
}


class Observed(CommonObservation):
    """What a seat of Frontline knows."""

    going_first: Annotated[Float32, "1 if I pick and deploy first"]
    stage: Annotated[Row, np.float32, 3, "1 at what is being done: picking, deploying, or nothing"]
    fought: Annotated[Float32, "battles fought, divided by those of the match"]
    score: Annotated[
        Row, np.float32, SEATS, "battles that I won, and they, divided in the same way"
    ]
    pack_size: Annotated[Float32, f"cards that are still to be dealt, divided by {LARGEST_PACK}"]
    row: Annotated[Grid, np.float32, ROW, CARD, f"each card that lies open in a draft: {A_CARD}"]
    hand: Annotated[
        Cube, np.float32, SEATS, LARGEST_HAND, CARD, "each card of my hand and of theirs: "
        + A_CARD
    ]  # fmt: skip
    unseen: Annotated[
        Row, np.float32, MOST_KINDS,
        "cards of each kind of the set, in its order, that I see nowhere, divided by its copies",
    ]  # fmt: skip
    place: Annotated[
        Cube, np.float32, SEATS, LARGEST_HAND, PLACE,
        "for each card of my hand and of theirs that I see deployed, 1 at its column, counted from "
        "its owner's left, and 1 at whether it stands in front or behind",
    ]  # fmt: skip
    line: Annotated[
        Cube, np.float32, SEATS, 2 * LARGEST_HAND, SYMBOLS,
        "the same as a picture, my army and theirs: for each column of the front line, and then "
        f"for each place behind it, how often each symbol is there, divided by {MOST_SYMBOLS}",
    ]  # fmt: skip
    odd: Annotated[
        Grid, np.float32, SEATS, 2,
        "1 at the side of the divide, left or right, of my odd unit and of theirs",
    ]  # fmt: skip
    reason: Annotated[Row, np.float32, len(REASONS) - 1, said_of_reasons(REASONS)]


@helper
def observe(s: State, seat: int, out: Observed) -> None:
    """Make numbers of what a seat sees."""
    out.going_first, out.stage[s.stage] = int(seat == 0), 1
    out.fought, out.pack_size = share(s.fought, s.options.battles), share(s.pack_size, LARGEST_PACK)
    for place in range(ROW):
        observe_card(s, s.row[place], out.row[place])
    for side in range(SEATS):
        owner = owner_of(side, seat)
        out.score[side] = share(s.score[owner], s.options.battles)
        for place in range(LARGEST_HAND):
            observe_card(s, s.hand[owner, place], out.hand[side, place])
        observe_deployment(s, owner, side, out)
    observe_unseen(s, out)
    observe_standing(s, seat, out)
    if s.reason > 0:
        out.reason[s.reason - 1] = 1


@helper
def observe_card(s: State, kind: int, card: Row) -> None:
    """Say that there is a card, and what is on it if that is known."""
    if kind != NO_CARD:
        card[THERE] = 1
    if kind > NO_CARD:
        for symbol in range(SYMBOLS):
            card[symbol] = share(s.options.cards[kind, symbol], MOST_SYMBOLS)


@helper
def observe_deployment(s: State, owner: int, side: int, out: Observed) -> None:
    """Say where the units of an army stand, as far as they are in sight."""
    for column in range(s.length[owner]):
        observe_unit(s, owner, s.ahead[owner, column], side, column, IN_FRONT, out)
        if s.behind[owner, column] != NOBODY:
            observe_unit(s, owner, s.behind[owner, column], side, column, BEHIND, out)
    if s.odd[owner] != NO_SIDE:
        out.odd[side, s.odd[owner] - 1] = 1


@helper
def observe_unit(
    s: State, owner: int, unit: int, side: int, column: int, where: int, out: Observed
) -> None:
    """Say where a unit stands, and what is to be seen there."""
    out.place[side, unit - 1, column], out.place[side, unit - 1, where] = 1, 1
    place = column if where == IN_FRONT else LARGEST_HAND + column
    for symbol in range(SYMBOLS):
        count = s.options.cards[s.hand[owner, unit - 1], symbol]
        out.line[side, place, symbol] = share(count, MOST_SYMBOLS)


@helper
def observe_unseen(s: State, out: Observed) -> None:
    """Say how many cards of each kind are not in sight; in a mirror both hands are the same."""
    hands = 1 if s.options.mode == MIRROR else SEATS
    for kind in range(1, MOST_KINDS + 1):
        copies = int(s.options.cards[kind, COPIES])
        unseen = copies
        for place in range(ROW):
            unseen -= int(s.row[place] == kind)
        for owner in range(hands):
            for place in range(LARGEST_HAND):
                unseen -= int(s.hand[owner, place] == kind)
        out.unseen[kind - 1] = share(unseen, copies)
