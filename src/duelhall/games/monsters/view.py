"""What a seat of Monsters sees, and what it may imagine behind it (M19)."""

from duelhall.engine.chance import shuffle
from duelhall.engine.record import HIDDEN, SEATS
from duelhall.engine.rule import helper, rule
from duelhall.games.monsters.choice import asked_trait, asking_seat
from duelhall.games.monsters.deck_sheet import operation_of
from duelhall.games.monsters.operations import SEARCH
from duelhall.games.monsters.state import ASK_CARD, LASTING, MOST_LINKS, State
from duelhall.games.monsters.words import DECK
from duelhall.games.monsters.zones import count_of, has_trait, unseen_copies


@rule("M19")
def view(s: State, seat: int, out: State) -> None:
    """You see your own hand, and in your opponent's only cards that were shown; nobody sees the
    order of a deck, and everything else is open.
    """
    out.to_move, out.winner, out.reason = s.to_move, s.winner, s.reason
    view_turn(s, out)
    for owner in range(SEATS):
        out.in_hand[owner], out.in_deck[owner] = s.in_hand[owner], s.in_deck[owner]
        out.in_damage[owner] = s.in_damage[owner]
        for kind in range(DECK):
            out.hand[owner, kind] = s.hand[owner, kind] if owner == seat else s.known[owner, kind]
            out.known[owner, kind] = s.known[owner, kind]
            out.stasis[owner, kind] = s.stasis[owner, kind]
            out.drop[owner, kind] = s.drop[owner, kind]
            out.damage[owner, kind] = s.damage[owner, kind]
        out.buried[owner] = s.buried[owner]
        for place in range(s.in_deck[owner]):
            is_open = place < s.buried[owner]
            out.deck[owner, place] = s.deck[owner, place] if is_open else HIDDEN


@helper
def view_turn(s: State, out: State) -> None:
    """Copy the turn and its chains, all of which is open."""
    out.link_count, out.chain_start, out.chain = s.link_count, s.chain_start, s.chain
    out.resolving, out.passes, out.phase = s.resolving, s.passes, s.phase
    out.effect, out.asks, out.concerned = s.effect, s.asks, s.concerned
    out.rest, out.amount, out.extra = s.rest, s.amount, s.extra
    out.turn, out.active, out.attacked = s.turn, s.active, s.attacked
    for seat in range(SEATS):
        out.left[seat], out.bonus[seat] = s.left[seat], s.bonus[seat]
        out.sides[seat], out.monster_used[seat] = s.sides[seat], s.monster_used[seat]
        out.forbidden[seat], out.lost[seat] = s.forbidden[seat], s.lost[seat]
        out.shield[seat], out.taken[seat] = s.shield[seat], s.taken[seat]
        out.costs[seat, 0], out.costs[seat, 1] = s.costs[seat, 0], s.costs[seat, 1]
        for place in range(LASTING):
            out.lasting[seat, place] = s.lasting[seat, place]
    for place in range(MOST_LINKS):
        out.links[place] = s.links[place]


@helper
def guess(s: State, _seat: int) -> None:
    """Fill a view: of the cards seen nowhere any can be in the hand, the rest are in the deck."""
    for owner in range(SEATS):
        unseen, first = list_unseen(s, owner), int(s.buried[owner])
        last = first + unseen
        shuffle(s, s.deck[owner, first:last], unseen)
        while lacks_what_is_offered(s, owner):
            shuffle(s, s.deck[owner, first:last], unseen)
        for place in range(s.in_deck[owner], last):
            s.hand[owner, s.deck[owner, place]] += 1
            s.deck[owner, place] = 0


@helper
def lacks_what_is_offered(s: State, owner: int) -> bool:
    """Whether a deck in which a card is being searched for has no such card, which cannot be."""
    if s.asks != ASK_CARD or s.concerned != owner:
        return False
    seat, number = asking_seat(s), int(s.effect) - 1
    if operation_of(s, seat, number) != SEARCH:
        return False
    trait = asked_trait(s, seat, number)
    for place in range(s.buried[owner], s.in_deck[owner]):
        if has_trait(s, owner, int(s.deck[owner, place]), trait):
            return False
    return True


@helper
def list_unseen(s: State, owner: int) -> int:
    """Lay the cards of a player that are seen nowhere out in its deck, above those face up, and
    count them.
    """
    count, first = 0, int(s.buried[owner])
    for kind in range(DECK):
        for _ in range(unseen_copies(s, owner, kind)):
            s.deck[owner, first + count] = kind
            count += 1
    return count


@helper
def is_whole(s: State, seat: int) -> bool:
    """Whether nothing of a player's cards is hidden."""
    top = int(s.in_deck[seat]) - 1
    if top >= 0 and s.deck[seat, top] == HIDDEN:
        return False
    return count_of(s.hand[seat]) == s.in_hand[seat]
