"""What effects do: one rule for each operation of the card language."""

from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.state import (
    AWAY,
    CANCELLED,
    COMBAT,
    FAINTED,
    TO_HAND,
    TO_STASIS,
    State,
)
from duelhall.games.monsters.table import (
    hp_of,
    trait_count,
    traits_of,
)
from duelhall.games.monsters.words import (
    CANCEL,
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    CHARGE,
    DAMAGE,
    DECK,
    DESTROY,
    DISCARD,
    DRAIN,
    DRAW,
    FORBID,
    HEAL,
    KEEP,
    MILL,
    MONSTER,
    MOST_OF_A_TRAIT,
    NO_TRAIT,
    PREVIOUS,
    RECLAIM,
    RECOVER,
    RETURN,
    REVIVE,
    SEARCH,
)
from duelhall.games.monsters.zones import (
    ANY_TRAIT,
    NO_KIND,
    from_hand,
    know_last_cards,
    link_kind,
    pick,
    take_top,
    to_hand,
)

LARGEST_BONUS = 10_000


@helper
def operate(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Do what an operation says to a player."""
    if operation <= CHANGE_DEFENCE:
        change_stat(s, seat, operation, amount)
    elif operation in (DRAW, MILL, SEARCH, DAMAGE):
        use_deck(s, seat, operation, amount, subject)
    elif operation in (HEAL, RECLAIM):
        use_damage(s, seat, operation, amount)
    elif operation in (DRAIN, CHARGE):
        change_supply(s, seat, subject - 1, amount if operation == CHARGE else -amount)
    elif operation == FORBID:
        forbid(s, seat, subject)
    else:
        use_chance(s, seat, operation, amount, subject)


@helper
def change_stat(s: State, seat: int, operation: int, amount: int) -> None:
    """Change the attack of the attacker, or the defence of the defender."""
    if s.chain == COMBAT and (operation == CHANGE_ATTACK) == (seat == s.active):
        add_to_combat(s, seat, amount)


@helper
def use_deck(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Do an operation with the top of a deck."""
    if operation == DRAW:
        draw(s, seat, amount)
    elif operation == MILL:
        mill(s, seat, amount)
    elif operation == SEARCH:
        search_deck(s, seat, amount, subject - 1)
    else:
        take_damage(s, seat, amount)


@helper
def use_damage(s: State, seat: int, operation: int, amount: int) -> None:
    """Do an operation with the newest cards in Damage."""
    if operation == HEAL:
        heal(s, seat, amount)
    else:
        reclaim(s, seat, amount)


@helper
def use_chance(s: State, seat: int, operation: int, amount: int, subject: int) -> None:
    """Do an operation with cards chosen at random."""
    if operation == DISCARD:
        discard(s, seat, amount)
    elif operation == RECOVER:
        recover(s, seat, amount, subject - 1)
    elif operation == REVIVE:
        revive(s, seat, amount, subject - 1)
    elif operation == DESTROY:
        destroy(s, seat, amount)
    else:
        expose(s, seat, amount)


# --- combat ---


@rule("M11")
def add_to_combat(s: State, seat: int, amount: int) -> None:
    """Effects add to the attack, or to the defence, of this combat."""
    bonus = int(s.bonus[seat]) + amount
    s.bonus[seat] = min(max(bonus, -LARGEST_BONUS), LARGEST_BONUS)


@rule("M13")
def take_damage(s: State, seat: int, amount: int) -> None:
    """For each point of damage the top card of the deck goes face up to Damage; a monster with as
    many cards there as it has HP faints, and its player loses at once.
    """
    left = amount
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if kind == NO_KIND:
            left = 0
        else:
            s.damage[seat, s.in_damage[seat]] = kind
            s.in_damage[seat] += 1
            know_last_cards(s, seat)
            if s.in_damage[seat] >= hp_of(s, seat):
                s.lost[seat] = FAINTED
                left = 0


@helper
def take_newest_damage(s: State, seat: int) -> int:
    """Take the newest card from Damage."""
    s.in_damage[seat] -= 1
    newest = int(s.in_damage[seat])
    kind = int(s.damage[seat, newest])
    s.damage[seat, newest] = 0
    return kind


@rule("M13")
def heal(s: State, seat: int, amount: int) -> None:
    """Healing moves the newest Damage cards to Drop."""
    for _ in range(min(amount, int(s.in_damage[seat]))):
        s.drop[seat, take_newest_damage(s, seat)] += 1


@rule("M10")
def reclaim(s: State, seat: int, amount: int) -> None:
    """The newest Damage cards go to the hand."""
    for _ in range(min(amount, int(s.in_damage[seat]))):
        to_hand(s, seat, take_newest_damage(s, seat), 1)


# --- cards ---


@rule("M10")
def draw(s: State, seat: int, amount: int) -> None:
    """Cards are drawn from the deck."""
    left = amount
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if kind == NO_KIND:
            left = 0
        else:
            to_hand(s, seat, kind, 0)


@rule("M10")
def mill(s: State, seat: int, amount: int) -> None:
    """Cards go from the top of the deck to Drop."""
    left = amount
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if kind == NO_KIND:
            left = 0
        else:
            s.drop[seat, kind] += 1
            know_last_cards(s, seat)


@rule("M10")
def search_deck(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards are shown from the top of the deck until one has the trait: that one goes to the hand,
    the others to Drop.
    """
    left = min(amount, int(s.in_deck[seat]))
    while left > 0:
        left -= 1
        kind = take_top(s, seat)
        if trait_count(traits_of(s, seat, kind), trait) > 0:
            to_hand(s, seat, kind, 1)
            left = 0
        else:
            s.drop[seat, kind] += 1
            know_last_cards(s, seat)


@rule("M10")
def discard(s: State, seat: int, amount: int) -> None:
    """Cards chosen at random from the hand go to Drop."""
    for _ in range(min(amount, int(s.in_hand[seat]))):
        kind = pick(s, s.hand[seat], seat, ANY_TRAIT, 0)
        from_hand(s, seat, kind)
        s.drop[seat, kind] += 1


@rule("M10")
def recover(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards chosen at random from Drop go to the hand."""
    for _ in range(amount):
        kind = pick(s, s.drop[seat], seat, trait, 0)
        if kind != NO_KIND:
            s.drop[seat, kind] -= 1
            to_hand(s, seat, kind, 1)


@rule("M10")
def revive(s: State, seat: int, amount: int, trait: int) -> None:
    """Cards with a Field or Passive effect, chosen at random from Drop, go to Stasis."""
    for _ in range(amount):
        kind = pick(s, s.drop[seat], seat, trait, 1)
        if kind != NO_KIND:
            s.drop[seat, kind] -= 1
            s.stasis[seat, kind] += 1


@rule("M10")
def destroy(s: State, seat: int, amount: int) -> None:
    """Cards chosen at random from Stasis go to Drop."""
    for _ in range(amount):
        kind = pick(s, s.stasis[seat], seat, ANY_TRAIT, 0)
        if kind != NO_KIND:
            s.stasis[seat, kind] -= 1
            s.drop[seat, kind] += 1


@rule("M19")
def expose(s: State, seat: int, amount: int) -> None:
    """Cards of the hand, chosen at random among those the opponent does not know, are shown."""
    for kind in range(DECK):
        s.hand[seat, kind] -= s.known[seat, kind]
    for _ in range(amount):
        kind = pick(s, s.hand[seat], seat, ANY_TRAIT, 0)
        if kind != NO_KIND:
            s.hand[seat, kind] -= 1
            s.known[seat, kind] += 1
    for kind in range(DECK):
        s.hand[seat, kind] += s.known[seat, kind]


# --- the turn ---


@rule("M6")
def change_supply(s: State, seat: int, trait: int, amount: int) -> bool:
    """An effect gives a player more, or leaves fewer, of a trait for this turn."""
    if trait == NO_TRAIT:
        return False
    left = trait_count(int(s.left[seat]), trait)
    after = min(max(left + amount, 0), MOST_OF_A_TRAIT)
    s.left[seat] = int(s.left[seat]) + ((after - left) << (4 * trait))
    return True


@rule("M10")
def forbid(s: State, seat: int, subject: int) -> None:
    """Until the end of the turn a player cannot use what the effect forbids."""
    s.forbidden[seat] = int(s.forbidden[seat]) | (1 << subject)


# --- links ---


@helper
def change_link(s: State, operation: int, subject: int) -> None:
    """Do something to the link that resolves, or to the one before it."""
    this = int(s.resolving) - 1
    if operation == KEEP:
        move_in_clear(s, this, TO_STASIS)
    elif operation == RETURN and subject != PREVIOUS:
        move_in_clear(s, this, TO_HAND)
    elif this > s.chain_start:
        if operation == CANCEL:
            cancel(s, this - 1)
        else:
            move_in_clear(s, this - 1, TO_HAND)


@rule("M10")
def cancel(s: State, place: int) -> None:
    """The link before this one is cancelled: it does nothing and adds no stats."""
    s.links[place] = int(s.links[place]) | CANCELLED


@rule("M15")
def move_in_clear(s: State, place: int, flag: int) -> bool:
    """A card that is moved leaves the Action zone in Clear and adds no stats from now on."""
    link = int(s.links[place])
    if link_kind(link) == MONSTER:
        return False
    s.links[place] = (link & (0xFFFF - AWAY)) | flag
    return True
