"""The mix of deployments to choose from, where both sides decide in secret.

The enemy is imagined in two ways at once. With some probability he plays as most do: he thinks of
a few plans by the rule of thumb, and carries out the one that does best. Otherwise he knows how
often we choose what, and has the best answer to it. The mix that does best against such an enemy is
the equilibrium of a matrix game (a restricted Nash response). Its rows and columns are found one by
one: whenever it is solved, both sides look for a deployment that does better against the other's
mix, until neither finds one (double oracle).

An enemy whose cards we do not see does not see ours either, so that he cannot answer our mix, but
only what anybody could deploy in our place. Enemies who do that are imagined beside those who play
as most do, and what does best against all of them takes no mix: our cards are our secret.

Whole deployments as plans: which of them have what is placed already, and how they go on.

Drawing armies and trying them against each other, with every battle counted.

How many battles may be imagined.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import NamedTuple

import numpy as np

from duelhall.backend.entries import RuleEntry
from duelhall.engine.chance import DICE
from duelhall.engine.record import HIDDEN, Array, GameState, cell_of, foe
from duelhall.engine.rule import computed_once
from duelhall.games.frontline.armies import ARMY, Army, all_shapes
from duelhall.games.frontline.greedy import PLANS
from duelhall.games.frontline.state import (
    BATTLE,
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    COMMIT_RIGHT,
    HALF,
    LARGEST_HAND,
    LEFT_END,
    NOBODY,
    PLACES,
    RIGHT_END,
    State,
)
from duelhall.match.game import Game
from duelhall.play.clock import now
from duelhall.search.solver import equilibrium
from duelhall_kits.frontline.trials import TASK, run_drawing, run_trials

UNITS = 1 + LARGEST_HAND
"""Units are numbered from 1 by their cards' places in the hand; 0 is nobody."""

NOTHING_PLACED = np.zeros((3, UNITS), np.uint8)


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


CELLS = 3

SHAPE_SIZE = 2 + LARGEST_HAND // 2
"""Numbers that a shape is described by: at most half of the units stand behind."""


class Trials:
    """Imagined armies of both sides, and their battles; the same for the same dice."""

    def __init__(self, game: Game, seat: int, worth: Array, dice: int) -> None:
        self.worth = worth
        self._drawing, self._trials = game.bind(run_drawing), game.bind(run_trials)
        self._task, self._dice = np.zeros(1, TASK), np.zeros(1, DICE)
        self._cell, self._cells = np.zeros(1, BATTLE), game.blank(CELLS)
        self._task[0].seat, self._dice[0].rng = seat, dice

    @property
    def battles(self) -> int:
        """How many battles were fought so far."""
        return int(self._task[0].battles)

    @property
    def entries(self) -> list[RuleEntry]:
        """What has to be in machine code before trying is fast."""
        army, numbers = np.zeros(1, ARMY), np.zeros(1)
        return [
            RuleEntry(run_drawing, {}, (self._cells, army, self._task, self._dice)),
            RuleEntry(run_trials, {}, (
                army, *standings(army[:0]), shapes_of(1), NOTHING_PLACED, army, numbers, numbers,
                numbers[None], self._task, self._cell, self._dice,
            )),
        ]  # fmt: skip

    def drawn(self, view: State, owner: int, count: int, each: int = 1) -> Array:
        """Armies that go on from a view by the rule of thumb, so many for each guess of a hand."""
        armies = np.zeros(count, ARMY)
        self._cells[0] = cell_of(view)[0]
        self._task[0].owner, self._task[0].each = owner, each
        self._drawing(self._cells, armies, self._task, self._dice)
        return armies

    def payoffs(self, armies: Array, enemies: Array) -> Array:
        """What each army gets against each enemy."""
        return self.improved(armies, enemies, np.ones(len(enemies)), 0)[1]

    def improved(
        self,
        armies: Array,
        enemies: Array,
        weights: Array,
        tries: int,
        placed: Array = NOTHING_PLACED,
        worth: Array | None = None,
    ) -> tuple[Array, Array]:
        """The armies after so many tries to do better against enemies of these weights, and what
        they then get against each of those.
        """
        armies, heaviest = armies.copy(), np.argsort(-weights, kind="stable")
        results = np.zeros((len(armies), len(enemies)))
        shape_table = shapes_of(int(armies[0]["units"]))
        self._task[0].tries = tries
        self._trials(
            armies, *standings(armies if tries else armies[:0]), shape_table, placed,
            enemies[heaviest], weights[heaviest], self.worth if worth is None else worth,
            results, self._task, self._cell, self._dice,
        )  # fmt: skip
        return armies, results[:, np.argsort(heaviest)]


@cache
def shapes_of(units: int) -> Array:
    """The shapes in which so many units can stand, as trials take them."""
    table = np.zeros((len(list(all_shapes(units))), SHAPE_SIZE), np.int8)
    for row, (left, ahead, behind) in zip(table, all_shapes(units), strict=True):
        row[: 2 + len(behind)] = left, ahead, *behind
    return table


@cache
def _shape_numbers(units: int) -> dict[bytes, int]:
    return {row.tobytes(): number for number, row in enumerate(shapes_of(units))}


def standings(armies: Array) -> tuple[Array, Array]:
    """In which order the units of each army stand, and in which shape."""
    orders = np.zeros((len(armies), LARGEST_HAND), np.uint8)
    forms = np.zeros(len(armies), np.int32)
    shape = np.zeros(SHAPE_SIZE, np.int8)
    for number, army in enumerate(armies):
        left, right = int(army["left"]), int(army["right"])
        behind = army["back"][left:right]
        columns = np.flatnonzero(behind)
        line = [*army["front"][left:right], *behind[columns]]
        orders[number, : len(line)] = line
        shape[:] = 0
        shape[: 2 + len(columns)] = HALF - left, right - left, *columns
        forms[number] = _shape_numbers(len(line))[shape.tobytes()]
    return orders, forms


PROBE = 8
"""So many armies fight as many others, to find out how long a battle takes."""

SHARE = 0.5
"""How much of the time is planned for: the rest is for what comes between battles, and for the
case that later battles take longer than the first ones.
"""

SHORTEST = 1e-6
"""Seconds that anything takes."""


class Budget:
    """So many battles, or as many as fit into the time until a deadline."""

    def __init__(
        self, trials: Trials, view: GameState, battles: int | None, deadline: float | None
    ) -> None:
        self._trials, self._deadline = trials, deadline
        fitting = None if deadline is None else _fitting(trials, view, deadline)
        self.most = min(limit for limit in (battles, fitting) if limit is not None)

    @property
    def is_spent(self) -> bool:
        """Whether it is time to come to an end."""
        is_late = self._deadline is not None and now() >= self._deadline
        return is_late or self._trials.battles >= self.most


def _fitting(trials: Trials, view: GameState, deadline: float) -> int:
    """How many battles can be fought until then, judged by a few of them."""
    armies = trials.drawn(view, int(view.to_move), 2 * PROBE)
    equilibrium(trials.payoffs(armies[:1], armies[:1]))  # what that needs is loaded on the way
    begun = now()
    trials.payoffs(armies[:PROBE], armies[PROBE:])
    each = max(now() - begun, SHORTEST) / PROBE**2
    return max(1, int(SHARE * (deadline - now()) / each))


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
        return self._answer_to_unseen(self._unseen_enemies())

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
        """Of every few plans, the one that does best."""
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

    def _unseen_enemies(self) -> Array:
        """What most would deploy, with as many guesses of the cards."""
        drawn = self.trials.drawn(self.view, self.enemy, PLANS * self.size, each=PLANS)
        gains = self._enemy_gains(drawn, drawn[::PLANS][: min(JUDGES, self.size // 4 + 1)])
        return drawn[self._best_of_each(gains)]

    def _answer_to_unseen(self, usual: Array) -> Mix:
        """The best against enemies as most are, and against those who would answer such ones."""
        even = np.full(len(usual), 1 / len(usual))
        first = self.answer(usual, even)
        if self.budget.is_spent:
            return first
        judges = usual[:JUDGES]
        tries = self.most // (2 * len(usual) * len(judges))
        even_judges = np.full(len(judges), 1 / len(judges))
        better, _ = self.trials.improved(usual, judges, even_judges, tries, worth=self.enemy_worth)
        enemies, weights = (
            np.concatenate([usual, better]),
            np.append(TRUST * even, (1 - TRUST) * even),
        )
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
