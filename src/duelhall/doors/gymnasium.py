"""Every game as an environment of Gymnasium, in which one seat plays against any player.

Importing this module registers all installed games: `duelhall/Blade-v0` and so on.

>>> import gymnasium
>>> import duelhall.doors.gymnasium
>>> env = gymnasium.make("duelhall/Blade-v0", opponent="greedy")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)

Many games at once as one vector environment of Gymnasium, in machine code.

>>> import gymnasium
>>> import duelhall.doors.gymnasium
>>> envs = gymnasium.make_vec("duelhall/Blade-v0", num_envs=64, opponent="greedy")
>>> observations, infos = envs.reset(seed=7)
>>> infos["action_mask"].shape
(64, 9)
"""

from contextlib import ExitStack
from functools import cache
from typing import Any

import numpy as np

from duelhall.backend import CPU
from duelhall.batch.batch import Cores
from duelhall.batch.launch import in_pieces
from duelhall.doors.spaces import (
    ANSI,
    DRAWN,
    LEARNER,
    NAMESPACE,
    VERSION,
    LearnerRows,
    action_mask,
    action_space,
    board_text,
    observation_space,
    play_rows,
    work_room,
)
from duelhall.engine import registry
from duelhall.engine.chance import DICE
from duelhall.engine.errors import (
    BadArgument,
    checked_moves,
    checked_number,
    checked_seat,
    from_extra,
)
from duelhall.engine.options import Value
from duelhall.engine.record import SEATS, Array, other_seat
from duelhall.match.game import SEED_BITS, load
from duelhall.match.match import Match
from duelhall.play.builtin import RANDOM, policy_names, policy_of
from duelhall.play.entry import Player, name_of, seat_of
from duelhall.play.seat import Answer, Ending, Question, Quiet, Seat
from duelhall.play.table import Table

__all__ = ["DuelEnv", "DuelVectorEnv", "register"]

gymnasium = from_extra("gymnasium", "gymnasium")

VECTOR = "duelhall.doors.gymnasium:DuelVectorEnv"

Info = dict[str, Any]


class DuelEnv(gymnasium.Env):  # type: ignore[misc, name-defined]
    """One seat of a game, against an opponent that moves in between.

    The opponent is whatever `play_match` takes: a built-in player by name, such as `"greedy"`,
    `"adept"` or `"search(500)"`, a program as a command line, a function that takes a question and
    returns a move, or a seat. Without a `seat`, it is drawn for each game. `game` is a game's name,
    which may be one in full; `rules`, `backend` and further options are those of `duelhall.load`.

    An action is the number of a move, and `info["action_mask"]` says which are legal. One that is
    not loses the game, as the rules of every game have it. The reward is 1, 0 or -1 at the end.

    >>> from duelhall.doors.gymnasium import DuelEnv
    >>> env = DuelEnv("blade", opponent="greedy", seat=0, render_mode="ansi")
    >>> observation, info = env.reset(seed=7)
    >>> env.match.legal(), int(env.action_masks().sum()) == int(info["action_mask"].sum())
    (['B', '1', '4', '5', '7'], True)
    >>> observation, reward, terminated, truncated, info = env.step(env.game.parse_move("7"))
    >>> env.render().splitlines()[0], env.metadata["render_modes"]
    ('Turn 2', ['ansi'])
    >>> env.close()
    """

    metadata = {"render_modes": [ANSI], "render_fps": 1}  # noqa: RUF012, as Gymnasium wants it

    def __init__(
        self,
        game: str,
        *,
        opponent: Player = RANDOM,
        seat: int | None = None,
        render_mode: str | None = None,
        rules: str | None = None,
        backend: str = CPU,
        **options: Value,
    ) -> None:
        self.game = load(game, rules, backend=backend, **options)
        self.opponent = opponent
        self.render_mode = render_mode
        self.observation_space = observation_space(self.game)
        self.action_space = action_space(self.game)
        self._chosen_seat = None if seat is None else checked_seat(seat)
        self._stack = ExitStack()
        self._table: Table | None = None
        self.seat = self._chosen_seat or 0

    @property
    def match(self) -> Match:
        """The game that is being played, secrets included; ResetNeeded if there is none."""
        return self._at_table().match

    def _at_table(self) -> Table:
        if self._table is None:
            raise gymnasium.error.ResetNeeded("call reset() first: no game has begun")
        return self._table

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin a game, and let the opponent move if it is first.

        With a seed, it is the game that `Game.match(seed)` deals; otherwise the seed before decides
        how all further games are dealt. A game that the opponent ends before this seat has decided
        anything is no episode: the next one is dealt.
        """
        super().reset(seed=seed, options=options)
        if self._chosen_seat is None:
            self.seat = int(self.np_random.integers(SEATS))
        self._begin(self._drawn_seed() if seed is None else seed)
        while self.match.over:
            self._begin(self._drawn_seed())
        return self._observation(), self._info()

    def _drawn_seed(self) -> int:
        return int(self.np_random.integers(1 << SEED_BITS))

    def _begin(self, seed: int) -> None:
        """Deal a game, and play it up to the first decision of this seat."""
        self.close()
        seats: list[Seat] = [Learner(), Learner()]
        names = [LEARNER] * SEATS
        seats[self._foe] = seat_of(self.opponent, self.game, self._stack)
        names[self._foe] = name_of(self.opponent)
        self._table = Table(self.game.match(seed, players=names), seats)
        self._table.open()
        self._let_opponent_move()

    @property
    def _foe(self) -> int:
        return other_seat(self.seat)

    def step(self, action: int) -> tuple[Array, float, bool, bool, Info]:
        """Make a move, and let the opponent move until it is this seat's turn again."""
        table = self._at_table()
        if self.match.over:
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        table.take(Answer(int(action)))
        self._let_opponent_move()
        if table.match.over:
            table.close()
        reward = self.game.returns(table.match.state)[self.seat]
        return self._observation(), reward, table.match.over, False, self._info()

    def _let_opponent_move(self) -> None:
        """Ask the opponent for moves as long as it is to move; what it does wrong is raised."""
        table = self._at_table()
        while not table.match.over and table.match.to_move == self._foe:
            table.step()
        if table.fault is not None and table.faulty == self._foe:
            raise table.fault.told_of(self._foe, table.match.players[self._foe])

    def _observation(self) -> Array:
        return self.game.observation(self.match.state, self.seat)

    def _info(self) -> Info:
        """Beside the mask, which seat this is, and in the end how the game ended."""
        info: Info = {"action_mask": action_mask(self.match, self.seat), "seat": self.seat}
        if self.match.over:
            info["reason"] = self._at_table().fault_text or self.match.reason.says
        return info

    def action_masks(self) -> Array:
        """The mask as truth values, where maskable learners of Stable-Baselines3 look for it."""
        return action_mask(self.match, self.seat).astype(bool)

    def render(self) -> str | None:
        """What this seat sees, as a terminal shows it, by the render mode `ansi`."""
        return board_text(self.match, self.seat) if self.render_mode == ANSI else None

    def close(self) -> None:
        """End what the opponent has running."""
        self._stack.close()
        self._stack = ExitStack()


class Learner(Quiet):
    """The seat that is decided for from outside."""

    def decide(self, question: Question) -> Answer:
        """Nobody asks: its moves come by `step`."""
        raise NotImplementedError


def env_id(name: str) -> str:
    """The id of a game by its name."""
    return f"{NAMESPACE}/{name.capitalize()}-{VERSION}"


def register(name: str) -> None:
    """Register a game by its name; nothing happens if it is registered.

    >>> from duelhall.doors.gymnasium import register
    >>> register("blade")
    """
    if env_id(name) not in gymnasium.registry:
        gymnasium.register(
            env_id(name),
            f"{__name__}:{DuelEnv.__name__}",
            vector_entry_point=VECTOR,
            kwargs={"game": name},
        )


for _name in registry.names():
    register(_name)


vector = from_extra("gymnasium", "gymnasium.vector")
batch_space = from_extra("gymnasium", "gymnasium.vector.utils").batch_space


class DuelVectorEnv(vector.VectorEnv):  # type: ignore[misc, name-defined]
    """Games side by side, in each of which one seat plays against a built-in player.

    It takes what `DuelEnv` takes, but the opponent must be one of the game's built-in players, such
    as `"greedy"`: they alone are machine code. For any other, Gymnasium makes a vector of single
    environments: `make_vec(..., vectorization_mode="sync")`.

    A game that has ended is followed by the next one in the same step (`AutoresetMode.SAME_STEP`):
    the last observation is in `infos["final_obs"]`, and why the game ended, which the infos of
    `DuelEnv` say, in `infos["final_info"]["reason"]`. Row i begins with the game of the seed
    `seed + i`, and its next games have seeds that are `num_envs` further.

    >>> from duelhall.doors.gymnasium import DuelVectorEnv
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
        self._rows = LearnerRows(
            states=self.game.blank(num_envs),
            seeds=np.zeros(num_envs, np.uint64),
            seats=np.zeros(num_envs, np.int8),
            roots=np.zeros(num_envs, DICE),
            ends=self.game.blank(num_envs),
            rewards=np.zeros(num_envs),
            ended=np.zeros(num_envs, np.bool_),
        )
        self._room = cache(lambda _first_row: work_room(self.game))
        self._masks = np.zeros((num_envs, self.game.definition.rules.MOVES), np.bool_)

    def reset(self, *, seed: int | None = None, options: Info | None = None) -> tuple[Array, Info]:
        """Begin a game in each row, and let the opponents move where they are first."""
        super().reset(seed=seed, options=options)
        first = int(self.np_random.integers(1 << SEED_BITS)) if seed is None else seed
        self._rows.seeds[:] = np.arange(self.num_envs, dtype=np.uint64) + np.uint64(first)
        self._run(np.zeros(self.num_envs, np.int64), begins=True)
        return self._observations(self._rows.states, self._rows.seats), self._infos()

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, Info]:
        """Make a move in each row, and let the opponents answer."""
        given = np.asarray(actions)
        chosen = checked_moves("actions", actions, given, self.num_envs).astype(np.int64)
        seats = self._rows.seats.copy()
        rewards, ended = self._run(chosen, begins=False)
        final = self._final(ended, seats, chosen) if ended.any() else {}
        infos = self._infos() | final
        observations = self._observations(self._rows.states, self._rows.seats)
        return observations, rewards, ended, np.zeros_like(ended), infos

    def _run(self, actions: Array, *, begins: bool) -> tuple[Array, Array]:
        """Begin the games of all rows, or make a move in each: what that brought, and where it
        ended a game, in arrays that belong to the caller.
        """
        made = self._rows._replace(
            rewards=np.zeros(self.num_envs), ended=np.zeros(self.num_envs, np.bool_)
        )

        def run(rows: slice) -> None:
            given = actions[rows], made.part(rows), self.num_envs, self._seat
            self._play(begins, *given, self._room(rows.start))

        in_pieces(self.num_envs, self._threads, self._threads, run)
        return made.rewards, made.ended

    def _observations(self, states: Array, seats: Array) -> Array:
        found = self.game.layout.blank(len(states))
        self._cores.observe(states, seats, found)
        return found

    def _infos(self) -> Info:
        self._cores.mask(self._rows.states, self._masks)
        return {"action_mask": self._masks.astype(np.int8), "seat": self._rows.seats.copy()}

    def _final(self, ended: Array, seats: Array, actions: Array) -> Info:
        """What the seats saw in the end where games have ended, and why they ended, as Gymnasium's
        own vectors tell it: arrays of objects, None in the other rows.
        """
        rows = np.flatnonzero(ended)
        last, reasons = np.full((2, self.num_envs), None, object)
        last[rows] = list(self._observations(self._rows.ends[rows], seats[rows]))
        words = [reason.says for reason in self.game.definition.rules.REASONS]
        reasons[rows] = np.array(words, object)[self._rows.ends["reason"][rows]]
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
