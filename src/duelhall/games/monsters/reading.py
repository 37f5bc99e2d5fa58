"""Card files: sets and decks in TOML, read with all their faults named (M1, M4, M5)."""

import hashlib
import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from duelhall.engine.english import counted
from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import CardSet, Deck, Monster, Move, Stat, slug
from duelhall.games.monsters.condition_text import NONE, parse_condition
from duelhall.games.monsters.effect_rows import effect_rows
from duelhall.games.monsters.faults import BadCards, Faults
from duelhall.games.monsters.language import Effect, parse_effect, with_alternatives
from duelhall.games.monsters.lines import Place

NAME = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9 '-]*[A-Za-z0-9'])?", re.ASCII)
STAT = re.compile(r"~|[+-]?\d{1,2}", re.ASCII)
STANDARD_FILE = Path(__file__).with_name("standard.toml")
MOVE_ENTRIES = (
    "name", "atk", "def", "traits", "use", "activate", "requires", "effect", "text",
)  # fmt: skip
MONSTER_ENTRIES = ("name", "hp", "atk", "def", "traits", "use", "requires", "effect", "text")
DECK_ENTRIES = ("name", "monster", "moves", "text")
SET_ENTRIES = ("traits", "monster", "move", "deck")
BESIDES_STATS = ("alter", "answer")
"""When any Field effect can be activated, whatever the stats of its card are (M3, M9)."""

RESERVED = (
    "pass",
    "yes",
    "no",
    "monster",
    "help",
    "why",
    "undo",
    "board",
    "moves",
    "show",
    "save",
    "quit",
    "exit",
)
"""Words that stand for a move, or for a command at the terminal."""

IN_A_TURN = (
    words.CHANGE_ATTACK,
    words.CHANGE_DEFENCE,
    words.DRAIN,
    words.CHARGE,
    words.FORBID,
    words.PREVENT,
    words.AGAIN,
    words.CANCEL,
    words.RETURN,
)
"""Operations that mean something in a turn only."""


def read_set(file: Path) -> CardSet:
    """The set in a file; BadCards with all its faults if it has some."""
    text, document = read_toml(file)
    faults = Faults(str(file), text)
    found = parse_set(document, faults, _hash(document))
    faults.refuse()
    return found


def _hash(document: Any) -> str:
    """By what a set is known, whatever its comments and layout are."""
    text = json.dumps(document, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def read_deck(file: Path, cards: CardSet) -> Deck:
    """The deck in a file of its own, from the cards of a set."""
    text, document = read_toml(file)
    if is_set(document):
        raise BadCards(str(file), ["this is a set of cards, not a deck: give it with --cards"])
    faults = Faults(str(file), text)
    deck = parse_deck(document, (), cards, faults)
    faults.refuse()
    assert deck is not None  # without a fault there is one
    return deck


def is_set(document: Mapping[str, Any]) -> bool:
    """Whether a document is a set of cards, and not a single deck."""
    return any(name in document for name in ("move", "deck", "traits"))


def read_toml(file: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file, and what it says as TOML."""
    try:
        text = file.read_text(encoding="utf-8-sig")
        return text, tomllib.loads(text)
    except UnicodeDecodeError:
        raise BadCards(str(file), ["this is not a text file"]) from None
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        raise BadCards(str(file), [f"this is not TOML: {error}"]) from None


def parse_set(document: object, faults: Faults, set_hash: str = "") -> CardSet:
    """The set in a document; what could be read of it where there are faults."""
    found = faults.entries((), document, "a set of cards", SET_ENTRIES, ("traits",))
    traits = parse_traits(found.get("traits", []), faults)
    monsters, moves = {}, {}
    names: dict[str, str] = {}
    for number, entry in enumerate(
        faults.list_of(("monster",), found.get("monster", []), "monster")
    ):
        monster = parse_monster(entry, ("monster", number), traits, faults)
        if monster and _is_new(monster.name, ("monster", number), names, faults):
            monsters[monster.name] = monster
    for number, entry in enumerate(faults.list_of(("move",), found.get("move", []), "move")):
        move = parse_move(entry, ("move", number), traits, faults)
        if move and _is_new(move.name, ("move", number), names, faults):
            moves[move.name] = move
    cards = CardSet(traits, monsters, moves, {}, set_hash)
    decks = {}
    for number, entry in enumerate(faults.list_of(("deck",), found.get("deck", []), "deck")):
        deck = parse_deck(entry, ("deck", number), cards, faults)
        if deck and deck.name in decks:
            faults.add(("deck", number, "name"), f"there are two decks {deck.name!r}")
        if deck:
            decks[deck.name] = deck
    return CardSet(traits, monsters, moves, decks, set_hash)


def _is_new(name: str, place: Place, names: dict[str, str], faults: Faults) -> bool:
    """Whether no card is called so, or almost so, yet."""
    other = names.setdefault(slug(name), name)
    if other is not name:
        faults.add((*place, "name"), f"the name {name!r} is taken already, by {other!r}")
    return other is name


def parse_traits(found: object, faults: Faults) -> tuple[str, ...]:
    """The traits that a set names."""
    listed = faults.list_of(("traits",), found, "traits")
    good = [trait for trait in listed if isinstance(trait, str) and trait.isidentifier()]
    for trait in listed:
        if trait not in good:
            faults.add(("traits",), f"a trait is a word of letters, not {shortened(trait)}")
    for trait in sorted(set(good)):
        if good.count(trait) > 1:
            faults.add(("traits",), f"the trait {trait!r} comes twice")
        if trait in words.ZONES:
            faults.add(("traits",), f"the trait {trait!r} has the name of a zone")
    if not 1 <= len(listed) <= words.MOST_TRAITS:
        faults.add(("traits",), f"a set has 1 to {words.MOST_TRAITS} traits, not {len(listed)}")
    named = good[: words.MOST_TRAITS]
    faults.refuse_traits([word for word in listed if isinstance(word, str) and word not in named])
    return tuple(named)


def parse_move(entry: object, place: Place, traits: Sequence[str], faults: Faults) -> Move | None:
    """A move; None if it has no name that could be told."""
    before = len(faults)
    found = faults.entries(place, entry, "a move", MOVE_ENTRIES, MOVE_ENTRIES[:4])
    common = _common(found, place, traits, faults)
    atk = _stat(found.get("atk", "~"), (*place, "atk"), "ATK", faults)
    defence = _stat(found.get("def", "~"), (*place, "def"), "DEF", faults)
    if common is None:
        return None
    move = Move(**common, atk=atk, defence=defence)
    if len(faults) == before:
        _check_use(move, place, faults)
    return move


def _check_use(move: Move, place: Place, faults: Faults) -> None:
    """Refuse times of use that contradict the stats (M3, M5, M9)."""
    if move.is_special and not move.use:
        faults.add(
            (*place, "use"), f"{move.name!r} is a special move and lacks use: when it is played"
        )
    if move.use and not move.is_special:
        faults.add(
            (*place, "use"),
            f"{move.name!r} needs no use: its stats say when it is played (M5); activate says when "
            "else its Field effect may be activated",
        )
    if move.activate is not None and not move.has(words.FIELD):
        faults.add((*place, "activate"), f"{move.name!r} has no Field effect to activate (M16)")
    for word in () if move.is_special else move.activate or ():
        if word not in BESIDES_STATS:
            faults.add(
                (*place, "activate"),
                f"{move.name!r} cannot have activate {word!r}: in combat its stats say when it is "
                f"activated, and it may add {' and '.join(BESIDES_STATS)} (M3, M9)",
            )


def parse_monster(
    entry: object, place: Place, traits: Sequence[str], faults: Faults
) -> Monster | None:
    """A monster; None if it has no name that could be told."""
    before = len(faults)
    found = faults.entries(place, entry, "a monster", MONSTER_ENTRIES, MONSTER_ENTRIES[:5])
    common = _common(found, place, traits, faults)
    hp = faults.number((*place, "hp"), found.get("hp", 1), "HP", 1, words.MOST_HP) or 1
    atk = faults.number((*place, "atk"), found.get("atk", 0), "ATK", 0, words.MOST_STAT) or 0
    defence = faults.number((*place, "def"), found.get("def", 0), "DEF", 0, words.MOST_STAT) or 0
    if common is None:
        return None
    monster = Monster(**common, hp=hp, atk=atk, defence=defence)
    for number, effect in enumerate(monster.effects):
        if effect.when == words.PLAY:
            _check_opening(effect, (*place, "effect", number), faults)
    if len(faults) == before and bool(monster.use) != monster.has(words.FIELD):
        lack = "lacks use: when its Field effect is used" if not monster.use else "needs no use"
        faults.add((*place, "use"), f"{monster.name!r} {lack} (M20)")
    return monster


def _check_opening(effect: Effect, place: Place, faults: Faults) -> None:
    """Refuse what a monster cannot do before the first turn (M2)."""
    if effect.operation in IN_A_TURN:
        faults.add(
            place,
            f"a monster's Play effect acts before the first turn, and there "
            f"{words.OPERATIONS[effect.operation]!r} does nothing (M2)",
        )
    if effect.choice or effect.either:
        faults.add(place, "a monster's Play effect acts before anybody can choose (M2)")
    if effect.requires != NONE:
        faults.add((*place, "requires"), "a monster is not played, so nothing is required (M2)")


def _common(
    found: Mapping[str, Any], place: Place, traits: Sequence[str], faults: Faults
) -> dict[str, Any] | None:
    """What monsters and moves have in common; None without a name."""
    listed = _traits(found.get("traits", []), (*place, "traits"), traits, faults)
    for trait in sorted(set(listed)):
        if listed.count(trait) > words.MOST_OF_A_TRAIT:
            faults.add((*place, "traits"), f"{trait} comes more than {words.MOST_OF_A_TRAIT} times")
    use = _uses(found, place, "use", faults)
    effects = faults.list_of((*place, "effect"), found.get("effect", []), "effect")
    requires = parse_condition(found.get("requires"), (*place, "requires"), traits, faults)
    read = [
        parse_effect(effect, (*place, "effect", number), traits, faults)
        for number, effect in enumerate(effects)
    ]
    name = _name(found.get("name"), (*place, "name"), faults)
    if name is None:
        return None
    return {
        "name": name,
        "traits": tuple(sorted(listed, key=traits.index)),
        "use": use,
        "activate": _uses(found, place, "activate", faults) if "activate" in found else None,
        "effects": tuple(with_alternatives([one for one in read if one], place, faults)),
        "requires": requires,
        "requires_text": found.get("requires", ""),
        "text": _comment(found.get("text", ""), (*place, "text"), faults),
    }


def _traits(found: object, place: Place, traits: Sequence[str], faults: Faults) -> list[str]:
    """The traits of a card."""
    listed = faults.list_of(place, found, "a list of traits")
    return [word for word in listed if faults.trait(place, word, traits) is not None]


def _uses(found: Mapping[str, Any], place: Place, name: str, faults: Faults) -> tuple[str, ...]:
    """When a card may be used."""
    where = (*place, name)
    listed = faults.list_of(where, found.get(name, []), f"{name} of a card")
    known = [word for word in listed if faults.word(where, word, name, words.USES) is not None]
    return tuple(word for word in words.USES if word in known)


def _name(found: object, place: Place, faults: Faults) -> str | None:
    """The name of a card or a deck."""
    if isinstance(found, str) and NAME.fullmatch(found) and len(found) <= words.LONGEST_NAME:
        if slug(found) in RESERVED:
            faults.add(place, f"the name {found!r} is a word that players type for something else")
        return found
    if found is not None:  # that it is missing was said already
        faults.add(
            place,
            f"a name has 1 to {words.LONGEST_NAME} letters, digits, spaces, ' and -, beginning "
            f"and ending with a letter or a digit; not {shortened(found)}",
        )
    return None


def _comment(found: object, place: Place, faults: Faults) -> str:
    """What is written on a card besides its effects."""
    if isinstance(found, str) and (found.isprintable()):
        return found
    faults.add(place, f"text is one line in quotes, not {shortened(found)}")
    return ""


def _stat(found: object, place: Place, kind: str, faults: Faults) -> Stat:
    """An attack or a defence (M4)."""
    if isinstance(found, str) and STAT.fullmatch(found):
        return Stat(found)
    most = words.MOST_STAT
    says = f'{kind} is "~", "0" to "{most}", or "-{most}" to "+{most}"'
    faults.add(place, f"{says}, not {shortened(found)}")
    return Stat("~")


def parse_deck(entry: object, place: Place, cards: CardSet, faults: Faults) -> Deck | None:
    """A deck from the cards of a set; None if too much is wrong with it (M1)."""
    found = faults.entries(place, entry, "a deck", DECK_ENTRIES, DECK_ENTRIES[:3])
    name = _name(found.get("name"), (*place, "name"), faults)
    monster = _deck_monster(found, place, cards, faults)
    listed = found.get("moves", {})
    if not isinstance(listed, dict):
        faults.add((*place, "moves"), "moves is a table with how many there are of each move")
        return None
    moves, total = _deck_moves(listed, (*place, "moves"), cards, faults)
    if name is None or monster is None or len(moves) != len(listed):
        if listed and total is not None:
            _check_size(name, total, place, faults)
        return None
    comment = _comment(found.get("text", ""), (*place, "text"), faults)
    deck = Deck(name, cards.hash, cards.traits, monster, tuple(moves), comment)
    check_deck(deck, place, faults)
    return deck


def _deck_moves(
    listed: Mapping[str, Any], place: Place, cards: CardSet, faults: Faults
) -> tuple[list[tuple[Move, int]], int | None]:
    """The moves of a deck that there are, and how many it lists; None if that cannot be said."""
    moves, counts = [], []
    for card, copies in listed.items():
        where = (*place, card)
        if card not in cards.moves:
            faults.add_word(where, card, "move", list(cards.moves))
        count = faults.number(where, copies, f"how many {card!r}", 1, words.DECK)
        counts.append(count or 0)
        if count and card in cards.moves:
            moves.append((cards.moves[card], count))
    return moves, sum(counts) if all(counts) else None


def _deck_monster(
    found: Mapping[str, Any], place: Place, cards: CardSet, faults: Faults
) -> Monster | None:
    """The monster of a deck."""
    name = found.get("monster")
    if isinstance(name, str) and name in cards.monsters:
        return cards.monsters[name]
    if name is not None:  # that it is missing was said already
        faults.add_word((*place, "monster"), name, "monster", list(cards.monsters))
    return None


def check_deck(deck: Deck, place: Place, faults: Faults) -> None:
    """Refuse a deck of another size, or with more effects than there is room for (M1)."""
    _check_size(deck.name, sum(copies for _, copies in deck.moves), place, faults)
    rows = len(effect_rows(deck))
    if rows > words.MOST_EFFECTS:
        faults.add(
            place,
            f"the effects of the deck {deck.name!r} take {rows} places, and there are "
            f"{words.MOST_EFFECTS}: one for each effect and each requires, and more for a "
            "condition of several parts",
        )


def _check_size(name: str | None, total: int, place: Place, faults: Faults) -> None:
    """Refuse another number of moves than a deck has (M1)."""
    if total != words.DECK:
        deck = f"the deck {name!r}" if name else "the deck"
        has = f"{deck} has {counted(total, 'move')}, and must have {words.DECK} (M1)"
        faults.add((*place, "moves"), has)
