"""What cannot be right is refused in our words, and with what was probably meant."""

from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.arena.settings import Settings
from duelhall.batch.simulate import policy_games, random_games
from duelhall.bots.template import find_language
from duelhall.engine import registry
from duelhall.engine.errors import (
    BadPosition,
    DuelhallError,
    OtherView,
    UnusableFile,
    nearest,
    no_such,
)
from duelhall.engine.registry import find
from duelhall.engine.rulebook import find_page, ruling
from duelhall.games.monsters.decks import STANDARD, find_deck, ready_made_deck
from duelhall.match.tree import Walker
from duelhall.play.builtin import player_of
from duelhall.play.entry import Entry, checked_entry, parse_entry, read_players
from duelhall.play.seat import Ending, Fault, Question
from duelhall.terminal.seat import seat_of
from duelhall.testing.conformance import random_match

BLADE: Any = duelhall.load("blade")
MATCH: Any = BLADE.match(seed=7)
STATE: Any = MATCH.state
OTHER: Any = duelhall.load("frontline").match(seed=7).state
CONTROLLER: Any = duelhall.load("blade", "controller").match(seed=7).state
LOAD: Any = duelhall.load
RANDOM: Any = random_games
PLAYER: Any = player_of(BLADE, "random")
PLAY_MATCH: Any = duelhall.play_match
SIMULATE: Any = duelhall.simulate

Attempt = Callable[[], object]

REFUSED: list[tuple[Attempt, str]] = [
    (lambda: LOAD(5), "a game's name must be text, not 5"),
    (lambda: LOAD(["blade"]), r"a game's name must be text, not \['blade'\]"),
    (lambda: LOAD("blade", 5), "rule set 5"),
    (lambda: LOAD("blade", deck=None), "option deck cannot be None"),
    (lambda: LOAD("blade", backend="gpu"), "gpu"),
    (lambda: BLADE.match(seed="x"), "a seed must be a number from 0 to .*, not 'x'"),
    (lambda: BLADE.match(seed=2.5), "a seed must be a number from 0 to .*, not 2.5"),
    (lambda: BLADE.match(seed=-1), "a seed must be a number from 0 to .*, not -1"),
    (lambda: BLADE.match(deal=5), "a deal must be text, not 5"),
    (lambda: BLADE.match(position=5), "a position must be text, not 5"),
    (lambda: BLADE.match(seed=1, deal="x"), "give one of them"),
    (lambda: BLADE.match(players=5), "players must be two names, each on one line, not 5"),
    (
        lambda: BLADE.match(players=(1, 2)),
        r"players must be two names, each on one line, not \(1, 2\)",
    ),
    (lambda: BLADE.blank(-1), "the number of states must be a whole number of at least 0, not -1"),
    (
        lambda: BLADE.blank("3"),
        "the number of states must be a whole number of at least 0, not '3'",
    ),
    (
        lambda: BLADE.view(3, 0),
        r"a state of blade must be a duelhall.games.blade.state.State, not 3",
    ),
    (lambda: BLADE.view(OTHER, 0), "not <class 'duelhall.games.frontline"),
    (lambda: BLADE.view(CONTROLLER, 0), r"other options \(deck, stranded, draw_points\); load"),
    (lambda: BLADE.guess(CONTROLLER, 0, 1), "other options"),
    (lambda: BLADE.board(CONTROLLER, 0), "other options"),
    (lambda: BLADE.position_text(CONTROLLER), "other options"),
    (lambda: BLADE.move_text(1, CONTROLLER), "other options"),
    (lambda: BLADE.parse_move("1", CONTROLLER), "other options"),
    (lambda: BLADE.view(STATE, "a"), "no seat 'a'; the seats are 0 and 1"),
    (lambda: BLADE.view(STATE, 2), "no seat 2; the seats are 0 and 1"),
    (lambda: BLADE.legal_moves("x"), "a state of blade must be a .*, not 'x'"),
    (lambda: BLADE.legal_moves(np.zeros(1)), "a state of blade must be a .*, not array"),
    (lambda: BLADE.after(STATE, "7"), "a move must be a whole number, not '7'"),
    (lambda: BLADE.after(None, 7), "a state of blade must be a .*, not None"),
    (lambda: BLADE.allows(STATE, 2.5), "a move must be a whole number, not 2.5"),
    (lambda: BLADE.allows(OTHER, 2), "a state of blade must be a .*, not <class"),
    (lambda: BLADE.guess(STATE, 0, "x"), "a seed must be a number from 0 to .*, not 'x'"),
    (lambda: BLADE.guess(OTHER, 0, 1), "a state of blade must be a .*, not <class"),
    (lambda: BLADE.dealt(None), "a seed must be a number from 0 to .*, not None"),
    (lambda: BLADE.dealt_from(None), "a deal must be text, not None"),
    (lambda: BLADE.board(STATE, "a"), "no seat 'a'"),
    (lambda: BLADE.board(OTHER, 0), "a state of blade must be a .*, not <class"),
    (lambda: BLADE.position_text(5), "a state of blade must be a .*, not 5"),
    (lambda: BLADE.parse_position(5), "a position must be text, not 5"),
    (lambda: BLADE.parse_move(None), "cannot read the move None; expected a move in notation"),
    (lambda: BLADE.parse_move("1", 5), "a state of blade must be a .*, not 5"),
    (lambda: BLADE.move_text(99), "a move must be a number from 0 to 8, not 99"),
    (lambda: BLADE.move_text("1"), "a move must be a number from 0 to 8, not '1'"),
    (lambda: MATCH.play(None), "cannot read the move None"),
    (lambda: MATCH.play(2.5), "cannot read the move 2.5"),
    (lambda: MATCH.play(move=True), "cannot read the move True"),
    (lambda: MATCH.play(MATCH.legal()[0], "a"), "no seat 'a'"),
    (lambda: MATCH.play(MATCH.legal()[0], outcomes=5), "outcomes must be text, not 5"),
    (lambda: MATCH.view("a"), "no seat 'a'"),
    (lambda: MATCH.board(2), "no seat 2"),
    (lambda: MATCH.forfeit(None), "no seat None"),
    (lambda: MATCH.points("a"), "no seat 'a'"),
    (lambda: MATCH.mover(2), "a step of this match must be a number from 1 to 1, not 2"),
    (lambda: MATCH.last_move_of("a"), "no seat 'a'"),
    (lambda: MATCH.move_seen("1", 0), "a step of this match must be a number from 1 to 0, not '1'"),
    (lambda: MATCH.scenes(1, 0), "a step of this match must be a number from 1 to 0, not 1"),
    (lambda: MATCH.explain(7), "a step of this match must be a number from 0 to 0, not 7"),
    (lambda: MATCH.explain(0, "a"), "no seat 'a'"),
    (
        lambda: MATCH.told(0, "x"),
        "the number of moves must be a whole number of at least 0, not 'x'",
    ),
    (lambda: MATCH.save(5), "a file must be text or a path, not 5"),
    (lambda: MATCH.save(None), "a file must be text or a path, not None"),
    (lambda: MATCH.save(""), "a file must be text or a path, not ''"),
    (lambda: MATCH.save("a\0"), "a file must be text or a path, not 'a"),
    (lambda: PLAYER.choose(5, 1), "a state of blade must be a .*, not 5"),
    (lambda: PLAYER.choose(OTHER, 1), "a state of blade must be a .*, not <class"),
    (lambda: PLAYER.choose(CONTROLLER, 1), "other options"),
    (lambda: PLAYER.choose(MATCH.view(0), "x"), "a seed must be a number from 0 to .*, not 'x'"),
    (
        lambda: PLAY_MATCH("blade", "random", "random"),
        "game must be a game made by `load`, not 'blade'",
    ),
    (
        lambda: PLAY_MATCH(BLADE, "random", 5),
        "a player must be a name, .* a function or a seat, not 5",
    ),
    (lambda: SIMULATE("blade", ("greedy", "random"), 3), "game must be a game made by `load`"),
    (
        lambda: SIMULATE(BLADE, "greedy", 3),
        "players must be a pair, one for each seat, not 'greedy'",
    ),
    (lambda: SIMULATE(BLADE, ("greedy",), 3), "players must be a pair"),
    (lambda: SIMULATE(BLADE, ("greedy", 5), 3), "there is no player 5"),
    (
        lambda: SIMULATE(BLADE, ("greedy", "random"), "3"),
        "the number of games must be a whole number",
    ),
    (
        lambda: SIMULATE(BLADE, ("greedy", "random"), 3, threads="x"),
        "the number of threads must be a whole",
    ),
    (lambda: Walker(BLADE).ways(OTHER), "a state of blade must be a .*, not <class"),
    (lambda: Walker(BLADE).ways(CONTROLLER), "other options"),
    (lambda: Walker("blade"), "game must be a game made by `load`"),  # type: ignore[arg-type]
    (lambda: Walker(BLADE, "x"), "the number of states must be a whole number"),  # type: ignore[arg-type]
    (lambda: duelhall.load_match("a\ud800"), r"a file must be text or a path, not 'a\\ud800'"),
    (lambda: duelhall.load_match(5), "a file must be text or a path, not 5"),  # type: ignore[arg-type]
    (lambda: RANDOM(BLADE, -1), "the number of games must be a whole number of at least 0, not -1"),
    (
        lambda: RANDOM(BLADE, "3"),
        "the number of games must be a whole number of at least 0, not '3'",
    ),
    (
        lambda: RANDOM(BLADE, 3, threads=0),
        "the number of threads must be a whole number of at least 1, not 0",
    ),
    (lambda: RANDOM(BLADE, 3, "x"), "3 seeds from 'x' on are not all numbers"),
    (lambda: RANDOM("blade", 3), "game must be a game made by `load`, not 'blade'"),
    (lambda: policy_games(BLADE, ("greedy",), 3), "policies"),  # type: ignore[arg-type]
    (lambda: policy_games(BLADE, ("greedy", "greedy"), 3), "policies"),
]


@pytest.mark.parametrize(("attempt", "message"), REFUSED)
def test_what_cannot_be_right_is_refused_in_our_words(attempt: Attempt, message: str) -> None:
    with pytest.raises(DuelhallError, match=message):
        attempt()
    assert len(MATCH.states) == 1


# --- mistakes at the edges of the API are answered with errors of Duelhall's own, in a senten ---


def test_a_file_that_is_not_there_and_a_folder_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableFile, match=r"cannot use .*nothing\.json: No such file"):
        duelhall.load_match(tmp_path / "nothing.json")
    with pytest.raises(UnusableFile, match=r"cannot use .*: Is a directory"):
        duelhall.load_match(tmp_path)
    with pytest.raises(DuelhallError, match="Not a directory"):
        duelhall.load_match(Path(__file__) / "game.json")


def test_a_fault_says_whose_it_is() -> None:
    def clumsy(_question: Question) -> str:
        raise ValueError("no idea")

    game = duelhall.load("blade", backend="python")
    with pytest.raises(Fault) as raised:
        duelhall.play_match(game, "random", clumsy, seed=1)
    assert str(raised.value) == (
        "clumsy (player 1) lost by crashing: it raised ValueError: no idea"
    )
    assert raised.value.ending is Ending.CRASH
    assert raised.value.detail == "it raised ValueError: no idea"
    assert isinstance(raised.value.__cause__, ValueError)


@pytest.mark.parametrize("name", registry.names())
def test_a_guess_takes_the_view_of_its_own_seat(name: str) -> None:
    game = duelhall.load(name)
    match = random_match(game, seed=5)
    refused = 0
    for state in match.states:
        views = [game.view(state, seat) for seat in (0, 1)]
        for seat in (0, 1):
            assert game.view(game.guess(views[seat], seat, 1), seat) == views[seat]
            if views[1 - seat].tobytes() != game.view(views[1 - seat], seat).tobytes():
                refused += 1
                with pytest.raises(OtherView, match=f"this is not what seat {seat} sees"):
                    game.guess(views[1 - seat], seat, 1)
    assert refused
    with pytest.raises(OtherView, match=r"give its own view, game.view\(state, 0\)"):
        game.guess(match.states[0], 0, 1)


def test_a_guess_does_not_leave_a_seats_own_cards_hidden() -> None:
    """As in a view that somebody wrote down."""
    blade = duelhall.load("blade", backend="python")
    view = blade.parse_position("?45577BMM:?????:B2 ??????????:??3??:6 turn=0 to_move=0 gone=-")
    with pytest.raises(OtherView, match="this is not what seat 0 sees"):
        blade.guess(view, 0, 1)


def test_a_match_does_not_begin_with_hidden_cards() -> None:
    blade = duelhall.load("blade", backend="python")
    with pytest.raises(BadPosition, match=r"2 hidden cards \(\?\): a game needs every card"):
        blade.match(position="??:-:3 45:-:6")
    with pytest.raises(BadPosition, match="this is what one seat sees; write every card"):
        blade.match(position=blade.position_text(blade.match(seed=1).view(0)))


# --- whatever is asked for by a wrong name, the name that was probably meant is offered ---


NAMES = ("binmat", "blade", "frontline", "monsters")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("BLADE", "blade"),
        (" Blade ", "blade"),
        ("mon", "monsters"),
        ("balde", "blade"),
        ("fronline", "frontline"),
        ("b", None),
        ("", None),
        ("chess", None),
    ],
)
def test_the_nearest_name(name: str, meant: str | None) -> None:
    assert nearest(name, NAMES) == meant


def test_a_message_says_what_there_is() -> None:
    assert no_such("game", "Blade", NAMES[:2]) == (
        "there is no game 'Blade' (did you mean blade?); available: binmat, blade"
    )
    assert no_such("game", "go", ()) == "there is no game 'go'; available: none"


def blade_position(text: str) -> None:
    duelhall.load("blade").parse_position(text)


def of_format(name: str) -> None:
    entries = (Entry("a", builtin="random"), Entry("b", builtin="random"))
    Settings("blade", 1, entries, 2, pairing=name)


RULEBOOK = find("blade").rulebook.read_text(encoding="utf-8")


def listed(line: str) -> None:
    with NamedTemporaryFile("w+", suffix=".txt") as file:
        file.write(line)
        file.flush()
        read_players(file.name, "blade")


WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "game": (lambda: duelhall.load("balde"), "blade"),
    "rule set": (lambda: duelhall.load("blade", "controler"), "controller"),
    "option": (lambda: duelhall.load("frontline", hnad=7), "hand"),
    "value": (lambda: duelhall.load("blade", stranded="draw"), "draws"),
    "backend": (lambda: duelhall.load("blade", backend="pyhton"), "python"),
    "player": (lambda: duelhall.simulate(duelhall.load("blade"), ("gredy", "random")), "greedy"),
    "opponent": (lambda: parse_entry("gredy", "blade"), "greedy"),
    "listed": (lambda: parse_entry("alise", "blade", Path("p.txt"), ["alice", "bob"]), "alice"),
    "builtin": (lambda: checked_entry(Entry("x", builtin="randon"), "blade"), "random"),
    "listed program": (lambda: listed("x ~ gredy\n"), "builtin:greedy"),
    "role": (lambda: seat_of(find("binmat"), "atacker", None), "attacker"),
    "ruling": (lambda: ruling(RULEBOOK, "10"), "B10"),
    "page": (lambda: find_page("areana"), "arena"),
    "language": (lambda: find_language("javscript"), "javascript"),
    "format": (lambda: of_format("swis"), "swiss"),
    "deck": (lambda: find_deck("Kilnyard", STANDARD), "Kiln Yard"),
    "ready-made": (lambda: ready_made_deck("kil yard"), "Kiln Yard"),
    "entry": (lambda: blade_position("1:-:3 4:-:6 trun=3"), "turn"),
    "reason": (lambda: blade_position("1:-:3 4:-:6 won=0:lowerscore"), "lower-score"),
}


@pytest.mark.parametrize(("ask", "meant"), WRONG.values(), ids=WRONG)
def test_every_name_has_its_nearest(ask: Callable[[], object], meant: str) -> None:
    with pytest.raises(DuelhallError, match=rf"\(did you mean {meant}\?\)"):
        ask()
