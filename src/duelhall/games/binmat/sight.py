"""What a role of BINMAT sees and remembers (N3, N40)."""

from duelhall.engine.record import SEATS, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.cards import CARDS
from duelhall.games.binmat.past import IN, LOCATED, OUT, UNSEEN, cut, note
from duelhall.games.binmat.places import is_ordered, place_of, sees
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    CARD_MOVES,
    DECKS,
    DISCARD,
    HANDS,
    LANES,
    NOWHERE,
    OPEN,
    PAST,
    PLACES,
    PLAY_UP,
    STACKS,
    WAYS,
    State,
)
from duelhall.games.binmat.tracking import count_known, single


@rule("N40", "N3")
def view(s: State, seat: int, out: State) -> None:
    """You see your hand and stacks, everything that lies face up, open piles and all counts, and
    you remember what you have seen.
    """
    out.to_move, out.winner, out.reason, out.turn = s.to_move, s.winner, s.reason, s.turn
    out.unsure[seat], out.shuffles = s.unsure[seat], s.shuffles
    for card in range(CARDS):
        out.seen[seat, card], out.kin[seat, card] = s.seen[seat, card], s.kin[seat, card]
        if sees(s, seat, card):
            out.spot[card] = s.spot[card]
    for place in range(PLACES):
        out.count[place] = s.count[place]
        out.known[seat, place] = s.known[seat, place]
    view_past(s, seat, out)
    for lane in range(LANES):
        out.shown[lane] = s.shown[lane]
        out.breaks[seat * LANES + lane] = s.breaks[seat * LANES + lane]
    for stack in range(SEATS * LANES):
        out.ups[stack], out.up_breaks[stack] = s.ups[stack], s.up_breaks[stack]
        if stack // LANES != seat:
            out.breaks[stack] = s.up_breaks[stack]
    for player in range(SEATS):
        out.passes[player] = s.passes[player]


@helper
def view_past(s: State, seat: int, out: State) -> None:
    """Copy what a seat remembers of the other hand."""
    out.past_size[seat] = s.past_size[seat]
    for entry in range(s.past_size[seat]):
        out.past[seat, entry] = s.past[seat, entry]
    for deck in range(LANES + 1):
        out.pools[deck] = s.pools[deck]


# --- what a role is told of a move ---


@helper
def is_named(s: State, way: int) -> bool:
    """Whether the enemy learns which card is used in this way: one that is played face up, or
    discarded to an open pile.
    """
    return PLAY_UP <= way < DISCARD or (way >= DISCARD and s.options.discards == OPEN)


@helper
def observed(s: State, move: int) -> int:
    """What the enemy knows of a move: where the card is not named, the same for all cards."""
    if move < CARD_MOVES or is_named(s, (move - CARD_MOVES) % WAYS):
        return move
    return CARD_MOVES + (move - CARD_MOVES) % WAYS


# --- where nothing is remembered ---


@helper
def imagine_memory(s: State, seat: int) -> None:
    """Let a seat know of the cards what it sees of them now, and hold all else possible."""
    hidden = 0
    for card in range(CARDS):
        if not sees(s, seat, card):
            hidden |= 1 << place_of(s, card)
    for card in range(CARDS):
        place = place_of(s, card)
        if sees(s, seat, card):
            s.seen[seat, card] = 1 << place
        else:
            s.seen[seat, card] = hidden
    count_known(s, seat)
    imagine_past(s, seat)


@helper
def imagine_past(s: State, seat: int) -> None:
    """Let the other player have come by all cards in any way, but for those of which the seat knows
    where they are.
    """
    s.past_size[seat] = PAST
    cut(s, seat, 0)
    for place in range(PLACES):
        s.hidden[place] = s.count[place]
    for card in range(CARDS):
        imagine_kin(s, seat, card)
    enemy = foe(seat)
    for place in range(ATTACKER_DECK + 1, PLACES):
        if s.hidden[place] > 0 and (not is_ordered(place) or is_of(place, enemy)):
            imagine_moves(s, seat, place)
    for place in range(PLACES):
        s.hidden[place] = 0


@helper
def is_of(place: int, seat: int) -> bool:
    """Whether a stack or a hand is a player's."""
    if place >= HANDS:
        return place == HANDS + seat
    return (place - STACKS) // LANES == seat


@helper
def imagine_kin(s: State, seat: int, card: int) -> None:
    """Say among which cards a seat saw a card last, by what it can tell now."""
    place, mask = place_of(s, card), int(s.seen[seat, card])
    if place != NOWHERE and sees(s, seat, card):
        s.kin[seat, card] = LOCATED
        s.hidden[place] -= 1
        return
    if mask & (mask - 1) == 0:
        place = single(mask)
        if place >= STACKS:
            s.kin[seat, card] = card + 1
            return
        if place > ATTACKER_DECK:
            s.kin[seat, card] = LOCATED
            s.hidden[place] -= 1
            return
    s.kin[seat, card] = s.pools[place - DECKS] if DECKS <= place <= ATTACKER_DECK else UNSEEN


@helper
def imagine_moves(s: State, seat: int, place: int) -> None:
    """Let the hidden cards of a place have come to the other hand, and gone on from there."""
    unknown = int(s.hidden[place])
    for card in range(CARDS):
        if s.seen[seat, card] == 1 << place and s.kin[seat, card] == card + 1:
            note(s, seat, IN, card + 1)
            unknown -= 1
    for _ in range(unknown):
        note(s, seat, IN, UNSEEN)
    if place < HANDS:
        for _ in range(s.hidden[place]):
            note(s, seat, OUT, place)
