"""What happened by itself in a move, as a seat may know it (M19): chains, effects and draws.

It is read from the trace of the move.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from duelhall.engine.board import Scene
from duelhall.engine.record import SEATS, UNDECIDED, Array, GameState, unpacked
from duelhall.engine.rule import tell_calls_of
from duelhall.engine.template import interpreted
from duelhall.engine.text import capitalized, counted
from duelhall.games.monsters import words
from duelhall.games.monsters.board import MonstersChange, link_card, link_line, says, whose
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
from duelhall.games.monsters.situation_text import asking_effect, formula, totals
from duelhall.games.monsters.state import (
    ACTIVATE,
    CANCELLED,
    CARDS_DRAWN,
    COMBAT,
    DECKED_OUT,
    FAINTED,
    IN_ALTER,
    NO_CHAIN,
    NOTHING,
    PASS,
    PLAY_CARD,
    RESOLVED,
    USE_MONSTER,
    Choices,
    State,
)
from duelhall.games.monsters.turns import end_turn, resolve, strike
from duelhall.games.monsters.zones import NO_KIND, link_seat, take_top
from duelhall.match.explain import Call, Trace

tell_calls_of(operate, change_link, take_top, applies, take_card, end_picking, end_turn)


@dataclass(frozen=True)
class OperationDone:
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
    is_chosen: bool = False  # whether it was done to a card that was chosen

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


def effects_done(names: Names, trace: Trace) -> Iterator[OperationDone | Unmet]:
    """What effects did in a move, in order."""
    for call in trace.calls:
        place = int(call.before.resolving) - 1
        if call.is_of(operate):
            seat, operation, amount, about = call.arguments
            yield _done_in_call(names, call, place, (operation, seat, amount, about))
        elif call.is_of(change_link):
            operation, about = call.arguments
            seat = link_seat(int(call.before.links[place]))
            yield _done_in_call(names, call, place, (operation, seat, 1, about))
        elif call.is_of(take_card):
            operation, seat, _ = call.arguments
            yield _done_in_call(names, call, place, (operation, seat, 1, 0), is_chosen=True)
        elif call.is_of(end_picking) and 0 < call.before.rest == call.before.amount:
            operation = interpreted(operation_of)(call.before, *call.arguments)
            what = (operation, int(call.before.concerned), 1, 0)
            yield _done_in_call(names, call, place, what, is_chosen=True)
        elif call.is_of(applies) and not call.result:
            seat, number = call.arguments
            yield Unmet(place, seat, number, names)


def _done_in_call(
    names: Names,
    call: Call,
    place: int,
    what: tuple[int, int, int, int],
    *,
    is_chosen: bool = False,
) -> OperationDone:
    tops = [inner.result for inner in call.calls if inner.is_of(take_top)]
    taken = tuple(kind for kind in tops if kind != NO_KIND)
    rulings = tuple(dict.fromkeys(ruling for step in call.steps for ruling in step.rulings))
    return OperationDone(place, *what, taken, rulings, call.before, call.after, names, is_chosen)


def outcome(done: OperationDone | Unmet, options: Choices, seat: int | None) -> str:
    """What an effect did."""
    if isinstance(done, Unmet):
        _, effect = done.names.deck(options, done.seat).numbered_effects[done.number]
        return _nothing(f'not "{condition_phrase(effect.condition)}"')
    if done.operation in LINK_OPERATIONS:
        return _of_link(done, seat)
    if done.operation in (CHANGE_ATTACK, CHANGE_DEFENCE):
        return _of_stat(done, seat)
    if done.amount == 0:
        return _nothing("the amount comes to 0")
    if done.operation in TELLERS:
        told = TELLERS[done.operation](done, seat)
    elif done.row.leaves == words.IN_DECK:
        told = _told(done, seat, cards=_names(done, done.taken))
    elif done.row.leaves:
        told = _of_cards(done, seat)
    else:
        told = _told(done, seat, count=done.amount, what=done.row.phrase(done.subject))
    return "; ".join([told, *_ends(done)])


# --- phrases ---


def _nothing(reason: str) -> str:
    return f"nothing happens: {reason}"


def _does(owner: int, seat: int | None, verb: str) -> str:
    """`you draw`, `opponent draws`."""
    return f"{whose(owner, seat)} {verb}{'' if owner == seat else 's'}"


def _told(done: OperationDone, seat: int | None, **parts: object) -> str:
    s = "" if done.seat == seat else "s"
    return f"{whose(done.seat, seat)} {done.row.tells.format(s=s, **parts)}"


def _possessive(owner: int, seat: int | None) -> str:
    return "your" if owner == seat else f"{whose(owner, seat)}'s"


def _names(done: OperationDone, kinds: Iterable[int]) -> str:
    """Cards by their names: `2 Spark and Ember`; `no card` for none."""
    counts = Counter(done.names.card_name(done.before.options, done.seat, kind) for kind in kinds)
    return _listed([f"{count} {name}" if count > 1 else name for name, count in counts.items()])


def _listed(parts: list[str]) -> str:
    if len(parts) > 1:
        return f"{', '.join(parts[:-1])} and {parts[-1]}"
    return parts[0] if parts else "no card"


# --- combat and supplies ---


def _of_stat(done: OperationDone, seat: int | None) -> str:
    """How attack or defence changed; the attacker has no defence, the defender no attack."""
    what = done.row.word
    if done.subject == words.NEXT_COMBAT:
        return f"{_possessive(done.seat, seat)} next {what} {done.amount:+d}"
    if done.subject == words.THIS_TURN:
        return f"{_possessive(done.seat, seat)} {what} {done.amount:+d} until the end of the turn"
    if done.rulings:
        change = int(done.after.bonus[done.seat]) - int(done.before.bonus[done.seat])
        return f"{_possessive(done.seat, seat)} {what} {change:+d}"
    if done.before.chain != COMBAT:
        return _nothing("this is not combat")
    side = "attacker" if done.operation == CHANGE_ATTACK else "defender"
    return _nothing(f"{_possessive(done.seat, seat)} monster is not the {side}")


def _of_combats(done: OperationDone, seat: int | None) -> str:
    """That combat can be initiated more often; only the turn player can do that."""
    if not done.rulings:
        return _nothing(f"it is not {_possessive(done.seat, seat)} turn")
    count = done.amount
    return f"{whose(done.seat, seat)} can initiate combat {counted(count, 'more time')} this turn"


def _of_supply(done: OperationDone, seat: int | None) -> str:
    """How a supply changed; a trait is told by its name in the deck of that supply."""
    number = done.subject - 1
    traits = done.names.deck(done.before.options, done.seat).traits
    if number >= len(traits):
        return _nothing(f"{_possessive(done.seat, seat)} deck knows no such trait")
    trait = traits[number]
    count = interpreted(trait_count)
    left = count(int(done.before.left[done.seat]), number)
    change = count(int(done.after.left[done.seat]), number) - left
    if change == 0:
        return _nothing(f"{_possessive(done.seat, seat)} {trait} is at {left} already")
    verb = "get" if change > 0 else "lose"
    return f"{_does(done.seat, seat, verb)} {abs(change)} {trait} for this turn"


def _of_costs(done: OperationDone, seat: int | None) -> str:
    """How what moves cost changed; a trait is told by its name in the deck of who pays."""
    until, number = divmod(done.subject, words.UNTIL_STEP)
    traits = done.names.deck(done.before.options, done.seat).traits
    if number > len(traits):
        return _nothing(f"{_possessive(done.seat, seat)} deck knows no such trait")
    trait = traits[number - 1] if number else ""
    paid = Effect(words.PLAY, COST, trait=trait, what=until, amount=done.amount)
    return cost_phrase(_possessive(done.seat, seat), paid)


# --- cards ---


def _of_cards(done: OperationDone, seat: int | None) -> str:
    """Cards that came from one open place to another, or were shown."""
    row, before, after = done.row, done.before, done.after
    if row.enters == words.IN_DECK:
        kinds = _arrived(after.drop[done.seat], before.drop[done.seat])
    else:
        name = "known" if row.enters == row.leaves else words.ZONES[row.enters - words.IN_HAND]
        kinds = _arrived(*(state[name.lower()][done.seat] for state in (before, after)))
    if not kinds:
        lack = row.lack or ("is empty" if row.trait == NEVER else "has no such card")
        return _nothing(f"{_possessive(done.seat, seat)} {row.zone_left} {lack}")
    return _told(done, seat, count=len(kinds), cards=_names(done, kinds))


def _arrived(before: Array, after: Array) -> list[int]:
    """What a zone, counted by kinds, has more of."""
    kinds = range(words.DECK)
    return [kind for kind in kinds for _ in range(int(after[kind]) - int(before[kind]))]


def _drawn(done: OperationDone, seat: int | None) -> str:
    """Drawn cards are known to their owner only."""
    hidden = counted(len(done.taken), "card") if done.taken else "no card"
    cards = _names(done, done.taken) if seat in (None, done.seat) else hidden
    return f"{_does(done.seat, seat, 'draw')} {cards}"


def _searched(done: OperationDone, seat: int | None) -> str:
    """The card that was found is the last that was shown."""
    if done.is_chosen:
        return _found(done, seat)
    if not done.taken:
        return _nothing(f"{_possessive(done.seat, seat)} Deck is empty")
    is_found = done.after.in_hand[done.seat] > done.before.in_hand[done.seat]
    others = done.taken[:-1] if is_found else done.taken
    found = _names(done, done.taken[len(others) :])
    told = f"{_does(done.seat, seat, 'find')} {found if is_found else 'no such card'}"
    return f"{told}; {_names(done, others)} to Drop" if others else told


def _found(done: OperationDone, seat: int | None) -> str:
    """A card that was chosen from a deck; the enemy is told which only if it was shown."""
    kinds = _arrived(done.before.hand[done.seat], done.after.hand[done.seat])
    if not kinds:
        return _nothing(f"{_possessive(done.seat, seat)} Deck has no such card")
    is_shown = done.after.known[done.seat].sum() > done.before.known[done.seat].sum()
    cards = _names(done, kinds) if is_shown or seat in (None, done.seat) else "a card"
    return f"{_does(done.seat, seat, 'take')} {cards} from the deck"


def _damaged(done: OperationDone, seat: int | None) -> str:
    told = f"{_does(done.seat, seat, 'take')} {len(done.taken)} damage"
    if not done.taken and not done.after.lost[done.seat]:
        return f"{told}: all of it is prevented"
    return f"{told}: {_names(done, done.taken)} to Damage" if done.taken else told


TELLERS = {
    DRAW: _drawn, SEARCH: _searched, DAMAGE: _damaged, DRAIN: _of_supply, CHARGE: _of_supply,
    COST: _of_costs, AGAIN: _of_combats,
}  # fmt: skip
"""Operations of which more is told than a row can say."""


def _ends(done: OperationDone) -> Iterable[str]:
    """What an operation ended: a deck, or the game."""
    if len(done.taken) > int(done.before.in_deck[done.seat]):
        yield "the Drop became the deck"
    if done.after.lost[done.seat] == DECKED_OUT:
        yield "the deck is empty"
    if done.after.lost[done.seat] == FAINTED:
        yield f"{done.names.card_name(done.before.options, done.seat, words.MONSTER)} faints"


# --- links ---


def _of_link(done: OperationDone, seat: int | None) -> str:
    """What became of the link itself, or of the one before it."""
    is_previous = done.operation == CANCEL or done.subject == words.PREVIOUS
    place = done.place - 1 if is_previous else done.place
    if place < done.before.chain_start:
        return _nothing("there is no link before it")
    owner, kind = owner_and_card(int(done.before.links[place]))
    if not done.rulings:
        return _nothing("a monster stays in its place")
    name = f"{_possessive(owner, seat)} {done.names.card_name(done.before.options, owner, kind)}"
    return f"{name} {done.row.tells}"


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
    seen = list(effects_done(names, trace))
    first = int(before.link_count if before.asks == NOTHING else before.resolving)
    last = int(before.chain_start if after.asks == NOTHING else after.resolving - 1)
    for place in range(first - 1, last - 1, -1):
        link, number = int(after.links[place]), place - int(before.chain_start) + 1
        card = link_card(names, before, link, number)
        done = [_effect(one, before.options, seat) for one in seen if one.place == place]
        if link & (RESOLVED | CANCELLED) == 0 and after.asks == NOTHING:
            skipped = "not carried out: the game is over"
            done.append(Scene(skipped, ("M13",), facts={"step": "not carried out"}))
        named = {"card": card.face, "name": card.name, "owner": card.owner}
        facts = {"step": "link", **named, **card.facts}
        yield Scene(link_line(card, seat), facts=facts, parts=tuple(done))


def _effect(done: OperationDone | Unmet, options: Choices, seat: int | None) -> Scene:
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
    for call in trace.calls:
        if call.is_of(end_turn) and seat in (None, int(call.before.active)):
            what = (DRAW, int(call.before.active), CARDS_DRAWN, 0)  # as if an effect had done that
            drawn = _done_in_call(names, call, 0, what)
            facts = {"step": "draw", "target": drawn.seat, "amount": len(drawn.taken)}
            yield Scene(capitalized(outcome(drawn, before.options, seat)), ("M3",), facts=facts)


# --- what a move changed ---


def change(names: Names, before: GameState, move: int | None, after: GameState) -> MonstersChange:
    """What a move did; a card that was chosen unseen is not told."""
    s, then = unpacked(before), unpacked(after)
    if s.asks != NOTHING:
        done = _choosing(names, s, move)
    elif move not in (None, PASS):
        done = _using(names, s, move, then)
    elif s.chain != NO_CHAIN:
        done = {"passes": True}
    else:
        done = {"ends": "preparing" if s.phase == IN_ALTER else "turn"}
    if s.chain != NO_CHAIN and (s.asks or then.asks or then.chain == NO_CHAIN):
        seats = range(SEATS)
        done["resolved"] = True
        done["lost"] = [int(then.in_damage[seat]) - int(s.in_damage[seat]) for seat in seats]
        full = [names.deck(s.options, seat).monster.hp for seat in seats]
        done["hp"] = [full[seat] - int(then.in_damage[seat]) for seat in seats]
    return done


def _choosing(names: Names, s: State, move: int | None) -> MonstersChange:
    card, effect = asking_effect(names, s)
    done: MonstersChange = {"card": card, "does": OPERATIONS[effect.operation].word}
    if move is not None:
        done["chose"] = says(names, s, move).removeprefix("Choose ")
    return done


def _using(names: Names, s: State, move: int, then: State) -> MonstersChange:
    is_resting = ACTIVATE <= move < USE_MONSTER
    kind = move - (ACTIVATE if move >= ACTIVATE else PLAY_CARD)  # the monster's is the last
    card = names.card_name(s.options, int(s.to_move), kind)
    done: MonstersChange = {"card": card, "stasis": is_resting}
    if then.chain == COMBAT:
        found = totals(names, then)
        done["atk"], done["def"] = found["atk"]["total"], found["def"]["total"]
    return done
