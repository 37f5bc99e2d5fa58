"""Information-set Monte Carlo tree search: a template, bound to a game like every other.

One simulation imagines a world that agrees with what the seat sees, goes down the tree by moves
that are legal in that world, adds a node, plays the game to its end by a policy, or to where its
end is estimated, and tells the nodes on the way how it ended. Of the legal moves, the one with the
highest upper confidence bound is tried. The bound counts how often a move was legal, not how often
its parent was visited, since different worlds have different moves.

The search knows no game and never sees a state: it gets a view, and imagines the rest.
"""

import math

import numpy as np

from duelhall.backend.entries import long_decision
from duelhall.engine.chance import below, draw_word
from duelhall.engine.record import DRAWN, SEATS, UNDECIDED, Array, State, foe
from duelhall.engine.rule import helper
from duelhall.engine.template import estimate, guess, legal, observed, plausible, play, policy
from duelhall.search.tree import ANY, NONE, Node, SearchPlan, add_child, child_by

WORLD, VIEW, CELLS = 0, 3, 6
"""The cells: the world that is imagined and what the seat sees, each with two behind it in which
the policy tries moves.
"""

UNTRIED = 1e9
"""The bound of a move that was never tried."""

TABLE = 4096
NUMBERS = np.arange(TABLE).clip(1)
INVERSES = 1 / NUMBERS
INVERSE_ROOTS = 1 / np.sqrt(NUMBERS)
ROOTS_OF_LOGS = np.sqrt(np.log(NUMBERS))
"""What a bound is made of, for all but large numbers: looking it up takes a third of the time."""

MOST_WORLDS = 10
"""How many are made up at most, until one of them is plausible."""

ONE = 1 << 53
"""How many different fractions `share` has."""


@long_decision
def run_search(
    cells: Array,
    moves: Array,
    dice: Array,
    nodes: Array,
    plan: Array,
    path: Array,
    marks: Array,
) -> None:
    """Simulate games from the view in the first cell, and remember them in the tree."""
    seat = int(cells[VIEW].to_move)
    while plan[0].simulations < plan[0].wanted:
        guess_world(cells, dice, plan[0], seat)
        descend(cells, moves, dice, nodes, plan[0], path, marks)
        play_out(cells, moves, dice, plan[0])
        learn(nodes, plan[0], path, outcome(cells[WORLD]))


@helper
def guess_world(cells: Array, dice: Array, plan: SearchPlan, seat: int) -> None:
    """Make up a world that agrees with what the seat sees, with chance of its own.

    The harder a world is to believe, the likelier another one is made up in its place.
    """
    world = cells[WORLD]
    for _ in range(MOST_WORLDS):
        cells[WORLD] = cells[VIEW]
        world.rng = draw_word(dice[0])
        if plan.all_known:
            break
        guess(world, seat)
        belief = plausible(world, seat)
        if belief >= 1 or share(dice) < belief:
            break
    world.rng = draw_word(dice[0])


@helper
def descend(
    cells: Array,
    moves: Array,
    dice: Array,
    nodes: Array,
    plan: SearchPlan,
    path: Array,
    marks: Array,
) -> None:
    """Go down from the root by the most promising moves, and add one node."""
    world = cells[WORLD]
    for seat in range(SEATS):
        plan.at[seat] = 0 if plan.shared else seat
    plan.depth = 0
    is_known = True
    while is_known and world.winner == UNDECIDED and plan.depth < len(path):
        count = legal(world, moves)
        mover = int(world.to_move)
        parent = int(plan.at[mover])
        node = pick(cells, moves, count, dice, nodes, plan, parent, marks)
        if node == NONE:
            return
        is_known = nodes[node].visits > 0 or count == 1
        path[plan.depth].node, path[plan.depth].mover = node, mover
        plan.depth += 1
        is_known = follow(cells, nodes, plan, mover, node) and is_known
        play(world, int(nodes[node].move))


@helper
def follow(cells: Array, nodes: Array, plan: SearchPlan, mover: int, node: int) -> bool:
    """Take both seats to where they are after a move, as each of them knows it; False if the tree
    is too full for that.
    """
    plan.at[mover] = node
    other = foe(mover)
    if plan.shared:
        plan.at[other] = node
        return True
    seen = observed(cells[WORLD], int(nodes[node].move))
    there = child_by(nodes, int(plan.at[other]), seen)
    if there == NONE:
        there = add_child(nodes, plan, int(plan.at[other]), seen)
    plan.at[other] = there
    return there != NONE


@helper
def pick(
    cells: Array,
    moves: Array,
    count: int,
    dice: Array,
    nodes: Array,
    plan: SearchPlan,
    parent: int,
    marks: Array,
) -> int:
    """The node of the move to try; NONE if the tree is full and knows of none."""
    if plan.depth == 0 and plan.only != ANY:
        return node_of(nodes, plan, parent, int(plan.only))
    if is_left_to_the_policy(cells, count, dice, plan):
        return node_of(nodes, plan, parent, advised(cells, WORLD, moves, dice))
    mark_legal(moves, count, plan, marks)
    best, known, visits = most_promising(nodes, plan, parent, marks)
    is_full = known == count or plan.used >= len(nodes)
    if is_full or known > plan.widening * visits**plan.growth:
        return best
    move = any_untried(moves, count, known, dice, plan, marks)
    if known == 0 and count > 1:
        move = advised(cells, VIEW if plan.depth == 0 else WORLD, moves, dice)
    added = add_child(nodes, plan, parent, move)
    return best if added == NONE else added


@helper
def is_left_to_the_policy(cells: Array, count: int, dice: Array, plan: SearchPlan) -> bool:
    """Whether the other seat makes the move that the policy would, this time."""
    if plan.advice == 0 or count == 1 or cells[WORLD].to_move == cells[VIEW].to_move:
        return False
    return share(dice) < plan.advice


@helper
def node_of(nodes: Array, plan: SearchPlan, parent: int, move: int) -> int:
    """The node of a move, tried before or not; NONE if the tree is full."""
    node = child_by(nodes, parent, move)
    if node == NONE:
        return add_child(nodes, plan, parent, move)
    nodes[node].available += 1
    return node


@helper
def mark_legal(moves: Array, count: int, plan: SearchPlan, marks: Array) -> None:
    """Mark the legal moves, with a number that was never used before."""
    plan.mark += 1
    for place in range(count):
        marks[moves[place]] = plan.mark


@helper
def most_promising(
    nodes: Array, plan: SearchPlan, parent: int, marks: Array
) -> tuple[int, int, int]:
    """Of the moves tried before that are legal now, the one with the highest bound; how many there
    are, and how often all of them were tried.

    Their marks are made negative, so that the others can be told from them.
    """
    best, highest, known, visits = NONE, -1.0, 0, 0
    first = int(nodes[parent].first_child)
    for child in range(first, first + nodes[parent].children):
        node = nodes[child]
        if marks[node.move] == plan.mark:
            marks[node.move] = -plan.mark
            node.available += 1
            known += 1
            visits += int(node.visits)
            bound = upper_bound(node, plan)
            if bound > highest:
                best, highest = child, bound
    return best, known, visits


@helper
def any_untried(
    moves: Array, count: int, known: int, dice: Array, plan: SearchPlan, marks: Array
) -> int:
    """A legal move that was not tried here yet, all equally likely."""
    left = below(dice[0], count - known)
    for place in range(count):
        if marks[moves[place]] == plan.mark:
            if left == 0:
                return int(moves[place])
            left -= 1
    return int(moves[0])


@helper
def upper_bound(node: Node, plan: SearchPlan) -> float:
    """How good a move could be, by all that is known."""
    visits, available = int(node.visits), int(node.available)
    if available < TABLE:
        mean, doubt = node.points * INVERSES[visits], ROOTS_OF_LOGS[available]
        return mean + plan.exploration * doubt * INVERSE_ROOTS[visits] if visits else UNTRIED
    doubt = math.sqrt(math.log(available) / visits) if visits else UNTRIED
    return node.points / max(1, visits) + plan.exploration * doubt


@helper
def advised(cells: Array, seen: int, moves: Array, dice: Array) -> int:
    """The move that the policy would make if a seat saw this cell."""
    return int(policy(cells[seen:], moves, dice))


@helper
def play_out(cells: Array, moves: Array, dice: Array, plan: SearchPlan) -> None:
    """Play on by the policy, and now and then at random, to the end or to the horizon."""
    world = cells[WORLD]
    for _ in range(plan.horizon):
        if world.winner != UNDECIDED:
            return
        if plan.noise > 0 and share(dice) < plan.noise:
            play(world, int(moves[below(dice[0], legal(world, moves))]))
        else:
            play(world, advised(cells, WORLD, moves, dice))


@helper
def share(dice: Array) -> float:
    """A number from 0 up to 1, all equally likely."""
    return (draw_word(dice[0]) >> 11) / ONE


@helper
def outcome(world: State) -> float:
    """What the first seat gets, or can expect where the game goes on: a win is 1, a draw a half."""
    if world.winner == UNDECIDED:
        return float(estimate(world))
    if world.winner == DRAWN:
        return 0.5
    return 1.0 if world.winner == 0 else 0.0


@helper
def learn(nodes: Array, plan: SearchPlan, path: Array, gain: float) -> None:
    """Tell the nodes on the way what the first seat gets."""
    for step in range(plan.depth):
        node = nodes[path[step].node]
        node.visits += 1
        node.points += gain if path[step].mover == 0 else 1 - gain
    plan.simulations += 1
