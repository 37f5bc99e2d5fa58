"""What a role of BINMAT knows and remembers, as numbers for a learner."""

from typing import Annotated

import numpy as np

from duelhall.engine.observation import Standing, observe_standing, share
from duelhall.engine.record import SEATS, Float32, Grid, Row, owner_of
from duelhall.engine.rule import helper
from duelhall.games.binmat.cards import CARDS, FACES, SUIT_SIZE, SUITS, face_of
from duelhall.games.binmat.places import is_ordered, is_up, place_of
from duelhall.games.binmat.state import (
    ATTACKER,
    CARD_MOVES,
    COMBAT,
    DECK,
    DECKS,
    DRAW,
    HANDS,
    HEIGHT,
    LANES,
    MOVES,
    NOWHERE,
    PLACES,
    REASONS,
    STACKS,
    TURNS,
    WAYS,
    State,
)
from duelhall.games.binmat.tracking import single

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


class Observed(Standing):
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
    reason: Annotated[
        Row, np.float32, len(REASONS) - 1, "1 at the reason for which it ended, in the order of "
        + ", ".join(reason.word for reason in REASONS[1:]),
    ]  # fmt: skip


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
