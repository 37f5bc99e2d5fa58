"""Every game as an environment of PettingZoo, in which the agents move in turn (AEC).

Importing this module registers all installed games: `duelhall/blade-v0` and so on.

>>> import pettingzoo
>>> import duelhall.doors.pettingzoo
>>> env = pettingzoo.make("aec", "duelhall/blade-v0")
>>> env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.last()
>>> env.step(env.action_space(env.agent_selection).sample(observation["action_mask"]))
"""

import secrets
from collections.abc import Sequence
from typing import Any

import numpy as np

from duelhall.backend import CPU
from duelhall.doors.spaces import (
    ANSI,
    NAMESPACE,
    VERSION,
    action_mask,
    action_space,
    board_text,
    mask_space,
    observation_space,
)
from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError, from_extra
from duelhall.engine.options import Value
from duelhall.engine.record import SEATS
from duelhall.match.game import SEED_BITS, load
from duelhall.match.match import Match
from duelhall.play.seat import Ending

__all__ = ["DuelAEC", "env", "register"]

spaces = from_extra("gymnasium", "gymnasium.spaces")
pettingzoo = from_extra("pettingzoo", "pettingzoo")

AGENTS = [f"player_{seat}" for seat in range(SEATS)]


class DuelAEC(pettingzoo.AECEnv):  # type: ignore[misc, name-defined]
    """A game between two agents, `player_0` and `player_1`, without PettingZoo's wrappers.

    An observation has the numbers (`observation`) and which moves are legal (`action_mask`, which
    the infos have, too); both are of the seat alone, and the mask is empty while it is not to
    move. An action is the number of a move; one that is not legal loses the game. In the end, the
    infos have the `reason`. `game` is a game's name, which may be one in full; `rules`, `backend`
    and further options are those of `duelhall.load`.

    >>> from duelhall.doors.pettingzoo import DuelAEC
    >>> duel = DuelAEC("blade", render_mode="ansi")
    >>> duel.reset(seed=7)
    >>> duel.agent_selection, duel.observe("player_0")["action_mask"].tolist()
    ('player_0', [1, 1, 0, 0, 1, 1, 0, 1, 0])
    >>> duel.step(duel.game.parse_move("7"))
    >>> duel.match.to_move, duel.render().splitlines()[0], duel.metadata["name"]
    (1, 'Turn 1', 'blade_v0')
    >>> duel.observation_space("player_1")["observation"].shape, duel.action_space("player_1")
    ((443,), Discrete(9))
    >>> duel.close()
    """

    metadata = {"render_modes": [ANSI], "is_parallelizable": False}  # noqa: RUF012, as PettingZoo wants it

    def __init__(
        self,
        game: str,
        *,
        render_mode: str | None = None,
        rules: str | None = None,
        backend: str = CPU,
        **options: Value,
    ) -> None:
        super().__init__()
        self.game = load(game, rules, backend=backend, **options)
        self.metadata = {**self.metadata, "name": f"{self.game.name}_{VERSION}"}
        self.render_mode = render_mode
        self.possible_agents, self.agents = AGENTS[:], AGENTS[:]
        whole = {"observation": observation_space(self.game), "action_mask": mask_space(self.game)}
        self.observation_spaces = {agent: spaces.Dict(whole) for agent in AGENTS}
        self.action_spaces = {agent: action_space(self.game) for agent in AGENTS}
        self._dice = np.random.default_rng(secrets.randbits(SEED_BITS))
        self.match = self._dealt(None)

    def observation_space(self, agent: str) -> Any:
        """What an agent observes: the same for both."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """All moves that there are: the same for both."""
        return self.action_spaces[agent]

    def _dealt(self, seed: int | None) -> Match:
        if seed is not None:
            self._dice = np.random.default_rng(seed)
        dealt_by = int(self._dice.integers(1 << SEED_BITS)) if seed is None else seed
        return self.game.match(dealt_by, players=AGENTS)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002, part of PettingZoo's interface
        """Begin a game: with a seed, the one that `Game.match(seed)` deals."""
        self.match = self._dealt(seed)
        self.agents = AGENTS[:]
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, self.match.over)
        self.truncations = dict.fromkeys(AGENTS, False)
        self._turn()

    def _turn(self, faults: Sequence[str] = ()) -> None:
        """Let the agent whose turn it is be next, and tell both what they may do. In the end, tell
        each by which fault it was lost, or by which rule.
        """
        self.agent_selection = AGENTS[self.match.to_move]
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"action_mask": action_mask(self.match, seat)}
            for seat, agent in enumerate(AGENTS)
        }
        if self.match.over:
            reasons = faults or [self.match.reason.says] * SEATS
            for agent, reason in zip(AGENTS, reasons, strict=True):
                self.infos[agent]["reason"] = reason

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent knows, and what it may do."""
        seat = AGENTS.index(agent)
        return {
            "observation": self.game.observation(self.match.state, seat),
            "action_mask": action_mask(self.match, seat),
        }

    def step(self, action: int | None) -> None:
        """Make the move of the agent whose turn it is."""
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent, seat = self.agent_selection, self.match.to_move
        faults: list[str] = []
        self._cumulative_rewards[agent] = 0.0
        try:
            self.match.play(action)  # type: ignore[arg-type]
        except DuelhallError as error:
            self.match.forfeit(seat)
            faults = [Ending.ILLEGAL.cost(agent)] * SEATS
            faults[seat] += f": {error}"  # for the agent alone: it may list what is in its hand
        self.rewards = dict(zip(AGENTS, self.game.returns(self.match.state), strict=True))
        self.terminations = dict.fromkeys(AGENTS, self.match.over)
        self._accumulate_rewards()
        self._turn(faults)

    def render(self) -> str | None:
        """What the agent whose turn it is sees, as a terminal shows it, by the mode `ansi`."""
        return board_text(self.match, self.match.to_move) if self.render_mode == ANSI else None


def env(game: str, **arguments: Any) -> Any:
    """A game in PettingZoo's usual wrappers, which refuse what is called out of turn, and actions
    that are no moves at all.

    >>> from duelhall.doors.pettingzoo import env
    >>> duel = env("blade", rules="controller")
    >>> duel.reset(seed=7)
    >>> duel.agents
    ['player_0', 'player_1']
    """
    wrappers = from_extra("pettingzoo", "pettingzoo.utils.wrappers")
    whole = wrappers.AssertOutOfBoundsWrapper(DuelAEC(game, **arguments))
    return wrappers.OrderEnforcingWrapper(whole)


def env_id(name: str) -> str:
    """The id of a game by its name."""
    return f"{NAMESPACE}/{name}-{VERSION}"


def register(name: str) -> None:
    """Register a game by its name; nothing happens if it is registered.

    >>> from duelhall.doors.pettingzoo import register
    >>> register("blade")
    """
    if env_id(name) not in pettingzoo.aec_registry:
        pettingzoo.register(
            "aec", env_id(name), f"{__name__}:{env.__name__}", kwargs={"game": name}
        )


for _name in registry.names():
    register(_name)
