"""What is allowed in a set of cards but probably not intended."""

from collections.abc import Iterator
from typing import NamedTuple

from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Card, CardSet, Monster, Move
from duelhall.games.monsters.condition import NONE, clause
from duelhall.games.monsters.faults import Fault, Place, Spans
from duelhall.games.monsters.operations import Effect
from duelhall.games.monsters.state import COMBAT
from duelhall.kits.monsters.moments import Moment, before_use, can_hold, moments_of


class Doubt(NamedTuple):
    """Something that is probably not intended, and where it is written."""

    place: Place
    says: str


def warnings(cards: CardSet, spans: Spans) -> list[Fault]:
    """Everything in a set that is probably not intended, in the order of its file."""
    found = [*_of_decks(cards), *(doubt for place, card in _places(cards)
                                  for doubt in _of_card(card, place, cards))]  # fmt: skip
    told = [Fault(doubt.says, _spots(doubt.place, spans)) for doubt in found]
    return sorted(told, key=lambda one: one.first)


def _spots(place: Place, spans: Spans) -> set[tuple[int, int]]:
    spot = spans.of(place)
    return set() if spot is None else {spot}


def _places(cards: CardSet) -> Iterator[tuple[Place, Monster | Move]]:
    """Every card with its place: a set that has no fault has its cards in the file's order."""
    for number, monster in enumerate(cards.monsters.values()):
        yield ("monster", number), monster
    for number, move in enumerate(cards.moves.values()):
        yield ("move", number), move


def _of_decks(cards: CardSet) -> Iterator[Doubt]:
    """Cards that are in no deck, if there are decks."""
    used = {card.name for deck in cards.decks.values() for card in deck.cards}
    for place, card in _places(cards):
        if cards.decks and card.name not in used:
            yield Doubt((*place, "name"), f"{card.name!r} is in no deck")


def _of_card(card: Monster | Move, place: Place, cards: CardSet) -> Iterator[Doubt]:
    if isinstance(card, Move):
        yield from _of_move(card, place, cards)
    elif card.hp > words.DECK:
        says = (
            f"{card.name!r} has {card.hp} HP, more than the damage that a deck of {words.DECK} "
            "moves can take (M13)"
        )
        yield Doubt((*place, "hp"), says)
    for number, effect in enumerate(card.effects):
        named, where = f"effect {number + 1} of {card.name!r}", (*place, "effect", number)
        found = list(_of_effect(effect, card, cards))
        if effect.choice & words.FIRST and not _has_alternatives(card, number):
            found.append(Doubt(("either",), f"is the only one of {effect.either!r} to choose from"))
        yield from (Doubt((*where, *doubt.place), f"{named} {doubt.says}") for doubt in found)
    yield from _of_requirements(card, place)


def _has_alternatives(card: Card, number: int) -> bool:
    """Whether the effect after one is another to choose from."""
    later = card.effects[number + 1 : number + 2]
    return any(one.choice & (words.ALTERNATIVE | words.FIRST) == words.ALTERNATIVE for one in later)


# --- moves ---


def _of_move(move: Move, place: Place, cards: CardSet) -> Iterator[Doubt]:
    """What no monster can pay for, and what does nothing at all."""
    if cards.monsters and not any(_can_pay(monster, move) for monster in cards.monsters.values()):
        says = f"no monster of the set can pay for {move.name!r} (M6)"
        yield Doubt((*place, "traits"), says)
    if move.is_special and not move.effects:
        yield Doubt((*place, "name"), f"{move.name!r} is a special move without an effect")


def _can_pay(monster: Monster, move: Move) -> bool:
    return all(monster.traits.count(trait) >= move.traits.count(trait) for trait in move.traits)


def _of_requirements(card: Card, place: Place) -> Iterator[Doubt]:
    """What a card requires and can never have."""
    required = [(effect.when, effect.requires, ("effect", number, "requires"))
                for number, effect in enumerate(card.effects)]  # fmt: skip
    for when, condition, where in required:
        moments = [before_use(moment) for moment in moments_of(card, when)]
        if condition != NONE and not any(can_hold(condition, one) for one in moments):
            yield Doubt((*place, *where), _never_used(card, clause(condition)))
    whens = [words.FIELD] if isinstance(card, Monster) else [words.PLAY, words.FIELD]
    if card.requires != NONE and not any(_can_be_used(card, when) for when in whens):
        yield Doubt((*place, "requires"), _never_used(card, clause(card.requires)))


def _can_be_used(card: Card, when: int) -> bool:
    """Whether what a card requires as a whole can be had in a moment in which it is used."""
    moments = moments_of(card, when) if when == words.PLAY or card.has(words.FIELD) else []
    return any(can_hold(card.requires, before_use(moment)) for moment in moments)


def _never_used(card: Card, condition: str) -> str:
    return f"{card.name!r} can never be used: it requires that {condition}"


# --- effects ---


def _of_effect(effect: Effect, card: Card, cards: CardSet) -> Iterator[Doubt]:
    moments = moments_of(card, effect.when)
    usable = [moment for moment in moments if can_hold(effect.condition, moment)]
    if not moments:
        yield Doubt(("when",), "never happens: the card can never be used for it")
    elif not usable:
        says = f"never happens: its condition is that {clause(effect.condition)}"
        yield Doubt(("if",), says)
    elif effect.amount == 0:
        yield Doubt(("amount",), "does nothing: its amount is 0")
    else:
        yield from (Doubt(("do",), f"does nothing: {why}") for why in _idle(effect, usable))
        yield from (Doubt(("trait",), f"does nothing: {why}") for why in _traitless(effect, cards))


def _idle(effect: Effect, moments: list[Moment]) -> Iterator[str]:
    """Why an operation does nothing in any of these moments."""
    what = words.OPERATIONS[effect.operation]
    is_stat = effect.operation in (words.CHANGE_ATTACK, words.CHANGE_DEFENCE)
    is_of_link = effect.operation == words.CANCEL or (
        effect.operation == words.RETURN and effect.what == words.PREVIOUS
    )
    if is_stat and effect.what == words.THIS_COMBAT:
        if not any(_counts(effect, moment) for moment in moments):
            yield f"{what!r} comes when its target has no {what} in combat (M11)"
    elif is_of_link and not any(moment.is_behind for moment in moments):
        yield "the card is always the first link of its chain, and there is none before it (M10)"
    elif effect.operation == words.AGAIN and not any(
        moment.is_own_turn in _sides(effect) for moment in moments
    ):
        yield "it is never the turn of its target (M7)"


def _counts(effect: Effect, moment: Moment) -> bool:
    """Whether a change of attack or defence counts in a moment: the turn player attacks, and the
    other one defends.
    """
    is_attack = effect.operation == words.CHANGE_ATTACK
    turns = _sides(effect) if is_attack else {not side for side in _sides(effect)}
    return moment.chain == COMBAT and moment.is_own_turn in turns


def _sides(effect: Effect) -> set[bool]:
    """Whose turn it must be for the target to be the turn player: the owner's, or not."""
    return {words.SELF: {True}, words.OPPONENT: {False}}.get(effect.target, {True, False})


def _traitless(effect: Effect, cards: CardSet) -> Iterator[str]:
    """Why there is nothing for an operation to find, or nothing to pay."""
    moves = [move for move in cards.moves.values() if effect.trait in move.traits]
    if not effect.trait:
        return
    if effect.operation == words.REVIVE:
        moves = [move for move in moves if move.has(words.FIELD, words.PASSIVE)]
        if not moves:
            yield f"no move of the set has {effect.trait} and a lasting effect"
    elif not moves:
        yield f"no move of the set has {effect.trait}"
