"""Several games between the same two players."""

import pytest

import duelhall
from duelhall.engine.errors import BadUsage
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.series import Series, next_match
from duelhall.play.undo import PRACTICE

PLAYERS = ("person", "greedy")


def given_up(match: Match, seat: int) -> Match:
    match.forfeit(seat)
    return match


def test_another_game_is_dealt_anew_to_the_same_players(blade: Game) -> None:
    match = blade.match(seed=1, players=PLAYERS)
    again, swapped = next_match(match, swap=False), next_match(match, swap=True)
    assert again.players == PLAYERS
    assert swapped.players == PLAYERS[::-1]
    assert len({match.start, again.start, swapped.start}) == 3


def test_a_position_is_played_again(blade: Game) -> None:
    match = blade.match(position="12:-:3 45:-:6", players=PLAYERS)
    assert next_match(match, swap=True).start == match.start


def test_players_keep_their_decks_when_they_change_seats() -> None:
    match = duelhall.load("monsters", decks="Kiln Yard vs Long Winter").match(1, players=PLAYERS)
    swapped = next_match(match, swap=True)
    assert swapped.game.full_name != match.game.full_name
    assert next_match(swapped, swap=True).game == match.game


def test_seats_change_and_points_go_with_their_players(blade: Game) -> None:
    series, match = Series(rounds=3), blade.match(seed=1, players=PLAYERS)
    given_up(match, 1)
    assert series.score(match) == (2, 0)  # B14
    second, match = series.after(match), series.next_match(match)
    assert match.players == PLAYERS[::-1]
    assert (second.round, second.points) == (2, (0, 2))
    given_up(match, 1)
    assert second.score(match) == (2, 2)
    assert not second.is_last
    assert second.after(match).is_last


def test_a_draw_counts_as_the_game_counts_it(blade: Game) -> None:
    match = blade.match(position="5:-:5 5:-:5 to_move=0", players=PLAYERS)
    while not match.over:
        match.play(match.legal()[0])
    assert Series(rounds=2).score(match) == (match.points(0), match.points(1))


def test_practice_counts_for_nobody(blade: Game) -> None:
    match = given_up(blade.match(seed=1, players=PLAYERS), 1)
    match.notes[PRACTICE] = True
    assert Series(rounds=2).score(match) == (0, 0)


def test_a_seed_fixes_all_deals(blade: Game) -> None:
    match = blade.match(seed=5, players=PLAYERS)
    assert Series(rounds=2, is_seeded=True).next_match(match).start.seed == 6
    assert Series(rounds=2).next_match(match).start.seed not in (5, 6)


@pytest.mark.parametrize("name", ["blade", "monsters"])
def test_duplicate_deals_are_played_from_both_seats(name: str) -> None:
    match = duelhall.load(name).match(seed=5, players=PLAYERS)
    series, deals = Series(rounds=4, is_duplicate=True, is_seeded=True), [(5, PLAYERS)]
    first, game = match.state.tobytes(), match.game
    for number in range(3):
        match, series = series.next_match(match), series.after(match)
        deals.append((match.start.seed or 0, match.players))  # type: ignore[arg-type]
        assert (match.state.tobytes() == first) == (number == 0)
        assert match.game == game
    turned = PLAYERS[::-1]
    assert deals == [(5, PLAYERS), (5, turned), (6, PLAYERS), (6, turned)]


def test_a_series_is_kept_with_its_games(blade: Game) -> None:
    match = blade.match(seed=1, players=PLAYERS)
    assert Series.noted_in(match) is None
    series = Series(6, 3, is_duplicate=True, is_seeded=True, points=(4, 0))
    series.note_in(match)
    assert Series.noted_in(match) == series
    match.notes["points"] = "many"
    assert Series.noted_in(match) is None


@pytest.mark.parametrize(
    ("rounds", "is_duplicate", "reason"),
    [(1, False, "2 rounds or more, not 1"), (3, True, "--rounds must be even, not 3")],
)
def test_series_that_there_are_none_of(rounds: int, *, is_duplicate: bool, reason: str) -> None:
    with pytest.raises(BadUsage, match=reason):
        Series(rounds, is_duplicate=is_duplicate)
