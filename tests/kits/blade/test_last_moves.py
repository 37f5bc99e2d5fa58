"""`lastmove` in the questions to the original's bots: a card, which Bolts and 1s go on changing."""

from dataclasses import dataclass
from random import Random

import duelhall
from duelhall.games.blade.state import BOLT, MIRROR, ONE, State
from duelhall.match.match import Match
from duelhall_kits.blade.original import last_moves, request


@dataclass
class Card:
    """A card that is one and the same, wherever it lies."""

    kind: int
    valid: bool = True


class Naive:
    """Fields that are lists of cards, and the last card of each player, as in the original."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.last: list[Card | None] = [None, None]
        self.fields = [self._dealt(match.state, seat) for seat in (0, 1)]

    @staticmethod
    def _dealt(state: State, seat: int) -> list[Card]:
        return [Card(kind) for kind in state.field[seat, : state.field_size[seat]].tolist()]

    def play(self, kind: int) -> None:
        seat, turn, placing = self.match.to_move, self.match.state.turn, self.match.state.placing
        self.match.play(kind)
        if not placing:
            self._place(Card(kind), seat)
        if self.match.state.turn <= turn:
            self.fields = [self._dealt(self.match.state, each) for each in (0, 1)]

    def _place(self, card: Card, seat: int) -> None:
        own, other = self.fields[seat], self.fields[1 - seat]
        if card.kind == MIRROR:
            self.fields.reverse()
        elif card.kind == BOLT:
            if not other[-1].valid:
                other.pop()
            other[-1].valid = False
        elif card.kind == ONE and not own[-1].valid:
            own[-1].valid = True
        else:
            if not own[-1].valid:
                own.pop()
            own.append(card)
        if self.match.state.turn > 0 and not self.match.over:
            self.last[seat] = card


def test_they_are_the_cards_of_the_original() -> None:
    game, struck, revived = duelhall.load("blade[controller]"), 0, 0
    for seed in range(20):
        random, naive = Random(seed), Naive(game.match(seed))
        match, before = naive.match, [True, True]
        while not match.over:
            seat = match.to_move
            found = last_moves(match.seen(seat, 0))
            assert [each and (each.card, each.valid) for each in found] == [
                each and (each.kind, each.valid) for each in naive.last
            ], match.replay().moves
            valid = [each is None or each.valid for each in naive.last]
            struck += before.count(True) > valid.count(True)
            revived += before.count(True) < valid.count(True)
            before = valid
            naive.play(random.choice(longer(match)))
    assert struck > 10
    assert revived


def longer(match: Match) -> list[int]:
    """The moves that do not lose at once, if there are any: games are longer by them."""
    moves = match.game.legal_moves(match.state)
    going_on = [move for move in moves if match.game.after(match.state, move).winner < 0]
    return going_on or moves


def test_a_question_says_that_the_card_was_struck() -> None:
    match = duelhall.load("blade").match(position="74M5:1:3 6B2:1:5 to_move=0")
    for move in ("7", "B"):
        match.play(move)
    said = request(match.seen(0, 0), match.view(0), 0, "f")
    assert said["player"]["lastmove"] == {"type": 7, "value": 7, "valid": False}
    assert said["opponent"]["lastmove"] == {"type": 0, "value": 1, "valid": True}
