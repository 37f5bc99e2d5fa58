"""Card files: sets, decks and their cards in TOML, read with all their faults named (M1)."""

import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from duelhall.engine.errors import shortened
from duelhall.engine.text import checked_nesting, counted, read_text
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import CardSet, Deck, Monster, Move, Stat, is_name, slug, stat
from duelhall.games.monsters.condition import JOINING, NONE, parse_condition
from duelhall.games.monsters.effect_file import count_rows, parse_effects
from duelhall.games.monsters.faults import BadCards, CardFault, Faults, Place
from duelhall.games.monsters.operations import OPERATIONS, Effect

STAT = re.compile(r"~|[+-]?\d{1,2}", re.ASCII)
MOVE_ENTRIES = (
    "name", "atk", "def", "traits", "use", "activate", "requires", "effect", "text",
)  # fmt: skip
MONSTER_ENTRIES = ("name", "hp", "atk", "def", "traits", "use", "requires", "effect", "text")
BESIDES_STATS = ("alter", "answer")
"""What a Field effect's text can name besides what the stats of its card say (M3, M9)."""

RESERVED = (
    "pass", "yes", "no", "monster", "help", "why", "undo", "board", "moves", "show", "save", "quit",
    "exit",
)  # fmt: skip
"""Words that stand for a move, or for a command at the terminal."""


def parse_traits(
    found: object, faults: Faults, most: int = words.MOST_TRAITS_IN_SET
) -> tuple[str, ...]:
    """The traits that a set names, or a deck, which can have no more than some number."""
    listed = faults.list_of(("traits",), found, "traits")
    good: list[str] = []
    for number, trait in enumerate(listed[: words.MOST_TRAITS_IN_SET]):
        wrong = _trait_fault(trait, good)
        if wrong:
            faults.add(("traits", number), wrong)
        else:
            good.append(trait)
    if not 0 < len(listed) <= most:
        faults.add(("traits",), f"there must be 1 to {most} traits, not {len(listed)}")
    named = good[:most]
    faults.refuse_traits([word for word in listed if isinstance(word, str) and word not in named])
    return tuple(named)


def _trait_fault(trait: object, others: Sequence[str]) -> str:
    if not isinstance(trait, str) or not trait.isidentifier():
        return f"a trait is a word of letters, not {shortened(trait)}"
    if trait in others:
        return f"the trait {trait!r} comes twice"
    if trait in words.OWNED or trait in JOINING:
        return f"the trait {trait!r} is a word that means something else in conditions"
    return ""


# --- moves ---


def parse_move(entry: object, place: Place, traits: Sequence[str], faults: Faults) -> Move | None:
    """A move; None if it has no name that could be told."""
    found = faults.entries(place, entry, "a move", MOVE_ENTRIES, MOVE_ENTRIES[:4])
    common = _common(found, place, traits, faults)
    atk = _stat(found, "atk", place, faults)
    defence = _stat(found, "def", place, faults)
    move = Move(**common, atk=atk or stat("~"), defence=defence or stat("~"))
    if atk and defence:
        _check_use(move, found, place, faults)
    if "activate" in found and not _may_have_field(move, found):
        faults.add((*place, "activate"), f"{_called(move)} has no Field effect to activate (M16)")
    return move if move.name else None


def _called(card: Move | Monster) -> str:
    return repr(card.name) if card.name else "it"


def _may_have_field(card: Move | Monster, found: Mapping[str, Any]) -> bool:
    """Whether a card has a Field effect, or an effect of which that cannot be told."""
    effects = found.get("effect", [])
    is_whole = isinstance(effects, list) and len(effects) == len(card.effects)
    return words.FIELD in card.whens or not is_whole


def _check_use(move: Move, found: Mapping[str, Any], place: Place, faults: Faults) -> None:
    """Refuse times of use that contradict the stats (M3, M5, M9)."""
    if move.is_special:
        if not found.get("use"):
            where = (*place, "use") if "use" in found else place
            faults.add(where, f"{_called(move)} is a special move and lacks use: when it is played")
        return
    if found.get("use"):
        faults.add(
            (*place, "use"),
            f"{_called(move)} needs no use: its stats say when it is played (M5); activate says "
            "when else its Field effect may be activated",
        )
    for word in move.activate or ():
        if word not in BESIDES_STATS:
            number = found["activate"].index(word)
            faults.add(
                (*place, "activate", number),
                f"{_called(move)} cannot have activate {word!r}: in combat its stats say when it "
                f"is activated, and it may add {' and '.join(BESIDES_STATS)} (M3, M9)",
            )


def check_alter(move: Move, entry: Mapping[str, Any], place: Place, faults: Faults) -> None:
    """Refuse a move of a set whose text names Alter though its ATK is ~ (M3). A saved game may have
    one: in edition 2 it could be activated.
    """
    if "alter" in (move.activate or ()) and entry.get("atk") == "~" and not move.is_special:
        faults.add(
            (*place, "activate", entry["activate"].index("alter")),
            f"{_called(move)} cannot have activate 'alter': its ATK is ~, and in your own turn "
            "that must be a number (M3)",
        )


def _stat(found: Mapping[str, Any], name: str, place: Place, faults: Faults) -> Stat | None:
    """An attack or a defence (M4); None if it is missing, which was said already, or wrong."""
    written = found.get(name)
    if isinstance(written, str) and STAT.fullmatch(written):
        return stat(written)
    most = words.MOST_STAT
    if name in found:
        says = f'{name.upper()} is "~", "0" to "{most}", or "-{most}" to "+{most}"'
        faults.add((*place, name), f"{says}, not {shortened(written)}")
    return None


# --- monsters ---


def parse_monster(
    entry: object, place: Place, traits: Sequence[str], faults: Faults
) -> Monster | None:
    """A monster; None if it has no name that could be told."""
    found = faults.entries(place, entry, "a monster", MONSTER_ENTRIES, MONSTER_ENTRIES[:5])
    common = _common(found, place, traits, faults)
    hp = faults.number((*place, "hp"), found.get("hp", 1), "HP", 1, words.MOST_HP) or 1
    atk = faults.number((*place, "atk"), found.get("atk", 0), "ATK", 0, words.MOST_STAT) or 0
    defence = faults.number((*place, "def"), found.get("def", 0), "DEF", 0, words.MOST_STAT) or 0
    monster = Monster(**common, hp=hp, atk=atk, defence=defence)
    for number, effect in enumerate(monster.effects):
        if effect.when == words.PLAY:
            _check_opening(effect, (*place, "effect", number), faults)
    if words.FIELD in monster.whens and not found.get("use"):
        says = f"{_called(monster)} lacks use: when its Field effect is used (M20)"
        faults.add((*place, "use") if "use" in found else place, says)
    if found.get("use") and not _may_have_field(monster, found):
        faults.add(
            (*place, "use"), f"{_called(monster)} needs no use: it has no Field effect (M20)"
        )
    return monster if monster.name else None


def _check_opening(effect: Effect, place: Place, faults: Faults) -> None:
    """Refuse what a monster cannot do before the first turn (M2)."""
    row = OPERATIONS[effect.operation]
    if row.is_in_turn:
        faults.add(
            (*place, "do"),
            f"a monster's Play effect acts before the first turn, and there "
            f"{row.word!r} does nothing (M2)",
        )
    if effect.choice or effect.either:
        faults.add(place, "a monster's Play effect acts before anybody can choose (M2)")
    if effect.requires != NONE:
        faults.add((*place, "requires"), "a monster is not played, so nothing is required (M2)")


# --- what both have ---


def _common(
    found: Mapping[str, Any], place: Place, traits: Sequence[str], faults: Faults
) -> dict[str, Any]:
    """What monsters and moves have in common; without a name that could be told it is empty."""
    listed = _traits(found.get("traits", []), (*place, "traits"), traits, faults)
    requires, where = found.get("requires"), (*place, "requires")
    needs_nothing = requires is None
    return {
        "name": parse_name(found.get("name"), (*place, "name"), faults) or "",
        "traits": tuple(sorted(listed, key=traits.index)),
        "use": _uses(found, place, "use", faults) if "use" in found else (),
        "activate": _uses(found, place, "activate", faults) if "activate" in found else None,
        "requires": NONE if needs_nothing else parse_condition(requires, where, traits, faults),
        "requires_text": found.get("requires", ""),
        "effects": parse_effects(found.get("effect", []), (*place, "effect"), traits, faults),
        "text": parse_comment(found["text"], place, faults) if "text" in found else "",
    }


def _traits(found: object, place: Place, traits: Sequence[str], faults: Faults) -> list[str]:
    listed = faults.list_of(place, found, "a list of traits")
    for number, word in enumerate(listed):
        if word not in traits:
            faults.trait((*place, number), word, traits)
    good = [word for word in listed if word in traits]
    for trait in sorted(set(good)):
        if good.count(trait) > words.MOST_OF_A_TRAIT:
            faults.add(place, f"{trait} comes more than {words.MOST_OF_A_TRAIT} times")
    return good


def _uses(found: Mapping[str, Any], place: Place, name: str, faults: Faults) -> tuple[str, ...]:
    where = (*place, name)
    listed = faults.list_of(where, found.get(name, []), f"{name} of a card")
    known = [
        word
        for number, word in enumerate(listed)
        if faults.word((*where, number), word, name, words.USES) is not None
    ]
    return tuple(sorted(set(known), key=words.USES.index))


def parse_name(found: object, place: Place, faults: Faults) -> str | None:
    """The name of a card or a deck."""
    if isinstance(found, str) and is_name(found):
        if slug(found) in RESERVED:
            faults.add(place, f"the name {found!r} is a word that players type for something else")
        return found
    if found is not None:  # that it is missing was said already
        faults.add(
            place,
            f"a name has 1 to {words.LONGEST_NAME} letters, digits, spaces, ' and -, beginning "
            "and ending with a letter or a digit, and at least one letter; not "
            f"{shortened(found)}",
        )
    return None


def parse_comment(found: object, place: Place, faults: Faults) -> str:
    """What is written on a card besides its effects."""
    if isinstance(found, str) and found.isprintable():
        return found
    faults.add((*place, "text"), f"text is one line in quotes, not {shortened(found)}")
    return ""


STANDARD_FILE = Path(__file__).with_name("standard.toml")
DECK_ENTRIES = ("name", "monster", "moves", "text")
SET_ENTRIES = ("traits", "monster", "move", "deck")
SPOT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""Where the reader of TOML says that something is wrong."""


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
        text = read_text(file, "utf-8-sig")
        checked_nesting(text, lambda says: BadCards(str(file), [says]))
        text = unicodedata.normalize("NFC", text)
    except UnicodeDecodeError:
        raise BadCards(str(file), ["this is not a text file"]) from None
    try:
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        raise BadCards(str(file), [_toml_fault(str(error), text)]) from None


def _toml_fault(says: str, text: str) -> CardFault:
    """What the reader of TOML says; an effect before any card is what it cannot say."""
    for kind in ("move", "monster"):
        cards, effects = (text.find(f"[[{name}]]") for name in (kind, f"{kind}.effect"))
        if 0 <= effects < cards:
            line = text.count("\n", 0, effects) + 1
            return CardFault(
                EARLY_EFFECT.format(kind), {(line, effects - text.rfind("\n", 0, effects))}
            )
    spot, lines = SPOT.search(says), text.split("\n")
    spots = {(int(spot[1] or len(lines)), int(spot[2] or len(lines[-1]) + 1))} if spot else set()
    return CardFault(f"this is not TOML: {SPOT.sub('', says)}", spots)


EARLY_EFFECT = "[[{0}.effect]] stands before any [[{0}]]: an effect belongs to the card above it"


def _listed(found: Mapping[str, Any], name: str, faults: Faults) -> list[Any]:
    """The monsters, moves or decks of a set."""
    entries = found.get(name, [])
    if isinstance(entries, dict) and "effect" in entries:
        faults.add((name,), EARLY_EFFECT.format(name))
        return []
    return faults.list_of((name,), entries, name)


def parse_set(document: object, faults: Faults, set_hash: str = "") -> CardSet:
    """The set in a document; what could be read of it where there are faults."""
    found = faults.entries((), document, "a set of cards", SET_ENTRIES, ("traits",))
    traits = parse_traits(found.get("traits", []), faults)
    monsters, moves = {}, {}
    names: dict[str, str] = {}
    for number, entry in enumerate(_listed(found, "monster", faults)):
        monster = parse_monster(entry, ("monster", number), traits, faults)
        if monster and _is_new(monster.name, ("monster", number), names, faults):
            monsters[monster.name] = monster
    for number, entry in enumerate(_listed(found, "move", faults)):
        move = parse_move(entry, ("move", number), traits, faults)
        if move:
            check_alter(move, entry, ("move", number), faults)
        if move and _is_new(move.name, ("move", number), names, faults):
            moves[move.name] = move
    cards = CardSet(traits, monsters, moves, {}, set_hash)
    decks = {}
    listed = _listed(found, "deck", faults)
    if len(listed) > words.MOST_DECKS:
        faults.add(("deck",), f"a set has at most {words.MOST_DECKS} decks, not {len(listed)}")
    for number, entry in enumerate(listed[: words.MOST_DECKS]):
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


def parse_deck(entry: object, place: Place, cards: CardSet, faults: Faults) -> Deck | None:
    """A deck from the cards of a set; None if too much is wrong with it (M1)."""
    found = faults.entries(place, entry, "a deck", DECK_ENTRIES, DECK_ENTRIES[:3])
    name = parse_name(found.get("name"), (*place, "name"), faults)
    monster = _deck_monster(found, place, cards, faults)
    listed = found.get("moves", {})
    if not isinstance(listed, dict):
        faults.add((*place, "moves"), "moves is a table with how many there are of each move")
        return None
    moves, total = _deck_moves(listed, (*place, "moves"), cards, faults)
    if name is None or monster is None or len(moves) != len(listed) or len(moves) > words.DECK:
        if listed and total is not None:
            _check_size(name, total, place, faults)
        return None
    comment = parse_comment(found.get("text", ""), place, faults)
    deck = Deck(name, cards.hash, cards.traits, monster, tuple(moves), comment).with_room
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
    name = found.get("monster")
    if isinstance(name, str) and name in cards.monsters:
        return cards.monsters[name]
    if name is not None:  # that it is missing was said already
        faults.add_word((*place, "monster"), name, "monster", list(cards.monsters))
    return None


def check_deck(deck: Deck, place: Place, faults: Faults) -> None:
    """Refuse a deck of another size, or with more traits or effects than there is room for (M1)."""
    _check_size(deck.name, sum([copies for _, copies in deck.moves]), place, faults)
    if len(deck.traits) > words.MOST_TRAITS:
        faults.add(
            place,
            f"the cards of the deck {deck.name!r} name {len(deck.traits)} traits, and a deck can "
            f"have {words.MOST_TRAITS}: {', '.join(deck.traits)}",
        )
        return
    rows = count_rows(deck)
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
