"""Which games a tournament has, in which order they are played, and on which cores."""

import os
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np
import pytest

from duelhall.arena.schedule import (
    ALL,
    PAIRS,
    PAIRS_OF_A_TEST,
    Cores,
    GameJob,
    Meetings,
    job_of,
    jobs_in_legs,
    meetings_of,
    shares,
    swiss_round,
    swiss_rounds,
)
from duelhall.arena.settings import Settings, load_settings
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry

NAMES = "abcde"


def settings(players: int = 4, games: int = 4, **more: object) -> Settings:
    entries = tuple(Entry(name, builtin="random") for name in NAMES[:players])
    return Settings("blade", 1, entries, games, **more)  # type: ignore[arg-type]


def test_everybody_meets_everybody_as_often_in_each_seat() -> None:
    meetings = meetings_of(settings())
    assert Counter(meeting.seats for meeting in meetings) == {
        (one, other): 2 for one in range(4) for other in range(4) if one != other
    }
    assert [meeting.number for meeting in meetings] == list(range(1, 25))


def test_games_are_made_up_when_they_are_asked_for() -> None:
    meetings = Meetings([(0, 1), (1, 2)], 10**12, first=3)
    assert len(meetings) == 4 * 10**12
    assert meetings[10**12] == (10**12 + 7, 3 + 5 * 10**11, (0, 1))
    assert meetings.of_number(10**12 + 8) == (10**12 + 8, 3 + 5 * 10**11, (1, 0))


def test_in_a_gauntlet_the_first_meets_all_others() -> None:
    meetings = meetings_of(settings(pairing="gauntlet"))
    assert all(0 in meeting.seats for meeting in meetings)
    assert Counter(sum(meeting.seats) for meeting in meetings) == {1: 4, 2: 4, 3: 4}


def test_the_two_games_of_a_pair_have_the_same_deal_and_other_seats() -> None:
    chosen = settings()
    meetings = meetings_of(chosen)
    for first, second in zip(meetings[::2], meetings[1::2], strict=True):
        assert first.pair == second.pair
        assert first.seats == second.seats[::-1]
        assert job_of(chosen, first).seed == job_of(chosen, second).seed
    seeds = {job_of(chosen, meeting).seed for meeting in meetings}
    assert len(seeds) == len(meetings) // 2


def test_everybody_has_met_before_anybody_meets_again() -> None:
    meetings = meetings_of(settings())
    half = [frozenset(meeting.seats) for meeting in meetings[: len(meetings) // 2]]
    assert set(Counter(half).values()) == {2}
    assert len(set(half)) == 6


def test_the_seed_decides_the_deals() -> None:
    one, other = settings(seed=1), settings(seed=2)
    first = meetings_of(one)[0]
    assert job_of(one, first).seed != job_of(other, first).seed
    assert job_of(one, first) == job_of(settings(seed=1), first)


def test_a_swiss_round_looks_ahead_so_that_nobody_meets_again() -> None:
    meetings, _ = swiss_round(settings(pairing="swiss"), 1, [3, 2, 1, 0], {(2, 3)}, {})
    assert {tuple(sorted(meeting.seats)) for meeting in meetings} == {(0, 2), (1, 3)}


def test_a_swiss_tournament_pairs_neighbours_who_have_not_met() -> None:
    chosen = settings(pairing="swiss")
    meetings, resting = swiss_round(chosen, 0, [0, 0, 0, 0], set(), {})
    assert resting is None
    assert {frozenset(meeting.seats) for meeting in meetings} == {
        frozenset({0, 1}), frozenset({2, 3}),
    }  # fmt: skip
    later, _ = swiss_round(chosen, 1, [4, 0, 4, 0], {(0, 1), (2, 3)}, {})
    assert {frozenset(meeting.seats) for meeting in later} == {
        frozenset({0, 2}), frozenset({1, 3}),
    }  # fmt: skip
    numbers = [meeting.number for meeting in [*meetings, *later]]
    assert numbers == list(range(1, 17))


def test_of_an_odd_number_somebody_rests_who_has_not_rested() -> None:
    chosen = settings(players=5, pairing="swiss")
    _, first = swiss_round(chosen, 0, [0] * 5, set(), {})
    _, second = swiss_round(chosen, 1, [0] * 5, set(), {4: 1})
    assert (first, second) == (4, 3)


def test_players_who_have_met_everybody_meet_again() -> None:
    chosen = settings(players=2, pairing="swiss")
    meetings, _ = swiss_round(chosen, 1, [1, 0], {(0, 1)}, {})
    assert len(meetings) == 4


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (4, 2), (5, 3)])
def test_a_swiss_tournament_has_rounds_enough_for_a_winner(players: int, rounds: int) -> None:
    assert swiss_rounds(settings(players=players, pairing="swiss")) == rounds
    assert swiss_rounds(settings(players=players, pairing="swiss", rounds=7)) == 7


def test_settings_are_kept_as_they_are(tmp_path: Path) -> None:
    chosen = settings(clock=Clock(0.5, 60.0, increment=2.0), seed=9)
    chosen.save(tmp_path)
    assert load_settings(tmp_path) == chosen


def test_a_round_that_must_have_rematches_has_few() -> None:
    players = 6
    met = {(low, high) for low in range(3) for high in range(3, 6)}
    met |= {(0, 1)}  # two groups of three: nobody of one has a stranger in the other
    chosen = settings(players=players, pairing="swiss")
    meetings, _ = swiss_round(chosen, 1, [0.0] * players, met, {})
    meets = {(min(meeting.seats), max(meeting.seats)) for meeting in meetings}
    assert len(meets & met) == 1


def test_a_large_swiss_field() -> None:
    chosen = settings(players=2500, pairing="swiss")
    meetings, _ = swiss_round(chosen, 0, [0.0] * 2500, set(), {})
    assert len({meeting.pair for meeting in meetings}) == 1250 * chosen.games // 2


def test_everybody_rests_equally_often() -> None:
    rests: Counter[int] = Counter()
    for number in range(10):
        _, resting = swiss_round(
            settings(players=5, pairing="swiss"), number, [0.0] * 5, set(), rests
        )
        rests.update([resting] if resting is not None else [])
    assert set(rests.values()) == {2}


# --- legs ---

BOTS = tuple(Entry(name, ("true",)) for name in "abc")
BUILTINS = tuple(Entry(name, builtin="random") for name in "abc")


def jobs(games: int, entries: tuple[Entry, ...] = BOTS, **more: object) -> list[GameJob]:
    settings = Settings("blade", 1, entries, games, **more)  # type: ignore[arg-type]
    meetings = meetings_of(settings)
    return list(jobs_in_legs(settings, meetings, np.arange(len(meetings))))


@pytest.mark.parametrize("games", [2, 8, 800])
def test_no_leg_has_both_games_of_a_pair(games: int) -> None:
    played = jobs(games)
    assert {job.number for job in played} == set(range(1, 3 * games + 1))
    legs = [job.leg for job in played]
    assert legs == sorted(legs)
    by_pair = defaultdict(set)
    for job in played:
        by_pair[job.pair].add(job.leg)
    assert {len(legs) for legs in by_pair.values()} == {2}
    assert all(second == first + 1 for first, second in map(sorted, by_pair.values()))


def test_a_leg_is_fair_to_both_seats() -> None:
    first_leg = [job for job in jobs(80) if job.leg == 0]
    seats = Counter(tuple(entry.name for entry in job.entries) for job in first_leg)
    assert set(seats.values()) == {20}


def test_legs_are_short_where_a_test_can_end_a_match() -> None:
    sizes = Counter(job.leg for job in jobs(2000, BOTS[:2], sprt=(0.0, 20.0)))
    assert set(sizes.values()) == {PAIRS_OF_A_TEST, 1000 % PAIRS_OF_A_TEST}
    assert Counter(job.leg for job in jobs(2000, BOTS[:2])) == dict.fromkeys(range(4), PAIRS)


def test_games_of_builtin_players_are_played_pair_by_pair() -> None:
    played = jobs(8, BUILTINS)
    assert [job.number for job in played] == list(range(1, 25))
    assert {job.leg for job in played} == {0}


# --- cores ---


def with_cores(monkeypatch: pytest.MonkeyPatch, *cores: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(cores))


@pytest.mark.parametrize("games", [1, 2, 3])
def test_no_two_bots_share_a_core(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    with_cores(monkeypatch, *range(1, 8))
    given: list[Cores] = [own for place in range(games) for own in shares(games, place)]
    assert len({len(own) for own in given}) == 1
    assert len({core for own in given for core in own}) == sum(map(len, given)) > 0


def test_too_few_cores_are_shared_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cores(monkeypatch, 4, 5, 6)
    assert shares(2, 0) == ALL
    assert shares(1, 0) == ((4,), (5,))
    assert shares(1, 1) == ALL


def test_a_system_that_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    assert shares(1, 0) == ALL
