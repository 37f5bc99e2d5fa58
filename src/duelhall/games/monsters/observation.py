"""What a seat of Monsters knows, and what is printed on all cards, as numbers for a learner."""

from typing import Annotated

import numpy as np

from duelhall.engine.observation import (
    CommonObservation,
    observe_standing,
    said_of_reasons,
    share,
    squashed,
)
from duelhall.engine.record import SEATS, Cube, Float32, Grid, Row, owner_of
from duelhall.engine.rule import helper
from duelhall.games.monsters.deck_sheet import (
    atk_mark,
    atk_of,
    copies_of,
    def_mark,
    def_of,
    has_field,
    has_requirement,
    holds_in_chain,
    hp_of,
    is_lasting,
    number_in,
    operation_of,
    owner_of_effect,
    trait_count,
    traits_of,
    uses_of,
)
from duelhall.games.monsters.effects import change_of
from duelhall.games.monsters.operations import WORDS
from duelhall.games.monsters.state import (
    ACTIVATE,
    CANCELLED,
    CHOOSE,
    LAST_TURN,
    LASTING,
    MOST_LINKS,
    MOVES,
    NOTHING,
    PASS,
    PICK,
    PLAY_CARD,
    REASONS,
    RESOLVED,
    SIDEWAYS,
    TO_HAND,
    TO_STASIS,
    USE_MONSTER,
    State,
)
from duelhall.games.monsters.words import (
    CARD_ROWS,
    COPIES,
    DECK,
    FORBIDDEN,
    MONSTER,
    MOST_CHOSEN,
    MOST_EFFECTS,
    MOST_HP,
    MOST_OF_A_TRAIT,
    MOST_STAT,
    MOST_TRAITS,
    REQUIRE,
    USES,
)
from duelhall.games.monsters.zones import link_kind, link_seat, unseen_copies

MARKS = 3
STAT = 2 + MARKS
"""A stat above and below 0, and how it is marked."""

COST = 2 * STAT
TIMES = COST + MOST_TRAITS
KINDS_OF_TEXT = TIMES + 2 * len(USES)
IS_LASTING, HAS_FIELD, HAS_REQUIREMENT, HAS_CHAIN = range(KINDS_OF_TEXT, KINDS_OF_TEXT + 4)
DOES = HAS_CHAIN + 1
HP = DOES + len(WORDS)
CARD_NUMBERS = HP + 1

THE_CARD = (
    "what is printed on each card of my deck list, and of theirs, and on the monster at the end: "
    f"ATK above 0 and below, divided by {MOST_STAT}, and 1 at how it is marked (not at all, "
    "initial, additional); DEF likewise; what it costs, or a monster's supply, of each trait, "
    f"divided by {MOST_OF_A_TRAIT}; when it may be played, and when its Field effect may be "
    f"activated ({', '.join(USES)}); whether it has a Field or Passive effect, a Field effect, a "
    "requirement, an effect that holds on the chain; which of these its effects do: "
    f"{', '.join(WORDS)}; and a monster's HP, divided by {MOST_HP}"
)


@helper
def observe_cards(s: State, owner: int, cards: Grid) -> None:
    """Say what is printed on the cards of a deck."""
    for kind in range(DECK):
        if copies_of(s, owner, kind) > 0:
            observe_print(s, owner, kind, cards[kind])
    observe_print(s, owner, MONSTER, cards[MONSTER])
    cards[MONSTER, HP] = share(number_in(s, owner, CARD_ROWS + MONSTER, COPIES), MOST_HP)
    for number in range(MOST_EFFECTS):
        observe_effect(s, owner, number, cards)


@helper
def observe_print(s: State, owner: int, kind: int, card: Row) -> None:
    """Say what is printed on a card, all but its effects."""
    observe_stat(atk_of(s, owner, kind), atk_mark(s, owner, kind), card[:STAT])
    observe_stat(def_of(s, owner, kind), def_mark(s, owner, kind), card[STAT:])
    for trait in range(MOST_TRAITS):
        count = trait_count(traits_of(s, owner, kind), trait)
        card[COST + trait] = share(count, MOST_OF_A_TRAIT)
    for use in range(len(USES)):
        card[TIMES + use] = (uses_of(s, owner, kind, 0) >> use) & 1
        card[TIMES + len(USES) + use] = (uses_of(s, owner, kind, 1) >> use) & 1
    card[IS_LASTING], card[HAS_FIELD] = is_lasting(s, owner, kind), has_field(s, owner, kind)
    card[HAS_REQUIREMENT] = has_requirement(s, owner, kind)
    card[HAS_CHAIN] = holds_in_chain(s, owner, kind)


@helper
def observe_stat(stat: int, mark: int, numbers: Row) -> None:
    """Say how much an attack or a defence is, and how it is marked."""
    numbers[0], numbers[1] = share(max(stat, 0), MOST_STAT), share(max(-stat, 0), MOST_STAT)
    numbers[2 + mark] = 1


@helper
def observe_effect(s: State, owner: int, number: int, cards: Grid) -> None:
    """Say which card an effect belongs to and what it does, if it is one."""
    kind = owner_of_effect(s, owner, number)
    operation = operation_of(s, owner, number)
    if kind >= 0 and operation != REQUIRE:
        cards[kind, DOES + operation] = 1


CARDS = DECK + 1
"""The moves of a deck by their numbers, and the monster."""

DECK_COPIES, IN_HAND, KNOWN, IN_STASIS, IN_DROP, IN_DAMAGE, BURIED, IN_ACTION, UNSEEN = range(9)
ZONES = 9

LINK_FLAGS = (SIDEWAYS, CANCELLED, RESOLVED, TO_HAND, TO_STASIS)
MINE, IN_CHAIN, RESOLVING, FLAGS = CARDS, CARDS + 1, CARDS + 2, CARDS + 3
LINK_NUMBERS = FLAGS + len(LINK_FLAGS)

A_FEW = 3
"""Of damage and of the like: half of what can be told apart by a number."""
MUCH = 10
"""The same of attack and defence."""

ABOVE_AND_BELOW = "by how much more, and by how much less"

MOVE_NUMBERS = {
    "pass, or choose nothing": range(PASS, PLAY_CARD),
    "play a card from the hand, by its number in the deck list": range(PLAY_CARD, ACTIVATE),
    "activate a card in Stasis, by the same number": range(ACTIVATE, USE_MONSTER),
    "use the monster's effect": range(USE_MONSTER, PICK),
    "choose a card, by the same number": range(PICK, CHOOSE),
    "choose a number": range(CHOOSE, MOVES),
}


class Observed(CommonObservation):
    """What a seat of Monsters knows."""

    my_turn: Annotated[Float32, "1 if it is my turn"]
    turn: Annotated[Float32, f"the turn, divided by {LAST_TURN}"]
    phase: Annotated[Row, np.float32, 2, "1 at the phase: Alter, Battle"]
    chain: Annotated[Row, np.float32, 3, "1 at the chain: none, combat, non-combat"]
    passes: Annotated[Float32, "passes in a row, divided by 2"]
    combats: Annotated[
        Row, np.float32, 2,
        "how often combat was initiated in this turn, and how often more than once it can be; n as "
        "n / (n + 1)",
    ]  # fmt: skip
    asks: Annotated[
        Row, np.float32, 5,
        "1 at what an effect waits for: nothing, whether it happens, which one of several, how "
        "much, a card",
    ]  # fmt: skip
    effect: Annotated[
        Row, np.float32, MOST_EFFECTS, "1 at the number of that effect among those of its deck"
    ]
    concerned: Annotated[
        Row, np.float32, SEATS, "1 at whose cards are chosen from then, mine or theirs"
    ]
    chosen: Annotated[
        Row, np.float32, 2,
        "how many more cards are to be chosen, and the largest number that can be chosen, or the "
        f"cards of each player; divided by {MOST_CHOSEN}",
    ]  # fmt: skip
    left: Annotated[
        Grid, np.float32, SEATS, MOST_TRAITS,
        f"traits that I have left in this turn, and they, divided by {MOST_OF_A_TRAIT}",
    ]  # fmt: skip
    bonus: Annotated[
        Cube, np.float32, SEATS, 1 + LASTING, 2,
        "what effects add for me, and for them: in this combat; to attack and to defence in every "
        f"combat of this turn; to the next attack and to the next defence: {ABOVE_AND_BELOW}; n as "
        f"n / (n + {MUCH})",
    ]  # fmt: skip
    costs: Annotated[
        Cube, np.float32, SEATS, 2 * MOST_TRAITS, 2,
        "how effects change what moves from my hand cost, and from theirs: each trait in this "
        f"turn, and each in the next move: {ABOVE_AND_BELOW}; divided by {MOST_OF_A_TRAIT}",
    ]  # fmt: skip
    shield: Annotated[
        Row, np.float32, SEATS,
        f"damage to me, and to them, that is prevented in this turn; n as n / (n + {A_FEW})",
    ]  # fmt: skip
    taken: Annotated[
        Row, np.float32, SEATS,
        f"damage that I took in this turn, and they; n as n / (n + {A_FEW})",
    ]  # fmt: skip
    sides: Annotated[
        Grid, np.float32, SEATS, 3,
        "what I have put on the combat chain, and they: an initial move, an additional one, a "
        "defensive one",
    ]  # fmt: skip
    monster_used: Annotated[
        Row, np.float32, SEATS, "1 if my monster's effect was used in this turn, or theirs"
    ]
    forbidden: Annotated[
        Grid, np.float32, SEATS, len(FORBIDDEN),
        f"what is forbidden to me in this turn, and to them: {', '.join(FORBIDDEN)}",
    ]  # fmt: skip
    sizes: Annotated[
        Grid, np.float32, SEATS, 4,
        "how many cards I have, and they: in the hand, in the deck, face up under it, in Damage; "
        f"divided by {DECK}",
    ]  # fmt: skip
    hp_left: Annotated[Row, np.float32, SEATS, "what is left of my monster's HP, and of theirs"]
    zones: Annotated[
        Cube, np.float32, SEATS, DECK, ZONES,
        f"of each card of my deck list, and of theirs: its copies, divided by {DECK}; and how many "
        "of them I know to be in the hand, how many of those both players know, in Stasis, in "
        "Drop, in Damage, face up under the deck, in the Action zone, and how many I see nowhere; "
        "divided by its copies",
    ]  # fmt: skip
    damage: Annotated[
        Cube, np.float32, SEATS, DECK, DECK,
        "each card in my Damage, and in theirs, the oldest first: 1 at its number",
    ]  # fmt: skip
    buried: Annotated[
        Cube, np.float32, SEATS, DECK, DECK,
        "each card face up under my deck, and under theirs, the lowest first: 1 at its number",
    ]  # fmt: skip
    links: Annotated[
        Grid, np.float32, MOST_LINKS, LINK_NUMBERS,
        f"each card in the Action zones, in order: 1 at its number (the monster's is {MONSTER}), "
        "whether it is mine, in the chain, resolving now, from Stasis, cancelled, resolved, going "
        "to the hand, staying in Stasis",
    ]  # fmt: skip
    cards: Annotated[Cube, np.float32, SEATS, CARDS, CARD_NUMBERS, THE_CARD]
    reason: Annotated[Row, np.float32, len(REASONS) - 1, said_of_reasons(REASONS)]


@helper
def observe(s: State, seat: int, out: Observed) -> None:
    """Make numbers of what a seat sees."""
    observe_turn(s, seat, out)
    for side in range(SEATS):
        owner = owner_of(side, seat)
        observe_player(s, owner, side, out)
        observe_changes(s, owner, side, out)
        observe_zones(s, owner, side, out)
        observe_cards(s, owner, out.cards[side])
    for place in range(s.link_count):
        observe_link(s, seat, place, out.links[place])
    observe_standing(s, seat, out)
    if s.reason > 0:
        out.reason[s.reason - 1] = 1


@helper
def observe_turn(s: State, seat: int, out: Observed) -> None:
    """Say whose turn it is, how far it is, and what an effect waits for."""
    out.my_turn, out.turn = int(s.active == seat), share(s.turn, LAST_TURN)
    out.phase[s.phase], out.chain[s.chain], out.asks[s.asks] = 1, 1, 1
    out.passes = share(s.passes, 2)
    out.combats[0], out.combats[1] = squashed(s.attacked, 1), squashed(s.extra, 1)
    out.chosen[0], out.chosen[1] = share(s.rest, MOST_CHOSEN), share(s.amount, MOST_CHOSEN)
    if s.asks != NOTHING:
        out.effect[s.effect - 1] = 1
        out.concerned[int(s.concerned != seat)] = 1


@helper
def observe_player(s: State, owner: int, side: int, out: Observed) -> None:
    """Say what a player has left and has done in this turn."""
    for trait in range(MOST_TRAITS):
        out.left[side, trait] = share(trait_count(int(s.left[owner]), trait), MOST_OF_A_TRAIT)
    out.shield[side] = squashed(s.shield[owner], A_FEW)
    out.taken[side] = squashed(s.taken[owner], A_FEW)
    for bit in range(3):
        out.sides[side, bit] = (int(s.sides[owner]) >> bit) & 1
    out.monster_used[side] = int(s.monster_used[owner])
    for bit in range(len(FORBIDDEN)):
        out.forbidden[side, bit] = (int(s.forbidden[owner]) >> bit) & 1
    out.sizes[side, 0] = share(s.in_hand[owner], DECK)
    out.sizes[side, 1] = share(s.in_deck[owner], DECK)
    out.sizes[side, 2] = share(s.buried[owner], DECK)
    out.sizes[side, 3] = share(s.in_damage[owner], DECK)
    hp = hp_of(s, owner)
    out.hp_left[side] = share(max(hp - int(s.in_damage[owner]), 0), hp)


@helper
def observe_changes(s: State, owner: int, side: int, out: Observed) -> None:
    """Say what effects add to a player's attack and defence, and to what moves cost."""
    observe_bonus(int(s.bonus[owner]), out.bonus[side, 0])
    for place in range(LASTING):
        observe_bonus(int(s.lasting[owner, place]), out.bonus[side, 1 + place])
    for place in range(2):
        for trait in range(MOST_TRAITS):
            number = place * MOST_TRAITS + trait
            change = change_of(int(s.costs[owner, place]), trait)
            out.costs[side, number, 0] = share(max(change, 0), MOST_OF_A_TRAIT)
            out.costs[side, number, 1] = share(max(-change, 0), MOST_OF_A_TRAIT)


@helper
def observe_bonus(bonus: int, numbers: Row) -> None:
    """Say by how much something is more, and by how much less."""
    numbers[0], numbers[1] = squashed(max(bonus, 0), MUCH), squashed(max(-bonus, 0), MUCH)


@helper
def observe_zones(s: State, owner: int, side: int, out: Observed) -> None:
    """Say where a player's cards are, as far as they are in sight."""
    for place in range(s.in_damage[owner]):
        kind = int(s.damage[owner, place])
        out.damage[side, place, kind] = 1
        out.zones[side, kind, IN_DAMAGE] += 1
    for place in range(s.buried[owner]):
        kind = int(s.deck[owner, place])
        out.buried[side, place, kind] = 1
        out.zones[side, kind, BURIED] += 1
    for place in range(s.link_count):
        link = int(s.links[place])
        if link_seat(link) == owner and link_kind(link) != MONSTER:
            out.zones[side, link_kind(link), IN_ACTION] += 1
    for kind in range(DECK):
        observe_copies(s, owner, kind, out.zones[side, kind])


@helper
def observe_copies(s: State, owner: int, kind: int, zones: Row) -> None:
    """Say of how many copies of a card where they are; those that were counted are divided."""
    copies = copies_of(s, owner, kind)
    zones[IN_HAND], zones[KNOWN] = s.hand[owner, kind], s.known[owner, kind]
    zones[IN_STASIS], zones[IN_DROP] = s.stasis[owner, kind], s.drop[owner, kind]
    zones[UNSEEN] = unseen_copies(s, owner, kind)
    for zone in range(IN_HAND, ZONES):
        zones[zone] = share(int(zones[zone]), copies)
    zones[DECK_COPIES] = share(copies, DECK)


@helper
def observe_link(s: State, seat: int, place: int, link_numbers: Row) -> None:
    """Say which card a link is, and what is known of it."""
    link = int(s.links[place])
    link_numbers[link_kind(link)] = 1
    link_numbers[MINE] = int(link_seat(link) == seat)
    link_numbers[IN_CHAIN] = int(place >= s.chain_start)
    link_numbers[RESOLVING] = int(place == s.resolving - 1)
    for flag in range(len(LINK_FLAGS)):
        link_numbers[FLAGS + flag] = int(link & LINK_FLAGS[flag] > 0)
