"""Monsters and moves as they are written in card files, read with all their faults named."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Monster, Move, Stat, is_name, slug
from duelhall.games.monsters.condition_text import JOINING, NONE, parse_condition
from duelhall.games.monsters.effect_reading import parse_effect, with_alternatives
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.language import Effect
from duelhall.games.monsters.spans import Place

STAT = re.compile(r"~|[+-]?\d{1,2}", re.ASCII)
MOVE_ENTRIES = (
    "name", "atk", "def", "traits", "use", "activate", "requires", "effect", "text",
)  # fmt: skip
MONSTER_ENTRIES = ("name", "hp", "atk", "def", "traits", "use", "requires", "effect", "text")
BESIDES_STATS = ("alter", "answer")
"""What a Field effect's text can name besides what the stats of its card say (M3, M9)."""

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
    words.COST,
    words.FORBID,
    words.PREVENT,
    words.AGAIN,
    words.CANCEL,
    words.RETURN,
)
"""Operations that mean something in a turn only."""


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
    """What is wrong with a trait, if anything is."""
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
    move = Move(**common, atk=atk or Stat("~"), defence=defence or Stat("~"))
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
    return card.has(words.FIELD) or not is_whole


def _check_use(move: Move, found: Mapping[str, Any], place: Place, faults: Faults) -> None:
    """Refuse times of use that contradict the stats (M3, M5, M9)."""
    if move.is_special and not found.get("use"):
        where = (*place, "use") if "use" in found else place
        faults.add(where, f"{_called(move)} is a special move and lacks use: when it is played")
    if found.get("use") and not move.is_special:
        faults.add(
            (*place, "use"),
            f"{_called(move)} needs no use: its stats say when it is played (M5); activate says "
            "when else its Field effect may be activated",
        )
    for word in () if move.is_special else move.activate or ():
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
        return Stat(written)
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
    if monster.has(words.FIELD) and not found.get("use"):
        says = f"{_called(monster)} lacks use: when its Field effect is used (M20)"
        faults.add((*place, "use") if "use" in found else place, says)
    if found.get("use") and not _may_have_field(monster, found):
        faults.add(
            (*place, "use"), f"{_called(monster)} needs no use: it has no Field effect (M20)"
        )
    return monster if monster.name else None


def _check_opening(effect: Effect, place: Place, faults: Faults) -> None:
    """Refuse what a monster cannot do before the first turn (M2)."""
    if effect.operation in IN_A_TURN:
        faults.add(
            (*place, "do"),
            f"a monster's Play effect acts before the first turn, and there "
            f"{words.OPERATIONS[effect.operation]!r} does nothing (M2)",
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
    use = _uses(found, place, "use", faults)
    effects = faults.list_of((*place, "effect"), found.get("effect", []), "effect")
    if len(effects) > words.MOST_EFFECTS:
        says = f"a card has at most {words.MOST_EFFECTS} effects, not {len(effects):,}"
        faults.add((*place, "effect"), says)
    requires = parse_condition(found.get("requires"), (*place, "requires"), traits, faults)
    read = [
        parse_effect(effect, (*place, "effect", number), traits, faults)
        for number, effect in enumerate(effects[: words.MOST_EFFECTS])
    ]
    return {
        "name": parse_name(found.get("name"), (*place, "name"), faults) or "",
        "traits": tuple(sorted(listed, key=traits.index)),
        "use": use,
        "activate": _uses(found, place, "activate", faults) if "activate" in found else None,
        "effects": tuple(with_alternatives(read, place, faults)),
        "requires": requires,
        "requires_text": found.get("requires", ""),
        "text": parse_comment(found.get("text", ""), (*place, "text"), faults),
    }


def _traits(found: object, place: Place, traits: Sequence[str], faults: Faults) -> list[str]:
    """The traits of a card."""
    good = [
        word
        for number, word in enumerate(faults.list_of(place, found, "a list of traits"))
        if faults.trait((*place, number), word, traits) is not None
    ]
    for trait in sorted(set(good)):
        if good.count(trait) > words.MOST_OF_A_TRAIT:
            faults.add(place, f"{trait} comes more than {words.MOST_OF_A_TRAIT} times")
    return good


def _uses(found: Mapping[str, Any], place: Place, name: str, faults: Faults) -> tuple[str, ...]:
    """When a card may be used."""
    where = (*place, name)
    listed = faults.list_of(where, found.get(name, []), f"{name} of a card")
    known = [
        word
        for number, word in enumerate(listed)
        if faults.word((*where, number), word, name, words.USES) is not None
    ]
    return tuple(word for word in words.USES if word in known)


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
    faults.add(place, f"text is one line in quotes, not {shortened(found)}")
    return ""
