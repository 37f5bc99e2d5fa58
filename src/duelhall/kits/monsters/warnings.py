"""What is allowed in a set of cards but probably not intended."""

from collections.abc import Iterator
from itertools import product

from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Card, CardSet, Monster, Move
from duelhall.games.monsters.condition_text import NONE, Atom, Condition, Negated
from duelhall.games.monsters.condition_words import COUNTS, clause
from duelhall.games.monsters.language import Effect

MOST_CARDS = {words.IN_HAND, words.IN_DECK, words.IN_DROP, words.IN_STASIS, words.IN_DAMAGE}
EXCLUSIVE = (
    (Atom(words.IN_TURN), Atom(words.IN_TURN + words.THEIRS)),
    (Atom(words.IN_COMBAT), Atom(words.IN_COMBAT + words.THEIRS)),
    (Atom(words.IN_PHASE, 0), Atom(words.IN_PHASE, 1)),
    (Atom(words.DEFENDED, 0), Atom(words.DEFENDED, 1)),
    (Atom(words.PREVIOUS_LINK), Atom(words.PREVIOUS_LINK + words.THEIRS)),
)
"""Pairs of conditions that never hold together."""


def warnings(cards: CardSet) -> list[str]:
    """Everything in a set that is probably not intended, card by card."""
    everything = [*cards.monsters.values(), *cards.moves.values()]
    return [*_of_decks(cards), *(said for card in everything for said in _of_card(card, cards))]


def _of_decks(cards: CardSet) -> Iterator[str]:
    """Cards that are in no deck, if there are decks."""
    used = {card.name for deck in cards.decks.values() for card in deck.cards}
    for name in (*cards.monsters, *cards.moves):
        if cards.decks and name not in used:
            yield f"{name!r} is in no deck"


def _of_card(card: Card, cards: CardSet) -> Iterator[str]:
    if isinstance(card, Monster) and card.hp > words.DECK:
        yield (
            f"{card.name!r} has {card.hp} HP, more than the damage that a deck of {words.DECK} "
            "moves can take (M13)"
        )
    if isinstance(card, Move):
        yield from _of_move(card, cards)
    for number, effect in enumerate(card.effects, start=1):
        named = f"effect {number} of {card.name!r}"
        yield from (f"{named} {said}" for said in _of_effect(effect, card))
    for requires in dict.fromkeys(condition for _, condition in card.requirements):
        if never_holds(requires):
            yield f"{card.name!r} can never be used: it requires that {clause(requires)}"


def _of_move(move: Move, cards: CardSet) -> Iterator[str]:
    """What no monster can pay for, and what does nothing at all."""
    if cards.monsters and not any(_can_pay(monster, move) for monster in cards.monsters.values()):
        yield f"no monster of the set can pay for {move.name!r} (M6)"
    if move.is_special and not move.effects:
        yield f"{move.name!r} is a special move without an effect"


def _can_pay(monster: Monster, move: Move) -> bool:
    return all(monster.traits.count(trait) >= move.traits.count(trait) for trait in move.traits)


# --- effects ---


def _of_effect(effect: Effect, card: Card) -> Iterator[str]:
    if never_holds(effect.condition):
        yield f"never happens: its condition is that {clause(effect.condition)}"
    if effect.operation in (words.CHANGE_ATTACK, words.CHANGE_DEFENCE):
        if effect.amount == 0:
            yield "does nothing: its amount is 0"
        elif effect.what == words.THIS_COMBAT and not _can_count(effect, card):
            what = words.OPERATIONS[effect.operation]
            yield f"does nothing: {what!r} comes when its target has no {what} in combat (M11)"


def _can_count(effect: Effect, card: Card) -> bool:
    """Whether a change of attack or defence can come in a combat in which it counts."""
    if effect.when == words.PASSIVE:
        return True
    is_attack = effect.operation == words.CHANGE_ATTACK
    sides = {words.SELF: {is_attack}, words.OPPONENT: {not is_attack}}
    return bool(_sides(effect, card) & sides.get(effect.target, {True, False}))


def _sides(effect: Effect, card: Card) -> set[bool]:
    """On which sides of a combat a card can act: the attack's, the defence's."""
    if isinstance(card, Move) and not card.is_special:
        is_attack = card.atk.mark == words.ADDITIONAL or (
            card.atk.mark == words.INITIAL and card.atk.number > 0
        )
        is_defence = card.defence.mark != words.NO_STAT
    else:
        use = card.field_use if effect.when == words.FIELD else card.play_use
        is_attack, is_defence = "attack" in use, "defence" in use
    return {side for side, can_be in ((True, is_attack), (False, is_defence)) if can_be}


# --- conditions ---


def never_holds(condition: Condition) -> bool:
    """Whether a condition cannot hold, whatever happens in a game."""
    atoms = list(dict.fromkeys(_atoms(condition)))
    for values in product((True, False), repeat=len(atoms)):
        truth = dict(zip(atoms, values, strict=True))
        if _is_possible(truth) and _is_true(condition, truth):
            return False
    return True


def _atoms(condition: Condition) -> Iterator[Atom]:
    if isinstance(condition, Atom):
        yield condition
    elif isinstance(condition, Negated):
        yield from _atoms(condition.part)
    else:
        for part in condition.parts:
            yield from _atoms(part)


def _is_true(condition: Condition, truth: dict[Atom, bool]) -> bool:
    if isinstance(condition, Atom):
        return truth[condition]
    if isinstance(condition, Negated):
        return not _is_true(condition.part, truth)
    together = all if condition.word == "and" else any
    return together(_is_true(part, truth) for part in condition.parts)


def _is_possible(truth: dict[Atom, bool]) -> bool:
    """Whether conditions can hold and fail together like this."""
    if truth.get(NONE) is False or any(truth.get(a) and truth.get(b) for a, b in EXCLUSIVE):
        return False
    ranges: dict[tuple[int, str], tuple[int, int]] = {}
    for atom, is_so in truth.items():
        if atom.subject % words.THEIRS in COUNTS:
            key = atom.subject & ~words.AT_MOST, atom.trait
            low, high = ranges.get(key, (0, _most(atom)))
            is_most = bool(atom.subject & words.AT_MOST)
            if is_so == is_most:
                high = min(high, atom.number if is_most else atom.number - 1)
            else:
                low = max(low, atom.number + 1 if is_most else atom.number)
            ranges[key] = low, high
    return all(low <= high for low, high in ranges.values())


def _most(atom: Atom) -> int:
    """The largest number that a count can come to."""
    subject = atom.subject % words.THEIRS
    if subject in MOST_CARDS:
        return words.DECK
    return words.MOST_OF_A_TRAIT if subject == words.TRAIT_LEFT else words.MOST_COUNT
