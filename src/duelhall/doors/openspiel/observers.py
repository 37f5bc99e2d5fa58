"""What a seat sees and recalls, in the form of OpenSpiel's observers."""

from typing import TYPE_CHECKING, Any

from duelhall.engine.errors import BadArgument, from_extra
from duelhall.engine.features import Observation
from duelhall.engine.record import Array
from duelhall.match.game import Game
from duelhall.match.tree import Chance, Position

if TYPE_CHECKING:
    from duelhall.doors.openspiel.states import DuelState

pyspiel = from_extra("openspiel", "pyspiel")


class DuelObserver:
    """With perfect recall the information state, as text alone; otherwise what a seat sees now, as
    text and as the numbers of docs/observations, whose fields `dict` has by name.
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
        if not kind.perfect_recall and game.definition.feature(Observation) is not None:
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
