"""How Frontline is thought about: a deployment is chosen by chance, as often as its mix says."""

from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from duelhall.backend.entries import Entry
from duelhall.engine.record import Array, GameState, copied
from duelhall.games.frontline.armies import ARMY, leave
from duelhall.games.frontline.deployment import choose_side, place_unit
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import COMMIT, DRAFT, MODES, PICKING, TAKE, State
from duelhall.kits.frontline.budgets import Budget
from duelhall.kits.frontline.drafting import Drafting
from duelhall.kits.frontline.mixing import Mix, Planner
from duelhall.kits.frontline.plans import Hand
from duelhall.kits.frontline.saying import thought_of
from duelhall.kits.frontline.stakes import worth_of_battle
from duelhall.kits.frontline.trying import Trials
from duelhall.search.search import Search, Thought

DEPLOYMENT = ("placed", "ahead", "behind", "length", "odd")
"""What a state has of a player's deployment."""


@dataclass(frozen=True)
class Found:
    """A mix, and how many battles it took to find it."""

    mix: Mix
    battles: int
    most: int  # how many there could have been


class FrontlineSearch(Search):
    """Looks for the mix of deployments, and chooses one by the dice.

    One simulation is one imagined battle. The mix follows from what the seat sees before it places
    a card, and is the same at every card: what is placed only leaves fewer deployments to choose
    from. So the last mix is kept, which saves finding it again.

    It thinks on one thread, however many it may use: each answer depends on the one before.
    """

    depends_on_dice = False
    _kept: tuple[bytes, Found] | None = None

    def consider(
        self, view: GameState, dice: int, deadline: float | None, only: int | None
    ) -> Thought:
        """Choose the next step of a deployment, or a card of the row."""
        if view.stage == PICKING:
            return self._pick(view, dice, deadline, only)
        seat = int(view.to_move)
        hand, found = Hand(view, seat), self._found(with_nothing_placed(view, seat), deadline)
        if only is not None:
            found = self._go_on(found, after(view, only), deadline, dice)
            return thought_of(found.mix, found.battles, hand, dice).about(only)
        if not hand.allows(found.mix.armies[found.mix.shares > 0]):
            found = self._go_on(found, view, deadline)
        return thought_of(found.mix, found.battles, hand, dice)

    def _pick(
        self, view: GameState, dice: int, deadline: float | None, only: int | None
    ) -> Thought:
        """With all cards known, the draft goes on with the cards that come."""
        moves = self.game.legal_moves(view) if only is None else [only]
        drafting = Drafting(self.game, view, moves, dice)
        drafting.imagine(self.simulations, deadline)
        return drafting.thought()

    def _found(self, view: GameState, deadline: float | None) -> Found:
        """The mix before anything is placed; the last one, unless there is much more time now."""
        planner, key = self._planner(view, deadline), view.tobytes()
        if self._kept is None or self._kept[0] != key or 2 * self._kept[1].most < planner.most:
            if self.all_known and planner.seat == 1:  # the enemy has committed
                mix = planner.answer(armies_of([view], planner.enemy), np.ones(1))
            else:
                mix = planner.mix()
            self._kept = key, Found(mix, planner.trials.battles, planner.most)
        return self._kept[1]

    def _go_on(self, found: Found, view: GameState, deadline: float | None, dice: int = 0) -> Found:
        """The best that can still come of what is placed, against the same enemies."""
        planner, mix = self._planner(view, deadline, dice), found.mix
        if planner.hand.unplaced:
            best = planner.answer(mix.enemies, mix.weights)
        else:
            commits = [view]
            if not view.odd[planner.seat]:
                commits = [after(view, move) for move in self.game.legal_moves(view)]
            best = planner.best_of(armies_of(commits, planner.seat), mix.enemies, mix.weights)
        return Found(best, found.battles + planner.trials.battles, found.most)

    def _planner(self, view: GameState, deadline: float | None, dice: int = 0) -> Planner:
        trials = self._trials(view, dice)
        return Planner(trials, view, Budget(trials, view, self.simulations, deadline))

    def _trials(self, view: State, dice: int = 0) -> Trials:
        """Trials by dice that follow from what is seen, and from others if there are any."""
        text = self.game.definition.notation.position_text(view)
        seen = int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
        seat = int(view.to_move)
        return Trials(self.game, seat, worth_of_battle(view, seat), seen ^ dice)

    @property
    def entries(self) -> list[Entry]:
        """What has to be in machine code before thinking is fast."""
        blank = self.game.blank()[0]
        deploying = self._trials(blank).entries
        drafts = Drafting(self.game, blank, [TAKE], 0).entries
        return [*deploying, *(drafts if self.game.options["mode"] == MODES[DRAFT] else [])]


def with_nothing_placed(view: GameState, seat: int) -> GameState:
    """What the seat saw before its first card."""
    cell = copied(view)
    for name in DEPLOYMENT:
        cell[0][name][seat] = 0
    return cell[0]


def after(view: GameState, move: int) -> GameState:
    """What the seat sees after a step of its deployment."""
    cell = copied(view)
    (place_unit if move < COMMIT else choose_side)(cell[0], move)
    return cell[0]


def armies_of(views: list[GameState], seat: int) -> Array:
    """The armies that are deployed in these views."""
    armies = np.zeros(len(views), ARMY)
    for number, view in enumerate(views):
        cell = copied(view)
        station(cell[0], seat)
        leave(cell[0], seat, armies[number])
    return armies
