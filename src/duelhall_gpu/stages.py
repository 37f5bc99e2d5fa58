"""Moves that are made in stages, so that a GPU can play those games together that do the same."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from duelhall.engine.record import UNDECIDED, State, copied, state_of
from duelhall.engine.template import interpreted

if TYPE_CHECKING:
    from duelhall.testing import Subject

MOST_STAGES = 1_000


@dataclass(frozen=True)
class Stages:
    """A move is made in stages: it starts, and then more happens, step by step, until somebody has
    to decide again.

    A GPU plays those games side by side that are at the same stage: threads that do the same at a
    time need not wait for each other. Everywhere else `play` goes through all of them at once. A
    game has this among its features as `"duelhall_gpu.stages:Stages"`, with these fields by name.
    """

    count: int
    """How many stages there are."""
    decisions: int
    """How many of them are decisions: they come first."""
    stage: Callable[[Any], int]
    """A helper that says at which stage a game is that is not over."""
    start: Callable[[Any, int], None]
    """A helper that starts a move, up to the next stage."""
    go_on: Callable[[Any], None]
    """A helper that takes a game through a stage that is not a decision."""


def check_stages(subject: "Subject") -> None:
    """Stage by stage, moves lead to where they lead at once; how a game ends is known at the stage
    that ends it.
    """
    stages = subject.game.definition.feature(Stages)
    if stages is None:
        return
    for match in subject.some_matches:
        for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
            made = made_in_stages(stages, before, move)
            if after.winner == UNDECIDED:
                assert made.tobytes() == after.tobytes(), "made in stages, a move differs"
            else:
                assert made.winner == after.winner, "made in stages, a game has another winner"
                assert made.reason == after.reason, "made in stages, a game ends for another reason"


def made_in_stages(stages: Stages, before: State, move: int) -> State:
    """The state that a move leads to, or the first one in which the game is over."""
    stage, start, go_on = map(interpreted, (stages.stage, stages.start, stages.go_on))
    s: State = state_of(copied(before))
    assert 0 <= stage(s) < stages.decisions, "a decision is not one of the first stages"
    start(s, move)
    for _ in range(MOST_STAGES):
        if s.winner != UNDECIDED or stage(s) < stages.decisions:
            return s
        assert stage(s) < stages.count, "there are more stages than are counted"
        go_on(s)
    raise AssertionError(f"a move goes through more than {MOST_STAGES:,} stages")
