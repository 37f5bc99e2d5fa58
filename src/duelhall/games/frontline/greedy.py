"""A rule of thumb for Frontline.

What can fight or take a blow goes to the front, support goes behind. That leaves many deployments;
a few of them are tried against a few hundred that the enemy may have made by the same rule of
thumb, and the one that wins most is begun. In a draft the card is picked whose symbols are worth
most.
"""

from duelhall.engine.chance import below, draw_word
from duelhall.engine.record import HIDDEN, Array, foe
from duelhall.engine.rule import helper
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.cards import SHIELD, SPEAR, SWORD, SYMBOLS
from duelhall.games.frontline.deployment import (
    all_are_placed,
    choose_side,
    hand_size,
    may_place,
    may_stand_behind,
    place_unit,
)
from duelhall.games.frontline.rules import reveal
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    LEFT_END,
    PICKING,
    PLACES,
    ROW,
    TAKE,
    State,
)
from duelhall.games.frontline.view import guess_cards

PLANS = 16
ENEMIES = 256
CONTRARY = 8
"""One card in so many goes where the rule of thumb does not want it."""

WORTH = (4, 4, 3, 3, 2, 2)
"""What a spear, a sword, a shield, a fortress, a bow and a crown are worth in a draft."""

WORTH_OF_ARMS = 6
"""What a weapon is worth on top, while half of the cards in hand have none."""

WORST = -ENEMIES - 1


@helper
def greedy(cells: Array, _moves: Array, dice: Array) -> int:
    """The pick that is worth most, or the first step of the best of a few plans."""
    if cells[0].stage == PICKING:
        return best_pick(cells[0])
    seat = cells[0].to_move
    enemies = draw_word(dice[0])
    best, chosen = WORST, 0
    for _ in range(PLANS):
        cells[1] = cells[0]
        cells[1].rng = draw_word(dice[0])
        first = deploy_by_thumb(cells[1], seat)
        balance = balance_against(cells, seat, enemies)
        if balance > best:
            best, chosen = balance, first
    return chosen


@helper
def balance_against(cells: Array, seat: int, enemies: int) -> int:
    """How many more enemies the army in the second cell beats than it is beaten by."""
    balance = 0
    trial = cells[2]
    cells[1].rng = enemies
    for _ in range(ENEMIES):
        cells[2] = cells[1]
        cells[1].rng = draw_word(cells[1])
        if trial.hand[foe(seat), 0] == HIDDEN:
            guess_cards(trial, seat)
        deploy_by_thumb(trial, foe(seat))
        reveal(trial)
        fight(trial)
        balance += int(trial.victor == seat) - int(trial.victor == foe(seat))
    return balance


@helper
def deploy_by_thumb(s: State, seat: int) -> int:
    """Deploy what is left of a hand, and return the first move of that."""
    s.to_move = seat
    first = -1
    while not all_are_placed(s):
        move = next_move(s, seat)
        place_unit(s, move)
        if first < 0:
            first = move
    commit = COMMIT
    if s.length[seat] % 2 == 1:
        commit = COMMIT_LEFT + below(s, 2)
        choose_side(s, commit)
    return commit if first < 0 else first


@helper
def next_move(s: State, seat: int) -> int:
    """A card for the front if there is one left, else another, to a place of its kind."""
    card = any_card(s, seat, ahead=True)
    goes_ahead = card >= 0
    if card < 0:
        card = any_card(s, seat, ahead=False)
    if below(s, CONTRARY) == 0:
        goes_ahead = not goes_ahead
    column = -1 if goes_ahead else any_free_column(s, seat)
    if column >= 0:
        return card * PLACES + BEHIND + column
    return card * PLACES + LEFT_END + below(s, 2)


@helper
def any_card(s: State, seat: int, ahead: bool) -> int:  # noqa: FBT001, Numba takes it so
    """One of the cards in hand that belong to the front, or of those that do not; -1 if none."""
    chosen, found = -1, 0
    for card in range(hand_size(s, seat)):
        if may_place(s, card) and belongs_ahead(s, s.hand[seat, card]) == ahead:
            found += 1
            if below(s, found) == 0:
                chosen = card
    return chosen


@helper
def any_free_column(s: State, seat: int) -> int:
    """One of the front units behind whom nobody stands; -1 if there is none."""
    chosen, found = -1, 0
    for column in range(s.length[seat]):
        if may_stand_behind(s, column):
            found += 1
            if below(s, found) == 0:
                chosen = column
    return chosen


@helper
def belongs_ahead(s: State, kind: int) -> bool:
    """Whether a card can fight, or take a blow for itself."""
    symbols = s.options.cards[kind]
    return symbols[SPEAR] + symbols[SWORD] + symbols[SHIELD] > 0


@helper
def is_armed(s: State, kind: int) -> bool:
    """Whether a card has a weapon."""
    return s.options.cards[kind, SPEAR] + s.options.cards[kind, SWORD] > 0


@helper
def best_pick(s: State) -> int:
    """The open card whose symbols are worth most together; without weapons nobody wins."""
    best, chosen = -1, 0
    held, armed = hand_size(s, s.to_move), 0
    for place in range(held):
        armed += is_armed(s, s.hand[s.to_move, place])
    for place in range(ROW):
        worth = 0
        for symbol in range(SYMBOLS):
            worth += WORTH[symbol] * s.options.cards[s.row[place], symbol]
        if is_armed(s, s.row[place]) and armed < held - armed + 1:
            worth += WORTH_OF_ARMS
        if worth > best:
            best, chosen = worth, place
    return TAKE + chosen
