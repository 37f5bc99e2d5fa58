"""Imagined deployments, battles and drafts: what thinking is made of. First what is machine code,
then how Python has it done, with every battle counted.
"""

from functools import cache

import numpy as np

from duelhall.backend.entries import RuleEntry, long_decision
from duelhall.engine.chance import DICE, below, draw_word
from duelhall.engine.record import (
    HIDDEN,
    SEATS,
    Array,
    GameState,
    Int8,
    Int32,
    Int64,
    Record,
    cell_of,
    dtype_of,
    foe,
)
from duelhall.engine.rule import helper
from duelhall.games.frontline.armies import ARMY, Army, all_shapes, leave, meet
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.deployment import pick
from duelhall.games.frontline.greedy import best_pick, deploy_by_thumb
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import (
    BATTLE,
    HALF,
    LARGEST_HAND,
    NOBODY,
    PICKING,
    TAKE,
    WIDTH,
    Battlefield,
    State,
)
from duelhall.games.frontline.view import guess_cards
from duelhall.match.game import Game
from duelhall.play.clock import now
from duelhall.search.search import Judged, Thought, standard_error
from duelhall.search.solver import equilibrium

LEFT, AHEAD, FIRST_BEHIND = 0, 1, 2
"""What a shape says: front units left of the divide, all front units, who has one behind."""

RESHAPE, RESHAPE_AND_SWAP, CHANGES = 0, 1, 4
"""One change in four is another shape, one in four that and a swap, and the others are swaps."""

OUTCOMES = SEATS + 1
"""The owner of an army wins, the enemy wins, or it is a tie."""


class Task(Record):
    """What is to be tried, and how far it has come."""

    seat: Int8  # who looks
    owner: Int8  # whose armies are drawn
    each: Int32  # armies drawn for each guess of the hidden cards
    tries: Int32  # changes that each army is improved by at most
    battles: Int64  # how many were fought


TASK = dtype_of(Task)


@long_decision
def run_drawing(cells: Array, armies: Array, task: Array, dice: Array) -> None:
    """Deploy by the rule of thumb what is not deployed yet in the first cell, again and again.

    The second cell has the cards as they are guessed, the third one is for deploying.
    """
    seat, owner, each = int(task[0].seat), int(task[0].owner), int(task[0].each)
    for number in range(len(armies)):
        if number % each == 0:
            cells[1] = cells[0]
            cells[1].rng = draw_word(dice[0])
            if cells[1].hand[owner, 0] == HIDDEN:
                guess_cards(cells[1], seat)
        cells[2] = cells[1]
        cells[2].rng = draw_word(dice[0])
        deploy_by_thumb(cells[2], owner)
        station(cells[2], owner)
        leave(cells[2], owner, armies[number])


@long_decision
def run_trials(
    armies: Array,
    orders: Array,
    forms: Array,
    shapes: Array,
    placed: Array,
    enemies: Array,
    weights: Array,
    worth: Array,
    results: Array,
    task: Array,
    cell: Array,
    dice: Array,
) -> None:
    """Improve each army by changes that do better against the enemies, each as heavy as its
    weight, and write down what it gets against each of them.

    `orders` and `forms` are the armies as `stand` takes them. What is `placed` already stays.
    """
    s = cell[0]
    for number in range(len(armies)):
        army = armies[number]
        if task[0].tries > 0:
            improve(
                s, army, orders[number], forms[number : number + 1], shapes, placed,
                enemies, weights, worth, task[0], dice,
            )  # fmt: skip
        for enemy in range(len(enemies)):
            meet(s, army, enemies[enemy])
            fight(s)
            results[number, enemy] = worth[s.victor]
        task[0].battles += len(enemies)


@helper
def improve(
    s: Battlefield,
    army: Army,
    order: Array,
    form: Array,
    shapes: Array,
    placed: Array,
    enemies: Array,
    weights: Array,
    worth: Array,
    task: Task,
    dice: Array,
) -> None:
    """Change an army at random, and keep each change that does better."""
    units = int(army.units)
    best = gain_against(s, army, enemies, weights, worth, -1.0, task)
    for _ in range(task.tries):
        kind, before = below(dice[0], CHANGES), int(form[0])
        one, other = 0, 0
        if kind != RESHAPE:
            one, other = below(dice[0], units), below(dice[0], units)
            swap(order, one, other)
        if kind <= RESHAPE_AND_SWAP:
            form[0] = below(dice[0], len(shapes))
        stand(army, order, shapes[form[0]])
        gain = -1.0
        if fits(army, placed):
            gain = gain_against(s, army, enemies, weights, worth, best, task)
        if gain > best:
            best = gain
        else:
            swap(order, one, other)
            form[0] = before
    stand(army, order, shapes[form[0]])


@helper
def gain_against(
    s: Battlefield,
    army: Army,
    enemies: Array,
    weights: Array,
    worth: Array,
    least: float,
    task: Task,
) -> float:
    """What an army gets against the enemies, the heaviest of whom come first; less than it could,
    if that is no more than the least that matters.
    """
    gain, rest = 0.0, 0.0
    for enemy in range(len(weights)):
        rest += weights[enemy]
    for enemy in range(len(weights)):
        if gain + rest <= least:
            return gain
        meet(s, army, enemies[enemy])
        fight(s)
        task.battles += 1
        gain += weights[enemy] * worth[s.victor]
        rest -= weights[enemy]
    return gain


@helper
def swap(order: Array, one: int, other: int) -> None:
    """Let two units change places."""
    unit = order[one]
    order[one] = order[other]
    order[other] = unit


@helper
def stand(army: Army, order: Array, shape: Array) -> None:
    """Let an army stand in a shape: the front line from the left, and then those behind it."""
    first, ahead = HALF - int(shape[LEFT]), int(shape[AHEAD])
    for column in range(WIDTH):
        army.front[column], army.back[column] = NOBODY, NOBODY
    for place in range(ahead):
        army.front[first + place] = order[place]
    for place in range(ahead, int(army.units)):
        army.back[first + shape[FIRST_BEHIND + place - ahead]] = order[place]
    army.left, army.right = first, first + ahead


@helper
def fits(army: Army, placed: Array) -> bool:
    """Whether an army can still come of what is placed: its front units stand side by side in it,
    and so do those behind them. Equal units are not told apart.

    `placed` has three rows: the front line, those behind it, and which unit each unit is like.
    """
    length = 0
    while length < len(placed[0]) and placed[0, length] != NOBODY:
        length += 1
    for first in range(int(army.left), int(army.right) - length + 1):
        if stands_from(army, placed, first, length):
            return True
    return False


@helper
def stands_from(army: Army, placed: Array, first: int, length: int) -> bool:
    """Whether what is placed stands in an army from this column on."""
    for place in range(length):
        front, back = army.front[first + place], army.back[first + place]
        if placed[2, front] != placed[2, placed[0, place]]:
            return False
        behind = placed[1, place]
        if behind != NOBODY and placed[2, back] != placed[2, behind]:
            return False
    return True


# --- a draft, in machine code ---

PLANS = 6
"""Deployments that each side thinks of."""


class DraftTask(Record):
    """How many drafts to imagine, and how far that has come."""

    wanted: Int64  # drafts to imagine for each card
    drafts: Int64  # how many those were


DRAFT_TASK = dtype_of(DraftTask)


@long_decision
def run_drafts(
    cells: Array,
    places: Array,
    armies: Array,
    payoffs: Array,
    gains: Array,
    worth: Array,
    task: Array,
    cell: Array,
    dice: Array,
) -> None:
    """Imagine how the draft in the first cell ends, and the battle after it, for each card of the
    row at these places; with the same cards to come for all of them.
    """
    seat = int(cells[0].to_move)
    while task[0].drafts < task[0].wanted:
        cells[1] = cells[0]
        cells[1].rng = draw_word(dice[0])
        if cells[1].pack_size > 0 and cells[1].pack[0] == HIDDEN:
            guess_cards(cells[1], seat)
        for number in range(len(places)):
            cells[2] = cells[1]
            finish_draft(cells[2], int(places[number]))
            draw_armies(cells, armies)
            gains[number] += gain_of_hands(cell[0], armies, payoffs, worth, seat)
        task[0].drafts += 1


@helper
def finish_draft(s: State, place: int) -> None:
    """Pick a card, and let both go on by the rule of thumb."""
    pick(s, place)
    while s.stage == PICKING:
        pick(s, best_pick(s) - TAKE)


@helper
def draw_armies(cells: Array, armies: Array) -> None:
    """Deploy both hands of the third cell in a few ways."""
    for plan in range(PLANS):
        for seat in range(SEATS):
            cells[3] = cells[2]
            cells[2].rng = draw_word(cells[2])
            deploy_by_thumb(cells[3], seat)
            station(cells[3], seat)
            leave(cells[3], seat, armies[seat, plan])


@helper
def gain_of_hands(s: Battlefield, armies: Array, payoffs: Array, worth: Array, seat: int) -> float:
    """What a seat gets if both deploy what does best against all that the other thought of."""
    for own in range(PLANS):
        for other in range(PLANS):
            meet(s, armies[seat, own], armies[foe(seat), other])
            fight(s)
            payoffs[own, other] = worth[s.victor]
    best, best_answer = 0, 0
    most, least = -1.0, PLANS + 1.0
    for plan in range(PLANS):
        gain, loss = 0.0, 0.0
        for other in range(PLANS):
            gain += payoffs[plan, other]
            loss += payoffs[other, plan]
        if gain > most:
            best, most = plan, gain
        if loss < least:
            best_answer, least = plan, loss
    result: float = payoffs[best, best_answer]
    return result


# --- what is tried from Python ---

NOTHING_PLACED = np.zeros((3, 1 + LARGEST_HAND), np.uint8)
"""Units are numbered from 1 by their cards' places in the hand; 0 is nobody."""

SHAPE_SIZE = 2 + LARGEST_HAND // 2
"""Numbers that a shape is described by: at most half of the units stand behind."""


class Trials:
    """Imagined armies of both sides, and their battles; the same for the same dice."""

    def __init__(self, game: Game, seat: int, worth: Array, dice: int) -> None:
        self.worth = worth
        self._drawing, self._trials = game.bind(run_drawing), game.bind(run_trials)
        self._task, self._dice = np.zeros(1, TASK), np.zeros(1, DICE)
        self._cell, self._cells = np.zeros(1, BATTLE), game.blank(3)
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
        cells, chance = game.blank(4), np.zeros(1, DICE)
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
