"""The cards of the standard set, and cards at random."""

import json
import random
import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from duelhall.engine.errors import BadOption, UnknownName
from duelhall.engine.record import copied
from duelhall.engine.rule import python_function
from duelhall.engine.template import Interpreter
from duelhall.games.monsters import choice as acting
from duelhall.games.monsters import conditions, operations, rules, words
from duelhall.games.monsters.board import note_text
from duelhall.games.monsters.card_file import parse_set
from duelhall.games.monsters.cards import CardSet, Deck, Monster, Move, PrintedCard
from duelhall.games.monsters.decks import STANDARD, canonical_text, decks_text
from duelhall.games.monsters.faults import BadCards, Faults
from duelhall.games.monsters.operations import CHANGE_ATTACK, CHANGE_DEFENCE, WORDS, Effect
from duelhall.games.monsters.state import ACTIVATE, NOTHING, PASS, PLAY_CARD, USE_MONSTER, State
from duelhall.games.monsters.words import CHAIN, CHOSEN, FIELD, MONSTER, PASSIVE, PLAY, THIS_COMBAT
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    STANDARD_TEXT,
    can_pay,
    deck_entry,
    game_of,
    made_deck,
    rows_of,
)

CARDS: list[PrintedCard] = [*STANDARD.monsters.values(), *STANDARD.moves.values()]
MOST_GAMES = 150
LIKED = 0.7
"""How likely the card is used where it can be."""

RULES = {
    "attack": "add_to_combat",
    "defence": "add_to_combat",
    "damage": "take_damage",
    "drain": "change_supply",
    "charge": "change_supply",
    "cost": "change_costs",
    "search": "search_deck",
    "return": "move_in_clear",
    "keep": "keep_in_clear",
    "again": "attack_again",
}
"""The rule of an operation, where it is not called like the operation."""


class Watched:
    """Rules that write down which effects are carried out, which Passives hold, and which
    conditions are met.
    """

    def __init__(self) -> None:
        self.acted: set[tuple[int, int]] = set()
        self.met: set[tuple[int, int]] = set()
        interpreter = Interpreter(self._watch)
        self.play: Callable[[State, int], None] = interpreter.copy(rules.play)
        self.deal: Callable[[State], None] = interpreter.copy(rules.deal)
        self.allowed: Callable[[State, int], bool] = interpreter.copy(rules.allowed)

    def _watch(self, source: Any, copy: Callable[..., Any]) -> Callable[..., Any]:
        noted = {
            python_function(acting.carry_out): "acted",
            python_function(conditions.copies_that_hold): "acted",
            python_function(conditions.is_met): "met",
        }
        if source not in noted:
            return copy

        def noting(s: State, seat: int, number: int, *more: Any) -> Any:
            found = copy(s, seat, number, *more)
            if found is None or found:
                getattr(self, noted[source]).add((seat, number))
            return found

        return noting


WATCHED = Watched()


def deck_with(card: PrintedCard, chance: random.Random) -> Deck:
    """A random deck that has the card and can pay for it."""
    entry = deck_entry(chance)
    if isinstance(card, Monster):
        while entry["monster"] != card.name:
            entry = deck_entry(chance)
        return made_deck(entry)
    assert isinstance(card, Move)
    while not fits(entry, card):
        entry = deck_entry(chance)
    moves = entry["moves"]
    while sum(moves.values()) > words.DECK - 4:
        moves.pop(chance.choice([name for name in moves if name != card.name]))
    moves[card.name] = moves.get(card.name, 0) + words.DECK - sum(moves.values())
    return made_deck(entry)


def fits(entry: dict[str, Any], card: Move) -> bool:
    """Whether a deck can pay for a card, and has room for its effects."""
    monster = STANDARD.monsters[entry["monster"]]
    names = {*entry["moves"], card.name}
    count = rows_of(monster) + sum(rows_of(STANDARD.moves[name]) for name in names)
    return can_pay(monster, card) and count <= words.MOST_EFFECTS


def numbers_of(card: PrintedCard, deck: Deck) -> dict[int, int]:
    """The numbers that a card's effects have in the table of a deck, by their places on it."""
    rows = [effect for _, effect in deck.numbered_effects]
    return {
        place: next(number for number, row in enumerate(rows) if row is effect)
        for place, effect in enumerate(card.effects)
    }


def kind_of(card: PrintedCard, deck: Deck) -> int:
    if card == deck.monster:
        return MONSTER
    return [move for move, _ in deck.moves].index(card)  # type: ignore[arg-type]


def wishes(card: PrintedCard) -> set[str]:
    """What must be seen of a card: its uses, and each of its effects."""
    uses = set() if isinstance(card, Monster) else {"played"}
    if FIELD in card.whens:
        uses.add("activated")
    return uses | {f"effect {place}" for place in range(len(card.effects))}


def seen_in_a_game(card: PrintedCard, seed: int) -> Iterator[str]:
    """Play a random game that favours the card, and tell what is seen of it."""
    chance = random.Random(f"{card.name} {seed}")
    deck, other = deck_with(card, chance), made_deck(deck_entry(chance))
    game = game_of(deck, other)
    kind = kind_of(card, deck)
    uses = {PLAY_CARD + kind: "played", ACTIVATE + kind: "activated"}
    if kind == MONSTER:
        uses = {USE_MONSTER: "activated"}
        yield from effects_at_the_start(game, card, deck, seed)
    match = game.match(seed=seed)
    while not match.over:
        legal = match.legal_moves()
        liked = [move for move in legal if move in uses and match.to_move == 0]
        move = chance.choice(liked if liked and chance.random() < LIKED else legal)
        yield from effects_of_move(match, move, card, deck)
        match.play(move)
        if match.mover(len(match.moves)) == 0 and move in uses:
            yield uses[move]


def effects_at_the_start(game: Game, card: PrintedCard, deck: Deck, seed: int) -> Iterator[str]:
    cell = game.blank()
    cell[0].rng = seed
    WATCHED.acted = set()
    WATCHED.deal(cell[0])
    yield from effects_told(card, deck, {PLAY})


def effects_of_move(match: Match, move: int, card: PrintedCard, deck: Deck) -> Iterator[str]:
    """What the card does when a chain resolves, and what holds by it when something is used."""
    WATCHED.acted, WATCHED.met = set(), set()
    if match.state.asks == NOTHING and move != PASS:
        WATCHED.allowed(match.state, move)
        yield from effects_told(card, deck, {PASSIVE, CHAIN})
    elif match.state.asks != NOTHING or match.state.passes == 1:
        WATCHED.play(copied(match.state)[0], move)
        yield from effects_told(card, deck, {PASSIVE})
        acting = list(effects_told(card, deck, {PLAY, FIELD}))
        fired = rules_fired(match, move) if acting else set()
        yield from (told for told in acting if is_told(card, told, fired))


def effects_told(card: PrintedCard, deck: Deck, whens: set[int]) -> Iterator[str]:
    for place, number in numbers_of(card, deck).items():
        when = card.effects[place].when
        if when in whens and (0, number) in (WATCHED.met if when == CHAIN else WATCHED.acted):
            yield f"effect {place}"


def is_told(card: PrintedCard, told: str, fired: set[str]) -> bool:
    """Whether the rule of an effect fired; other rules do where cards are chosen and for what
    lasts longer than a combat.
    """
    effect = card.effects[int(told.split()[1])]
    lasts = effect.operation in (CHANGE_ATTACK, CHANGE_DEFENCE) and effect.what != THIS_COMBAT
    return lasts or effect.choice & CHOSEN > 0 or rule_of(effect) in fired


def rules_fired(match: Match, move: int) -> set[str]:
    """The rules that are told when a move is explained."""
    after = match.copy()
    after.play(move)
    return {step.rule for step in after.explain()}


def rule_of(effect: Effect) -> str:
    word = WORDS[effect.operation]
    return RULES.get(word, word)


@pytest.mark.uncovered
@pytest.mark.parametrize("name", [*STANDARD.monsters, *STANDARD.moves])
def test_every_shipped_card_is_used_and_does_all_it_says(name: str) -> None:
    card: PrintedCard = STANDARD.monsters.get(name) or STANDARD.moves[name]
    missing = wishes(card)
    for seed in range(MOST_GAMES):
        for seen in seen_in_a_game(card, seed):
            missing.discard(seen)
            if not missing:
                return
    assert missing == set()


@pytest.mark.uncovered
def test_most_moves_can_be_played_both_ways() -> None:
    duals = [move for move in STANDARD.moves.values() if is_dual(move)]
    assert 2 * len(duals) >= len(STANDARD.moves) >= 60
    stats = [stat.written for move in duals for stat in (move.atk, move.defence)]
    assert "+0" in stats
    assert any(stat.startswith("-") for stat in stats)


def is_dual(move: Move) -> bool:
    return words.NO_STAT not in (move.atk.mark, move.defence.mark)


@pytest.mark.uncovered
def test_every_monster_and_every_move_is_in_a_deck() -> None:
    decks = STANDARD.decks.values()
    assert {deck.monster.name for deck in decks} == set(STANDARD.monsters)
    assert {move.name for deck in decks for move, _ in deck.moves} == set(STANDARD.moves)


@pytest.mark.uncovered
def test_m2_monsters_generally_have_no_play_effect_and_every_hand_is_five() -> None:
    assert sum(PLAY in monster.whens for monster in STANDARD.monsters.values()) <= 1
    decks = list(STANDARD.decks.values())
    for first, second in zip(decks, [*decks[1:], decks[0]], strict=True):
        for seed in range(2):
            assert game_of(first, second).match(seed=seed).state.in_hand.tolist() == [5, 5]


@pytest.mark.uncovered
@pytest.mark.parametrize("name", STANDARD.decks)
def test_every_deck_can_defend(name: str) -> None:
    moves = STANDARD.decks[name].moves
    defending = [copies for move, copies in moves if can_defend(move)]
    assert sum(defending) >= 8


def can_defend(move: Move) -> bool:
    return move.defence.mark != words.NO_STAT or "defence" in move.use


# --- damaged card files ---


LINES = STANDARD_TEXT.splitlines()
TERMS = sorted(
    {*re.findall(r'"([^"]+)"', STANDARD_TEXT), *operations.WORDS, *words.PER, *words.FORBIDDEN,
     *words.MOVED, *words.TARGETS, *words.WHEN, *words.USES, "previous yours", "links >= 42"}
)  # fmt: skip
VALUES = ("0", "-1", "99", "true", "1.5", '""', "[]", "{}", '["Wax"]', '"~"', '"+9"', '"0"',
          '{a = 1}', '["alter", "answer"]', "9" * 30, "1979-05-27", "nan", "[[1]]")  # fmt: skip
CHARACTERS = 'abz09 ~+-"[]{}=.,#\n\\\té火\0'


@st.composite
def damaged(draw: st.DrawFn) -> str:
    """The standard set, with some slips of the pen in it."""
    lines = list(LINES)
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        way = draw(st.sampled_from(("character", "value", "word", "drop", "double", "swap")))
        line = lines[place]
        if way == "character":
            column = draw(st.integers(0, max(0, len(line) - 1)))
            lines[place] = line[:column] + draw(st.sampled_from(CHARACTERS)) + line[column + 1 :]
        elif way == "value" and "=" in line:
            lines[place] = f"{line.partition('=')[0]}= {draw(st.sampled_from(VALUES))}"
        elif way == "word":
            lines[place] = re.sub(r'"[^"]*"', lambda _: f'"{draw(st.sampled_from(TERMS))}"', line)
        elif way == "drop":
            del lines[place]
        elif way == "double":
            lines.insert(place, line)
        elif way == "swap":
            other = draw(st.integers(0, len(lines) - 1))
            lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)


def read(text: str) -> CardSet | None:
    """The set in a text; None if it is refused with a reason."""
    try:
        document = tomllib.loads(text)
    except ValueError:
        return None
    faults = Faults("a test", text)
    cards = parse_set(document, faults)
    assert all(re.match(r"line \d+, column \d+: ", fault) for fault in faults.found)
    return None if faults.found else cards


def check_playable(cards: CardSet, seed: int) -> None:
    """Every card can be told, and a game with the decks of a set ends."""
    for move in cards.moves.values():
        assert note_text(move)
    chance = random.Random(seed)
    payable = bool(cards.monsters) and bool(cards.moves)
    decks = [*cards.decks.values()]
    if payable and len(decks) < 2:
        decks += [made_deck(deck_entry(chance, cards), cards) for _ in range(2)]
    game = game_of(chance.choice(decks), chance.choice(decks))
    match = random_match(game, seed)
    for state in match.states[::10]:
        assert game.position_text(game.parse_position(game.position_text(state)))


@pytest.mark.uncovered
@given(damaged(), st.integers(0, 2**32))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_damaged_file_is_refused_or_played(text: str, seed: int) -> None:
    cards = read(text)
    if cards:
        check_playable(cards, seed)


ENTRIES = st.recursive(
    st.sampled_from(TERMS) | st.integers(-10, 50) | st.booleans() | st.none() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([*words.USES, "name", "when", "do", "if"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


def places_in(document: Any) -> list[tuple[Any, Any]]:
    """Every table or list of a document with every one of its keys."""
    keys = document if isinstance(document, dict) else range(len(document))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((document, key))
        if isinstance(document[key], dict | list):
            found += places_in(document[key])
    return found


@pytest.mark.uncovered
@given(st.randoms(use_true_random=False), st.lists(ENTRIES, min_size=1, max_size=3))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_a_document_with_anything_in_it_is_refused_or_played(
    chance: random.Random, entries: list[Any]
) -> None:
    document = tomllib.loads(STANDARD_TEXT)
    for entry in entries:
        table, key = chance.choice(places_in(document))
        table[key] = entry
    faults = Faults("a test")
    cards = parse_set(document, faults)
    if not faults.found:
        check_playable(cards, chance.randrange(1000))


@pytest.mark.uncovered
@given(st.randoms(use_true_random=False), st.lists(ENTRIES, min_size=1, max_size=2))
@settings(max_examples=100, deadline=None, derandomize=True)
def test_decks_in_json_with_anything_in_them_are_refused_or_read(
    chance: random.Random, entries: list[Any]
) -> None:
    document = json.loads(decks_text(*list(STANDARD.decks.values())[:2]))
    for entry in entries:
        table, key = chance.choice(places_in(document))
        table[key] = entry
    with suppress(BadCards, BadOption, UnknownName):  # the others if they are no longer two
        text = canonical_text(json.dumps(document))
        assert canonical_text(text) == text
