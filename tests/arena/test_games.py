"""The games of a tournament as a list: which ones, and in which form."""

import csv
import io
import json
import sys
from dataclasses import fields, replace
from pathlib import Path

import pytest

from duelhall.arena.games import GameRow, Wanted, game_rows
from duelhall.arena.record import GameRecord
from duelhall.arena.schedule import meetings_of
from duelhall.arena.settings import Settings, load_settings
from duelhall.arena.store import Store, open_games
from duelhall.cli.contest import _Columns, list_games
from duelhall.engine.errors import BadUsage, MissingPackage, UnknownName
from duelhall.play.entry import Entry
from duelhall.play.table import Late

FOLDER_NAME = "a cup"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tournament of three players: a beats b and c, except by a crash; b and c draw, or c is
    late.
    """
    place = tmp_path_factory.mktemp("arena") / FOLDER_NAME
    place.mkdir()
    entries = tuple(Entry(name, builtin="random") for name in "abc")
    settings = Settings("binmat", 1, entries, 2, seed=1, late=Late.PASS)
    settings.save(place)
    with Store(place, settings) as store:
        for meeting in meetings_of(settings):
            store.add(meeting, record(meeting.number, meeting.pair, meeting.seats))
    return place


def record(number: int, pair: int, seats: tuple[int, int]) -> GameRecord:
    """Game 2 is lost by a crash of a, game 5 is drawn, game 6 is lost by a timeout of c."""
    faulty = {2: 1, 6: 0}.get(number)
    winner = None if number == 5 else seats.index(0) if 0 in seats else 1
    winner = winner if faulty is None else 1 - faulty
    ending = {2: "crash", 6: "timeout"}.get(number, "played")
    reason = "damage" if faulty is None else "forfeit"
    names = ("abc"[seats[0]], "abc"[seats[1]])
    detail = "" if faulty is None else 'it said "no", and left'
    return GameRecord(
        number, names, 2**64 - number, pair, winner, reason, ending, faulty, detail, 7,
        (0.5, 0.25), (0.1, 0.1), ("", ""), "", lapses=((3, 0, "timeout"),),
    )  # fmt: skip


def numbers(folder: Path, **wanted: str) -> list[int]:
    return [row.game for row in rows_in(folder, **wanted)]


def rows_in(folder: Path, **wanted: str) -> list[GameRow]:
    with open_games(folder) as games:
        return list(game_rows(games, Wanted(**wanted)))


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({}, [1, 2, 3, 4, 5, 6]),
        ({"player": "a"}, [1, 2, 3, 4]),
        ({"player": "a", "seat": "1"}, [2, 4]),
        ({"player": "a", "seat": "attacker"}, [2, 4]),
        ({"lost_by": "crash"}, [2]),
        ({"lost_by": "crash", "player": "b"}, []),
        ({"lost_by": "crash", "seat": "0"}, []),
        ({"lost_by": "crash", "seat": "1"}, [2]),
        ({"lost_by": "c"}, [3, 4, 6]),
        ({"lost_by": "c", "seat": "0"}, [4, 6]),
        ({"lost_by": "c", "player": "a"}, [3, 4]),
        ({"ending": "timeout"}, [6]),
        ({"ending": "forfeit"}, [2, 6]),
        ({"ending": "damage", "player": "b"}, [1, 5]),
        ({"ending": "played"}, [1, 3, 4, 5]),
    ],
)
def test_games_are_found_by_what_is_asked_for(
    folder: Path, wanted: dict[str, str], found: list[int]
) -> None:
    assert numbers(folder, **wanted) == found


@pytest.mark.parametrize(
    ("wanted", "error", "fault"),
    [
        ({"player": "d"}, UnknownName, "there is no player 'd'"),
        ({"lost_by": "crsh"}, UnknownName, "no fault or player .crsh. .did you mean crash"),
        ({"ending": "demage"}, UnknownName, "did you mean damage"),
        ({"player": "a", "seat": "atacker"}, UnknownName, "did you mean attacker"),
        ({"seat": "1"}, BadUsage, "add --player, or --lost-by"),
    ],
)
def test_words_that_mean_nothing_are_refused_at_once(
    folder: Path, wanted: dict[str, str], error: type[Exception], fault: str
) -> None:
    with pytest.raises(error, match=fault):
        rows_in(folder, **wanted)


# --- for people and programs ---


def printed(folder: Path, capsys: pytest.CaptureFixture[str], form: str, **wanted: str) -> str:
    list_games(folder, Wanted(**wanted), form, None)
    return capsys.readouterr().out


def test_a_list_for_people(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    heading, *rows, last = printed(folder, capsys, "text").splitlines()
    assert heading.split() == ["game", "defender", "attacker", "result", "ending", "moves", "seed"]
    assert [row.split() for row in rows][1:5:3] == [
        ["2", "b", "a", "1-0", "crash", "7", str(2**64 - 2)],
        ["5", "b", "c", "1/2", "damage", "7", str(2**64 - 5)],
    ]
    assert {row.index(" 7 ") + 1 for row in rows} == {heading.index("moves")}
    assert last == f"6 games; duelhall replay '{folder}#6' shows the last one."
    assert printed(folder, capsys, "text", lost_by="crash").endswith("#2' shows the last one.\n")
    assert printed(folder, capsys, "text", lost_by="output") == "There are no such games.\n"


@pytest.mark.parametrize(("room", "has_seeds"), [(60, False), (80, True), (120, True)])
def test_a_list_fits_the_terminal(folder: Path, room: int, has_seeds: bool) -> None:  # noqa: FBT001
    names = ["python3 /home/somebody/bots/the_first.py", "python3 /home/somebody/bots/other.py"]
    entries = tuple(Entry(name, builtin="random") for name in names)
    settings = replace(load_settings(folder), entries=entries, games=10**5)
    row = rows_in(folder)[0]
    wide = replace(row, game=10**5, player_0=names[0], player_1=names[1], moves=110)
    lines = _Columns(settings, room).lines([wide])
    assert max(map(len, lines)) <= room
    assert lines[0].endswith("seed") is has_seeds
    assert all(name[-3:] in lines[1] for name in names)


def test_a_list_for_programs(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = json.loads(printed(folder, capsys, "json"))
    assert len(document) == 6
    assert document[1] == {
        "game": 2, "pair": 0, "player_0": "b", "player_1": "a", "winner": 0, "winner_name": "b",
        "ending": "crash", "reason": "forfeit", "faulty": 1, "moves": 7, "seconds_0": 0.5,
        "seconds_1": 0.25, "lapses_0": 1, "lapses_1": 0, "seed": 2**64 - 2,
        "detail": 'it said "no", and left',
    }  # fmt: skip
    assert json.loads(printed(folder, capsys, "json", lost_by="output")) == []
    rows = list(csv.DictReader(io.StringIO(printed(folder, capsys, "csv"))))
    assert [row["detail"] for row in rows] == [row["detail"] for row in document]
    assert rows[4]["winner"] == ""
    page = printed(folder, capsys, "md").splitlines()
    assert (len(page), page[1][:11]) == (8, "| --- | ---")


def test_a_file_with_a_header(folder: Path, tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    list_games(folder, Wanted(), "text", file)
    assert file.read_text().splitlines()[0].startswith("game,pair,player_0,player_1,winner,")
    with pytest.raises(BadUsage, match=r"games\.csv already exists"):
        list_games(folder, Wanted(), "text", file)
    with pytest.raises(BadUsage, match=r"ends in \.csv or \.parquet, not .*games\.txt"):
        list_games(folder, Wanted(), "text", tmp_path / "games.txt")
    assert list(tmp_path.iterdir()) == [file]


def test_a_parquet_file(folder: Path, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    file = tmp_path / "games.parquet"
    list_games(folder, Wanted(player="b"), "text", file)
    table = parquet.read_table(file)
    assert table.column_names == [field.name for field in fields(GameRow)]
    assert table["seed"].to_pylist() == [2**64 - number for number in (1, 2, 5, 6)]
    assert table["winner"].to_pylist() == [0, 0, None, 1]


def test_parquet_through_a_pipe(folder: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    list_games(folder, Wanted(lost_by="c"), "parquet", None)
    table = parquet.read_table(io.BytesIO(capfdbinary.readouterr().out))
    assert table["game"].to_pylist() == [3, 4, 6]


def test_what_a_parquet_file_needs(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingPackage, match=r"pip install 'duelhall\[parquet\]'"):
        list_games(folder, Wanted(), "text", tmp_path / "games.parquet")
    assert list(tmp_path.iterdir()) == []
