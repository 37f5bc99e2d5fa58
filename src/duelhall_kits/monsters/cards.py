"""Cards listed and checked: for faults, and for what is allowed but probably not intended.

The latter depends on the moments in which an effect can act, or a card be used.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from duelhall.engine.text import counted, padded
from duelhall.games.monsters import operations, words
from duelhall.games.monsters.card_file import is_set, read_deck, read_set, read_toml
from duelhall.games.monsters.card_text import (
    cost,
    effect_sentence,
    monster_stats,
    printed,
    stats_text,
    use_lines,
)
from duelhall.games.monsters.cards import CardSet, Deck, Monster, Move, PrintedCard
from duelhall.games.monsters.condition import COUNTS, NONE, Atom, Condition, Negated, clause
from duelhall.games.monsters.decks import cards_of
from duelhall.games.monsters.faults import BadCards, CardFault, Place, Spans
from duelhall.games.monsters.operations import OPERATIONS, Effect
from duelhall.games.monsters.state import COMBAT, IN_ALTER, IN_BATTLE, NO_CHAIN, NON_COMBAT
from duelhall.terminal.output import print_fitted, print_json

NAME_WIDTH = 20
STATS_WIDTH = 20


def print_cards(file: Path | None, *, as_json: bool, as_markdown: bool) -> None:
    """Print a set of cards."""
    cards = cards_of(file)
    if as_json:
        print_json(cards_as_data(cards))
    elif as_markdown:
        print("\n".join(markdown(cards)))
    else:
        print_fitted(*text_lines(cards))


# --- as text ---


def text_lines(cards: CardSet) -> Iterator[str]:
    """A set as lines of text."""
    yield f"Traits: {', '.join(cards.traits)}"
    yield ""
    yield "Monsters"
    for monster in cards.monsters.values():
        yield from _lines(monster, monster_stats(monster))
    yield ""
    yield "Moves"
    for move in cards.moves.values():
        yield from _lines(move, stats_text(move))
    for deck in cards.decks.values():
        yield ""
        yield f"Deck {deck.name}: {deck.monster.name}"
        yield from (f"  {copies} {move.name}" for move, copies in deck.moves)


def _lines(card: PrintedCard, stats: str) -> Iterator[str]:
    yield f"  {padded(card.name, NAME_WIDTH)} {stats:{STATS_WIDTH}} {cost(card.traits)}"
    yield from (f"    {line}" for line in printed(card))


# --- as Markdown ---


def markdown(cards: CardSet) -> Iterator[str]:
    """A set as Markdown tables."""
    yield "## Monsters"
    yield ""
    yield "| monster | HP | ATK | DEF | supply | effects |"
    yield "|---|---|---|---|---|---|"
    for monster in cards.monsters.values():
        numbers = f"{monster.hp} | {monster.atk} | {monster.defence}"
        yield f"| {monster.name} | {numbers} | {cost(monster.traits)} | {_effects(monster)} |"
    yield ""
    yield "## Moves"
    yield ""
    yield "| move | ATK | DEF | cost | effects |"
    yield "|---|---|---|---|---|"
    for move in cards.moves.values():
        stats = f"`{move.atk.written}` | `{move.defence.written}`"
        yield f"| {move.name} | {stats} | {cost(move.traits)} | {_effects(move)} |"
    yield ""
    yield "## Decks"
    yield ""
    yield "| deck | monster | moves |"
    yield "|---|---|---|"
    for deck in cards.decks.values():
        moves = ", ".join(f"{copies} {move.name}" for move, copies in deck.moves)
        yield f"| {deck.name} | {deck.monster.name} | {moves} |"


def _effects(card: PrintedCard) -> str:
    effects = [effect_sentence(effect) for effect in card.effects]
    return " ".join([*use_lines(card), *effects])


# --- as data ---


def cards_as_data(cards: CardSet) -> dict[str, Any]:
    """A set, for programs."""
    monsters = [
        {"hp": monster.hp, "atk": monster.atk, "def": monster.defence, **_data(monster)}
        for monster in cards.monsters.values()
    ]
    moves = [
        {"atk": move.atk.written, "def": move.defence.written, **_data(move)}
        for move in cards.moves.values()
    ]
    return {
        "set": cards.hash,
        "traits": list(cards.traits),
        "monsters": monsters,
        "moves": moves,
        "decks": [_deck_data(deck) for deck in cards.decks.values()],
    }


def _data(card: PrintedCard) -> dict[str, Any]:
    return {
        "name": card.name,
        "traits": list(card.traits),
        "use": list(card.play_use),
        "activate": list(card.field_use),
        "requires": card.requires_text,
        "effects": [dict(effect.entries) for effect in card.effects],
        "says": [effect_sentence(effect) for effect in card.effects],
        "text": card.text,
    }


def _deck_data(deck: Deck) -> dict[str, Any]:
    moves = {move.name: copies for move, copies in deck.moves}
    return {"name": deck.name, "monster": deck.monster.name, "moves": moves}


# --- checked ---


def check_files(files: Sequence[Path], cards: Path | None, *, as_json: bool) -> None:
    """Check all card files, then report; the exit code says whether any fault was found."""
    reports = [checked(file, cards) for file in files]
    if as_json:
        print_json([report.as_data() for report in reports])
    else:
        for report in reports:
            print_fitted(*report.lines())
    if any(report.faults for report in reports):
        sys.exit(1)


@dataclass(frozen=True)
class Report:
    """What is in a file, what is wrong with it, and what is probably not intended."""

    file: Path
    says: str
    faults: Sequence[CardFault] = ()
    warnings: Sequence[CardFault] = ()

    def lines(self) -> list[str]:
        """The report for a person."""
        warned = [f"  warning: {warning}" for warning in self.warnings]
        return [f"{self.file}: {self.says}", *(f"  {fault}" for fault in self.faults), *warned]

    def as_data(self) -> dict[str, Any]:
        """The report for a program."""
        findings = [_finding("fault", fault) for fault in self.faults]
        findings += [_finding("warning", warning) for warning in self.warnings]
        return {
            "file": str(self.file),
            "says": self.says,
            "faults": [str(fault) for fault in self.faults],
            "warnings": [str(warning) for warning in self.warnings],
            "findings": findings,
        }


def _finding(kind: str, found: CardFault) -> dict[str, Any]:
    """A fault or a warning with its place; null where that is not known."""
    line, column = found.first if found.spots else (None, None)
    return {"kind": kind, "line": line, "column": column, "says": found.whole}


def checked(file: Path, cards: Path | None) -> Report:
    """What is in a file, or what is wrong with it."""
    try:
        return _contents(file, cards)
    except OSError as error:
        return Report(file, "cannot be read", [CardFault(str(error.strerror))])
    except BadCards as error:
        count = counted(error.count, "fault")
        if error.file != str(file):
            says = f"the card set {error.file} has {count}: check it first"
            return Report(file, "cannot be checked", [CardFault(says)])
        return Report(file, count, error.found)


def _contents(file: Path, cards: Path | None) -> Report:
    text, document = read_toml(file)
    if is_set(document):
        found = read_set(file)
        parts = (("monster", found.monsters), ("move", found.moves), ("deck", found.decks))
        says = f"a card set: {', '.join(counted(len(cards), noun) for noun, cards in parts)}"
        return Report(file, says, warnings=warnings(found, Spans(text)))
    deck = read_deck(file, cards_of(cards))
    return Report(file, f"a deck: {deck.name} with {deck.monster.name}")


# --- when something can happen ---

MOST_ATOMS = 14
"""Of how many different parts a condition is looked through; with more it is taken as it is."""

MOST_CARDS = {words.IN_HAND, words.IN_DECK, words.IN_DROP, words.IN_STASIS, words.IN_DAMAGE}
EXCLUSIVE = (
    (Atom(words.DEFENDED, 0), Atom(words.DEFENDED, 1)),
    (Atom(words.PREVIOUS_LINK), Atom(words.PREVIOUS_LINK + words.THEIRS)),
)
"""Pairs of conditions that never hold together."""


class Moment(NamedTuple):
    """A moment as a card's owner sees it."""

    is_own_turn: bool
    phase: int
    chain: int
    links: int  # the fewest that the chain has, the card's own included if it is there
    is_behind: bool = False  # whether there is a link before the card's own
    is_defensive: bool = False  # whether the card is a defensive move itself


OPENINGS = [Moment(own, IN_ALTER, NO_CHAIN, 0) for own in (True, False)]
"""Before the first turn (M2)."""
ALL_TIMES = [
    Moment(own, phase, chain, int(chain != NO_CHAIN))
    for own in (True, False)
    for phase in (IN_ALTER, IN_BATTLE)
    for chain in (NO_CHAIN, COMBAT, NON_COMBAT)
    if phase == IN_BATTLE or chain != COMBAT
]
"""While a Passive holds."""

NAMED = {
    "alter": [Moment(True, IN_ALTER, NON_COMBAT, 1)],  # noqa: FBT003
    "attack": [Moment(True, IN_BATTLE, COMBAT, 2, is_behind=True)],  # noqa: FBT003
    "defence": [Moment(False, IN_BATTLE, COMBAT, 2, is_behind=True)],  # noqa: FBT003
    "answer": [
        Moment(own, phase, NON_COMBAT, 2, is_behind=True)
        for own in (True, False)
        for phase in (IN_ALTER, IN_BATTLE)
    ],
}
"""The moments that a card's text can name."""


def moments_of(card: PrintedCard, when: int) -> list[Moment]:
    """When the effects of a card that happen at a time can act."""
    if when == words.PASSIVE:
        return ALL_TIMES
    if isinstance(card, Monster) and when == words.PLAY:
        return OPENINGS
    if when == words.CHAIN:
        return [*moments_of(card, words.PLAY), *moments_of(card, words.FIELD)]
    named = card.field_use if when == words.FIELD else card.play_use
    found = [moment for word in named for moment in NAMED[word] if _is_within(card, moment)]
    return [*found, *_by_stats(card)] if isinstance(card, Move) else found


def _is_within(card: PrintedCard, moment: Moment) -> bool:
    """Whether a card has a number for the turn of a moment, if it needs one (M3, M9)."""
    if not isinstance(card, Move) or card.is_special:
        return True
    return (card.atk if moment.is_own_turn else card.defence).mark != words.NO_STAT


def _by_stats(move: Move) -> Iterator[Moment]:
    """When a move can be used by its stats (M5, M7 to M9)."""
    if move.atk.mark == words.INITIAL:
        chain = COMBAT if move.atk.number else NON_COMBAT
        yield Moment(True, IN_BATTLE, chain, 1)  # noqa: FBT003
    if move.atk.mark == words.ADDITIONAL:
        yield from NAMED["attack"]
    if move.defence.mark != words.NO_STAT:
        yield from (moment._replace(is_defensive=True) for moment in NAMED["defence"])


def before_use(moment: Moment) -> Moment:
    """The moment just before a card is used, when what it requires is looked at (M22)."""
    chain = moment.chain if moment.is_behind else NO_CHAIN
    return moment._replace(chain=chain, links=moment.links - 1, is_defensive=False)


# --- conditions ---


def can_hold(condition: Condition, moment: Moment) -> bool:
    """Whether a condition can hold in a moment of some game."""
    atoms = list(dict.fromkeys(_atoms(condition)))
    fixed = {atom: held for atom in atoms if (held := _held(atom, moment)) is not None}
    free = [atom for atom in atoms if atom not in fixed]
    if len(free) > MOST_ATOMS:
        return True
    return any(
        _is_possible(truth, moment) and _is_true(condition, truth)
        for values in product((True, False), repeat=len(free))
        if (truth := fixed | dict(zip(free, values, strict=True)))
    )


def _held(atom: Atom, moment: Moment) -> bool | None:
    subject, is_theirs = atom.subject % words.THEIRS, bool(atom.subject & words.THEIRS)
    is_combat = moment.chain == COMBAT
    certain = {
        words.ALWAYS: True,
        words.IN_TURN: moment.is_own_turn != is_theirs,
        words.IN_COMBAT: is_combat != is_theirs,
        words.IN_PHASE: moment.phase == atom.number,
        words.IN_CHAIN: moment.chain != NO_CHAIN,
        words.ANSWERING: moment.chain == NON_COMBAT and moment.is_behind,
    }
    if subject == words.DEFENDED and is_combat and moment.is_defensive:
        return atom.number == 1
    if subject in (words.ATTACK_TYPE, words.DEFENCE_TYPE, words.DEFENDED) and not is_combat:
        return False
    if subject == words.PREVIOUS_LINK and not moment.is_behind:
        return False
    return certain.get(subject)


def _atoms(condition: Condition) -> Iterator[Atom]:
    if isinstance(condition, Atom):
        yield condition
    elif isinstance(condition, Negated):
        yield from _atoms(condition.part)
    else:
        for part in condition.parts:
            yield from _atoms(part)


def _is_true(condition: Condition, truth: Mapping[Atom, bool]) -> bool:
    if isinstance(condition, Atom):
        return truth[condition]
    if isinstance(condition, Negated):
        return not _is_true(condition.part, truth)
    together = all if condition.word == "and" else any
    return together(_is_true(part, truth) for part in condition.parts)


def _is_possible(truth: Mapping[Atom, bool], moment: Moment) -> bool:
    if any(truth.get(one) and truth.get(other) for one, other in EXCLUSIVE):
        return False
    ranges: dict[tuple[int, str], tuple[int, int]] = {}
    for atom, is_so in truth.items():
        if atom.subject % words.THEIRS in COUNTS:
            key = atom.subject & ~words.AT_MOST, atom.trait
            low, high = ranges.get(key, _bounds(atom, moment))
            is_most = bool(atom.subject & words.AT_MOST)
            if is_so == is_most:
                high = min(high, atom.number if is_most else atom.number - 1)
            else:
                low = max(low, atom.number + 1 if is_most else atom.number)
            ranges[key] = low, high
    return all(low <= high for low, high in ranges.values())


def _bounds(atom: Atom, moment: Moment) -> tuple[int, int]:
    subject = atom.subject % words.THEIRS
    if subject == words.LINKS:
        return moment.links, words.MOST_COUNT if moment.chain != NO_CHAIN else 0
    if subject == words.COMBATS:
        return int(moment.chain == COMBAT), words.MOST_COUNT
    if subject in MOST_CARDS:
        return 0, words.DECK
    most = words.MOST_OF_A_TRAIT if subject == words.TRAIT_LEFT else words.MOST_COUNT
    return int(subject == words.TURN), most


# --- what is probably not intended ---


class Doubt(NamedTuple):
    """Something that is probably not intended, and where it is written."""

    place: Place
    says: str


def warnings(cards: CardSet, spans: Spans) -> list[CardFault]:
    """Everything in a set that is probably not intended, in the order of its file."""
    found = [*_of_decks(cards), *(doubt for place, card in _places(cards)
                                  for doubt in _of_card(card, place, cards))]  # fmt: skip
    told = [CardFault(doubt.says, spans.of(doubt.place)) for doubt in found]
    return sorted(told, key=lambda one: one.first)


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


def _has_alternatives(card: PrintedCard, number: int) -> bool:
    """Whether the effect after one is another to choose from."""
    later = card.effects[number + 1 : number + 2]
    return any(one.choice & (words.ALTERNATIVE | words.FIRST) == words.ALTERNATIVE for one in later)


# --- moves ---


def _of_move(move: Move, place: Place, cards: CardSet) -> Iterator[Doubt]:
    """What no monster can pay for, and what does nothing at all."""
    supplies = [Counter(monster.traits) for monster in cards.monsters.values()]
    if supplies and not any(Counter(move.traits) <= supply for supply in supplies):
        says = f"no monster of the set can pay for {move.name!r} (M6)"
        yield Doubt((*place, "traits"), says)
    if move.is_special and not move.effects:
        yield Doubt((*place, "name"), f"{move.name!r} is a special move without an effect")


def _of_requirements(card: PrintedCard, place: Place) -> Iterator[Doubt]:
    """What a card requires and can never have."""
    for number, effect in enumerate(card.effects):
        moments = [before_use(moment) for moment in moments_of(card, effect.when)]
        if effect.requires != NONE and not any(can_hold(effect.requires, one) for one in moments):
            says = _never_used(card, effect.requires)
            yield Doubt((*place, "effect", number, "requires"), says)
    whens = [words.FIELD] if isinstance(card, Monster) else [words.PLAY, words.FIELD]
    if card.requires != NONE and not any(_can_be_used(card, when) for when in whens):
        yield Doubt((*place, "requires"), _never_used(card, card.requires))


def _can_be_used(card: PrintedCard, when: int) -> bool:
    """Whether what a card requires as a whole can be had in a moment in which it is used."""
    moments = moments_of(card, when) if when == words.PLAY or words.FIELD in card.whens else []
    return any(can_hold(card.requires, before_use(moment)) for moment in moments)


def _never_used(card: PrintedCard, condition: Condition) -> str:
    return f"{card.name!r} can never be used: it requires that {clause(condition)}"


# --- effects ---


def _of_effect(effect: Effect, card: PrintedCard, cards: CardSet) -> Iterator[Doubt]:
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
    what = OPERATIONS[effect.operation].word
    is_stat = effect.operation in (operations.CHANGE_ATTACK, operations.CHANGE_DEFENCE)
    is_of_link = effect.operation == operations.CANCEL or (
        effect.operation == operations.RETURN and effect.what == words.PREVIOUS
    )
    if is_stat and effect.what == words.THIS_COMBAT:
        if not any(_counts(effect, moment) for moment in moments):
            yield f"{what!r} comes when its target has no {what} in combat (M11)"
    elif is_of_link and not any(moment.is_behind for moment in moments):
        yield "the card is always the first link of its chain, and there is none before it (M10)"
    elif effect.operation == operations.AGAIN and not any(
        moment.is_own_turn in _sides(effect) for moment in moments
    ):
        yield "it is never the turn of its target (M7)"


def _counts(effect: Effect, moment: Moment) -> bool:
    """Whether a change of attack or defence counts in a moment: the turn player attacks, and the
    other one defends.
    """
    is_attack = effect.operation == operations.CHANGE_ATTACK
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
    if OPERATIONS[effect.operation].enters == words.IN_STASIS:
        moves = [move for move in moves if not move.whens.isdisjoint((words.FIELD, words.PASSIVE))]
        if not moves:
            yield f"no move of the set has {effect.trait} and a lasting effect"
    elif not moves:
        yield f"no move of the set has {effect.trait}"
