"""The table of BINMAT: what a seat sees of it, as players draw it, and how a person moves on it.

A zone's id is its name in positions: `l0` a lane deck, `x0` a lane discard, `d0` and `a0` the
stacks in front of it, `a` and `xa` the attacker's piles, `hd` and `ha` the hands.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple, TypeAlias, TypedDict, cast

import numpy as np

from duelhall.engine.board import (
    DOWN,
    HIDDEN,
    UP,
    Board,
    Card,
    Fact,
    FactTypes,
    Piece,
    Sketch,
    SketchRow,
    StandingFacts,
    Touch,
    Touches,
    Zone,
    drawn_sketch,
    runs,
    standing,
)
from duelhall.engine.record import UNDECIDED, Array, GameState, unpacked
from duelhall.engine.template import interpreted
from duelhall.engine.text import counted
from duelhall.games.binmat.combat import attack_power, damage_of, total
from duelhall.games.binmat.notation import FACE_UP, PLACE_NAMES, UNSEEN_CARD, place_cards
from duelhall.games.binmat.piles import lane_is_free, lay
from duelhall.games.binmat.state import (
    ATTACKER,
    ATTACKER_DECK,
    BOUNCE,
    BREAK,
    CARD_MOVES,
    COMBAT,
    DAMAGED,
    DECKS,
    DEFENDER,
    DISCARD,
    DISCARD_FOR_TWO,
    DRAW,
    ELAPSED,
    FACES,
    FORFEIT,
    LANES,
    NAMES,
    NOWHERE,
    PASS,
    PLACE,
    PLAY_UP,
    STATE,
    TEN,
    TIES,
    TURNS,
    WAYS,
    Choices,
    State,
    face_of,
    stack_of,
)
from duelhall.games.binmat.state import HANDS as HAND_PLACES

ROLES = ("defender", "attacker")
FACE_WORDS = {face: str(2 + value) for value, face in enumerate(FACES[: TEN + 1])}
FACE_WORDS |= {"@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK"}
SUIT_WORDS = {"&": "FORM", "%": "KIN", "+": "DATA", "!": "CHAOS", "^": "VOID", "#": "CHOICE"}
PLACES = tuple(PLACE_NAMES)
NO_LANE = -1
BOTH = (DEFENDER, ATTACKER)
TRAPS = [f"@{suit}" for suit in SUIT_WORDS]
STACKS, HANDS = "da", ("hd", "ha")
"""The ids of the seats' zones on the board; those of stacks go on with the number of the lane."""


class BinmatFacts(StandingFacts):
    """The facts of a board of BINMAT."""

    role_to_move: str | None
    turn: int
    turns_left: int
    passes: list[int]


class PlaceFacts(TypedDict, total=False):
    """The facts of a place: its lane, whether its top card lies open, and what is known of it."""

    lane: int
    shown: bool
    closed: bool  # a deck from which a defender stack keeps the attacker
    known: list[str]
    sum: int  # of a stack of which every card is known
    power: int
    damage: int  # that combat would deal now, of an attacker stack, if both stacks are known


CombatFacts = TypedDict(
    "CombatFacts",
    {
        "step": str,
        "lane": int,
        "role": str,
        "cards": list[str | None],
        "from": str,
        "to": str,
        "attack_sum": int,
        "defence_sum": int,
        "attack": int,
        "defence": int,
        "damage": int | None,
    },
    total=False,
)
"""The facts of a step of combat."""


class BinmatChange(TypedDict, total=False):
    """What a move did, as far as a seat knows: places are called as on the board."""

    card: str  # that was played or discarded
    to: str  # where it went
    up: bool  # it was played face up
    deck: str  # from which cards were drawn
    drawn: list[str | None]  # none if the deck and its discard pile had no card left
    shuffled: bool  # the deck was empty, and its discard pile became the deck
    hand: int  # cards that a second pass in a row cost
    lane: int  # in which a combat began
    struck: int  # cards that the defender stack lost in it
    taken: int  # cards of the lane deck that the attacker took
    lost: int  # attackers that went to a discard pile
    broke: bool  # the lane had too few cards


FACTS = FactTypes(BinmatFacts, (PlaceFacts,), scene=CombatFacts, change=BinmatChange)


def board(s: State, seat: int | None) -> Board:
    """The lanes from 0 to 5, the attacker's piles, and the hands, the enemy's first."""
    s = unpacked(s)
    cards, known, shown = place_cards(s), _known(s, seat), s.shown.tolist()
    more = _worked_out(s, cards, known)
    zones = [
        _zone(p, tuple(cards[p.id]), bool(shown[p.lane]), known.get(p.id, ()), more.get(p.id, ()))
        for p in _places(seat)
    ]
    return Board(seat, _sentence(s), _facts(s), tuple(zones))


def _facts(s: State) -> BinmatFacts:
    facts = standing(s.to_move, s.winner)
    mover = facts["to_move"]
    return {
        **facts,
        "role_to_move": None if mover is None else ROLES[mover],
        "turn": s.turn,
        "turns_left": _turns_left(s),
        "passes": s.passes.tolist(),
    }


def _turns_left(s: State) -> int:
    """How many turns are still to come; the one in which a game was won is over, too."""
    was_won_by_a_move = s.winner != UNDECIDED and s.reason not in (ELAPSED, FORFEIT)
    return TURNS - s.turn - int(was_won_by_a_move)


def _sentence(s: State) -> str:
    left = _turns_left(s)
    if s.winner != UNDECIDED:
        return f"The game is over with {left} of {TURNS} turns left"
    return f"{counted(left, 'turn')} left, {ROLES[s.to_move]} to move"


class Place(NamedTuple):
    """A place on the table: its id, its kind, what it is called, whose it is, and in which lane."""

    id: str
    kind: str
    label: str
    owner: int | None
    lane: int = NO_LANE


@cache
def _places(seat: int | None) -> tuple[Place, ...]:
    """All places as a seat calls them."""
    lanes = (place for lane in range(LANES) for place in _lane(lane))
    piles = (
        Place("a", "deck", "Attacker deck", ATTACKER),
        Place("xa", "pile", "Attacker discard", ATTACKER),
    )
    roles = (ATTACKER, DEFENDER) if seat != ATTACKER else (DEFENDER, ATTACKER)
    return (*lanes, *piles, *(_hand(role, seat) for role in roles))


def _lane(lane: int) -> Iterator[Place]:
    yield _stack(ATTACKER, lane)
    yield _stack(DEFENDER, lane)
    yield Place(f"l{lane}", "deck", f"Lane {lane}, deck", None, lane)
    yield Place(f"x{lane}", "pile", f"Lane {lane}, discard", None, lane)


def _stack(role: int, lane: int) -> Place:
    return Place(f"{STACKS[role]}{lane}", "stack", f"Lane {lane}, {ROLES[role]} stack", role, lane)


def _hand(role: int, seat: int | None) -> Place:
    whose = "Your" if role == seat else f"{ROLES[role].capitalize()}'s"
    return Place(HANDS[role], "hand", f"{whose} hand", role)


def _known(s: State, seat: int | None) -> dict[str, tuple[str, ...]]:
    """Cards that a seat does not see, and knows to be in a place (N40)."""
    found: dict[str, tuple[str, ...]] = {}
    if seat is not None:
        hidden = (s.spot == NOWHERE).nonzero()[0].tolist()
        seen = s.seen[seat].tolist()
        for card in hidden:
            places = seen[card]
            if places and places & (places - 1) == 0:
                name = PLACES[places.bit_length() - 2]
                found[name] = (*found.get(name, ()), NAMES[card])
    return found


Faces: TypeAlias = tuple[str, ...]
More: TypeAlias = tuple[tuple[str, Fact], ...]


def _worked_out(
    s: State, cards: Mapping[str, list[str]], known: Mapping[str, Faces]
) -> dict[str, More]:
    """What players work out from the cards in front of a lane, by the place of which it is said."""
    found: dict[str, More] = {}
    for lane in range(LANES):
        names = [f"{letter}{lane}" for letter in STACKS]
        stacks = [_all_of(cards[name], known.get(name, ())) for name in names]
        found.update(zip(names, _weighed(s.options, *stacks), strict=True))
        if not interpreted(lane_is_free)(s, ATTACKER, lane):
            found[f"l{lane}"] = (("closed", True),)
    return found


def _all_of(faces: Sequence[str], known: Faces) -> Faces | None:
    """All cards of a stack, if they are known, whether or not in which order."""
    seen = tuple(face for face in faces if face != UNSEEN_CARD) + known
    return seen if len(seen) == len(faces) else None


@lru_cache(maxsize=4096)
def _weighed(options: Choices, *stacks: Faces | None) -> list[More]:
    """What the stacks of a lane that are known come to, the defender's first, and what combat deals
    where nothing springs or bounces in it (N19, N20, N38).
    """
    s = cast(State, unpacked(np.zeros(1, STATE)[0])._replace(options=options))
    for seat, faces in enumerate(stacks):
        for face in faces or ():
            card, up = NAMES.index(face[:2]), int(face.endswith(FACE_UP))
            interpreted(lay)(s, card, stack_of(seat, 0), up)
    places = [stack_of(seat, 0) for seat in BOTH]
    sums, powers = ([interpreted(of)(s, place) for place in places] for of in (total, attack_power))
    weights = list[More]()
    for faces, total_of, power in zip(stacks, sums, powers, strict=True):
        weights.append((("sum", total_of), ("power", power)) if faces else ())
    acts = any(face[0] == "?" or face in TRAPS for faces in stacks for face in faces or ())
    if stacks[ATTACKER] and stacks[DEFENDER] is not None and not acts:
        defence, attack = powers
        deals = attack >= defence and (attack > 0 or options.nothing_each == TIES)
        damage = interpreted(damage_of)(s, 0, attack, defence) if deals else 0
        weights[ATTACKER] += (("damage", damage),)
    return weights


@lru_cache(maxsize=4096)
def _zone(place: Place, faces: Faces, shown: bool, known: Faces, more: More) -> Zone:  # noqa: FBT001, a key of the cache
    """A place with its cards, the top or newest one last; most stay the same for many turns."""
    cards, last = list(_cards(place.kind, faces)), len(faces) - 1
    facts: dict[str, Fact] = {} if place.lane == NO_LANE else {"lane": place.lane}
    if place.kind == "deck" and place.lane != NO_LANE:
        facts["shown"] = shown
        if shown and faces and faces[last] != UNSEEN_CARD:
            cards[-1] = replace(cards[-1], facing=UP)
    if known:
        facts["known"] = list(known)
    facts.update(more)
    return Zone(place.id, place.kind, place.label, place.owner, tuple(cards), facts)


def _cards(kind: str, faces: Sequence[str]) -> Iterator[Card]:
    for face, count in runs(faces):
        lies_down = kind == "deck" or (kind == "stack" and not face.endswith(FACE_UP))
        yield _card(face, count, DOWN if lies_down else UP)


def stack_zone(role: int, lane: int, faces: Sequence[str]) -> Zone:
    """A stack in front of a lane."""
    return _zone(_stack(role, lane), tuple(faces), shown=False, known=(), more=())


@lru_cache(maxsize=1024)
def _card(face: str, count: int, facing: str) -> Card:
    if face == UNSEEN_CARD:
        return Card(facing=HIDDEN, count=count)
    face = face.removesuffix(FACE_UP)
    return Card(face, f"{FACE_WORDS[face[0]]} of {SUIT_WORDS[face[1]]}", facing, id=face)


CELL = 5
MARGIN = 17
DECK_FACE_DOWN = "h"
CARD_MOVE = len("p7^2")
KNOWN = "known"


def sketch(board: Board) -> Sketch:
    """The lanes side by side, and a row for each place beside them."""
    zones = {zone.id: zone for zone in board.zones}
    rows = tuple(_row(zone) for zone in board.zones if "lane" not in zone.facts)
    return drawn_sketch(board.sentence, rows, _table(zones))


def first_sketch(board: Board) -> Sketch:
    """The same without what was added for people when bots already read it."""
    zones = tuple(_forgetful(zone) if "lane" in zone.facts else zone for zone in board.zones)
    drawn = sketch(replace(board, zones=zones))
    return drawn._replace(heading=drawn.heading.replace("1 turn left", "1 turns left"))


def _forgetful(zone: Zone) -> Zone:
    """A place without the cards that the viewer remembers to lie there."""
    facts = {name: value for name, value in zone.facts.items() if name != KNOWN}
    return replace(zone, facts=facts)


def _row(zone: Zone) -> SketchRow:
    """A place beside the lanes: what is seen, what is known in brackets, and how many more."""
    pieces = [Piece(card.face, name=card.face) for card in zone.cards if card.facing != HIDDEN]
    pieces += [Piece(f"({face})", HIDDEN) for face in zone.facts.get(KNOWN, ())]
    more = zone.size - len(pieces)
    if more:
        pieces.append(Piece(f"{more} hidden", HIDDEN))
    return SketchRow(zone.label, tuple(pieces), owner=zone.owner)


def _table(zones: dict[str, Zone]) -> Iterator[tuple[str, int | None]]:
    """The six lanes with both stacks, decks and discard piles."""
    stacks_a, stacks_d, lane_decks, piles = (
        [zones[f"{letter}{lane}"] for lane in range(LANES)] for letter in "adlx"
    )
    yield LANE_NUMBERS, None
    for label, stacks in (("attacker stacks", stacks_a), ("defender stacks", stacks_d)):
        yield from ((line, stacks[0].owner) for line in _stacks(label, stacks))
        yield DIVIDE, None
    yield from ((line, None) for line in _lanes(lane_decks, piles))


def _lanes(lane_decks: list[Zone], piles: list[Zone]) -> Iterator[str]:
    """What belongs to the lanes: decks and discard piles."""
    decks, discards = ([_faces(zone) for zone in lanes] for lanes in (lane_decks, piles))
    tops = [deck[-1].replace(UNSEEN_CARD, DECK_FACE_DOWN) if deck else "" for deck in decks]
    yield _line("lane decks", tops)
    yield _line("  cards", [str(len(deck)) for deck in decks])
    yield _line("lane discards", [str(len(pile)) for pile in discards])
    for depth in range(max(len(pile) for pile in discards)):
        row = ["" if (cell := _nth(pile, depth)) == UNSEEN_CARD else cell for pile in discards]
        if any(row):
            yield _line("", row)
    yield from _remembered(piles)


def _faces(zone: Zone) -> list[str]:
    return [text for card in zone.cards for text in [_text(zone, card)] * card.count]


def _text(zone: Zone, card: Card) -> str:
    if card.facing == HIDDEN:
        return UNSEEN_CARD
    return card.face + (FACE_UP if zone.kind == "stack" and card.facing == UP else "")


def _stacks(label: str, zones: list[Zone]) -> Iterator[str]:
    """Stacks side by side, the oldest cards on top; `u` is face up."""
    yield from _below(label, [_faces(zone) for zone in zones]) or [_line(label, [""] * LANES)]
    yield from _remembered(zones)


def _remembered(zones: list[Zone]) -> list[str]:
    """Cards that the viewer does not see and knows to lie there, nobody knows in which order."""
    known = [[f"({face})" for face in zone.facts.get(KNOWN, ())] for zone in zones]
    return _below("  remembered", known)


def _below(label: str, columns: list[list[str]]) -> list[str]:
    """Cards below each other in the columns of their lanes."""
    depths = range(max(len(column) for column in columns))
    return [
        _line("" if depth else label, [_nth(column, depth) for column in columns])
        for depth in depths
    ]


def _nth(cards: list[str], number: int) -> str:
    return cards[number] if number < len(cards) else ""


def _line(label: str, cells: list[str]) -> str:
    return f"{label:{MARGIN}}|" + "".join([f" {cell:{CELL - 1}}|" for cell in cells])


LANE_NUMBERS = _line("lane", [str(lane) for lane in range(LANES)])
DIVIDE = " " * MARGIN + "+" + ("-" * CELL + "+") * LANES


def card_played(move: str) -> str:
    """The card that a move plays or discards: `7^` in `p7^2`."""
    return move[1:3] if len(move) == CARD_MOVE else ""


def places(s: State, move: int) -> tuple[Touch, ...]:
    """A deck to draw from, a stack to fight with, or a card and where it goes."""
    return _places_of(int(s.to_move), move)


@cache
def _places_of(seat: int, move: int) -> tuple[Touch, ...]:
    if move == PASS:
        return ()
    if move < COMBAT:
        lane = move - DRAW
        return (Touch(f"l{lane}" if lane < LANES else "a"),)
    if move < CARD_MOVES:
        return (Touch(f"{STACKS[seat]}{move - COMBAT}"),)
    card, way = divmod(move - CARD_MOVES, WAYS)
    return (Touch(HANDS[seat], NAMES[card]), Touch(_goal(seat, way)))


def _goal(seat: int, way: int) -> str:
    if way == DISCARD_FOR_TWO:
        return "xa"
    return f"{'x' if way >= DISCARD else STACKS[seat]}{way % LANES}"


def says(_s: State, move: int) -> str:
    """`Draw from lane 3`, `Play 7^ face down to lane 2`."""
    return _says(move)


@cache
def _says(move: int) -> str:
    if move == PASS:
        return "Pass"
    if move < COMBAT:
        lane = move - DRAW
        return f"Draw from lane {lane}" if lane < LANES else "Draw from the attacker deck"
    if move < CARD_MOVES:
        return f"Begin combat in lane {move - COMBAT}"
    card, way = divmod(move - CARD_MOVES, WAYS)
    return _said(NAMES[card], way)


def _said(card: str, way: int) -> str:
    if way == DISCARD_FOR_TWO:
        return f"Discard {card} and draw two cards"
    lane = way % LANES
    if way >= DISCARD:
        return f"Discard {card} to lane {lane}"
    return f"Play {card} face {'up' if way >= PLAY_UP else 'down'} to lane {lane}"


def says_partly(_s: State, move: int) -> str:
    """`Play a card face down to lane 2`."""
    return _said("a card", (move - CARD_MOVES) % WAYS)


def kind(_s: State, move: int) -> str:
    """One word for what a move is."""
    if move < CARD_MOVES:
        return "pass" if move == PASS else "draw" if move < COMBAT else "attack"
    way = (move - CARD_MOVES) % WAYS
    return "exchange" if way == DISCARD_FOR_TWO else "discard" if way >= DISCARD else "play"


def change(before: GameState, move: int | None, after: GameState) -> BinmatChange:
    """What a move did, as far as it can be seen."""
    s, then = unpacked(before), unpacked(after)
    seat, grown = int(s.to_move), then.count - s.count
    if move == PASS:
        lost = -int(grown[HAND_PLACES + seat])
        return {"hand": lost} if lost else {}
    if move is None:  # only one card has moved that everybody saw go
        return {"to": PLACES[int(grown[DECKS:].argmax())]}
    if move < COMBAT:
        return _drawing(s, then, grown, DECKS + move - DRAW)
    if move < CARD_MOVES:
        return _fighting(then, grown, move - COMBAT)
    card, way = divmod(move - CARD_MOVES, WAYS)
    done: BinmatChange = {"card": NAMES[card], "to": _goal(seat, way)}
    if PLAY_UP <= way < DISCARD:
        done["up"] = True
    if way == DISCARD_FOR_TWO:
        grown[HAND_PLACES + seat] += 1
        done.update(_drawing(s, then, grown, ATTACKER_DECK))
    elif PLAY_UP <= way < DISCARD and _acts(s, card, way % LANES):
        grown[HAND_PLACES + seat] += 1
        grown[stack_of(seat, way % LANES)] -= 1
        done.update(_fighting(then, grown, way % LANES))
    return done


def _acts(s: GameState, card: int, lane: int) -> bool:
    """Whether a card acts at once when it is played face up (N17, N18)."""
    comes_first = s.to_move == ATTACKER and s.count[stack_of(ATTACKER, lane)] == 0
    return face_of(card) == BREAK or bool(comes_first and face_of(card) == BOUNCE)


def _drawing(s: GameState, then: GameState, grown: Array, deck: int) -> BinmatChange:
    """Which cards came from a deck into a hand: those of the own hand, and one that lay open."""
    hand = HAND_PLACES + int(s.to_move)
    count, name = int(grown[hand]), PLACES[deck - DECKS]
    came = np.flatnonzero((then.spot // PLACE == hand) & (s.spot // PLACE != hand)).tolist()
    drawn: list[str | None] = [NAMES[card] for card in sorted(came, key=then.spot.__getitem__)]
    if not drawn:
        tops = [*reversed(place_cards(cast(State, s))[name]), *[UNSEEN_CARD] * count][:count]
        drawn = [None if face == UNSEEN_CARD else face for face in tops]
    done: BinmatChange = {"deck": name, "drawn": drawn}
    if s.count[deck] < count:
        done["shuffled"] = True
    return done


def _fighting(then: GameState, grown: Array, lane: int) -> BinmatChange:
    """What a combat took, by how much places have grown since it began."""
    defenders, attackers = (-int(grown[stack_of(seat, lane)]) for seat in BOTH)
    taken = int(grown[HAND_PLACES + ATTACKER])
    done: BinmatChange = {"lane": lane, "struck": defenders, "taken": taken, "lost": attackers}
    if then.reason == DAMAGED:
        done["broke"] = True
    return done


TOUCHES = Touches(places, says, says_partly, kind, change)
