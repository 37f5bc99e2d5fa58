"""Saved games: canonical, verified, and refused with the place and the reason."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import BadArgument, BadReplay
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.replay import digests
from duelhall.testing.conformance import random_match


@pytest.fixture
def finished(blade: Game) -> Match:
    return random_match(blade, seed=12)


def load_text(folder: Path, text: str) -> Match:
    file = folder / "game.json"
    file.write_text(text, encoding="utf-8")
    return duelhall.load_match(file)


def doctored(match: Match, **changes: Any) -> str:
    return json.dumps({**json.loads(match.replay().text()), **changes})


def test_the_same_game_gives_the_same_bytes(tmp_path: Path, finished: Match, blade: Game) -> None:
    finished.save(tmp_path / "one.json")
    random_match(blade, seed=12).save(tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()
    assert list(tmp_path.glob("*.part")) == []


def test_a_document_says_what_it_should(finished: Match) -> None:
    document = json.loads(finished.replay().text())
    assert list(document) == [
        "format",
        "game",
        "edition",
        "start",
        "players",
        "moves",
        "trail",
        "result",
    ]
    assert (document["game"], document["edition"]) == ("blade", 1)
    assert document["start"] == {"seed": 12}
    assert document["result"]["reason"] == finished.reason.word
    assert len(document["trail"]) == len(document["moves"]) + 1


@pytest.mark.parametrize(
    "start",
    [
        {"seed": 3},
        {"deal": "112223333444455B 55666BBBBB77MMMM"},
        {"position": "12:-:3 45:-:6 to_move=0"},
    ],
)
def test_every_way_to_begin_is_saved(tmp_path: Path, blade: Game, start: dict[str, Any]) -> None:
    match = blade.match(**start, players=("ann", "ben"))
    match.play(match.legal()[0])
    again = load_text(tmp_path, match.replay().text())
    assert again.replay() == match.replay()
    assert again.players == ("ann", "ben")


def test_options_are_saved(tmp_path: Path) -> None:
    game = duelhall.load("blade", "readme", draw_points=0)
    again = load_text(tmp_path, game.match(seed=1).replay().text())
    assert again.game.options["draw_points"] == 0


def test_a_truncated_file_is_refused_wherever_it_is_cut(tmp_path: Path, finished: Match) -> None:
    text = finished.replay().text()
    for end in range(0, len(text.rstrip()), 7):
        with pytest.raises(BadReplay, match=r"line \d+, column \d+: .*cut off") as caught:
            load_text(tmp_path, text[:end])
        assert caught.value.place.startswith("line ")


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"format": 99}, "format"),
        ({"game": "chess"}, "game"),
        ({"game": "blade[house]"}, "game"),
        ({"game": "blade[colour=red]"}, "game"),
        ({"game": "blade[readme"}, "game"),
        ({"game": 7}, "game"),
        ({"game": "blade[controller]"}, "the deal"),
        ({"edition": 2}, "edition"),
        ({"edition": "1"}, "edition"),
        ({"edition": True}, "edition"),
        ({"players": ["one"]}, "players"),
        ({"players": ["one", "\x1b[31mtwo"]}, "players"),
        ({"start": {"seed": 13}}, "the deal"),
        ({"start": {"seed": -1}}, "start"),
        ({"start": {"seed": "x"}}, "start"),
        ({"start": {"seed": 1, "deal": "x"}}, "start"),
        ({"start": {"sead": 1}}, "start"),
        ({"start": {"deal": "nonsense"}}, "start"),
        ({"moves": "B"}, "moves"),
        ({"trail": []}, "the deal"),
        ({"result": None}, "result"),
        ({"result": {"winner": 0, "reason": "forfeit"}}, "result"),
        ({"result": "won"}, "result"),
        ({"comment": "mine"}, "comment"),
        ({"format": 1}, "rule_set"),
        ({"format": True}, "format"),
    ],
)
def test_a_doctored_file_is_refused_at_its_place(
    tmp_path: Path, finished: Match, changes: dict[str, Any], place: str
) -> None:
    with pytest.raises(BadReplay) as caught:
        load_text(tmp_path, doctored(finished, **changes))
    assert caught.value.place == place


def test_every_changed_move_is_found_where_it_stands(tmp_path: Path, finished: Match) -> None:
    moves = finished.replay().moves
    for number, move in enumerate(moves):
        for other in "B1234567M9".replace(move, ""):
            changed = [*moves[:number], other, *moves[number + 1 :]]
            with pytest.raises(BadReplay) as caught:
                load_text(tmp_path, doctored(finished, moves=changed))
            assert caught.value.place == f"move {number + 1} ({other})"


def test_missing_and_added_moves_are_found(tmp_path: Path, finished: Match) -> None:
    moves = finished.replay().moves
    with pytest.raises(BadReplay, match="moves are missing"):
        load_text(tmp_path, doctored(finished, moves=moves[:-1]))
    with pytest.raises(BadReplay, match=r"move \d+ \(B\): .*the game is over"):
        load_text(tmp_path, doctored(finished, moves=[*moves, "B"]))
    with pytest.raises(BadReplay, match="the trail ends before it"):
        load_text(tmp_path, doctored(finished, trail=finished.replay().trail[:-1]))


def test_a_move_cannot_be_exchanged_for_one_that_does_the_same(tmp_path: Path) -> None:
    """The first card of an army comes to lie in the same place from either side."""
    game = duelhall.load("frontline", backend="python")
    match = game.match(seed=0)
    left, right = (move for move in match.legal() if move[0] == match.legal()[0][0])
    assert game.position_text(game.after(match.state, game.parse_move(left))) == game.position_text(
        game.after(match.state, game.parse_move(right))
    )
    match.play(left)
    with pytest.raises(BadReplay, match="is not the move that led there") as caught:
        load_text(tmp_path, doctored(match, moves=[right]))
    assert caught.value.place == f"move 1 ({right})"
    before = doctored(match, moves=[right], format=2, trail=digests(game.definition, match.states))
    assert load_text(tmp_path, before).replay().moves == [right]


def test_a_missing_entry_is_named(tmp_path: Path, finished: Match) -> None:
    document = json.loads(finished.replay().text())
    del document["trail"]
    with pytest.raises(BadReplay, match="trail: this entry is missing"):
        load_text(tmp_path, json.dumps(document))


def test_a_refusal_tells_no_secret(tmp_path: Path, finished: Match) -> None:
    """Whoever doctors a move of the opponent's must not be told what the opponent could do."""
    moves = finished.replay().moves
    held = {finished.game.move_text(move) for move in finished.game.legal_moves(finished.states[0])}
    missing = next(card for card in "1234567BM" if card not in held)
    with pytest.raises(BadReplay) as caught:
        load_text(tmp_path, doctored(finished, moves=[missing, *moves[1:]]))
    assert caught.value.reason == "You can place only cards from your own hand. (S4)"


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": ' + "1" * 5000 + "}"])
def test_endless_json_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadReplay, match="line 1"):
        load_text(tmp_path, text)


@pytest.mark.parametrize("text", ["[]", "7", '"blade"'])
def test_other_json_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadReplay, match="not a saved game"):
        load_text(tmp_path, text)


def test_other_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "picture").write_bytes(b"\x89PNG\xff\xfe")
    with pytest.raises(BadReplay, match="not a text file"):
        duelhall.load_match(tmp_path / "picture")


def test_moves_are_written_in_one_way(tmp_path: Path, finished: Match) -> None:
    moves = finished.replay().moves
    with pytest.raises(BadReplay, match="moves: says"):
        load_text(tmp_path, doctored(finished, moves=[f"{moves[0]} ", *moves[1:]]))


def test_a_start_is_written_in_one_way(blade: Game) -> None:
    deal = "112223333444455B 55666BBBBB77MMMM"
    one, other = blade.match(deal=deal), blade.match(deal=f"{deal.lower()} ")
    assert one.replay().text() == other.replay().text()
    one, other = blade.match(position="12:-:3 45:-:6"), blade.match(position="21:-:3 54:-:6 turn=0")
    assert one.replay().text() == other.replay().text()
    assert blade.match(seed=np.int64(5)).replay().text() == blade.match(seed=5).replay().text()  # type: ignore[arg-type]


def test_a_file_that_could_not_be_read_is_not_written(blade: Game) -> None:
    for players in (("a",), ("a", "b\n"), ("a", "b", "c")):
        with pytest.raises(BadArgument, match="two names"):
            blade.match(seed=1, players=players)


def test_a_game_that_was_given_up_is_replayed(tmp_path: Path, blade: Game) -> None:
    match = blade.match(seed=4)
    match.play(match.legal()[0])
    match.forfeit(1)
    again = load_text(tmp_path, match.replay().text())
    assert (again.winner, again.reason.word) == (0, "forfeit")
    assert again.replay() == match.replay()
    other_winner = doctored(match, result={"winner": 1, "reason": "forfeit"})
    with pytest.raises(BadReplay):
        load_text(tmp_path, other_winner)


def test_notes_are_kept_and_otherwise_left_out(tmp_path: Path, blade: Game) -> None:
    match = blade.match(seed=1)
    assert "notes" not in match.replay().text()
    match.notes["practice"] = True
    text = match.replay().text()
    assert '"notes": {"practice": true}' in text
    assert load_text(tmp_path, text).notes == match.copy().notes == {"practice": True}
    with pytest.raises(BadReplay, match="notes: expected notes with their values"):
        load_text(tmp_path, text.replace("true", "[]"))
