"""What happened by itself in a move, as scenes for a person."""

from collections.abc import Iterator

from duelhall.engine.board import Scene
from duelhall.engine.text import capitalized
from duelhall.games.monsters.chain_scenes import chain_scenes
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.observing import draws
from duelhall.games.monsters.outcomes import outcome
from duelhall.games.monsters.state import State
from duelhall.match.explain import Trace


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
