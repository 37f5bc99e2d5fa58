"""Imagined drafts, in machine code: what the hands are worth that a pick leads to."""

from duelhall.backend.entries import long_decision
from duelhall.engine.chance import draw_word
from duelhall.engine.record import HIDDEN, SEATS, Array, Int64, Record, dtype_of, foe
from duelhall.engine.rule import helper
from duelhall.games.frontline.armies import leave, meet
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.deployment import pick
from duelhall.games.frontline.greedy import best_pick, deploy_by_thumb
from duelhall.games.frontline.rules import station
from duelhall.games.frontline.state import PICKING, TAKE, Battlefield, State
from duelhall.games.frontline.view import guess_cards

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
