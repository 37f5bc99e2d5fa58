"""Duels with made-up cards, decks and games of them, for the tests of Monsters.

A test makes the few cards that it needs; the rest of both decks is Filler. Positions are in the
game's own notation: a test names the cards that it cares for, the others lie below in the decks, or
in another place that it names. Moves are given in one line, `-` being a pass.
"""

import random
import re
from collections import Counter
from typing import Any, TypeAlias

import pytest

import duelhall
from duelhall.engine.errors import IllegalMove
from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import BESIDES_STATS, STANDARD_FILE, parse_deck, parse_set
from duelhall.games.monsters.cards import CardSet, Deck, Monster, Move, PrintedCard, slug
from duelhall.games.monsters.condition import Atom, program
from duelhall.games.monsters.decks import STANDARD, decks_text, parse_decks
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.operations import MAYBE, NEVER, OPERATIONS, SEARCH, WORDS
from duelhall.games.monsters.words import CELLS, DECK
from duelhall.match.game import Game
from duelhall.match.match import Match


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


def rows_of(card: PrintedCard) -> int:
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


# --- made-up cards ---


Entry: TypeAlias = dict[str, Any]

TRAITS = ["Red", "Blue", "Green"]
FILLER: Entry = {"name": "Filler", "atk": "~", "def": "~", "traits": [], "use": ["answer"]}
COPIES = 3
CARDS = ("hand", "stasis", "drop", "damage", "deck")


# --- cards ---


def move(
    name: str,
    atk: str,
    defence: str,
    *effects: Entry,
    traits: str = "",
    use: str = "",
    activate: str | None = None,
    requires: str = "",
) -> Entry:
    """A move."""
    entry: Entry = {"name": name, "atk": atk, "def": defence, "traits": traits.split()}
    entry |= {"use": use.split()} if use else {}
    entry |= {} if activate is None else {"activate": activate.split()}
    entry |= {"requires": requires} if requires else {}
    return entry | {"effect": list(effects)}


def monster(
    *effects: Entry,
    hp: int = 9,
    atk: int = 0,
    defence: int = 1,
    traits: str = "Red Red Red Red Blue Blue",
    use: str = "",
) -> Entry:
    """A monster; with no defence but 1, and no attack."""
    entry = {"name": "Beast", "hp": hp, "atk": atk, "def": defence, "traits": traits.split()}
    return entry | ({"use": use.split()} if use else {}) | {"effect": list(effects)}


def effect(when: str, do: str, **more: Any) -> Entry:
    """An effect; `given` is its condition."""
    condition = {"if": more.pop("given")} if "given" in more else {}
    return {"when": when, "do": do, **condition, **more}


def play(do: str, **more: Any) -> Entry:
    return effect("play", do, **more)


def field(do: str, **more: Any) -> Entry:
    return effect("field", do, **more)


def passive(do: str, **more: Any) -> Entry:
    return effect("passive", do, **more)


JAB = move("Jab", "3", "~")
GUARD = move("Guard", "~", "2")
PUSH = move("Push", "+1", "~")
BRACE = move("Brace", "~", "+1")
ROSE = move("Rose", "~", "~", use="answer", traits="Red")
IRIS = move("Iris", "~", "~", use="answer", traits="Blue")
STONE = move("Stone", "0", "~", passive("attack"), traits="Red")
HUM = move("Hum", "0", "~")
SHOUT = move("Shout", "~", "~", use="attack defence answer")
"""A special that does nothing, for the end of a chain."""


def special(do: str, when: str = "play", use: str = "alter", **more: Any) -> Entry:
    """A free special move, Trick, with one effect."""
    return move("Trick", "~", "~", effect(when, do, **more), use=use)


# --- games and positions ---


def document(
    *moves: Entry,
    mine: Entry | None = None,
    theirs: Entry | None = None,
    copies: int = COPIES,
    fill: bool = True,
) -> Entry:
    """The card file in which both decks have three of each move, and Filler."""
    seats = [mine or monster(), theirs or mine or monster()]
    entries = [{**seats[0], "name": "Beast"}, {**seats[1], "name": "Brute"}]
    counts = {entry["name"]: copies for entry in moves}
    if fill and sum(counts.values()) < DECK:
        counts["Filler"] = DECK - sum(counts.values())
    decks = [{"name": entry["name"], "monster": entry["name"], "moves": counts}
             for entry in entries]  # fmt: skip
    return {"traits": TRAITS, "monster": entries, "move": [*moves, FILLER], "deck": decks}


def duel(*moves: Entry, rules: str = "standard", **more: Any) -> Game:
    """The interpreted game with the cards of a document."""
    return game_with(document(*moves, **more), rules, backend="python")


def game_with(cards: Entry, rules: str = "standard", **more: Any) -> Game:
    """The game of both decks in a document."""
    decks = made_set(cards).decks
    return game_of(decks["Beast"], decks["Brute"], rules, **more)


def position(game: Game, places: str, rest: str = "deck") -> str:
    """A position with these places, every other card being at the bottom of the place `rest`; in
    Battle and with full supplies, if nothing else is said.
    """
    found = {"phase": "battle", "left": full_supplies(game)}
    found |= dict(part.split("=") for part in places.split())
    for seat in (0, 1):
        used = Counter(word for zone in CARDS for word in cards_of(found.get(f"{zone}{seat}", "")))
        used += Counter(re.findall(rf"\b{seat}:!?([a-z0-9-]+)", found.get("links", "")))
        listed = Counter({slug(card.name): count for card, count in deck_of(game, seat).moves})
        others = [*(listed - used).elements(), *cards_of(found.get(f"{rest}{seat}", ""))]
        found[f"{rest}{seat}"] = ",".join(others)
    return " ".join(f"{name}={text}" for name, text in found.items())


def deck_of(game: Game, seat: int) -> Any:
    return parse_decks(str(game.options["decks"]))[seat]


def full_supplies(game: Game) -> str:
    """What is left at the start of a turn."""
    supplies = [deck_of(game, seat).monster.traits for seat in (0, 1)]
    return ":".join("".join(str(s.count(trait)) for trait in TRAITS) + "000" for s in supplies)


def cards_of(text: str) -> list[str]:
    """The cards of a zone, one by one."""
    parts = [word.partition("*") for word in text.split(",") if word]
    return [name for name, _, count in parts for _ in range(int(count or 1))]


def begun(game: Game, places: str, moves: str = "", *, rest: str = "deck", seed: int = 0) -> Match:
    """The match that begins with a position and goes on with some moves; compiled it is the same
    match.
    """
    text = position(game, places, rest)
    compiled = Game(game.definition, game.rule_set, game.options)
    match, twin = (one.match(position=text, seed=seed) for one in (game, compiled))
    for word in moves.split():
        assert match.legal() == twin.legal()
        match.play(word)
        twin.play(word)
        assert match.state.tobytes() == twin.state.tobytes()
    assert match.legal() == twin.legal()
    return match


# --- looking ---


def zones(match: Match, seat: int | None = None) -> dict[str, list[str]]:
    """The cards of every zone that has some, as a seat sees them, or openly."""
    state = match.state if seat is None else match.view(seat)
    parts = (part.split("=") for part in match.game.position_text(state).split())
    return {name: cards_of(text) for name, text in parts if name[:-1] in (*CARDS, "known")}


def check(match: Match, expected: str) -> None:
    """Compare some zones; order matters in Damage and in a deck."""
    found = zones(match)
    for part in expected.split():
        name, _, text = part.partition("=")
        cards, wanted = found.get(name, []), cards_of(text)
        if name[:-1] not in ("damage", "deck"):
            cards, wanted = sorted(cards), sorted(wanted)
        assert (name, cards) == (name, wanted)


def damage(match: Match, seat: int = 1) -> int:
    """How many cards a player has in Damage."""
    return int(match.state.in_damage[seat])


def left(match: Match, seat: int, trait: str) -> int:
    """What is left of a trait."""
    return (int(match.state.left[seat]) >> 4 * TRAITS.index(trait)) & 7


def refused(match: Match, word: str) -> str:
    """The ruling that forbids a move."""
    before = match.state.tobytes()
    assert word not in match.legal()
    with pytest.raises(IllegalMove) as caught:
        match.play(word)
    assert match.state.tobytes() == before
    return caught.value.ruling


def told(match: Match, word: str) -> str:
    """The sentence with which a move is refused."""
    with pytest.raises(IllegalMove) as caught:
        match.play(word)
    return caught.value.sentence


def fired(match: Match) -> set[str]:
    """The rules that fired in the last step."""
    return {step.rule for step in match.explain()}


def result(match: Match) -> tuple[int | None, str, str]:
    return match.winner, match.reason.word, match.reason.ruling


# --- card sets made at random, in which every word of the card language can come ---

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
DEALT_COPIES = (1, 1, 2, 2, 2, 2, 2, 2, 3, 3)


def random_document(chance: random.Random) -> Entry:
    """A set with two monsters and a deck for each."""
    moves = [random_move(chance, f"Move {number}") for number in range(MOVES)]
    monsters = [random_monster(chance, name) for name in ("Beast", "Brute")]
    decks = [{"name": entry["name"], "monster": entry["name"], "moves": shuffled_counts(chance)}
             for entry in monsters]  # fmt: skip
    return {"traits": TRAITS, "monster": monsters, "move": moves, "deck": decks}


def shuffled_counts(chance: random.Random) -> dict[str, int]:
    counts = list(DEALT_COPIES)
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
