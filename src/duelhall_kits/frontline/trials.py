"""Imagined deployments, battles and drafts, in machine code: what a search is made of."""

from duelhall.backend.entries import long_decision
from duelhall.engine.chance import below, draw_word
from duelhall.engine.record import HIDDEN, SEATS, Array, Int8, Int32, Int64, Record, dtype_of, foe
from duelhall.engine.rule import helper
from duelhall.games.frontline.armies import Army, leave, meet
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.deployment import pick
from duelhall.games.frontline.greedy import best_pick, deploy_by_thumb
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import HALF, NOBODY, PICKING, TAKE, WIDTH, Battlefield, State
from duelhall.games.frontline.view import guess_cards

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
