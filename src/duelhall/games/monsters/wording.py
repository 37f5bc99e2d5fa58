"""Cards in words: what their effects do, as a player reads it."""

from collections.abc import Sequence

from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Card, Monster, Move
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


def effect_sentence(effect: Effect, traits: Sequence[str]) -> str:
    """An effect as a sentence: `Play: if your Hand has 3 or more cards, draw 1 card.`"""
    condition = condition_phrase(effect.condition, effect.argument, traits)
    head = words.WHEN[effect.when].capitalize()
    does = _operation(effect, traits) + _per(effect.per)
    return f"{head}: {condition}, {does}." if condition else f"{head}: {does}."


def use_sentence(uses: Sequence[str], verb: str = "Use") -> str:
    """When a card may be used."""
    return f"{verb} it {' or '.join(TIMES[use] for use in uses)}."


def use_lines(card: Card) -> list[str]:
    """When a card may be used, if it says so; a move with stats is played when they allow it, and
    only activated when it says.
    """
    if not card.use:
        return []
    is_played = isinstance(card, Move) and not card.is_special
    return [use_sentence(card.use, "Activate" if is_played else "Use")]


def condition_phrase(condition: int, number: int, traits: Sequence[str]) -> str:
    """A condition in words; nothing for none."""
    subject = condition % words.THEIRS
    is_theirs = bool(condition & words.THEIRS)
    owner = "the opponent's" if is_theirs else "your"
    compared = "or fewer" if condition & words.AT_MOST else "or more"
    if subject >= words.IN_HAND and subject != words.TRAIT_LEFT:
        zone = words.ZONES[subject - words.IN_HAND]
        return f"if {owner} {zone} has {number} {compared} cards"
    if subject == words.TRAIT_LEFT:
        trait, left = divmod(number, words.TRAIT_STEP)
        have = "the opponent has" if is_theirs else "you have"
        return f"if {have} {left} {compared} {traits[trait]} left"
    if subject in (words.ATTACK_TYPE, words.DEFENCE_TYPE):
        kind = "attack" if subject == words.ATTACK_TYPE else "defence"
        return f"if {traits[number]} is among the {kind} types"
    return {
        words.ALWAYS: "",
        words.IN_TURN: f"in {owner} turn",
        words.IN_COMBAT: "outside combat" if is_theirs else "in combat",
        words.PREVIOUS_LINK: f"if the link before it is {'the opponent' if is_theirs else 'your'}"
        + ("'s" if is_theirs else "s"),
        words.LINKS: f"if the chain has {number} {compared} links",
    }[subject]


def _operation(effect: Effect, traits: Sequence[str]) -> str:
    """What an effect does."""
    amount, target = effect.amount, effect.target
    who, whose = OWNERS[target], WHOSE[target]
    cards = f"{amount} card{'s' if amount != 1 else ''}"
    trait = traits[effect.subject - 1] if effect.subject and _has_trait(effect) else ""
    some = f"{cards} with {trait}" if trait else cards
    s = "s" if target == words.OPPONENT else ""

    def does(verb: str, rest: str) -> str:
        return f"{verb} {rest}" if target == words.SELF else f"{who} {verb}{s} {rest}"

    what = words.OPERATIONS[effect.operation]
    if what in ("attack", "defence"):
        return f"{whose} {what} {amount:+d}"
    if what == "forbid":
        return f"{who} cannot {FORBIDDEN[words.FORBIDDEN[effect.subject]]}"
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
        if effect.subject == words.THIS
        else "the card of the link before it goes back to its owner's hand",
    }
    return plain[what]


def _has_trait(effect: Effect) -> bool:
    return any(name == "trait" for name, _ in effect.entries)


def _per(per: int) -> str:
    if per == words.ONCE:
        return ""
    if per == words.PER_LINK:
        return " for each link of the chain"
    whose, zone = words.PER[per].split()
    owner = "your" if whose == "your" else "the opponent's"
    return f" for each card in {owner} {zone}"


# --- whole cards ---


def card_lines(card: Monster | Move, traits: Sequence[str]) -> list[str]:
    """A card with all that is printed on it."""
    stats = monster_stats(card) if isinstance(card, Monster) else stats_text(card)
    return [f"{card.name}  {stats}  {cost(card)}", *(f"  {line}" for line in printed(card, traits))]


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


def printed(card: Card, traits: Sequence[str]) -> list[str]:
    """What is written on a card: when it is used, what it does, and its text."""
    lines = use_lines(card)
    lines += [effect_sentence(effect, traits) for effect in card.effects]
    return [*lines, f'"{card.text}"'] if card.text else lines
