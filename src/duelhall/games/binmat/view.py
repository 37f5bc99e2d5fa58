"""What a role of BINMAT sees and remembers (N3, N40), also as numbers for a learner."""

from typing import Annotated

import numpy as np

from duelhall.engine.observation import CommonObservation, observe_standing, said_of_reasons, share
from duelhall.engine.record import SEATS, Float32, Grid, Row, foe, owner_of
from duelhall.engine.rule import helper, rule
from duelhall.games.binmat.memory import count_known, single
from duelhall.games.binmat.past import IN, LOCATED, OUT, UNSEEN, cut, note
from duelhall.games.binmat.state import (
    ATTACKER,
    ATTACKER_DECK,
    CARD_MOVES,
    CARDS,
    COMBAT,
    DECK,
    DECKS,
    DISCARD,
    DRAW,
    FACES,
    HANDS,
    HEIGHT,
    LANES,
    MOVES,
    NOWHERE,
    OPEN,
    PAST,
    PLACES,
    PLAY_UP,
    REASONS,
    STACKS,
    SUIT_SIZE,
    SUITS,
    TURNS,
    WAYS,
    State,
    face_of,
    is_ordered,
    is_up,
    place_of,
    sees,
)


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
def reset_memory(s: State, seat: int) -> None:
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
    reset_past(s, seat)


@helper
def reset_past(s: State, seat: int) -> None:
    """Let the other player have come by all cards in any way, but for those of which the seat knows
    where they are.
    """
    s.past_size[seat] = PAST
    cut(s, seat, 0)
    for place in range(PLACES):
        s.hidden[place] = s.count[place]
    for card in range(CARDS):
        reset_kin(s, seat, card)
    enemy = foe(seat)
    for place in range(ATTACKER_DECK + 1, PLACES):
        if s.hidden[place] > 0 and (not is_ordered(place) or is_of(place, enemy)):
            note_hidden_moves(s, seat, place)
    for place in range(PLACES):
        s.hidden[place] = 0


@helper
def is_of(place: int, seat: int) -> bool:
    """Whether a stack or a hand is a player's."""
    if place >= HANDS:
        return place == HANDS + seat
    return (place - STACKS) // LANES == seat


@helper
def reset_kin(s: State, seat: int, card: int) -> None:
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
def note_hidden_moves(s: State, seat: int, place: int) -> None:
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


COPIES = len(SUITS)
"""How many cards there are of each face."""

SPOTS = PLACES - DECKS
"""All places but nowhere, in the order of their numbers, own stacks and hands first."""

MOST_PASSES = 2
"""More in a row are not counted (N8)."""

IN_SIGHT, FACE_UP, NEWEST, BELOW = range(4)
"""The numbers of a card that lies in sight."""

THE_PLACES = (
    "the lane decks 0 to 5, the attacker's deck, the lane discards 0 to 5, the attacker's discard, "
    "my stacks 0 to 5, their stacks 0 to 5, my hand, their hand"
)
THE_CARDS = f"suit by suit ({' '.join(SUITS)}), in each the faces {' '.join(FACES)}"

LEAVES_OUT = {
    "kin": "among which cards the role saw each one last only says how likely guesses are",
    "past": "in which order it saw cards go into the other hand and out of it only does so, too; "
    "what follows for certain is in `possible`, and all of it in the information state",
    "past_size": "it belongs to `past`",
    "pools": "it belongs to `kin`: it numbers the shuffles from which decks come",
    "shuffles": "it belongs to `pools`",
}

MOVE_NUMBERS = {
    "pass": range(DRAW),
    "draw from a lane deck, or from the attacker's": range(DRAW, COMBAT),
    "begin combat in a lane": range(COMBAT, CARD_MOVES),
    f"for each card, {THE_CARDS}, {WAYS} ways to use it: play it face down to lanes 0 to 5, face "
    "up to them, discard it to them, or discard it for two cards": range(CARD_MOVES, MOVES),
}


class Observed(CommonObservation):
    """What a role of BINMAT knows and remembers."""

    attacking: Annotated[Float32, "1 if I am the attacker"]
    turn: Annotated[Float32, f"turns played, divided by {TURNS}"]
    passes: Annotated[
        Row, np.float32, SEATS,
        f"passes in a row, mine and theirs, {MOST_PASSES} at most, divided by {MOST_PASSES}",
    ]  # fmt: skip
    shown: Annotated[Row, np.float32, LANES, "1 for each lane deck whose top lies face up"]
    count: Annotated[
        Grid, np.float32, SPOTS, 2,
        f"how many cards each place has, in the order of {THE_PLACES}: up to {DECK}, divided by "
        f"{DECK}, and those beyond, divided by {CARDS - DECK}",
    ]  # fmt: skip
    faces: Annotated[
        Grid, np.float32, SPOTS, SUIT_SIZE,
        f"how many cards of each face ({' '.join(FACES)}) I know to be in each place, divided by "
        f"{COPIES}",
    ]  # fmt: skip
    possible: Annotated[
        Grid, np.float32, CARDS, SPOTS,
        f"for each card, {THE_CARDS}, 1 at every place where it can be, by all that I have seen",
    ]  # fmt: skip
    sight: Annotated[
        Grid, np.float32, CARDS, 4,
        "for each card that I see now: 1, whether it lies face up in a stack, whether it is the "
        f"top or newest card of its place, and how many lie below it, divided by {CARDS - 1}",
    ]  # fmt: skip
    reason: Annotated[Row, np.float32, len(REASONS) - 1, said_of_reasons(REASONS)]


@helper
def observe(s: State, seat: int, out: Observed) -> None:
    """Make numbers of what a role sees and remembers."""
    out.attacking, out.turn = int(seat == ATTACKER), share(s.turn, TURNS)
    for side in range(SEATS):
        out.passes[side] = share(s.passes[owner_of(side, seat)], MOST_PASSES)
    for lane in range(LANES):
        out.shown[lane] = int(s.shown[lane])
    for place in range(DECKS, PLACES):
        count, spot = int(s.count[place]), spot_of(place, seat)
        out.count[spot, 0] = share(min(count, DECK), DECK)
        out.count[spot, 1] = share(max(count - DECK, 0), CARDS - DECK)
    for card in range(CARDS):
        observe_card(s, seat, card, out)
    for spot in range(SPOTS):
        for face in range(SUIT_SIZE):
            out.faces[spot, face] = share(out.faces[spot, face], COPIES)
    observe_standing(s, seat, out)
    if s.reason > 0:
        out.reason[s.reason - 1] = 1


@helper
def spot_of(place: int, seat: int) -> int:
    """A place by its number among those that a role tells apart, its own before the other's."""
    if place >= HANDS:
        place = HANDS + int(place != HANDS + seat)
    elif place >= STACKS:
        owner, lane = (place - STACKS) // LANES, (place - STACKS) % LANES
        place = STACKS + int(owner != seat) * LANES + lane
    return place - DECKS


@helper
def observe_card(s: State, seat: int, card: int, out: Observed) -> None:
    """Say where a card can be, and how it lies if it is in sight."""
    mask = int(s.seen[seat, card])
    for place in range(DECKS, PLACES):
        if (mask >> place) & 1:
            out.possible[card, spot_of(place, seat)] = 1
    if mask & (mask - 1) == 0:
        out.faces[spot_of(single(mask), seat), face_of(card)] += 1
    place = place_of(s, card)
    if place != NOWHERE:
        below = int(s.spot[card]) & HEIGHT
        out.sight[card, IN_SIGHT], out.sight[card, FACE_UP] = 1, int(is_up(s, card))
        out.sight[card, NEWEST] = int(is_ordered(place) and below == s.count[place] - 1)
        out.sight[card, BELOW] = share(below, CARDS - 1)
