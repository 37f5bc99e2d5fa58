"""Nothing that was finished is lost, whatever happens to the files' ends."""

from pathlib import Path

import pytest

from duelhall.arena import runner
from duelhall.arena.records import GAMES, read_record, records
from duelhall.arena.rows import COLUMNS, LAPSES_0, NUMBER, RESULTS, read_table
from duelhall.arena.settings import EARLIER_DERIVATION, BadTournament, Settings, load_settings
from duelhall.arena.store import Store
from duelhall.players.entry import Entry

ENTRIES = tuple(Entry(name, builtin="random") for name in "ab")


@pytest.fixture
def played(tmp_path: Path) -> Path:
    settings = Settings("blade", 1, ENTRIES, 10, seed=3)
    settings.save(tmp_path)
    runner.run(settings, tmp_path)
    return tmp_path


def numbers_done(folder: Path) -> set[int]:
    return set(read_table(folder)[:, NUMBER].tolist())


def contents(folder: Path) -> list[bytes]:
    return [(folder / name).read_bytes() for name in (GAMES, RESULTS)]


def replays(folder: Path) -> list[str]:
    return [record.replay for record in records(folder)]


def test_every_game_is_found_by_its_number(played: Path) -> None:
    assert numbers_done(played) == set(range(1, 11))
    for number in range(1, 11):
        assert read_record(played, number).number == number
    assert [record.number for record in records(played)] == list(range(1, 11))


def test_a_game_that_there_is_not_is_an_error(played: Path) -> None:
    with pytest.raises(BadTournament, match=r"there is no game 11 .* which has 10 games"):
        read_record(played, 11)


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_half_a_line_of_a_result_does_not_count(played: Path, cut: int) -> None:
    games = replays(played)
    (played / RESULTS).write_bytes(contents(played)[1][:-cut])
    assert numbers_done(played) == set(range(1, 10))
    runner.run(load_settings(played), played)
    assert replays(played) == games
    assert numbers_done(played) == set(range(1, 11))


def test_a_tournament_of_an_earlier_version_gets_checksums(played: Path) -> None:
    settings = Settings("blade", 1, ENTRIES, 10, seed=3, derivation=EARLIER_DERIVATION)
    for name in (GAMES, RESULTS):
        (played / name).unlink()
    runner.run(settings, played)
    games, (long, short) = replays(played), contents(played)
    older = [b"\t".join(line.split(b"\t")[:12]) + b"\n" for line in short.splitlines()]
    (played / RESULTS).write_bytes(b"".join(older[:-1]))
    unsealed = [line[: line.rindex(b',"check"')] + b"}\n" for line in long.splitlines()]
    (played / GAMES).write_bytes(b"".join(unsealed[:-1]))
    with pytest.raises(BadTournament, match="damaged"):
        read_record(played, 9)  # the places are no longer right
    runner.run(settings, played)
    assert replays(played) == games
    assert contents(played)[1].count(b"\t") == 10 * (COLUMNS - 1)
    assert contents(played)[0].count(b'"check"') == 1
    assert read_table(played)[:, LAPSES_0].tolist() == [0] * 10
    with Store(played, settings) as store:
        assert store.repairs == []


def test_an_empty_folder_has_no_games(tmp_path: Path) -> None:
    assert read_table(tmp_path).shape == (0, COLUMNS)
    with pytest.raises(BadTournament, match="there is no tournament in"):
        load_settings(tmp_path)


@pytest.mark.parametrize("text", ["{", "[]", '{"duelhall_tournament": 1}'])
def test_damaged_settings_are_told(tmp_path: Path, text: str) -> None:
    (tmp_path / "tournament.json").write_text(text)
    with pytest.raises(BadTournament, match="is damaged"):
        load_settings(tmp_path)


def test_settings_of_a_later_version_are_refused(tmp_path: Path) -> None:
    (tmp_path / "tournament.json").write_text('{"duelhall_tournament": 4}')
    with pytest.raises(BadTournament, match=r"has format 4, .* reads formats up to 3"):
        load_settings(tmp_path)


def test_damaged_results_are_told(played: Path) -> None:
    with (played / RESULTS).open("ab") as results:
        results.write(b"1\t2\n")
    with pytest.raises(BadTournament, match=r"results.tsv has incomplete lines"):
        read_table(played)


def test_a_damaged_game_is_told(played: Path) -> None:
    games, _ = contents(played)
    (played / GAMES).write_bytes(b"x" + games[1:])
    with pytest.raises(BadTournament, match=r"the record of game 1 in games.jsonl is incomplete"):
        read_record(played, 1)


def test_results_are_in_the_order_of_the_games(played: Path) -> None:
    assert read_table(played)[:, NUMBER].tolist() == list(range(1, 11))
