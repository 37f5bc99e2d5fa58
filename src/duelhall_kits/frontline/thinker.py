"""How Frontline is thought about: a deployment is chosen by chance, as often as its mix says.
A card is picked in a draft by what becomes of the draft.
"""

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b

import numpy as np

from duelhall.backend.entries import RuleEntry
from duelhall.engine.chance import DICE, WORD, draw_word
from duelhall.engine.record import SEATS, Array, GameState, cell_of, copied, foe
from duelhall.games.frontline.armies import ARMY, leave
from duelhall.games.frontline.deployment import choose_side, place_unit
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import BATTLE, COMMIT, DRAFT, MODES, PICKING, TAKE, State
from duelhall.match.game import Game
from duelhall.play.clock import now
from duelhall.search.search import Judged, MoveLine, Search, Thought, standard_error
from duelhall_kits.frontline.mix import Budget, Hand, Mix, Planner, Trials
from duelhall_kits.frontline.trials import DRAFT_TASK, PLANS, run_drafts


def thought_of(mix: Mix, battles: int, hand: Hand, dice: int) -> Thought:
    """The mix as it goes on from what is placed, with the move first that the dice draw.

    Who was drawn earlier has begun as its line does. Lines that have what is placed elsewhere were
    not drawn, or they would be chosen more often than the mix says; they count only for somebody
    who has begun in no such way.
    """
    plans = [hand.plan(army) for army in mix.armies]
    moves = [hand.next_moves(plan) for plan in plans]
    shares = mix.shares * [hand.has_begun(plan) for plan in plans]
    if not shares.any():
        shares = mix.shares * [bool(found) for found in moves]
    shares = shares / shares.sum()
    lines = [
        MoveLine(hand.moves_to(plan), float(share))
        for plan, share in zip(plans, shares, strict=True)
        if share > 0
    ]
    lines.sort(key=lambda line: (-line.share, line.moves))
    drawn = drawn_line(lines, dice).moves[0]
    choices = [
        _choice(move, mix, [move in found for found in moves], lines, battles)
        for move in sorted(set[int]().union(*moves))
    ]
    choices.sort(key=lambda choice: (choice.move != drawn, -choice.visits, -choice.chance))
    return Thought(tuple(choices), battles, tuple(lines))


def drawn_line(lines: list[MoveLine], dice: int) -> MoveLine:
    """The line that the dice draw, each as often as its share says."""
    cell = np.zeros(1, DICE)
    cell[0].rng = dice
    number = draw_word(cell[0]) / (WORD + 1)
    sums = np.cumsum([line.share for line in lines])
    return lines[min(int(np.searchsorted(sums, number, side="right")), len(lines) - 1)]


def _choice(move: int, mix: Mix, fits: list[bool], lines: list[MoveLine], battles: int) -> Judged:
    """A move with what the best army gets that can come of it; as much of the thinking was about
    it as its share is.
    """
    chance = float(np.where(fits, mix.gains, -1.0).max())
    share = sum(line.share for line in lines if line.moves[0] == move)
    return Judged(move, round(share * battles), chance, _error(chance, mix.weights), share)


def _error(chance: float, weights: Array) -> float:
    """The standard error of a chance, from enemies who count by their weights."""
    size = float(1 / (weights**2).sum())
    return standard_error(size * chance, size)


TIES = 0.1
"""How many battles are tied, about."""


def worth_of_battle(view: State, seat: int) -> Array:
    """A seat's chance to win the match after it has won this battle, lost it, or neither."""
    lead = int(view.score[seat]) - int(view.score[foe(seat)])
    left = int(view.options.battles) - int(view.fought) - 1
    return np.array([chance_to_win(lead + step, left) for step in (1, -1, 0)])


@cache
def chance_to_win(lead: int, left: int) -> float:
    """With so many battles left between equal players; a drawn match is half a win."""
    if abs(lead) > left:
        return float(lead > 0)
    if left == 0:
        return 0.5
    won, lost, tied = (chance_to_win(lead + step, left - 1) for step in (1, -1, 0))
    return (won + lost) * (1 - TIES) / 2 + tied * TIES


CELLS = 4

BATTLES = PLANS**2
"""Battles after each imagined draft."""

CHUNK = 8
"""Drafts between two looks at the clock."""

MOST_DRAFTS = 2**40


class Drafting:
    """Imagined drafts that go on from a view with each of some moves."""

    def __init__(self, game: Game, view: State, moves: list[int], dice: int) -> None:
        self._moves, self._run = moves, game.bind(run_drafts)
        places = np.array([move - TAKE for move in moves], np.int8)
        armies, payoffs = np.zeros((SEATS, PLANS), ARMY), np.zeros((PLANS, PLANS))
        worth = worth_of_battle(view, int(view.to_move))
        cells, chance = game.blank(CELLS), np.zeros(1, DICE)
        cells[0], chance[0].rng = cell_of(view)[0], dice
        self._gains, self._task = np.zeros(len(moves)), np.zeros(1, DRAFT_TASK)
        self._arguments = (
            cells, places, armies, payoffs, self._gains, worth,
            self._task, np.zeros(1, BATTLE), chance,
        )  # fmt: skip

    @property
    def entries(self) -> list[RuleEntry]:
        """What has to be in machine code before drafting is fast."""
        return [RuleEntry(run_drafts, {}, self._arguments)]

    def simulate(self, battles: int | None, deadline: float | None) -> None:
        """Simulate drafts, with so many battles in all or until a deadline, and at least a few."""
        each = BATTLES * len(self._moves)
        left = MOST_DRAFTS if battles is None else max(1, battles // each)
        while left > 0 and not (deadline is not None and self._drafts and now() >= deadline):
            chunk = left if deadline is None else min(left, CHUNK)
            self._task[0].wanted = self._drafts + chunk
            self._run(*self._arguments)
            left -= chunk

    @property
    def _drafts(self) -> int:
        return int(self._task[0].drafts)

    def thought(self) -> Thought:
        """What was found, the best card first."""
        choices = [self._choice(n) for n in range(len(self._moves))]
        choices.sort(key=lambda choice: (-choice.chance, choice.move))
        return Thought(tuple(choices), BATTLES * self._drafts * len(choices))

    def _choice(self, number: int) -> Judged:
        drafts, gain = self._drafts, float(self._gains[number])
        error = standard_error(gain, drafts)
        return Judged(self._moves[number], BATTLES * drafts, gain / drafts, error)


DEPLOYMENT = ("placed", "ahead", "behind", "length", "odd")
"""What a state has of a player's deployment."""


@dataclass(frozen=True)
class FoundMix:
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
    _kept: tuple[bytes, FoundMix] | None = None

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
        drafting.simulate(self.simulations, deadline)
        return drafting.thought()

    def _found(self, view: GameState, deadline: float | None) -> FoundMix:
        """The mix before anything is placed; the last one, unless there is much more time now."""
        planner, key = self._planner(view, deadline), view.tobytes()
        if self._kept is None or self._kept[0] != key or 2 * self._kept[1].most < planner.most:
            if self.all_known and planner.seat == 1:  # the enemy has committed
                mix = planner.answer(armies_of([view], planner.enemy), np.ones(1))
            else:
                mix = planner.mix()
            self._kept = key, FoundMix(mix, planner.trials.battles, planner.most)
        return self._kept[1]

    def _go_on(
        self, found: FoundMix, view: GameState, deadline: float | None, dice: int = 0
    ) -> FoundMix:
        """The best that can still come of what is placed, against the same enemies."""
        planner, mix = self._planner(view, deadline, dice), found.mix
        if planner.hand.unplaced:
            best = planner.answer(mix.enemies, mix.weights)
        else:
            commits = [view]
            if not view.odd[planner.seat]:
                commits = [after(view, move) for move in self.game.legal_moves(view)]
            best = planner.best_of(armies_of(commits, planner.seat), mix.enemies, mix.weights)
        return FoundMix(best, found.battles + planner.trials.battles, found.most)

    def _planner(self, view: GameState, deadline: float | None, dice: int = 0) -> Planner:
        trials = self._trials(view, dice)
        return Planner(trials, view, Budget(trials, view, self.simulations, deadline))

    def _trials(self, view: State, dice: int = 0) -> Trials:
        """Trials by dice that follow from what is seen, and from others if there are any."""
        text = self.game.definition.writing.notation.position_text(view)
        seen = int.from_bytes(blake2b(text.encode(), digest_size=8).digest())
        seat = int(view.to_move)
        return Trials(self.game, seat, worth_of_battle(view, seat), seen ^ dice)

    @property
    def entries(self) -> list[RuleEntry]:
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
