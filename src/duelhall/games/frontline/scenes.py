"""A battle told picture by picture, from the rules that fired in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import Any, Literal, TypeAlias, TypedDict

from duelhall.engine.board import Board, Scene, both
from duelhall.engine.record import DRAWN, SEATS, copied, foe, state_of
from duelhall.games.frontline.armies import NO_SPEEDS, WORDS, Faces, Speeds, fighting_army, words
from duelhall.games.frontline.battle import (
    attack,
    attacks_at,
    battle_is_over,
    block_with_fortresses,
    block_with_shields,
    close_gaps,
    determine_speeds,
    fight,
    finish_round,
    highest_speed,
    kill_units,
    move_divide,
    place_markers,
    regroup,
    resolve_markers,
    step_forward,
)
from duelhall.games.frontline.cards import BOW, CROWN, SPEAR_SPEED
from duelhall.games.frontline.state import WIDTH, Battlefield
from duelhall.match.explain import RECORDER, Step

BattleStep: TypeAlias = Literal[
    "speeds", "attacks", "resolved", "quiet", "over", "before", "forward", "gaps", "divide", "again"
]
"""What a picture of a battle shows."""


class Attack(TypedDict):
    """An attack, or several by the weapons of one unit, with the unit that is attacked."""

    unit: str
    weapon: Literal["spear", "sword"]
    target: str
    count: int


class Broken(TypedDict):
    """Symbols of a kind that broke on a unit."""

    unit: str
    symbol: str
    count: int


class Killed(TypedDict):
    """A unit that was killed, with all symbols that it had in the beginning."""

    unit: str
    name: str


ATTACKING = (attacks_at, attack)
RESOLVING = (block_with_shields, block_with_fortresses, kill_units)
REGROUPING: dict[Any, tuple[BattleStep, str]] = {
    step_forward: ("forward", "Units with nobody in front of them step forward"),
    close_gaps: ("gaps", "Gaps close toward the divide"),
    move_divide: ("divide", "The divide moves over"),
}


class SpeedsShown(StrEnum):
    """Which speeds are shown in the pictures of a battle."""

    ALL = "all"  # also those before crowns and bows
    FINAL = "final"
    NONE = "none"


@dataclass(frozen=True)
class ArmyNames:
    """What the near army and the far one are called."""

    near: str = "The lower army"
    far: str = "The upper army"


def fought(battle: Battlefield) -> tuple[Battlefield, list[Step]]:
    """A battle's end, and the rules that fired on the way there."""
    s = state_of(copied(battle))
    return s, RECORDER.run(fight, s).fired


def regrouped(battle: Battlefield) -> tuple[Battlefield, list[Step]]:
    """Both armies of a battle after regrouping, and the rules that fired on the way there.

    If one of them has no units left, the battle is over instead.
    """
    s, steps = state_of(copied(battle)), []
    if not s.units.all():
        return s, RECORDER.run(battle_is_over, s).fired
    for seat in range(SEATS):
        steps += RECORDER.run(regroup, s, seat).fired
        steps[-1].state = state_of(copied(s))  # which goes on changing
    return s, steps


def round_finished(battle: Battlefield) -> tuple[Battlefield, list[Step]]:
    """A battle after the round in the middle of which it is, and the rules that fired on the way
    there.
    """
    s = state_of(copied(battle))
    steps = RECORDER.run(finish_round, s).fired
    steps[-1].state = state_of(copied(s))  # which goes on changing
    return s, steps


def scenes(
    steps: Sequence[Step],
    faces: Faces,
    seat: int | None = None,
    names: ArmyNames | None = None,
    *,
    speeds: Speeds = NO_SPEEDS,
    shown: SpeedsShown = SpeedsShown.FINAL,
) -> list[Scene]:
    """All that these steps do to a battle, picture by picture.

    Where the first of them are in the middle of a round, `speeds` are those of that round.
    """
    return list(Narrator(steps, faces, seat, names or ArmyNames(), speeds, shown).scenes())


def battle_board(
    s: Battlefield,
    faces: Faces,
    seat: int | None = None,
    speeds: Speeds = NO_SPEEDS,
    *,
    speeds_before: Speeds | None = None,
    markers: bool = False,
) -> Board:
    """Both armies as they stand in a battle, with speeds and attack markers where asked for."""
    armies = [
        fighting_army(s, owner, faces, seat, speeds, speeds_before=speeds_before, markers=markers)
        for owner in both(seat)
    ]
    sentence = f"Round {s.rounds}"
    return Board(seat, sentence, {"stage": "battle", "round": int(s.rounds)}, tuple(armies))


class Narrator:
    """Finds the moments worth a picture among the rules that fired."""

    def __init__(
        self,
        steps: Sequence[Step],
        faces: Faces,
        seat: int | None,
        names: ArmyNames,
        speeds: Speeds,
        shown: SpeedsShown,
    ) -> None:
        self.steps, self.faces, self.seat, self.names = steps, faces, seat, names
        self.shown = shown
        self.quiet: list[int] = []
        self.regroups = 0
        self.speeds = speeds
        self.present = _present(speeds)

    def scenes(self) -> Iterator[Scene]:
        """All of them, in order."""
        for index, step in enumerate(self.steps):
            if step.is_of(determine_speeds):
                yield from self._quiet_speeds()
                yield from self._round(step.state)
            elif step.is_of(place_markers) and not self._is_resolved(index):
                self.quiet += {int(step.state.speed)} & self.present
            elif step.is_of(resolve_markers):
                yield from self._quiet_speeds()
                yield from self._speed(index)
            elif step.is_of(battle_is_over):
                yield from self._quiet_speeds()
                yield self._result(step)
            elif step.is_of(regroup):
                yield from self._quiet_speeds()
                yield from self._regroup(index)

    def _is_resolved(self, index: int) -> bool:
        """Whether the markers that are placed from this step on are resolved."""
        later = (step for step in self.steps[index + 1 :] if not step.is_of(*ATTACKING))
        after = next(later, None)
        return after is not None and after.is_of(resolve_markers)

    def _quiet_speeds(self) -> Iterator[Scene]:
        if self.quiet:
            *others, last = (str(speed) for speed in self.quiet)
            which = f"Speeds {', '.join(others)} and {last}" if others else f"Speed {last}"
            facts = {"step": "quiet", "speeds": self.quiet}
            yield Scene(f"{which}: nobody is attacked", ("F6", "F7"), facts=facts)
        self.quiet = []

    def _result(self, step: Step) -> Scene:
        s = step.state
        winner = None if s.victor == DRAWN else int(s.victor)
        counts = {"rounds": int(s.rounds), "units": s.units.tolist()}
        facts = {"step": "over", "winner": winner, **counts}
        return Scene(self._result_text(s), step.rulings, facts=facts)

    def _result_text(self, s: Battlefield) -> str:
        rounds = f"after {s.rounds} round{'' if s.rounds == 1 else 's'}"
        if s.victor != DRAWN:
            return f"{self._name(int(s.victor))} wins {rounds}: the other has no units left"
        if s.units.any():
            return f"Tie {rounds}: nothing was broken or killed in the last one"
        return f"Tie {rounds}: both armies are gone"

    def _name(self, seat: int) -> str:
        return self.names.near if seat == both(self.seat)[1] else self.names.far

    def _board(
        self,
        s: Battlefield,
        speeds: Speeds = NO_SPEEDS,
        speeds_before: Speeds | None = None,
        *,
        markers: bool = False,
    ) -> Board:
        if self.shown is SpeedsShown.NONE:
            speeds = NO_SPEEDS
        return battle_board(
            s, self.faces, self.seat, speeds, speeds_before=speeds_before, markers=markers
        )

    def _round(self, s: Battlefield) -> Iterator[Scene]:
        self.speeds = attacks_of(s)
        self.present = _present(self.speeds)
        self.regroups = 0
        caption, facts = f"Round {s.rounds}", {"step": "speeds", "round": int(s.rounds)}
        if self.shown is SpeedsShown.NONE:
            yield Scene(caption, (), self._board(s), facts)
            return
        before = None
        if self.shown is SpeedsShown.ALL:
            for name, speeds in on_the_way(s):
                board = self._board(s, speeds, before)
                yield Scene(f"{caption}, the speeds {name}", ("F4",), board, facts)
                before = speeds
        if self.speeds != before:
            name = "after bows" if before else ""
            board = self._board(s, self.speeds, before)
            yield Scene(f"{caption}, the speeds {name}".rstrip(), ("F4",), board, facts)

    def _speed(self, index: int) -> Iterator[Scene]:
        """A speed at which somebody is attacked: before and after the markers are resolved."""
        placed, end = self.steps[index].state, index + 1
        while end < len(self.steps) and self.steps[end].is_of(*RESOLVING):
            end += 1
        fired = dict.fromkeys(n for step in self.steps[index:end] for n in step.rulings)
        speed, facts = f"Speed {placed.speed}", {"speed": int(placed.speed)}
        board, attacks = self._board(placed, self.speeds, markers=True), list(attacks_in(placed))
        said = {"step": "attacks", **facts, "attacks": attacks}
        yield Scene(f"{speed}, attack markers", ("F5", "F6", "F7"), board, said)
        after = self.steps[end - 1].state
        board = self._board(after, self.speeds)
        said = {"step": "resolved", **facts, "broken": list(broken_in(placed, after))}
        said["killed"] = list(self._killed(placed, after))
        yield Scene(f"{speed}, markers resolved", tuple(fired), board, said)

    def _killed(self, before: Battlefield, after: Battlefield) -> Iterator[Killed]:
        """Who stood in front before, and does not any more."""
        for seat in range(SEATS):
            for unit in sorted({*before.front[seat].tolist()} - {*after.front[seat].tolist()}):
                yield {"unit": f"{seat}.{unit}", "name": words(self.faces[seat][unit])}

    def _regroup(self, index: int) -> Iterator[Scene]:
        """How an army regroups; after the second one both are set against each other again."""
        seat, self.regroups = self.regroups, self.regroups + 1
        before, later = self.steps[index], self.steps[index + 1 :]
        steps = list(takewhile(lambda step: step.is_of(*REGROUPING), later))
        if steps:
            yield from self._regrouping(seat, before, steps)
        if self.regroups == SEATS:
            board = self._board(steps[-1].state if steps else before.state)
            facts = {"step": "again"}
            yield Scene("Set against each other again", before.rulings, board, facts, pause=True)

    def _regrouping(self, seat: int, before: Step, steps: Sequence[Step]) -> Iterator[Scene]:
        """An army as it stood, and again after each rule that has changed it."""
        board, facts = self._board(before.state), {"army": seat}
        said = {"step": "before", **facts}
        yield Scene(f"{self._name(seat)} before regrouping", before.rulings, board, said)
        for step in steps:
            after = self._board(step.state)
            if after.zone(f"army{seat}") != board.zone(f"army{seat}"):
                found = (told for rule, told in REGROUPING.items() if step.is_of(rule))
                name, caption = next(found)
                yield Scene(caption, step.rulings, after, {"step": name, **facts})
            board = after


def attacks_in(s: Battlefield) -> Iterator[Attack]:
    """Who attacks whom at the present speed: each attack is made again, by itself."""
    for seat in range(SEATS):
        for column in range(WIDTH):
            count, alone = attacks_at(s, seat, column, s.speed), state_of(copied(s))
            alone.markers[:], alone.marks = 0, 0
            if count:
                attack(alone, seat, column, count)
            for target in alone.markers[foe(seat)].nonzero()[0]:
                is_spear = s.speed - s.hastened[seat, column] == SPEAR_SPEED
                yield {
                    "unit": f"{seat}.{s.front[seat, column]}",
                    "weapon": "spear" if is_spear else "sword",
                    "target": f"{foe(seat)}.{s.front[foe(seat), target]}",
                    "count": int(count),
                }


def broken_in(before: Battlefield, after: Battlefield) -> Iterator[Broken]:
    """Which symbols broke in between."""
    for seat, unit, symbol in zip(*(before.symbols - after.symbols).nonzero(), strict=True):
        count = int(before.symbols[seat, unit, symbol] - after.symbols[seat, unit, symbol])
        yield {"unit": f"{seat}.{unit}", "symbol": WORDS[symbol], "count": count}


def _present(speeds: Speeds) -> set[int]:
    return {v for army in speeds for attacks in army.values() for v in attacks}


def on_the_way(s: Battlefield) -> Iterator[tuple[str, Speeds]]:
    """The speeds before crowns and bows, and after crowns if those change any."""
    first, crowned = _speeds_without(s, CROWN, BOW), _speeds_without(s, BOW)
    if not first == crowned == attacks_of(s):
        yield "before crowns and bows", first
    if first != crowned:
        yield "after crowns", crowned


def _speeds_without(s: Battlefield, *symbols: int) -> list[dict[int, list[int]]]:
    """The speeds that there would be without these symbols."""
    bare = state_of(copied(s))
    for symbol in symbols:
        bare.symbols[:, :, symbol] = 0
    determine_speeds(bare)
    return attacks_of(bare)


def attacks_of(s: Battlefield) -> list[dict[int, list[int]]]:
    """The speeds at which every column of both armies attacks, lowest first."""
    attacks, highest = attacks_at, int(highest_speed(s))
    found: list[dict[int, list[int]]] = [{}, {}]
    for seat in range(SEATS):
        for column in range(WIDTH):
            speeds = [v for v in range(highest + 1) for _ in range(attacks(s, seat, column, v))]
            if speeds:
                found[seat][column] = speeds
    return found
