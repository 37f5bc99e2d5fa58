"""Frontline, slowly and obviously: the battle, and the game around it."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Literal

Speeds = dict[int, list[int]]
Markers = dict[int, int]
Step = tuple[int, Markers, Markers, list[int], list[int]]
Winner = Literal[0, 1, "tie"] | None

BASE_SPEEDS = {"|": [3], "!": [1, 2]}
BROKEN = {"@": "x", "&": "X"}


@dataclass
class Army:
    """The units of one player by column, as he sees them facing the enemy (F1, F2).

    Columns are ..., -2, -1 to the left of his divide and 1, 2, ... to the right of it.
    """

    front: dict[int, str] = field(default_factory=dict)
    back: dict[int, str] = field(default_factory=dict)

    def copy(self) -> "Army":
        """The same army in dictionaries of its own."""
        return Army(dict(self.front), dict(self.back))

    def has_units(self) -> bool:
        """An army lives while it has a unit in either row, with or without symbols (F11)."""
        return bool(self.front or self.back)

    def count(self, symbol: str, column: int) -> int:
        """How often a symbol stands in a column, front and back row together."""
        return self.front.get(column, "").count(symbol) + self.back.get(column, "").count(symbol)


def right_of(column: int) -> int:
    """The next column to the owner's right; there is no column 0 (F1)."""
    return 1 if column == -1 else column + 1


def left_of(column: int) -> int:
    """The next column to the owner's left; there is no column 0 (F1)."""
    return -1 if column == 1 else column - 1


def neighbours(column: int) -> tuple[int, int, int]:
    """The column itself, the one to its right and the one to its left, in this order (F1)."""
    return (column, right_of(column), left_of(column))


def facing(column: int) -> int:
    """The enemy's number of the column that faces my column (F3)."""
    return -column


def break_one(unit: str, symbol: str) -> str:
    """The unit with its leftmost unbroken symbol of this kind broken."""
    return unit.replace(symbol, BROKEN[symbol], 1)


# Step one: speeds


def speed_change(column: int, own: Army, enemy: Army) -> int:
    """+1 for each own crown, -1 for each enemy bow, in the column or its neighbours (F4)."""
    crowns = sum(own.count("+", near) for near in neighbours(column))
    bows = sum(enemy.count("-", facing(near)) for near in neighbours(column))
    return crowns - bows


def attack_speeds(column: int, own: Army, enemy: Army) -> list[int]:
    """The speeds of all attacks of a front unit, in card order; below 0 they are lost (F4, F5)."""
    change = speed_change(column, own, enemy)
    bases = [base for symbol in own.front[column] for base in BASE_SPEEDS.get(symbol, [])]
    return [base + change for base in bases if base + change >= 0]


# Step two: attacks


def target(column: int, enemy: Army) -> int | None:
    """The enemy's column that is attacked: straight across, else right, else left (F7)."""
    for near in neighbours(column):
        if facing(near) in enemy.front:
            return facing(near)
    return None


def place_markers(speed: int, speeds: Speeds, own: Army, enemy: Army) -> Markers:
    """The markers that the living front units put on the enemy's columns (F5, F6, F7)."""
    markers: Counter[int] = Counter()
    for column in own.front:
        attacked = target(column, enemy)
        for attack in speeds[column]:
            if attack == speed and attacked is not None:
                markers[attacked] += 1
    return dict(markers)


def block_with_shields(army: Army, markers: Markers) -> None:
    """Every unit with markers spends its own unbroken shields, one a marker (F8)."""
    for column in markers:
        while markers[column] > 0 and "@" in army.front[column]:
            army.front[column] = break_one(army.front[column], "@")
            markers[column] -= 1


def break_fortress(army: Army, column: int) -> None:
    """In a column the front unit's fortresses break before the back unit's (F8, F9)."""
    row = army.front if "&" in army.front.get(column, "") else army.back
    row[column] = break_one(row[column], "&")


def block_with_fortresses(army: Army, markers: Markers) -> None:
    """Three passes: each fortress serves its own column, then its right, then its left (F8)."""
    for which in range(3):
        for column in sorted({*army.front, *army.back}):
            served = neighbours(column)[which]
            while markers.get(served, 0) > 0 and army.count("&", column) > 0:
                break_fortress(army, column)
                markers[served] -= 1


def kill(army: Army, markers: Markers) -> list[int]:
    """Units with a marker left are removed with everything on them (F10)."""
    killed = sorted(column for column in markers if markers[column] > 0)
    for column in killed:
        del army.front[column]
    return killed


def resolve(army: Army, placed: Markers) -> list[int]:
    """All markers of one speed together: shields, fortresses, and only then the dead (F8, F9)."""
    markers = dict(placed)
    block_with_shields(army, markers)
    block_with_fortresses(army, markers)
    return kill(army, markers)


# Step three: regroup


def step_forward(army: Army) -> Army:
    """Back units with nobody in front step forward (F12)."""
    stepping = {column: unit for column, unit in army.back.items() if column not in army.front}
    staying = {column: unit for column, unit in army.back.items() if column in army.front}
    return Army(army.front | stepping, staying)


def line_up(army: Army, left: list[int], right: list[int]) -> Army:
    """The army with these old columns, from left to right, on the two sides of its divide.

    They stand without gaps; each back unit goes along with the unit in front of it (F12).
    """
    new_columns = [*range(-len(left), 0), *range(1, len(right) + 1)]
    lined_up = Army()
    for old, new in zip(left + right, new_columns, strict=True):
        lined_up.front[new] = army.front[old]
        if old in army.back:
            lined_up.back[new] = army.back[old]
    return lined_up


def regroup(army: Army) -> Army:
    """Step forward, close the gaps toward the divide, move the divide if it must be (F12)."""
    army = step_forward(army)
    left = sorted(column for column in army.front if column < 0)
    right = sorted(column for column in army.front if column > 0)
    while len(left) >= len(right) + 2:
        right.insert(0, left.pop())
    while len(right) >= len(left) + 2:
        left.append(right.pop(0))
    return line_up(army, left, right)


class NaiveBattle:
    """A battle of two armies: `armies`, `rounds`, `winner`, and a `log` of every speed step.

    A step of the log is (speed, markers placed on army 0, on army 1, columns killed of army 0,
    of army 1), with columns in their owner's own numbering. Every speed from the highest of the
    round down to 0 has its step, even where nothing happens (F6).
    """

    def __init__(self, first: Army, second: Army) -> None:
        self.armies = [first.copy(), second.copy()]
        self.rounds = 0
        self.log: list[Step] = []
        self.winner: Winner = self.survivor()

    def speeds(self, seat: int) -> Speeds:
        """Attack speeds of every front column as they are fixed for a round starting now (F4)."""
        own, enemy = self.armies[seat], self.armies[1 - seat]
        return {column: attack_speeds(column, own, enemy) for column in sorted(own.front)}

    def play_speed(self, speed: int, speeds: list[Speeds]) -> None:
        """All attacks of one speed are simultaneous: all markers first, then all blocks (F6)."""
        first, second = self.armies
        on_first = place_markers(speed, speeds[1], second, first)
        on_second = place_markers(speed, speeds[0], first, second)
        killed_first = resolve(first, on_first)
        killed_second = resolve(second, on_second)
        self.log.append((speed, on_first, on_second, killed_first, killed_second))

    def fight(self) -> None:
        """Steps one and two: fix the speeds, then play from the highest down to 0 (F4, F6)."""
        speeds = [self.speeds(0), self.speeds(1)]
        present = [speed for army in speeds for unit in army.values() for speed in unit]
        for speed in range(max(present, default=-1), -1, -1):
            self.play_speed(speed, speeds)

    def survivor(self) -> Winner:
        """An army without units loses, both gone is a tie; None while both have units (F13)."""
        alive = [army.has_units() for army in self.armies]
        if alive == [True, True]:
            return None
        if alive == [False, False]:
            return "tie"
        return 0 if alive[0] else 1

    def play_round(self) -> None:
        """Steps one and two, the end of the battle (F13), and regrouping if both have units."""
        if self.winner is not None:
            raise ValueError("the battle is over")
        before = [army.copy() for army in self.armies]
        self.fight()
        self.rounds += 1
        nothing_happened = self.armies == before
        self.winner = "tie" if nothing_happened else self.survivor()
        if all(army.has_units() for army in self.armies):
            self.armies = [regroup(army) for army in self.armies]

    def play(self) -> Winner:
        """A battle always runs to its end (F13)."""
        while self.winner is None:
            self.play_round()
        return self.winner


# --- a slow and obvious Frontline match, written from the rulings F20 to F23 alone ---


MODES = ("skirmish", "mirror", "muster", "draft")
MODES_WITH_OPEN_HANDS = ("mirror", "draft")
LARGEST_HAND = 10
ROW = 5


@dataclass
class Column:
    """A front unit and the unit behind it, "" for nobody (F22)."""

    front: str
    back: str = ""


@dataclass
class Side:
    """All that belongs to one player in one battle (F21, F22).

    `placed` says of each card of the hand whether it stands in the `line`; `odd` is "<" or ">" once
    an odd front line is committed.
    """

    hand: list[str] = field(default_factory=list)
    placed: list[bool] = field(default_factory=list)
    line: list[Column] = field(default_factory=list)
    committed: bool = False
    odd: str = ""


def cards_needed(mode: str, hand: int) -> int:
    """How many cards one battle draws from the set (F21)."""
    if mode == "mirror":
        return hand
    if mode == "draft":
        return ROW + 2 * hand - 1
    return 2 * hand


def placements(side: Side) -> set[str]:
    """Each card in hand goes to either end of the line or behind a lone front unit (F22)."""
    moves = set()
    for number, is_placed in enumerate(side.placed, start=1):
        if is_placed:
            continue
        moves.add(f"{number}<")
        moves.add(f"{number}>")
        for place, column in enumerate(side.line, start=1):
            if column.back == "":
                moves.add(f"{number}b{place}")
    return moves


def commitments(side: Side) -> set[str]:
    """With an odd front line the player chooses the side of the odd unit (F22)."""
    if len(side.line) % 2 == 1:
        return {"commit<", "commit>"}
    return {"commit"}


def deployments(side: Side) -> set[str]:
    """Every card must be placed before the player can commit, and then he must (F22)."""
    if all(side.placed):
        return commitments(side)
    return placements(side)


def place(side: Side, move: str) -> None:
    """A unit goes to the left end, to the right end, or behind a chosen front unit (F22)."""
    if move.endswith("<"):
        number = int(move[:-1])
        side.line.insert(0, Column(side.hand[number - 1]))
    elif move.endswith(">"):
        number = int(move[:-1])
        side.line.append(Column(side.hand[number - 1]))
    else:
        number, behind = (int(part) for part in move.split("b"))
        side.line[behind - 1].back = side.hand[number - 1]
    side.placed[number - 1] = True


def as_army(side: Side) -> Army:
    """The committed line around its divide: two halves, the odd unit where it was sent (F22)."""
    left = len(side.line) // 2
    if side.odd == "<":
        left += 1
    right = len(side.line) - left
    numbers = [*range(-left, 0), *range(1, right + 1)]
    army = Army()
    for number, column in zip(numbers, side.line, strict=True):
        army.front[number] = column.front
        if column.back != "":
            army.back[number] = column.back
    return army


def leader(first: int, second: int) -> Winner:
    """Who has more points wins the match; equal points: drawn (F23)."""
    if first == second:
        return "tie"
    return 0 if first > second else 1


def possible_winners(score: list[int], battles_left: int) -> set[Winner]:
    """Every end the match may still have; a tied battle gives no point to anybody (F23)."""
    winners = set()
    for first in range(battles_left + 1):
        for second in range(battles_left + 1 - first):
            winners.add(leader(score[0] + first, score[1] + second))
    return winners


def plain_army(army: Army) -> dict[str, dict[int, str]]:
    """An army as plain data, in its owner's own columns (F2, F23)."""
    return {"front": dict(army.front), "back": dict(army.back)}


class NaiveFrontline:
    """A match of Frontline between players 0 and 1, best of `battles`.

    `deals[k]` holds the cards drawn for battle k, in their order; it is not looked at before that
    battle begins. `battle` counts from 0; it and `to_move` stay as they are when the match is over.
    """

    mode: str
    to_move: int
    winner: Winner
    score: list[int]
    battle: int
    picking: bool
    sides: list[Side]
    row: list[str]
    to_come: list[str]
    last_armies: list[Army] | None
    last_result: Winner

    def __init__(
        self, mode: str, hand: int, battles: int, order: list[str], deals: list[list[str]]
    ) -> None:
        if mode not in MODES or not 1 <= hand <= LARGEST_HAND or battles < 1:
            message = f"no such match: {mode!r}, {hand} cards, best of {battles}"
            raise ValueError(message)
        self.mode = mode
        self.hand = hand
        self.battles = battles
        self.order = order
        self.deals = deals
        self.winner = None
        self.score = [0, 0]
        self.last_armies = None
        self.last_result = None
        self._begin_battle(0)

    # What a player may do

    def legal(self) -> set[str]:
        """All moves of the player to move; none when the match is over (F21, F22)."""
        if self.winner is not None:
            return set()
        if self.picking:
            return {f"take{place}" for place, card in enumerate(self.row, start=1) if card != ""}
        return deployments(self.sides[self.to_move])

    def play(self, move: str) -> None:
        """One decision of the player to move (F21, F22)."""
        if move not in self.legal():
            message = f"player {self.to_move} cannot play {move!r}"
            raise ValueError(message)
        if move.startswith("take"):
            self._take(int(move.removeprefix("take")))
        elif move.startswith("commit"):
            self._commit(move.removeprefix("commit"))
        else:
            place(self.sides[self.to_move], move)

    # What a player may know

    def army(self, seat: int) -> Army:
        """The army this player last committed: in this battle, or else in the one before (F22)."""
        if self.sides[seat].committed:
            return as_army(self.sides[seat])
        if self.last_armies is not None:
            return self.last_armies[seat].copy()
        message = f"player {seat} has not committed an army yet"
        raise ValueError(message)

    def phase(self) -> str:
        """Whether the players are picking or deploying, or the match is over (F21, F22)."""
        if self.winner is not None:
            return "over"
        return "picking" if self.picking else "deploying"

    def seen_by(self, seat: int) -> dict[str, Any]:
        """All that this player may know now, in plain data (F22, F23).

        Nothing here depends on the enemy's line; `last_armies` are those of the battle last fought,
        which were revealed when both had committed.
        """
        return {
            "mode": self.mode,
            "phase": self.phase(),
            "to_move": self.to_move,
            "winner": self.winner,
            "score": list(self.score),
            "battle": self.battle,
            "battles": self.battles,
            "row": list(self.row),
            "to_come": len(self.to_come),
            **self._own_view(seat),
            **self._enemy_view(seat),
            **self._last_battle_view(),
        }

    def _own_view(self, seat: int) -> dict[str, Any]:
        """A player knows his own hand, and what he has placed and where (F22)."""
        own = self.sides[seat]
        return {
            "own_hand": self._padded(own.hand),
            "own_placed": [number for number, placed in enumerate(own.placed, start=1) if placed],
            "own_line": [(column.front, column.back) for column in own.line],
            "own_committed": own.committed,
            "own_odd": own.odd,
        }

    def _enemy_view(self, seat: int) -> dict[str, Any]:
        """The enemy's hand is hidden until both have committed, except in some modes (F22)."""
        enemy = self.sides[1 - seat]
        is_open = self.mode in MODES_WITH_OPEN_HANDS or self.winner is not None
        return {
            "enemy_hand_size": len(enemy.hand),
            "enemy_hand": self._padded(enemy.hand) if is_open else None,
        }

    def _last_battle_view(self) -> dict[str, Any]:
        """Both committed: the armies are revealed, and their battle is seen by both (F23)."""
        if self.last_armies is None:
            return {"last_armies": None, "last_result": None}
        return {
            "last_armies": [plain_army(army) for army in self.last_armies],
            "last_result": self.last_result,
        }

    def _padded(self, cards: list[str]) -> list[str]:
        """A face for each place of a full hand, "" where a draft has not filled it yet (F21)."""
        return cards + [""] * (self.hand - len(cards))

    # Dealing and picking

    def _begin_battle(self, battle: int) -> None:
        """Each battle has a fresh deal, and player 0 begins it (F21, F22, F23)."""
        deal = self.deals[battle] if battle < len(self.deals) else []
        if len(deal) != cards_needed(self.mode, self.hand):
            message = f"battle {battle} needs {cards_needed(self.mode, self.hand)} cards: {deal}"
            raise ValueError(message)
        self.battle = battle
        self.to_move = 0
        self.sides = [Side(), Side()]
        self.picking = self.mode == "draft"
        self.row = []
        self.to_come = []
        self._deal(list(deal))

    def _deal(self, cards: list[str]) -> None:
        """Own cards, the same cards, or cards in an open row, as the mode says (F21)."""
        if self.mode == "draft":
            self.row = cards[:ROW]
            self.to_come = cards[ROW:]
        elif self.mode == "mirror":
            self._give(0, cards)
            self._give(1, cards)
        else:
            self._give(0, cards[: self.hand])
            self._give(1, cards[self.hand :])

    def _give(self, seat: int, cards: list[str]) -> None:
        """A player gets cards; his hand stays sorted and is numbered anew (F20, F21)."""
        side = self.sides[seat]
        side.hand = sorted(side.hand + cards, key=self.order.index)
        side.placed = [False] * len(side.hand)

    def _take(self, number: int) -> None:
        """The place of the card is refilled, picks alternate until both hands are full (F21)."""
        self._give(self.to_move, [self.row[number - 1]])
        self.row[number - 1] = self.to_come.pop(0) if self.to_come else ""
        self.to_move = 1 - self.to_move
        if all(len(side.hand) == self.hand for side in self.sides):
            self.picking = False
            self.to_move = 0

    # Deploying and fighting

    def _commit(self, odd: str) -> None:
        """Player 0 deploys and commits, then player 1, then the battle runs (F22, F23)."""
        self.sides[self.to_move].committed = True
        self.sides[self.to_move].odd = odd
        if self.to_move == 0:
            self.to_move = 1
        else:
            self._fight()

    def _fight(self) -> None:
        """One point to the winner of the battle, none for a tie (F23)."""
        self.last_armies = [as_army(side) for side in self.sides]
        self.last_result = NaiveBattle(*self.last_armies).play()
        if self.last_result == 0:
            self.score[0] += 1
        elif self.last_result == 1:
            self.score[1] += 1
        self._end_battle()

    def _end_battle(self) -> None:
        """The match ends when the rest cannot change the winner, a draw being a change (F23)."""
        winners = possible_winners(self.score, self.battles - self.battle - 1)
        if len(winners) == 1:
            self.winner = winners.pop()
        else:
            self._begin_battle(self.battle + 1)
