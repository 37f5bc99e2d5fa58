"""Games for OpenSpiel's registry: names, parameters, and what is known of a game in advance."""

import random
import warnings
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from duelhall.backend import CPU
from duelhall.doors.openspiel.observers import DuelObserver
from duelhall.doors.openspiel.states import DuelState, Undealt
from duelhall.engine import registry
from duelhall.engine.computed import computed_once
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadOption, BrokenPlugin, from_extra, no_such
from duelhall.engine.features import Observation
from duelhall.engine.options import Option, Value
from duelhall.engine.record import SEATS
from duelhall.match.game import Game
from duelhall.match.tree import Chance, Node, undealt

pyspiel = from_extra("openspiel", "pyspiel")

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
        provides_observation_tensor=definition.feature(Observation) is not None,
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
