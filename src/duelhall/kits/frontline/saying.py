"""A mix of deployments as a thought: by the next moves, and as whole lines of moves."""

import numpy as np

from duelhall.engine.chance import DICE, WORD, draw_word
from duelhall.engine.record import Array
from duelhall.kits.frontline.mixing import Mix
from duelhall.kits.frontline.plans import Hand
from duelhall.search.search import Choice, Line, Thought, standard_error


def thought_of(mix: Mix, battles: int, hand: Hand, dice: int) -> Thought:
    """The mix as it goes on from what is placed, with the move first that the dice draw.

    Who was drawn earlier has begun as its line does. Lines that have what is placed elsewhere were
    not drawn, or they would be chosen more often than the mix says; they count only for somebody
    who has begun in no such way.
    """
    plans = [hand.plan(army) for army in mix.armies]
    moves = [hand.next_moves(plan) for plan in plans]
    shares = mix.shares * [hand.has_begun(plan) for plan in plans]
    if not shares.any():
        shares = mix.shares * [bool(found) for found in moves]
    shares = shares / shares.sum()
    lines = [
        Line(hand.moves_to(plan), float(share))
        for plan, share in zip(plans, shares, strict=True)
        if share > 0
    ]
    lines.sort(key=lambda line: (-line.share, line.moves))
    drawn = drawn_line(lines, dice).moves[0]
    choices = [
        _choice(move, mix, [move in found for found in moves], lines, battles)
        for move in sorted(set[int]().union(*moves))
    ]
    choices.sort(key=lambda choice: (choice.move != drawn, -choice.visits, -choice.chance))
    return Thought(tuple(choices), battles, tuple(lines))


def drawn_line(lines: list[Line], dice: int) -> Line:
    """The line that the dice draw, each as often as its share says."""
    cell = np.zeros(1, DICE)
    cell[0].rng = dice
    number = draw_word(cell[0]) / (WORD + 1)
    sums = np.cumsum([line.share for line in lines])
    return lines[min(int(np.searchsorted(sums, number, side="right")), len(lines) - 1)]


def _choice(move: int, mix: Mix, can_follow: list[bool], lines: list[Line], battles: int) -> Choice:
    """A move with what the best army gets that can come of it; as much of the thinking was about
    it as its share is.
    """
    chance = float(np.where(can_follow, mix.gains, -1.0).max())
    share = sum(line.share for line in lines if line.moves[0] == move)
    return Choice(move, round(share * battles), chance, _error(chance, mix.weights), share)


def _error(chance: float, weights: Array) -> float:
    """The standard error of a chance, from enemies who count by their weights."""
    size = float(1 / (weights**2).sum())
    return standard_error(size * chance, size)
