"""What a seat of Frontline sees, and what it may imagine behind it."""

from duelhall.engine.record import HIDDEN, SEATS, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.cards import NO_CARD
from duelhall.games.frontline.dealing import clear_pool, draw_from_pool, fill_pool, take_into_hand
from duelhall.games.frontline.deploying import deploy_at_random
from duelhall.games.frontline.state import (
    DEPLOYING,
    DRAFT,
    FOUGHT,
    LARGEST_HAND,
    MIRROR,
    ROW,
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
        out.ahead[owner, place], out.behind[owner, place] = (
            s.ahead[owner, place],
            s.behind[owner, place],
        )


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
