"""Guesses at what a role cannot see (N40): only possible ones, each as often as it should be."""

import random
from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import permutations
from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import BadPosition
from duelhall.engine.record import copied
from duelhall.games.binmat.notation import PLACE_NAMES, place_cards
from duelhall.games.binmat.past import FROM, INTO, KIND, UNSEEN
from duelhall.games.binmat.state import BREAK, LANES, NAMES, PLACE, State, face_of, position_numbers
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.tree import move_outcomes
from duelhall.testing.conformance import TRIALS_A_DEAL, largest_chi_square, random_match
from tests.games.binmat.histories import History, fault_in
from tests.games.binmat.setting import CARD, by_every_rule_set, position

TOP = "2^"


def dealt(rules: str, *moves: str) -> Match:
    """A match after some moves in which a known card lies open on lane 3."""
    rest = [card for card in NAMES if card != TOP]
    decks = ["".join(rest[13 * lane : 13 * lane + 13]) for lane in range(LANES)]
    decks[3], decks[5] = decks[3][:-2] + TOP, decks[5] + decks[3][-2:]
    match = duelhall.load("binmat", rules).match(deal=" ".join(decks))
    for move in moves:
        match.play(move)
    return match


def guesses(match: Match, seat: int, count: int) -> Iterator[State]:
    """Guesses from what a seat sees now."""
    view = match.view(seat)
    return (match.game.guess(view, seat, seed) for seed in range(count))


def place_in(state: State, card: str) -> int:
    return int(state.spot[NAMES.index(card)]) // PLACE


# --- as often as they should be ---


@by_every_rule_set
@pytest.mark.parametrize("size", [2, 3, 6, 11])
def test_n40_each_card_of_a_hand_is_as_likely_to_be_played_as_the_others(
    rules: str, size: int
) -> None:
    """But for a BREAK, which cannot be the first (N14): any other card is a little likelier."""
    match = dealt(rules, "d3", "d5", *["d0", "d5"] * (size - 1))
    match.play(f"p{TOP}1")
    unseen = [card for card in range(len(NAMES)) if match.state.kin[1, card] == UNSEEN]
    playable = sum(face_of(card) != BREAK for card in unseen) / len(unseen)
    expected, count = 1 / (1 + (size - 1) * playable), 2000
    found = sum(place_in(state, TOP) == PLACE_NAMES["d1"] for state in guesses(match, 1, count))
    assert abs(found - count * expected) < 4 * (count * expected * (1 - expected)) ** 0.5


SHOWN = "hackmud hackmud,reshuffled_deck=up"
CASES = {
    "what came in time": (
        "hackmud rulebook live", "l0=XXX l3=XX turn=0", "4&7&8&9&5&", 1,
        "d3 p2#5 d0 p3#5 p5&1 p4#5 d0 p5#5 p7&2",
    ),
    "what was played openly": (
        "hackmud live", "l0=XXX l3=XX turn=1", "4&7&8&9&5&", 0,
        "d3 x2#5 d0 x3#5 p5&1 x4#5 d0 x6#5 u8&2",
    ),
    "what combat showed": (
        "hackmud rulebook live", "l0=XXX l3=XX a2=2! turn=0", "4&7&8&9&5&", 1,
        "d3 p2#5 d0 p3#5 p8&2 p4#5 d0 p5#5 p7&1 c2",
    ),
    "where a BREAK can be": (
        "hackmud rulebook live", "l0=XXX l3=XX turn=0", "4&7&>&>%5&", 1,
        "d0 p2#5 d3 p3#5 d0 p4#5 p5&1 p5#5 p>&1",
    ),
    "where there must be a BREAK": (
        "rulebook", "l0=XXX l3=XX d1=8&u turn=0", ">%7&>&3%>+", 1, "d0 p2#5 d3 p3#5 p>+1",
    ),
    "what was discarded and drawn again": (
        "hackmud", "l0=XX l3=XX hd=X turn=0", "4&7&5&8&9&", 1,
        "d3 p2#5 x9&0 p3#5 d0 p4#5 d0 p5#5 d0 p6#5 p8&1",
    ),
    "what the other drew of it": (
        "hackmud", "l0=X l3=XX hd=XX turn=0", "4&7&5&8&9&", 1,
        "d3 p2#5 x9&0 p3#5 x8&0 p4#5 d0 p5#5 d0 d0 p4&1",
    ),
    "what a reshuffled deck showed": (
        SHOWN, "l0=XX hd=XX turn=0", "4&7&5&8&", 1, "x5&3 p2#5 x8&3 p3#5 d3 p4#5 d0 p5#5 p7&1",
    ),
    "what it showed of a pile that was not seen": (
        SHOWN, "l0=X hd=XX x3=3& turn=0", "4&5&8&", 1,
        "x5&3 p2#5 x8&3 p3#5 d3 p4#5 d0 p6#5 p4&1 p7#5 d3",
    ),
    "what came from a shuffled pile": (
        "live", "l0=XX xa=8!9! ha=X turn=1", "4&7&5&", 0, "da x2#5 d0 x3#5 p8!1 x4#5 x5&a",
    ),
    "in which order a hand was lost": (
        "live", "l0=XXX l3=XX turn=0", "4&7&8&9&5&", 1,
        "d0 p2#5 d3 p3#5 d0 p4#5 p8&1 p5#5 -- p6#5 --",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("rules", "case"), [(rules, name) for name, case in CASES.items() for rules in case[0].split()]
)
def test_n40_every_world_is_guessed_as_often_as_the_others(rules: str, case: str) -> None:
    _, places, hidden, seat, moves = CASES[case]
    worlds = check_worlds(duelhall.load(f"binmat[{rules}]"), places, hidden, seat, *moves.split())
    assert worlds > 1


# --- possible ---


@by_every_rule_set
def test_n40_a_card_is_not_guessed_below_one_that_was_there_before_it(rules: str) -> None:
    match = dealt(rules, "d0", "d5", "d0", "d5", "d0", "d5")
    first = place_cards(match.state)["hd"][1]
    for move in (f"p{first}1", "d5", "d3", "d5", f"p{TOP}1"):
        match.play(move)
    lowest = {place_cards(state)["d1"][0] for state in guesses(match, 1, 300)}
    assert TOP not in lowest
    assert any(place_in(state, TOP) == PLACE_NAMES["d1"] for state in guesses(match, 1, 50))


@by_every_rule_set
def test_n14_n15_no_break_is_guessed_where_none_could_be_played(rules: str) -> None:
    game, looked_at = duelhall.load("binmat", rules), 0
    for seed in range(8):
        for state in random_match(game, seed).states[::4]:
            for seat in (0, 1):
                guessed = place_cards(game.guess(game.view(state, seat), seat, seed))
                for lane in range(LANES):
                    stack = guessed[f"{'ad'[seat]}{lane}"]
                    down = [card for card in stack if not card.endswith("u")]
                    looked_at += len(down)
                    assert down != stack or not stack or stack[0][0] != ">"
                    if rules == "hackmud":
                        assert sum(card[0] == ">" for card in stack) <= 1
    assert looked_at > 300


@pytest.mark.uncovered
@by_every_rule_set
def test_n40_a_guess_agrees_with_everything_that_was_seen(rules: str) -> None:
    """The whole game can be played again with the guessed cards, and looks the same."""
    game = duelhall.load("binmat", rules)
    for seed in range(20, 28):
        match = random_match(game, seed)
        for seat in (0, 1):
            history = History(match, seat)
            for number in range(seed % 9, len(match.states), 9):
                guessed = game.guess(game.view(match.states[number], seat), seat, number)
                assert fault_in(history, number, guessed) == ""


@pytest.mark.uncovered
def test_n40_so_does_one_where_unseen_cards_went_through_a_deck() -> None:
    game, found = duelhall.load("binmat"), 0
    for seed in (34, 37):
        match = random_match(game, seed)
        history = History(match, 1)
        for number, state in enumerate(match.states):
            kinds = {entry // KIND for entry in state.past[1, : state.past_size[1]].tolist()}
            if number % 5 == 0 and {INTO, FROM} <= kinds:
                found += 1
                guessed = game.guess(game.view(state, 1), 1, number)
                assert fault_in(history, number, guessed) == ""
    assert found


def test_what_nobody_can_have_seen_is_found_out() -> None:
    """The test of guesses is worth something: it refuses cards that came too late."""
    match = dealt("hackmud", "d0", "d5", "d0", "d5")
    first = place_cards(match.state)["hd"][1]
    for move in (f"p{first}1", "d5", "d3", "d5"):
        match.play(move)
    history, number = History(match, 1), len(match.moves)
    guessed = match.game.guess(match.view(1), 1, 1)
    assert fault_in(history, number, guessed) == ""
    wrong, known, played = copy(guessed), NAMES.index(TOP), place_cards(guessed)["d1"][0]
    wrong.spot[[known, NAMES.index(played)]] = guessed.spot[[NAMES.index(played), known]]
    assert fault_in(history, number, wrong) == "nothing leads to these cards"


# --- remembering ---


@by_every_rule_set
def test_no_rule_reads_what_seats_remember(rules: str) -> None:
    """A game goes on in the same way when all that only remembers does nothing."""
    game = duelhall.load("binmat", rules)
    forgetful = game.definition.functions_without_memory
    match, cell = random_match(game, seed=5), game.blank()
    cell[0].rng = 5
    forgetful["deal"](cell[0])
    for number, move in enumerate(match.moves):
        assert (position_numbers(cell) == position_numbers(match.states[number].reshape(1))).all()
        forgetful["play"](cell[0], move)
    assert cell[0].winner == match.winner
    assert not any(cell[name].any() for name in ("seen", "known", "unsure", "kin", "past"))


@pytest.mark.parametrize(
    ("words", "fault"),
    [
        ("past0=zz/4f:*", "expected a past"),
        ("past0=2ff/4f:*", "expected a past"),
        ("past0=650/4f:*", "expected a past"),
        (f"past0={'14f' * 97}/4f:*", "expected a past"),
        ("past0=14f", "expected bits:cards"),
        ("past0=14f/fff:*", "expected bits:cards"),
        ("pools=4f", "expected pools"),
    ],
)
def test_a_past_that_cannot_be_read(words: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        duelhall.load("binmat").parse_position(f"hd=2& l0={'X' * 77} seen0=2:*;8000000:2& {words}")


@pytest.mark.parametrize("past", ["", "14f", "34f", "14f20f", "55020f", "65074f34f", "101101"])
def test_whatever_a_past_says_a_guess_is_a_whole_state(past: str) -> None:
    """As a position can say that somebody wrote."""
    game = duelhall.load("binmat")
    view = game.parse_position(f"ha=2& l0={'X' * 70} d0=XX hd=XX x0=XXX turn=1 past1={past}/4f:*")
    for seed in range(20):
        cards = place_cards(game.guess(view, 1, seed))
        assert sorted(card[:2] for pile in cards.values() for card in pile) == sorted(NAMES)


# --- guesses by Python are those of machine code ---


POSITIONS = [("hackmud", 34, 3), ("hackmud", 37, 3), ("rulebook", 3, 9), ("live", 5, 9)]
"""Rule sets and seeds, and every how many moves a guess is made."""


def both(rules: str) -> list[Any]:
    return [duelhall.load("binmat", rules, backend=way) for way in ("cpu", "python")]


@pytest.mark.parametrize(("rules", "seed", "every"), POSITIONS)
def test_a_guess_by_python_is_that_of_machine_code(rules: str, seed: int, every: int) -> None:
    compiled, plain = both(rules)
    for number, state in enumerate(random_match(compiled, seed).states[::every]):
        for seat in (0, 1):
            view = compiled.view(state, seat)
            guessed = compiled.guess(view, seat, number)
            assert plain.guess(view, seat, number).tobytes() == guessed.tobytes()


@pytest.mark.parametrize(("rules", "seed", "every"), POSITIONS)
def test_a_past_that_contradicts_itself_still_gives_a_guess(
    rules: str, seed: int, every: int
) -> None:
    """Only a position that somebody wrote can have one."""
    compiled, plain = both(rules)
    dice = random.Random(seed)
    for number, state in enumerate(random_match(compiled, seed).states[every::every]):
        for seat in (0, 1):
            view = copied(compiled.view(state, seat))[0]
            spoil_past(view, seat, dice)
            guessed = compiled.guess(view, seat, number)
            assert plain.guess(view, seat, number).tobytes() == guessed.tobytes()


def spoil_past(view: State, seat: int, dice: random.Random) -> None:
    """Exchange, repeat or strike out some of what a seat remembers of the other hand."""
    for _ in range(dice.randint(1, 4)):
        size, past = int(view.past_size[seat]), view.past[seat]
        if size > 1:
            first, second = dice.randrange(size), dice.randrange(size)
            past[second] = past[first]
            if dice.random() < 0.5:
                past[first : size - 1] = past[first + 1 : size].copy()
                past[size - 1], view.past_size[seat] = 0, size - 1


# --- all worlds that a seat holds possible, counted by playing every one of them by the rules ---


def check_worlds(game: Game, places: str, hidden: str, seat: int, *moves: str) -> int:
    """Compare guesses after some moves with all worlds; gives how many differ in their cards.

    The seat holds all cards that a test does not name, so that few are hidden. Every order of the
    hidden ones is tried, every card that the other player could have taken for a move that was not
    seen, and every order of a shuffle. Each way that shows the seat the same is one world.

    `places` has an X for each of the hidden cards, which are X by X what they are in the match.
    """
    words = iter(CARD.findall(hidden))
    text = "".join(next(words) if letter == "X" else letter for letter in places)
    match = game.match(position=position(text, f"h{'da'[seat]}"))
    for move in moves:
        match.play(move)
    expected: Counter[bytes] = Counter()
    for start in shuffled(match.states[0], CARD.findall(hidden)):
        if seen_in(game, start, seat) == seen_in(game, match.states[0], seat):
            expected.update(ends(match, seat, start, 0))
    compare(match, seat, expected)
    return len(expected)


def shuffled(state: State, cards: list[str]) -> Iterator[State]:
    """A state with some cards in every order; none of them may be in a stack."""
    numbers = [NAMES.index(card) for card in cards]
    for order in permutations(numbers):
        other = copy(state)
        for card, place in zip(numbers, order, strict=True):
            other.spot[card] = state.spot[place]
        yield other


def seen_in(game: Game, state: State, seat: int) -> bytes:
    view: bytes = game.view(state, seat).tobytes()
    return view


def ends(match: Match, seat: int, state: State, made: int) -> Iterator[bytes]:
    """Where the cards are at the end of each way to go on that shows the seat the same."""
    if made == len(match.moves):
        yield state.spot.tobytes()
        return
    game = match.game
    wanted = seen_in(game, match.states[made + 1], seat)
    for move in alike(match, seat, state, made):
        after = game.after(state, move)
        states = [after]
        if after.rng != state.rng:
            states = [outcome.state for outcome in move_outcomes(game, state, move)]
        for one in states:
            if seen_in(game, one, seat) == wanted:
                yield from ends(match, seat, one, made + 1)


def alike(match: Match, seat: int, state: State, made: int) -> list[int]:
    """The moves that the seat could not tell from the one that was made."""
    move, tell = match.moves[made], match.game.definition.writing.notation.move_seen
    if int(state.to_move) == seat:
        return [move]
    told = tell(match.states[made], move, seat)
    return [other for other in match.game.legal_moves(state) if tell(state, other, seat) == told]


def compare(match: Match, seat: int, expected: Counter[bytes]) -> None:
    view, trials = match.view(seat), TRIALS_A_DEAL * len(expected)
    found = Counter(match.game.guess(view, seat, seed).spot.tobytes() for seed in range(trials))
    assert set(found) <= set(expected), "a guess is impossible"
    assert set(found) == set(expected), "a world is never guessed"
    total, squares = expected.total(), 0.0
    for cards, ways in expected.items():
        mean = trials * ways / total
        squares += (found[cards] - mean) ** 2 / mean
    bound = largest_chi_square(len(expected) - 1)
    assert squares <= bound, f"guesses are uneven: chi-square {squares:.1f} > {bound:.1f}"
