"""Machine code on disk: whatever happens to it, the rules run, and run as they should."""

import errno
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import numba
import numpy as np
import pytest

import duelhall
from duelhall.backend import cache as code_cache
from duelhall.backend.cache import source_hash
from duelhall.backend.compiler import counting_from_the_front
from duelhall.backend.cpu import callable_rule
from duelhall.backend.entries import run_forfeit, run_points
from duelhall.engine.record import Array
from duelhall.engine.rule import helper
from duelhall.engine.template import with_globals
from duelhall.games.blade.rules import deal_pack
from duelhall.games.blade.state import MIRROR, PACKS
from duelhall.match.game import Game
from tests.endurance.damaged import damage_code

FORFEIT = (
    "import duelhall; from duelhall.backend.entries import run_forfeit; "
    "game = duelhall.load('blade'); cell, entry = game.blank(), game.bind(run_forfeit); "
    "entry(cell, 1); print(cell.tobytes().hex()); stats = entry.stats; "
    "print(sum(stats.cache_hits.values()), sum(stats.cache_misses.values()))"
)
"""The entry that is compiled soonest."""

FULL = "import errno, pathlib\ndef full(*_): raise OSError(errno.ENOSPC, 'No space left')\n"


def started(code: str, **environment: str) -> "subprocess.Popen[str]":
    env = {**os.environ, **environment}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=env, stdout=subprocess.PIPE, text=True
    )


def ended(process: "subprocess.Popen[str]") -> tuple[str, str]:
    """What became of the state, and how often machine code was found and not found."""
    state, counts = process.communicate()[0].splitlines()
    assert process.returncode == 0
    return state, counts


def forfeited(folder: Path, code: str = FORFEIT) -> tuple[str, str]:
    return ended(started(code, NUMBA_CACHE_DIR=str(folder)))


@pytest.fixture
def expected() -> str:
    game = duelhall.load("blade", backend="python")
    cell = game.blank()
    game.bind(run_forfeit)(cell, 1)
    assert cell.tobytes() != game.blank().tobytes()
    return str(cell.tobytes().hex())


def code_in(folder: Path) -> Path:
    (file,) = folder.glob("*.code")
    return file


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_file_counts_as_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, seed: int
) -> None:
    """Above all one with a single wrong bit: run as machine code, it could do anything."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    damage_code("entry", bytes(range(256)) * 40, random.Random(seed))


def not_a_file(place: Path) -> None:
    place.mkdir()


def endless(place: Path) -> None:
    os.mkfifo(place)


def enormous(place: Path) -> None:
    with place.open("wb") as file:
        file.truncate(2**40)


def nowhere(place: Path) -> None:
    place.symlink_to(place)


@pytest.mark.parametrize("make", [not_a_file, endless, enormous, nowhere])
def test_what_is_no_plain_file_of_a_likely_size_is_not_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    make(tmp_path / "entry.code")
    assert code_cache.read("entry") is None
    code_cache.write("entry", b"machine code")
    assert code_cache.read("entry") == (None if make is not_a_file else b"machine code")


def test_machine_code_under_the_name_of_another_entry_is_not_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, blade: Game
) -> None:
    kinds = numba.typeof(blade.blank()), numba.typeof(1)
    entries = [blade.bind(template) for template in (run_forfeit, run_points)]
    for entry in entries:
        entry.compile(kinds)
    kept, context = [entry._cache for entry in entries], entries[0].targetctx
    forfeit, points = (each.data(kinds, context) for each in kept)
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for each, data in zip(kept, (points, forfeit), strict=True):
        code_cache.write(each._file(kinds, context.codegen()), data)
        assert each.load_overload(kinds, context) is None
    code_cache.write(kept[0]._file(kinds, context.codegen()), forfeit)
    assert kept[0].load_overload(kinds, context) is not None


def test_two_processes_compile_at_once_and_a_damaged_file_is_compiled_anew_and_mended(
    tmp_path: Path, expected: str
) -> None:
    """In one test, since each process takes seconds."""
    both = [started(FORFEIT, NUMBA_CACHE_DIR=str(tmp_path)) for _ in range(2)]
    assert [ended(process)[0] for process in both] == [expected] * 2
    assert [file.suffix for file in tmp_path.iterdir()] == [".code"]
    file = code_in(tmp_path)
    assert file.name.startswith("blade-run_forfeit-")
    assert forfeited(tmp_path) == (expected, "1 0")
    file.write_bytes(file.read_bytes()[:1000])
    assert forfeited(tmp_path) == (expected, "0 1")
    assert forfeited(tmp_path) == (expected, "1 0")


def test_a_full_disk_is_no_error(tmp_path: Path, expected: str) -> None:
    code = f"{FULL}pathlib.Path.write_bytes = full\n{FORFEIT}"
    assert forfeited(tmp_path, code) == (expected, "0 1")
    assert list(tmp_path.iterdir()) == []


def refuse(*_: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_disk_that_is_full_half_way_leaves_nothing_behind(tmp_path: Path) -> None:
    name, data = "blade-run_deal", b"x" * 100
    kept_folder, replace = tmp_path / "cache", Path.replace
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NUMBA_CACHE_DIR", str(kept_folder))
        patch.setattr(Path, "replace", refuse)
        code_cache.write(name, data)
        assert list(kept_folder.iterdir()) == []
        patch.setattr(Path, "replace", replace)
        code_cache.write(name, data)
        assert code_cache.read(name) == data


def test_a_home_that_cannot_be_written_to_is_no_error(tmp_path: Path, expected: str) -> None:
    (tmp_path / "file").write_text("no folder can be made in here")
    environment = {"HOME": str(tmp_path / "file"), "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
    assert ended(started(FORFEIT, **environment)) == (expected, "0 1")


def test_where_it_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert code_cache.folder() == tmp_path / "chosen"
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    assert code_cache.folder() == tmp_path / "caches" / "duelhall"
    assert code_cache.is_writable()
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert code_cache.folder() == tmp_path / ".cache" / "duelhall"


def test_what_nobody_asks_for_is_removed_and_what_is_used_stays(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    long_ago = time.time() - 2 * code_cache.LONGEST_UNUSED
    for name in ("used", "unused"):
        code_cache.write(name, b"code")
        os.utime(tmp_path / f"{name}.code", (long_ago, long_ago))
    (tmp_path / "notes.txt").touch()
    os.utime(tmp_path / "notes.txt", (long_ago, long_ago))
    assert code_cache.read("used") == b"code"
    code_cache._tidy.cache_clear()
    code_cache.write("new", b"code")
    assert {file.name for file in tmp_path.iterdir()} == {"used.code", "new.code", "notes.txt"}


def test_where_nothing_can_be_kept_a_private_folder_serves(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file" / "folder"))
    assert code_cache.is_writable()
    code_cache.write("name", b"code")
    assert code_cache.read("name") == b"code"
    assert list(tmp_path.iterdir()) == [tmp_path / "file"]


def test_one_thread_at_a_time_looks_at_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking has Numba take up what it knows; another thread in the midst of that would fail."""
    from numba.core.compiler_lock import global_compiler_lock

    from duelhall.backend.compiler import EntryDispatcher, KeptCode

    locked = []

    def look(_self: KeptCode, _sig: object, _context: object) -> None:
        locked.append(global_compiler_lock.is_locked())

    monkeypatch.setattr(KeptCode, "data", look)
    entry = EntryDispatcher(lambda: None, "nothing-run-0")
    assert not entry.is_stored(())
    entry.prepare(())
    assert len(locked) > 1
    assert all(locked)


# --- tests of places in arrays, as machine code counts them ---


@helper
def last_and(cards: Array, place: int) -> int:
    """The last number and another one."""
    return int(cards[-1] * 10 + cards[place])


@helper
def card_at(cards: Array, place: int) -> int:
    """A number by its place."""
    return int(cards[place])


def test_a_rule_may_count_from_the_end_by_a_constant() -> None:
    assert callable_rule(last_and)(np.array([3, 4, 5]), 1) == 54


def test_functions_of_others_are_compiled_as_ever() -> None:
    with counting_from_the_front():
        pass
    third = numba.njit(lambda cards, place: cards[place])
    assert third(np.array([3, 4, 5]), -3) == 3


@pytest.mark.parametrize("place", [-1, 3])
def test_machine_code_can_be_told_to_check_every_index(
    place: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_BOUNDSCHECK", "1")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    checked = callable_rule(card_at)
    assert checked(np.array([3, 4, 5]), 2) == 5
    with pytest.raises(IndexError):
        checked(np.array([3, 4, 5]), place)


# --- the hash of the rules: what changes it, and what must not ---


SOURCE = '''
import numpy as np
from duelhall.engine.rule import helper

STEP = 2
TABLE = np.array([1, 2, 3])

@helper
def inner(x):
    """Add."""
    return x + STEP  # the step

@helper
def outer(x):
    """Use."""
    return inner(x) + TABLE[0]
'''


def module(source: str) -> ModuleType:
    """A module that no file has: what runs is hashed, whatever its file says by now."""
    made = ModuleType("edited")
    exec(source, vars(made))
    return made


RENUMBERED = pytest.mark.skipif(
    sys.version_info >= (3, 14), reason="this Python numbers constants anew without a docstring"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Use."""', '"""Use it well."""'),
        pytest.param('    """Use."""\n', "", marks=RENUMBERED),
        ("  # the step", ""),
        ("STEP = 2\n", "STEP = 2\n\n\n"),
    ],
)
def test_words_about_the_rules_leave_the_hash(old: str, new: str) -> None:
    before = source_hash([module(SOURCE).outer])
    assert old in SOURCE
    assert source_hash([module(SOURCE.replace(old, new)).outer]) == before


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("x + STEP", "x - STEP"),
        ("STEP = 2", "STEP = 3"),
        ("[1, 2, 3]", "[1, 2, 4]"),
        ("TABLE[0]", "TABLE[1]"),
    ],
)
def test_what_the_rules_compute_changes_the_hash(old: str, new: str) -> None:
    before = source_hash([module(SOURCE).outer])
    assert source_hash([module(SOURCE.replace(old, new)).outer]) != before


def test_a_rule_that_was_replaced_is_not_stored_under_the_name_of_the_one_before(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))
    rules, again = module(SOURCE), module(SOURCE)
    bound_before = callable_rule(rules.outer)
    monkeypatch.setattr(rules, "STEP", 3)
    assert bound_before(1) == 5
    assert callable_rule(again.outer)(1) == 4
    stored = callable_rule(module(SOURCE).outer)
    assert stored(1) == 4
    assert sum(stored.stats.cache_hits.values()) == 1


def test_which_function_stands_for_a_name_changes_the_hash() -> None:
    """Two policies that change seats are two programs, though they are made of the same ones."""
    source = "\n@helper\ndef both(x):\n    return first(x) - second(x)\n"
    one = module(SOURCE + "first, second = inner, outer\n" + source)
    other = module(SOURCE + "first, second = outer, inner\n" + source)
    assert source_hash([one.both]) != source_hash([other.both])


def test_data_is_part_of_the_hash() -> None:
    rule = module(SOURCE).outer
    assert source_hash([rule], "a") != source_hash([rule], "b")


def test_a_games_hash_covers_its_cards() -> None:
    other_pack = PACKS.copy()
    other_pack[0, 0] = MIRROR
    same, other = (with_globals(deal_pack, {"PACKS": pack}) for pack in (PACKS.copy(), other_pack))
    assert source_hash([deal_pack]) == source_hash([same])
    assert source_hash([deal_pack]) != source_hash([other])


DEEP = """
from enum import IntEnum
import numba, numpy as np
import edited_cards
from duelhall.engine.rule import helper

class Kind(IntEnum):
    A = 2

KIND = np.int8

@numba.njit
def foreign(x):
    return x + 1

@helper
def rule(x):
    return x + 7

def made(step):
    @helper
    def closed(x):
        return x + step
    return closed

closed = made(1)

@helper
def outer(x, start=1):
    def inner(y):
        return y + edited_cards.deep.DEEP[0] + rule(y)
    return foreign(x) + Kind.A + KIND(x) + inner(x) + closed(start)
"""


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *[("A = 2", "A = 3"), ("x + 1", "x + 2"), ("x + 7", "x + 8"), ("np.int8", "np.int16")],
        *[
            ("start=1", "start=2"),
            ("made(1)", "made(2)"),
            ("@numba.njit", "@numba.njit(nogil=True)"),
        ],
    ],
)
def test_what_lies_deeper_counts(old: str, new: str) -> None:
    cards = ModuleType("edited_cards")
    cards.deep = ModuleType("edited_cards.deep")  # type: ignore[attr-defined]
    cards.deep.DEEP = 5, 6
    sys.modules["edited_cards"] = cards
    before = source_hash([module(DEEP).outer])
    assert source_hash([module(DEEP).outer]) == before
    assert source_hash([module(DEEP.replace(old, new)).outer]) != before
    cards.deep.DEEP = 5, 7
    assert source_hash([module(DEEP).outer]) != before


def test_what_cannot_be_hashed_is_refused() -> None:
    loaded = module(SOURCE.replace("STEP = 2", "STEP = {1: 2}"))
    with pytest.raises(TypeError, match="a rule names a dict"):
        source_hash([loaded.outer])


def test_the_middle_of_a_long_table_counts() -> None:
    table = "np.arange(5000)"
    one = module(SOURCE.replace("np.array([1, 2, 3])", table))
    other = module(SOURCE.replace("np.array([1, 2, 3])", f"{table} * ({table} != 2500)"))
    assert source_hash([one.outer]) != source_hash([other.outer])
