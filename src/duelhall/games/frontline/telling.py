"""A battle told picture by picture, from the rules that fired in it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile

from duelhall.engine.board import Scene
from duelhall.engine.explain import RECORDER, Step
from duelhall.engine.game import copied, state_of
from duelhall.engine.record import DRAWN
from duelhall.engine.rule import python_function
from duelhall.engine.seats import SEATS
from duelhall.games.frontline.battle import (
    attack,
    attacks_at,
    battle_is_over,
    block_with_fortresses,
    block_with_shields,
    close_gaps,
    determine_speeds,
    fight,
    highest_speed,
    kill_units,
    move_divide,
    place_markers,
    regroup,
    resolve_markers,
    step_forward,
)
from duelhall.games.frontline.battlefield import WIDTH, Battlefield
from duelhall.games.frontline.drawing import Faces, Frame, Speeds

ATTACKING = (attacks_at, attack)
RESOLVING = (block_with_shields, block_with_fortresses, kill_units)
REGROUPING = {
    step_forward: "Units with nobody in front of them step forward",
    close_gaps: "Gaps close toward the divide",
    move_divide: "The divide moves over",
}
ONE_DIGIT = 9


@dataclass(frozen=True)
class Moment:
    """What one picture of a battle will show; of one army only where a seat is named."""

    caption: str
    rulings: tuple[str, ...]
    state: Battlefield | None = None
    speeds: Speeds | None = None
    markers: bool = False
    seat: int | None = None


@dataclass(frozen=True)
class Names:
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


def scenes(
    steps: Sequence[Step], faces: Faces, near: int = 0, names: Names | None = None
) -> list[Scene]:
    """The pictures of all that these steps do to a battle, in one frame."""
    moments = list(Narrator(steps, near, names or Names()).moments())
    states = [moment.state for moment in moments if moment.state is not None]
    if not states:  # one army was gone before the first picture
        return [Scene(moment.caption, (), moment.rulings) for moment in moments]
    frame = Frame.around(faces, near, states, [m.speeds for m in moments if m.speeds])
    return list(_drawn(frame, moments))


def _drawn(frame: Frame, moments: Sequence[Moment]) -> Iterator[Scene]:
    """The moments as pictures; one army is shown again only if it has changed."""
    before: list[str] = []
    for moment in moments:
        if moment.state is None:
            yield Scene(moment.caption, (), moment.rulings)
        elif moment.seat is None:
            lines = frame.armies(moment.state, moment.speeds, markers=moment.markers)
            yield Scene(moment.caption, lines, moment.rulings)
        else:
            lines_now = frame.army(moment.state, moment.seat)
            if lines_now != before:
                yield Scene(moment.caption, tuple(lines_now), moment.rulings)
            before = lines_now


class Narrator:
    """Finds the moments worth a picture among the rules that fired."""

    def __init__(self, steps: Sequence[Step], near: int, names: Names) -> None:
        self.steps, self.near, self.names = steps, near, names
        self.quiet: list[int] = []
        self.regroups = 0
        self.speeds: Speeds | None = None
        self.present: set[int] = set()

    def moments(self) -> Iterator[Moment]:
        """All of them, in order."""
        for index, step in enumerate(self.steps):
            if step.is_of(determine_speeds):
                yield from self._quiet_speeds()
                yield self._round(step)
            elif step.is_of(place_markers) and not self._is_resolved(index):
                self.quiet += {int(step.state.speed)} & self.present
            elif step.is_of(resolve_markers):
                yield from self._quiet_speeds()
                yield from self._speed(index)
            elif step.is_of(battle_is_over):
                yield from self._quiet_speeds()
                yield Moment(self._result(step.state), step.rulings)
            elif step.is_of(regroup):
                yield from self._quiet_speeds()
                yield from self._regroup(index)

    def _is_resolved(self, index: int) -> bool:
        """Whether the markers that are placed from this step on are resolved."""
        later = (step for step in self.steps[index + 1 :] if not step.is_of(*ATTACKING))
        after = next(later, None)
        return after is not None and after.is_of(resolve_markers)

    def _quiet_speeds(self) -> Iterator[Moment]:
        """Speeds that came to nothing."""
        if self.quiet:
            *others, last = (str(speed) for speed in self.quiet)
            which = f"Speeds {', '.join(others)} and {last}" if others else f"Speed {last}"
            yield Moment(f"{which}: nobody is attacked", ("F6", "F7"))
        self.quiet = []

    def _result(self, s: Battlefield) -> str:
        """Who won, and why."""
        rounds = f"after {s.rounds} round{'' if s.rounds == 1 else 's'}"
        if s.victor != DRAWN:
            return f"{self._name(int(s.victor))} wins {rounds}: the other has no units left"
        if s.units.any():
            return f"Tie {rounds}: nothing was broken or killed in the last one"
        return f"Tie {rounds}: both armies are gone"

    def _name(self, seat: int) -> str:
        return self.names.near if seat == self.near else self.names.far

    def _round(self, step: Step) -> Moment:
        self.speeds = speeds_of(step.state)
        self.present = {
            v for army in attacks_of(step.state) for speeds in army.values() for v in speeds
        }
        self.regroups = 0
        return Moment(f"Round {step.state.rounds}, the speeds", ("F4",), step.state, self.speeds)

    def _speed(self, index: int) -> Iterator[Moment]:
        """A speed at which somebody is attacked: before and after the markers are resolved."""
        placed, end = self.steps[index].state, index + 1
        while end < len(self.steps) and self.steps[end].is_of(*RESOLVING):
            end += 1
        fired = dict.fromkeys(n for step in self.steps[index:end] for n in step.rulings)
        speed = f"Speed {placed.speed}"
        yield Moment(
            f"{speed}, attack markers", ("F5", "F6", "F7"), placed, self.speeds, markers=True
        )
        resolved = self.steps[end - 1].state
        yield Moment(f"{speed}, markers resolved", tuple(fired), resolved, self.speeds)

    def _regroup(self, index: int) -> Iterator[Moment]:
        """How an army regroups; after the second one both are set against each other again."""
        seat, self.regroups = self.regroups, self.regroups + 1
        before, later = self.steps[index], self.steps[index + 1 :]
        steps = list(takewhile(lambda step: step.is_of(*REGROUPING), later))
        if steps:
            caption = f"{self._name(seat)} before regrouping"
            yield Moment(caption, before.rulings, before.state, seat=seat)
        for step in steps:
            caption = next(text for rule, text in REGROUPING.items() if step.is_of(rule))
            yield Moment(caption, step.rulings, step.state, seat=seat)
        if self.regroups == SEATS:
            after = steps[-1] if steps else before
            yield Moment("Set against each other again", before.rulings, after.state)


def speeds_of(s: Battlefield) -> Speeds:
    """The speeds of every column's weapons as they are written below them."""
    return tuple(
        {column: _speed_text(speeds) for column, speeds in army.items()} for army in attacks_of(s)
    )


def _speed_text(speeds: Sequence[int]) -> str:
    return ("" if max(speeds) <= ONE_DIGIT else ",").join(str(speed) for speed in speeds)


def attacks_of(s: Battlefield) -> list[dict[int, list[int]]]:
    """The speeds at which every column of both armies attacks, lowest first."""
    attacks, highest = python_function(attacks_at), int(python_function(highest_speed)(s))
    found: list[dict[int, list[int]]] = [{}, {}]
    for seat in range(SEATS):
        for column in range(WIDTH):
            speeds = [v for v in range(highest + 1) for _ in range(attacks(s, seat, column, v))]
            if speeds:
                found[seat][column] = speeds
    return found
