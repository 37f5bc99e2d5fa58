"""What an effect did, in words, as a seat may know it (M19)."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from duelhall.engine.record import Array
from duelhall.engine.template import interpreted
from duelhall.engine.text import counted
from duelhall.games.monsters import words
from duelhall.games.monsters.board import whose
from duelhall.games.monsters.condition_words import condition_phrase
from duelhall.games.monsters.language import Effect
from duelhall.games.monsters.names import owner_and_card
from duelhall.games.monsters.observing import Deed, Unmet
from duelhall.games.monsters.state import COMBAT, DECKED_OUT, FAINTED, Choices
from duelhall.games.monsters.table import trait_count
from duelhall.games.monsters.wording import FORBIDDEN, cost_phrase


class Journey(NamedTuple):
    """How cards are told of that come to an open place, or why there are none."""

    zone: str  # where they come to
    verb: str
    rest: str
    lack: str


JOURNEYS = {
    words.DISCARD: Journey("drop", "discard", "{cards}", "Hand is empty"),
    words.RECOVER: Journey("hand", "take", "{cards} from Drop to hand", "Drop has no such card"),
    words.REVIVE: Journey("stasis", "bring", "{cards} from Drop to Stasis",
                          "Drop has no such card"),
    words.HEAL: Journey("drop", "heal", "{count}: {cards} from Damage to Drop", "Damage is empty"),
    words.RECLAIM: Journey("hand", "take", "{cards} from Damage to hand", "Damage is empty"),
    words.DESTROY: Journey("drop", "lose", "{cards} from Stasis to Drop", "Stasis is empty"),
    words.RECALL: Journey("hand", "take", "{cards} from Stasis to hand", "Stasis is empty"),
    words.BURY: Journey("deck", "put", "{cards} from Drop face up under the deck",
                        "Drop has no such card"),
    words.EXPOSE: Journey("known", "show", "{cards}", "Hand has nothing new to show"),
}  # fmt: skip


def outcome(seen: Deed | Unmet, options: Choices, seat: int | None) -> str:
    """What an effect did."""
    if isinstance(seen, Unmet):
        return _nothing(f"not {_condition(seen, options)}")
    return _deed(seen, seat)


def _condition(unmet: Unmet, options: Choices) -> str:
    """A condition in the words of its card."""
    deck = unmet.names.deck(options, unmet.seat)
    _, effect = deck.numbered_effects[unmet.number]
    return f'"{condition_phrase(effect.condition)}"'


def _deed(deed: Deed, seat: int | None) -> str:
    """What an operation did."""
    if deed.operation >= words.CANCEL:
        return _of_link(deed, seat)
    if deed.operation <= words.CHANGE_DEFENCE:
        return _of_stat(deed, seat)
    if deed.operation == words.FORBID:
        what = FORBIDDEN[words.FORBIDDEN[deed.subject]]
        return f"{whose(deed.seat, seat)} cannot {what} until the end of the turn"
    if deed.amount == 0:
        return _nothing("the amount comes to 0")
    return _of_amount(deed, seat)


def _of_amount(deed: Deed, seat: int | None) -> str:
    """What an operation did to so many cards or traits."""
    if deed.is_chosen and deed.operation == words.SEARCH:
        return _found(deed, seat)
    if deed.operation in JOURNEYS:
        return _of_cards(deed, JOURNEYS[deed.operation], seat)
    if deed.operation in OF_TRAITS:
        return OF_TRAITS[deed.operation](deed, seat)
    if deed.operation == words.PREVENT:
        return f"{_does(deed.seat, seat, 'take')} {deed.amount} less damage this turn"
    if deed.operation == words.AGAIN:
        return _of_combats(deed, seat)
    return _of_deck(deed, seat)


# --- phrases ---


def _nothing(reason: str) -> str:
    return f"nothing happens: {reason}"


def _does(owner: int, seat: int | None, verb: str) -> str:
    """`you draw`, `opponent draws`."""
    return f"{whose(owner, seat)} {verb}{'' if owner == seat else 's'}"


def _possessive(owner: int, seat: int | None) -> str:
    return "your" if owner == seat else f"{whose(owner, seat)}'s"


def _names(deed: Deed, kinds: Iterable[int]) -> str:
    """Cards by their names: `2 Spark and Ember`; `no card` for none."""
    counts = Counter(deed.names.card_name(deed.before.options, deed.seat, kind) for kind in kinds)
    return _listed([f"{count} {name}" if count > 1 else name for name, count in counts.items()])


def _listed(parts: list[str]) -> str:
    if len(parts) > 1:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return parts[0] if parts else "no card"


# --- combat and supplies ---


def _of_stat(deed: Deed, seat: int | None) -> str:
    """How attack or defence changed; the attacker has no defence, the defender no attack."""
    what = words.OPERATIONS[deed.operation]
    if deed.subject == words.NEXT_COMBAT:
        return f"{_possessive(deed.seat, seat)} next {what} {deed.amount:+d}"
    if deed.subject == words.THIS_TURN:
        return f"{_possessive(deed.seat, seat)} {what} {deed.amount:+d} until the end of the turn"
    if deed.rulings:
        change = int(deed.after.bonus[deed.seat]) - int(deed.before.bonus[deed.seat])
        return f"{_possessive(deed.seat, seat)} {what} {change:+d}"
    if deed.before.chain != COMBAT:
        return _nothing("this is not combat")
    side = "attacker" if deed.operation == words.CHANGE_ATTACK else "defender"
    return _nothing(f"{_possessive(deed.seat, seat)} monster is not the {side}")


def _of_combats(deed: Deed, seat: int | None) -> str:
    """That combat can be initiated more often; only the turn player can do that."""
    if not deed.rulings:
        return _nothing(f"it is not {_possessive(deed.seat, seat)} turn")
    count = deed.amount
    return f"{whose(deed.seat, seat)} can initiate combat {counted(count, 'more time')} this turn"


def _of_supply(deed: Deed, seat: int | None) -> str:
    """How a supply changed; a trait is told by its name in the deck of that supply."""
    number = deed.subject - 1
    traits = deed.names.deck(deed.before.options, deed.seat).traits
    if number >= len(traits):
        return _nothing(f"{_possessive(deed.seat, seat)} deck knows no such trait")
    trait = traits[number]
    count = interpreted(trait_count)
    left = count(int(deed.before.left[deed.seat]), number)
    change = count(int(deed.after.left[deed.seat]), number) - left
    if change == 0:
        return _nothing(f"{_possessive(deed.seat, seat)} {trait} is at {left} already")
    verb = "get" if change > 0 else "lose"
    return f"{_does(deed.seat, seat, verb)} {abs(change)} {trait} for this turn"


def _of_costs(deed: Deed, seat: int | None) -> str:
    """How what moves cost changed; a trait is told by its name in the deck of who pays."""
    until, number = divmod(deed.subject, words.UNTIL_STEP)
    traits = deed.names.deck(deed.before.options, deed.seat).traits
    if number > len(traits):
        return _nothing(f"{_possessive(deed.seat, seat)} deck knows no such trait")
    trait = traits[number - 1] if number else ""
    paid = Effect(words.PLAY, words.COST, trait=trait, what=until, amount=deed.amount)
    return cost_phrase(_possessive(deed.seat, seat), paid)


OF_TRAITS = {words.DRAIN: _of_supply, words.CHARGE: _of_supply, words.COST: _of_costs}

# --- cards ---


def _of_cards(deed: Deed, journey: Journey, seat: int | None) -> str:
    """Cards that came from one open place to another, or were shown."""
    if journey.zone == "deck":
        kinds = _arrived(deed.after.drop[deed.seat], deed.before.drop[deed.seat])
    else:
        kinds = _arrived(*(state[journey.zone][deed.seat] for state in (deed.before, deed.after)))
    if not kinds:
        return _nothing(f"{_possessive(deed.seat, seat)} {journey.lack}")
    told = journey.rest.format(count=len(kinds), cards=_names(deed, kinds))
    return f"{_does(deed.seat, seat, journey.verb)} {told}"


def _arrived(before: Array, after: Array) -> list[int]:
    """What a zone, counted by kinds, has more of."""
    kinds = range(words.DECK)
    return [kind for kind in kinds for _ in range(int(after[kind]) - int(before[kind]))]


def _of_deck(deed: Deed, seat: int | None) -> str:
    """Cards from the top of a deck, and what came of its end."""
    told = {
        words.DRAW: _drawn,
        words.MILL: _milled,
        words.SEARCH: _searched,
        words.DAMAGE: _damaged,
    }[deed.operation](deed, seat)
    return "; ".join([told, *_ends(deed)])


def _drawn(deed: Deed, seat: int | None) -> str:
    """Drawn cards are known to their owner only."""
    count = len(deed.taken)
    hidden = f"{count} card{'s' if count > 1 else ''}" if count else "no card"
    cards = _names(deed, deed.taken) if seat in (None, deed.seat) else hidden
    return f"{_does(deed.seat, seat, 'draw')} {cards}"


def _milled(deed: Deed, seat: int | None) -> str:
    return f"{_does(deed.seat, seat, 'drop')} {_names(deed, deed.taken)} from the deck"


def _searched(deed: Deed, seat: int | None) -> str:
    """The card that was found is the last that was shown."""
    if not deed.taken:
        return _nothing(f"{_possessive(deed.seat, seat)} Deck is empty")
    is_found = deed.after.in_hand[deed.seat] > deed.before.in_hand[deed.seat]
    others = deed.taken[:-1] if is_found else deed.taken
    found = _names(deed, deed.taken[len(others) :])
    told = f"{_does(deed.seat, seat, 'find')} {found if is_found else 'no such card'}"
    return f"{told}; {_names(deed, others)} to Drop" if others else told


def _found(deed: Deed, seat: int | None) -> str:
    """A card that was chosen from a deck; the enemy is told which only if it was shown."""
    kinds = _arrived(deed.before.hand[deed.seat], deed.after.hand[deed.seat])
    if not kinds:
        return _nothing(f"{_possessive(deed.seat, seat)} Deck has no such card")
    is_shown = deed.after.known[deed.seat].sum() > deed.before.known[deed.seat].sum()
    cards = _names(deed, kinds) if is_shown or seat in (None, deed.seat) else "a card"
    return f"{_does(deed.seat, seat, 'take')} {cards} from the deck"


def _damaged(deed: Deed, seat: int | None) -> str:
    told = f"{_does(deed.seat, seat, 'take')} {len(deed.taken)} damage"
    if not deed.taken and not deed.after.lost[deed.seat]:
        return f"{told}: all of it is prevented"
    return f"{told}: {_names(deed, deed.taken)} to Damage" if deed.taken else told


def _ends(deed: Deed) -> Iterable[str]:
    """What an operation ended: a deck, or the game."""
    if len(deed.taken) > int(deed.before.in_deck[deed.seat]):
        yield "the Drop became the deck"
    if deed.after.lost[deed.seat] == DECKED_OUT:
        yield "the deck is empty"
    if deed.after.lost[deed.seat] == FAINTED:
        yield f"{deed.names.card_name(deed.before.options, deed.seat, words.MONSTER)} faints"


# --- links ---


def _of_link(deed: Deed, seat: int | None) -> str:
    """What became of the link itself, or of the one before it."""
    is_previous = deed.operation == words.CANCEL or deed.subject == words.PREVIOUS
    place = deed.place - 1 if is_previous else deed.place
    if place < deed.before.chain_start:
        return _nothing("there is no link before it")
    owner, kind = owner_and_card(int(deed.before.links[place]))
    if not deed.rulings:
        return _nothing("a monster stays in its place")
    name = f"{_possessive(owner, seat)} {deed.names.card_name(deed.before.options, owner, kind)}"
    goes = {
        words.CANCEL: "is cancelled",
        words.RETURN: "goes to the hand in Clear",
        words.KEEP: "goes to Stasis in Clear",
    }[deed.operation]
    return f"{name} {goes}"
