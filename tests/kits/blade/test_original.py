"""What bots of the original controller are given and print: transcripts and last moves."""

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import pytest

import duelhall
from duelhall.engine.rule import python_function
from duelhall.games.blade import rules
from duelhall.games.blade.state import BOLT, MIRROR, ONE, State
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.saves import load_match
from duelhall.play.seat import Ending
from duelhall_kits.blade import original as transcript
from duelhall_kits.blade.contest import deals_by
from duelhall_kits.blade.original import last_moves, request

GOLDEN = Path(__file__).parents[2] / "games/blade/golden"

CARD, CARDS, FIELD = "[1-7BM]", "[1-7BM]( [1-7BM])*", "[1-7BM]( [1-7BM])*X?"
SHAPES = (
    "",
    r"Initializing round 0\.",
    r"Each player gets a deck of 16 cards\.",
    rf"Player [01]: {CARDS}",
    r"Each player draws 10 cards\.",
    r"Cards remaining in each deck:",
    r"Round 0 starts\.",
    r"Field initialization starts\.",
    r"Player [01] draws initial card\.",
    rf"Player draws {CARD}, and puts it on the field\.",
    r"Both player's initial scores are equal\.",
    r"But player [01]'s deck is empty\.",
    rf"Player [01] selects {CARD}, and puts it on the field\.",
    r"Player [01] gets first turn\.",
    r"Turn \d+ starts\.",
    r"Player [01]'s turn\.",
    rf"Player [01]'s field: {FIELD} \(\d+\)",
    rf"Player [01]'s hand \(\d+\): ({CARDS})?",
    r"Cards remaining in player [01]'s deck: \d\.",
    rf"Player [01] plays {CARD}\.",
    r"Player [01] ends his turn\.",
    r"Both player's scores are equal\.",
    r"Player [01] could not match the opponent's score\.",
    r"Player [01] played bolt or lightning as his last card\.",
    r"Only player [01] is left with no cards in his hand\.",
    r"Player [01]'s score is higher\.",
    r"Player [01] wins this turn\.",
)
"""All lines of a round, but for the rarest."""

RAREST = (
    "Only the player's deck is empty.",
    "Opponent's deck is empty as well.",
    "Both players got the same score.",
)


@pytest.fixture(scope="module")
def controller() -> Game:
    return duelhall.load("blade", "controller")


def after(game: Game, position: str, *moves: str) -> list[str]:
    """What is told of the last of these moves."""
    match = game.match(position=position)
    for move in moves:
        match.play(move)
    return list(transcript.move_made(match))


def told_at_random(match: Match, choice: random.Random) -> Iterator[str]:
    yield from transcript.round_begins(0, match)
    while not match.over:
        match.play(choice.choice(match.legal_moves()))
        yield from transcript.move_made(match)


def test_every_rule_that_is_told_is_one_of_blade() -> None:
    for function in transcript.SAID_OF:
        assert function is python_function(getattr(rules, function.__name__))
        assert function.rulings


def test_every_line_of_random_rounds_has_its_shape_and_every_shape_comes(controller: Game) -> None:
    shapes = [re.compile(shape) for shape in SHAPES]
    seen: Counter[int] = Counter()
    choice = random.Random(1)
    for deal in islice(deals_by(controller, 1), 300):
        for line in told_at_random(controller.match(deal=deal), choice):
            if line not in RAREST:
                seen[next(n for n, shape in enumerate(shapes) if shape.fullmatch(line))] += 1
    assert set(seen) == set(range(len(SHAPES)))


def test_each_step_is_told_from_the_states_around_it(controller: Game) -> None:
    """The fields that end a turn, and those that begin the next one, are those of the match."""
    match = load_match(GOLDEN / "recorded-match.json")
    told = controller.match(deal=match.start.deal)
    for number, move in enumerate(match.moves, start=1):
        told.play(move)
        fields = [line for line in transcript.move_made(told) if "field:" in line]
        scores = match.states[number].score.tolist()
        assert [int(line.split("(")[1][:-1]) for line in fields] == scores * 2


def test_b4_b5_an_initialization_from_hand_that_strands_a_player() -> None:
    match = load_match(GOLDEN / "stranded-controller.json")
    told = match.game.match(seed=match.start.seed)
    for move in match.moves[:-1]:
        told.play(move)
    lines = list(transcript.move_made(told))
    assert lines[1] == "Both player's scores are equal."
    assert lines[2:8] == [
        "",
        "",
        "Field initialization starts.",
        "Player 0 draws initial card.",
        "But player 0's deck is empty.",
        lines[7],
    ]
    assert lines[7].startswith("Player 0's hand (")
    told.play(match.moves[-1])
    assert list(transcript.move_made(told)) == [
        "Player 0 selects 2, and puts it on the field.",
        "Player 1 draws initial card.",
        "But player 1's deck is empty.",
        "Player 1's hand (0): ",
        "Only the player's deck is empty.",
        "Player 0 wins this turn.",
    ]


def test_b5_both_stranded(controller: Game) -> None:
    lines = after(controller, "3:-:- 3:-:- placing to_move=0", "3", "3")
    assert lines == [
        "Player 1 selects 3, and puts it on the field.",
        "Both player's initial scores are equal.",
        "",
        "",
        "Field initialization starts.",
        "Player 0 draws initial card.",
        "But player 0's deck is empty.",
        "Player 0's hand (0): ",
        "Opponent's deck is empty as well.",
    ]


def test_b12_an_initialization_that_uses_up_both_hands(controller: Game) -> None:
    lines = after(controller, "3:-:- 4:-:- placing to_move=0", "3", "4")
    assert lines[:2] == [
        "Player 1 selects 4, and puts it on the field.",
        "Player 0 gets first turn.",
    ]
    assert lines[4] == "Turn 0 starts."
    assert lines[-2:] == ["Player 1's score is higher.", "Player 1 wins this turn."]


def test_b12_only_one_hand_is_empty(controller: Game) -> None:
    lines = after(controller, "66:-:2 -:-:3 to_move=0", "6")
    assert lines[-2:] == [
        "Only player 1 is left with no cards in his hand.",
        "Player 0 wins this turn.",
    ]


def test_b10_a_special_last_card_is_not_said_to_be_played(controller: Game) -> None:
    assert after(controller, "B:-:2 23:-:3 to_move=0", "B") == [
        "Player 0 played bolt or lightning as his last card.",
        "Player 1 wins this turn.",
    ]


def test_b11_a_lower_score(controller: Game) -> None:
    assert after(controller, "23:-:2 23:-:7 to_move=0", "2") == [
        "Player 0 plays 2.",
        "Player 0 could not match the opponent's score.",
        "Player 1 wins this turn.",
    ]


def test_an_invalidated_bolt_has_no_mark(controller: Game) -> None:
    lines = after(controller, "B34:-:2 23:-:2B to_move=0", "B")
    assert lines[:2] == ["Player 0 plays B.", "Both player's scores are equal."]
    lines = after(controller, "B34:-:3 23:-:2B to_move=0", "B")
    assert "Player 1's field: 2 B (2)" in lines
    lines = after(controller, "B34:-:3 23:-:22 to_move=0", "B")
    assert "Player 1's field: 2 2X (2)" in lines


@pytest.mark.parametrize("ending", [ending for ending in Ending if ending is not Ending.PLAYED])
def test_every_fault_has_a_line(ending: Ending) -> None:
    (line,) = transcript.faulted(1, ending)
    assert line.endswith("loses this turn.")


def test_nothing_is_made_of_a_transcript_that_is_not_read(controller: Game) -> None:
    match = controller.match(seed=1)
    match.explain = None  # type: ignore[assignment, method-assign]
    transcript.round_begins(0, match)
    transcript.move_made(match)


# --- `lastmove` in the questions to the original's bots: a card, which Bolts and 1s go on cha ---


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
