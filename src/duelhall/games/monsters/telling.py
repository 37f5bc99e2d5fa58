"""What happened when a chain resolved, as pictures for a person."""

from collections.abc import Iterator

from duelhall.engine.board import Scene
from duelhall.engine.explain import Trace
from duelhall.engine.record import UNDECIDED
from duelhall.games.monsters.board import link_line
from duelhall.games.monsters.formula import formula
from duelhall.games.monsters.observing import deeds
from duelhall.games.monsters.outcomes import outcome
from duelhall.games.monsters.state import CANCELLED, COMBAT, RESOLVED, State
from duelhall.games.monsters.turns import resolve, strike

INDENT = "    "


def chain_scenes(before: State, _move: int, trace: Trace, seat: int | None) -> Iterator[Scene]:
    """The chain as it resolved, backwards, and the damage that it came to."""
    if trace.first(resolve) is None:
        return
    after = trace.steps[-1].state
    yield Scene("The chain resolves", tuple(_links(before, trace, after, seat)), ("M10",))
    struck = trace.first(strike)
    if struck:
        yield Scene("Damage", (f"{INDENT}{formula(struck.state)}",), ("M11", "M12", "M13"))
    elif before.chain == COMBAT and after.winner == UNDECIDED:
        yield Scene("The attack fails", (), ("M10",))


def _links(before: State, trace: Trace, after: State, seat: int | None) -> Iterator[str]:
    """Each link, the last one first, with what its effects did."""
    seen = list(deeds(trace))
    for place in range(int(before.link_count) - 1, int(before.chain_start) - 1, -1):
        link = int(after.links[place])
        yield INDENT + link_line(before, link, seat)
        for done in seen:
            if done.place == place:
                yield f"{INDENT}  {outcome(done, before.options, seat)}"
        if link & (RESOLVED | CANCELLED) == 0:
            yield f"{INDENT}  not carried out: the game is over (M13)"
