"""Decks as text in options and saved games, and as tables in every state.

The text is one line of JSON that holds all cards of both decks, so that a saved game needs no card
file: whatever becomes of that, the game is replayed with the cards that it was played with. The
table holds numbers only, and a hash of the text, by which it is known whose names belong to it.

Finding decks by name or in files, for those who want to play with them. The names of cards: a state
has numbers only, and a game the decks that they are numbers of.
"""

import hashlib
import json
import os
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from duelhall.engine.definition import CardSetup, DeckPlan
from duelhall.engine.errors import (
    BadOption,
    BadUsage,
    OtherOptions,
    UnknownName,
    meant,
    no_such,
    shortened,
)
from duelhall.engine.options import Options, Switch, TextOption, Value
from duelhall.engine.record import SEATS, Array
from duelhall.engine.text import LONGEST_NAME, checked_nesting
from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import (
    STANDARD_FILE,
    check_deck,
    parse_monster,
    parse_move,
    parse_traits,
    read_deck,
    read_set,
)
from duelhall.games.monsters.cards import CardSet, Deck, PrintedCard, slug
from duelhall.games.monsters.effect_file import effect_rows
from duelhall.games.monsters.faults import BadCards, Faults
from duelhall.games.monsters.operations import HOLDING_BITS, SEARCH
from duelhall.games.monsters.state import RULE_SETS, SHAPE, Choices
from duelhall.games.monsters.usage import note_fitting_cards
from duelhall.games.monsters.words import DECK, MONSTER
from duelhall.games.monsters.zones import link_kind, link_seat

STANDARD = read_set(STANDARD_FILE)
"""The standard set."""

VERSUS = " vs "
PLACE = "the option decks"
DECK_ENTRIES = ("deck", "set", "traits", "monster", "moves", "text")

MOST_READ = 256
"""How many pairs of decks are kept that were read, for a game reads its own again and again."""


def decks_text(first: Deck, second: Deck) -> str:
    """Two decks in one line."""
    return f"[{first.line}, {second.line}]"


@lru_cache(MOST_READ)
def parse_decks(text: str) -> tuple[Deck, ...]:
    """Two decks: their text, or the names of two ready-made decks with ` vs ` between."""
    if text.lstrip().startswith("["):
        decks = _read_json(text)
    else:
        decks = [ready_made_deck(name) for name in text.split(VERSUS)]
    if len(decks) != SEATS:
        raise BadOption(f"give two decks, written {next(iter(STANDARD.decks))}{VERSUS}...")
    check_fit(*decks)
    return tuple(decks)


def check_fit(first: Deck, second: Deck) -> None:
    """Decks of different sets can meet if those agree on what a trait or a card of one name is
    (M24).
    """
    others = {trait.lower(): trait for trait in second.traits}
    faults = [
        f"the trait {trait!r} of one deck is written {others[trait.lower()]!r} in the other (M24)"
        for trait in first.traits
        if others.get(trait.lower(), trait) != trait
    ]
    cards = {slug(card.name): card for card in first.cards}
    for card in second.cards:
        twin = cards.get(slug(card.name), card)
        if twin.meaning != card.meaning:
            faults.append(f"{card.name!r} is one card in one deck and another in the other (M24)")
    if faults:
        raise BadCards(PLACE, faults)


def parse_tables(text: str) -> Array:
    """The tables of the two decks in a text."""
    first, second = parse_decks(text)
    tables = np.array([deck_table(first, second), deck_table(second, first)])
    note_fitting_cards(tables)
    return tables


def canonical_text(text: str) -> str:
    """The text of two decks, as it is always written."""
    return decks_text(*parse_decks(text))


def names_of_decks(text: str) -> str:
    """Which decks these are, for a person."""
    return VERSUS.join(deck.name for deck in parse_decks(text))


READY_MADE = tuple(STANDARD.decks.values())
OPTIONS = Options(
    RULE_SETS,
    Switch("deck_out", ("reshuffle", "lose"), ("lose", "reshuffle"), ("M18",),
           "what happens when a card must come from an empty deck", asks=""),
    Switch("used_cards", ("whole",) * len(RULE_SETS), ("whole", "links"), ("M16", "M17"),
           "whether links keep their numbers and Passives", asks=""),
    TextOption("decks", (decks_text(*READY_MADE[:SEATS]),) * len(RULE_SETS), SHAPE, parse_tables,
          canonical_text, "two ready-made decks, written NAME vs NAME, or both in JSON", ("M1",),
          "the decks of both players", names_of_decks),
    kind=Choices,
    titles=("an empty deck is shuffled anew", "an empty deck loses"),
)  # fmt: skip


def ready_made_deck(name: str) -> Deck:
    """A ready-made deck of the standard set."""
    for deck in STANDARD.decks.values():
        if slug(deck.name) == slug(name.strip()):
            return deck
    raise UnknownName(no_such("ready-made deck", name.strip(), STANDARD.decks))


def has_secrets(deck: Deck) -> bool:
    """Whether a choice that a card of it leaves is seen by the chooser only (M23)."""
    effects = [effect for card in deck.cards for effect in card.effects]
    return any(
        effect.operation == SEARCH and effect.choice & words.CHOSEN and not effect.trait
        for effect in effects
    )


def digest(deck: Deck) -> bytes:
    """What a deck is known by in a table, which holds no names."""
    return hashlib.sha256(deck.line.encode()).digest()[: words.WIDTH]


def _read_json(text: str) -> list[Deck]:
    """The decks in a line of JSON, checked as if they came from a file."""
    faults = Faults(PLACE)
    try:
        checked_nesting(text, lambda says: BadCards(PLACE, [says]), LONGEST_NAME)
        document = json.loads(unicodedata.normalize("NFC", text))
    except (ValueError, RecursionError) as error:
        raise BadCards(PLACE, [f"this is not JSON: {error}"]) from None
    listed = faults.list_of((), document, "decks")[: SEATS + 1]
    decks = [_parse_deck(entry, faults) for entry in listed]
    faults.refuse()
    return [deck for deck in decks if deck]


def _parse_deck(entry: object, faults: Faults) -> Deck | None:
    found = faults.entries((), entry, "a deck", DECK_ENTRIES, DECK_ENTRIES)
    if any(name not in found for name in DECK_ENTRIES):
        return None
    traits = parse_traits(found["traits"], faults, words.MOST_TRAITS)
    monster = parse_monster(found["monster"], (), traits, faults)
    moves = []
    for pair in faults.list_of((), found["moves"], "moves"):
        if not isinstance(pair, list) or len(pair) != 2:  # noqa: PLR2004
            faults.add((), "a move of a deck is a pair: how many, and the card")
            continue
        copies = faults.number((), pair[0], "how many", 1, words.DECK)
        move = parse_move(pair[1], (), traits, faults)
        if copies and move:
            moves.append((move, copies))
    if len({slug(move.name) for move, _ in moves}) < len(moves):
        faults.add((), "a move is in the deck's list twice")
    lines = [found[name] for name in ("deck", "set", "text")]
    if not all(isinstance(line, str) and line.isprintable() for line in lines):
        faults.add((), "the names of a deck and its set are text of one line")
    if monster is None or faults.found:
        return None
    deck = Deck(found["deck"], found["set"], traits, monster, tuple(moves), found["text"])
    check_deck(deck, (), faults)
    return deck


def deck_table(deck: Deck, other: Deck) -> Array:
    """A deck in numbers, to be played against another."""
    table = np.zeros((words.ROWS, words.WIDTH), np.uint8)
    table[words.NAME_ROW] = np.frombuffer(digest(deck), np.uint8)
    rows = effect_rows(deck)
    for number, row in enumerate(rows):
        table[words.EFFECT_ROWS + number] = row
    firsts = _first_effects(rows)
    for kind, (move, copies) in enumerate(deck.moves):
        stats = move.atk, move.defence
        marks = stats[0].mark + 4 * stats[1].mark + _flags(move)
        numbers = [stat.number + words.BIAS for stat in stats]
        cost = _packed(map(move.traits.count, deck.traits))
        table[words.CARD_ROWS + kind] = [
            *numbers, marks, move.uses, copies, *cost, firsts.get(kind, 0)
        ]  # fmt: skip
    monster = deck.monster
    supply = _packed(map(monster.traits.count, deck.traits))
    table[words.CARD_ROWS + words.MONSTER] = [
        monster.atk + words.BIAS, monster.defence + words.BIAS, _flags(monster), monster.uses,
        monster.hp, *supply, firsts.get(words.MONSTER, 0),
    ]  # fmt: skip
    effects = [effect for card in deck.cards for effect in card.effects]
    held = {(effect.when, effect.operation) for effect in effects if effect.when in words.HOLDING}
    work = [HOLDING_BITS[holding] for holding in held]
    places = {trait: place for place, trait in enumerate(other.traits)}
    namesakes = [places.get(trait, words.NO_TRAIT) for trait in deck.traits]
    facts = [sum(work), *_packed(namesakes), len(deck.moves)]
    table[words.FACTS_ROW, : len(facts)] = facts
    return table.view(np.int8)


def _flags(card: PrintedCard) -> int:
    flags = words.HAS_FIELD if words.FIELD in card.whens else 0
    flags += words.HAS_PASSIVE if words.PASSIVE in card.whens else 0
    flags += words.HAS_CHAIN if words.CHAIN in card.whens else 0
    return flags + (words.HAS_REQUIREMENT if card.requirements else 0)


def _first_effects(rows: Sequence[Sequence[int]]) -> dict[int, int]:
    """For each card that has effects that act, or requirements, the row of the first, from 1."""
    firsts: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        if row[words.OWNER] and row[words.WHAT_WHEN] % words.OPERATION_STEP != words.PASSIVE:
            firsts.setdefault(row[words.OWNER] - 1, number)
    return firsts


def _packed(numbers: Iterable[int]) -> list[int]:
    """Numbers of four bits, in three bytes."""
    packed = 0
    for place, number in enumerate(numbers):
        packed |= number << (4 * place)
    return [packed & 0xFF, (packed >> 8) & 0xFF, packed >> 16]


def cards_of(file: Path | None) -> CardSet:
    """The set in a file; the standard one without a file."""
    return STANDARD if file is None else read_set(file)


def find_deck(name: str, cards: CardSet) -> Deck:
    """A deck: by its name in the set, or from a file of its own."""
    for deck in cards.decks.values():
        if slug(deck.name) == slug(name):
            return deck
    if os.path.isfile(name):  # noqa: PTH113, Path fails where a name is too long for a file
        return read_deck(Path(name), cards)
    raise UnknownName(no_such("deck", name, cards.decks, "the set, and no such file"))


def deck_options(wishes: CardSetup, seat: int) -> dict[str, str]:
    """The option with both decks: those named, else ready-made ones that nobody named."""
    cards, own, other = wishes.file, wishes.deck, wishes.opponent_deck
    found = cards_of(cards)
    ready_made = list(found.decks.values())
    if not ready_made and not (own and other):
        raise BadUsage(f"{cards} has no ready-made decks: name two with --deck and --opponent-deck")
    mine = find_deck(own, found) if own else None
    theirs = find_deck(other, found) if other else None
    mine = mine or next((deck for deck in ready_made if deck != theirs), ready_made[0])
    theirs = theirs or next((deck for deck in ready_made if deck != mine), ready_made[0])
    first, second = (mine, theirs) if seat == 0 else (theirs, mine)
    return {"decks": decks_text(first, second)}


PLANS = {
    "Struck Match": DeckPlan("Tallow Hound", "One big blow a turn, and something on top of it.", 1),
    "Kiln Yard": DeckPlan("Kilnback", "Fill the table with things that stay and add up.", 2),
    "Crossed Out": DeckPlan("Blot Heron", "Empty their hand, and cancel the move that matters.", 3),
    "Long Winter": DeckPlan("Peat Mare", "Heal, weaken their attacks, and get angry slowly.", 2),
    "Dry Dock": DeckPlan("Brine Ox", "Make their moves dear, and strike where it hurts.", 3),
    "Spare Parts": DeckPlan("Cog Magpie", "Long chains of small things, and a second attack.", 4),
}


def deck_names() -> list[str]:
    """The ready-made decks of the standard set."""
    return [deck.name for deck in STANDARD.decks.values()]


def exchanged_decks(options: Mapping[str, Value]) -> dict[str, Value]:
    """The option with both decks, each in the other's place."""
    first, second = parse_decks(str(options["decks"]))
    return {"decks": decks_text(second, first)}


# --- the names of cards ---


def owner_and_card(link: int) -> tuple[int, int]:
    """Whose a link is, and the number of its card; not compiled, for that takes longer."""
    return link_seat(link), link_kind(link)


class Names:
    """The names of the cards in the decks of one game; options with other decks are refused."""

    def __init__(self, decks: Sequence[Deck]) -> None:
        self.decks = tuple(decks)
        self._digests = [digest(deck) for deck in decks]
        self._known: Array | None = None  # the table of decks that was found to be these last

    def deck(self, options: Choices, seat: int) -> Deck:
        """The deck of a seat."""
        table = options.decks
        if table is not self._known:  # drawing a board takes many names of the same ones
            if [deck[words.NAME_ROW].tobytes() for deck in table] != self._digests:
                raise OtherOptions("monsters", ["decks"])
            self._known = table
        return self.decks[seat]

    def card_name(self, options: Choices, seat: int, kind: int) -> str:
        """A card's name, as it is printed."""
        deck = self.deck(options, seat)
        return deck.monster.name if kind == MONSTER else deck.moves[kind][0].name

    def card_word(self, options: Choices, seat: int, kind: int) -> str:
        """A card's name as it is typed; `#12` for a number that the deck has no card for."""
        words = self.deck(options, seat).words
        return words[kind] if kind < len(words) else f"#{kind}"

    def find_card(self, word: str, options: Choices, seat: int, there: Iterable[int]) -> int | None:
        """The number of a card in a deck by its name, or by a beginning that no other name has
        among the cards that are there.
        """
        wanted = slug(word.strip())
        words = self.deck(options, seat).words
        found = [*words, *map("#{}".format, range(len(words), DECK))]
        if wanted in found:
            return found.index(wanted)
        near = [kind for kind in there if wanted and found[kind].startswith(wanted)]
        return near[0] if len(near) == 1 and not wanted.startswith("#") else None

    def known_card(self, word: str, options: Choices, seat: int, error: type[Exception]) -> int:
        """The number of a card that must be one of the deck's, by its whole name."""
        words = self.deck(options, seat).words
        if word in words:
            return words.index(word)
        near = meant(word, words)
        raise error(f"there is no move {shortened(word)} in the deck of player {seat} (M1){near}")
