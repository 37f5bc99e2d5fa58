"""What happened by itself in a move, as a seat may know it (M19): chains, effects and draws.

It is read from the trace of the move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from duelhall.engine.board import Scene
from duelhall.engine.record import UNDECIDED, Array
from duelhall.engine.rule import tell_calls_of
from duelhall.engine.template import interpreted
from duelhall.engine.text import capitalized, counted
from duelhall.games.monsters import words
from duelhall.games.monsters.board import link_card, link_line, whose
from duelhall.games.monsters.card_text import cost_phrase
from duelhall.games.monsters.choice import change_link, end_picking, take_card
from duelhall.games.monsters.condition import condition_phrase
from duelhall.games.monsters.conditions import applies
from duelhall.games.monsters.deck_sheet import operation_of, trait_count
from duelhall.games.monsters.decks import Names, owner_and_card
from duelhall.games.monsters.effects import operate
from duelhall.games.monsters.operations import (
    AGAIN,
    CANCEL,
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    CHARGE,
    COST,
    DAMAGE,
    DRAIN,
    DRAW,
    LINK_OPERATIONS,
    NEVER,
    OPERATIONS,
    SEARCH,
    WORDS,
    Effect,
    Operation,
)
from duelhall.games.monsters.situation_text import formula, totals
from duelhall.games.monsters.state import (
    CANCELLED,
    CARDS_DRAWN,
    COMBAT,
    DECKED_OUT,
    FAINTED,
    NOTHING,
    RESOLVED,
    Choices,
    State,
)
from duelhall.games.monsters.turns import end_turn, resolve, strike
from duelhall.games.monsters.zones import NO_KIND, link_seat, take_top
from duelhall.match.explain import Call, Trace

tell_calls_of(operate, change_link, take_top, applies, take_card, end_picking, end_turn)


@dataclass(frozen=True)
class Deed:
    """An operation of an effect, with the states around it; they hold secrets."""

    place: int  # of the link whose effect it is
    operation: int
    seat: int  # to whom it was done; whose effect it is, if it was done to a link
    amount: int
    subject: int
    taken: tuple[int, ...]  # what came from the top of the deck, in order
    rulings: tuple[str, ...]  # of the rules that fired; none if there was nothing to do
    before: State
    after: State
    names: Names  # of the cards in them
    is_chosen: bool = False  # whether it was done to a card that somebody chose

    @property
    def row(self) -> Operation:
        """The row of the operation."""
        return OPERATIONS[self.operation]


@dataclass(frozen=True)
class Unmet:
    """An effect whose condition did not hold."""

    place: int  # of the link whose effect it is
    seat: int
    number: int
    names: Names


def deeds(names: Names, trace: Trace) -> Iterator[Deed | Unmet]:
    """What effects did in a move, in order."""
    for call in trace.calls:
        place = int(call.before.resolving) - 1
        if call.is_of(operate):
            seat, operation, amount, about = call.arguments
            yield _deed_of_call(names, call, place, (operation, seat, amount, about))
        elif call.is_of(change_link):
            operation, about = call.arguments
            seat = link_seat(int(call.before.links[place]))
            yield _deed_of_call(names, call, place, (operation, seat, 1, about))
        elif call.is_of(take_card):
            operation, seat, _ = call.arguments
            yield _deed_of_call(names, call, place, (operation, seat, 1, 0), is_chosen=True)
        elif call.is_of(end_picking) and 0 < call.before.rest == call.before.amount:
            operation = interpreted(operation_of)(call.before, *call.arguments)
            what = (operation, int(call.before.concerned), 1, 0)
            yield _deed_of_call(names, call, place, what, is_chosen=True)
        elif call.is_of(applies) and not call.result:
            seat, number = call.arguments
            yield Unmet(place, seat, number, names)


def draws(names: Names, trace: Trace) -> Iterator[Deed]:
    """What was drawn at the end of a turn, as if an effect had done that."""
    for call in trace.calls:
        if call.is_of(end_turn):
            yield _deed_of_call(names, call, 0, (DRAW, int(call.before.active), CARDS_DRAWN, 0))


def _deed_of_call(
    names: Names,
    call: Call,
    place: int,
    what: tuple[int, int, int, int],
    *,
    is_chosen: bool = False,
) -> Deed:
    tops = [inner.result for inner in call.calls if inner.is_of(take_top)]
    taken = tuple(kind for kind in tops if kind != NO_KIND)
    rulings = dict.fromkeys(ruling for step in call.steps for ruling in step.rulings)
    return Deed(place, *what, taken, tuple(rulings), call.before, call.after, names, is_chosen)


def outcome(seen: Deed | Unmet, options: Choices, seat: int | None) -> str:
    """What an effect did."""
    if isinstance(seen, Unmet):
        return _nothing(f"not {_condition(seen, options)}")
    return _deed(seen, seat)


def _condition(unmet: Unmet, options: Choices) -> str:
    deck = unmet.names.deck(options, unmet.seat)
    _, effect = deck.numbered_effects[unmet.number]
    return f'"{condition_phrase(effect.condition)}"'


def _deed(deed: Deed, seat: int | None) -> str:
    if deed.operation in LINK_OPERATIONS:
        return _of_link(deed, seat)
    if deed.operation in (CHANGE_ATTACK, CHANGE_DEFENCE):
        return _of_stat(deed, seat)
    if deed.amount == 0:
        return _nothing("the amount comes to 0")
    if deed.operation in TELLERS:
        told = TELLERS[deed.operation](deed, seat)
    elif deed.row.leaves == words.IN_DECK:
        told = _told(deed, seat, cards=_names(deed, deed.taken))
    elif deed.row.leaves:
        told = _of_cards(deed, seat)
    else:
        told = _told(deed, seat, count=deed.amount, what=deed.row.phrase(deed.subject))
    return "; ".join([told, *_ends(deed)])


# --- phrases ---


def _nothing(reason: str) -> str:
    return f"nothing happens: {reason}"


def _does(owner: int, seat: int | None, verb: str) -> str:
    """`you draw`, `opponent draws`."""
    return f"{whose(owner, seat)} {verb}{'' if owner == seat else 's'}"


def _told(deed: Deed, seat: int | None, **parts: object) -> str:
    s = "" if deed.seat == seat else "s"
    return f"{whose(deed.seat, seat)} {deed.row.tells.format(s=s, **parts)}"


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
    what = deed.row.word
    if deed.subject == words.NEXT_COMBAT:
        return f"{_possessive(deed.seat, seat)} next {what} {deed.amount:+d}"
    if deed.subject == words.THIS_TURN:
        return f"{_possessive(deed.seat, seat)} {what} {deed.amount:+d} until the end of the turn"
    if deed.rulings:
        change = int(deed.after.bonus[deed.seat]) - int(deed.before.bonus[deed.seat])
        return f"{_possessive(deed.seat, seat)} {what} {change:+d}"
    if deed.before.chain != COMBAT:
        return _nothing("this is not combat")
    side = "attacker" if deed.operation == CHANGE_ATTACK else "defender"
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
    paid = Effect(words.PLAY, COST, trait=trait, what=until, amount=deed.amount)
    return cost_phrase(_possessive(deed.seat, seat), paid)


# --- cards ---


def _of_cards(deed: Deed, seat: int | None) -> str:
    """Cards that came from one open place to another, or were shown."""
    row, before, after = deed.row, deed.before, deed.after
    if row.enters == words.IN_DECK:
        kinds = _arrived(after.drop[deed.seat], before.drop[deed.seat])
    else:
        name = "known" if row.enters == row.leaves else words.ZONES[row.enters - words.IN_HAND]
        kinds = _arrived(*(state[name.lower()][deed.seat] for state in (before, after)))
    if not kinds:
        lack = row.lack or ("is empty" if row.trait == NEVER else "has no such card")
        return _nothing(f"{_possessive(deed.seat, seat)} {row.zone_left} {lack}")
    return _told(deed, seat, count=len(kinds), cards=_names(deed, kinds))


def _arrived(before: Array, after: Array) -> list[int]:
    """What a zone, counted by kinds, has more of."""
    kinds = range(words.DECK)
    return [kind for kind in kinds for _ in range(int(after[kind]) - int(before[kind]))]


def _drawn(deed: Deed, seat: int | None) -> str:
    """Drawn cards are known to their owner only."""
    count = len(deed.taken)
    hidden = f"{count} card{'s' if count > 1 else ''}" if count else "no card"
    cards = _names(deed, deed.taken) if seat in (None, deed.seat) else hidden
    return f"{_does(deed.seat, seat, 'draw')} {cards}"


def _searched(deed: Deed, seat: int | None) -> str:
    """The card that was found is the last that was shown."""
    if deed.is_chosen:
        return _found(deed, seat)
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


TELLERS = {
    DRAW: _drawn, SEARCH: _searched, DAMAGE: _damaged, DRAIN: _of_supply, CHARGE: _of_supply,
    COST: _of_costs, AGAIN: _of_combats,
}  # fmt: skip
"""Operations of which more is told than a row can say."""


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
    is_previous = deed.operation == CANCEL or deed.subject == words.PREVIOUS
    place = deed.place - 1 if is_previous else deed.place
    if place < deed.before.chain_start:
        return _nothing("there is no link before it")
    owner, kind = owner_and_card(int(deed.before.links[place]))
    if not deed.rulings:
        return _nothing("a monster stays in its place")
    name = f"{_possessive(owner, seat)} {deed.names.card_name(deed.before.options, owner, kind)}"
    return f"{name} {deed.row.tells}"


# --- scenes ---


def chain_scenes(
    names: Names, before: State, _move: int, trace: Trace, seat: int | None
) -> Iterator[Scene]:
    """The chain as it resolved, backwards, and the damage that it came to."""
    if trace.first(resolve) is None and before.asks == NOTHING:
        return
    after = trace.steps[-1].state
    links = tuple(_links(names, before, trace, after, seat))
    yield Scene("The chain resolves", ("M10",), facts={"step": "resolve"}, parts=links)
    struck = trace.first(strike)
    if struck:
        found = {"step": "damage", **totals(names, struck.state)}
        parts = (Scene(formula(found), facts=found),)
        yield Scene("Damage", ("M11", "M12", "M13"), facts=found, parts=parts)
    elif before.chain == COMBAT and after.winner == UNDECIDED and after.asks == NOTHING:
        yield Scene("The attack fails", ("M10",), facts={"step": "failed"})


def _links(
    names: Names, before: State, trace: Trace, after: State, seat: int | None
) -> Iterator[Scene]:
    """Each link, the last one first, with what its effects did."""
    seen = list(deeds(names, trace))
    first = int(before.link_count if before.asks == NOTHING else before.resolving)
    last = int(before.chain_start if after.asks == NOTHING else after.resolving - 1)
    for place in range(first - 1, last - 1, -1):
        link, number = int(after.links[place]), place - int(before.chain_start) + 1
        card = link_card(names, before, link, number)
        done = [_effect(deed, before.options, seat) for deed in seen if deed.place == place]
        if link & (RESOLVED | CANCELLED) == 0 and after.asks == NOTHING:
            skipped = "not carried out: the game is over"
            done.append(Scene(skipped, ("M13",), facts={"step": "not carried out"}))
        named = {"card": card.face, "name": card.name, "owner": card.owner}
        facts = {"step": "link", **named, **card.facts}
        yield Scene(link_line(card, seat), facts=facts, parts=tuple(done))


def _effect(done: Deed | Unmet, options: Choices, seat: int | None) -> Scene:
    if isinstance(done, Unmet):
        return Scene(outcome(done, options, seat), facts={"step": "not met", "owner": done.seat})
    facts = {"step": WORDS[done.operation], "target": done.seat, "amount": int(done.amount)}
    return Scene(outcome(done, options, seat), done.rulings, facts=facts)


def scenes(
    names: Names, before: State, move: int, trace: Trace, seat: int | None
) -> Iterator[Scene]:
    """The chain that resolved, and the cards that were drawn at the end of the turn; only who drew
    them is told of these (M19).
    """
    yield from chain_scenes(names, before, move, trace, seat)
    for drawn in draws(names, trace):
        if seat in (None, drawn.seat):
            facts = {"step": "draw", "target": drawn.seat, "amount": len(drawn.taken)}
            yield Scene(capitalized(outcome(drawn, before.options, seat)), ("M3",), facts=facts)
