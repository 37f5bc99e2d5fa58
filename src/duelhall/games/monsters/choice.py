"""How effects happen, one after the other (M10), and what they let players choose (M23)."""

from duelhall.engine.chance import shuffle
from duelhall.engine.record import SEATS, UNDECIDED, Array, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.conditions import amount_of, applies, is_met, trait_for
from duelhall.games.monsters.deck_sheet import (
    first_effect,
    how_chosen,
    kinds_of,
    number_in,
    operation_of,
    owner_of_effect,
    when_of,
)
from duelhall.games.monsters.effects import operate
from duelhall.games.monsters.operations import CANCEL, KEEP, LEAVES, LINK_OPERATIONS, RETURN, SEARCH
from duelhall.games.monsters.state import (
    ASK_CARD,
    ASK_NUMBER,
    ASK_WHETHER,
    ASK_WHICH,
    CANCELLED,
    CHOOSE,
    NOBODY,
    NOTHING,
    PASS,
    PICK,
    RESOLVED,
    SIDEWAYS,
    TO_HAND,
    TO_STASIS,
    State,
)
from duelhall.games.monsters.words import (
    ALTERNATIVE,
    BOTH,
    BY_OPPONENT,
    BY_OWNER,
    BY_STEP,
    CHOSEN,
    DECK,
    EFFECT_ROWS,
    FIELD,
    FIRST,
    IN_HAND,
    MAY,
    MONSTER,
    MOST_CHOSEN,
    OPPONENT,
    PLAY,
    PREVIOUS,
    REQUIRE,
    SELF,
    SUBJECT,
    TARGET,
    UP_TO,
)
from duelhall.games.monsters.zones import (
    copies_for,
    has_trait,
    know_last_cards,
    link_kind,
    link_seat,
    move_card,
    settle_losses,
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
        operation, trait = operation_of(s, seat, number), asked_trait(s, seat, number)
        is_card = PICK <= move < CHOOSE
        return is_card and copies_for(s, int(s.concerned), operation, trait, move - PICK) > 0
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


# --- one effect after the other (M10) ---


@helper
def change_link(s: State, operation: int, subject: int) -> None:
    """Do something to the link that resolves, or to the one before it."""
    this = int(s.resolving) - 1
    if operation == KEEP:
        keep_in_clear(s, this)
    elif operation == RETURN and subject != PREVIOUS:
        move_in_clear(s, this)
    elif this > s.chain_start:
        if operation == CANCEL:
            cancel(s, this - 1)
        else:
            move_in_clear(s, this - 1)


@rule("M10")
def cancel(s: State, place: int) -> None:
    """The link before this one is cancelled: it does nothing and adds no stats."""
    s.links[place] = int(s.links[place]) | CANCELLED


@helper
def send_in_clear(s: State, place: int, flag: int) -> bool:
    """Let a card go somewhere in Clear, wherever it would have gone before; a monster stays."""
    link = int(s.links[place])
    if link_kind(link) == MONSTER:
        return False
    s.links[place] = (link & (0xFFFF - TO_HAND - TO_STASIS)) | flag
    return True


@rule("M15")
def move_in_clear(s: State, place: int) -> bool:
    """A card that is moved leaves the Action zone in Clear and adds no stats from now on."""
    return send_in_clear(s, place, TO_HAND)


@rule("M15")
def keep_in_clear(s: State, place: int) -> bool:
    """A card that an effect keeps goes to Stasis in Clear; until then it counts as ever."""
    return send_in_clear(s, place, TO_STASIS)


FROM_FIRST = NO_EFFECT = -1


@helper
def act(s: State) -> None:
    """Let the effect act whose turn it is, and find the next one."""
    number = int(s.effect)
    start_effect(s, asking_seat(s), number - 1)
    if s.asks == NOTHING:
        find_effect(s, number)


@helper
def find_effect(s: State, number: int) -> None:
    """Find the effect that acts next: of the link that resolves, from this number on, or else of
    the links before it. Nothing acts once the game is over.
    """
    while s.resolving > s.chain_start:
        link = int(s.links[int(s.resolving) - 1])
        found = effect_from(s, link, number)
        if found != NO_EFFECT:
            s.effect = found + 1
            return
        finish_link(s, link)
        if s.winner != UNDECIDED:
            return
        number = FROM_FIRST


@helper
def effect_from(s: State, link: int, number: int) -> int:
    """The first effect of a link, from this number on, that happens; NO_EFFECT if there is none."""
    if link & CANCELLED or s.winner != UNDECIDED:
        return NO_EFFECT
    seat, kind = link_seat(link), link_kind(link)
    when = FIELD if kind == MONSTER or link & SIDEWAYS else PLAY
    if number == FROM_FIRST:
        number = first_effect(s, seat, kind)
    return next_effect(s, seat, kind, number, when)


@helper
def next_effect(s: State, seat: int, kind: int, number: int, when: int) -> int:
    """The first effect of a card, from this number on, that happens at this time; NO_EFFECT if
    there is none.
    """
    while owner_of_effect(s, seat, number) == kind:
        if happens(s, seat, number, when):
            return number
        number += 1
    return NO_EFFECT


@helper
def finish_link(s: State, link: int) -> None:
    """A link has resolved: all that it does has been done, unless it was cancelled."""
    forget_choice(s)
    if link & CANCELLED == 0:
        s.links[int(s.resolving) - 1] = link | RESOLVED
    s.resolving -= 1


@helper
def happens(s: State, seat: int, number: int, when: int) -> bool:
    """Whether a row is an effect of this time, and not a requirement."""
    return when_of(s, seat, number) == when and operation_of(s, seat, number) != REQUIRE


@helper
def start_effect(s: State, seat: int, number: int) -> None:
    """Carry an effect out, or ask what is to be chosen first."""
    how = how_chosen(s, seat, number)
    if how & FIRST:
        offer_alternatives(s, seat, number)
    elif how & ALTERNATIVE == 0 and applies(s, seat, number):
        if how & MAY:
            ask(s, seat, number, ASK_WHETHER)
        else:
            begin_effect(s, seat, number)


@helper
def offer_alternatives(s: State, seat: int, number: int) -> None:
    """Let one of several operations be chosen; none is where no condition holds."""
    count, last = 0, number
    for place in range(alternatives_of(s, seat, number)):
        if is_alternative_now(s, seat, number, place):
            count, last = count + 1, number + place
    if count > 1 or (count == 1 and how_chosen(s, seat, number) & MAY):
        ask(s, seat, number, ASK_WHICH)
    elif count == 1:
        s.effect = last + 1
        begin_effect(s, seat, last)


@helper
def begin_effect(s: State, seat: int, number: int) -> None:
    """Carry an effect out, or ask first how much of it."""
    amount = amount_of(s, seat, number)
    if how_chosen(s, seat, number) & (UP_TO | CHOSEN) != UP_TO:
        carry_out(s, seat, number, amount)
    elif amount > 0:
        s.amount = min(amount, MOST_CHOSEN)
        ask(s, seat, number, ASK_NUMBER)


@helper
def carry_out(s: State, seat: int, number: int, amount: int) -> None:
    """Carry an effect out, for its owner first if it is for both."""
    operation = operation_of(s, seat, number)
    target = number_in(s, seat, EFFECT_ROWS + number, TARGET)
    if operation in LINK_OPERATIONS:
        change_link(s, operation, number_in(s, seat, EFFECT_ROWS + number, SUBJECT))
    elif how_chosen(s, seat, number) & CHOSEN:
        s.amount = min(amount, MOST_CHOSEN)
        s.concerned, s.rest = foe(seat) if target == OPPONENT else seat, s.amount
        pick_for_all(s, seat, number)
    else:
        if target != OPPONENT:
            operate(s, seat, operation, amount, trait_for(s, seat, number, seat))
        if target != SELF:
            operate(s, foe(seat), operation, amount, trait_for(s, seat, number, foe(seat)))
        settle_losses(s)


@helper
def pick_for_all(s: State, seat: int, number: int) -> None:
    """Let cards be chosen of one player, or of both, the effect's owner first."""
    pick_on(s, seat, number)
    is_for_both = number_in(s, seat, EFFECT_ROWS + number, TARGET) == BOTH
    if s.asks == NOTHING and is_for_both and s.concerned == seat:
        s.concerned, s.rest = foe(seat), s.amount
        pick_on(s, seat, number)


# --- answering ---


@rule("M23")
def choose(s: State, move: int) -> None:
    """What an effect lets you choose is chosen when it resolves, by the player who controls it
    unless its text names the other.
    """
    seat, number, asked = asking_seat(s), int(s.effect) - 1, int(s.asks)
    s.asks, s.to_move = NOTHING, NOBODY
    if asked == ASK_CARD:
        choose_card(s, seat, number, move)
    elif asked == ASK_NUMBER:
        carry_out(s, seat, number, move - CHOOSE)
    elif move != PASS:
        if asked == ASK_WHICH:
            number += move - CHOOSE - 1
            s.effect = number + 1
        begin_effect(s, seat, number)
    if s.asks == NOTHING:
        find_effect(s, int(s.effect))


@helper
def choose_card(s: State, seat: int, number: int, move: int) -> None:
    """Take the card that was chosen, or no more."""
    if move == PASS:
        s.rest = 0
    else:
        take_card(s, operation_of(s, seat, number), int(s.concerned), move - PICK)
    pick_for_all(s, seat, number)


@rule("M2")
def begin_with_monsters(s: State, first: int, when: int) -> None:
    """Monsters' Play effects activate once, the first player's first."""
    for turn in range(SEATS):
        act_alone(s, first if turn == 0 else foe(first), when)


@helper
def act_alone(s: State, seat: int, when: int) -> None:
    """Let the effects of a monster act that are not part of a chain."""
    number = next_effect(s, seat, MONSTER, first_effect(s, seat, MONSTER), when)
    while number != NO_EFFECT and s.winner == UNDECIDED:
        start_effect(s, seat, number)
        number = next_effect(s, seat, MONSTER, number + 1, when)
    forget_choice(s)
