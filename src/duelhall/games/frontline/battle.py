"""The battle of Frontline: the rulings F1 to F13.

`s` is a battle, or a game's state, which holds one.
"""

from duelhall.engine.record import DRAWN, SEATS, UNDECIDED, foe
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.cards import (
    BOW,
    CROWN,
    FIRST_SWORD_SPEED,
    FORTRESS,
    SECOND_SWORD_SPEED,
    SHIELD,
    SPEAR,
    SPEAR_SPEED,
    SWORD,
)
from duelhall.games.frontline.state import (
    HALF,
    NEVER,
    NO_PLACE,
    NOBODY,
    Battlefield,
    column_at,
    facing,
    first_waiting,
    nobody_waits,
    place_of,
    seat_at,
    wait_for,
)


@helper
def fight(s: Battlefield) -> None:
    """Fight a battle to its end."""
    while s.victor == UNDECIDED:
        play_round(s)


@helper
def play_round(s: Battlefield) -> None:
    """One round: speeds, attacks, and if both armies are left, regrouping."""
    s.rounds += 1
    s.changes = 0
    determine_speeds(s)
    play_speeds(s, highest_speed(s))
    end_round(s)


@helper
def finish_round(s: Battlefield) -> None:
    """The rest of a round in which the markers of its present speed are placed, or resolved by
    now.
    """
    if s.attacks > 0:
        resolve_markers(s)
    play_speeds(s, int(s.speed) - 1)
    end_round(s)


@helper
def play_speeds(s: Battlefield, highest: int) -> None:
    """Play one speed after another, as long as anybody is left to attack and to be attacked."""
    for speed in range(highest, -1, -1):
        if s.units[0] == 0 or s.units[1] == 0:
            break
        place_markers(s, speed)
        if s.attacks > 0:
            resolve_markers(s)


@helper
def end_round(s: Battlefield) -> None:
    """See whether the battle is over; if not, both armies regroup."""
    if not battle_is_over(s):
        for seat in range(SEATS):
            regroup(s, seat)


# --- step one: speeds ---


@rule("F1", "F4")
def determine_speeds(s: Battlefield) -> None:
    """Crowns of a unit's own army and bows of the enemy, in its column or beside it, change the
    speeds of its weapons for the round.
    """
    nobody_waits(s)
    s.fortresses = 0
    for seat in range(SEATS):
        hasten(s, seat)
    for seat in range(SEATS):
        for column in range(s.left[seat], s.right[seat]):
            wait_for(s, seat, column, first_speed(s, seat, column))


@helper
def hasten(s: Battlefield, seat: int) -> None:
    """Find out by how much the columns of an army are hastened, and count its fortresses.

    What is near a column is what was near the one before it, less a column and plus another.
    """
    enemy, fortresses = foe(seat), 0
    first = int(s.left[seat])
    crowns_left, crowns = 0, standing(s, seat, first, CROWN)
    bows_left = standing(s, enemy, facing(first) + 1, BOW)
    bows = standing(s, enemy, facing(first), BOW)
    for column in range(first, s.right[seat]):
        crowns_right = standing(s, seat, column + 1, CROWN)
        bows_right = standing(s, enemy, facing(column) - 1, BOW)
        slowed = bows_left + bows + bows_right
        s.hastened[seat, column] = crowns_left + crowns + crowns_right - slowed
        crowns_left, crowns = crowns, crowns_right
        bows_left, bows = bows, bows_right
        fortresses += standing(s, seat, column, FORTRESS)
    s.fortresses += fortresses


@helper
def standing(s: Battlefield, seat: int, column: int, symbol: int) -> int:
    """How many whole symbols of a kind are in a column, in front and behind."""
    front, back = s.front[seat, column], s.back[seat, column]
    return int(s.symbols[seat, front, symbol]) + int(s.symbols[seat, back, symbol])


@helper
def first_speed(s: Battlefield, seat: int, column: int) -> int:
    """The highest speed at which the weapons of a column attack.

    Here and below, `&` spares the processor a branch that it could only guess at.
    """
    unit = s.front[seat, column]
    spears, swords = s.symbols[seat, unit, SPEAR], s.symbols[seat, unit, SWORD]
    fastest = SPEAR_SPEED if spears > 0 else SECOND_SWORD_SPEED
    speed = fastest + int(s.hastened[seat, column])
    return speed if (speed >= 0) & (spears + swords > 0) else NEVER


@helper
def next_speed(s: Battlefield, seat: int, column: int, speed: int) -> int:
    """The speed at which the weapons of a column attack after one at which they do: the next one if
    a sword has an attack left (F5).
    """
    swords = s.symbols[seat, s.front[seat, column], SWORD]
    unhastened = speed - int(s.hastened[seat, column])
    return speed - 1 if (swords > 0) & (unhastened > FIRST_SWORD_SPEED) else NEVER


@rule("F6")
def highest_speed(s: Battlefield) -> int:
    """Speeds are played one after another, from the highest down to 0.

    That is a spear's in the most hastened column. Whether there is one costs more to find out
    than a speed at which nobody attacks.
    """
    hastened = -SPEAR_SPEED - 1
    for seat in range(SEATS):
        for column in range(s.left[seat], s.right[seat]):
            hastened = max(hastened, int(s.hastened[seat, column]))
    return hastened + SPEAR_SPEED


# --- step two: attacks ---


@rule("F6")
def place_markers(s: Battlefield, speed: int) -> None:
    """All weapons of one speed attack at the same time.

    Columns wait for their next speed, so that nobody has to look for those that attack.
    """
    s.speed = speed
    place = first_waiting(s, speed)
    while place != NO_PLACE:
        following = int(s.following[place])
        seat, column = seat_at(place), column_at(place)
        wait_for(s, seat, column, next_speed(s, seat, column, speed))
        attacks = attacks_at(s, seat, column, speed)
        if attacks > 0:
            attack(s, seat, column, attacks)
        place = following


@rule("F5")
def attacks_at(s: Battlefield, seat: int, column: int, speed: int) -> int:
    """Each spear attacks once and each sword twice, every attack at its own speed."""
    unit = s.front[seat, column]
    unhastened = speed - int(s.hastened[seat, column])
    spears = s.symbols[seat, unit, SPEAR] * (unhastened == SPEAR_SPEED)
    swords = s.symbols[seat, unit, SWORD]
    return int(spears + swords * (FIRST_SWORD_SPEED <= unhastened <= SECOND_SWORD_SPEED))


@rule("F2", "F3", "F7")
def attack(s: Battlefield, seat: int, column: int, attacks: int) -> None:
    """An attack goes to the front unit straight across, or else to the one on the attacker's right,
    or else to the one on the left, or else to nobody.
    """
    enemy = foe(seat)
    target = facing(column)
    if s.front[enemy, target] == NOBODY:
        if s.front[enemy, target - 1] != NOBODY:
            target -= 1
        elif s.front[enemy, target + 1] != NOBODY:
            target += 1
        else:
            return
    s.marked[s.marks] = place_of(enemy, target)
    s.marks += int(s.markers[enemy, target] == 0)  # once for each column
    s.markers[enemy, target] += attacks
    s.attacks += attacks


@rule("F8")
def resolve_markers(s: Battlefield) -> None:
    """Each player then resolves all markers on their own units together."""
    block_with_shields(s)
    if s.attacks > 0 and s.fortresses > 0:
        block_with_fortresses(s)
    if s.attacks > 0:
        kill_units(s)
    s.marks = 0


@rule("F8")
def block_with_shields(s: Battlefield) -> bool:
    """First each attacked unit breaks its unbroken shields, one for each marker."""
    blocked = 0
    for mark in range(s.marks):
        place = int(s.marked[mark])
        seat, column = seat_at(place), column_at(place)
        blocked += block(s, seat, column, s.front[seat, column], SHIELD)
    return note_blocked(s, blocked)


@rule("F8", "F9")
def block_with_fortresses(s: Battlefield) -> bool:
    """Then unbroken fortresses in either line block one marker each: for the front unit of their
    own column first, then for the column to their owner's right, then for the one to the left.
    """
    blocked = 0
    for served in (0, 1, -1):
        for mark in range(s.marks):
            place = int(s.marked[mark])
            seat, target = seat_at(place), column_at(place)
            column = target - served
            blocked += block(s, seat, target, s.front[seat, column], FORTRESS)
            blocked += block(s, seat, target, s.back[seat, column], FORTRESS)
    s.fortresses -= blocked
    return note_blocked(s, blocked)


@helper
def block(s: Battlefield, seat: int, column: int, unit: int, symbol: int) -> int:
    """Break symbols of a unit, one for each marker in a column, as far as they go."""
    broken = int(min(s.markers[seat, column], s.symbols[seat, unit, symbol]))
    s.symbols[seat, unit, symbol] -= broken
    s.markers[seat, column] -= broken
    return broken


@helper
def note_blocked(s: Battlefield, blocked: int) -> bool:
    """Note how many markers were blocked, each by a symbol that broke; False if none was."""
    s.attacks -= blocked
    s.changes += blocked
    return blocked > 0


@rule("F10", "F11")
def kill_units(s: Battlefield) -> None:
    """A unit with a marker left is removed with everything on it; a unit that has only lost all its
    symbols stays.
    """
    s.attacks = 0
    for mark in range(s.marks):
        place = int(s.marked[mark])
        seat, column = seat_at(place), column_at(place)
        if s.markers[seat, column] > 0:
            s.markers[seat, column] = 0
            s.front[seat, column] = NOBODY
            s.units[seat] -= 1
            s.changes += 1


# --- the end ---


@rule("F13")
def battle_is_over(s: Battlefield) -> bool:
    """An army without units loses; it is a tie if both are gone, or if nothing was broken or
    killed in the round.
    """
    if s.units[0] == 0 and s.units[1] == 0:
        s.victor = DRAWN
    elif s.units[0] == 0:
        s.victor = 1
    elif s.units[1] == 0:
        s.victor = 0
    elif s.changes == 0:
        s.victor = DRAWN
    return s.victor != UNDECIDED


# --- step three: regrouping ---


@rule("F12")
def regroup(s: Battlefield, seat: int) -> None:
    """If both armies have units left, each regroups for the next round."""
    step_forward(s, seat)
    close_gaps(s, seat)
    move_divide(s, seat)


@rule("F12")
def step_forward(s: Battlefield, seat: int) -> bool:
    """Units of the back line with nobody in front of them step forward."""
    has_changed = False
    for column in range(s.left[seat], s.right[seat]):
        front, back = s.front[seat, column], s.back[seat, column]
        is_free = front == NOBODY
        s.front[seat, column] = back if is_free else front
        s.back[seat, column] = NOBODY if is_free else back
        has_changed |= is_free & (back != NOBODY)
    return has_changed


@rule("F12")
def close_gaps(s: Battlefield, seat: int) -> bool:
    """Gaps in the front line close toward the divide; the units behind go along."""
    start, end = HALF, HALF
    for column in range(HALF, s.right[seat]):
        if s.front[seat, column] != NOBODY:
            move_column(s, seat, column, end)
            end += 1
    for column in range(HALF - 1, int(s.left[seat]) - 1, -1):
        if s.front[seat, column] != NOBODY:
            start -= 1
            move_column(s, seat, column, start)
    has_changed = start != s.left[seat] or end != s.right[seat]
    s.left[seat], s.right[seat] = start, end
    return has_changed


@rule("F12")
def move_divide(s: Battlefield, seat: int) -> bool:
    """While one side of the divide has at least two front units more than the other, the divide
    moves over by one.
    """
    left, right = int(s.left[seat]), int(s.right[seat])
    while (right - HALF) - (HALF - left) > 1:
        left, right = left - 1, right - 1
        for column in range(left, right):
            move_column(s, seat, column + 1, column)
    while (HALF - left) - (right - HALF) > 1:
        left, right = left + 1, right + 1
        for column in range(right - 1, left - 1, -1):
            move_column(s, seat, column - 1, column)
    has_changed = left != s.left[seat]
    s.left[seat], s.right[seat] = left, right
    return has_changed


@helper
def move_column(s: Battlefield, seat: int, column: int, target: int) -> None:
    """Move the units of a column to another one, which is empty."""
    if column != target:
        s.front[seat, target], s.back[seat, target] = s.front[seat, column], s.back[seat, column]
        s.front[seat, column], s.back[seat, column] = NOBODY, NOBODY
