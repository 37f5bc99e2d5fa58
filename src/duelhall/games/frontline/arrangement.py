"""How an army that is being deployed can be changed (F22), and what it reaches as it stands."""

from collections.abc import Iterator, Mapping
from typing import NotRequired, TypedDict

from duelhall.engine.board import Revision, Touch
from duelhall.engine.record import copied, foe, state_of, unpacked
from duelhall.games.frontline.armies import BACK, FRONT, seen_column, words
from duelhall.games.frontline.battle import (
    attacks_at,
    determine_speeds,
    highest_speed,
    standing,
)
from duelhall.games.frontline.cards import BOW, FORTRESS, NO_CARD, faces_in
from duelhall.games.frontline.rules import first_column, station
from duelhall.games.frontline.state import (
    BEHIND,
    DEPLOYING,
    NOBODY,
    PLACES,
    RIGHT_END,
    State,
    count_units,
)

Columns = tuple[tuple[int, int], ...]
"""A front line from the left by the numbers of its cards, each with who stands behind it."""


class Reach(TypedDict):
    """What an army does in a column, as long as the enemy does nothing about it: its speeds there,
    how many fortresses can help, and how many bows slow down the enemy.
    """

    column: int
    speeds: NotRequired[list[int]]
    fortresses: NotRequired[int]
    bows: NotRequired[int]


def reach_of(view: State, seat: int) -> list[Reach]:
    """What an army would do that fought as it stands now."""
    s = state_of(copied(view))
    station(s, seat)
    count_units(s, foe(seat))
    determine_speeds(s)
    highest, found = int(highest_speed(s)), list[Reach]()
    for column in range(s.left[seat] - 1, s.right[seat] + 1):
        reach: Reach = {"column": seen_column(seat, column, seat)}
        if speeds := [v for v in range(highest + 1) for _ in range(attacks_at(s, seat, column, v))]:
            reach["speeds"] = speeds
        near = range(column - 1, column + 2)
        if bows := sum(standing(s, seat, each, BOW) for each in near):
            reach["bows"] = bows
        fortresses = sum(standing(s, seat, each, FORTRESS) for each in near)
        if fortresses and s.front[seat, column] != NOBODY:
            reach["fortresses"] = fortresses
        if len(reach) > 1:
            found.append(reach)
    return found


def revisions(view: State) -> Iterator[Revision]:
    """Units that stand already can be taken back, go to another place, and be exchanged."""
    s = unpacked(view)
    if s.stage != DEPLOYING:
        return
    seat = int(s.to_move)
    line, taken = _columns(s, seat), int(s.placed[seat].sum())
    for text, says, touches, after in _revised(s, seat, line):
        if after != line:
            yield Revision(text, says, touches, taken, _moves(after))


def _columns(s: State, seat: int) -> Columns:
    length = int(s.length[seat])
    ahead, behind = s.ahead[seat, :length].tolist(), s.behind[seat, :length].tolist()
    return tuple(zip(ahead, behind, strict=True))


Revised = tuple[str, str, tuple[Touch, ...], Columns]


def _revised(s: State, seat: int, line: Columns) -> Iterator[Revised]:
    """Each revision in writing and in words, with what is touched for it, and the army after it."""
    stand = [unit for column in line for unit in column if unit != NOBODY]
    kinds = dict(enumerate(s.hand[seat].tolist(), start=1))
    names = {
        card: f"{card}, {words(faces_in(s.options.cards)[kind])}," for card, kind in kinds.items()
    }
    army = {unit: Touch(f"army{seat}", f"{seat}.{unit}") for unit in stand}
    for unit in stand:
        yield (
            f"{unit}=",
            f"Take back {names[unit]} into the hand",
            (army[unit],),
            _without(line, unit),
        )
        for place, where, goal, after in _goals(s, seat, line, unit):
            yield f"{unit}={place}", f"Move {names[unit]} {where}", (army[unit], goal), after
    for card, kind in kinds.items():
        for other in stand:
            if kind not in (NO_CARD, kinds[other]):
                touched = army.get(card, Touch(f"hand{seat}", f"{seat}.{card}"))
                after = _renamed(line, {card: other if card in army else NOBODY, other: card})
                says = f"Exchange {names[card]} for {names[other]}".rstrip(",")
                yield f"{card}={other}", says, (touched, army[other]), after


def _goals(
    s: State, seat: int, line: Columns, unit: int
) -> Iterator[tuple[str, str, Touch, Columns]]:
    """The free places to which a unit can go, and the army then."""
    zone, first = f"army{seat}", seen_column(seat, int(first_column(s, seat)), seat)
    others = _without(line, unit)
    left, right = (
        Touch(zone, row=FRONT, column=first - 1),
        Touch(zone, row=FRONT, column=first + len(line)),
    )
    yield "<", "to the left end", left, ((unit, NOBODY), *others)
    yield ">", "to the right end", right, (*others, (unit, NOBODY))
    for at, (front, back) in enumerate(line):
        if back == NOBODY and front != unit:
            goal = Touch(zone, row=BACK, column=first + at)
            after = tuple((ahead, unit if ahead == front else behind) for ahead, behind in others)
            yield f"b{at + 1}", f"behind front unit {at + 1}", goal, after


def _renamed(line: Columns, names: Mapping[int, int]) -> Columns:
    return tuple((names.get(front, front), names.get(back, back)) for front, back in line)


def _without(line: Columns, unit: int) -> Columns:
    """The army without a unit; who stands behind it steps up, or the gap is closed."""
    left = (tuple(each for each in column if each not in (unit, NOBODY)) for column in line)
    return tuple((column[0], column[1] if len(column) > 1 else NOBODY) for column in left if column)


def _moves(line: Columns) -> tuple[int, ...]:
    """The moves by which an army is deployed so from the beginning."""
    ahead = [(front - 1) * PLACES + RIGHT_END for front, _ in line]
    behind = [
        (back - 1) * PLACES + BEHIND + at for at, (_, back) in enumerate(line) if back != NOBODY
    ]
    return (*ahead, *behind)
