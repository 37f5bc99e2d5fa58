"""Chance through one door: by the seed, scripted, and enumerated."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from threading import Thread
from typing import Annotated

import numpy as np
import pytest

from duelhall.backend.cpu import callable_rule
from duelhall.engine.chance import DICE, below, draw_word, mixed, scattered, shuffle
from duelhall.engine.record import ChanceSource, Int8, Row, State, dtype_of
from duelhall.engine.rule import helper
from duelhall.engine.sources import (
    NUMBERS_ONLY,
    AllOutcomes,
    BadOutcome,
    OutcomeNotation,
    chance_from,
    scripted,
)
from duelhall.engine.template import Interpreter


class Table(ChanceSource):
    cards: Annotated[Row, np.int8, 4]
    coin: Int8
    top: Int8


TABLE = dtype_of(Table)
SUITS = ("clubs", "hearts", "hearts", "hearts")


@helper
def toss(s: Table) -> None:
    s.coin = below(s, 2)


@helper
def pick(s: Table, size: int) -> int:
    return below(s, size)


@helper
def toss_and_pick(s: Table) -> None:
    """Heads ends it; tails goes on and picks a card of four."""
    toss(s)
    if s.coin == 1:
        s.top = pick(s, len(SUITS))


@helper
def mix(s: Table, count: int) -> None:
    shuffle(s, s.cards, count)


NAMED = OutcomeNotation({pick: lambda _s, size: SUITS[:size]})
run = Interpreter().copy


def table(*cards: int) -> Table:
    cell = np.zeros(1, TABLE)
    cell[0].cards[:] = cards or (0, 1, 2, 3)
    cell[0].rng = 5
    state: Table = cell[0]
    return state


def test_without_a_source_chance_is_random_as_compiled() -> None:
    fast, slow = table(), table()
    toss_and_pick(fast)
    mix(fast, 4)
    run(toss_and_pick)(slow)
    run(mix)(slow, 4)
    assert fast.tobytes() == slow.tobytes()


# --- scripted ---


def test_a_script_says_what_comes() -> None:
    s = table()
    with scripted(["1", "hearts"], NAMED.names):
        run(toss_and_pick)(s)
    assert (s.coin, s.top, s.rng) == (1, 1, 5)


@pytest.mark.parametrize(
    ("outcomes", "fault"),
    [
        ([], r"end too early: one of 2 \(0 1\) must be drawn next"),
        (["1"], r"end too early: one of 4 \(clubs hearts hearts hearts\)"),
        (["2"], r"2 cannot be drawn: it is not one of 2 \(0 1\)"),
        (["1", "spades"], "spades cannot be drawn"),
        (["0", "clubs"], "too many outcomes: nothing is drawn for clubs"),
    ],
)
def test_a_script_that_does_not_fit_is_refused(outcomes: list[str], fault: str) -> None:
    with pytest.raises(BadOutcome, match=fault), scripted(outcomes, NAMED.names):
        run(toss_and_pick)(table())


def test_after_a_script_chance_is_random_again() -> None:
    with pytest.raises(BadOutcome), scripted([]):
        run(toss)(table())
    s = table()
    run(toss)(s)
    assert s.rng != 5


@pytest.mark.parametrize("order", list(permutations("0123")))
def test_a_shuffle_is_scripted_card_by_card(order: Sequence[str]) -> None:
    s = table()
    with scripted(order):
        run(mix)(s, 4)
    assert [str(card) for card in s.cards] == list(order)


def test_a_shuffle_to_the_front_draws_no_more_than_that() -> None:
    s = table(7, 7, 8, 9)
    with scripted(["9", "7"]):
        run(mix)(s, 2)
    assert [int(card) for card in s.cards[:2]] == [9, 7]
    assert sorted(int(card) for card in s.cards) == [7, 7, 8, 9]


def test_another_thread_has_its_own_chance() -> None:
    other = table()
    with scripted(["1", "clubs"], NAMED.names):
        thread = Thread(target=run(toss), args=(other,))
        thread.start()
        thread.join()
        run(toss_and_pick)(table())
    assert other.rng != 5


def test_names_that_do_not_fit_a_draw_are_a_fault_of_the_game() -> None:
    @helper
    def draw(s: Table) -> int:
        return below(s, 3)

    names = OutcomeNotation({draw: lambda _s: ("heads", "tails")}).names
    fault = "one of 3 outcomes, but 2 have names"
    with pytest.raises(ValueError, match=fault), scripted(["x"], names):
        run(draw)(table())


def test_names_are_those_of_the_game_that_asks() -> None:
    others = OutcomeNotation({pick: lambda _s, size: [f"card {at}" for at in range(size)]}).names
    tops = []
    for names, card in ((NAMED.names, "clubs"), (others, "card 3"), (NUMBERS_ONLY, "2")):
        s = table()
        with scripted(["1", card], names):
            run(toss_and_pick)(s)
        tops.append(int(s.top))
    assert tops == [0, 3, 2]


@pytest.mark.parametrize(
    ("text", "names"), [("", ()), ("3", ("3",)), ("a, b ,a", ("a", "b", "a")), ("a,b", ("a", "b"))]
)
def test_outcomes_are_written_with_commas(text: str, names: tuple[str, ...]) -> None:
    notation = OutcomeNotation()
    assert notation.parse(text) == names
    assert notation.parse(notation.text(names)) == names


# --- enumerated ---


def every(
    rule: object, *arguments: int, cards: Sequence[int] = ()
) -> dict[tuple[str, ...], Fraction]:
    """Everything that comes when a rule is run, and how likely it is."""
    source, found = AllOutcomes(), {}
    is_left = True
    while is_left:
        s = table(*cards)
        with chance_from(source, NAMED.names):
            run(rule)(s, *arguments)  # type: ignore[arg-type]
        assert source.names not in found
        found[source.names] = source.probability
        is_left = source.next()
    assert sum(found.values()) == 1
    return found


def test_all_outcomes_come_with_their_probabilities() -> None:
    assert every(toss_and_pick) == {
        ("0",): Fraction(1, 2),
        ("1", "clubs"): Fraction(1, 8),
        ("1", "hearts"): Fraction(3, 8),
    }


def test_a_rule_without_chance_has_one_outcome() -> None:
    @helper
    def nothing(_s: Table) -> None:
        pass

    assert every(nothing) == {(): 1}


def test_equal_cards_are_shuffled_as_one() -> None:
    found = every(mix, 4, cards=(7, 7, 8, 8))
    assert len(found) == 6
    assert set(found.values()) == {Fraction(1, 6)}


@pytest.mark.parametrize("count", range(5))
def test_every_choice_of_a_shuffle_comes_once(count: int) -> None:
    found = every(mix, count)
    assert set(found) == set(permutations("0123", count))
    assert len(set(found.values())) == 1


# --- chance: known values, evenness, and the same numbers interpreted and compiled ---


class Hand(ChanceSource):
    cards: Annotated[Row, np.int8, 4]


HAND = dtype_of(Hand)


def dice(seed: int) -> State:
    cell = np.zeros(1, DICE)
    cell[0].rng = seed
    state: State = cell[0]
    return state


def test_words_are_those_of_splitmix64() -> None:
    """The first words from the seed 1234567, as published with the generator."""
    s = dice(1234567)
    assert [int(draw_word(s)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("bound", [1, 2, 9, 1000, 2**31 - 1])
def test_interpreted_and_compiled_draw_the_same(seed: int, bound: int) -> None:
    fast, slow = dice(seed), dice(seed)
    compiled = callable_rule(below)
    for _ in range(200):
        number = int(compiled(fast, bound))
        assert number == below(slow, bound)
        assert 0 <= number < bound
    assert fast.rng == slow.rng


def unmixed(word: int) -> int:
    """The inverse of the generator's mixing, which is one to one."""

    def unshifted(word: int, shift: int) -> int:
        result = word
        for _ in range(64 // shift + 1):
            result = word ^ (result >> shift)
        return result

    word = unshifted(word, 31) * pow(0x94D0_49BB_1331_11EB, -1, 2**64) % 2**64
    word = unshifted(word, 27) * pow(0xBF58_476D_1CE4_E5B9, -1, 2**64) % 2**64
    return unshifted(word, 30)


def test_dice_do_not_give_the_seed_of_the_deal_away() -> None:
    for seed in range(1000):
        assert unmixed(mixed(seed)) == seed  # which is why the dice are not just this
        assert abs(unmixed(scattered(seed)) - seed) > 10**6


def test_numbers_are_even() -> None:
    s = dice(5)
    found = Counter(int(below(s, 6)) for _ in range(60_000))
    assert sum((found[side] - 10_000) ** 2 / 10_000 for side in range(6)) < 25


def test_a_bound_that_fills_no_bucket_evenly_is_drawn_again() -> None:
    """With a bound of 3 * 2**29, a quarter of the words must be drawn again to make it even."""
    s, bound = dice(9), 3 * 2**29
    thirds = Counter(int(below(s, bound)) // 2**29 for _ in range(30_000))
    assert sum((thirds[third] - 10_000) ** 2 / 10_000 for third in range(3)) < 20
    assert int(s.rng) != (9 + 30_000 * 0x9E37_79B9_7F4A_7C15) % 2**64, "nothing was drawn again"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_shuffling_brings_every_choice_to_the_front_as_often(count: int) -> None:
    cell = np.zeros(1, HAND)
    s = cell[0]
    trials, found = 24_000, Counter[tuple[int, ...]]()
    for seed in range(trials):
        s.rng = seed
        s.cards[:] = np.arange(4)
        shuffle(s, s.cards, count)
        assert sorted(s.cards) == [0, 1, 2, 3]
        found[tuple(int(card) for card in s.cards[:count])] += 1
    choices = list(permutations(range(4), count))
    assert set(found) == set(choices)
    expected = trials / len(choices)
    assert sum((found[choice] - expected) ** 2 / expected for choice in choices) < 60
