"""What each effect of a chain did, and what was drawn, read from the trace of a move."""

from collections.abc import Iterator
from dataclasses import dataclass

from duelhall.engine.rule import tell_calls_of
from duelhall.engine.template import interpreted
from duelhall.games.monsters.choices import end_picking, take_card
from duelhall.games.monsters.conditions import applies
from duelhall.games.monsters.effects import operate
from duelhall.games.monsters.link_effects import change_link
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import CARDS_DRAWN, State
from duelhall.games.monsters.table import operation_of
from duelhall.games.monsters.turns import end_turn
from duelhall.games.monsters.words import DRAW
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
            yield _deed(names, call, place, (operation, seat, amount, about))
        elif call.is_of(change_link):
            operation, about = call.arguments
            seat = link_seat(int(call.before.links[place]))
            yield _deed(names, call, place, (operation, seat, 1, about))
        elif call.is_of(take_card):
            operation, seat, _ = call.arguments
            yield _deed(names, call, place, (operation, seat, 1, 0), is_chosen=True)
        elif call.is_of(end_picking) and 0 < call.before.rest == call.before.amount:
            operation = interpreted(operation_of)(call.before, *call.arguments)
            what = (operation, int(call.before.concerned), 1, 0)
            yield _deed(names, call, place, what, is_chosen=True)
        elif call.is_of(applies) and not call.result:
            seat, number = call.arguments
            yield Unmet(place, seat, number, names)


def draws(names: Names, trace: Trace) -> Iterator[Deed]:
    """What was drawn at the end of a turn, as if an effect had done that."""
    for call in trace.calls:
        if call.is_of(end_turn):
            yield _deed(names, call, 0, (DRAW, int(call.before.active), CARDS_DRAWN, 0))


def _deed(
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
