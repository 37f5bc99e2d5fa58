"""Effects that act, one after the other, until somebody has to choose something (M10, M23).

What effects do to the links of a chain (M10, M15).
"""

from duelhall.engine.record import SEATS, UNDECIDED, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.choice import (
    alternatives_of,
    ask,
    asking_seat,
    forget_choice,
    is_alternative_now,
    pick_on,
    take_card,
)
from duelhall.games.monsters.conditions import amount_of, applies, trait_for
from duelhall.games.monsters.deck_sheet import (
    first_effect,
    how_chosen,
    number_in,
    operation_of,
    owner_of_effect,
    when_of,
)
from duelhall.games.monsters.effects import operate
from duelhall.games.monsters.operations import CANCEL, KEEP, LINK_OPERATIONS, RETURN
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
    CHOSEN,
    EFFECT_ROWS,
    FIELD,
    FIRST,
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
from duelhall.games.monsters.zones import link_kind, link_seat, settle_losses


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


# --- one effect after the other ---


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
