"""What a seat of Blade knows: as numbers, and what it guesses behind it."""

import pytest

import duelhall
from duelhall.engine.record import HIDDEN, Array, copied
from duelhall.games.blade.state import COUNTS, DECK, HAND, State
from duelhall.match.game import Game
from duelhall.testing import check_guess_frequencies
from duelhall.testing.conformance import random_match
from tests.games.blade.setting import view_and_deals
from tests.games.counting import counts, read_end, told_view

GAMES = ("readme", "controller", "deck=small", "deck=tiny")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return duelhall.load(f"blade[{request.param}]", backend="python")


def read_back(game: Game, numbers: Array, seat: int) -> bytes:
    """The view that these numbers were made from."""
    cell, parts = game.blank(), game.layout.parts(numbers)
    s, pack = cell[0], COUNTS[game.blank()[0].options.deck]
    owners = [seat, 1 - seat]
    s.turn, s.placing = counts(parts["turn"], 20), parts["placing"]
    s.gone[:] = counts(parts["gone"], pack)
    s.hand[seat] = counts(parts["my_hand"], pack)
    s.hand_size[owners] = counts(parts["hand_size"], HAND)
    s.deck_size[owners] = counts(parts["deck_size"], DECK - HAND)
    s.score[owners] = counts(parts["score"], 99)
    s.bolted[owners] = parts["bolted"]
    s.hand[1 - seat] = HIDDEN if s.hand_size[1 - seat] else 0
    for side, owner in enumerate(owners):
        size = int(parts["field"][side].sum())
        s.field_size[owner] = size
        s.field[owner, :size] = parts["field"][side, :size].argmax(axis=1)[::-1]
        s.deck[owner, : s.deck_size[owner]] = HIDDEN
    read_end(s, parts, seat)
    return cell.tobytes()


def test_a_view_can_be_read_back_from_its_numbers(game: Game) -> None:
    for seed in range(10):
        for state in random_match(game, seed).states:
            for seat in range(2):
                view = told_view(game, state, seat)
                numbers = game.observation(state, seat)
                assert read_back(game, numbers, seat) == view.tobytes()
                assert parts_add_up(game, numbers)


def parts_add_up(game: Game, numbers: Array) -> bool:
    """Whether no card is lost, and the lead is that of the scores."""
    parts, pack = game.layout.parts(numbers), COUNTS[game.blank()[0].options.deck]
    there = sum(counts(parts[name], pack) for name in ("my_hand", "unseen", "gone"))
    scores = counts(parts["score"], 99).astype(int)
    lead = min(8, max(-8, scores[0] - scores[1]))
    return bool(
        (there + parts["field"].sum(axis=(0, 1)) == pack).all()
        and parts["lead"].argmax() - 8 == lead
    )


def mirrored(state: State) -> State:
    """The same position with the players exchanged."""
    cell = copied(state)
    for name in (
        "deck",
        "deck_size",
        "hand",
        "hand_size",
        "field",
        "field_size",
        "bolted",
        "score",
    ):
        cell[0][name][:] = state[name][::-1]
    cell[0].to_move = 1 - state.to_move
    if state.winner in (0, 1):
        cell[0].winner = 1 - state.winner
    mirror: State = cell[0]
    return mirror


def test_both_seats_see_the_same_position_alike(game: Game) -> None:
    for state in random_match(game, seed=4).states:
        for seat in range(2):
            own = game.layout.parts(game.observation(state, seat))
            other = game.layout.parts(game.observation(mirrored(state), 1 - seat))
            assert own.pop("placing_first") != other.pop("placing_first")
            assert all((own[name] == other[name]).all() for name in own)


def test_a_round_is_over_when_all_hands_are_played(game: Game) -> None:
    longest = max(len(random_match(game, seed).moves) for seed in range(20))
    assert longest <= game.longest_game == game.match(seed=1).state.hand_size.sum()


def test_a_draw_and_a_forfeit_are_seen(game: Game) -> None:
    drawn = game.parse_position("-:-:2 -:-:2 drawn=hands-empty")
    parts = game.layout.parts(game.observation(drawn, 0))
    assert parts["result"].tolist() == [0, 0, 1]
    match = game.match(seed=2)
    match.forfeit(1)
    parts = game.layout.parts(game.observation(match.state, 1))
    assert parts["result"].tolist() == [0, 1, 0]
    assert parts["reason"].argmax() == 5


# --- guesses from small positions ---


@pytest.mark.uncovered
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize(
    ("unseen", "hand", "deck"),
    [
        ("115M", 2, 1),  # equal cards in a hand can come in fewer ways than different ones
        ("1567", 2, 1),
        ("5566M", 3, 1),
        ("56M", 3, 0),  # the hand is all that is unseen
        ("1177", 0, 2),  # an empty hand hides nothing, the decks do
        ("155M", 0, 2),
        ("155MM", 1, 2),
    ],
)
def test_every_deal_is_guessed_as_often_as_it_should_be(
    blade: duelhall.Game, seat: int, unseen: str, hand: int, deck: int
) -> None:
    view, deals = view_and_deals(seat, unseen, hand, deck)
    check_guess_frequencies(blade, view, seat, deals)
