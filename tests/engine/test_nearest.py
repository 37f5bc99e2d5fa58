"""Whatever is asked for by a wrong name, the name that was probably meant is offered."""

from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest

import duelhall
from duelhall.arena.settings import Settings
from duelhall.engine.errors import DuelhallError, nearest, no_such
from duelhall.engine.registry import find
from duelhall.engine.rulebook import find_page, ruling
from duelhall.games.monsters.decks import STANDARD, find_deck, ready_made_deck
from duelhall.play.entry import checked_entry, parse_entry, read_players
from duelhall.players.entry import Entry
from duelhall.terminal.seat import seat_of
from duelhall.workshop.template import find_language

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
    Settings("blade", 1, entries, 2, format=name)


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
