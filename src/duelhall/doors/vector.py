"""Many games at once as one vector environment of Gymnasium, in machine code.

>>> import gymnasium
>>> import duelhall.doors.gymnasium
>>> envs = gymnasium.make_vec("duelhall/Blade-v0", num_envs=64, opponent="greedy")
>>> observations, infos = envs.reset(seed=7)
>>> infos["action_mask"].shape
(64, 9)
"""

from typing import Any

import numpy as np

from duelhall.backend import CPU
from duelhall.backend.entries import MOVE_TYPE
from duelhall.batch.device import Cores
from duelhall.batch.threads import in_pieces
from duelhall.doors.against import DRAWN, play_rows
from duelhall.doors.learning import LEARNER, action_space, observation_space
from duelhall.engine.arguments import checked_moves, checked_number, checked_seat
from duelhall.engine.chance import DICE
from duelhall.engine.errors import BadArgument, from_extra
from duelhall.engine.options import Value
from duelhall.engine.record import Array
from duelhall.match.game import SEED_BITS, load
from duelhall.players.builtin import RANDOM, policy_names, policy_of
from duelhall.players.seat import Ending

__all__ = ["DuelVectorEnv"]

vector = from_extra("gymnasium", "gymnasium.vector")
batch_space = from_extra("gymnasium", "gymnasium.vector.utils").batch_space

Infos = dict[str, Any]


class DuelVectorEnv(vector.VectorEnv):  # type: ignore[misc, name-defined]
    """Games side by side, in each of which one seat plays against a built-in player.

    It takes what `DuelEnv` takes, but the opponent must be one of the game's built-in players, such
    as `"greedy"`: they alone are machine code. For any other, Gymnasium makes a vector of single
    environments: `make_vec(..., vectorization_mode="sync")`.

    A game that has ended is followed by the next one in the same step (`AutoresetMode.SAME_STEP`):
    the last observation is in `infos["final_obs"]`, and why the game ended, which the infos of
    `DuelEnv` say, in `infos["final_info"]["reason"]`. Row i begins with the game of the seed
    `seed + i`, and its next games have seeds that are `num_envs` further.

    >>> from duelhall.doors.vector import DuelVectorEnv
    >>> envs = DuelVectorEnv("blade", num_envs=4, opponent="greedy", seat=0)
    >>> observations, infos = envs.reset(seed=7)
    >>> actions = infos["action_mask"].argmax(axis=1)
    >>> observations, rewards, terminated, truncated, infos = envs.step(actions)
    >>> rewards.shape
    (4,)
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponent: str = RANDOM,
        seat: int | None = None,
        threads: int = 1,
        rules: str | None = None,
        backend: str = CPU,
        **options: Value,
    ) -> None:
        self.game = load(game, rules, backend=backend, **options)
        self.num_envs = checked_number("num_envs", num_envs, 1)
        self.opponent = _checked_opponent(opponent, policy_names(self.game.definition))
        self.metadata = {"autoreset_mode": vector.AutoresetMode.SAME_STEP, "render_modes": []}
        self.single_observation_space = observation_space(self.game)
        self.single_action_space = action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._seat = DRAWN if seat is None else checked_seat(seat)
        self._threads = checked_number("threads", threads, 1)
        self._cores = Cores(self.game, self._threads)
        self._play = self.game.bind(play_rows, policy=policy_of(self.game, opponent))
        self._states, self._ends = self.game.blank(num_envs), self.game.blank(num_envs)
        self._seeds = np.zeros(num_envs, np.uint64)
        self._seats = np.zeros(num_envs, np.int8)
        self._roots = np.zeros(num_envs, DICE)
        self._masks = np.zeros((num_envs, self.game.definition.rules.MOVES), np.bool_)

    def reset(
        self, *, seed: int | None = None, options: Infos | None = None
    ) -> tuple[Array, Infos]:
        """Begin a game in each row, and let the opponents move where they are first."""
        super().reset(seed=seed, options=options)
        first = int(self.np_random.integers(1 << SEED_BITS)) if seed is None else seed
        self._seeds[:] = np.arange(self.num_envs, dtype=np.uint64) + np.uint64(first)
        self._run(np.zeros(self.num_envs, np.int64), begins=True)
        return self._observations(self._states, self._seats), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Infos]:
        """Make a move in each row, and let the opponents answer."""
        given = np.asarray(actions)
        chosen = checked_moves("actions", actions, given, self.num_envs).astype(np.int64)
        seats = self._seats.copy()
        rewards, ended = self._run(chosen, begins=False)
        final = self._final(ended, seats, chosen) if ended.any() else {}
        infos = self._infos() | final
        observations = self._observations(self._states, self._seats)
        return observations, rewards, ended, np.zeros_like(ended), infos

    def _run(self, actions: Array, *, begins: bool) -> tuple[Array, Array]:
        """Begin the games of all rows, or make a move in each: what that brought, and where it
        ended a game.
        """
        rewards, ended = np.zeros(self.num_envs), np.zeros(self.num_envs, np.bool_)

        def run(rows: slice) -> None:
            self._play(
                begins, actions[rows], self._states[rows], self._seeds[rows], self.num_envs,
                self._seats[rows], self._roots[rows], self._seat, self._ends[rows],
                rewards[rows], ended[rows], *self._room(),
            )  # fmt: skip

        in_pieces(self.num_envs, self._threads, self._threads, run)
        return rewards, ended

    def _room(self) -> tuple[Array, Array, Array, Array]:
        """Room to work in: a blank state, three cells, a list of moves, and dice."""
        moves = np.zeros(self.game.definition.rules.MOVES, MOVE_TYPE)
        return self.game.blank(), self.game.blank(3), moves, np.zeros(1, DICE)

    def _observations(self, states: Array, seats: Array) -> Array:
        found = self.game.layout.blank(len(states))
        self._cores.observe(states, seats, found)
        return found

    def _infos(self) -> Infos:
        """The masks and the seats of the rows."""
        self._cores.mask(self._states, self._masks)
        return {"action_mask": self._masks.astype(np.int8), "seat": self._seats.copy()}

    def _final(self, ended: Array, seats: Array, actions: Array) -> Infos:
        """What the seats saw in the end where games have ended, and why they ended, as Gymnasium's
        own vectors tell it: arrays of objects, None in the other rows.
        """
        rows = np.flatnonzero(ended)
        last, reasons = np.full((2, self.num_envs), None, object)
        last[rows] = list(self._observations(self._ends[rows], seats[rows]))
        words = [reason.says for reason in self.game.definition.rules.REASONS]
        reasons[rows] = np.array(words, object)[self._ends["reason"][rows]]
        for row in np.flatnonzero(~self._were_legal(actions)):
            reasons[row] = f"{Ending.ILLEGAL.cost(LEARNER)}: {actions[row]}"
        told = {"seat": seats, "_seat": ended.copy(), "reason": reasons, "_reason": ended.copy()}
        final = {"final_obs": last, "final_info": told}
        return final | {f"_{name}": ended.copy() for name in final}

    def _were_legal(self, actions: Array) -> Array:
        """In which rows these moves were legal, by the masks of the infos before."""
        there = (actions >= 0) & (actions < self._masks.shape[1])
        return there & self._masks[np.arange(self.num_envs), np.where(there, actions, 0)]


def _checked_opponent(name: str, names: list[str]) -> str:
    if name not in names:
        wanted = f"one of {', '.join(names)}; others play with vectorization_mode='sync'"
        raise BadArgument("the opponent of a vector environment", wanted, name)
    return name
