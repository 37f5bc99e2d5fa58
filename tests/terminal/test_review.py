"""A review for people, for programs, and as a picture."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from duelhall import play_match
from duelhall.backend import PYTHON
from duelhall.engine import registry
from duelhall.engine.errors import BadReplay, BadUsage, DuelhallError, UnknownName
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.saves import PERSON
from duelhall.search.review import RUNS, Decision, Judgement, Review, Verdict
from duelhall.search.search import MoveLine
from duelhall.terminal.chart import MARGIN, ROWS, chart_lines, picture
from duelhall.terminal.output import UNLIMITED
from duelhall.terminal.review import (
    ReviewSetup,
    review_report,
    run_review,
    summary_lines,
    table_lines,
)
from duelhall.testing.conformance import random_match
from tests.terminal.console import duelhall

CHANCES = (0.6, 0.55, 0.4, 0.9, 0.05, 1.0)
LOSSES = (0.0, 0.07, 0.15, 0.0, 0.35, 0.02)


def review_of(match: Match, seat: int | None = None) -> Review:
    """A review of all decisions in a match, with chances and losses that go round in turn."""
    movers = [(number, match.mover(number)) for number in range(1, len(match.moves) + 1)]
    made = [
        _decision(match, number, mover, is_open=seat is None)
        for number, mover in movers
        if seat in (None, mover) and len(match.game.legal_moves(match.states[number - 1])) > 1
    ]
    return Review(match, seat, made)


def _decision(match: Match, number: int, mover: int, *, is_open: bool) -> Decision:
    loss = LOSSES[number % len(LOSSES)]
    chance = max(CHANCES[number % len(CHANCES)], loss)
    legal, move = match.game.legal_moves(match.states[number - 1]), match.moves[number - 1]
    best = move if not loss else next(other for other in reversed(legal) if other != move)
    found = Judgement(_verdict(best, chance), _verdict(move, chance - loss))
    opened = Judgement(_verdict(move, 1 - chance), _verdict(move, 1 - chance))
    return Decision(number, mover, found, opened if is_open else None)


def _verdict(move: int, chance: float) -> Verdict:
    return Verdict(move, (chance,) * RUNS, 0.01)


def mixed(review: Review, lines: Sequence[MoveLine]) -> Review:
    """The same, with a choice by chance at every decision."""
    made = [
        Decision(
            each.number,
            each.seat,
            Judgement(each.known.best, each.known.played, tuple(lines)),
            each.all_known,
        )
        for each in review.decisions
    ]
    return Review(review.match, review.seat, made)


WIDTHS = (60, 80, 120)
QUICK = ReviewSetup(None, "2", 0)


@pytest.fixture(scope="module")
def match() -> Match:
    return play_match(load("blade", backend=PYTHON), "greedy", "greedy", seed=3)


@pytest.fixture(scope="module")
def review(match: Match) -> Review:
    return review_of(match)


# --- in words ---


def test_a_line_for_each_decision(review: Review) -> None:
    head, *rows = table_lines(review, 80)
    assert head.split() == ["Move", "Player", "Played", "Best", "Known", "Open"]
    assert len(rows) == len(review.decisions)
    for row, decision in zip(rows, review.decisions, strict=True):
        number, player, played, best, *_ = re.split("  +", row.strip())
        assert (int(number), int(player)) == (decision.number, decision.seat)
        assert played == review.match.move_seen(decision.number, None)
        assert (best == "same") == (decision.known.loss == 0)
        assert len(re.findall(r"\d+ → +\d+", row)) == 2
        if decision.known.mark:
            assert row.endswith(f" {decision.known.mark.sign:2} {decision.known.mark.word}")


@pytest.mark.parametrize("name", registry.names())
def test_everything_fits_and_no_move_is_cut(name: str) -> None:
    review = review_of(random_match(load(name, backend=PYTHON), seed=1))
    moves = {review.best_text(each) for each in review.decisions} - {None}
    for width in WIDTHS:
        lines = [*table_lines(review, width), *chart_lines(review, width)]
        assert max(map(len, lines)) <= width
        assert moves <= {word for line in lines for word in line.split()}


def test_a_seat_sees_nothing_with_all_cards_known(match: Match) -> None:
    review = review_of(match, seat=1)
    head, *rows = table_lines(review, 80)
    assert head.split() == ["Move", "Played", "Best", "Known"]
    assert len(rows) == len(review.of_seat(1)) == len(review.decisions)
    text = "\n".join([*chart_lines(review, 80), *summary_lines(review)])
    assert "all cards" not in text
    assert "player 0" not in text
    assert "luck and the other player's moves" in text


def test_the_sum_adds_up(review: Review) -> None:
    lines = list(summary_lines(review))
    sums = [line for line in lines if line.startswith("  From")]
    assert len(sums) == 2
    for line in sums:
        start, *changes = (int(n) for n in re.findall(r"[-+]?\d+(?![\d%]*%\))", line))
        (end,) = re.findall(r"\((\d+)%\)", line)
        assert start + sum(changes) == int(end), line


@pytest.mark.parametrize(
    ("lone", "words"),
    [(1, "1 move that was the only legal one."), (2, "2 moves that were the only legal ones.")],
)
def test_lone_legal_moves_are_counted(review: Review, lone: int, words: str) -> None:
    decisions = [*review.decisions, *review.decisions][: len(review.match.moves) - lone]
    *_, last = summary_lines(Review(review.match, None, decisions))
    assert last == f"Not shown: {words}"


def test_how_often_mistakes_were_made(review: Review) -> None:
    (first,) = (line for line in summary_lines(review) if line.startswith("greedy (player 0):"))
    own = review.of_seat(0)
    assert first.endswith(f" in {len(own)} decisions.")
    counted = sum(int(number) for number in re.findall(r"(\d+) (?:b|m|i)", first))
    assert counted == sum(each.known.mark is not None for each in own)


def test_a_choice_by_chance_is_told_where_it_begins(review: Review) -> None:
    first = review.decisions[0]
    lines = [MoveLine((first.known.played.move,), 0.75), MoveLine((first.known.best.move,), 0.25)]
    told = mixed(Review(review.match, None, review.decisions[:1]), lines)
    _, _, *below = table_lines(told, 80)
    text = review.match.move_seen(first.number, None)
    assert below[0] == f"       75% of the time: {text}"
    assert len(below) == 2
    (whole,) = table_lines(mixed(told, lines[:1]), 80)[2:]
    assert whole == f"      in this order: {text}"
    *_, rest = table_lines(mixed(told, lines * 4), 80)
    assert rest.endswith(" of the time: 3 other ways")
    (mix,) = (each["mix"] for each in review_report(told, "search(1)", 0)["decisions"])
    assert mix[0] == {"share": 0.75, "moves": [text]}


# --- charts ---


def test_the_chart_shows_every_curve_and_mark(review: Review) -> None:
    title, *lines = chart_lines(review, 60)
    assert title == "Chance that player 0 wins:"
    field = [line[MARGIN:] for line in lines[:ROWS]]
    assert {*"".join(field)} == {*"ox. "}
    assert field[0].rstrip() or field[-1].rstrip()
    marks = [line for line in lines[ROWS:] if "?" in line][:2]
    assert sum(line.count("?") for line in marks) == sum(
        each.known.mark is not None for each in review.decisions
    )


def test_a_picture_as_svg(review: Review) -> None:
    root = ET.fromstring(picture(review))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"with all cards known", "as player 0 could know", "50%"} <= {*texts}
    marked = [each.known.mark.sign for each in review.decisions if each.known.mark]
    assert sorted(text for text in texts if text in ("?", "??", "?!")) == sorted(marked)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("chart.png", "draws an SVG: it takes a file that ends in .svg, not .*chart.png"),
        ("here.svg", "already exists"),
        ("no/a.svg", "folder"),
    ],
)
def test_a_chart_that_cannot_be_written_is_refused_at_once(
    tmp_path: Path, name: str, words: str
) -> None:
    (tmp_path / "here.svg").touch()
    with pytest.raises(BadUsage, match=words):
        run_review("no-such-game", ReviewSetup(None, "2", 0, chart=tmp_path / name))


# --- the command ---


def begun(game: Game, folder: Path, hidden: str = "BBB:BB") -> Path:
    """A game that you have begun against greedy, with these hidden cards."""
    match = game.match(position=f"7B3:11:3 {hidden}:5 to_move=0", players=(PERSON, "greedy"))
    match.play("7")
    file = folder / "game.json"
    match.save(file)
    return file


def test_the_command_reviews_a_game_of_a_tournament(tmp_path: Path) -> None:
    words = ("match", "blade", "greedy", "random", "--games", "2", "--seed", "1")
    duelhall(*words, "--out", str(tmp_path / "cup"))
    place, chart = f"{tmp_path / 'cup'}#1", tmp_path / "chart.svg"
    done = duelhall("review", place, "--budget", "3", "--chart", str(chart))
    assert done.returncode == 0, done.stderr
    assert "Judged by search(3), seed 0." in done.stdout
    assert "Chance that player 0 wins:" in done.stdout
    assert chart.exists()
    with pytest.raises(UnknownName, match=r"review shows one game.*`duelhall review \S+#1.`"):
        run_review(str(tmp_path / "cup"), QUICK)


def test_the_same_document_every_time(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    play_match(load("blade"), "random", "random", seed=5).save(tmp_path / "game.json")
    texts = []
    for _ in range(2):
        run_review(str(tmp_path / "game.json"), ReviewSetup(None, "3", 5, json=True))
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    document = json.loads(texts[0])
    assert (document["budget"], document["seed"], document["seat"]) == ("search(3)", 5, "open")
    first = document["decisions"][0]
    assert {*first} == {"number", "player", "mark", "known", "all_known"}
    assert {*first["known"]} == {"played", "best", "loss", "doubt"}
    ends = [entry["end"] for entry in document["summary"]]
    assert sorted(ends) == [0, 1]


def test_an_unfinished_game_shows_a_person_nothing_of_the_other_hand(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = []
    for hidden in ("446:2B", "62B:44"):
        file = begun(load("blade"), tmp_path, hidden)
        for as_json in (False, True):
            run_review(str(file), ReviewSetup(None, "3", 0, json=as_json))
        texts.append(capsys.readouterr().out)
    assert texts[0] == texts[1]
    document = json.loads(texts[0][texts[0].index("{\n") :])
    assert document["seat"] == 0
    assert all("all_known" not in decision for decision in document["decisions"])
    assert all("others" not in entry for entry in document["summary"])


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (ReviewSetup(None, "0", 0), "needs a budget"),
        (ReviewSetup(None, "1" + "0" * 24, 0), "asks for too much"),
        (ReviewSetup(None, "1" * 5000, 0), "asks for too much"),
        (
            ReviewSetup(None, "search(1000001s)", 0),
            "at most 1,000,000,000 simulations, or 1,000,000 sec",
        ),
        (ReviewSetup(None, "greedy", 0), "--budget takes a number of simulations, or a player"),
        (ReviewSetup("1", "2", 0), "no decision by seat 1"),
        (ReviewSetup(None, "2", -1), "a seed must be"),
    ],
)
def test_what_cannot_be_done_is_said(tmp_path: Path, asked: ReviewSetup, words: str) -> None:
    with pytest.raises(DuelhallError, match=words):
        run_review(str(begun(load("blade"), tmp_path)), asked)


def test_a_game_of_another_edition_is_refused(tmp_path: Path) -> None:
    file = begun(load("blade"), tmp_path)
    file.write_text(file.read_text().replace('"edition": ', '"edition": 9'))
    with pytest.raises(BadReplay, match="edition 9"):
        run_review(str(file), QUICK)


def test_without_a_terminal_lines_are_left_whole(review: Review) -> None:
    assert table_lines(review, UNLIMITED) == table_lines(review, 200)
