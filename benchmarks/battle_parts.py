"""What a battle of Frontline spends its time on, by CPU time: for a machine that others keep busy.

    .venv/bin/python benchmarks/battle_parts.py

Each row does what the row before it does, and a bit more, up to the end of the first round; the
last one fights whole battles. The first number is for 60,000 different battles, the second for
battles of which each is fought over and over before the next one, so that the processor comes to
know how every branch of it goes. The difference is what wrongly foreseen branches cost.
"""

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from duelhall.backend.cpu import entry
from duelhall.engine.record import Array
from duelhall.games.frontline.armies import meet
from duelhall.games.frontline.battle import (
    determine_speeds,
    end_round,
    fight,
    highest_speed,
    place_markers,
    play_speeds,
)
from duelhall.games.frontline.state import BATTLE
from duelhall.match.game import load
from duelhall_kits.frontline.battles import random_armies

BATTLES = 60_000
SAMPLE = 60
"""How many battles are fought over and over."""

ROUNDS = 15


def set_up(first: Array, second: Array, cell: Array) -> None:
    """Two armies are set against each other."""
    for number in range(len(first)):
        meet(cell[0], first[number], second[number])


def with_speeds(first: Array, second: Array, cell: Array) -> None:
    """Then the speeds of the first round are determined."""
    s = cell[0]
    for number in range(len(first)):
        meet(s, first[number], second[number])
        determine_speeds(s)
        s.speed = highest_speed(s)


def with_markers(first: Array, second: Array, cell: Array) -> None:
    """Then the markers of each speed are placed, and taken off again."""
    s = cell[0]
    for number in range(len(first)):
        meet(s, first[number], second[number])
        determine_speeds(s)
        for speed in range(highest_speed(s), -1, -1):
            place_markers(s, speed)
            for mark in range(s.marks):
                s.markers.flat[s.marked[mark] - 1] = 0
            s.marks, s.attacks = 0, 0


def resolved(first: Array, second: Array, cell: Array) -> None:
    """Or else they are resolved."""
    s = cell[0]
    for number in range(len(first)):
        meet(s, first[number], second[number])
        determine_speeds(s)
        play_speeds(s, highest_speed(s))


def regrouped(first: Array, second: Array, cell: Array) -> None:
    """Then both armies regroup."""
    s = cell[0]
    for number in range(len(first)):
        meet(s, first[number], second[number])
        determine_speeds(s)
        play_speeds(s, highest_speed(s))
        end_round(s)


def fought(first: Array, second: Array, cell: Array) -> None:
    """The whole battle."""
    s = cell[0]
    for number in range(len(first)):
        meet(s, first[number], second[number])
        fight(s)


PARTS = (set_up, with_speeds, with_markers, resolved, regrouped, fought)


def nanoseconds(work: Any, first: Array, second: Array) -> float:
    """How long one battle takes, at best."""
    cell, best = np.zeros(1, BATTLE), float("inf")
    for _ in range(ROUNDS):
        started = time.thread_time_ns()
        work(first, second, cell)
        best = min(best, (time.thread_time_ns() - started) / len(first))
    return best


def described(part: Callable[..., None]) -> str:
    """A part in words."""
    return (part.__doc__ or "").rstrip(".")


def main() -> None:
    """Measure and print."""
    game = load("frontline")
    armies = random_armies(game, BATTLES), random_armies(game, BATTLES, seed=BATTLES)
    same = tuple(army[:SAMPLE].repeat(BATTLES // SAMPLE) for army in armies)
    for part in PARTS:
        work = entry(part, "frontline")
        found = [nanoseconds(work, *pair) for pair in (armies, same)]
        print(f"{described(part)}: {found[0]:.0f} ns, the same ones {found[1]:.0f}")


if __name__ == "__main__":
    main()
