"""The table of Monsters: both players' zones and the chain, as data and in rows of text, and how a
person moves on it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache, partial
from typing import Literal, TypedDict, cast

from duelhall.engine.board import (
    HIDDEN,
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
    both,
    hidden_cards,
    standing,
)
from duelhall.engine.board import whose as possessor
from duelhall.engine.record import UNDECIDED, unpacked
from duelhall.engine.template import interpreted
from duelhall.engine.text import counted
from duelhall.games.monsters.card_text import effect_sentence, effect_text, rules_text, use_lines
from duelhall.games.monsters.cards import Deck, Move
from duelhall.games.monsters.choice import asking_seat
from duelhall.games.monsters.deck_sheet import operation_of
from duelhall.games.monsters.decks import Names, owner_and_card
from duelhall.games.monsters.effects import change_of, cost_change
from duelhall.games.monsters.operations import OPERATIONS
from duelhall.games.monsters.situation_text import (
    AttackFacts,
    ChoiceFacts,
    asked_for,
    attack_now,
    cost_number,
    cost_parts,
    damage_in_all,
    formula,
    pending,
    pending_text,
    question,
    supply_parts,
    totals,
)
from duelhall.games.monsters.state import (
    ACTIVATE,
    ASK_CARD,
    ASK_WHETHER,
    ASK_WHICH,
    CANCELLED,
    CHOOSE,
    COMBAT,
    IN_ALTER,
    LAST_TURN,
    NO_CHAIN,
    NON_COMBAT,
    NOTHING,
    PASS,
    PICK,
    PLAY_CARD,
    RESOLVED,
    SIDEWAYS,
    TO_HAND,
    TO_STASIS,
    USE_MONSTER,
    State,
)
from duelhall.games.monsters.words import ADDITIONAL, DECK, IN_DECK, INITIAL, MONSTER, WHEN

STAT_MARKS = {INITIAL: "initial", ADDITIONAL: "additional"}
CHAINS: dict[int, Literal["combat", "non-combat"] | None] = {
    NO_CHAIN: None,
    COMBAT: "combat",
    NON_COMBAT: "non-combat",
}
SIGNS = {
    SIDEWAYS: "from Stasis",
    CANCELLED: "cancelled",
    TO_HAND: "goes to the hand",
    TO_STASIS: "goes to Stasis",
}
KNOWN, BURIED = "known", "face up"
ALL_KINDS = tuple(range(DECK))


class MonstersFacts(StandingFacts):
    """The facts of a board of Monsters."""

    turn: int
    last_turn: int
    active: int
    phase: Literal["alter", "battle"]
    chain: Literal["combat", "non-combat"] | None
    attacked: bool
    attack: AttackFacts | None
    choice: ChoiceFacts | None


Part = TypedDict("Part", {"from": str, "value": int})
"""What a monster, a move or an effect adds to a sum."""


class Sum(TypedDict):
    """An attack or a defence with its parts."""

    total: int
    parts: list[Part]


ComingPart = TypedDict("ComingPart", {"from": str, "stat": str, "value": int, "chosen": bool})
"""What an effect that has not happened yet will add."""

TotalFacts = TypedDict(
    "TotalFacts",
    {"atk": Sum, "def": Sum, "damage": int, "prevented": int, "direct": bool},
    total=False,
)
"""Both sums of a combat, and the damage that they come to."""


class ChainFacts(TotalFacts, total=False):
    """The facts of a chain; only those of a combat come to something."""

    combat: bool
    passes: int
    to_come: list[ComingPart]
    in_all: int


MonsterFacts = TypedDict(
    "MonsterFacts",
    {
        "hp": int,
        "full_hp": int,
        "atk": int,
        "def": int,
        "traits_left": dict[str, int],
        "cost_change": dict[str, int],
        "effect_used": bool,
    },
)
"""What is left of a monster, and what its moves cost more or less now."""


class PileFacts(TypedDict, total=False):
    """The name of a deck, and the side that the cards in an Action zone are on."""

    name: str
    side: Literal["attack", "defence"]


class LinkFacts(TypedDict, total=False):
    """The facts of a link of a chain: as what it counts, and with what number."""

    link: int
    resolved: bool
    counts_as: str
    stat: Literal["ATK", "DEF"]
    value: str


class EffectLine(TypedDict):
    """A line on a card: when it holds, and what it says."""

    when: Literal["use", "play", "field", "passive", "chain"]
    says: str


PrintedFacts = TypedDict(
    "PrintedFacts",
    {
        "atk": str,
        "def": str,
        "cost": list[str],
        "cost_now": list[str],
        "uses": list[str],  # in which moments, where neither stat is a number
        "effects": list[EffectLine],
        "text": str,
    },
    total=False,
)
"""What is printed on a card in Stasis or in one's own hand, and what it costs now."""


class MoveFacts(LinkFacts, PrintedFacts, total=False):
    """The facts of a card, in a hand or in a chain."""


class ChainSceneFacts(LinkFacts, TotalFacts, total=False):
    """The facts of a moment of a chain that resolves."""

    step: str
    card: str
    name: str
    owner: int
    target: int
    amount: int


MonstersChange = TypedDict(
    "MonstersChange",
    {
        "card": str,  # what was used, or whose effect asks
        "stasis": bool,  # whether it lay there
        "atk": int,  # of the combat afterwards
        "def": int,
        "ends": Literal["preparing", "turn"],
        "passes": bool,
        "chose": str,
        "does": str,  # the operation for which it was chosen
        "resolved": bool,  # whether it set a chain off
        "lost": list[int],  # HP, by seats
        "hp": list[int],  # what is left of it
    },
    total=False,
)
"""What a move did."""

FACTS = FactTypes(
    MonstersFacts,
    (MonsterFacts, ChainFacts, PileFacts),
    MoveFacts,
    ChainSceneFacts,
    MonstersChange,
)


def board(names: Names, s: State, seat: int | None) -> Board:
    """Both players' zones, the enemy's above, and the chain while there is one."""
    s = unpacked(s)
    far, near = both(seat)
    zones = [*_zones(names, s, far, seat), *_zones(names, s, near, seat)]
    if s.chain != NO_CHAIN:
        zones.insert(0, _chain(names, s))
    task, situation = question(names, s, seat), _situation(s, seat)
    sentence = f"{situation}. {task}" if task else situation
    return Board(seat, sentence, _facts(names, s), tuple(zones), task, situation)


def whose(owner: int, seat: int | None) -> str:
    """Whose something is, as a seat says it."""
    if seat is None:
        return f"player {owner}"
    return "you" if owner == seat else "opponent"


def _facts(names: Names, s: State) -> MonstersFacts:
    is_quiet = s.chain == NO_CHAIN and s.winner == UNDECIDED
    return {
        **standing(s.to_move, s.winner),
        "turn": s.turn,
        "last_turn": LAST_TURN,
        "active": s.active,
        "phase": "alter" if s.phase == IN_ALTER else "battle",
        "chain": CHAINS[s.chain],
        "attacked": bool(s.attacked),
        "attack": attack_now(s) if is_quiet else None,
        "choice": asked_for(names, s),
    }


def _situation(s: State, seat: int | None) -> str:
    if s.winner != UNDECIDED:
        return f"The game is over in turn {s.turn}"
    active = s.active
    owner = f"player {active}'s" if seat is None else "your" if active == seat else "the opponent's"
    phase = "Alter" if s.phase == IN_ALTER else "Battle"
    if s.chain != NO_CHAIN:
        phase += f", a {CHAINS[s.chain]} chain"
    return f"Turn {s.turn} of {LAST_TURN}: {owner} {phase}"


# --- the chain ---


def _chain(names: Names, s: State) -> Zone:
    """The links of the chain in order, and what combat comes to so far."""
    links = [int(s.links[place]) for place in range(s.chain_start, s.link_count)]
    cards = tuple(link_card(names, s, link, number) for number, link in enumerate(links, start=1))
    facts: dict[str, Fact] = {"combat": s.chain == COMBAT, "passes": s.passes}
    if s.chain == COMBAT:
        facts |= {**totals(names, s), "to_come": pending(names, s)}
        facts["in_all"] = damage_in_all(s, facts)
    return Zone("chain", "chain", "Chain", None, cards, facts)


def link_card(names: Names, s: State, link: int, number: int) -> Card:
    """A link: whose it is, as what it counts, and what has become of it."""
    owner, kind = owner_and_card(link)
    marks = tuple(text for flag, text in SIGNS.items() if link & flag)
    facts = {"link": number, "resolved": bool(link & RESOLVED), **_part(names, s, owner, kind)}
    face = "!monster" if kind == MONSTER else names.card_word(s.options, owner, kind)
    name = names.card_name(s.options, owner, kind)
    return Card(face, name, marks=marks, owner=owner, facts=facts)


def _part(names: Names, s: State, owner: int, kind: int) -> dict[str, Fact]:
    """As what a link counts in the chain."""
    if kind == MONSTER:
        return {"counts_as": "the monster's effect"}
    move = names.deck(s.options, owner).moves[kind][0]
    if move.is_special:
        return {"counts_as": "special"}
    if s.chain != COMBAT:
        return {"counts_as": "non-combat"}
    stat, word = (move.atk, "ATK") if owner == s.active else (move.defence, "DEF")
    return {"counts_as": STAT_MARKS[stat.mark], "stat": word, "value": stat.written}


# --- the zones ---


def _zones(names: Names, s: State, owner: int, seat: int | None) -> Iterator[Zone]:
    """The zones of a player (M21)."""
    deck, label = names.deck(s.options, owner), possessor(owner, seat)
    change = int(interpreted(cost_change)(s, owner))
    yield _monster(s, owner, label, deck, change)
    kinds = tuple(s.deck[owner][: s.buried[owner]].tolist())
    yield _deck(names, owner, label, int(s.in_deck[owner]), kinds)
    links = [link for link in s.links[: s.link_count].tolist() if _is_card_of(link, owner)]
    side = {"side": "attack" if owner == s.active else "defence"} if links else {}
    action = tuple(_action_card(names, s, link) for link in links)
    yield Zone(f"action{owner}", "field", f"{label} Action", owner, action, side)
    yield _pile(names, "Stasis", owner, label, ALL_KINDS, tuple(s.stasis[owner].tolist()))
    damage = tuple(s.damage[owner][: s.in_damage[owner]].tolist())
    yield _pile(names, "Damage", owner, label, damage, (1,) * len(damage))
    yield _pile(names, "Drop", owner, label, ALL_KINDS, tuple(s.drop[owner].tolist()))
    hand = tuple(s.hand[owner].tolist())
    if owner == seat:
        costs = tuple(
            cost_number(s, owner, kind, change) for kind, count in enumerate(hand) if count
        )
        yield _own_hand(names, owner, label, hand, costs)
    else:
        yield _other_hand(names, owner, seat, hand, int(s.in_hand[owner]))


# Most zones stay the same for many moves. Those that do are found by plain numbers.


@lru_cache(maxsize=1024)
def _deck(names: Names, owner: int, label: str, size: int, kinds: tuple[int, ...]) -> Zone:
    """A deck, with the cards that were buried face up below the others."""
    deck = names.decks[owner]
    buried = _cards(deck, [(kind, 1) for kind in reversed(kinds)], BURIED)
    cards = (*hidden_cards(size - len(kinds)), *buried)
    return Zone(f"deck{owner}", "deck", f"{label} deck", owner, cards, {"name": deck.name})


@lru_cache(maxsize=4096)
def _pile(
    names: Names, word: str, owner: int, label: str, kinds: tuple[int, ...], counts: tuple[int, ...]
) -> Zone:
    """Stasis, Damage or Drop."""
    deck = names.decks[owner]
    cards = _cards(deck, zip(kinds, counts, strict=True))
    if word == "Stasis":
        moves = [deck.moves[kind][0] for kind, count in zip(kinds, counts, strict=True) if count]
        cards = tuple(map(_with_print, cards, moves))
    return Zone(f"{word.lower()}{owner}", "pile", f"{label} {word}", owner, cards)


@lru_cache(maxsize=2048)
def _own_hand(
    names: Names, owner: int, label: str, hand: tuple[int, ...], costs: tuple[int, ...]
) -> Zone:
    kinds = [kind for kind, count in enumerate(hand) if count]
    cards = tuple(
        _printed(names, owner, kind, hand[kind], cost)
        for kind, cost in zip(kinds, costs, strict=True)
    )
    return Zone(f"hand{owner}", "hand", f"{label} hand", owner, cards)


@lru_cache(maxsize=2048)
def _other_hand(
    names: Names, owner: int, seat: int | None, hand: tuple[int, ...], size: int
) -> Zone:
    marks = () if seat is None else (KNOWN,)
    known = _cards(names.decks[owner], enumerate(hand), *marks)
    cards = (*known, *hidden_cards(size - sum(hand)))
    return Zone(f"hand{owner}", "hand", f"{possessor(owner, seat)} hand", owner, cards)


def _monster(s: State, owner: int, label: str, deck: Deck, change: int) -> Zone:
    monster = deck.monster
    facts = {
        "hp": monster.hp - int(s.in_damage[owner]),
        "full_hp": monster.hp,
        "atk": monster.atk,
        "def": monster.defence,
        "traits_left": supply_parts(deck.traits, int(s.left[owner])),
        "cost_change": _cost_change(change, deck.traits),
        "effect_used": bool(s.monster_used[owner]),
    }
    card = Card("!monster", monster.name, id=f"monster{owner}")
    return Zone(f"monster{owner}", "monster", f"{label} monster", owner, (card,), facts)


def _cost_change(change: int, traits: tuple[str, ...]) -> dict[str, int]:
    """What effects add now to the cost of moves that cost a trait."""
    if change == 0:
        return {}
    changes = {trait: interpreted(change_of)(change, place) for place, trait in enumerate(traits)}
    return {trait: int(amount) for trait, amount in changes.items() if amount}


def _is_card_of(link: int, owner: int) -> bool:
    seat, kind = owner_and_card(link)
    return seat == owner and kind != MONSTER


def _action_card(names: Names, s: State, link: int) -> Card:
    owner, kind = owner_and_card(link)
    marks = tuple(SIGNS[flag] for flag in (SIDEWAYS, CANCELLED) if link & flag)
    face = names.card_word(s.options, owner, kind)
    return Card(face, names.card_name(s.options, owner, kind), marks=marks)


def _cards(deck: Deck, counts: Iterable[tuple[int, int]], *marks: str) -> tuple[Card, ...]:
    """Cards by their numbers and how many there are of each."""
    return tuple(
        Card(deck.words[kind], deck.moves[kind][0].name, count=count, marks=marks)
        for kind, count in counts
        if count
    )


@lru_cache(maxsize=4096)
def _printed(names: Names, owner: int, kind: int, count: int, cost: int) -> Card:
    """A card in one's own hand with what is printed on it, and what it costs now."""
    deck = names.decks[owner]
    move, now = deck.moves[kind][0], cost_parts(deck.traits, cost)
    changing = {"cost_now": list(now), "text": note_text(move, now)}
    return _with_print(Card(deck.words[kind], move.name, count=count, facts=changing), move)


def _with_print(card: Card, move: Move) -> Card:
    facts = {
        "atk": move.atk.written,
        "def": move.defence.written,
        "cost": list(move.traits),
        "uses": list(move.use) if move.is_special else [],
        "effects": effect_lines(move),
    }
    return replace(card, facts={**facts, **card.facts})


def effect_lines(move: Move) -> list[EffectLine]:
    """What a move says but when it is used, line by line."""
    uses = [line for line in use_lines(move) if line.startswith("Use it only ")]
    lines: list[EffectLine] = [{"when": "use", "says": line} for line in uses]
    for effect in move.effects:
        when = cast(Literal["play", "field", "passive", "chain"], WHEN[effect.when])
        lines.append({"when": when, "says": effect_text(effect)})
    return lines


def note_text(move: Move, now: tuple[str, ...] | None = None) -> str:
    """What a move costs and does; with what it costs now, where that is something else."""
    cost = " ".join(move.traits) or "free"
    if now not in (None, move.traits):
        cost = f"{cost} (now {' '.join(now) or 'free'})"
    return rules_text(cost, move)


ONE_CARD = Piece(counted(1, "card"))
TO_COME = "  to come: "
ZONES = ("Deck", "Action", "Stasis", "Damage", "Drop", "Hand")


def sketch(board: Board) -> Sketch:
    """Both players' zones, the enemy's above, and the chain while there is one."""
    zones = {zone.id: zone for zone in board.zones}
    players = [zone.owner for zone in board.zones if zone.kind == "monster"]
    rows = [row for owner in players if owner is not None for row in _rows(board, zones, owner)]
    chain = zones.get("chain")
    lines = tuple(_chain_lines(board, chain)) if chain else ()
    return Sketch(board.sentence, tuple(rows), lines)


def first_sketch(board: Board) -> Sketch:
    """The same as long as one card was `1 cards`, and nothing was said of what is to come."""
    sketched = sketch(board)
    lines = tuple(line for line in sketched.lines if not line.startswith(TO_COME))
    return sketched._replace(rows=tuple(map(_first_row, sketched.rows)), lines=lines)


def _first_row(row: SketchRow) -> SketchRow:
    return row._replace(pieces=(Piece("1 cards"),)) if row.pieces == (ONE_CARD,) else row


# --- the chain ---


def _chain_lines(board: Board, chain: Zone) -> Iterator[str]:
    yield chain.label
    for card in chain.cards:
        yield f"  {card.facts['link']}. {link_line(card, board.seat)}"
    if chain.facts["combat"]:
        yield f"  so far: {formula(chain.facts)}"
        if chain.facts["to_come"]:
            yield f"{TO_COME}{pending_text(chain.facts['to_come'])}"


def link_line(card: Card, seat: int | None) -> str:
    """A link: who used what, and as what it counts."""
    part = card.facts["counts_as"]
    if "stat" in card.facts:
        part = f"{part} {card.facts['stat']} {card.facts['value']}"
    return f"{whose(card.owner or 0, seat)}: {card.name}, {', '.join([part, *card.marks])}"


# --- the zones ---


def _rows(board: Board, zones: dict[str, Zone], owner: int) -> Iterator[SketchRow]:
    monster = zones[f"monster{owner}"]
    head = {None: f"Player {owner}", owner: "You"}.get(board.seat, "Opponent")
    beast = monster.cards[0]
    yield SketchRow(head, (Piece(beast.name, name=beast.face),), _stats(monster), owner)
    deck, action, stasis, damage, drop, hand = (zones[f"{z.lower()}{owner}"] for z in ZONES)
    side = action.facts.get("side", "")
    yield SketchRow("  Deck", (_size(deck), *_face_up(deck)), deck.facts["name"], owner)
    yield SketchRow("  Action", tuple(map(_acting, action.cards)), side, owner)
    resting = tuple(_counted_piece(card)._replace(name=f"!{card.face}") for card in stasis.cards)
    yield SketchRow("  Stasis", resting, owner=owner)
    yield SketchRow("  Damage", tuple(map(_counted_piece, damage.cards)), owner=owner)
    yield SketchRow("  Drop", tuple(map(_counted_piece, drop.cards)), owner=owner)
    if owner != board.seat:
        yield SketchRow("  Hand", tuple(map(_counted_piece, hand.cards)), owner=owner)
        return
    yield SketchRow("  Hand", (_size(hand),), owner=owner)
    for card in hand.cards:
        stats = f"ATK:{card.facts['atk']} / DEF:{card.facts['def']}"
        label, text = f"    {_counted_piece(card).text}", card.facts["text"]
        yield SketchRow(label, (Piece(stats),), text, owner, name=card.face)


def _face_up(deck: Zone) -> tuple[Piece, ...]:
    """The cards that lie face up under a deck, the one that comes first before the others."""
    cards = [card for card in deck.cards if BURIED in card.marks]
    return tuple(Piece(f"{card.face} (under it)") for card in cards)


def _size(zone: Zone) -> Piece:
    return Piece(counted(zone.size, "card"))


def _stats(monster: Zone) -> str:
    facts = monster.facts
    left = [f"{trait} {count}" for trait, count in facts["traits_left"].items() if count]
    hp = f"HP {facts['hp']} of {facts['full_hp']}"
    stats = f"{hp}, ATK {facts['atk']}, DEF {facts['def']}"
    costs = [f"{trait} {change:+d}" for trait, change in facts["cost_change"].items()]
    changed = f"; costs: {' '.join(costs)}" if costs else ""
    return f"{stats}; left: {' '.join(left) or 'nothing'}{changed}"


def _acting(card: Card) -> Piece:
    sideways = "!" if SIGNS[SIDEWAYS] in card.marks else ""
    cancelled = " (cancelled)" if SIGNS[CANCELLED] in card.marks else ""
    return Piece(f"{sideways}{card.face}{cancelled}")


def _counted_piece(card: Card) -> Piece:
    if card.facing == HIDDEN:
        return Piece(f"{card.count} hidden", HIDDEN)
    return Piece(f"{card.face}*{card.count}" if card.count > 1 else card.face)


def touches(names: Names) -> Touches:
    """The touches of a game with these names."""
    return Touches(
        partial(places, names),
        partial(says, names),
        says_partly,
        partial(kind_of, names),
    )


def places(names: Names, s: State, move: int) -> tuple[Touch, ...]:
    """A card in the hand or in Stasis, the monster, or a card that an effect offers."""
    seat = int(s.to_move)
    if move == PASS or move >= CHOOSE:
        return ()
    if move >= PICK:
        return _offer(names, s, move - PICK)
    if move == USE_MONSTER:
        return (Touch(f"monster{seat}", f"monster{seat}"),)
    if move >= ACTIVATE:
        return (Touch(f"stasis{seat}", names.card_word(s.options, seat, move - ACTIVATE)),)
    return (Touch(f"hand{seat}", names.card_word(s.options, seat, move - PLAY_CARD)),)


def _offer(names: Names, s: State, kind: int) -> tuple[Touch, ...]:
    """A card that an effect offers, where it lies open; a deck does not."""
    operation = OPERATIONS[int(interpreted(operation_of)(s, _asker(s), int(s.effect) - 1))]
    if operation.leaves == IN_DECK:
        return ()
    zone, owner = operation.zone_left, int(s.concerned)
    return (Touch(f"{zone.lower()}{owner}", names.card_word(s.options, owner, kind)),)


def _asker(s: State) -> int:
    return int(interpreted(asking_seat)(s))


def says(names: Names, s: State, move: int) -> str:
    """`Play Rivet Punch`, `Activate Potter's Wheel`, `End the Alter phase`."""
    seat = int(s.to_move)
    if move == PASS:
        return _passing(s)
    if move >= CHOOSE:
        return _chosen(names, s, move - CHOOSE)
    if move >= PICK:
        return f"Choose {names.card_name(s.options, int(s.concerned), move - PICK)}"
    if move == USE_MONSTER:
        return f"Use {names.card_name(s.options, seat, MONSTER)}'s effect"
    if move >= ACTIVATE:
        return f"Activate {names.card_name(s.options, seat, move - ACTIVATE)}"
    return f"Play {names.card_name(s.options, seat, move - PLAY_CARD)}"


def says_partly(_s: State, _move: int) -> str:
    """Only a card of a deck may be chosen unseen."""
    return "Choose a card"


def _passing(s: State) -> str:
    if s.asks != NOTHING:
        return {ASK_WHETHER: "No", ASK_CARD: "No more"}.get(s.asks, "None of these")
    if s.chain != NO_CHAIN:
        return "Pass"
    return "End the Alter phase" if s.phase == IN_ALTER else "End the turn"


def _chosen(names: Names, s: State, number: int) -> str:
    """A number, an operation, or that an effect happens."""
    if s.asks == ASK_WHETHER:
        return "Yes"
    if s.asks != ASK_WHICH:
        return str(number)
    effects = names.deck(s.options, _asker(s)).numbered_effects
    _, effect = effects[int(s.effect) - 1 + number - 1]
    operation = effect_sentence(effect).rpartition(": ")[2].removeprefix("or ")
    return f"{number}: {operation}"


def kind_of(names: Names, s: State, move: int) -> str:
    """What a move is for, in one word."""
    seat = int(s.to_move)
    if s.asks != NOTHING:
        return "pass" if move == PASS else "choose"
    if move == PASS:
        return "pass" if s.chain != NO_CHAIN else "battle" if s.phase == IN_ALTER else "end"
    if move == USE_MONSTER:
        return "use"
    is_resting = move >= ACTIVATE
    number = move - ACTIVATE if is_resting else move - PLAY_CARD
    card = names.deck(s.options, seat).moves[number][0]
    if card.is_special or s.chain == NON_COMBAT or (s.chain == NO_CHAIN and s.phase == IN_ALTER):
        return "use" if is_resting else "play"
    if s.chain == COMBAT:
        return "add" if seat == s.active else "defend"
    return "attack" if card.atk.number > 0 else "play"
