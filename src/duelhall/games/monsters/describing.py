"""The texts on cards for a person who asks for a card by its name, or for a whole deck."""

from duelhall.engine.errors import nearest
from duelhall.engine.record import SEATS
from duelhall.engine.text import padded, width_of
from duelhall.games.monsters.cards import Monster, Move, slug
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import State
from duelhall.games.monsters.wording import (
    card_lines,
    cost,
    effect_sentence,
    monster_stats,
    stats_text,
    use_lines,
)
from duelhall.games.monsters.words import DECK


def describe(names: Names, s: State, name: str) -> list[str]:
    """What is printed on a card of either deck; both deck lists are known to both (M19)."""
    for card in _cards(names, s):
        if slug(card.name) == slug(name.strip()):
            return card_lines(card)
    known = {slug(card.name) for card in _cards(names, s)}
    longer = sorted(each for each in known if each.startswith(slug(name)))
    if len(longer) == 1:
        return describe(names, s, longer[0])
    near = ", ".join(longer) or nearest(slug(name), known)
    return [f"There is no card {name!r} in either deck{f'; did you mean {near}?' if near else ''}"]


def deck_lines(names: Names, s: State, owner: int) -> list[str]:
    """The list of a deck: the monster, and its moves with how many there are of each (M19)."""
    deck = names.deck(s.options, owner)
    rows: list[tuple[str, str, Monster | Move]]
    rows = [(deck.monster.name, monster_stats(deck.monster), deck.monster)]
    rows += [(f"{count} {move.name}", stats_text(move), move) for move, count in deck.moves]
    width = max(width_of(label) for label, _, _ in rows)
    lines = [f"  {padded(label, width)}  {stats}  {_rules_on(card)}" for label, stats, card in rows]
    return [f"{deck.name}: a monster and {DECK} moves", *lines]


def _rules_on(card: Monster | Move) -> str:
    """What a card costs, or gives, and what it does."""
    effects = (effect_sentence(effect) for effect in card.effects)
    return " ".join([f"{cost(card.traits)}.", *use_lines(card), *effects])


def _cards(names: Names, s: State) -> list[Monster | Move]:
    """Every card of both decks."""
    return [card for seat in range(SEATS) for card in names.deck(s.options, seat).cards]
