"""Running by Python until there is machine code."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import duelhall
from duelhall.backend import backend_of, tiered
from duelhall.backend import cache as code_cache
from duelhall.backend.cpu import prepare
from duelhall.backend.entries import entries_of
from duelhall.backend.tiered import Following, LongDecision, Tiered
from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.match.game import Game
from duelhall.play.builtin import Player
from duelhall.search.search import Search
from duelhall.testing.conformance import random_match
from tests.python import python

PATIENCE = 300.0


def new_tier(game: Game) -> Any:
    """A game that begins by Python, whatever has been done in this process."""
    game._backend = Tiered(game.definition)
    return game._backend


def wait_until(is_so: Any) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def all_changed_over(tier: Any) -> bool:
    tier.go_on()
    return all(entry._code is not None for entry in tier._entries if entry.arguments)


def test_a_game_changes_over_and_nobody_can_tell() -> None:
    game, slow = duelhall.load("blade"), duelhall.load("blade", backend="python")
    tier = new_tier(game)
    match, expected = game.match(seed=5), random_match(slow, 5)
    assert tier._ahead is not None, "nobody compiles"
    for number, move in enumerate(expected.moves):
        if number == 2:
            wait_until(lambda: all_changed_over(tier))
            assert len(tier._entries) == len(entries_of(game.definition))
        match.play(move)
        view = match.view(0).tobytes()
        assert view == slow.view(match.state, 0).tobytes()
    assert [s.tobytes() for s in match.states] == [s.tobytes() for s in expected.states]
    assert tier._ahead is None or tier._ahead.newly_stored() == []


def test_a_policy_bound_later_is_compiled_later() -> None:
    game = duelhall.load("blade")
    tier = new_tier(game)
    match = game.match(seed=5)
    wait_until(lambda: all_changed_over(tier))
    chooser = Player(game, "random")
    slow = Player(duelhall.load("blade", backend="python"), "random")
    view = match.view(match.to_move)
    for number in range(20):
        assert chooser.choose(view, number) == slow.choose(view, number)
    wait_until(lambda: all_changed_over(tier))
    assert chooser._choose._code is not None
    for number in range(20):
        assert chooser.choose(view, number) == slow.choose(view, number)


def test_a_long_decision_is_overtaken(monkeypatch: pytest.MonkeyPatch) -> None:
    """Machine code comes while Python thinks: the decision is the same, and made at once."""
    monkeypatch.setattr(tiered, "LOOK_EVERY", 0.0)
    game = duelhall.load("blade")
    tier = new_tier(game)
    view = game.match(seed=5).view(0)
    wait_until(lambda: all_changed_over(tier))
    player = Player(game, "greedy")
    decision, looks, run = player._choose, [], []
    code, decision._code = decision._code, None

    def machine_code(*arguments: Any) -> Any:
        run.append(arguments)
        return code(*arguments)

    def arrive_at_the_third_look() -> None:
        looks.append(time.monotonic())
        if len(looks) == 3:
            decision._code = machine_code

    monkeypatch.setattr(tier, "go_on", arrive_at_the_third_look)
    expected = Player(duelhall.load("blade", backend="python"), "greedy").choose(view, 3)
    assert player.choose(view, 3) == expected
    assert len(run) == 1


def test_without_a_place_to_keep_it_everything_goes_on_by_python(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    monkeypatch.setattr(code_cache, "_private_folder", lambda: None)
    game = duelhall.load("blade")
    tier = new_tier(game)
    match = random_match(game, 5)
    assert tier._ahead is None
    assert match.moves == random_match(duelhall.load("blade", backend="python"), 5).moves


PARENT = """
import sys, time, duelhall
game = duelhall.load("blade", backend="tiered")
game.match(seed=1)
print(game._backend._ahead.process, "numba" in sys.modules, flush=True)
time.sleep(600)
"""


@pytest.mark.parametrize("ending", [signal.SIGKILL, signal.SIGTERM])
def test_who_compiles_ends_with_whom_it_compiles_for(tmp_path: Path, ending: int) -> None:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], env=environment, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout
        process, has_numba = parent.stdout.readline().split()
        assert has_numba == "False"
        os.kill(int(process), 0)
        os.kill(parent.pid, ending)
    wait_until(lambda: not is_running(int(process)))


def is_running(process: int) -> bool:
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


def test_there_is_no_other_backend() -> None:
    with pytest.raises(UnknownName, match="available: cpu, cuda, following, python, tiered"):
        backend_of(registry.find("blade"), "abacus")


def test_a_search_by_python_leaves_its_tree_behind() -> None:
    game = duelhall.load("blade", backend="tiered")
    tier = new_tier(game)
    tier._is_compiling = False
    match = game.match(seed=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiered.LongDecision, "load", lambda _entry: None)
        by_python = Search(game, simulations=20).think(match.view(match.to_move), 3)
    compiled = Search(duelhall.load("blade"), simulations=20)
    assert by_python == compiled.think(match.view(match.to_move), 3)


def test_a_search_loads_its_machine_code_before_it_thinks() -> None:
    game = duelhall.load("blade", backend="tiered")
    match = game.match(seed=1)
    Search(duelhall.load("blade"), simulations=1).think(match.view(match.to_move), 3)
    tier = new_tier(game)
    Search(game, simulations=1).think(match.view(match.to_move), 3)
    (entry,) = (entry for entry in tier._entries if isinstance(entry, tiered.LongDecision))
    assert entry._code is not None
    assert not game.is_behind


def test_who_catches_up_has_machine_code_for_what_is_expected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What was expected after compiling had begun is compiled after the rest."""
    begun: list[list[Any]] = []

    class Quick:
        """Compiles everything, and ends by the second look."""

        def __init__(self, jobs: list[Any]) -> None:
            begun.append(jobs)
            self._jobs, self.has_ended = jobs, False

        def newly_stored(self) -> list[Any]:
            stored, self._jobs, self.has_ended = self._jobs, [], not self._jobs
            return stored

    def load(entry: Any) -> None:
        entry._code = entry if any(entry in jobs for jobs in begun) else None

    monkeypatch.setattr(tiered, "Ahead", Quick)
    monkeypatch.setattr(tiered.TieredEntry, "load", load)
    game = duelhall.load("blade", backend="tiered")
    tier = new_tier(game)
    tier.go_on()
    game.expect(Search(game, simulations=1).entries)
    assert tier.is_behind
    game.catch_up()
    assert len(begun) == 2
    assert not tier.is_behind
    assert all(search.is_loaded for search in tier._searches)


def test_who_catches_up_in_vain_goes_on() -> None:
    game = duelhall.load("blade", backend="tiered")
    tier = new_tier(game)
    tier._is_compiling = False
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiered.LongDecision, "load", lambda _entry: None)
        game.expect(Search(game, simulations=1).entries)
        game.catch_up()
    assert not game.is_behind


def test_a_process_that_follows_another_starts_no_compiler() -> None:
    game, expected = (
        duelhall.load("blade", backend="following"),
        random_match(duelhall.load("blade", backend="python"), 5),
    )
    prepare(game.definition, entries_of(game.definition))  # as the other process does
    game._backend = Following(game.definition)
    match = game.match(seed=5)
    wait_until(lambda: all_changed_over(game._backend))
    assert game._backend._ahead is None
    for move in expected.moves:
        match.play(move)
    assert [s.tobytes() for s in match.states] == [s.tobytes() for s in expected.states]


def test_a_follower_is_behind_until_all_searches_that_it_expects_are_on_disk() -> None:
    class Entry(LongDecision):
        def __init__(self, *, is_stored: bool) -> None:
            self._code, self._is_stored, self.arguments = None, is_stored, (1,)

        def load(self) -> None:
            self._code = self._is_stored or None

    backend: Any = Following(duelhall.load("blade", backend="python").definition)
    assert not backend.is_behind
    stored, missing = Entry(is_stored=True), Entry(is_stored=False)
    backend._entries = [stored, missing]
    assert backend.is_behind
    assert stored.is_loaded
    missing.arguments = ()  # nobody expects it
    assert not backend.is_behind


COLD = """
import sys
from duelhall.engine import registry
from duelhall.backend import FOLLOWING
from duelhall.backend.tiered import catch_up, get_ready
from duelhall.match.game import load
get_ready()
catch_up(registry.find("blade"))
match = load("blade", backend=FOLLOWING).match(seed=5)
match.play(match.legal_moves()[0])
print("numba" in sys.modules)
"""


def test_where_nothing_is_compiled_nobody_waits_for_the_compiler_to_be_imported(
    tmp_path: Path,
) -> None:
    done = python("-c", COLD, NUMBA_CACHE_DIR=str(tmp_path), DUELHALL_INTERPRETED="")
    assert done.stdout == "False\n"
