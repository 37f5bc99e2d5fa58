"""Whole deployments as plans: which of them have what is placed already, and how they go on."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from duelhall.engine.computed import computed_once
from duelhall.engine.record import Array
from duelhall.games.frontline.armies import Army
from duelhall.games.frontline.state import (
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

UNITS = 1 + LARGEST_HAND
"""Units are numbered from 1 by their cards' places in the hand; 0 is nobody."""

NOTHING_PLACED = np.zeros((3, UNITS), np.uint8)


class Plan(NamedTuple):
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

    def plan(self, army: Army) -> Plan:
        """An army of this hand as a plan."""
        line = slice(int(army.left), int(army.right))
        front, back = self.alike[army.front[line]], self.alike[army.back[line]]
        return Plan(tuple(front.tolist()), tuple(back.tolist()), HALF - line.start)

    def has_begun(self, plan: Plan) -> bool:
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

    def _starts(self, plan: Plan) -> Iterator[int]:
        """The places in a plan's front line at which what is placed can stand."""
        length = len(self.front)
        for start in range(len(plan.front) - length + 1):
            behind = zip(self.back, plan.back[start : start + length], strict=True)
            if plan.front[start : start + length] == self.front and all(
                mine in (NOBODY, planned) for mine, planned in behind
            ):
                yield start

    def next_moves(self, plan: Plan) -> set[int]:
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

    def moves_to(self, plan: Plan) -> tuple[int, ...]:
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
