"""The tree of a search, in arrays that are made once.

A node stands for what a seat has seen since the search began: each edge below it is a move, as
that seat knows it. Where all moves are open, both seats know the same, and share one tree;
otherwise each has its own.

The children of a node lie side by side, so that looking at all of them costs little: in a row that
has room for two, and whenever it is full in another one of twice the length.
"""

from typing import Annotated

import numpy as np

from duelhall.engine.record import (
    SEATS,
    Array,
    Float64,
    Int8,
    Int16,
    Int32,
    Int64,
    Record,
    Row,
    dtype_of,
)
from duelhall.engine.rule import helper

NONE = 0
"""No node; the roots come first and are nobody's children."""

FIRST_ROW = 2
"""The room for the first children of a node."""


ANY = -1
"""No move in particular."""


class Node(Record):
    """What became of a move, whenever it was tried here."""

    points: Float64  # what its player got for it, a win being 1 and a draw a half
    visits: Int32  # how often it was tried
    available: Int32  # how often it could have been
    first_child: Int32
    children: Int16
    move: Int16


NODE = dtype_of(Node, itemsize=24)


class Visit(Record):
    """A step on the way down."""

    node: Int32
    mover: Int32  # whose move it was


VISIT = dtype_of(Visit)


class SearchPlan(Record):
    """How a search goes about it, and how far it has come."""

    exploration: Float64  # how much a move gains by being tried seldom
    widening: Float64  # children for the first visit of a node
    growth: Float64  # the power of a node's visits that its number of children grows with
    noise: Float64  # the share of random moves in a playout
    advice: Float64  # the share of the other seat's moves that are left to the policy
    horizon: Int32  # the most moves of a playout
    shared: Int8  # whether both seats know the same of all moves
    all_known: Int8  # whether what it looks at is a whole state, with nothing to imagine
    only: Int16  # the one move to look at from the root; ANY for all of them
    used: Int32  # nodes in use, and those kept free for more children
    mark: Int64  # of the moves that are legal where the search is
    at: Annotated[Row, np.int32, SEATS]  # where each seat is in its tree
    depth: Int32  # steps from the root
    simulations: Int64  # finished ones
    wanted: Int64  # how many those shall be


PLAN = dtype_of(SearchPlan)


@helper
def plant(nodes: Array, plan: SearchPlan) -> None:
    """Make a tree with nothing but its roots."""
    for root in range(SEATS):
        nodes[root].children = 0
    plan.used = SEATS
    plan.simulations = 0


@helper
def child_by(nodes: Array, parent: int, move: int) -> int:
    """The node of a move; NONE if it was never tried."""
    first = int(nodes[parent].first_child)
    for child in range(first, first + nodes[parent].children):
        if nodes[child].move == move:
            return child
    return NONE


@helper
def add_child(nodes: Array, plan: SearchPlan, parent: int, move: int) -> int:
    """A new node; NONE if there is no room for any."""
    count = int(nodes[parent].children)
    if is_row_full(count) and not move_to_longer_row(nodes, plan, parent):
        return NONE
    child = int(nodes[parent].first_child) + count
    node = nodes[child]
    node.visits, node.available, node.points = 0, 1, 0.0
    node.children, node.move = 0, move
    nodes[parent].children = count + 1
    return child


@helper
def is_row_full(count: int) -> bool:
    """Whether so many children fill their row, which has room for two, four, eight, ..."""
    return count != 1 and count & (count - 1) == 0


@helper
def move_to_longer_row(nodes: Array, plan: SearchPlan, parent: int) -> bool:
    """Give the children of a node a longer row; False if there is no room for it."""
    first, count, longer = int(nodes[parent].first_child), int(nodes[parent].children), plan.used
    plan.used = min(longer + max(FIRST_ROW, 2 * count), len(nodes))
    if plan.used == len(nodes):
        return False
    for place in range(count):
        nodes[longer + place] = nodes[first + place]
    nodes[parent].first_child = longer
    return True
