"""What the tests of Monsters share: decks, games of them, and moves by name."""

import random
from typing import Any

import duelhall
from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import STANDARD_FILE, parse_deck, parse_set
from duelhall.games.monsters.cards import Card, CardSet, Deck, Monster, Move
from duelhall.games.monsters.condition import Atom, program
from duelhall.games.monsters.decks import STANDARD, decks_text
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.words import CELLS
from duelhall.match.game import Game


def game_of(first: Deck, second: Deck, rules: str = "standard", **more: Any) -> Game:
    """The game of two decks."""
    return duelhall.load("monsters", rules, decks=decks_text(first, second), **more)


def deck_entry(chance: random.Random, cards: CardSet = STANDARD) -> dict[str, Any]:
    """A random deck, as a deck's table in a card file has it: moves that its monster can pay."""
    monster = chance.choice(list(cards.monsters.values()))
    payable = [move for move in cards.moves.values() if can_pay(monster, move)]
    chance.shuffle(payable)
    moves: dict[str, int] = {}
    effects = rows_of(monster)
    while sum(moves.values()) < words.DECK:
        move = payable.pop() if payable else None
        if move is None:
            moves[chance.choice(list(moves))] += 1
        elif effects + rows_of(move) <= words.MOST_EFFECTS:
            effects += rows_of(move)
            moves[move.name] = min(chance.randint(1, 3), words.DECK - sum(moves.values()))
    return {"name": "Random", "monster": monster.name, "moves": moves}


class AnyTrait(list[str]):
    """A list that has every trait."""

    def index(self, *_trait: Any) -> int:
        return 0


ANY_TRAIT = AnyTrait()


def rows_of(card: Card) -> int:
    """How many rows of a deck's table a card can need."""
    longer = [condition for _, condition in card.requirements]
    longer += [effect.condition for effect in card.effects]
    programs = {condition for condition in longer if not isinstance(condition, Atom)}
    steps = [len(list(program(condition, ANY_TRAIT))) for condition in programs]
    return len(card.effects) + len(card.requirements) + sum(1 + count // CELLS for count in steps)


def can_pay(monster: Monster, move: Move) -> bool:
    """Whether a monster's supply is enough for a move."""
    return all(monster.traits.count(trait) >= move.traits.count(trait) for trait in move.traits)


def made_deck(entry: dict[str, Any], cards: CardSet = STANDARD) -> Deck:
    """The deck of a table."""
    faults = Faults("a test")
    deck = parse_deck(entry, (), cards, faults)
    faults.refuse()
    assert deck
    return deck


def made_set(document: dict[str, Any]) -> CardSet:
    """The set of a document."""
    faults = Faults("a test")
    cards = parse_set(document, faults)
    faults.refuse()
    return cards


STANDARD_TEXT = STANDARD_FILE.read_text(encoding="utf-8")
