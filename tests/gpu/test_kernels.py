"""Kernels as numba-cuda compiles them: their PTX is run, and plays the same games as the CPU."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import duelhall
from duelhall.batch import Batch
from duelhall.engine import registry
from duelhall.engine.record import SEATS
from duelhall.engine.rule import helper
from duelhall.games.blade.rules import play
from duelhall.games.blade.rules import play as honest_play
from duelhall.games.blade.state import State
from duelhall.match.game import Game
from duelhall_gpu import Stages, check_stages, translate
from tests.batch.test_batch import played, shown
from tests.conformance.test_conformance import broken, subject
from tests.ptx import profile
from tests.ptx.gpu import PtxGpu, ptx_gpu

BLADE = duelhall.load("blade")
GAMES = 70
"""More than the threads of two warps."""


@pytest.fixture(scope="module")
def gpu() -> Iterator[PtxGpu]:
    with ptx_gpu() as found:
        yield found


def assert_same_games(game: Game, first: str, games: int) -> None:
    here, there = (
        duelhall.simulate(game, (first, "random"), games, seed=2**63 - 5, backend=backend)
        for backend in ("cpu", "cuda")
    )
    assert there.tobytes() == here.tobytes()


def test_random_games_are_the_same(gpu: PtxGpu) -> None:
    assert_same_games(BLADE, "random", GAMES)
    code = [each.words for each in gpu.programs[-1].kernel.code]
    assert ("ld", "shared", "s8") in code or ("ld", "shared", "u8") in code
    assert ("ld", "u8") not in code, "a state is read as if it could be anywhere"


@pytest.mark.usefixtures("gpu")
def test_games_of_other_players_are_the_same() -> None:
    assert_same_games(BLADE, "greedy", 5)


def test_batches_are_the_same(gpu: PtxGpu) -> None:
    here, there = (Batch(BLADE, 5, seed=3, backend=backend) for backend in ("cpu", "cuda"))
    assert shown(there) == shown(here)
    for _ in zip(played(here, 3), played(there, 3), strict=True):
        assert shown(there) == shown(here)
    (deal,) = [each.kernel for each in gpu.programs if "deal_games" in each.kernel.name]
    copies = [each for each in deal.code if each.name == "st" and each.words[-1] in ("u64", "b64")]
    assert len(copies) >= translate.AT_ONCE / 2, "records are not copied in words"


# --- stages ---


@helper
def stage(s: State) -> int:
    """A decision, or what was left of a move."""
    return int(s.to_move < 0)


@helper
def start(s: State, card: int) -> None:
    """Leave everything to the next stage, and to nobody meanwhile."""
    s.to_move = -1 - (card * SEATS + int(s.to_move))


@helper
def go_on(s: State) -> None:
    """Play the card, now."""
    left = -1 - int(s.to_move)
    s.to_move = left % SEATS
    play(s, left // SEATS)


def test_games_in_stages_are_the_same(gpu: PtxGpu) -> None:
    blade = registry.find("blade")
    features = {**blade.features, Stages: Stages(2, 1, stage, start, go_on)}
    assert_same_games(Game(replace(blade, features=features), "readme", {}), "random", GAMES)
    assert "play_in_stages" in gpu.programs[-1].kernel.name
    assert len(gpu.warps) > 1


# --- moves that are made in stages lead to where they lead at once ---


@helper
def first_stage(_s: State) -> int:
    return 0


@helper
def second_stage(_s: State) -> int:
    return 1


@helper
def start_only(_s: State, _card: int) -> None:
    """Leave everything to a stage that never comes."""


@helper
def stand_still(_s: State) -> None:
    """Go on without an end."""


def staged(stage: Any, start: Any) -> dict[str, Any]:
    """Blade made in stages."""
    return {"features": {Stages: Stages(2, 1, stage, start, stand_still)}}


@pytest.mark.covered
@pytest.mark.parametrize("rules", registry.find("monsters").rules.OPTIONS.rule_sets)
def test_our_games_make_them_so(rules: str) -> None:
    monsters = subject("monsters", rules)
    assert monsters.game.definition.feature(Stages)
    check_stages(monsters)


def test_a_game_without_stages_has_nothing_to_check() -> None:
    check_stages(broken())


@pytest.mark.parametrize(
    "features", [staged(first_stage, start_only), staged(second_stage, honest_play)]
)
def test_other_moves_are_caught(features: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check_stages(broken(**features))


def test_a_move_may_have_one_stage() -> None:
    check_stages(broken(**staged(first_stage, honest_play)))


def test_a_stage_that_leads_nowhere_is_reported() -> None:
    @helper
    def later(s: State) -> int:
        return int(s.turn > 0)

    with pytest.raises(AssertionError, match="more than 1,000 stages"):
        check_stages(broken(**staged(later, honest_play)))


# --- tests/ptx/profile.py ---


def test_a_profile_says_what_a_move_takes_and_which_rules_take_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    profile.main(["blade", "2"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["a", "move", "threads", "code"]
    takes = {row[3]: float(row[0]) for row in rows[1:]}
    whole = takes.pop("all")
    assert takes["rules.legal"] > 0
    assert whole / 2 < sum(takes.values()) <= whole + len(takes) * 0.05, "rows are rounded"


def test_how_to_ask_for_one_is_said() -> None:
    with pytest.raises(SystemExit, match=r"python -m tests\.ptx\.profile GAME"):
        profile.main([])
