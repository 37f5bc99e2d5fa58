"""Decks against each other, and what their cards do for them.

The games here are interpreted: compiling their loop takes longer than all of them.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from duelhall.engine.errors import BadArgument, BadUsage, UnknownName
from duelhall.games.monsters.card_file import read_set
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.decks import STANDARD, decks_text
from duelhall.games.monsters.state import FAINTED, TURN_LIMIT
from duelhall.match.game import load
from duelhall.play import play_match
from duelhall_kits import command
from duelhall_kits.monsters.balance import (
    COLUMNS,
    NAME,
    CardUse,
    Pairing,
    Way,
    balance,
    card_uses,
    count_match,
    counted_games,
    misses,
    with_plain_card,
)
from tests.kits.monsters.samples import TWO_DECKS
from tests.terminal.console import duelhall

RANDOM = Way(player="random")


@pytest.fixture
def cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file with two decks, to be played interpreted."""
    monkeypatch.setattr("duelhall.backend.INTERPRETED", True)
    file = tmp_path / "cards.toml"
    file.write_text(TWO_DECKS, encoding="utf-8")
    return file


@pytest.fixture
def decks(cards: Path) -> list[Deck]:
    return list(read_set(cards).decks.values())


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: balance("Kiln Yard", 2, RANDOM), "decks must be a list of decks, not 'Kiln"),  # type: ignore[arg-type]
        (lambda: balance(["Kiln Yard"], 2, RANDOM), r"a list of decks, not \['Kiln Yard'\]"),  # type: ignore[list-item]
        (lambda: balance([], "2", RANDOM), "the number of games must be a whole number"),  # type: ignore[arg-type]
        (lambda: balance([], 1, RANDOM), "the number of games must be .* at least 2, not 1"),
    ],
)
def test_wrong_types_are_refused_in_our_words(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        list(attempt())


# --- counting ---


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_a_match_is_counted_as_the_same_game_of_a_batch(decks: list[Deck], player: str) -> None:
    game = load("monsters", decks=decks_text(*decks))
    batch = counted_games(game, player, 3, 5, 1, lambda _: None)
    single = np.zeros((3, COLUMNS), np.int32)
    for row in range(3):
        count_match(single, row, play_match(game, player, player, seed=5 + row))
    assert batch.tolist() == single.tolist()


def test_a_search_is_counted_too(decks: list[Deck]) -> None:
    done: list[int] = []
    game = load("monsters", decks=decks_text(*decks))
    table = counted_games(game, "search(1)", 1, 5, 1, done.append)
    assert len(table) == sum(done) == 1
    assert (table[:, 4] > table[:, 5]).all()


def test_only_what_was_drawn_can_be_played(decks: list[Deck]) -> None:
    pairings = list(balance(decks, 4, RANDOM))
    for use in card_uses(decks, pairings, 0, RANDOM):
        assert 0 < use.drawn <= 1
        assert 0 <= use.played <= 1
        assert use.lift is None


def test_a_deck_against_itself_plays_each_game_once(decks: list[Deck]) -> None:
    (pairing,) = balance(decks[:1], 8, RANDOM)
    assert pairing.tables[0].tolist() != pairing.tables[1].tolist()


# --- lift ---


def test_a_plain_card_costs_the_same_and_stands_in_the_same_place() -> None:
    deck = next(iter(STANDARD.decks.values()))
    for kind, (move, copies) in enumerate(deck.moves):
        plain, count = with_plain_card(deck, kind).moves[kind]
        assert (plain.name, plain.traits, count) == (NAME, move.traits, copies)
        assert plain.atk.number == plain.defence.number == 1 + len(move.traits)
        assert not plain.effects
        assert not plain.is_special


def test_a_plain_card_has_no_lift_over_itself(decks: list[Deck]) -> None:
    decks = [with_plain_card(decks[0], 0), decks[1]]
    pairings = list(balance(decks, 4, RANDOM))
    first = next(card_uses(decks, pairings, 2, RANDOM))
    assert first.card == NAME
    assert first.lift == 0


def test_a_card_that_wins_at_once_has_a_lift(decks: list[Deck]) -> None:
    pairings = list(balance(decks, 4, RANDOM))
    lifts = {use.card: use.lift for use in card_uses(decks, pairings, 2, RANDOM)}
    assert (lifts["Blaze"] or 0) > 0


# --- what is wanted ---


def games(wins: int, losses: int, turns: int, reason: int = FAINTED) -> Any:
    """A table in which seat 0, which began, won and lost so many games."""
    row = [reason, turns, 0, 10, 3, 1, 1, 1, 1]
    return np.array([[0, *row]] * wins + [[1, *row]] * losses, np.int32)


def swapped(table: Any) -> Any:
    table = table.copy()
    table[:, 0] = 1 - table[:, 0]
    return table


FINE = Pairing("One", "Two", (games(5, 5, 12), games(5, 5, 12)))
USE = CardUse("One", "Spark", 2, 0.9, 0.5, None, None)


def test_nothing_is_said_of_what_is_as_wanted() -> None:
    assert misses([FINE], [USE]) == []


@pytest.mark.parametrize(
    ("pairing", "use", "said"),
    [
        (
            replace(FINE, tables=(games(7, 3, 12), swapped(games(7, 3, 12)))),
            USE,
            "One against Two: wins 70.0%, not 40 to 60%",
        ),
        (
            replace(FINE, tables=(games(8, 2, 12), games(8, 2, 12))),
            USE,
            "the player who begins wins 80.0%, not 45 to 55%",
        ),
        (
            replace(FINE, tables=(games(5, 5, 20), games(5, 5, 20))),
            USE,
            "One against Two: the median game ends on turn 20, not 8 to 16",
        ),
        (
            replace(FINE, tables=(games(5, 5, 12, TURN_LIMIT), games(5, 5, 12))),
            USE,
            "One against Two: 50.0% end by fainting, not at least 90%",
        ),
        (
            FINE,
            replace(USE, played=0.1),
            "Spark in One: played in 10.0% of the games in which it is drawn, not at least 25%",
        ),
    ],
)
def test_what_is_not_as_wanted_is_said(pairing: Pairing, use: CardUse, said: str) -> None:
    assert said in misses([pairing], [use])


def test_too_many_lone_passes_are_said() -> None:
    table = games(5, 5, 12)
    table[:, 5] = 4
    assert misses([replace(FINE, tables=(table, table))], []) == [
        "at 40.0% of decisions passing is the only move, not at most 35%"
    ]


# --- the command ---


def test_balance_is_two_tables_with_intervals(
    cards: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command.balance(cards=cards, games=4, lift_games=4, players="random")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        "deck", "against", "wins", "95%", "interval", "beginner", "median", "turns", "draws",
        "fainted",
    ]  # fmt: skip
    assert lines[1].startswith("Sparks  Sparks")
    assert lines[5].startswith("12 games of random, each deal twice with the seats swapped.")
    heading = ["deck", "card", "copies", "drawn", "played", "lift", "95%", "interval"]
    assert heading in [line.split() for line in lines]
    assert any(line.split()[:3] == ["Sparks", "Spark", "12"] for line in lines)


def test_balance_for_a_program(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.balance(cards=cards, games=4, lift_games=0, players="random", json=True)
    report = json.loads(capsys.readouterr().out)
    assert [row["decks"] for row in report["pairings"]] == [
        ["Sparks", "Sparks"], ["Sparks", "Blazes"], ["Blazes", "Blazes"],
    ]  # fmt: skip
    row = report["pairings"][1]
    assert row["games"] == 4
    assert row["interval"][0] <= row["share"] <= row["interval"][1]
    assert report["games"] == 12
    assert 0 <= report["only_pass"] <= 1
    assert report["cards"][0]["lift"] is None


def test_balance_as_markdown(cards: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.balance(
        cards=cards, deck=["Blazes"], games=2, lift_games=2, players="random", markdown=True
    )
    out = capsys.readouterr().out
    assert "| deck | against | wins |" in out
    assert "| Blazes | Blaze |" in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"games": 3}, "give an even number, not 3"),
        ({"lift_games": -2}, "at least 0, not -2"),
        ({"games": 10_000_002}, "give at most 10,000,000 for each pairing"),
        ({"lift_games": 10_000_001}, "give at most 10,000,000 for each pairing"),
    ],
)
def test_wrong_numbers_are_refused(cards: Path, arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(BadUsage, match=message):
        command.balance(cards=cards, **arguments)


def test_players_who_cannot_play_here_are_refused(cards: Path) -> None:
    with pytest.raises(UnknownName, match="'greddy'"):
        command.balance(cards=cards, players="greddy")
    with pytest.raises(UnknownName, match="needs a budget"):
        command.balance(cards=cards, players="search")


def test_the_command_says_what_it_measures() -> None:
    out = duelhall("monsters", "balance", "--help").stdout
    for word in ("--rules", "--players", "--cards", "--lift-games", "lift"):
        assert word in out
