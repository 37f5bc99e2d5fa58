"""What happened when a chain resolved, as pictures for a person."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from duelhall.engine.board import Scene
from duelhall.engine.explain import Step
from duelhall.engine.record import UNDECIDED, State
from duelhall.games.monsters.board import link_line
from duelhall.games.monsters.formula import formula
from duelhall.games.monsters.state import COMBAT

INDENT = "    "
EFFECTS = (
    "add_to_combat",
    "take_damage",
    "heal",
    "reclaim",
    "draw",
    "mill",
    "search",
    "discard",
    "recover",
    "revive",
    "destroy",
    "expose",
    "change_supply",
    "forbid",
    "cancel",
    "move_in_clear",
)


def chain_scenes(
    before: State, _move: int, steps: Sequence[Step], seat: int | None
) -> Iterator[Scene]:
    """The chain as it resolved, backwards, and the damage that it came to."""
    if not any(step.rule == "resolve" for step in steps):
        return
    yield Scene("The chain resolves", tuple(_links(before, steps, seat)), ("M10",))
    struck = [step for step in steps if step.rule == "strike"]
    if struck:
        yield Scene("Damage", (f"{INDENT}{formula(struck[0].state)}",), ("M11", "M12", "M13"))
    elif before.chain == COMBAT and not _ended_before(steps):
        yield Scene("The attack fails", (), ("M10",))


def _ended_before(steps: Sequence[Step]) -> bool:
    """Whether the game ended while the chain resolved."""
    return bool(steps[-1].state.winner != UNDECIDED)


def _links(before: State, steps: Sequence[Step], seat: int | None) -> Iterator[str]:
    """Each link, the last one first, with what its effects did."""
    after = steps[-1].state
    for place in range(int(before.link_count) - 1, int(before.chain_start) - 1, -1):
        link = int(after.links[place]) or int(before.links[place])
        yield INDENT + link_line(before, link, seat)
        for sentence in _done_by(steps, place):
            yield f"{INDENT}  {sentence}"


def _done_by(steps: Sequence[Step], place: int) -> Iterator[str]:
    """What a link did: its effects fire while it is the one that resolves."""
    for previous, step in pairwise(steps):
        if step.rule in EFFECTS and int(previous.state.resolving) == place + 1:
            yield f"{step.sentence} ({', '.join(step.rulings)})"
