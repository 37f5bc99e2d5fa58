"""How a match begins."""

from dataclasses import dataclass

from duelhall.engine.arguments import checked_seed
from duelhall.engine.errors import BadPosition
from duelhall.engine.game import Game
from duelhall.engine.options import Value
from duelhall.engine.record import GameState, State


@dataclass(frozen=True)
class Start:
    """How a match began: by a seed, by an explicit deal, or from a position; one of the three.

    A position may have a seed too, which the chance that is left in the game then draws from.
    """

    seed: int | None = None
    deal: str | None = None
    position: str | None = None

    def state(self, game: Game) -> GameState:
        """The state that a match begins with."""
        if self.position is not None:
            state = game.parse_position(self.position)
            if game.definition.notation.hides(state):
                raise BadPosition(
                    "a match begins with all cards known, and here some are hidden: this is what "
                    "one seat sees; write every card, or let `game.guess` fill them in"
                )
            if self.seed is not None:
                state.rng = checked_seed(self.seed)
            return state
        if self.deal is not None:
            return game.dealt_from(self.deal)
        return game.dealt(self.seed)  # type: ignore[arg-type]

    def canonical(self, game: Game, state: State) -> "Start":
        """The same start in canonical form, so that the same game gives the same bytes."""
        notation = game.definition.notation
        if self.position is not None:
            seed = None if self.seed is None else int(self.seed)
            return Start(seed=seed, position=game.position_text(state))
        if self.deal is not None:
            options = game.blank()[0].options
            cards = notation.parse_deal(self.deal, options)
            return Start(deal=notation.deal_text(cards, options))
        return Start(seed=int(self.seed or 0))

    def entries(self) -> dict[str, Value]:
        """The start as it is written in a saved game."""
        return {name: value for name, value in vars(self).items() if value is not None}
