"""How many battles may be imagined."""

from duelhall.engine.record import GameState
from duelhall.kits.frontline.trying import Trials
from duelhall.players.clock import now
from duelhall.search.solver import equilibrium

PROBE = 8
"""So many armies fight as many others, to find out how long a battle takes."""

SHARE = 0.5
"""How much of the time is planned for: the rest is for what comes between battles, and for the
case that later battles take longer than the first ones.
"""

SHORTEST = 1e-6
"""Seconds that anything takes."""


class Budget:
    """So many battles, or as many as fit into the time until a deadline."""

    def __init__(
        self, trials: Trials, view: GameState, battles: int | None, deadline: float | None
    ) -> None:
        self._trials, self._deadline = trials, deadline
        fitting = None if deadline is None else _fitting(trials, view, deadline)
        self.most = min(limit for limit in (battles, fitting) if limit is not None)

    @property
    def is_spent(self) -> bool:
        """Whether it is time to come to an end."""
        is_late = self._deadline is not None and now() >= self._deadline
        return is_late or self._trials.battles >= self.most


def _fitting(trials: Trials, view: GameState, deadline: float) -> int:
    """How many battles can be fought until then, judged by a few of them."""
    armies = trials.drawn(view, int(view.to_move), 2 * PROBE)
    equilibrium(trials.payoffs(armies[:1], armies[:1]))  # what that needs is loaded on the way
    begun = now()
    trials.payoffs(armies[:PROBE], armies[PROBE:])
    each = max(now() - begun, SHORTEST) / PROBE**2
    return max(1, int(SHARE * (deadline - now()) / each))
