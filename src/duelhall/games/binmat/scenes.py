"""What happened in a combat, read from the rules that fired in it, and which cards were drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from duelhall.engine.board import Board, Fact, Scene
from duelhall.engine.template import interpreted
from duelhall.games.binmat.board import ROLES, stack_zone
from duelhall.games.binmat.combat import (
    attack_power,
    bounce,
    damage_of,
    deal_damage,
    repel,
    reveal,
    spring,
    stay_up,
    total,
)
from duelhall.games.binmat.notation import (
    FACE_UP,
    PLACE_NAMES,
    UNSEEN_CARD,
    place_cards,
)
from duelhall.games.binmat.piles import is_open
from duelhall.games.binmat.state import (
    ALWAYS_UP,
    ATTACKER,
    BOUNCE,
    CARD_MOVES,
    COMBAT,
    DAMAGED,
    DECKS,
    DEFENDER,
    HANDS,
    LANES,
    NAMES,
    PLACE,
    STACKS,
    SUIT_SIZE,
    WAYS,
    State,
)
from duelhall.games.binmat.turn import bounce_away
from duelhall.match.explain import Trace

NAME_OF_PLACE = {place: name for name, place in PLACE_NAMES.items()}


# --- draws, and who may read which cards they were (N2, N40) ---


@dataclass(frozen=True)
class Drawn:
    """A card that was drawn or taken by damage, by whom, and whether it lay open on its deck."""

    card: int
    drawer: int
    was_open: bool

    def seen_by(self, seat: int | None) -> str:
        """The card's name if a seat got it or saw it go, or openly; `X` otherwise (N40).

        Who can work out later which card it was is not told: that would tell the order of draws.
        """
        is_told = self.was_open or seat in (None, self.drawer)
        return NAMES[self.card] if is_told else UNSEEN_CARD


def drawn(before: State, after: State, drawer: int, deck: int) -> tuple[Drawn, ...]:
    """The cards that came from a deck into a hand, in order, while no card left the hand."""
    hand = HANDS + drawer
    lying = sorted((spot, card) for card, spot in enumerate(after.spot.tolist()))
    cards = [card for spot, card in lying if spot // PLACE == hand][before.count[hand] :]
    return tuple(
        Drawn(card, drawer, _was_open(before, after, deck, number))
        for number, card in enumerate(cards)
    )


def _was_open(before: State, after: State, deck: int, number: int) -> bool:
    """Whether a deck showed the card that was taken from it after so many others.

    When the deck ran out it was reshuffled, and only one that is always up showed its first card.
    """
    left = int(before.count[deck])
    shows = is_open(before if number < left else after, deck)
    return bool(shows) and (number != left or after.options.reshuffled_deck == ALWAYS_UP)


def as_seen(cards: Sequence[Drawn], seat: int | None) -> str:
    """Drawn cards as a seat may read them, or openly."""
    return " ".join(card.seen_by(seat) for card in cards)


# --- combat ---


@dataclass(frozen=True)
class Sent:
    """Cards that a TRAP of a role took, or BOUNCEs of a role, and where they went."""

    role: int
    cards: tuple[int, ...]
    place: str


@dataclass
class Fight:
    """One combat: both stacks as they lay, and what became of them."""

    lane: int
    stacks: tuple[list[str], list[str]]  # the defender's and the attacker's, `u` being face up
    traps: list[Sent] = field(default_factory=list)
    bounces: list[Sent] = field(default_factory=list)
    sums: tuple[int, int] = (0, 0)  # the defender's and the attacker's
    powers: tuple[int, int] = (0, 0)  # the same
    attackers: tuple[str, ...] = ()  # who went to a discard pile in the end, `u` as above
    attackers_to: str = "xa"
    lost: tuple[int, ...] = ()  # from the defender stack, in the order in which they went
    stack_outlasts: bool = False  # whether the defender stack has cards left
    taken: tuple[Drawn, ...] = ()  # from the lane deck
    damage: int | None = None  # None where the attack came to nothing
    is_repelled: bool = False
    breaks_through: bool = False


def fight_of(move: int, trace: Trace) -> Fight | None:
    """The combat that a move began, if it did; openly, no matter who may see what."""
    revealed, stayed_up = trace.first(reveal), trace.first(stay_up)
    if revealed is None or stayed_up is None:
        return None
    lane = move - COMBAT if move < CARD_MOVES else (move - CARD_MOVES) % WAYS % LANES
    cards = place_cards(revealed.state)
    fight = Fight(lane, (cards[f"d{lane}"], cards[f"a{lane}"]))
    for before, step in pairwise(trace.steps):
        if step.is_of(spring):
            fight.traps.append(_trapped(before.state, step.state))
        elif step.is_of(bounce):
            fight.bounces = _bounced(before.state, step.state)
    compared, after = stayed_up.state, trace.steps[-1].state
    defence, attack = STACKS + lane, STACKS + ATTACKER * LANES + lane
    sums, power = interpreted(total), interpreted(attack_power)
    fight.sums = int(sums(compared, defence)), int(sums(compared, attack))
    fight.powers = int(power(compared, defence)), int(power(compared, attack))
    _resolve(fight, compared, after)
    if trace.first(deal_damage):
        damage = interpreted(damage_of)(compared, lane, fight.powers[1], fight.powers[0])
        fight.damage = int(damage)
    fight.is_repelled = trace.first(repel) is not None
    fight.breaks_through = int(after.reason) == DAMAGED
    return fight


def _moved(before: State, after: State) -> list[tuple[int, int, int]]:
    old, new = (np.asarray(s.spot, int) // PLACE for s in (before, after))
    return [(int(c), int(old[c]), int(new[c])) for c in np.flatnonzero(old != new)]


def _trapped(before: State, after: State) -> Sent:
    ((card, start, place),) = _moved(before, after)
    owner = ATTACKER if (start - STACKS) // LANES == DEFENDER else DEFENDER
    return Sent(owner, (card,), NAME_OF_PLACE[place])


def _bounced(before: State, after: State) -> list[Sent]:
    """The BOUNCEs of both roles, the attacker's first."""
    sent = []
    for role in (ATTACKER, DEFENDER):
        stacks = range(STACKS + role * LANES, STACKS + (role + 1) * LANES)
        gone = [
            (card, place)
            for card, start, place in _moved(before, after)
            if start in stacks and card % SUIT_SIZE == BOUNCE
        ]
        if gone:
            cards = tuple(card for card, _ in gone)
            sent.append(Sent(role, cards, NAME_OF_PLACE[gone[0][1]]))
    return sent


def bounced_away(trace: Trace) -> list[Sent]:
    """The BOUNCEs of both roles that left without combat, the attacker's first (N18)."""
    for before, step in pairwise(trace.steps):
        if step.is_of(bounce_away):
            return _bounced(before.state, step.state)
    return []


def _resolve(fight: Fight, compared: State, after: State) -> None:
    """Where the cards of both stacks and of the deck went in the end."""
    heights = np.asarray(compared.spot, int) % PLACE
    moved = sorted(_moved(compared, after), key=lambda move: -heights[move[0]])
    attack, defence = STACKS + ATTACKER * LANES + fight.lane, STACKS + fight.lane
    bounced = {card for sent in fight.bounces for card in sent.cards}
    attackers = {NAMES[c]: to for c, start, to in moved if start == attack and c not in bounced}
    fight.attackers = tuple(word for word in fight.stacks[ATTACKER] if word[:2] in attackers)
    fight.attackers_to = next((NAME_OF_PLACE[to] for to in attackers.values()), "xa")
    fight.lost = tuple(c for c, start, _ in moved if start == defence and c not in bounced)
    fight.stack_outlasts = bool(after.count[defence])
    fight.taken = drawn(compared, after, ATTACKER, DECKS + fight.lane)


# --- for people ---


def combat_scenes(_before: State, move: int, trace: Trace, seat: int | None) -> list[Scene]:
    """The combat that a move began, step by step; its cards lie open to both."""
    fight = fight_of(move, trace)
    if fight is None:
        return []
    scenes = [_opening(fight, seat), *_sendings(fight)]
    return scenes if fight.bounces else [*scenes, *_outcome(fight, seat)]


def _opening(fight: Fight, seat: int | None) -> Scene:
    stacks = [" ".join(stack) or "nothing" for stack in fight.stacks]
    caption = f"Combat in lane {fight.lane}: attacker {stacks[1]}, defender {stacks[0]}"
    facts = {"step": "reveal", "lane": fight.lane}
    zones = tuple(stack_zone(role, fight.lane, fight.stacks[role]) for role in (ATTACKER, DEFENDER))
    return Scene(caption, ("N33",), Board(seat, caption, facts, zones), facts)


def _sendings(fight: Fight) -> Iterator[Scene]:
    for sent in fight.traps:
        took = f"The {ROLES[sent.role]}'s TRAP takes {named(sent.cards)}"
        yield Scene(took, ("N33",), facts=_sent("trap", sent))
    for sent in fight.bounces:
        gone = f"BOUNCE: {named(sent.cards)} to {sent.place}"
        yield Scene(gone, ("N34",), facts=_sent("bounce", sent))


def _sent(step: str, sent: Sent) -> dict[str, Fact]:
    cards = [NAMES[card] for card in sent.cards]
    return {"step": step, "role": ROLES[sent.role], "cards": cards, "to": sent.place}


def _outcome(fight: Fight, seat: int | None) -> Iterator[Scene]:
    if not fight.attackers and not fight.breaks_through:
        none = {"step": "no attackers"}
        yield Scene("No damage: there is no attacker stack", ("N37",), facts=none)
        return
    defence, attack = fight.powers
    sums = {"attack_sum": fight.sums[ATTACKER], "defence_sum": fight.sums[DEFENDER]}
    powers = {"attack": attack, "defence": defence, "damage": fight.damage}
    facts: dict[str, Fact] = {"step": "powers", **sums, **powers}
    yield Scene(f"Attack power {attack} against {defence}", ("N35", "N36"), facts=facts)
    if fight.damage is None:
        yield _no_damage(fight)
        return
    if fight.lost:
        cards = [NAMES[card] for card in fight.lost]
        facts = {"step": "damage", "from": f"d{fight.lane}", "cards": cards}
        yield Scene(f"Damage: {named(fight.lost)} from the stack", ("N38",), facts=facts)
    if fight.taken:
        yield _taken(fight, seat)
    if fight.breaks_through:
        yield Scene("The attack breaks through", ("N22",), facts={"step": "break through"})


def _no_damage(fight: Fight) -> Scene:
    cards = [word.removesuffix(FACE_UP) for word in fight.attackers]
    facts = {"step": "no damage", "cards": cards, "to": fight.attackers_to}
    caption = f"No damage: the attackers go to {fight.attackers_to}"
    return Scene(caption, ("N19", "N38"), facts=facts)


def _taken(fight: Fight, seat: int | None) -> Scene:
    """Cards that damage took from the lane deck; one that is not seen has no name."""
    seen = [card.seen_by(seat) for card in fight.taken]
    cards = [None if face == UNSEEN_CARD else face for face in seen]
    facts = {"step": "damage", "from": f"l{fight.lane}", "to": "ha", "cards": cards}
    caption = f"Damage: {' '.join(seen)} from the lane deck to the attacker"
    return Scene(caption, ("N38",), facts=facts)


def named(cards: Sequence[int]) -> str:
    """Cards by their names."""
    return " ".join(NAMES[card] for card in cards)
