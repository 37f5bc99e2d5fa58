"""Every game as a game of OpenSpiel: importing this package registers them.

>>> import pyspiel
>>> import duelhall.doors.openspiel
>>> game = pyspiel.load_game("duelhall_blade(rules=controller,deck=tiny)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 308)
"""

import random
import warnings
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from duelhall.backend import CPU
from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadArgument, BadOption, BrokenPlugin, from_extra, no_such
from duelhall.engine.options import Option, Value
from duelhall.engine.record import SEATS, Array
from duelhall.engine.rule import computed_once
from duelhall.match.game import SEED_BITS, Game
from duelhall.match.tree import Chance, Node, Position, dealt, undealt

pyspiel = from_extra("openspiel", "pyspiel")


class DuelObserver:
    """With perfect recall the information state, as text alone; otherwise what a seat sees now, as
    text and as the numbers of docs/reference/observations, whose fields `dict` has by name.
    """

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        is_one_seats = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if params or not (kind.public_info and is_one_seats):
            given = params or f"public: {kind.public_info}, private: {kind.private_info.name}"
            wanted = "one of all that a seat sees, without params"
            raise BadArgument("an observation", wanted, given)
        self._game, self._recalls = game, kind.perfect_recall
        self.tensor: Array | None = None
        self.dict: dict[str, Array] = {}
        if not kind.perfect_recall and game.definition.learning.observation is not None:
            self.tensor = game.layout.blank()[0]
            self.dict = game.layout.parts(self.tensor)

    def set_from(self, state: "DuelState", player: int) -> None:
        """Let `tensor` and `dict` show what a seat sees; before the deal, zeros."""
        if self.tensor is not None:
            position = _position(state)
            self.tensor[:] = self._game.observation(position.state, player) if position else 0.0

    def string_from(self, state: "DuelState", player: int) -> str:
        """What a seat recalls, or sees, in writing."""
        if self._recalls:
            return state.node.information_state(player)
        position = _position(state)
        if position is None:
            return ""
        return f"seat {player} {' '.join(position.recall(player).parts)}"


def _position(state: "DuelState") -> Position | None:
    """The last position that a seat has seen; None before the deal."""
    node = state.node.decided if isinstance(state.node, Chance) else state.node
    return node if isinstance(node, Position) else None


class Undealt:
    """A game before its deal, where a seed is drawn that decides all that is drawn later."""

    shares = ((0, 1.0),)

    def __init__(self, game: Game, dice: random.Random) -> None:
        self.game, self._dice = game, dice

    def __deepcopy__(self, _done: dict[int, object]) -> "Undealt":
        return self  # copies of a state draw one after the other from the same dice

    def child(self, _action: int) -> Position:
        """A game that is dealt by the next seed."""
        return dealt(self.game, self._dice.getrandbits(SEED_BITS))

    def information_state(self, _seat: int) -> str:
        """Nothing is known yet."""
        return ""


class DuelState(pyspiel.State):  # type: ignore[misc, name-defined]
    """A state of one of our games. Methods have the names that OpenSpiel calls them by.

    >>> import pyspiel
    >>> import duelhall.doors.openspiel
    >>> game = pyspiel.load_game("duelhall_blade(rules=controller,deck=tiny)")
    >>> state = game.new_initial_state()
    >>> state.is_chance_node(), len(state.chance_outcomes())
    (True, 308)
    >>> state.apply_action(0)
    >>> state.current_player(), state.is_terminal(), state.returns()
    (0, False, [0.0, 0.0])
    >>> state.resample_from_infostate(0, lambda: 0.5).legal_actions()
    [0, 1]
    """

    def __init__(self, game: "DuelGame") -> None:
        super().__init__(game)
        self.node: Node | Undealt = game.root

    def current_player(self) -> int:
        """The seat to move, chance, or that the game is over."""
        if not isinstance(self.node, Position):
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.node.over else self.node.to_move

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return isinstance(self.node, Position) and self.node.over

    def returns(self) -> list[float]:
        """What the game was worth to each seat; nothing while it goes on."""
        if not isinstance(self.node, Position):
            return [0.0] * SEATS
        return list(self.node.game.returns(self.node.state))

    def _legal_actions(self, _player: int) -> list[int]:
        assert isinstance(self.node, Position)
        return self.node.game.legal_moves(self.node.state)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """What can be drawn, by numbers, and how likely each outcome is."""
        assert not isinstance(self.node, Position)
        return list(self.node.shares)

    def _apply_action(self, action: int) -> None:
        self.node = self.node.child(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.node.draw.names[action] if isinstance(self.node, Chance) else "deal"
        state = self.node.state if isinstance(self.node, Position) else None
        return self.node.game.move_text(action, state)

    def __str__(self) -> str:
        """Everything, secrets included, with the numbers of all that was done before."""
        position = _position(self)
        text = position.game.position_text(position.state) if position else "undealt"
        return f"{text}\nafter: {self.history_str()}"

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "DuelState":
        """A state that a seat cannot tell from this one, with everything hidden drawn again.

        Its history is empty: what was done in secret on the way to it is not known either.
        """
        if not isinstance(self.node, Position):
            raise pyspiel.SpielError("a state can be resampled where a seat decides, not chance")
        found: DuelState = self.get_game().new_initial_state()
        found.node = self.node.imagined(player, int(sampler() * (1 << SEED_BITS)))
        return found


PREFIX = "duelhall_"
"""What the names of our games begin with."""

RULES, CHANCE, SEED, BACKEND = OWN = ("rules", "chance", "seed", "backend")
"""The parameters that every game has beside its options."""

MODES = ("explicit", "sampled")
EXPLICIT, SAMPLED = MODES
"""Each draw is a node of chance, or a single one at the beginning draws a seed for all of them."""

UNSET_TEXT, UNSET_NUMBER = "", -1
"""Parameters that are left to the rule set: OpenSpiel wants a default of the same type."""

MOST_DRAWS = 128
"""Nothing that is dealt or played draws more often, and no draw has more outcomes: cards are small
integers."""

SIGNS = set(",=()")
"""What OpenSpiel's notation for games cannot have in a parameter."""

ENCODED, PADDING, BLOCK = "base64:", "=", 4

Parameters = Mapping[str, Value]


class DuelGame(pyspiel.Game):  # type: ignore[misc, name-defined]
    """A game of ours; its options are parameters. Each game has a class of its own.

    >>> import pyspiel
    >>> import duelhall.doors.openspiel
    >>> game = pyspiel.load_game("duelhall_blade(rules=controller,deck=tiny)")
    >>> game.duel.full_name, game.is_sampled
    ('blade[controller, deck=tiny]', False)
    >>> game.max_chance_nodes_in_history() > game.duel.longest_game
    True
    >>> state = game.new_initial_state()
    >>> state.apply_action(0)
    >>> game.make_py_observer().string_from(state, 0)
    'seat 0 1B:?:B ??:?:2 gone=- turn=0 to_move=0'
    """

    definition: Definition

    def __init__(self, parameters: Parameters) -> None:
        given = {name: read(value) for name, value in parameters.items() if not _is_unset(value)}
        self.is_sampled = _mode(given) == SAMPLED
        if SEED in given and not self.is_sampled:
            raise BadOption(
                f"{SEED}={given[SEED]} needs {CHANCE}={SAMPLED}: otherwise you choose what is drawn"
            )
        options = {name: value for name, value in given.items() if name not in OWN}
        rules, backend = given.get(RULES), str(given.get(BACKEND, CPU))
        self.duel = Game(
            self.definition, None if rules is None else str(rules), options, backend=backend
        )
        self._dice = random.Random(given.get(SEED))
        kind = game_type(self.definition, is_sampled=self.is_sampled)
        written = {name: write(value) for name, value in given.items()}
        super().__init__(kind, self._info(), written)

    def __reduce__(self) -> tuple[Any, ...]:
        """Its class cannot be found by a name, but the game can."""
        return loaded, (str(self),)

    def _info(self) -> Any:
        low, high = self.duel.utility_bounds
        return pyspiel.GameInfo(
            num_distinct_actions=self.duel.definition.rules.MOVES,
            max_chance_outcomes=self._most_outcomes(),
            num_players=SEATS,
            min_utility=low,
            max_utility=high,
            utility_sum=0.0,
            max_game_length=self.duel.longest_game,
        )

    def _most_outcomes(self) -> int:
        if self.is_sampled:
            return 1
        return max(MOST_DRAWS, len(self.root.draw.names) if isinstance(self.root, Chance) else 0)

    def max_chance_nodes_in_history(self) -> int:
        """An upper bound: the deal and each move may draw."""
        return 1 if self.is_sampled else MOST_DRAWS * (1 + self.duel.longest_game)

    @computed_once
    def root(self) -> "Node | Undealt":
        """Where every game begins."""
        return Undealt(self.duel, self._dice) if self.is_sampled else _undealt(self.duel)

    def new_initial_state(self) -> DuelState:
        """A game before its deal."""
        return DuelState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> DuelObserver:
        """What looks at states for a seat, with perfect recall or without."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return DuelObserver(self.duel, kind, params)


def loaded(written: str) -> DuelGame:
    """A game as OpenSpiel writes it."""
    game: DuelGame = pyspiel.load_game(written)
    return game


@lru_cache(maxsize=16)
def _undealt(game: Game) -> Node:
    """The same node for equal games: OpenSpiel loads a game again for each state that it reads."""
    return undealt(game)


def register_all() -> None:
    """Put all installed games into OpenSpiel's registry, as importing this package does.

    >>> import pyspiel
    >>> from duelhall.doors.openspiel import register_all
    >>> register_all()
    >>> "duelhall_blade" in pyspiel.registered_names()
    True
    """
    for name in registry.names():
        try:
            register(name)
        except BrokenPlugin as error:
            warnings.warn(str(error), stacklevel=2)


def register(name: str) -> None:
    """Put a game into OpenSpiel's registry, by its name; nothing happens if it is there.

    >>> from duelhall.doors.openspiel import register
    >>> register("blade")
    """
    definition = registry.find(name)
    if PREFIX + name not in pyspiel.registered_names():
        kind = game_type(definition, is_sampled=False)
        # A class, since OpenSpiel lets go of it when Python has ended: a function would be freed
        # then, and nothing can be freed any more.
        pyspiel.register_game(kind, type(name, (DuelGame,), {"definition": definition}))


def game_type(definition: Definition, *, is_sampled: bool) -> Any:
    """What OpenSpiel wants to know of a game before it is loaded."""
    modes, kind = pyspiel.GameType.ChanceMode, pyspiel.GameType
    return kind(
        short_name=PREFIX + definition.name,
        long_name=f"{definition.title} (Duelhall)",
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if is_sampled else modes.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=definition.learning.observation is not None,
        parameter_specification=_parameters(definition),
    )


def write(value: Value) -> Value:
    """A parameter as OpenSpiel can write and read it: data such as a set of cards has signs that it
    takes for its own.
    """
    if isinstance(value, int) or not SIGNS & set(value):
        return value
    return ENCODED + urlsafe_b64encode(value.encode()).decode().rstrip(PADDING)


def read(value: Value) -> Value:
    """The parameter that was written so."""
    if isinstance(value, int) or not value.startswith(ENCODED):
        return value
    text = value.removeprefix(ENCODED)
    return urlsafe_b64decode(text + PADDING * (-len(text) % BLOCK)).decode()


def _parameters(definition: Definition) -> dict[str, Value]:
    options = {option.name: _unset(option) for option in definition.rules.OPTIONS.options}
    own = dict.fromkeys((RULES, CHANCE, BACKEND), UNSET_TEXT)
    return {**own, SEED: UNSET_NUMBER, **options}


def _unset(option: Option) -> Value:
    return UNSET_NUMBER if isinstance(option.values[0], int) else UNSET_TEXT


def _is_unset(value: Value) -> bool:
    return value in (UNSET_TEXT, UNSET_NUMBER)


def _mode(given: Parameters) -> str:
    mode = str(given.get(CHANCE, EXPLICIT))
    if mode not in MODES:
        raise BadOption(no_such("mode of chance", mode, MODES))
    return mode


__all__ = ["DuelGame", "DuelState", "register", "register_all"]

register_all()
