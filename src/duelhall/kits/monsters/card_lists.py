"""The command `duelhall monsters cards`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from duelhall.engine.text import padded
from duelhall.games.monsters.card_file import STANDARD_FILE
from duelhall.games.monsters.card_text import (
    cost,
    effect_sentence,
    monster_stats,
    printed,
    stats_text,
    use_lines,
)
from duelhall.games.monsters.cards import Card, CardSet, Deck
from duelhall.games.monsters.decks import cards_of
from duelhall.terminal.documents import print_json
from duelhall.terminal.wrapping import print_fitted

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


def print_file() -> None:
    """Print where the standard set is."""
    print(STANDARD_FILE)


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


def _lines(card: Card, stats: str) -> Iterator[str]:
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


def _effects(card: Card) -> str:
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


def _data(card: Card) -> dict[str, Any]:
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
