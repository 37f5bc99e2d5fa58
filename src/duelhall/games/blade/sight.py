"""What a seat of Blade sees, and what it may imagine behind it."""

from duelhall.engine.chance import below
from duelhall.engine.record import HIDDEN, SEATS, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.blade.cards import COUNTS, KINDS
from duelhall.games.blade.state import State


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
    suppose(s, seat)
    unseen = s.hand_size[other] + s.deck_size[0] + s.deck_size[1]
    for owner in range(SEATS):
        for place in range(s.deck_size[owner]):
            s.deck[owner, place] = draw_unseen(s, other, unseen)
            unseen -= 1


@helper
def suppose(s: State, seat: int) -> None:
    """Let the opponent have all cards that a seat does not see."""
    other = foe(seat)
    for kind in range(KINDS):
        s.hand[other, kind] = COUNTS[s.options.deck, kind] - s.gone[kind] - s.hand[seat, kind]
    for owner in range(SEATS):
        for place in range(s.field_size[owner]):
            s.hand[other, s.field[owner, place]] -= 1


@helper
def draw_unseen(s: State, holder: int, unseen: int) -> int:
    """Take one of the cards in a hand at random."""
    left, kind = below(s, unseen), 0
    while left >= s.hand[holder, kind]:
        left -= s.hand[holder, kind]
        kind += 1
    s.hand[holder, kind] -= 1
    return kind
