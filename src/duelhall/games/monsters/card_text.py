"""Cards in words: what their effects do, and whole cards and decks, as a player reads them."""

from collections.abc import Sequence

from duelhall.engine.errors import nearest
from duelhall.engine.record import SEATS
from duelhall.engine.text import padded, width_of
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Monster, Move, PrintedCard, slug
from duelhall.games.monsters.condition import NONE, condition_phrase, required_phrase
from duelhall.games.monsters.decks import Names
from duelhall.games.monsters.operations import (
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    COST,
    OPERATIONS,
    Effect,
)
from duelhall.games.monsters.state import State
from duelhall.games.monsters.words import DECK

OWNERS = {words.SELF: "you", words.OPPONENT: "the opponent", words.BOTH: "both players"}
WHOSE = {words.SELF: "your", words.OPPONENT: "the opponent's", words.BOTH: "both players'"}
TIMES = {
    "alter": "in your Alter phase",
    "attack": "in combat during your turn",
    "defence": "in combat during the opponent's turn",
    "answer": "in answer to a non-combat chain",
}
NO_ACTIVATION = "It cannot be activated from Stasis."


def effect_sentence(effect: Effect) -> str:
    """An effect as a sentence: `Play: if your Hand has 3 or more cards, draw 1 card.`"""
    return f"{words.WHEN[effect.when].capitalize()}: {effect_text(effect)}"


def effect_text(effect: Effect) -> str:
    """The same without when it happens."""
    sentence = f"{_with_condition(effect)}."
    if effect.requires == NONE:
        return sentence
    verb = "Activate" if effect.when == words.FIELD else "Play"
    return f"{sentence} {verb} it only {required_phrase(effect.requires)}."


def _with_condition(effect: Effect) -> str:
    """What an effect does, and if what; the condition of an alternative speaks of it alone."""
    left, does = _left_to_player(effect), _operation(effect)
    condition = condition_phrase(effect.condition)
    if not condition:
        return f"{left}{does}"
    if effect.choice & words.FIRST:
        return f"{left}{condition}, {does}"
    if effect.choice & words.ALTERNATIVE:
        return f"or, {condition}, {does}"
    return f"{condition}, {left}{does}"


CHOOSERS = {words.BY_SELF: "you", words.BY_OPPONENT: "the opponent", words.BY_OWNER: "its owner"}
DECIDERS = CHOOSERS | {words.BY_OWNER: "you"}
"""Who chooses anything but cards."""


def _left_to_player(effect: Effect) -> str:
    """What is left to a player before anything happens."""
    who = DECIDERS[effect.by]
    s = "s" if effect.by == words.BY_OPPONENT else ""
    if effect.choice & words.FIRST:
        none = " or none" if effect.choice & words.MAY else ""
        return f"{who} choose{s} one of these{none}: "
    if effect.choice & words.ALTERNATIVE:
        return "or "
    if _is_allowed(effect):
        return f"{who} may "
    return f"if {who} so choose{s}, " if effect.choice & words.MAY else ""


def _is_allowed(effect: Effect) -> bool:
    """Whether a player is left to do something, as in `you may draw 1 card`."""
    is_may = effect.choice & (words.MAY | words.ALTERNATIVE) == words.MAY
    is_done = "{s}" in OPERATIONS[effect.operation].prints
    return is_may and is_done and OWNERS[effect.target] == DECIDERS[effect.by]


def use_sentence(uses: Sequence[str], verb: str = "Use") -> str:
    """When a card may be used."""
    return f"{verb} it {' or '.join(TIMES[use] for use in uses)}."


def use_lines(card: PrintedCard) -> list[str]:
    """When a card may be used, and what that takes, if it says so. A move with stats is played
    when they allow it.
    """
    lines = []
    if card.use:
        is_both = card.activate is None or isinstance(card, Monster)
        lines.append(use_sentence(card.use, "Use" if is_both else "Play"))
    if card.activate:
        lines.append(use_sentence(card.activate, "Activate"))
    elif card.activate is not None and card.use:
        lines.append(NO_ACTIVATION)
    if card.requires != NONE:
        lines.append(f"Use it only {required_phrase(card.requires)}.")
    return lines


def _operation(effect: Effect) -> str:
    row, per = OPERATIONS[effect.operation], _per(effect)
    if effect.operation == COST:
        return cost_phrase(WHOSE[effect.target], effect) + per
    if effect.operation in (CHANGE_ATTACK, CHANGE_DEFENCE):
        return f"{_stat_phrase(effect)}{per}"
    is_chosen = bool(effect.choice & words.CHOSEN)
    text = (is_chosen and row.prints_chosen) or row.prints
    if effect.when == words.PASSIVE:
        text = row.prints_passive or text
    text = text if "{per}" in text else text + "{per}"
    count = f"up to {effect.amount}" if effect.choice & words.UP_TO else f"{effect.amount}"
    cards = f"{count} card{'s' if effect.amount != 1 else ''}"
    is_said = row.has_target and not _is_allowed(effect)
    is_said = is_said and (effect.target != words.SELF or "{s}" not in text)
    who = f"{OWNERS[effect.target]} " if is_said else ""
    return who + text.format(
        s="s" if is_said and effect.target == words.OPPONENT else "",
        count=count,
        cards=cards,
        some=f"{cards} with {effect.trait}" if effect.trait else cards,
        trait=effect.trait,
        what=row.phrase(effect.what),
        times="s" if effect.amount != 1 else "",
        per=per,
        how=f"chosen by {CHOOSERS[effect.by]}" if is_chosen else "at random",
    )


def _stat_phrase(effect: Effect) -> str:
    """How an attack or a defence changes: `your next attack +2`."""
    most = "up to " if effect.choice & words.UP_TO else ""
    what, change = OPERATIONS[effect.operation].word, f"{most}{effect.amount:+d}"
    if effect.what == words.NEXT_COMBAT:
        return f"{WHOSE[effect.target]} next {what} {change}"
    until = " until the end of the turn" if effect.what == words.THIS_TURN else ""
    return f"{WHOSE[effect.target]} {what} {change}{until}"


def cost_phrase(whose: str, effect: Effect) -> str:
    """How the costs of a player's moves change: `your moves that cost Flame cost 1 less of it`."""
    most = "up to " if effect.choice & words.UP_TO else ""
    much = f"{most}{abs(effect.amount)} {'less' if effect.amount < 0 else 'more'}"
    if effect.what == words.NEXT_COMBAT:
        is_both = effect.target == words.BOTH
        verb, cost = ("moves cost", "their costs") if is_both else ("move costs", "its cost")
        trait = f"{effect.trait}, if {effect.trait} is part of {cost}"
        what = trait if effect.trait else f"of each trait in {cost}"
        return f"{whose} next {verb} {much} {what}"
    until = " until the end of the turn" if effect.what == words.THIS_TURN else ""
    if effect.trait:
        return f"{whose} moves that cost {effect.trait} cost {much} of it{until}"
    return f"{whose} moves cost {much} of each trait in their costs{until}"


PER_GAME = {
    words.LINKS: " for each link of the chain",
    words.TURN: " for each turn of the game so far",
    words.COMBATS: " for each combat that was initiated this turn",
}


def _per(effect: Effect) -> str:
    per = effect.per
    if per == 0:
        return ""
    is_theirs = per & words.THEIRS
    owner, have = ("the opponent's", "the opponent has") if is_theirs else ("your", "you have")
    if effect.per_trait:
        return f" for each {effect.per_trait} that {have} left"
    if per in PER_GAME:
        return PER_GAME[per]
    if per % words.THEIRS == words.HP_LEFT:
        return f" for each HP that {owner} monster has left"
    if per % words.THEIRS == words.DAMAGE_TAKEN:
        return f" for each point of damage that {have} taken this turn"
    return f" for each card in {owner} {words.ZONES[per % words.THEIRS - words.IN_HAND]}"


# --- whole cards ---


def card_lines(card: Monster | Move) -> list[str]:
    """A card with all that is printed on it."""
    stats = monster_stats(card) if isinstance(card, Monster) else stats_text(card)
    return [f"{card.name}  {stats}  {cost(card.traits)}", *(f"  {line}" for line in printed(card))]


def stats_text(move: Move) -> str:
    """Both stats, as the rulebook prints them."""
    return f"ATK:{move.atk.written} / DEF:{move.defence.written}"


def monster_stats(monster: Monster) -> str:
    """A monster's numbers."""
    return f"HP:{monster.hp} ATK:{monster.atk} DEF:{monster.defence}"


def cost(traits: Sequence[str]) -> str:
    """Traits, each with how often it comes."""
    counts = {trait: traits.count(trait) for trait in traits}
    words = [f"{trait} {count}" if count > 1 else trait for trait, count in counts.items()]
    return ", ".join(words) or "free"


def printed(card: PrintedCard) -> list[str]:
    """What is written on a card: when it is used, what it does, and its text."""
    lines = use_lines(card)
    lines += [effect_sentence(effect) for effect in card.effects]
    return [*lines, f'"{card.text}"'] if card.text else lines


def describe(names: Names, s: State, name: str) -> list[str]:
    """What is printed on a card of either deck; both deck lists are known to both (M19)."""
    decks = [names.deck(s.options, seat) for seat in range(SEATS)]
    cards = {slug(card.name): card for deck in reversed(decks) for card in deck.cards}
    wanted = slug(name.strip())
    longer = sorted(each for each in cards if each.startswith(wanted))
    longer = [wanted] if wanted in cards else longer
    if len(longer) == 1:
        return card_lines(cards[longer[0]])
    near = ", ".join(longer) or nearest(wanted, cards)
    return [f"There is no card {name!r} in either deck{f'; did you mean {near}?' if near else ''}"]


def deck_lines(names: Names, s: State, owner: int) -> list[str]:
    """The list of a deck: the monster, and its moves with how many there are of each (M19)."""
    deck = names.deck(s.options, owner)
    rows: list[tuple[str, str, Monster | Move]]
    rows = [(deck.monster.name, monster_stats(deck.monster), deck.monster)]
    rows += [(f"{count} {move.name}", stats_text(move), move) for move, count in deck.moves]
    width = max(width_of(label) for label, _, _ in rows)
    lines = [
        f"  {padded(label, width)}  {stats}  {rules_text(cost(card.traits), card)}"
        for label, stats, card in rows
    ]
    return [f"{deck.name}: a monster and {DECK} moves", *lines]


def rules_text(price: str, card: PrintedCard) -> str:
    """What a card costs, when it is used and what it does."""
    effects = (effect_sentence(effect) for effect in card.effects)
    return " ".join([f"{price}.", *use_lines(card), *effects])
