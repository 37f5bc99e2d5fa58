"""BINMAT in writing, as its players write it: moves, deals and positions.

A card is a face, `2` to `9`, `a` for ten, `@` TRAP, `*` WILD, `?` BOUNCE, `>` BREAK, and a suit,
`& % + ! ^ #`. Moves:

    --      pass
    d3 da   draw from lane 3, from the attacker deck
    p7^2    play 7^ face down to lane 2; u>!0 plays >! face up to lane 0
    c4      combat in lane 4
    x5&1    discard 5& to lane 1; x5&a discards it to the attacker discard and draws two

A face alone will do (`p72`): it is the first such card in your hand in the order of the suits. A
deal is six lane decks, bottom first, with spaces between.

In a position each place is named as the game's players name it, with its cards, the top or newest
one last: `l0` to `l5` lane decks, `x0` to `x5` lane discards, `a` and `xa` the attacker's deck and
discard, `d0` to `d5` and `a0` to `a5` the stacks of both roles, `hd` and `ha` the hands. A place
without cards is left out. In a stack `u` behind a card says that it lies face up; `X` is a card
that is hidden:

    l0=XXX l3=XX9^ d3=8^u?#u a2=X hd=7&2# ha=XXX turn=57

`turn` counts from 0, and the defender moves on even turns. `shown` lists the lanes whose decks show
their tops (345 if left out), `passes` the passes in a row of both roles, `won=1:damage` says that
the game is over. `seen0` and `seen1` say where a role holds cards possible, beyond what it sees
now: bit 1 is `l0`, then come `l1` to `l5`, `a`, `x0` to `x5`, `xa`, `d0` to `d5`, `a0` to `a5`,
`hd` and `ha`. Where neither is given, a card that is hidden can be in any place that hides one.
`past0` and `past1` are what a role has seen of the other hand, and among which cards it saw each
one last, `pools` from which shuffle the decks come (past.py), all in hexadecimal digits. They are
left out where anything can have been.
"""

import re
from collections.abc import Callable
from copy import copy
from functools import cache, lru_cache

import numpy as np

from duelhall.engine.definition import ending_text, parse_ending
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove, shortened
from duelhall.engine.record import SEATS, UNDECIDED, Array, unpacked
from duelhall.engine.template import interpreted
from duelhall.engine.text import entries, number, pair
from duelhall.games.binmat.guess import check_past, check_seen
from duelhall.games.binmat.memory import count_known
from duelhall.games.binmat.past import LOCATED
from duelhall.games.binmat.past import UNSEEN as UNSEEN_KIN
from duelhall.games.binmat.piles import count_facing
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    ATTACKER_DISCARD,
    CARD_MOVES,
    CARDS,
    COMBAT,
    DECK,
    DECKS,
    DISCARD,
    DISCARD_FOR_TWO,
    DISCARDS,
    DRAW,
    FACES,
    FIRST_OPEN_LANE,
    HANDS,
    HEIGHT,
    LANES,
    NAMES,
    NOWHERE,
    PASS,
    PAST,
    PLACE,
    PLACES,
    PLAY_DOWN,
    PLAY_UP,
    REASONS,
    STACKS,
    SUIT_SIZE,
    SUITS,
    TURNS,
    UP,
    WAYS,
    Choices,
    State,
    is_ordered,
    place_of,
)
from duelhall.games.binmat.view import is_named, reset_memory, reset_past

UNSEEN_CARD = "X"
FACE_UP = "u"
PLACE_NAMES = {
    **{f"l{lane}": DECKS + lane for lane in range(LANES)},
    "a": ATTACKER_DECK,
    **{f"x{lane}": DISCARDS + lane for lane in range(LANES)},
    "xa": ATTACKER_DISCARD,
    **{f"d{lane}": STACKS + lane for lane in range(LANES)},
    **{f"a{lane}": STACKS + LANES + lane for lane in range(LANES)},
    "hd": HANDS,
    "ha": HANDS + 1,
}
"""The places in the order of their numbers."""

KIN, PILE, POOL = "[0-9a-f]{2}", "(?:0[8-9a-f]|1[0-9a])", "(?:5[0-9a-f]|[6-9a-f][0-9a-f])"
PAST_TEXT = re.compile(f"(?:[134]{KIN}|2{PILE}|5{POOL}|6{POOL}7{KIN})*")
CARD = re.compile(rf"X|[{re.escape(FACES)}][{re.escape(SUITS)}]u?")
SHOWN = "".join(str(lane) for lane in range(FIRST_OPEN_LANE, LANES))
PAST_WORDS = ("pools", "past0", "past1")
MEMORY = ("seen0", "seen1", *PAST_WORDS)
ENTRIES = (*PLACE_NAMES, "turn", "shown", "passes", "won", *MEMORY)
KIN_DIGITS, ENTRY_DIGITS = 2, 3
"""How many hexadecimal digits stand for a kin and for an entry of the past (past.py)."""


# --- writing ---


def position_text(s: State) -> str:
    """A state or a view in one line."""
    whole, s = s, unpacked(s)
    parts = [f"{name}={''.join(cards)}" for name, cards in place_cards(s).items() if cards]
    parts.append(f"turn={s.turn}")
    shown = "".join(str(lane) for lane in range(LANES) if s.shown[lane])
    if shown != SHOWN:
        parts.append(f"shown={shown or '-'}")
    if s.passes.any():
        parts.append(f"passes={s.passes[0]}:{s.passes[1]}")
    parts += ending_text(s, REASONS)
    parts += [f"seen{seat}={_grouped(s.seen[seat])}" for seat in (0, 1) if s.seen[seat].any()]
    if s.shuffles or (s.pools != UNSEEN_KIN).any():
        parts.append(f"pools={s.pools.tobytes().hex()}{s.shuffles:02x}")
    for seat in range(SEATS):
        if s.kin[seat].any() and _tells_past(s, unpacked(copy(whole)), seat):
            parts.append(f"past{seat}={_past(s, seat)}")
    return " ".join(parts)


def first_position_text(s: State) -> str:
    """A state or a view in one line, without the past, as it was first written."""
    words = position_text(s).split(" ")
    return " ".join(word for word in words if not word.startswith(PAST_WORDS))


def _tells_past(s: State, other: State, seat: int) -> bool:
    """Whether a seat has seen more of the other hand than the rest of the line says."""
    interpreted(reset_past)(other, seat)
    return bool((other.kin[seat] != s.kin[seat]).any() or (other.past[seat] != s.past[seat]).any())


def place_cards(s: State) -> dict[str, list[str]]:
    """The cards of every place by its name, top last, `u` behind those that lie face up; in a
    discard pile those that are seen come first, in the order of the suits.
    """
    return _place_cards(tuple(s.count.tolist()), tuple(s.spot.tolist()))


@lru_cache(maxsize=2)
def _place_cards(counts: tuple[int, ...], spots: tuple[int, ...]) -> dict[str, list[str]]:
    """The same, kept for writing a position and drawing its board."""
    piles = [[UNSEEN_CARD] * count for count in counts]
    filled = [0] * PLACES
    for card, spot in enumerate(spots):
        place, height = spot // PLACE, spot & HEIGHT
        if place != NOWHERE:
            if DISCARDS <= place <= ATTACKER_DISCARD:
                height = filled[place]
                filled[place] += 1
            piles[place][height] = NAMES[card] + (FACE_UP if spot & UP else "")
    return {name: piles[place] for name, place in PLACE_NAMES.items()}


def _grouped(numbers: Array) -> str:
    """Cards by a number of each: `number:cards`, the largest group last as `number:*`."""
    groups: dict[int, list[int]] = {}
    for card, common in enumerate(numbers.tolist()):
        groups.setdefault(common, []).append(card)
    *others, (most, _) = sorted(groups.items(), key=lambda group: (len(group[1]), group[0]))
    words = [f"{mask:x}:{''.join(NAMES[card] for card in cards)}" for mask, cards in others]
    return ";".join([*words, f"{most:x}:*"])


def _past(s: State, seat: int) -> str:
    """What a seat has seen of the other hand, entry by entry, and the kin of every card."""
    entries = s.past[seat, : s.past_size[seat]].tolist()
    text = "".join(f"{entry:0{ENTRY_DIGITS}x}" for entry in entries)
    return f"{text}/{_grouped(s.kin[seat])}"


def hides(s: State) -> bool:
    """Whether this is a view, in which cards are hidden."""
    return bool((s.spot == NOWHERE).any())


# --- reading ---


def parse_position(text: str, s: State) -> None:
    """Fill a state from one line."""
    found = entries(text.split(), ENTRIES)
    for name, place in PLACE_NAMES.items():
        _parse_place(found.get(name, ""), place, s)
    total = int(s.count.sum())
    if total != CARDS:
        raise BadPosition(f"there are {total} cards here, and {CARDS} in the game (N30)")
    _parse_turn(found, s)
    for lane in range(LANES):
        s.shown[lane] = str(lane) in found.get("shown", SHOWN)
    if hides(s) and not {"seen0", "seen1"} & set(found):
        _hold_all_possible(s)
    _parse_pools(found, s)
    for seat in range(SEATS):
        _parse_seen(found, s, seat)
        _parse_past(found, s, seat)


def _parse_place(text: str, place: int, s: State) -> None:
    words = CARD.findall(text)
    if "".join(words) != text:
        raise BadPosition(f"expected cards like 7^, or X, not {shortened(text)}")
    if len(words) > CARDS:
        raise BadPosition(
            f"there are {len(words)} cards in one place, and {CARDS} in the game (N30)"
        )
    for height, word in enumerate(words):
        if word.endswith(FACE_UP) and not STACKS <= place < HANDS:
            raise BadPosition(f"a card can lie face up only in a stack: {word}")
        if word != UNSEEN_CARD:
            card = NAMES.index(word[:2])
            if s.spot[card] != NOWHERE:
                raise BadPosition(f"the card {word[:2]} is in two places")
            ordered = is_ordered(place)
            s.spot[card] = place * PLACE + (height if ordered else 0)
            if word.endswith(FACE_UP):
                s.spot[card] += UP
            count_facing(s, card, 1)
    s.count[place] = len(words)


def _parse_turn(found: dict[str, str], s: State) -> None:
    s.turn = number(found.get("turn", "0"), TURNS + 1)
    s.to_move = s.turn % SEATS
    s.passes[:] = [number(text, 3) for text in pair(found, "passes")]
    parse_ending(found, REASONS, s)
    if s.turn == TURNS and s.winner == UNDECIDED:
        raise BadPosition("after 110 turns the game is over (N30)")


def _parse_seen(found: dict[str, str], s: State, seat: int) -> None:
    """Read what a role can tell; where it is not said, it is what it sees now."""
    text = found.get(f"seen{seat}")
    if text is None:
        if not hides(s):
            _remember(reset_memory, s, seat)
        return
    _spread(text, s.seen[seat], 1 << PLACES)
    check_seen(s, seat)
    interpreted(count_known)(s, seat)


def _parse_pools(found: dict[str, str], s: State) -> None:
    text = found.get("pools")
    if text is None:
        s.pools[:] = UNSEEN_KIN
    elif re.fullmatch("[0-9a-f]*", text) and len(text) == KIN_DIGITS * (len(s.pools) + 1):
        *pools, s.shuffles = bytes.fromhex(text)
        s.pools[:] = pools
    else:
        raise BadPosition(f"expected pools as the program writes them, not {shortened(text)}")


def _parse_past(found: dict[str, str], s: State, seat: int) -> None:
    """Read what a role has seen of the other hand; where it is not said, anything can have been."""
    text = found.get(f"past{seat}")
    if text is None:
        if s.seen[seat].any() and not s.kin[seat].any():
            _remember(reset_past, s, seat)
        return
    written, _, kin = text.partition("/")
    entries = [written[at : at + ENTRY_DIGITS] for at in range(0, len(written), ENTRY_DIGITS)]
    if len(entries) > PAST or not PAST_TEXT.fullmatch(written):
        raise BadPosition(f"expected a past as the program writes it, not {shortened(text)}")
    s.kin[seat], s.past[seat], s.past_size[seat] = 0, 0, len(entries)
    s.past[seat, : len(entries)] = [int(entry, 16) for entry in entries]
    _spread(kin, s.kin[seat], LOCATED + 1)
    check_past(s, seat)


def _remember(reset: Callable[[State, int], None], s: State, seat: int) -> None:
    """Let a role remember what `reset` says, in a record that is read in a third of the time."""
    plain = unpacked(s)
    interpreted(reset)(plain, seat)
    for name in ("seen", "known", "unsure", "kin", "past", "past_size"):
        s[name][seat] = getattr(plain, name)[seat]


def _spread(text: str, numbers: Array, bound: int) -> None:
    """Read groups of cards, and write the number of its group for each card."""
    rest = 0
    for group in text.split(";"):
        bits, _, cards = group.partition(":")
        words = CARD.findall(cards)
        is_number = re.fullmatch("[0-9a-f]+", bits) and 0 < int(bits, 16) < bound
        are_cards = "".join(words) == cards and all(word in NAMES for word in words)
        if not is_number or not (are_cards or cards == "*"):
            raise BadPosition(f"expected bits:cards, not {shortened(group)}")
        if cards == "*":
            rest = int(bits, 16)
        for word in words:
            numbers[NAMES.index(word)] = int(bits, 16)
    numbers[numbers == 0] = rest


def _hold_all_possible(s: State) -> None:
    """Let both roles know what lies open, and hold the rest possible wherever cards are hidden."""
    places = s.spot.astype(int) // PLACE
    visible = np.bincount(places[places != NOWHERE], minlength=PLACES)
    hiding = sum(1 << place for place in range(1, PLACES) if visible[place] < s.count[place])
    s.seen[:] = np.where(places == NOWHERE, hiding, 1 << places)
    for seat in range(SEATS):
        interpreted(count_known)(s, seat)


MOVE_EXAMPLES = (
    "d3 (draw from lane 3), da (from the attacker deck), p7^2 (play 7^ face down to lane 2), u>!0 "
    "(face up), c4 (combat in lane 4), x5&1 (discard to lane 1), x5&a (discard and draw two) "
    "or -- (pass); p72 names a face alone"
)
ATTACKERS = "a"
LETTERS = {"p": PLAY_DOWN, "u": PLAY_UP, "x": DISCARD}
CARD_MOVE = re.compile(rf"([pux])([{re.escape(FACES)}])([{re.escape(SUITS)}]?)([0-5a])")


def move_text(move: int, _s: State) -> str:
    """A move in writing."""
    return _text(move)


@cache
def _text(move: int) -> str:
    if move == PASS:
        return "--"
    if move < COMBAT:
        lane = move - DRAW
        return f"d{lane if lane < LANES else ATTACKERS}"
    if move < CARD_MOVES:
        return f"c{move - COMBAT}"
    card, way = divmod(move - CARD_MOVES, WAYS)
    return _way_text(NAMES[card], way)


def _way_text(card: str, way: int) -> str:
    if way == DISCARD_FOR_TWO:
        return f"x{card}{ATTACKERS}"
    letter = next(letter for letter in "xup" if way >= LETTERS[letter])
    return f"{letter}{card}{way - LETTERS[letter]}"


def parse_move(text: str, s: State) -> int:
    """The move that is written so; the state says which card a face alone means."""
    word = text.lower()
    if word == "--":
        return PASS
    if re.fullmatch("d[0-5a]", word):
        return DRAW + (LANES if word[1] == ATTACKERS else int(word[1]))
    if re.fullmatch("c[0-5]", word):
        return COMBAT + int(word[1])
    found = CARD_MOVE.fullmatch(word)
    if not found or (found[4] == ATTACKERS and found[1] != "x"):
        raise UnreadableMove(text, MOVE_EXAMPLES)
    card = _card(FACES.index(found[2]), found[3], s)
    way = DISCARD_FOR_TWO if found[4] == ATTACKERS else LETTERS[found[1]] + int(found[4])
    return CARD_MOVES + card * WAYS + way


def _card(face: int, suit: str, s: State) -> int:
    """The card of a face and a suit; without a suit the first one that the mover holds."""
    if suit:
        return SUITS.index(suit) * SUIT_SIZE + face
    for card in range(face, CARDS, SUIT_SIZE):
        if place_of(s, card) == HANDS + int(s.to_move):
            return card
    return face  # nobody holds it, which the rules will say


def move_seen(s: State, move: int, _seat: int) -> str:
    """What the enemy is told: a card played face down, or discarded to a closed pile, is `X`."""
    if move < CARD_MOVES:
        return _text(move)
    card, way = divmod(move - CARD_MOVES, WAYS)
    return _way_text(NAMES[card] if is_named(s, way) else UNSEEN_CARD, way)


def deal_text(cards: Array, _options: Choices) -> str:
    """Six lane decks, bottom first."""
    decks = cards.reshape(LANES, DECK)
    return " ".join("".join(NAMES[card] for card in deck) for deck in decks)


def parse_deal(text: str, _options: Choices) -> Array:
    """Six lane decks of thirteen cards that together are the pack (N30)."""
    decks = text.lower().split()
    if [len(deck) for deck in decks] != [2 * DECK] * LANES:
        raise BadDeal(
            f"a deal is {LANES} decks of {DECK} cards with spaces between them, each card written "
            "like 7^ (N30)"
        )
    words = [deck[place : place + 2] for deck in decks for place in range(0, 2 * DECK, 2)]
    for word in words:
        if word not in NAMES:
            raise BadDeal(f"there is no card {shortened(word)}; a card is written like 7^ (N30)")
        if words.count(word) > 1:
            raise BadDeal(f"the card {word} is in this deal {words.count(word)} times (N30)")
    return np.array([NAMES.index(word) for word in words], np.int8)
