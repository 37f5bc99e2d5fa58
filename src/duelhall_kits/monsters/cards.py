"""Cards listed and checked, and where ready-made decks miss what is wanted of them."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from duelhall.engine.text import counted, padded
from duelhall.games.monsters.card_file import STANDARD_FILE, is_set, read_deck, read_set, read_toml
from duelhall.games.monsters.card_text import (
    cost,
    effect_sentence,
    monster_stats,
    printed,
    stats_text,
    use_lines,
)
from duelhall.games.monsters.cards import CardSet, Deck, PrintedCard
from duelhall.games.monsters.decks import cards_of
from duelhall.games.monsters.faults import BadCards, CardFault, Spans
from duelhall.terminal.output import print_fitted, print_json
from duelhall_kits.monsters.balance import CardUse, Pairing, Range, beginner_share, lone_share
from duelhall_kits.monsters.warnings import warnings

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


WINS: Range = (0.40, 0.60)
BEGINNER: Range = (0.45, 0.55)
TURNS: Range = (8, 16)
LEAST_FAINTED = 0.90
LEAST_PLAYED = 0.25
MOST_LONE = 0.35


def misses(pairings: Sequence[Pairing], uses: Sequence[CardUse]) -> list[str]:
    """Everything that is not as wanted, in a sentence each."""
    return [*_of_all(pairings), *(said for p in pairings for said in _of(p)), *_of_cards(uses)]


def _of_all(pairings: Sequence[Pairing]) -> Iterator[str]:
    begun, lone = beginner_share(pairings)[0], lone_share(pairings)
    if not _is_in(begun, BEGINNER):
        yield f"the player who begins wins {_percent(begun)}, not {_span(BEGINNER)}"
    if lone > MOST_LONE:
        most = f"{MOST_LONE:.0%}"
        yield f"at {_percent(lone)} of decisions passing is the only move, not at most {most}"


def _of(pairing: Pairing) -> Iterator[str]:
    named = f"{pairing.first} against {pairing.second}"
    turns, fainted = float(np.median(pairing.turns)), pairing.endings.get("fainted", 0.0)
    if pairing.first != pairing.second and not _is_in(pairing.share, WINS):
        yield f"{named}: wins {_percent(pairing.share)}, not {_span(WINS)}"
    if not _is_in(turns, TURNS):
        yield f"{named}: the median game ends on turn {turns:.0f}, not {TURNS[0]} to {TURNS[1]}"
    if fainted < LEAST_FAINTED:
        yield f"{named}: {_percent(fainted)} end by fainting, not at least {LEAST_FAINTED:.0%}"


def _of_cards(uses: Sequence[CardUse]) -> Iterator[str]:
    for use in uses:
        if use.played < LEAST_PLAYED:
            yield (
                f"{use.card} in {use.deck}: played in {_percent(use.played)} of the games in which "
                f"it is drawn, not at least {LEAST_PLAYED:.0%}"
            )


def _is_in(value: float, span: Range) -> bool:
    return span[0] <= value <= span[1]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}%"


def _span(span: Range) -> str:
    return f"{100 * span[0]:.0f} to {100 * span[1]:.0f}%"
