"""Every game as an environment of Gymnasium, in which one seat plays against any player.

Importing this module registers all installed games: `duelhall/Blade-v0` and so on.

>>> import gymnasium
>>> import duelhall.doors.gymnasium
>>> env = gymnasium.make("duelhall/Blade-v0", opponent="greedy")
>>> observation, info = env.reset(seed=7)
>>> action = env.action_space.sample(info["action_mask"])
>>> observation, reward, terminated, truncated, info = env.step(action)
"""

from contextlib import ExitStack
from typing import Any

from duelhall.backend import CPU
from duelhall.doors.learning import (
    ANSI,
    LEARNER,
    NAMESPACE,
    VERSION,
    action_mask,
    action_space,
    board_text,
    observation_space,
)
from duelhall.engine import registry
from duelhall.engine.arguments import checked_seat
from duelhall.engine.errors import from_extra
from duelhall.engine.options import Value
from duelhall.engine.record import SEATS, Array, other_seat
from duelhall.match.game import SEED_BITS, load
from duelhall.match.match import Match
from duelhall.play import Player, name_of, seat_of
from duelhall.play.table import Table
from duelhall.players.builtin import RANDOM
from duelhall.players.seat import Answer, Question, Quiet, Seat

__all__ = ["DuelEnv", "register"]

gymnasium = from_extra("gymnasium", "gymnasium")

VECTOR = "duelhall.doors.vector:DuelVectorEnv"

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
        self.seat = self._drawn_seat()
        self._begin(self._drawn_seed() if seed is None else seed)
        while self._is_over():
            self._begin(self._drawn_seed())
        return self._observation(), self._info()

    def _drawn_seat(self) -> int:
        if self._chosen_seat is not None:
            return self._chosen_seat
        return int(self.np_random.integers(SEATS))

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
        if self._is_over():
            raise gymnasium.error.ResetNeeded("the game is over: call reset()")
        table.take(Answer(int(action)))
        self._let_opponent_move()
        if self._is_over():
            table.close()
        reward = self.game.returns(table.match.state)[self.seat]
        return self._observation(), reward, self._is_over(), False, self._info()

    def _is_over(self) -> bool:
        return self.match.over

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
