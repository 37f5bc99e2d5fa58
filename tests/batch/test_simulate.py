"""`simulate`: its table, its columns, the same games on every backend, Parquet and progress."""

import pickle
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.backend import announce
from duelhall.batch.simulate import FIRST_PIECE, Outcomes, pieces, progress_of
from duelhall.engine.errors import BadArgument, MissingPackage, UnknownName, UnusableFile
from duelhall.engine.record import DRAWN
from duelhall.match.game import Game

PLAYERS = ("random", "greedy")
COLUMNS = ("seed", "turn", "score", "hand")


@pytest.fixture(scope="module")
def outcomes() -> Outcomes:
    return duelhall.simulate(duelhall.load("blade"), PLAYERS, 200, seed=9, columns=COLUMNS)


def test_a_table_is_a_structured_array(outcomes: Outcomes) -> None:
    assert isinstance(outcomes, np.ndarray)
    assert outcomes.dtype.names == ("winner", "reason", "first", "moves", "points", *COLUMNS)
    assert type(outcomes["winner"]) is np.ndarray
    assert outcomes["points"].shape == (200, 2)
    assert outcomes[:10].won(0) == np.count_nonzero(outcomes["winner"][:10] == 0)
    assert outcomes[outcomes["winner"] == 1].won(1) == outcomes.won(1)


def test_each_row_is_what_a_match_says(outcomes: Outcomes, blade: Game) -> None:
    for row in outcomes[:20]:
        match = duelhall.play_match(blade, *PLAYERS, seed=int(row.seed))
        s = match.state
        assert (row.winner, row.reason, row.moves) == (s.winner, s.reason, len(match.moves))
        assert row.first == blade.match(seed=int(row.seed)).to_move
        assert row.points.tolist() == [match.points(0), match.points(1)]
        assert (row.turn, row.score.tolist()) == (s.turn, s.score.tolist())
        assert row.hand.tolist() == s.hand.tolist()
        assert outcomes.reason_words[row.reason] == match.reason.word


def test_interpreted_games_are_the_same_byte_for_byte(outcomes: Outcomes, blade: Game) -> None:
    slow = duelhall.simulate(blade, PLAYERS, 60, seed=9, columns=COLUMNS, backend="python")
    assert slow.tobytes() == outcomes[:60].tobytes()


def test_what_seats_remember_is_kept_only_where_it_is_asked_for() -> None:
    game, players = duelhall.load("binmat", backend="python"), ("random", "random")
    plain = duelhall.simulate(game, players, 1, seed=5)
    asked = duelhall.simulate(game, players, 1, seed=5, columns=("seen",))
    assert [asked[name].tolist() for name in plain.dtype.names or ()] == [
        plain[name].tolist() for name in plain.dtype.names or ()
    ]
    assert asked["seen"].any()


@pytest.mark.parametrize(
    ("name", "second"), [("frontline", "random"), ("monsters", "greedy"), ("binmat", "greedy")]
)
def test_other_games_are_the_same_interpreted(name: str, second: str) -> None:
    """Frontline's greedy player is too slow for Python."""
    game, players = duelhall.load(name), ("random", second)
    fast = duelhall.simulate(game, players, 1, seed=5)
    slow = duelhall.simulate(game, players, 1, seed=5, backend="python")
    assert slow.tobytes() == fast.tobytes()


def test_without_columns_there_are_as_many_games_as_were_asked_for(blade: Game) -> None:
    plain = duelhall.simulate(blade, PLAYERS, 3 * FIRST_PIECE + 1, seed=9)
    assert plain.dtype.names == ("winner", "reason", "first", "moves", "points")
    assert len(plain) == 3 * FIRST_PIECE + 1
    assert plain["moves"].all()
    assert len(duelhall.simulate(blade, PLAYERS, 0)) == 0


def test_columns_that_there_are_not_are_refused(blade: Game) -> None:
    with pytest.raises(UnknownName, match=r"no column 'trun' in blade \(did you mean turn\?\)"):
        duelhall.simulate(blade, PLAYERS, 1, columns=["trun"])
    with pytest.raises(BadArgument, match="columns must be a list of names"):
        duelhall.simulate(blade, PLAYERS, 1, columns="turn")


def test_backends_that_there_are_not_are_refused(blade: Game) -> None:
    with pytest.raises(UnknownName, match="no backend 'abacus'"):
        duelhall.simulate(blade, PLAYERS, 1, backend="abacus")


def test_a_table_can_be_pickled(outcomes: Outcomes) -> None:
    again = pickle.loads(pickle.dumps(outcomes))
    assert again.tobytes() == outcomes.tobytes()
    assert again.source == outcomes.source


# --- Parquet ---


def test_a_parquet_file_has_words_and_a_column_per_seat(outcomes: Outcomes, tmp_path: Path) -> None:
    from pyarrow import parquet

    file = tmp_path / "games.parquet"
    outcomes.to_parquet(file)
    table = parquet.read_table(file)
    assert table.column_names[:6] == ["winner", "reason", "first", "moves", "points_0", "points_1"]
    assert table.schema.metadata[b"game"] == b"blade"
    rows: list[dict[str, Any]] = table.to_pylist()
    for row, outcome in zip(rows, outcomes, strict=True):
        assert row["winner"] == (None if outcome.winner == DRAWN else outcome.winner)
        assert row["reason"] == outcomes.reason_words[outcome.reason]
        assert [row["score_0"], row["score_1"]] == outcome.score.tolist()
        assert [row["hand_0"], row["hand_1"]] == outcome.hand.tolist()
    assert [file.name for file in tmp_path.iterdir()] == ["games.parquet"]


def test_a_table_of_unknown_source_has_numbers_for_reasons(outcomes: Outcomes) -> None:
    reasons = Outcomes(outcomes.table).to_arrow()["reason"].to_pylist()
    assert reasons == outcomes["reason"].tolist()


def test_without_the_extra_it_is_named(
    outcomes: Outcomes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    monkeypatch.delitem(sys.modules, "pyarrow.parquet", raising=False)
    with pytest.raises(MissingPackage, match=r"pip install 'duelhall\[parquet\]'"):
        outcomes.to_parquet(tmp_path / "games.parquet")


def test_a_file_that_cannot_be_written_is_named(outcomes: Outcomes, tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match="nowhere"):
        outcomes.to_parquet(tmp_path / "nowhere" / "games.parquet")


# --- progress ---


def test_pieces_are_all_rows_and_none_is_too_long() -> None:
    rows = [number for piece in pieces(1000, 100) for number in range(1000)[piece]]
    assert rows == list(range(1000))
    assert max(piece.stop - piece.start for piece in pieces(1000, 100)) == 100


def test_progress_is_shown_where_it_is_asked_for(
    blade: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    duelhall.simulate(blade, PLAYERS, 40)
    assert not capsys.readouterr().err
    duelhall.simulate(blade, PLAYERS, 40, progress=True)
    assert capsys.readouterr().err == "40 of 40 games\n"


def test_a_terminal_is_shown_a_bar_if_it_takes_long(
    blade: Game, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    monkeypatch.setattr("duelhall.batch.simulate.PATIENCE", 3600.0)
    duelhall.simulate(blade, PLAYERS, 40)
    assert not capsys.readouterr().err
    monkeypatch.setattr("duelhall.batch.simulate.PATIENCE", 0)
    duelhall.simulate(blade, PLAYERS, 40, progress=False)
    assert not capsys.readouterr().err
    duelhall.simulate(blade, PLAYERS, 40)
    assert "40 games" in capsys.readouterr().err


def test_a_terminal_is_told_of_compiling_at_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with progress_of(40, shown=None) as advance:
        announce("blade play_rows")
        assert "Compiling, once" in capsys.readouterr().err
        advance(40)
    assert "40 of 40 games" in capsys.readouterr().err
    announce("something else")
    assert not capsys.readouterr().err
