"""Choices that effects let players make (M23): what is asked, what is offered, what is chosen."""

from duelhall.engine.chance import shuffle
from duelhall.engine.record import Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.conditions import is_met, trait_for
from duelhall.games.monsters.deck_sheet import (
    how_chosen,
    kinds_of,
    number_in,
    operation_of,
    owner_of_effect,
)
from duelhall.games.monsters.operations import LEAVES, SEARCH
from duelhall.games.monsters.state import (
    ASK_CARD,
    ASK_NUMBER,
    ASK_WHETHER,
    CHOOSE,
    PASS,
    PICK,
    State,
)
from duelhall.games.monsters.words import (
    ALTERNATIVE,
    BY_OPPONENT,
    BY_OWNER,
    BY_STEP,
    DECK,
    EFFECT_ROWS,
    FIRST,
    IN_HAND,
    MAY,
    SUBJECT,
    UP_TO,
)
from duelhall.games.monsters.zones import (
    copies_for,
    has_trait,
    know_last_cards,
    link_seat,
    move_card,
)

# --- asking ---


@helper
def ask(s: State, seat: int, number: int, what: int) -> None:
    """Stop until a player has chosen something for an effect."""
    s.asks = what
    if what != ASK_CARD:
        s.concerned, s.rest = seat, 0
    if what not in (ASK_CARD, ASK_NUMBER):
        s.amount = 0
    s.to_move = chooser_of(s, seat, number)


@helper
def chooser_of(s: State, seat: int, number: int) -> int:
    """Who chooses: the effect's controller, or whom the text says; a card may be chosen by its
    owner.
    """
    by = how_chosen(s, seat, number) % BY_STEP
    if by == BY_OWNER:
        return int(s.concerned)
    return foe(seat) if by == BY_OPPONENT else seat


@helper
def forget_choice(s: State) -> None:
    """Nothing is to be chosen any more."""
    s.effect, s.concerned, s.rest, s.amount = 0, 0, 0, 0


@helper
def asking_seat(s: State) -> int:
    """Whose effect it is that lets somebody choose."""
    return link_seat(int(s.links[int(s.resolving) - 1]))


@helper
def is_secret_choice(s: State) -> bool:
    """Whether nobody but the chooser sees which card is chosen: one of a deck, with any traits."""
    seat, number = asking_seat(s), int(s.effect) - 1
    if operation_of(s, seat, number) != SEARCH:
        return False
    return number_in(s, seat, EFFECT_ROWS + number, SUBJECT) == 0


@helper
def observed(s: State, move: int) -> int:
    """What the other seat knows of a move: of a secret choice, only that there was one."""
    return PICK if PICK <= move < CHOOSE and is_secret_choice(s) else move


# --- what is offered ---


@helper
def list_choices(s: State, moves: Array) -> int:
    """List all that can be chosen now, and say how many those are."""
    moves[0] = PASS
    count = int(is_choice(s, PASS))
    if s.asks == ASK_CARD:
        return list_cards(s, moves, count)
    for move in range(CHOOSE, CHOOSE + DECK + 1):
        moves[count] = move
        count += int(is_choice(s, move))
    return count


@helper
def list_cards(s: State, moves: Array, count: int) -> int:
    """Add the cards that can be chosen to a list that is so long already."""
    seat, number = asking_seat(s), int(s.effect) - 1
    operation, trait = operation_of(s, seat, number), asked_trait(s, seat, number)
    for kind in range(kinds_of(s, int(s.concerned))):
        moves[count] = PICK + kind
        count += int(copies_for(s, int(s.concerned), operation, trait, kind) > 0)
    return count


@helper
def is_choice(s: State, move: int) -> bool:
    """Whether something is among what is offered."""
    seat, number = asking_seat(s), int(s.effect) - 1
    how = how_chosen(s, seat, number)
    if move == PASS:
        return can_decline(int(s.asks), how)
    if s.asks == ASK_CARD:
        return PICK <= move < CHOOSE and is_card_offered(s, seat, number, move - PICK)
    if s.asks == ASK_WHETHER:
        return move == CHOOSE + 1
    if s.asks == ASK_NUMBER:
        return CHOOSE <= move <= CHOOSE + s.amount
    return is_alternative_now(s, seat, number, move - CHOOSE - 1)


@helper
def can_decline(asks: int, how: int) -> bool:
    """Whether nothing at all may be chosen."""
    if asks == ASK_CARD:
        return how & UP_TO > 0
    return asks == ASK_WHETHER or (asks != ASK_NUMBER and how & MAY > 0)


@helper
def is_alternative_now(s: State, seat: int, first: int, place: int) -> bool:
    """Whether an operation, by its place among several, is one that can be chosen."""
    if place < 0 or place >= alternatives_of(s, seat, first):
        return False
    return is_met(s, seat, first + place, int(s.resolving) - 1)


@helper
def alternatives_of(s: State, seat: int, first: int) -> int:
    """How many operations there are to choose from, whatever their conditions are."""
    owner, count = owner_of_effect(s, seat, first), 1
    while owner_of_effect(s, seat, first + count) == owner and (
        how_chosen(s, seat, first + count) & (ALTERNATIVE | FIRST) == ALTERNATIVE
    ):
        count += 1
    return count


@helper
def is_card_offered(s: State, seat: int, number: int, kind: int) -> bool:
    """Whether a card is among those that an effect lets somebody choose from."""
    operation, trait = operation_of(s, seat, number), asked_trait(s, seat, number)
    return copies_for(s, int(s.concerned), operation, trait, kind) > 0


@helper
def asked_trait(s: State, seat: int, number: int) -> int:
    """The trait that an effect asks for in the cards that are chosen from, or ANY_TRAIT."""
    return trait_for(s, seat, number, int(s.concerned)) - 1


# --- choosing cards ---


@helper
def pick_on(s: State, seat: int, number: int) -> None:
    """Let cards be chosen until somebody must be asked, or all have been."""
    is_going_on = True
    while is_going_on:
        count = cards_offered(s, seat, number) if s.rest > 0 else 0
        if count == 0:
            end_picking(s, seat, number)
            is_going_on = False
        elif is_forced(s, seat, number, count):
            operation, kind = operation_of(s, seat, number), first_offered(s, seat, number)
            take_card(s, operation, int(s.concerned), kind)
        else:
            ask(s, seat, number, ASK_CARD)
            is_going_on = False


@helper
def cards_offered(s: State, seat: int, number: int) -> int:
    """How many cards an effect lets somebody choose from."""
    operation, trait, count = operation_of(s, seat, number), asked_trait(s, seat, number), 0
    for kind in range(kinds_of(s, int(s.concerned))):
        count += copies_for(s, int(s.concerned), operation, trait, kind)
    return count


@helper
def is_forced(s: State, seat: int, number: int, count: int) -> bool:
    """Whether there is nothing to choose, as far as everybody can see: all cards must be taken, or
    those in an open zone are all alike.
    """
    operation = operation_of(s, seat, number)
    if how_chosen(s, seat, number) & UP_TO or operation == SEARCH:
        return False
    if count <= s.rest:
        return True
    if LEAVES[operation] == IN_HAND:
        return False
    first, trait = first_offered(s, seat, number), asked_trait(s, seat, number)
    return copies_for(s, int(s.concerned), operation, trait, first) == count


@helper
def first_offered(s: State, seat: int, number: int) -> int:
    """The first of the cards that an effect offers."""
    operation, trait, kind = operation_of(s, seat, number), asked_trait(s, seat, number), 0
    while copies_for(s, int(s.concerned), operation, trait, kind) == 0:
        kind += 1
    return kind


@helper
def take_card(s: State, operation: int, owner: int, kind: int) -> None:
    """Do to a chosen card what the effect says."""
    s.rest -= 1
    take_chosen(s, operation, owner, kind)


@rule("M23")
def take_chosen(s: State, operation: int, owner: int, kind: int) -> None:
    """A card that was chosen goes where the effect says."""
    move_card(s, owner, operation, kind, int(not is_secret_choice(s)))


@helper
def end_picking(s: State, seat: int, number: int) -> None:
    """No more cards are chosen: a deck that was searched is shuffled."""
    if operation_of(s, seat, number) == SEARCH:
        shuffle_deck(s, int(s.concerned))
        if s.rest > 0:
            know_what_is_missing(s, seat, number)


@rule("M23")
def shuffle_deck(s: State, owner: int) -> None:
    """A deck that was searched is shuffled afterwards; cards that lie face up under it stay."""
    first, count = int(s.buried[owner]), int(s.in_deck[owner])
    shuffle(s, s.deck[owner, first:count], count - first)


@helper
def know_what_is_missing(s: State, seat: int, number: int) -> None:
    """If a deck has no more of the cards that were searched for, those not seen are in the hand."""
    owner, trait = int(s.concerned), asked_trait(s, seat, number)
    for kind in range(DECK):
        if has_trait(s, owner, kind, trait):
            s.known[owner, kind] = s.hand[owner, kind]
    know_last_cards(s, owner)
