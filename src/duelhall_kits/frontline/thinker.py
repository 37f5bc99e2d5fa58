"""How Frontline is thought about. A card is picked in a draft by what becomes of the draft; a
deployment is chosen by chance, as often as its mix says, since both sides decide in secret.

The enemy is imagined in two ways at once. With some probability he plays as most do: he thinks of
a few plans by the rule of thumb, and carries out the one that does best. Otherwise he knows how
often we choose what, and has the best answer to it. The mix that does best against such an enemy is
the equilibrium of a matrix game (a restricted Nash response). Its rows and columns are found one by
one: whenever it is solved, both sides look for a deployment that does better against the other's
mix, until neither finds one (double oracle).

An enemy whose cards we do not see does not see ours either, so that he cannot answer our mix, but
only what anybody could deploy in our place. Enemies who do that are imagined beside those who play
as most do, and what does best against all of them takes no mix: our cards are our secret.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from math import isqrt
from typing import NamedTuple

import numpy as np

from duelhall.backend.entries import RuleEntry
from duelhall.engine.chance import DICE, WORD, draw_word
from duelhall.engine.record import HIDDEN, Array, GameState, copied, foe
from duelhall.engine.rule import computed_once
from duelhall.games.frontline.armies import ARMY, Army, leave
from duelhall.games.frontline.deployment import choose_side, place_unit
from duelhall.games.frontline.greedy import PLANS
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    COMMIT_RIGHT,
    DRAFT,
    HALF,
    LEFT_END,
    MODES,
    NOBODY,
    PICKING,
    PLACES,
    RIGHT_END,
    TAKE,
    State,
)
from duelhall.search.search import Judged, MoveLine, Search, Thought, standard_error
from duelhall.search.solver import equilibrium
from duelhall_kits.frontline.trials import NOTHING_PLACED, Budget, Drafting, Trials, worth_of_battle

# --- deployments as plans ---


class DeploymentPlan(NamedTuple):
    """A deployment: from the left, who stands in front and who behind. Equal units are the same."""

    front: tuple[int, ...]
    back: tuple[int, ...]
    left: int  # how many front units stand left of the divide

    @property
    def commit(self) -> int:
        """The move that ends the deployment."""
        if len(self.front) % 2 == 0:
            return COMMIT
        return COMMIT_LEFT if self.left > len(self.front) // 2 else COMMIT_RIGHT


class Hand:
    """A player's cards, and what is placed of them."""

    def __init__(self, view: State, seat: int) -> None:
        kinds = [int(kind) for kind in view.hand[seat] if kind > 0]
        self.alike = np.array([NOBODY, *(1 + kinds.index(kind) for kind in kinds)], np.uint8)
        length = int(view.length[seat])
        self.front = tuple(self.alike[view.ahead[seat, :length]].tolist())
        self.back = tuple(self.alike[view.behind[seat, :length]].tolist())
        units = range(1, len(self.alike))
        self.unplaced = [unit for unit in units if not view.placed[seat, unit - 1]]

    @computed_once
    def placed(self) -> Array:
        """What is placed, as trials take it."""
        rows = NOTHING_PLACED.copy()
        rows[0, : len(self.front)], rows[1, : len(self.back)] = self.front, self.back
        rows[2, : len(self.alike)] = self.alike
        return rows

    def keys(self, armies: Array) -> Array:
        """A row for each army of this hand, the same for those that are alike."""
        keys: Array = np.concatenate(
            [self.alike[armies["front"]], self.alike[armies["back"]]], axis=1
        )
        return keys

    def plan(self, army: Army) -> DeploymentPlan:
        """An army of this hand as a plan."""
        line = slice(int(army.left), int(army.right))
        front, back = self.alike[army.front[line]], self.alike[army.back[line]]
        return DeploymentPlan(tuple(front.tolist()), tuple(back.tolist()), HALF - line.start)

    def has_begun(self, plan: DeploymentPlan) -> bool:
        """Whether what is placed are the first moves of a plan, as `moves_to` orders them from the
        start: the front line from the left, and then who stands behind it.
        """
        behind = sum(unit != NOBODY for unit in self.back)
        if behind == 0:
            return plan.front[: len(self.front)] == self.front
        columns = [column for column, unit in enumerate(plan.back) if unit != NOBODY][:behind]
        first = [unit if column in columns else NOBODY for column, unit in enumerate(plan.back)]
        return plan.front == self.front and self.back == tuple(first)

    def allows(self, armies: Array) -> bool:
        """Whether one of these armies can still come of what is placed."""
        return any(self.next_moves(self.plan(army)) for army in armies)

    def _starts(self, plan: DeploymentPlan) -> Iterator[int]:
        """The places in a plan's front line at which what is placed can stand."""
        length = len(self.front)
        for start in range(len(plan.front) - length + 1):
            behind = zip(self.back, plan.back[start : start + length], strict=True)
            if plan.front[start : start + length] == self.front and all(
                mine in (NOBODY, planned) for mine, planned in behind
            ):
                yield start

    def next_moves(self, plan: DeploymentPlan) -> set[int]:
        """Every move after which a plan can still be carried out; none if it cannot be any more."""
        found = set[int]()
        for start in self._starts(plan):
            end = start + len(self.front)
            found |= self._moves(plan.front[:start][-1:], LEFT_END)
            found |= self._moves(plan.front[end : end + 1], RIGHT_END)
            for column, (mine, planned) in enumerate(
                zip(self.back, plan.back[start:end], strict=True)
            ):
                if mine != planned:
                    found |= self._moves((planned,), BEHIND + column)
            if not self.unplaced:
                found.add(plan.commit)
        return found

    def _moves(self, likes: tuple[int, ...], place: int) -> set[int]:
        return {(unit - 1) * PLACES + place for unit in self.unplaced if self.alike[unit] in likes}

    def moves_to(self, plan: DeploymentPlan) -> tuple[int, ...]:
        """One way to carry out a plan that has what is placed: the front line first, to its left
        and to its right, and then who stands behind.
        """
        start = next(self._starts(plan))
        end = start + len(self.front)
        steps = [(like, LEFT_END) for like in reversed(plan.front[:start])]
        steps += [(like, RIGHT_END) for like in plan.front[end:]]
        behind = [NOBODY] * start + [*self.back] + [NOBODY] * (len(plan.front) - end)
        steps += [
            (planned, BEHIND + column)
            for column, (mine, planned) in enumerate(zip(behind, plan.back, strict=True))
            if mine != planned
        ]
        left, moves = list(self.unplaced), list[int]()
        for like, place in steps:
            unit = next(unit for unit in left if self.alike[unit] == like)
            left.remove(unit)
            moves.append((unit - 1) * PLACES + place)
        return (*moves, plan.commit)


# --- the mix ---

TRUST = 0.75
"""The probability with which the enemy is taken to play as most do."""

MOST_ENEMIES = 128
MOST_UNSEEN = 256
"""Imagined enemies, at most: whose cards are open, and whose cards are hidden."""

JUDGES = 32
"""Armies at most by which the plans of an enemy whose cards are hidden are judged."""

MOST_DRAWN = 32
STARTS = 3
"""Armies that are drawn by the rule of thumb, and the best of them, which are then improved."""

MOST_TRIES = 100
"""Changes by which each of them is improved in a round of the double oracle, at most."""

GAIN = 0.005
"""What is less better than this is no better."""

PATIENCE = 3
"""Rounds in which neither side finds anything better, after which there is nothing."""


@dataclass(frozen=True)
class Mix:
    """Armies, how often to choose each, and what they get against imagined enemies."""

    armies: Array
    shares: Array
    enemies: Array
    weights: Array  # how likely each enemy is
    payoffs: Array

    @property
    def gains(self) -> Array:
        """What each army gets on average."""
        gains: Array = self.payoffs @ self.weights
        return gains


def open_sizes(battles: int) -> tuple[int, int]:
    """How many enemies to imagine, and by how many changes to improve an army against them, so that
    most of the battles are left to the double oracle.
    """
    size = min(MOST_ENEMIES, max(1, isqrt(battles // 64)))
    return size, 4 * size


def unseen_sizes(battles: int) -> tuple[int, int]:
    """The same for enemies whose cards are hidden: about a fifth of the battles goes into the
    enemies, a fifth into each of two answers to them, and a quarter into their own answers.
    """
    size = min(MOST_UNSEEN, max(1, isqrt(battles // 16)))
    return size, battles // (8 * size)


class Planner:
    """Looks for the mix of one seat in one battle, before anything is placed."""

    def __init__(self, trials: Trials, view: GameState, budget: Budget) -> None:
        self.trials, self.view, self.budget = trials, view, budget
        self.most = budget.most
        self.seat, self.enemy = int(view.to_move), foe(int(view.to_move))
        self.hand = Hand(view, self.seat)
        self.is_open = view.hand[self.enemy, 0] != HIDDEN
        self.size, self.tries = open_sizes(self.most) if self.is_open else unseen_sizes(self.most)
        self.enemy_worth = 1 - trials.worth[[1, 0, 2]]

    def mix(self) -> Mix:
        """The best mix that the budget allows to find."""
        if self.is_open:
            return self._double_oracle(*self._usual_enemies())
        return self._answer_to_unseen()

    def answer(self, enemies: Array, weights: Array) -> Mix:
        """The best army that is found against these enemies, and the next best ones."""
        count = min(MOST_DRAWN, 4 * self.size)
        drawn = distinct(self.trials.drawn(self.view, self.seat, count), self.hand)
        gains = self.trials.payoffs(drawn, enemies) @ weights
        best = drawn[np.argsort(-gains, kind="stable")[:STARTS]]
        return self._improved(best, enemies, weights, self.tries)

    def _improved(self, armies: Array, enemies: Array, weights: Array, tries: int) -> Mix:
        better, _ = self.trials.improved(armies, enemies, weights, tries, self.hand.placed)
        return self.best_of(distinct(better, self.hand), enemies, weights)

    def best_of(self, armies: Array, enemies: Array, weights: Array) -> Mix:
        """The best of some armies."""
        payoffs = self.trials.payoffs(armies, enemies)
        shares = np.zeros(len(armies))
        shares[(payoffs @ weights).argmax()] = 1.0
        return Mix(armies, shares, enemies, weights, payoffs)

    # --- enemies whose cards are open ---

    def _usual_enemies(self) -> tuple[Array, Array]:
        """What most would deploy in the enemy's place, and how likely each of that is."""
        hand = Hand(self.view, self.enemy)
        drawn = self.trials.drawn(self.view, self.enemy, PLANS * self.size)
        _, first, number = np.unique(
            hand.keys(drawn), axis=0, return_index=True, return_inverse=True
        )
        against = self.trials.drawn(self.view, self.seat, self.size)
        gains = self._enemy_gains(drawn[first], against)[number.ravel()]
        best = self._best_of_each(gains)
        plans, counts = np.unique(number.ravel()[best], return_counts=True)
        return drawn[first[plans]], counts / counts.sum()

    def _enemy_gains(self, armies: Array, against: Array) -> Array:
        weights = np.full(len(against), 1 / len(against))
        _, payoffs = self.trials.improved(armies, against, weights, 0, worth=self.enemy_worth)
        gains: Array = payoffs @ weights
        return gains

    def _best_of_each(self, gains: Array) -> Array:
        best: Array = gains.reshape(-1, PLANS).argmax(axis=1) + PLANS * np.arange(self.size)
        return best

    def _double_oracle(self, usual: Array, weights: Array) -> Mix:
        """The equilibrium against enemies of whom a part has these weights; the rest answers."""
        first = self.answer(usual, weights)
        oracle = Oracle(self, first, usual[weights.argmax()][None])
        rounds_without = 0
        while rounds_without < PATIENCE and not self.budget.is_spent:
            rounds_without = 0 if oracle.improve() else rounds_without + 1
        return oracle.mix()

    # --- enemies whose cards are hidden ---

    def _answer_to_unseen(self) -> Mix:
        """The best against enemies as most are, with as many guesses of their cards, and against
        those who would answer such ones.
        """
        drawn = self.trials.drawn(self.view, self.enemy, PLANS * self.size, each=PLANS)
        gains = self._enemy_gains(drawn, drawn[::PLANS][: min(JUDGES, self.size // 4 + 1)])
        usual = drawn[self._best_of_each(gains)]
        even = np.full(len(usual), 1 / len(usual))
        first = self.answer(usual, even)
        if self.budget.is_spent:
            return first
        judges = usual[:JUDGES]
        tries = self.most // (2 * len(usual) * len(judges))
        even_judges = np.full(len(judges), 1 / len(judges))
        better, _ = self.trials.improved(usual, judges, even_judges, tries, worth=self.enemy_worth)
        enemies = np.concatenate([usual, better])
        weights = np.append(TRUST * even, (1 - TRUST) * even)
        return self._improved(first.armies, enemies, weights, self.tries // 2)


class Oracle:
    """A matrix game that grows by the best answers of both sides."""

    def __init__(self, planner: Planner, first: Mix, enemy: Array) -> None:
        self._planner, self._trials = planner, planner.trials
        self._usual, self._weights = first.enemies, first.weights
        self._armies, self._payoffs = first.armies, first.payoffs
        self._answers = enemy
        self._answered = self._trials.payoffs(self._armies, enemy)
        self._tries = min(MOST_TRIES, planner.tries)
        self._solve()

    def _solve(self) -> None:
        usual = self._payoffs @ self._weights
        self._game = TRUST * usual[:, None] + (1 - TRUST) * self._answered
        self._shares, self._answer_shares, self._value = equilibrium(self._game)

    def improve(self) -> bool:
        """Let both sides look for a better answer; False if neither finds one."""
        army, answer = self._better_army(), self._better_answer()
        if army is not None:
            self._armies = np.concatenate([self._armies, army])
            self._payoffs = np.concatenate([self._payoffs, self._trials.payoffs(army, self._usual)])
            row = self._trials.payoffs(army, self._answers)
            self._answered = np.concatenate([self._answered, row])
        if answer is not None:
            self._answers = np.concatenate([self._answers, answer])
            column = self._trials.payoffs(self._armies, answer)
            self._answered = np.concatenate([self._answered, column], axis=1)
        if army is not None or answer is not None:
            self._solve()
        return army is not None or answer is not None

    def _better_army(self) -> Array | None:
        """An army of ours that does better against all enemies than the mix."""
        mix = self.mix()
        drawn = self._trials.drawn(self._planner.view, self._planner.seat, STARTS - 1)
        starts = np.concatenate([mix.armies[mix.shares.argmax()][None], drawn])
        found, payoffs = self._trials.improved(starts, mix.enemies, mix.weights, self._tries)
        gains = payoffs @ mix.weights
        is_better = gains.max() > self._value + GAIN
        return found[gains.argmax()][None] if is_better else None

    def _better_answer(self) -> Array | None:
        """An army of the enemy that does better against our mix than all known answers."""
        chosen = self._shares > 0
        shares = self._shares[chosen]
        drawn = self._trials.drawn(self._planner.view, self._planner.enemy, STARTS - 1)
        starts = np.concatenate([self._answers[self._answer_shares.argmax()][None], drawn])
        found, payoffs = self._trials.improved(
            starts, self._armies[chosen], shares, self._tries, worth=self._planner.enemy_worth
        )
        gains, known = payoffs @ shares, 1 - (self._shares @ self._answered).min()
        return found[gains.argmax()][None] if gains.max() > known + GAIN else None

    def mix(self) -> Mix:
        """The equilibrium as far as it is known."""
        answers = self._answer_shares > 0
        return Mix(
            self._armies,
            self._shares,
            np.concatenate([self._usual, self._answers[answers]]),
            np.append(TRUST * self._weights, (1 - TRUST) * self._answer_shares[answers]),
            np.concatenate([self._payoffs, self._answered[:, answers]], axis=1),
        )


def distinct(armies: Array, hand: Hand) -> Array:
    """Each army once, equal units not being told apart."""
    _, first = np.unique(hand.keys(armies), axis=0, return_index=True)
    return armies[np.sort(first)]


# --- thinking ---


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
    size = float(1 / (mix.weights**2).sum())  # enemies count by their weights
    return Judged(move, round(share * battles), chance, standard_error(size * chance, size), share)


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
