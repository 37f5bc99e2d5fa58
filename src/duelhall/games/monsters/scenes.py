"""What happened by itself in a move, as scenes for a person.

What happened when a chain resolved, as scenes for a person.
"""

from collections.abc import Iterator

from duelhall.engine.board import Scene
from duelhall.engine.record import UNDECIDED
from duelhall.engine.text import capitalized
from duelhall.games.monsters.board import link_card, link_line
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.operations import WORDS
from duelhall.games.monsters.outcome_text import Deed, Unmet, deeds, draws, outcome
from duelhall.games.monsters.situation_text import formula, totals
from duelhall.games.monsters.state import CANCELLED, COMBAT, NOTHING, RESOLVED, Choices, State
from duelhall.games.monsters.turns import resolve, strike
from duelhall.match.explain import Trace


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
    """What one effect did."""
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
