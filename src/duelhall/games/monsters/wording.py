"""Cards in words: what their effects do, as a player reads it."""

from collections.abc import Sequence

from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Card, Monster, Move
from duelhall.games.monsters.condition_text import NONE, Condition
from duelhall.games.monsters.condition_words import condition_phrase, required_phrase
from duelhall.games.monsters.language import Effect

OWNERS = {words.SELF: "you", words.OPPONENT: "the opponent", words.BOTH: "both players"}
WHOSE = {words.SELF: "your", words.OPPONENT: "the opponent's", words.BOTH: "both players'"}
FORBIDDEN = {
    "initial": "use initial moves",
    "additional": "use additional moves",
    "special": "use special moves",
    "stasis": "activate cards from Stasis",
    "monster": "use the monster's effect",
}
TIMES = {
    "alter": "in your Alter phase",
    "attack": "in combat in your turn",
    "defence": "in combat in the opponent's turn",
    "answer": "in answer to a non-combat chain",
}
NO_ACTIVATION = "Its text names no time to activate it."


def effect_sentence(effect: Effect) -> str:
    """An effect as a sentence: `Play: if your Hand has 3 or more cards, draw 1 card.`"""
    condition = condition_phrase(effect.condition)
    head = words.WHEN[effect.when].capitalize()
    does = _operation(effect) + _per(effect.per)
    sentence = f"{head}: {condition}, {does}." if condition else f"{head}: {does}."
    if effect.requires == NONE:
        return sentence
    return f"{sentence} {_required(effect.requires, effect.when == words.FIELD)}"


def _required(requires: Condition, is_field: bool) -> str:  # noqa: FBT001
    """What using a card takes, in a sentence."""
    verb = "Activate" if is_field else "Play"
    return f"{verb} it only {required_phrase(requires)}."


def use_sentence(uses: Sequence[str], verb: str = "Use") -> str:
    """When a card may be used."""
    return f"{verb} it {' or '.join(TIMES[use] for use in uses)}."


def use_lines(card: Card) -> list[str]:
    """When a card may be used, and what that takes, if it says so. A move with stats is played
    when they allow it.
    """
    lines = []
    if card.use:
        is_both = card.activate is None or isinstance(card, Monster)
        lines.append(use_sentence(card.use, "Use" if is_both else "Play"))
    if card.activate is not None:
        lines.append(use_sentence(card.activate, "Activate") if card.activate else NO_ACTIVATION)
    if card.requires != NONE:
        lines.append(f"Use it only {required_phrase(card.requires)}.")
    return lines


def _operation(effect: Effect) -> str:
    """What an effect does."""
    amount, target = effect.amount, effect.target
    who, whose = OWNERS[target], WHOSE[target]
    cards = f"{amount} card{'s' if amount != 1 else ''}"
    trait = effect.trait
    some = f"{cards} with {trait}" if trait else cards
    s = "s" if target == words.OPPONENT else ""

    def does(verb: str, rest: str) -> str:
        return f"{verb} {rest}" if target == words.SELF else f"{who} {verb}{s} {rest}"

    what = words.OPERATIONS[effect.operation]
    if what in ("attack", "defence"):
        return f"{whose} {what} {amount:+d}"
    if what == "forbid":
        return f"{who} cannot {FORBIDDEN[words.FORBIDDEN[effect.what]]}"
    plain = {
        "draw": does("draw", cards),
        "discard": does("discard", f"{cards} at random"),
        "mill": does("drop", f"{cards} from the top of the deck"),
        "search": does("search", f"the top {cards} of the deck for one with {trait}"),
        "recover": does("take", f"{some} from Drop to hand, at random"),
        "revive": does("bring", f"{some} with a lasting effect from Drop to Stasis, at random"),
        "heal": does("heal", f"{amount}"),
        "reclaim": does("take", f"the newest {cards} from Damage to hand"),
        "damage": does("take", f"{amount} damage"),
        "destroy": does("lose", f"{cards} of Stasis, at random"),
        "expose": does("show", f"{cards} of the hand, at random"),
        "drain": does("lose", f"{amount} {trait} for this turn"),
        "charge": does("get", f"{amount} more {trait} for this turn"),
        "cancel": "cancel the link before it",
        "keep": "this card goes back to Stasis",
        "return": "this card goes back to your hand"
        if effect.what == words.THIS
        else "the card of the link before it goes back to its owner's hand",
    }
    return plain[what]


def _per(per: int) -> str:
    if per == 0:
        return ""
    if per == words.LINKS:
        return " for each link of the chain"
    owner = "the opponent's" if per & words.THEIRS else "your"
    return f" for each card in {owner} {words.ZONES[per % words.THEIRS - words.IN_HAND]}"


# --- whole cards ---


def card_lines(card: Monster | Move) -> list[str]:
    """A card with all that is printed on it."""
    stats = monster_stats(card) if isinstance(card, Monster) else stats_text(card)
    return [f"{card.name}  {stats}  {cost(card)}", *(f"  {line}" for line in printed(card))]


def stats_text(move: Move) -> str:
    """Both stats, as the rulebook prints them."""
    return f"ATK:{move.atk.written} / DEF:{move.defence.written}"


def monster_stats(monster: Monster) -> str:
    """A monster's numbers."""
    return f"HP:{monster.hp} ATK:{monster.atk} DEF:{monster.defence}"


def cost(card: Card) -> str:
    """A card's traits, each with how often it comes."""
    counts = {trait: card.traits.count(trait) for trait in card.traits}
    words = [f"{trait} {count}" if count > 1 else trait for trait, count in counts.items()]
    return ", ".join(words) or "free"


def printed(card: Card) -> list[str]:
    """What is written on a card: when it is used, what it does, and its text."""
    lines = use_lines(card)
    lines += [effect_sentence(effect) for effect in card.effects]
    return [*lines, f'"{card.text}"'] if card.text else lines
