"""Monsters, moves and decks as they are printed (M1, M4, M5)."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from duelhall.games.monsters import words
from duelhall.games.monsters.language import Effect


def slug(name: str) -> str:
    """A card's name as it is typed: `Ember Lash` is `ember-lash`."""
    return name.lower().replace("'", "").replace(" ", "-")


@dataclass(frozen=True)
class Stat:
    """An attack or a defence: how it is marked, and its number."""

    written: str

    @property
    def mark(self) -> int:
        """`~`, `3` or `+1` (M4)."""
        if self.written == "~":
            return words.NO_STAT
        return words.ADDITIONAL if self.written[0] in "+-" else words.INITIAL

    @property
    def number(self) -> int:
        """Its number, 0 where there is none."""
        return 0 if self.written == "~" else int(self.written)


@dataclass(frozen=True)
class Card(ABC):
    """What monsters and moves have in common."""

    name: str
    traits: tuple[str, ...]
    use: tuple[str, ...]
    effects: tuple[Effect, ...]
    text: str

    @property
    def uses(self) -> int:
        """When it may be used, as bits."""
        return sum(1 << words.USES.index(word) for word in self.use)

    @property
    def meaning(self) -> tuple[Any, ...]:
        """All that matters in a game: two cards of one name are the same card if it is equal."""
        effects = tuple(tuple(effect.row(words.MONSTER)) for effect in self.effects)
        return type(self), tuple(sorted(self.traits)), self.uses, effects, *self._stats

    @property
    @abstractmethod
    def _stats(self) -> tuple[Any, ...]:
        """The numbers on a card of this kind."""

    def has(self, *whens: int) -> bool:
        """Whether it has an effect of these times."""
        return any(effect.when in whens for effect in self.effects)


@dataclass(frozen=True)
class Monster(Card):
    """A monster."""

    hp: int
    atk: int
    defence: int

    @property
    def _stats(self) -> tuple[Any, ...]:
        return self.hp, self.atk, self.defence


@dataclass(frozen=True)
class Move(Card):
    """A move."""

    atk: Stat
    defence: Stat

    @property
    def _stats(self) -> tuple[Any, ...]:
        return self.atk, self.defence

    @property
    def is_special(self) -> bool:
        """Whether neither of its stats is a number (M5)."""
        return self.atk.mark == self.defence.mark == words.NO_STAT


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
        return (self.monster, *(move for move, _ in self.moves))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The names of its moves as they are typed."""
        return tuple(slug(move.name) for move, _ in self.moves)


@dataclass(frozen=True)
class CardSet:
    """All that a card file holds."""

    traits: tuple[str, ...]
    monsters: Mapping[str, Monster]
    moves: Mapping[str, Move]
    decks: Mapping[str, Deck] = field(default_factory=dict)
    hash: str = ""
