"""Blade, ruling by ruling, compiled and interpreted.

Positions are in the game's own notation: `hand:deck:field` of player 0, then of player 1. Cards
that are nowhere have left the round.
"""

from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duelhall
from duelhall.backend import CPU
from duelhall.backend.cpu import callable_rule
from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.engine.record import DRAWN, HIDDEN, state_of
from duelhall.games.blade import rules as blade_rules
from duelhall.games.blade.state import COUNTS, LONGEST_FIELD, VALUES
from duelhall.match.match import Match, Start
from tests.games.blade.conftest import After
from tests.games.counting import blade_census

RECORDED_DEAL = "365367B524BB51BB 124433MBM526742M"
"""The deal of the match that was recorded with the public controller."""


def text(match: Match) -> str:
    return match.game.position_text(match.state)


def places(match: Match, seat: int) -> list[str]:
    return text(match).split()[seat].split(":")


def hand(match: Match, seat: int) -> str:
    return places(match, seat)[0]


def deck(match: Match, seat: int) -> str:
    return places(match, seat)[1]


def field(match: Match, seat: int) -> str:
    return places(match, seat)[2]


def newly_gone(match: Match) -> str:
    """The cards that left the round since the match began, in order of their names."""
    before, after = match.states[0].gone, match.state.gone
    return "".join("B1234567M"[kind] * int(after[kind] - before[kind]) for kind in range(9))


def scores(match: Match) -> tuple[int, int]:
    return int(match.state.score[0]), int(match.state.score[1])


# --- what you see ---


def test_s1_you_see_your_hand_both_fields_and_counts_elsewhere(after: After) -> None:
    match = after("12B:345:67 34M:12B:M5X to_move=0")
    assert match.game.position_text(match.view(0)).startswith("12B:???:67 ???:???:M5X gone=")
    assert match.game.position_text(match.view(1)).startswith("???:???:67 34M:???:M5X gone=")


def test_s1_a_hand_without_cards_is_not_hidden(after: After) -> None:
    match = after("-:3:2 34:1:M5 to_move=1")
    assert match.view(1).hand[0].tolist() == [0] * 9
    assert match.view(0).hand[1].tolist() == [HIDDEN] * 9


# --- preparation ---


@pytest.mark.parametrize(
    ("rules", "pack"),
    [
        ("readme", "B" * 6 + "11222333344445555666" + "77" + "MMMM"),
        ("controller", "B" * 6 + "112222333344445555666" + "77" + "MMM"),
    ],
)
def test_b1_pack_of_each_rule_set(rules: str, pack: str, backend: str) -> None:
    match = duelhall.load("blade", rules, backend=backend).match(seed=11)
    cards = "".join(text(match).split()[:2]).replace(":", "")
    cards += text(match).split()[2].removeprefix("gone=").replace("-", "")
    assert sorted(cards) == sorted(pack)


def test_b1_two_decks_of_sixteen_of_which_ten_cards_are_drawn(backend: str) -> None:
    game = duelhall.load("blade", "controller", backend=backend)
    match = game.match(deal=RECORDED_DEAL)
    assert hand(match, 0) == "12455BBBBB"
    assert hand(match, 1) == "224567BMMM"
    assert (deck(match, 0), field(match, 0)) == ("36536", "7")
    assert (deck(match, 1), field(match, 1)) == ("12443", "3")


@pytest.mark.parametrize(
    ("pack", "cards", "hand_size"), [("small", "12233445BBMM", 4), ("tiny", "1222BBBM", 2)]
)
def test_b1_a_small_pack_is_split_in_two_and_each_player_draws_a_hand(
    pack: str, cards: str, hand_size: int, backend: str
) -> None:
    match = duelhall.load("blade", deck=pack, backend=backend).match(seed=5)
    assert match.state.hand_size.tolist() == [hand_size] * 2
    dealt = "".join(text(match).split()[:2]).replace(":", "").replace("-", "")
    dealt += text(match).split()[2].removeprefix("gone=").replace("-", "")
    assert sorted(dealt) == sorted(cards)


def test_b1_few_cards_from_an_explicit_deal(backend: str) -> None:
    match = duelhall.load("blade", deck="tiny", backend=backend).match(deal="122B 2BBM")
    assert (hand(match, 0), hand(match, 1)) == ("2B", "BM")
    assert (deck(match, 0), field(match, 0)) == ("1", "2")
    assert (deck(match, 1), field(match, 1)) == ("2", "B")


def test_b1_every_card_is_as_likely_to_lie_at_the_bottom(blade: duelhall.Game) -> None:
    deals, found = 20_000, np.zeros(9)
    for seed in range(deals):
        found[blade.dealt(seed).deck[0, 0]] += 1
    expected = COUNTS[0] / COUNTS[0].sum() * deals
    chi_square = ((found - expected) ** 2 / expected).sum()
    assert chi_square < 27  # 8 degrees of freedom: reached once in 1,400 honest shuffles


# --- initialization ---


def test_b2_fields_are_cleared_before_an_initialization(after: After) -> None:
    match = after("345:67:4 23:53:2 to_move=1", "2")
    assert (field(match, 0), field(match, 1)) == ("7", "3")
    assert newly_gone(match) == "224"


def test_b2_fields_are_cleared_before_each_repetition(after: After) -> None:
    match = after("345:67:4 23:37:2 to_move=1", "2")
    assert (field(match, 0), field(match, 1)) == ("6", "3")
    assert newly_gone(match) == "22477"


def test_b2_an_invalidated_card_is_cleared_away_too(after: After) -> None:
    match = after("345:67:25X 23:53:- to_move=1", "2")
    assert (field(match, 0), field(match, 1)) == ("7", "3")
    assert newly_gone(match) == "225"
    assert match.state.bolted.tolist() == [0, 0]


@pytest.mark.parametrize("card", ["B", "M", "1"])
def test_b3_a_card_placed_by_initialization_has_no_effect(after: After, card: str) -> None:
    match = after(f"345:6{card}:4 23:45:2 to_move=1", "2")
    assert (field(match, 0), field(match, 1)) == (card, "5")
    assert scores(match) == (1, 5)


def test_s2_the_player_with_the_lower_score_begins(after: After) -> None:
    assert after("345:67:4 23:53:2 to_move=1", "2").to_move == 1
    assert after("345:63:4 23:57:2 to_move=1", "2").to_move == 0


def test_s3_initialization_is_repeated_until_the_scores_differ(after: After) -> None:
    match = after("345:576:4 23:M46:2 to_move=1", "2")
    assert (field(match, 0), field(match, 1)) == ("7", "4")
    match = after("345:7B6:4 23:M16:2 to_move=1", "2")
    assert (field(match, 0), field(match, 1)) == ("7", "M")
    assert (deck(match, 0), deck(match, 1)) == ("-", "-")


def test_b4_with_empty_decks_player_0_places_from_the_hand_then_player_1(after: After) -> None:
    match = after("57B:-:4 23M:-:2 to_move=1", "2")
    assert match.state.placing
    assert match.to_move == 0
    assert sorted(match.legal()) == ["5", "7", "B"]
    match.play("5")
    assert match.to_move == 1
    assert match.game.position_text(match.view(1)).startswith("??:-:5 3M:-:-")
    match.play("3")
    assert (field(match, 0), field(match, 1)) == ("5", "3")
    assert (match.to_move, match.state.placing) == (1, 0)


@pytest.mark.parametrize("card", ["B", "M", "1"])
def test_b4_a_card_placed_from_the_hand_has_no_effect(after: After, card: str) -> None:
    match = after(f"57{card}:-:4 235:-:2 to_move=1", "2", card, "5")
    assert (field(match, 0), field(match, 1)) == (card, "5")
    assert scores(match) == (1, 5)


def test_b4_the_last_card_rule_does_not_apply_to_it(after: After) -> None:
    match = after("57:-:4 2M:-:2 to_move=1", "2", "7", "M")
    assert field(match, 1) == "M"
    assert match.reason.word == "hand-empty"  # not "special-last"


def test_b4_equal_cards_from_the_hands_are_cleared_and_placed_anew(after: After) -> None:
    match = after("57:-:4 2537:-:2 to_move=1", "2", "5", "5")
    assert match.state.placing
    assert match.to_move == 0
    assert (field(match, 0), field(match, 1)) == ("-", "-")
    assert newly_gone(match) == "22455"


@pytest.mark.parametrize(
    "position", ["5:-:4 2:-:2 to_move=1", "-:-:4 25:-:2 to_move=1", "-:-:4 2:-:2 to_move=1"]
)
def test_b5_a_player_with_neither_deck_nor_hand_makes_the_round_a_draw(
    after: After, position: str
) -> None:
    match = after(position, "2")
    assert (int(match.state.winner), match.reason.word) == (DRAWN, "stranded")
    assert (field(match, 0), field(match, 1)) == ("-", "-")


def test_b5_controller_a_stranded_player_0_loses(after: After) -> None:
    match = after("-:-:4 25:-:2 to_move=1", "2", rules="controller")
    assert (match.winner, match.reason.word) == (1, "stranded")


def test_b5_controller_a_stranded_player_1_loses_after_player_0_has_placed(after: After) -> None:
    match = after("57:-:4 2:-:2 to_move=1", "2", rules="controller")
    assert not match.over
    assert match.to_move == 0
    match.play("5")
    assert (match.winner, match.reason.word) == (0, "stranded")


def test_b5_controller_two_stranded_players_draw(after: After) -> None:
    both = after("-:-:4 2:-:2 to_move=1", "2", rules="controller")
    assert (int(both.state.winner), both.reason.word) == (DRAWN, "stranded")
    placed_the_last = after("5:-:4 2:-:2 to_move=1", "2", "5", rules="controller")
    assert (int(placed_the_last.state.winner), placed_the_last.reason.word) == (DRAWN, "stranded")


# --- turn ---


def test_s4_only_a_card_of_your_own_hand_may_be_placed(after: After) -> None:
    match = after("12:-:2 7:-:3 to_move=0")
    assert match.legal() == ["1", "2"]
    with pytest.raises(IllegalMove, match=r"S4.*legal: 1 2") as caught:
        match.play("7")
    assert (caught.value.ruling, caught.value.legal) == ("S4", ("1", "2"))


def test_s5_a_score_is_the_sum_of_all_cards_but_the_invalidated_one(after: After) -> None:
    assert scores(after("1:-:MB1234567 2:-:56X")) == (30, 5)


def test_s6_a_bolt_invalidates_the_newest_card_of_the_opponent(after: After) -> None:
    match = after("3B:-:24 45:-:56 to_move=0", "B")
    assert field(match, 1) == "56X"
    assert scores(match) == (6, 5)


def test_b6_a_bolt_leaves_the_round(after: After) -> None:
    match = after("3B:-:23 45:-:6 to_move=0", "B")
    assert (field(match, 0), field(match, 1)) == ("23", "6X")
    assert newly_gone(match) == "B"


def test_b6_a_mirror_leaves_the_round(after: After) -> None:
    match = after("3M:-:2 45:-:6 to_move=0", "M")
    assert (field(match, 0), field(match, 1)) == ("6", "2")
    assert newly_gone(match) == "M"


def test_b6_a_1_that_revives_a_card_leaves_the_round(after: After) -> None:
    match = after("15:-:3524X 4:-:722 to_move=0", "1")
    assert field(match, 0) == "3524"
    assert scores(match) == (14, 11)
    assert newly_gone(match) == "1"


def test_b6_a_1_that_revives_nothing_stays(after: After) -> None:
    match = after("15:-:7 44:-:7 to_move=0", "1")
    assert field(match, 0) == "71"
    assert newly_gone(match) == ""


def test_b7_a_number_takes_the_place_of_the_invalidated_card(after: After) -> None:
    match = after("25:-:34X 4:-:5 to_move=0", "5")
    assert field(match, 0) == "35"
    assert scores(match) == (8, 5)
    assert newly_gone(match) == "4"


def test_b7_a_second_bolt_removes_the_card_and_invalidates_the_one_below(after: After) -> None:
    match = after("3B:-:56 4:-:67X to_move=0", "B")
    assert field(match, 1) == "6X"
    assert newly_gone(match) == "B7"
    match = after("1BB:-:72455X 2M:-:352467X to_move=0", "B")  # turn 13 of the recorded match
    assert field(match, 1) == "35246X"
    assert scores(match) == (18, 14)


def test_b8_a_bolt_against_an_empty_field_is_legal_and_does_nothing(after: After) -> None:
    match = after("3B:-:5 44:-:- to_move=0", "B")
    assert (field(match, 1), match.to_move) == ("-", 1)
    match = after("3B:-:5 44:-:7X to_move=0", "B")
    assert (field(match, 1), newly_gone(match)) == ("-", "B7")
    assert "B8" in {number for step in match.explain() for number in step.rulings}


def test_b9_a_mirror_exchanges_fields_with_their_invalidated_cards(after: After) -> None:
    match = after("3M:-:23X 45:-:675 to_move=0", "M")
    assert (field(match, 0), field(match, 1)) == ("675", "23X")
    assert scores(match) == (18, 2)


@pytest.mark.parametrize("card", ["B", "M"])
def test_b10_a_bolt_or_mirror_as_last_card_loses_before_any_effect(after: After, card: str) -> None:
    match = after(f"{card}:-:7 45:-:3 to_move=0", card)
    assert (match.winner, match.reason.word) == (1, "special-last")
    assert (field(match, 0), field(match, 1)) == ("7", "3")


def test_b10_other_last_cards_and_other_bolts_are_fine(after: After) -> None:
    assert not after("5:-:2 45:-:3 to_move=0", "5").over
    assert not after("BB:-:2 45:-:3 to_move=0", "B").over


def test_b11_a_lower_score_loses(after: After) -> None:
    match = after("23:-:1 45:-:7 to_move=0", "2")
    assert (match.winner, match.reason.word) == (1, "lower-score")


def test_b11_an_equal_score_goes_to_initialization(after: After) -> None:
    match = after("23:4:5 45:6:7 to_move=0 turn=8", "2")
    assert (field(match, 0), field(match, 1)) == ("4", "6")


def test_b11_a_higher_score_passes_the_turn(after: After) -> None:
    match = after("33:4:5 45:6:7 to_move=0", "3")
    assert not match.over
    assert match.to_move == 1


def test_b12_both_hands_empty_the_higher_score_wins(after: After) -> None:
    match = after("5:-:2 -:-:6 to_move=0", "5")
    assert (match.winner, match.reason.word) == (0, "hands-empty")


def test_b12_only_your_hand_empty_you_lose(after: After) -> None:
    match = after("57:-:2 -:-:6 to_move=0", "5")
    assert (match.winner, match.reason.word) == (0, "hand-empty")


@pytest.mark.parametrize(("fields", "winner"), [("43:34", DRAWN), ("4:3", 0), ("3:4", 1)])
def test_b12_equal_scores_draw(fields: str, winner: int, backend: str) -> None:
    """In play the scores differ whenever a turn begins, so the rule is asked by itself."""
    own, other = fields.split(":")
    s = duelhall.load("blade").parse_position(f"-:-:{own} 1:-:{other} to_move=1")
    rule = blade_rules.scores_decide
    (callable_rule(rule) if backend == CPU else rule)(s)
    assert int(s.winner) == winner


def test_b13_turns_count_up_and_start_again_at_every_initialization(after: After) -> None:
    match = after("332:4:5 45:6:7 to_move=0 turn=3", "3")
    assert match.state.turn == 4
    match = after("332:4:5 45:6:7 to_move=0 turn=3", "2")
    assert match.state.turn == 0
    match = after("332:-:5 45:-:7 to_move=0 turn=3", "2")
    assert match.state.turn == 0


# --- points ---


@pytest.mark.parametrize(("rules", "for_a_draw"), [("readme", 1), ("controller", 2)])
def test_b14_points_of_a_round(after: After, rules: str, for_a_draw: int) -> None:
    won = after("23:-:1 45:-:7 to_move=0", "2", rules=rules)
    assert (won.points(0), won.points(1)) == (0, 2)
    drawn = after("-:-:4 2:-:2 to_move=1", "2", rules=rules)
    assert (drawn.points(0), drawn.points(1)) == (for_a_draw, for_a_draw)
    assert after("23:-:1 45:-:7 to_move=0").points(1) == 0  # while it goes on


@pytest.mark.parametrize("seat", [0, 1])
def test_b14_a_player_who_fails_to_move_loses_the_round(after: After, seat: int) -> None:
    match = after("23:-:1 45:-:7 to_move=0")
    match.forfeit(seat)
    assert (match.winner, match.reason.word) == (1 - seat, "forfeit")
    assert (match.points(seat), match.points(1 - seat)) == (0, 2)


def test_a_state_takes_128_bytes(blade: duelhall.Game) -> None:
    assert state_of(blade.blank()).nbytes == 128


# --- what holds in every round of Blade, whatever is dealt and played ---


GAMES = {rules: duelhall.load("blade", rules) for rules in ("readme", "controller")}


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A round, broken off anywhere."""
    match = GAMES[draw(st.sampled_from(sorted(GAMES)))].match(seed=draw(st.integers(0, 2**64 - 1)))
    for choice in draw(st.lists(st.integers(0, 8), max_size=24)):
        if not match.over:
            legal = match.legal_moves()
            match.play(legal[choice % len(legal)])
    return match


@pytest.mark.uncovered
@given(matches())
@settings(max_examples=300, deadline=None)
def test_what_always_holds(match: Match) -> None:
    for s in match.states:
        assert blade_census(s) == COUNTS[s.options.deck].tolist()
        assert s.deck_size[0] == s.deck_size[1]
        for seat in range(2):
            valid = s.field[seat, : s.field_size[seat] - s.bolted[seat]]
            assert s.score[seat] == VALUES[valid].sum()
            assert s.hand_size[seat] == s.hand[seat].sum()
            assert 0 <= s.field_size[seat] <= LONGEST_FIELD
            assert not s.field[seat, s.field_size[seat] :].any()
            assert not s.deck[seat, s.deck_size[seat] :].any()
        assert s.rng == 0


@pytest.mark.uncovered
@given(matches())
@settings(max_examples=300, deadline=None)
def test_at_the_start_of_a_turn_the_other_player_is_ahead_with_a_valid_card(match: Match) -> None:
    """Which is why a Bolt in play always finds a card (B8)."""
    for s in match.states:
        if s.winner == -1 and not s.placing:
            other = 1 - int(s.to_move)
            assert s.score[other] > s.score[s.to_move]
            assert s.field_size[other] - s.bolted[other] > 0


@pytest.mark.uncovered
@given(matches(), st.integers(0, 1), st.integers(0, 2**64 - 1))
@settings(max_examples=300, deadline=None)
def test_no_view_tells_what_a_guess_could_change(match: Match, seat: int, seed: int) -> None:
    view = match.view(seat)
    guessed = match.game.guess(view, seat, seed)
    assert match.game.view(guessed, seat).tobytes() == view.tobytes()
    assert blade_census(guessed) == blade_census(match.state)
    if match.to_move == seat:
        assert match.game.legal_moves(guessed) == match.legal_moves()


PLACES = st.text("1234567BM?X-", max_size=6)
PLAYERS = st.tuples(*[PLACES] * 3).map(":".join)
ENTRIES = st.sampled_from(
    ["", "turn=3", "to_move=1", "placing", "won=1:forfeit", "gone=BB", "gone=?"]
)
POSITIONS = st.tuples(PLAYERS, PLAYERS, ENTRIES).map(" ".join)


@pytest.mark.uncovered
@given(POSITIONS | st.text(), st.integers(0, 8))
@settings(max_examples=500, deadline=None)
def test_whatever_is_written_is_refused_in_words_or_can_be_played(text: str, choice: int) -> None:
    game = GAMES["controller"]
    for start in (Start(position=text), Start(deal=text)):
        try:
            match = Match(game, start)
        except DuelhallError:
            continue
        while not match.over:
            legal = match.legal_moves()
            match.play(legal[choice % len(legal)])
    with suppress(DuelhallError):
        GAMES["readme"].match(seed=1).play(text)
