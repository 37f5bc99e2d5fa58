"""Card sets made at random, in which every word of the card language can come."""

import random
from typing import Any

from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import BESIDES_STATS
from duelhall.games.monsters.operations import MAYBE, NEVER, OPERATIONS, SEARCH, WORDS
from tests.games.monsters.duels import TRAITS, Entry

STATS = ("~", "~", "0", "1", "3", "4", "+0", "+1", "+2", "-1")
ATOMS = (
    "your turn", "their turn", "combat", "no combat", "previous yours", "previous theirs",
    "attack type Red", "defence type Blue", "links >= 2", "links <= 1", "your Hand >= 4",
    "their Hand <= 3", "your Drop >= 3", "their Stasis <= 1", "your Damage >= 2", "their Deck <= 9",
    "their Red >= 1", "your Green <= 0", "alter", "battle", "chain", "answer", "defended",
    "undefended", "turn >= 4", "combats >= 1", "combats <= 0", "their HP <= 5",
    "your damage taken >= 1", "their damage taken <= 0",
)  # fmt: skip
MOVES = 10
COPIES = (1, 1, 2, 2, 2, 2, 2, 2, 3, 3)


def random_document(chance: random.Random) -> Entry:
    """A set with two monsters and a deck for each."""
    moves = [random_move(chance, f"Move {number}") for number in range(MOVES)]
    monsters = [random_monster(chance, name) for name in ("Beast", "Brute")]
    decks = [{"name": entry["name"], "monster": entry["name"], "moves": shuffled_counts(chance)}
             for entry in monsters]  # fmt: skip
    return {"traits": TRAITS, "monster": monsters, "move": moves, "deck": decks}


def shuffled_counts(chance: random.Random) -> dict[str, int]:
    counts = list(COPIES)
    chance.shuffle(counts)
    return {f"Move {number}": count for number, count in enumerate(counts)}


def random_move(chance: random.Random, name: str) -> Entry:
    entry: Entry = {"name": name, "atk": chance.choice(STATS), "def": chance.choice(STATS)}
    entry["traits"] = chance.choices(TRAITS, k=chance.choice((0, 0, 1, 1, 2)))
    whens = [chance.choice(range(len(words.WHEN))) for _ in range(chance.choice((0, 1, 1, 2)))]
    entry["effect"] = [random_effect(chance, when) for when in whens]
    if len(whens) > 1 and len(set(whens)) == 1 and whens[0] not in words.HOLDING:
        for effect in entry["effect"]:
            effect["either"] = "A"
        entry["effect"][1].pop("may", None)
        if not {"choose", "up_to"} & set(entry["effect"][1]):
            entry["effect"][1].pop("by", None)
    is_special = entry["atk"] == entry["def"] == "~"
    if is_special:
        entry["use"] = some_of(chance, words.USES)
    if words.FIELD in whens and chance.random() < 0.5:
        besides = BESIDES_STATS if entry["atk"] != "~" else ["answer"]
        entry["activate"] = some_of(chance, words.USES if is_special else besides)
    return entry | maybe(chance, 0.15, "requires")


def random_monster(chance: random.Random, name: str) -> Entry:
    entry: Entry = {"name": name, "hp": chance.randint(5, 12), "atk": 2, "def": 2}
    entry["traits"] = chance.choices(TRAITS, k=6)
    when = chance.choice(range(words.PASSIVE + 1))
    entry["effect"] = [random_effect(chance, when, of_monster=True)]
    if when == words.FIELD:
        entry["use"] = some_of(chance, words.USES)
        entry |= maybe(chance, 0.2, "requires")
    return entry


def random_effect(chance: random.Random, when: int, *, of_monster: bool = False) -> Entry:
    """An effect of a time, with whatever its operation takes."""
    opens = of_monster and when == words.PLAY
    allowed = [number for number, form in enumerate(OPERATIONS) if when in form.whens]
    operation = chance.choice([n for n in allowed if not (opens and OPERATIONS[n].is_in_turn)])
    form = OPERATIONS[operation]
    entry: Entry = {"when": words.WHEN[when], "do": WORDS[operation]}
    if form.has_target:
        entry["target"] = chance.choice(words.TARGETS)
    if form.amounts:
        entry["amount"] = chance.randint(max(form.amounts[0], -2), 3)
        if chance.random() < 0.2:
            entry["per"] = chance.choice([*words.PER, "your Red", "their Blue"])
    if form.trait != NEVER and (form.trait != MAYBE or chance.random() < 0.7):
        entry["trait"] = chance.choice(TRAITS)
    if form.untils and when not in words.HOLDING and chance.random() < 0.5:
        entry["until"] = chance.choice(form.untils)
    if form.what:
        entry["what"] = chance.choice(form.what)
    if when not in words.HOLDING and not opens:
        entry |= maybe(chance, 0.1, "requires") | random_choice(chance, operation, entry)
    return entry | maybe(chance, 0.3, "if")


def random_choice(chance: random.Random, operation: int, entry: Entry) -> Entry:
    """What an effect leaves to a player, if anything."""
    form, found = OPERATIONS[operation], dict[str, Any]()
    if form.can_choose and chance.random() < 0.5:
        found["choose"] = True
        found["by"] = chance.choice(words.CHOOSERS)
        if form.is_of_hidden_cards:
            found["by"] = "owner"
        entry["amount"] = chance.randint(1, 3)
        if operation == SEARCH and chance.random() < 0.5:
            del entry["trait"]
    if form.amounts and chance.random() < 0.2:
        entry["amount"] = max(1, entry["amount"])
        return found | {"up_to": True}
    if chance.random() < 0.2:
        return {"by": chance.choice(("self", "opponent"))} | found | {"may": True}
    return found


def maybe(chance: random.Random, likely: float, name: str) -> dict[str, Any]:
    """A condition, or none."""
    return {name: random_condition(chance)} if chance.random() < likely else {}


def random_condition(chance: random.Random, depth: int = 0) -> str:
    """A condition, perhaps of several parts."""
    way = chance.random()
    if depth > 1 or way < 0.6:
        return chance.choice(ATOMS)
    if way < 0.7:
        return f"not {bracketed(chance, depth)}"
    word = chance.choice(("and", "or"))
    return f"{bracketed(chance, depth)} {word} {random_condition(chance, depth + 1)}"


def bracketed(chance: random.Random, depth: int) -> str:
    inner = random_condition(chance, depth + 1)
    return f"({inner})" if " and " in inner or " or " in inner or chance.random() < 0.2 else inner


def some_of(chance: random.Random, known: Any) -> list[str]:
    """At least one of some words."""
    chosen = [word for word in known if chance.random() < 0.5]
    return chosen or [chance.choice(list(known))]
