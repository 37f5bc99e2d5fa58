"""Reading a battle from the middle of a round (F14): with attack markers, or between two speeds.

The markers tell which speed is being played, as far as no other speed would have the same. Without
markers the heading tells which one was resolved last, and the round goes on with the next. Speeds
are fixed at the start of a round (F4), so those that are drawn count, and not what the crowns and
bows that are left would give. An army that is drawn without speeds has those of today.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from duelhall.engine.record import SEATS, Array, copied, state_of
from duelhall.games.frontline.battle import (
    attacks_at,
    determine_speeds,
    highest_speed,
    place_markers,
    play_speeds,
)
from duelhall.games.frontline.cards import (
    BROKEN,
    FASTEST,
    FIRST_SWORD_SPEED,
    SECOND_SWORD_SPEED,
    SPEAR,
    SPEAR_SPEED,
    SWORD,
)
from duelhall.games.frontline.scenes import attacks_of, on_the_way
from duelhall.games.frontline.state import (
    MOST_COLUMNS,
    NEVER,
    NOBODY,
    Battlefield,
    nobody_waits,
    wait_for,
)
from duelhall_kits.frontline.drawing import (
    MARKERS,
    SPEEDS,
    BadDrawing,
    Battle,
    Drawing,
    DrawingReader,
    Note,
    place_of,
    read_battle,
)

LOST = -SPEAR_SPEED - 1
"""So slow that no attack is left (F4)."""


UNNAMED = (
    "which speed was resolved last? Write it above the drawing, as in `Speed 3, markers resolved`, "
    "or `Round 2` if none was; --regroup is for when all were"
)
NOT_FIRST = (
    "no round begins with these speeds (F4): write above the drawing which one was resolved last, "
    "as in `Speed 3, markers resolved`"
)


def has_speeds_left(text: str) -> bool:
    """Whether speeds come before regrouping: a drawing has attack markers, names a speed, or has
    speeds of which the highest cannot have been the last.
    """
    drawing = Drawing(text)
    if _has(drawing, MARKERS) or drawing.speed is not None:
        return True
    return _has(drawing, SPEEDS) and RoundReader(text).has_attacks_left()


def is_inside_a_round(text: str) -> bool:
    """Whether a drawing is from the middle of a round: it has attack markers, names a speed, or has
    speeds with which no battle begins, or no round where the heading says that one does, or any
    speeds where it says that one was resolved.
    """
    drawing = Drawing(text)
    if _has(drawing, MARKERS) or drawing.speed is not None:
        return True
    return _has(drawing, SPEEDS) and (drawing.is_resolved or not _begins(text, drawing))


def _has(drawing: Drawing, signs: str) -> bool:
    return any(drawing.notes(signs, 0, len(drawing.rows)))


def _begins(text: str, drawing: Drawing) -> bool:
    """Whether armies are drawn with the speeds that they have first; whole ones that can be set up,
    if the heading does not say that a round begins.
    """
    try:
        if not drawing.begins_round:
            faces = "".join("".join(names) for names in read_battle(text).faces)
            if any(sign in faces for sign in BROKEN):
                return False
        return RoundReader(text).has_first_speeds()
    except BadDrawing:
        return False


def read_round(text: str) -> Battle:
    """The battle that is drawn in the middle of a round (F14): with the attack markers of one speed
    on it, or under a heading that names the speed that was resolved last. BadDrawing if it is none,
    or if the markers are not those of any speed.
    """
    return RoundReader(text).battle()


class RoundReader(DrawingReader):
    """Reads one drawing from the middle of a round."""

    def __init__(self, text: str) -> None:
        super().__init__(text, inside_a_round=True)

    def battle(self) -> Battle:
        """Both armies, with the speeds of the round and the markers, if there are any."""
        battle = super().battle()
        s = battle.state
        s.rounds = 1
        determine_speeds(s)
        drawn = [self._read_speeds(s, seat) for seat in range(SEATS)]
        markers, first = self._markers(s)
        if first:
            _play_from(s, self._speed(s, markers, first))
        else:
            resolved = self._resolved()
            _wait_for_speeds(s, resolved - 1)
            s.speed, s.changes = resolved, 1  # by which something was broken or killed
        speeds = [{**old, **now} for old, now in zip(drawn, attacks_of(s), strict=True)]
        return replace(battle, speeds=speeds)

    def _notes(self, signs: str, seat: int) -> Iterator[tuple[Note, int]]:
        """What is written beside the units of an army, and their places on its battlefield."""
        between, end = self.drawing.between(), len(self.drawing.rows)
        rows = (between + 1, end) if seat == 0 else (0, between)
        for note in self.drawing.notes(signs, *rows):
            column = self.grid.column_at(note.start)
            if not 0 < abs(column) <= MOST_COLUMNS:
                raise self.wrong(note.line, note.start, "this is neither below nor above a column")
            yield note, place_of(column, seat)

    # --- speeds ---

    def _read_speeds(self, s: Battlefield, seat: int) -> dict[int, list[int]]:
        """Read by how much each column is hastened, and give the speeds of all columns, also of
        those whose front unit has been killed.
        """
        notes = list(self._notes(SPEEDS, seat))
        if notes:
            s.hastened[seat] = LOST
        drawn = {}
        for note, place in notes:
            readings = _readings(note.text)
            if not readings[0]:
                raise self.wrong(note.line, note.start, "these are not speeds")
            drawn[place] = readings[0]
            if s.front[seat, place] != NOBODY:
                s.hastened[seat, place] = self._haste(s, seat, place, note, readings)
        return drawn

    def has_first_speeds(self) -> bool:
        """Whether each army is drawn with the speeds with which it begins, before or after crowns
        and bows, or with none.
        """
        s = super().battle().state
        determine_speeds(s)
        stages = [*(speeds for _, speeds in on_the_way(s)), attacks_of(s)]
        return all(self._has_any(seat, [stage[seat] for stage in stages]) for seat in range(SEATS))

    def has_attacks_left(self) -> bool:
        """Whether anybody is attacked at a lower speed than the highest one, drawn or of today."""
        s = super().battle().state
        determine_speeds(s)
        drawn = [self._read_speeds(s, seat) for seat in range(SEATS)]
        columns = [column for army in (*drawn, *attacks_of(s)) for column in army.values()]
        below = min(max(map(max, columns), default=0), FASTEST + 1) - 1
        _wait_for_speeds(s, below)
        play_speeds(s, below)
        return s.changes > 0

    def _has_any(self, seat: int, stages: Sequence[Mapping[int, Sequence[int]]]) -> bool:
        drawn = {place: _readings(note.text) for note, place in self._notes(SPEEDS, seat)}
        fitting = (
            stage.keys() == drawn.keys() and all(stage[place] in drawn[place] for place in drawn)
            for stage in stages
        )
        return not drawn or any(fitting)

    def _haste(
        self, s: Battlefield, seat: int, place: int, note: Note, readings: list[list[int]]
    ) -> int:
        weapons = _weapon_speeds(s, seat, int(s.front[seat, place]))
        for speeds in readings:
            haste = max(speeds) - max(weapons, default=0)
            fitting = [speed + haste for speed in weapons if speed + haste >= 0]
            if speeds == fitting and max(speeds) <= FASTEST:
                return haste
        message = "a unit with these weapons cannot have these speeds (F4)"
        raise self.wrong(note.line, note.start, message)

    # --- markers ---

    def _resolved(self) -> int:
        if self.drawing.speed is None:
            rows = range(len(self.drawing.rows))
            row = next((row for row in rows if any(self.drawing.notes(SPEEDS, row, row + 1))), 0)
            are_others = self.drawing.begins_round and not self.has_first_speeds()
            raise self.wrong(row, 0, NOT_FIRST if are_others else UNNAMED)
        return min(self.drawing.speed, FASTEST + 1)

    def _speed(self, s: Battlefield, drawn: Array, first: Note) -> int:
        fitting = [v for v in range(highest_speed(s), -1, -1) if (_marked(s, v) == drawn).all()]
        named = self.drawing.speed
        if named in fitting:
            return named
        if named is not None:
            message = f"at speed {named} other attack markers are placed (F5, F6, F7)"
        elif not fitting:
            message = "at no speed are these attack markers placed (F5, F6, F7)"
        elif len(fitting) > 1:
            known = " or ".join(str(speed) for speed in fitting)
            message = f"these markers may be of speed {known}: write `Speed {fitting[0]}` above"
        else:
            return fitting[0]
        raise self.wrong(first.line, first.start, message)

    def _markers(self, s: Battlefield) -> tuple[Array, Note | None]:
        """How many markers are on each column of both armies, and where the first ones are."""
        found = np.zeros_like(s.markers, int)
        first: Note | None = None
        for seat in range(SEATS):
            for note, place in self._notes(MARKERS, seat):
                if s.front[seat, place] == NOBODY:
                    message = "there is no front unit for these attack markers (F7)"
                    raise self.wrong(note.line, note.start, message)
                found[seat, place] += len(note.text)
                first = first or note
        return found, first


def _readings(text: str) -> list[list[int]]:
    """What speeds can mean: one digit each, or numbers with commas between them."""
    numbers = sorted(int(number) for number in text.split(",") if number)
    return [numbers] if "," in text else [sorted(int(digit) for digit in text), numbers]


def _weapon_speeds(s: Battlefield, seat: int, unit: int) -> list[int]:
    """The speeds at which a unit would attack if nothing hastened or slowed it, lowest first."""
    spears, swords = int(s.symbols[seat, unit, SPEAR]), int(s.symbols[seat, unit, SWORD])
    first, second = [FIRST_SWORD_SPEED] * swords, [SECOND_SWORD_SPEED] * swords
    return [*first, *second, *[SPEAR_SPEED] * spears]


def _marked(s: Battlefield, speed: int) -> Array:
    after: Battlefield = state_of(copied(s))
    _play_from(after, speed)
    markers: Array = after.markers
    return markers


def _play_from(s: Battlefield, speed: int) -> None:
    """Place the markers of a speed, all higher ones having been played."""
    _wait_for_speeds(s, speed)
    place_markers(s, speed)


def _wait_for_speeds(s: Battlefield, speed: int) -> None:
    """Let every column wait for its next attack from a speed on."""
    nobody_waits(s)
    for seat in range(SEATS):
        for column in range(s.left[seat], s.right[seat]):
            attacking = (v for v in range(speed, -1, -1) if attacks_at(s, seat, column, v) > 0)
            wait_for(s, seat, column, next(attacking, NEVER))
