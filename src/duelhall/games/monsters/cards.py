"""Monsters, moves and decks as they are printed (M1, M4, M5)."""

import json
import unicodedata
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from duelhall.engine.rule import computed_once
from duelhall.games.monsters import words
from duelhall.games.monsters.condition import NONE, Condition
from duelhall.games.monsters.operations import Effect

MOST_SLUGS = 4096
"""How many names are remembered as they are typed, for each is asked for again and again."""


USE_BITS = {word: 1 << place for place, word in enumerate(words.USES)}
NO_SIGNS = str.maketrans("", "", " '-")


@lru_cache(MOST_SLUGS)
def slug(name: str) -> str:
    """A card's name as it is typed: `Ember Lash` is `ember-lash`."""
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).lower())
    return plain.replace("'", "").replace(" ", "-")


def is_name(text: str) -> bool:
    """Whether a card or a deck can be called so: letters of any script, with their marks."""
    spelt = text.translate(NO_SIGNS)
    kinds = {"L"}
    if not spelt.isalpha():
        kinds = {unicodedata.category(letter)[0] for letter in spelt if not letter.isdecimal()}
    if "L" not in kinds or not kinds <= {"L", "M"} or len(text) > words.LONGEST_NAME:
        return False
    return text[0] not in " '-" and text[-1] not in " -"


@dataclass(frozen=True)
class Stat:
    """An attack or a defence: how it is marked, and its number."""

    written: str

    @computed_once
    def mark(self) -> int:
        """`~`, `3` or `+1` (M4)."""
        if self.written == "~":
            return words.NO_STAT
        return words.ADDITIONAL if self.written[0] in "+-" else words.INITIAL

    @computed_once
    def number(self) -> int:
        """Its number, 0 where there is none."""
        return 0 if self.written == "~" else int(self.written)


stat = lru_cache(words.MOST_STAT)(Stat)
"""The stat that is written so; many cards have the same."""


@dataclass(frozen=True)
class PrintedCard(ABC):
    """What monsters and moves have in common."""

    name: str
    traits: tuple[str, ...]
    use: tuple[str, ...]
    activate: tuple[str, ...] | None
    effects: tuple[Effect, ...]
    requires: Condition
    requires_text: str
    text: str

    @property
    def play_use(self) -> tuple[str, ...]:
        """When its text lets it be played; only that of a special move does."""
        return self.use

    @property
    def field_use(self) -> tuple[str, ...]:
        """When its text lets its Field effect be used, which a special move can say once for both
        (M3, M9).
        """
        return self.use if self.activate is None else self.activate

    @property
    def uses(self) -> int:
        """When it may be used by its text, in a number."""
        bits = [sum(map(USE_BITS.__getitem__, use)) for use in (self.play_use, self.field_use)]
        return bits[0] + words.TIMES_STEP * bits[1]

    @computed_once
    def requirements(self) -> list[tuple[int, Condition]]:
        """What using it takes: to play it, or to use its Field effect."""
        found = [(one.when, one.requires) for one in self.effects if one.requires != NONE]
        if self.requires != NONE:
            found += [(when, self.requires) for when in self._used_for]
        return found

    @property
    @abstractmethod
    def _used_for(self) -> list[int]:
        """For which effects it can be used at all."""

    @property
    def named_traits(self) -> set[str]:
        """Every trait that is written on it."""
        named = {*self.traits, *self.requires.traits}
        for effect in self.effects:
            named |= {effect.trait, effect.per_trait}
            named |= effect.condition.traits | effect.requires.traits
        return named

    @property
    def meaning(self) -> tuple[Any, ...]:
        """All that matters in a game: two cards of one name are the same card if it is equal."""
        said = self.uses, self.requires, self.effects
        return type(self), tuple(sorted(self.traits)), *said, *self._stats.values()

    @property
    def entries(self) -> dict[str, Any]:
        """All that is printed on it, to be written down."""
        found = {"name": self.name, **self._stats, "traits": self.traits}
        if self.use:
            found["use"] = self.use
        if self.activate is not None:
            found["activate"] = self.activate
        if self.requires_text:
            found["requires"] = self.requires_text
        if self.effects:
            found["effect"] = [dict(effect.entries) for effect in self.effects]
        if self.text:
            found["text"] = self.text
        return found

    @property
    @abstractmethod
    def _stats(self) -> dict[str, Any]:
        """The numbers on a card of this kind, as they are written."""

    @computed_once
    def whens(self) -> set[int]:
        """The times of its effects."""
        return {effect.when for effect in self.effects}


@dataclass(frozen=True)
class Monster(PrintedCard):
    """A monster."""

    hp: int
    atk: int
    defence: int

    @property
    def play_use(self) -> tuple[str, ...]:
        """It is never played."""
        return ()

    @property
    def _used_for(self) -> list[int]:
        return [words.FIELD]

    @property
    def _stats(self) -> dict[str, Any]:
        return {"hp": self.hp, "atk": self.atk, "def": self.defence}


@dataclass(frozen=True)
class Move(PrintedCard):
    """A move."""

    atk: Stat
    defence: Stat

    @property
    def _used_for(self) -> list[int]:
        return [words.PLAY, words.FIELD] if words.FIELD in self.whens else [words.PLAY]

    @property
    def _stats(self) -> dict[str, Any]:
        return {"atk": self.atk.written, "def": self.defence.written}

    @property
    def is_special(self) -> bool:
        """Whether neither of its stats is a number (M5)."""
        return self.atk.mark == self.defence.mark == words.NO_STAT


NumberedEffect = tuple[int, Effect]
"""A card's number, and an effect of it."""


@dataclass(frozen=True)
class Deck:
    """A monster with 20 moves (M1), and what is needed to play with them."""

    name: str
    set_hash: str
    traits: tuple[str, ...]
    monster: Monster
    moves: tuple[tuple[Move, int], ...]
    text: str = ""

    @property
    def cards(self) -> tuple[Monster | Move, ...]:
        """The monster, and each move once."""
        return (self.monster, *[move for move, _ in self.moves])

    @property
    def with_room(self) -> "Deck":
        """The same deck; if its set has more traits than a deck can have, only with those that its
        cards name.
        """
        if len(self.traits) <= words.MOST_TRAITS:
            return self
        named = set().union(*(card.named_traits for card in self.cards))
        return replace(self, traits=tuple(trait for trait in self.traits if trait in named))

    @computed_once
    def line(self) -> str:
        """The deck in one line of JSON, with all its cards."""
        entries = {
            "deck": self.name,
            "set": self.set_hash,
            "traits": self.traits,
            "monster": self.monster.entries,
            "moves": [(copies, move.entries) for move, copies in self.moves],
            "text": self.text,
        }
        return json.dumps(entries, ensure_ascii=False)

    @computed_once
    def words(self) -> tuple[str, ...]:
        """The names of its moves as they are typed."""
        return tuple(map(slug, [move.name for move, _ in self.moves]))

    @computed_once
    def numbered_effects(self) -> tuple[NumberedEffect, ...]:
        """What has a row of its own, by its number: Passives, requirements, effects that act."""
        cards = [*enumerate(self.cards[1:]), (words.MONSTER, self.monster)]
        passives: list[NumberedEffect] = []
        others: list[NumberedEffect] = []
        for kind, card in cards:
            for when, requires in card.requirements:
                others.append((kind, Effect(when, words.REQUIRE, requires)))
            for effect in card.effects:
                (passives if effect.when == words.PASSIVE else others).append((kind, effect))
        return (*passives, *others)


@dataclass(frozen=True)
class CardSet:
    """All that a card file holds."""

    traits: tuple[str, ...]
    monsters: Mapping[str, Monster]
    moves: Mapping[str, Move]
    decks: Mapping[str, Deck] = field(default_factory=dict)
    hash: str = ""
