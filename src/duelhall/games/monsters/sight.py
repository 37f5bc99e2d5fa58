"""What a seat of Monsters sees, and what it may imagine behind it (M19)."""

from duelhall.engine.chance import shuffle
from duelhall.engine.record import HIDDEN
from duelhall.engine.rule import helper, rule
from duelhall.engine.seats import SEATS
from duelhall.games.monsters.state import MOST_LINKS, State
from duelhall.games.monsters.table import copies_of
from duelhall.games.monsters.words import DECK, MONSTER
from duelhall.games.monsters.zones import count_of, link_kind, link_seat


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
        for place in range(s.in_deck[owner]):
            out.deck[owner, place] = HIDDEN


@helper
def view_turn(s: State, out: State) -> None:
    """Copy the turn and its chains, all of which is open."""
    out.link_count, out.chain_start, out.chain = s.link_count, s.chain_start, s.chain
    out.resolving, out.passes, out.phase = s.resolving, s.passes, s.phase
    out.turn, out.active, out.attacked = s.turn, s.active, s.attacked
    for seat in range(SEATS):
        out.left[seat], out.bonus[seat] = s.left[seat], s.bonus[seat]
        out.sides[seat], out.monster_used[seat] = s.sides[seat], s.monster_used[seat]
        out.forbidden[seat], out.lost[seat] = s.forbidden[seat], s.lost[seat]
    for place in range(MOST_LINKS):
        out.links[place] = s.links[place]


@helper
def guess(s: State, _seat: int) -> None:
    """Fill a view: of the cards seen nowhere any can be in the hand, the rest are in the deck."""
    for owner in range(SEATS):
        unseen = list_unseen(s, owner)
        shuffle(s, s.deck[owner, :unseen], unseen)
        for place in range(s.in_deck[owner], unseen):
            s.hand[owner, s.deck[owner, place]] += 1
            s.deck[owner, place] = 0


@helper
def list_unseen(s: State, owner: int) -> int:
    """Lay the cards of a player that are seen nowhere out in its deck, and count them."""
    count = 0
    for kind in range(DECK):
        seen = int(s.hand[owner, kind]) + int(s.stasis[owner, kind]) + int(s.drop[owner, kind])
        for place in range(s.in_damage[owner]):
            seen += int(s.damage[owner, place] == kind)
        for place in range(s.link_count):
            link = int(s.links[place])
            seen += int(link_kind(link) == kind != MONSTER and link_seat(link) == owner)
        for _ in range(copies_of(s, owner, kind) - seen):
            s.deck[owner, count] = kind
            count += 1
    return count


@helper
def is_whole(s: State, seat: int) -> bool:
    """Whether nothing of a player's cards is hidden."""
    if s.in_deck[seat] > 0 and s.deck[seat, 0] == HIDDEN:
        return False
    return count_of(s.hand[seat]) == s.in_hand[seat]
