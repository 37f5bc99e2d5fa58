"""What holds in every round of Blade, whatever is dealt and played."""

from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import duelhall
from duelhall.engine.errors import DuelhallError
from duelhall.games.blade.state import COUNTS, LONGEST_FIELD, VALUES
from duelhall.match.match import Match, Start
from tests.games.blade.census import census

pytestmark = pytest.mark.uncovered

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


@given(matches())
@settings(max_examples=300, deadline=None)
def test_what_always_holds(match: Match) -> None:
    for s in match.states:
        assert census(s) == COUNTS[s.options.deck].tolist()
        assert s.deck_size[0] == s.deck_size[1]
        for seat in range(2):
            valid = s.field[seat, : s.field_size[seat] - s.bolted[seat]]
            assert s.score[seat] == VALUES[valid].sum()
            assert s.hand_size[seat] == s.hand[seat].sum()
            assert 0 <= s.field_size[seat] <= LONGEST_FIELD
            assert not s.field[seat, s.field_size[seat] :].any()
            assert not s.deck[seat, s.deck_size[seat] :].any()
        assert s.rng == 0


@given(matches())
@settings(max_examples=300, deadline=None)
def test_at_the_start_of_a_turn_the_other_player_is_ahead_with_a_valid_card(match: Match) -> None:
    """Which is why a Bolt in play always finds a card (B8)."""
    for s in match.states:
        if s.winner == -1 and not s.placing:
            other = 1 - int(s.to_move)
            assert s.score[other] > s.score[s.to_move]
            assert s.field_size[other] - s.bolted[other] > 0


@given(matches(), st.integers(0, 1), st.integers(0, 2**64 - 1))
@settings(max_examples=300, deadline=None)
def test_no_view_tells_what_a_guess_could_change(match: Match, seat: int, seed: int) -> None:
    view = match.view(seat)
    guessed = match.game.guess(view, seat, seed)
    assert match.game.view(guessed, seat).tobytes() == view.tobytes()
    assert census(guessed) == census(match.state)
    if match.to_move == seat:
        assert match.game.legal_moves(guessed) == match.legal_moves()


PLACES = st.text("1234567BM?X-", max_size=6)
PLAYERS = st.tuples(*[PLACES] * 3).map(":".join)
ENTRIES = st.sampled_from(
    ["", "turn=3", "to_move=1", "placing", "won=1:forfeit", "gone=BB", "gone=?"]
)
POSITIONS = st.tuples(PLAYERS, PLAYERS, ENTRIES).map(" ".join)


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
