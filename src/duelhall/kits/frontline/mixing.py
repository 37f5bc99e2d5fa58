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
"""

from dataclasses import dataclass
from math import isqrt

import numpy as np

from duelhall.engine.record import HIDDEN, Array, GameState, foe
from duelhall.games.frontline.greedy import PLANS
from duelhall.kits.frontline.budgets import Budget
from duelhall.kits.frontline.plans import Hand
from duelhall.kits.frontline.trying import Trials
from duelhall.search.solver import equilibrium

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
