"""Where the cards of Blade lie, and how one gets from here to there."""

from duelhall.engine.rule import helper, rule
from duelhall.games.blade.cards import BOLT, MIRROR, VALUES
from duelhall.games.blade.state import State


@helper
def is_special(card: int) -> bool:
    """Whether the card is a Bolt or a Mirror."""
    return card in (BOLT, MIRROR)


@rule("S5")
def count_card(s: State, seat: int, card: int, times: int) -> None:
    """A score is the sum of the values of all cards on a field except the invalidated one.

    It is kept with the field: a card is counted when it comes or is valid again, and taken out
    when it is invalidated. Adding the field up again after each card took half of a move's time.
    """
    s.score[seat] += times * VALUES[card]


@helper
def put_on_field(s: State, seat: int, card: int) -> None:
    """Add a card to a field as its newest."""
    s.field[seat, s.field_size[seat]] = card
    s.field_size[seat] += 1
    count_card(s, seat, card, 1)


@helper
def newest(s: State, seat: int) -> int:
    """The most recently played card of a field."""
    return s.field[seat, s.field_size[seat] - 1]


@helper
def take_newest(s: State, seat: int) -> int:
    """Take the most recently played card off a field."""
    card = newest(s, seat)
    s.field_size[seat] -= 1
    s.field[seat, s.field_size[seat]] = 0
    return card


@helper
def remove_bolted(s: State, seat: int) -> None:
    """The invalidated card of a field, if there is one, leaves the round."""
    if s.bolted[seat]:
        leave_round(s, take_newest(s, seat))
        s.bolted[seat] = False


@helper
def take_from_hand(s: State, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    s.hand[seat, card] -= 1
    s.hand_size[seat] -= 1


@helper
def draw(s: State, seat: int) -> int:
    """Take the top card of a deck."""
    s.deck_size[seat] -= 1
    top = s.deck_size[seat]
    card = s.deck[seat, top]
    s.deck[seat, top] = 0
    return card


@helper
def leave_round(s: State, card: int) -> None:
    """Put a card away for the rest of the round."""
    s.gone[card] += 1


@helper
def end_round(s: State, winner: int, reason: int) -> None:
    """Note who won, and why."""
    s.winner = winner
    s.reason = reason
