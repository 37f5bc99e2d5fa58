"""States of OpenSpiel: each is a node of a game's tree."""

import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from duelhall.engine.errors import from_extra
from duelhall.engine.record import SEATS
from duelhall.match.game import SEED_BITS, Game
from duelhall.match.tree import Chance, Node, Position, dealt

if TYPE_CHECKING:
    from duelhall.doors.openspiel.games import DuelGame

pyspiel = from_extra("openspiel", "pyspiel")


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
        return f"{self._position()}\nafter: {self.history_str()}"

    def _position(self) -> str:
        decided = self.node.decided if isinstance(self.node, Chance) else self.node
        if not isinstance(decided, Position):
            return "undealt"
        return decided.game.position_text(decided.state)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "DuelState":
        """A state that a seat cannot tell from this one, with everything hidden drawn again.

        Its history is empty: what was done in secret on the way to it is not known either.
        """
        if not isinstance(self.node, Position):
            raise pyspiel.SpielError("a state can be resampled where a seat decides, not chance")
        found: DuelState = self.get_game().new_initial_state()
        found.node = self.node.imagined(player, int(sampler() * (1 << SEED_BITS)))
        return found
