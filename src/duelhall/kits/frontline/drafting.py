"""Choosing a card in a draft, by what becomes of the draft."""

import numpy as np

from duelhall.backend.entries import Entry
from duelhall.engine.chance import DICE
from duelhall.engine.record import SEATS, cell_of
from duelhall.games.frontline.armies import ARMY
from duelhall.games.frontline.state import BATTLE, TAKE, State
from duelhall.kits.frontline.drafts import DRAFT_TASK, PLANS, run_drafts
from duelhall.kits.frontline.stakes import worth_of_battle
from duelhall.match.game import Game
from duelhall.players.clock import now
from duelhall.search.search import Choice, Thought, standard_error

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
    def entries(self) -> list[Entry]:
        """What has to be in machine code before drafting is fast."""
        return [Entry(run_drafts, {}, self._arguments)]

    def imagine(self, battles: int | None, deadline: float | None) -> None:
        """Imagine drafts, with so many battles in all or until a deadline, and at least a few."""
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

    def _choice(self, number: int) -> Choice:
        drafts, gain = self._drafts, float(self._gains[number])
        error = standard_error(gain, drafts)
        return Choice(self._moves[number], BATTLES * drafts, gain / drafts, error)
