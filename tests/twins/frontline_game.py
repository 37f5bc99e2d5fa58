"""A slow and obvious Frontline match, written from the rulings F20 to F23 alone.

A card is a string of its symbols. A player's cards are numbered from 1 in the set's order, and
moves are texts: `take3` picks the third card of the open row, `2<` and `2>` put card 2 to the left
or right end of the front line, `2b3` puts it behind the third front unit from the left, and
`commit`, `commit<` or `commit>` ends the deployment, an odd unit standing left or right of the
divide. The battle itself is the twin of F1 to F13.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.twins.frontline import Army, NaiveBattle, Winner

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
