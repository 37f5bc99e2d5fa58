"""The tree of a search, in arrays that are made once.

A node stands for what a seat has seen since the search began: each edge below it is a move, as
that seat knows it. Where all moves are open, both seats know the same, and share one tree;
otherwise each has its own.
"""

from typing import Annotated

import numpy as np

from duelhall.engine.fields import Float32, Float64, Int8, Int16, Int32, Int64, Row
from duelhall.engine.record import Array, Record, dtype_of
from duelhall.engine.rule import helper
from duelhall.engine.seats import SEATS

NONE = 0
"""No node; the roots come first and are nobody's children."""


ANY = -1
"""No move in particular."""


class Node(Record):
    """What became of a move, whenever it was tried here."""

    first_child: Int32
    next_sibling: Int32
    visits: Int32  # how often it was tried
    available: Int32  # how often it could have been
    points: Float32  # what its player got for it, a win being 1 and a draw a half
    move: Int16
    seat: Int8  # whose move it is


NODE = dtype_of(Node)


class Plan(Record):
    """How a search goes about it, and how far it has come."""

    exploration: Float64  # how much a move gains by being tried seldom
    widening: Float64  # children for the first visit of a node
    growth: Float64  # the power of a node's visits that its number of children grows with
    noise: Float64  # the share of random moves in a playout
    shared: Int8  # whether both seats know the same of all moves
    all_known: Int8  # whether what it looks at is a whole state, with nothing to imagine
    only: Int16  # the one move to look at from the root; ANY for all of them
    used: Int32  # nodes in use
    at: Annotated[Row, np.int32, SEATS]  # where each seat is in its tree
    depth: Int32  # steps from the root
    simulations: Int64  # finished ones
    wanted: Int64  # how many those shall be


PLAN = dtype_of(Plan)


@helper
def plant(nodes: Array, plan: Plan) -> None:
    """Make a tree with nothing but its roots."""
    for root in range(SEATS):
        nodes[root].first_child = NONE
    plan.used = SEATS
    plan.simulations = 0


@helper
def child_by(nodes: Array, parent: int, move: int) -> int:
    """The node of a move; NONE if it was never tried."""
    child = int(nodes[parent].first_child)
    while child != NONE and nodes[child].move != move:
        child = int(nodes[child].next_sibling)
    return child


@helper
def add_child(nodes: Array, plan: Plan, parent: int, move: int, seat: int) -> int:
    """A new node; NONE if there is no room for any."""
    if plan.used >= len(nodes):
        return NONE
    child = int(plan.used)
    plan.used += 1
    node = nodes[child]
    node.first_child, node.next_sibling = NONE, nodes[parent].first_child
    node.visits, node.available, node.points = 0, 1, 0.0
    node.move, node.seat = move, seat
    nodes[parent].first_child = child
    return child
