"""Information-set Monte Carlo tree search: a template, bound to a game like every other.

One simulation imagines a world that agrees with what the seat sees, goes down the tree by moves
that are legal in that world, adds a node, plays the game to its end by a policy, and tells the
nodes on the way how it ended. Of the legal moves, the one with the highest upper confidence bound
is tried. The bound counts how often a move was legal, not how often its parent was visited, since
different worlds have different moves.

The search knows no game and never sees a state: it gets a view, and imagines the rest.
"""

import math

import numpy as np

from duelhall.engine.backend.entries import long_decision
from duelhall.engine.chance import below, draw_word
from duelhall.engine.record import DRAWN, UNDECIDED, Array
from duelhall.engine.rule import helper
from duelhall.engine.seats import SEATS, foe
from duelhall.engine.templates import guess, legal, observed, play, policy
from duelhall.players.thinking.tree import ANY, NONE, Plan, add_child, child_by

VIEW, WORLD, TRIALS = 0, 1, 2
"""The cells: what the seat sees, the world that is imagined, and those for the policy."""

CELLS = 5

UNTRIED = 1e9
"""The bound of a move that was never tried."""

TABLE = 4096
NUMBERS = np.arange(TABLE).clip(1)
INVERSES = 1 / NUMBERS
INVERSE_ROOTS = 1 / np.sqrt(NUMBERS)
ROOTS_OF_LOGS = np.sqrt(np.log(NUMBERS))
"""What a bound is made of, for all but large numbers: looking it up takes a third of the time."""

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
    children: Array,
) -> None:
    """Simulate games from the view in the first cell, and remember them in the tree."""
    seat = int(cells[VIEW].to_move)
    while plan[0].simulations < plan[0].wanted:
        imagine(cells, dice, plan[0], seat)
        descend(cells, moves, dice, nodes, plan[0], path, children)
        play_out(cells, moves, dice, plan[0])
        learn(nodes, plan[0], path, int(cells[WORLD].winner))


@helper
def imagine(cells: Array, dice: Array, plan: Plan, seat: int) -> None:
    """Make up a world that agrees with what the seat sees, with chance of its own."""
    cells[WORLD] = cells[VIEW]
    world = cells[WORLD]
    world.rng = draw_word(dice[0])
    if not plan.all_known:
        guess(world, seat)
    world.rng = draw_word(dice[0])


@helper
def descend(
    cells: Array,
    moves: Array,
    dice: Array,
    nodes: Array,
    plan: Plan,
    path: Array,
    children: Array,
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
        node = pick(cells, moves, count, dice, nodes, plan, parent, children)
        if node == NONE:
            return
        is_known = nodes[node].visits > 0 or count == 1
        path[plan.depth] = node
        plan.depth += 1
        is_known = follow(cells, nodes, plan, mover, node) and is_known
        play(world, int(nodes[node].move))


@helper
def follow(cells: Array, nodes: Array, plan: Plan, mover: int, node: int) -> bool:
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
        there = add_child(nodes, plan, int(plan.at[other]), seen, mover)
    plan.at[other] = there
    return there != NONE


@helper
def pick(
    cells: Array,
    moves: Array,
    count: int,
    dice: Array,
    nodes: Array,
    plan: Plan,
    parent: int,
    children: Array,
) -> int:
    """The node of the move to try; NONE if the tree is full and knows of none."""
    if plan.depth == 0 and plan.only != ANY:
        return the_only_one(cells, nodes, plan, parent)
    list_children(nodes, parent, children)
    known, visits = 0, 0
    for place in range(count):
        child = int(children[moves[place]])
        if child != NONE:
            known += 1
            visits += int(nodes[child].visits)
            nodes[child].available += 1
    is_full = known == count or plan.used >= len(nodes)
    if is_full or known > plan.widening * visits**plan.growth:
        best = most_promising(moves, count, nodes, plan, children)
        forget_children(nodes, parent, children)
        return best
    move = any_untried(moves, count, known, dice, children)
    forget_children(nodes, parent, children)
    if known == 0 and count > 1:
        move = advised(cells, VIEW if plan.depth == 0 else WORLD, moves, dice)
    return add_child(nodes, plan, parent, move, int(cells[WORLD].to_move))


@helper
def the_only_one(cells: Array, nodes: Array, plan: Plan, root: int) -> int:
    """The node of the one move that is looked at from the root."""
    node = child_by(nodes, root, int(plan.only))
    if node != NONE:
        return node
    return add_child(nodes, plan, root, int(plan.only), int(cells[WORLD].to_move))


@helper
def any_untried(moves: Array, count: int, known: int, dice: Array, children: Array) -> int:
    """A legal move that was not tried here yet, all equally likely."""
    left = below(dice[0], count - known)
    for place in range(count):
        if children[moves[place]] == NONE:
            if left == 0:
                return int(moves[place])
            left -= 1
    return int(moves[0])


@helper
def list_children(nodes: Array, parent: int, children: Array) -> None:
    """Note the node of every move that was tried here."""
    child = int(nodes[parent].first_child)
    while child != NONE:
        children[nodes[child].move] = child
        child = int(nodes[child].next_sibling)


@helper
def forget_children(nodes: Array, parent: int, children: Array) -> None:
    """Undo that."""
    child = int(nodes[parent].first_child)
    while child != NONE:
        children[nodes[child].move] = NONE
        child = int(nodes[child].next_sibling)


@helper
def most_promising(moves: Array, count: int, nodes: Array, plan: Plan, children: Array) -> int:
    """Of the moves tried before that are legal now, the one with the highest bound."""
    best, highest = NONE, -1.0
    for place in range(count):
        child = int(children[moves[place]])
        if child != NONE:
            bound = upper_bound(nodes, plan, child)
            if bound > highest:
                best, highest = child, bound
    return best


@helper
def upper_bound(nodes: Array, plan: Plan, child: int) -> float:
    """How good a move could be, by all that is known."""
    node = nodes[child]
    visits, available = int(node.visits), int(node.available)
    if available < TABLE:
        mean, doubt = float(node.points) * INVERSES[visits], ROOTS_OF_LOGS[available]
        return mean + plan.exploration * doubt * INVERSE_ROOTS[visits] if visits else UNTRIED
    doubt = math.sqrt(math.log(available) / visits) if visits else UNTRIED
    return float(node.points) / max(1, visits) + plan.exploration * doubt


@helper
def advised(cells: Array, seen: int, moves: Array, dice: Array) -> int:
    """The move that the policy would make if a seat saw this cell."""
    cells[TRIALS] = cells[seen]
    return int(policy(cells[TRIALS:], moves, dice))


@helper
def play_out(cells: Array, moves: Array, dice: Array, plan: Plan) -> None:
    """Play the game to its end by the policy, and now and then at random."""
    world = cells[WORLD]
    while world.winner == UNDECIDED:
        if plan.noise > 0 and share(dice) < plan.noise:
            play(world, int(moves[below(dice[0], legal(world, moves))]))
        else:
            play(world, advised(cells, WORLD, moves, dice))


@helper
def share(dice: Array) -> float:
    """A number from 0 up to 1, all equally likely."""
    return (draw_word(dice[0]) >> 11) / ONE


@helper
def learn(nodes: Array, plan: Plan, path: Array, winner: int) -> None:
    """Tell the nodes on the way how the game ended."""
    for step in range(plan.depth):
        node = nodes[path[step]]
        node.visits += 1
        if winner == node.seat:
            node.points += 1.0
        elif winner == DRAWN:
            node.points += 0.5
    plan.simulations += 1
