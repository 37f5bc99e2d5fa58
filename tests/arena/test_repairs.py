"""Whatever happens to the files of a tournament: it is told, nothing whole is lost, and the
tournament goes on.
"""

import json
import random
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest

from duelhall.arena import runner
from duelhall.arena.belonging import results
from duelhall.arena.locking import FolderLock
from duelhall.arena.records import GAMES, parse_record, read_record, record_line
from duelhall.arena.repairing import ASIDE, TOLD
from duelhall.arena.rows import (
    LENGTH,
    NUMBER,
    PLACE,
    RECORD_CHECK,
    RESULTS,
    checked_line,
    read_table,
)
from duelhall.arena.settings import (
    FILE,
    KEY,
    KEY_COPY,
    BadTournament,
    Settings,
    load_settings,
    restored_settings,
)
from duelhall.arena.verifying import verify
from duelhall.match.game import load
from duelhall.players.entry import Entry
from duelhall.terminal.contest import settings_in
from tests.arena.damages import (
    FILES,
    KINDS,
    Damage,
    check_damaged,
    contents,
    repaired,
    told_to_lookers,
)
from tests.terminal.console import duelhall

GAMES_PLAYED = 6
SETTINGS = Settings("blade", 1, tuple(Entry(name, builtin="greedy") for name in "ab"), 6, seed=3)


def lines_of(folder: Path, name: str) -> list[bytes]:
    return (folder / name).read_bytes().splitlines(keepends=True)


def put(folder: Path, name: str, lines: list[bytes]) -> None:
    (folder / name).write_bytes(b"".join(lines))


def test_nothing_is_told_where_nothing_is_wrong(folder: Path) -> None:
    before = [(folder / name).read_bytes() for name in (GAMES, RESULTS)]
    assert repaired(folder) == []
    assert verify(folder, load_settings(folder)).faults == []
    assert [(folder / name).read_bytes() for name in (GAMES, RESULTS)] == before
    assert not (folder / TOLD).exists()


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_damage_is_silent_and_no_whole_game_is_lost(
    folder: Path, original: Path, name: str, kind: Damage
) -> None:
    check_damaged(folder, original, name, kind, random.Random(f"{name} {kind.__name__}"))


@pytest.mark.parametrize(
    "row",
    [b"x", b"1\tx", b"1\t\t0", b"1.5" + b"\t0" * 14, b"9" * 30 + b"\t0" * 14, b"1" + b"\t0" * 15,
     b"\xff" + b"\t0" * 14],
)  # fmt: skip
def test_checksums_that_somebody_has_made_for_nonsense(
    folder: Path, original: Path, row: bytes
) -> None:
    whole = lines_of(folder, RESULTS)
    put(folder, RESULTS, [*whole[:2], b"%b\t%d\n" % (row, crc32(row)), *whole[3:]])
    with pytest.raises(BadTournament, match="is damaged"):
        list(results(folder, load_settings(folder)))
    assert told_to_lookers(folder)
    assert repaired(folder)
    assert contents(folder) == contents(original)
    assert told_to_lookers(folder) == []


def test_lost_results_are_made_anew_from_the_records(folder: Path) -> None:
    before = (folder / RESULTS).read_bytes()
    (folder / RESULTS).unlink()
    assert repaired(folder) == [
        "results.tsv: games 1, 2, 3, 4, 5 and 1 more are without a matching line",
        "results.tsv was rewritten from games.jsonl, with 6 games",
    ]
    assert (folder / RESULTS).read_bytes() == before


@pytest.mark.parametrize("lines", [0, 2])
def test_games_without_results_are_told_to_lookers(folder: Path, lines: int) -> None:
    put(folder, RESULTS, [*lines_of(folder, RESULTS)[:lines], b"half a line"])
    shown = duelhall("arena", "show", str(folder))
    way = f"`duelhall arena resume {folder}` repairs"
    assert f"6 of 6 games are there, {lines} are counted here: {way}" in shown.stderr
    assert "played" not in shown.stdout
    listed = duelhall("arena", "games", str(folder), "--json")
    assert (len(json.loads(listed.stdout)), listed.stderr) == (lines, shown.stderr)
    missing = duelhall("replay", f"{folder}#6").stderr
    assert f"`duelhall arena verify {folder}` lists them" in missing
    with FolderLock(folder):
        assert duelhall("arena", "show", str(folder)).stderr == ""
    repaired(folder)
    assert duelhall("arena", "show", str(folder)).stderr == ""


def test_a_kill_between_the_record_and_its_row_loses_nothing(folder: Path, original: Path) -> None:
    put(folder, RESULTS, [*lines_of(folder, RESULTS)[:-1], b"6\t2"])
    assert repaired(folder)[:2] == [
        "results.tsv: 1 line is incomplete",
        "results.tsv: game 6 is without a matching line",
    ]
    assert contents(folder) == contents(original)


def test_half_a_record_is_moved_aside(folder: Path) -> None:
    *whole, last = lines_of(folder, GAMES)
    put(folder, GAMES, [*whole, last[:-7]])
    assert repaired(folder) == [
        "games.jsonl: line 6 is incomplete",
        "results.tsv: game 6 is without a complete record there",
        "what does not count in games.jsonl was moved to games.jsonl.aside",
        "results.tsv was rewritten from games.jsonl, with 5 games",
        "1 game must be played again",
    ]
    assert lines_of(folder, GAMES) == whole
    assert (folder / f"{GAMES}{ASIDE}").read_bytes() == last[:-7]
    assert len(lines_of(folder, f"{RESULTS}{ASIDE}")) == 1


def test_a_record_behind_a_damaged_one_is_found(folder: Path, original: Path) -> None:
    first, *others = lines_of(folder, GAMES)
    put(folder, GAMES, [first[:-20], *others])
    repaired(folder)
    assert set(contents(folder)) == set(contents(original)) - {1}
    assert (folder / f"{GAMES}{ASIDE}").read_bytes() == first[:-20]


def test_a_row_with_a_wrong_place_makes_no_file_larger(folder: Path) -> None:
    size = (folder / GAMES).stat().st_size
    row = read_table(folder)[2].tolist()
    row[PLACE] = 10**12
    lines = lines_of(folder, RESULTS)
    put(folder, RESULTS, [*lines[:2], checked_line(row), *lines[3:]])
    with pytest.raises(BadTournament, match=r"game 3 in games.jsonl is incomplete"):
        read_record(folder, 3)
    assert "results.tsv: game 3 is without a matching line" in repaired(folder)
    assert (folder / GAMES).stat().st_size == size
    assert lines_of(folder, RESULTS) == lines


def test_a_row_counts_once_and_only_in_its_tournament(folder: Path) -> None:
    lines = lines_of(folder, RESULTS)
    row = read_table(folder)[0].tolist()
    row[NUMBER] = 99
    for strays in ([lines[0]], [checked_line(row)]):
        put(folder, RESULTS, [*lines, *strays])
        assert told_to_lookers(folder)
        assert repaired(folder)
        assert lines_of(folder, RESULTS) == lines


def test_a_game_of_another_tournament_is_moved_aside_whole(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    settings = replace(SETTINGS, seed=4)
    settings.save(other)
    runner.run(settings, other, after_game=lambda _record: False)
    foreign = lines_of(other, GAMES)[0]
    put(folder, GAMES, [*lines_of(folder, GAMES)[1:], foreign])
    assert "games.jsonl: line 6 is not of this tournament" in repaired(folder)
    assert set(contents(folder)) == set(range(2, 7))
    assert lines_of(folder, f"{GAMES}{ASIDE}") == [foreign]


def test_of_two_records_of_a_game_the_one_that_counted_is_kept(folder: Path) -> None:
    game = read_record(folder, 2)
    twin = record_line(replace(game, detail="another one"))
    lines = lines_of(folder, GAMES)
    shifted = read_table(folder)
    shifted[:, PLACE] += len(twin)
    put(folder, GAMES, [twin, *lines])
    put(folder, RESULTS, [checked_line(row) for row in shifted.tolist()])
    assert "games.jsonl: game 2 is there more than once" in repaired(folder)
    assert read_record(folder, 2) == game
    assert lines_of(folder, GAMES) == lines


def test_settings_are_restored_from_the_key(folder: Path) -> None:
    (folder / FILE).write_text("{")
    with pytest.raises(BadTournament, match=r"arena resume .* restores it from key.json"):
        load_settings(folder)
    assert settings_in(folder) == SETTINGS
    assert (folder / f"{FILE}{ASIDE}").read_text() == "{"
    (folder / FILE).unlink()
    with pytest.raises(BadTournament, match=r"is missing; .* restores it"):
        load_settings(folder)
    assert settings_in(folder) == load_settings(folder) == SETTINGS


@pytest.mark.parametrize(("lost", "other"), [(KEY, KEY_COPY), (KEY_COPY, KEY)])
def test_a_key_is_restored_from_its_copy_and_the_copy_from_the_key(
    folder: Path, lost: str, other: str
) -> None:
    (folder / lost).write_text("{")
    if lost == KEY:
        with pytest.raises(BadTournament, match=r"arena resume .* restores it from key.copy.json"):
            load_settings(folder)
    else:
        assert verify(folder, load_settings(folder)).faults == [
            f"{lost} is damaged; `duelhall arena resume {folder}` restores it from {other}"
        ]
    settings, told = restored_settings(folder)
    assert settings == SETTINGS
    aside = f"{lost}{ASIDE}"
    assert told == [f"{lost} was damaged: it is {aside} now, and has been restored from {other}"]


@pytest.mark.parametrize("is_dangling", [False, True])
@pytest.mark.parametrize(("lost", "other"), [(KEY, KEY_COPY), (KEY_COPY, KEY)])
def test_a_key_or_a_copy_that_is_missing_is_told_and_restored(
    folder: Path, lost: str, other: str, *, is_dangling: bool
) -> None:
    (folder / lost).unlink()
    if is_dangling:
        (folder / lost).symlink_to(folder / "nowhere")
    assert verify(folder, load_settings(folder)).faults == [
        f"{lost} is missing; `duelhall arena resume {folder}` restores it from {other}"
    ]
    assert load_settings(folder) == SETTINGS
    assert restored_settings(folder)[1] == [
        f"{lost} was missing and has been restored from {other}"
    ]
    assert verify(folder, load_settings(folder)).faults == []


def test_two_keys_that_lead_nowhere_are_told(folder: Path) -> None:
    for name in (KEY, KEY_COPY):
        (folder / name).unlink()
        (folder / name).symlink_to(folder / "nowhere")
    assert verify(folder, load_settings(folder)).faults == [
        "key.json is missing",
        "key.copy.json is missing",
    ]


@pytest.mark.parametrize("name", [KEY, KEY_COPY])
def test_the_key_of_another_tournament_is_refused(
    folder: Path, tmp_path_factory: pytest.TempPathFactory, name: str
) -> None:
    other = tmp_path_factory.mktemp("other")
    replace(SETTINGS, seed=77).save(other)
    (folder / name).write_bytes((other / name).read_bytes())
    for read in (load_settings, restored_settings):
        with pytest.raises(
            BadTournament, match="do not belong to the same tournament: move the wrong"
        ):
            read(folder)


def test_without_its_key_a_tournament_can_only_be_looked_at(folder: Path) -> None:
    (folder / KEY_COPY).unlink()
    (folder / KEY).write_text("{")
    with pytest.raises(BadTournament, match="Without it the tournament cannot go on"):
        load_settings(folder)
    (folder / KEY).unlink()
    assert load_settings(folder) == SETTINGS.without_seed
    assert verify(folder, load_settings(folder)).faults == []
    with pytest.raises(BadTournament, match=r"key.json is missing"):
        runner.run(load_settings(folder), folder)


def test_nobody_but_the_owner_can_read_the_key(folder: Path, original: Path) -> None:
    for key in (KEY, KEY_COPY):
        assert (original / key).stat().st_mode & 0o777 == 0o600
    assert '"seed": null' in (folder / FILE).read_text()


def test_a_replay_that_departs_from_the_rules_is_found(folder: Path) -> None:
    game = read_record(folder, 2)
    lines = lines_of(folder, GAMES)
    lines[1] = record_line(replace(game, winner=None, reason="draw"))
    put(folder, GAMES, lines)
    repaired(folder)
    found = verify(folder, load_settings(folder))
    assert any(fault.startswith("game 2: its record says") for fault in found.faults)
    assert (found.games, found.total) == (GAMES_PLAYED, GAMES_PLAYED)


def test_forged_records_are_found(folder: Path) -> None:
    game, lines = read_record(folder, 2), lines_of(folder, GAMES)
    blade, other = (load("blade", rules, backend="python") for rules in ("readme", "controller"))
    position, names = blade.position_text(blade.match(8).state), game.names
    elsewhere = blade.match(game.seed, position=position, players=names)
    matches = (blade.match(game.seed, players=names), other.match(game.seed, players=names))
    for match in (elsewhere, *matches):
        match.forfeit(0)
    given_up, begun, by_others = (
        replace(game, winner=1, reason="forfeit", moves=0, ending="crash", faulty=0, replay=text)
        for text in (match.replay().text() for match in (matches[0], elsewhere, matches[1]))
    )
    for told, record in {
        "game 2: it does not follow from its seed alone": begun,
        "game 2: it is blade[controller": by_others,
        "game 2: its record says": replace(given_up, ending="litter", faulty=1, winner=0),
        "but its moves lead to": replace(game, ending="timeout", faulty=0),
        "line 2 is not of this tournament": replace(game, ending="timeout"),
    }.items():
        put(folder, GAMES, [lines[0], record_line(record), *lines[2:]])
        assert told in str(told_to_lookers(folder)), told


def test_a_swiss_round_that_was_not_drawn_from_the_results_is_found(tmp_path: Path) -> None:
    entries = tuple(Entry(name, builtin="greedy") for name in "abc")
    settings = replace(SETTINGS, entries=entries, games=2, format="swiss")
    settings.save(tmp_path)
    runner.run(settings, tmp_path)
    assert verify(tmp_path, settings).faults == []
    lines = lines_of(tmp_path, GAMES)
    put(tmp_path, GAMES, lines[:1])
    repaired(tmp_path)
    assert verify(tmp_path, settings).faults == []
    second = parse_record(lines[1])
    replay = second.replay.replace('["b", "a"]', '["a", "b"]')
    forged = replace(second, names=("a", "b"), replay=replay)
    put(tmp_path, GAMES, [lines[0], record_line(forged), *lines[2:]])
    repaired(tmp_path)
    told = "game 2: by the results before it, others should have met"
    assert verify(tmp_path, settings).faults == [told]


@pytest.mark.parametrize("pair", [-1, 2**64])
def test_a_pair_that_cannot_be_is_told(folder: Path, pair: int) -> None:
    """Its checksums are right: somebody has made them for this."""
    game, row = read_record(folder, 6), read_table(folder)[5].tolist()
    line = record_line(replace(game, pair=pair))
    put(folder, GAMES, [*lines_of(folder, GAMES)[:-1], line])
    row[LENGTH], row[RECORD_CHECK] = len(line), crc32(line)
    put(folder, RESULTS, [*lines_of(folder, RESULTS)[:-1], checked_line(row)])
    assert told_to_lookers(folder) == ["game 6: its entries are not those of a record"]
