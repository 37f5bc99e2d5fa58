"""Saved games last: they outlive every change that leaves the game as it is, and no other."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from duelhall.backend import cache as hashing
from duelhall.engine import registry
from duelhall.engine.definition import Definition, Writing
from duelhall.engine.errors import BadReplay
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.match.replay import digests, parse, text_digests
from duelhall.match.saves import replayed
from duelhall.testing.conformance import random_match
from tests.modules import load_module

RULES = '''
"""Take one or two stones; whoever takes the last one wins."""
from duelhall.engine import record
from duelhall.engine.record import Int8, Int16, Int32, Int64
from duelhall.engine.options import Options, Switch
from duelhall.engine.definition import Reason
from duelhall.engine.rule import rule
from duelhall.engine.record import foe
{imports}
MOVES = 2

class Choices(record.Record):
    stones: Int8

class State(record.State):
    options: Choices
    {fields}

STONES = Switch("stones", (9,), range(5, 20), ("T1",), "how many there are")
OPTIONS = Options(("short",), STONES, kind=Choices)
STATE = record.dtype_of(State)
REASONS = (
    Reason("going-on", "", "the game goes on"),
    Reason("taken", "T3", "the last stone was taken"),
    Reason("forfeit", "T3", "a player gave up"),
)


@rule("T1")
def deal(s):
    """The stones lie on the table."""
    s.stones = s.options.stones


@rule("T1")
def deal_given(s, cards):
    """So many stones as are given."""
    s.stones = cards[0]


@rule("T2")
def allowed(s, move):
    """You take one or two of the stones that are left."""
    return move < s.stones


def legal(s, moves):
    count = min(2, int(s.stones))
    for move in range(count):
        moves[move] = move
    return count


@rule("T2")
def play(s, move):
    """You take them, and it is the other player's turn."""
    {take}(s, move)
    if s.stones == 0:
        s.winner = s.to_move
        s.reason = 1
    s.to_move = foe(s.to_move)


def forfeit(s, seat):
    s.winner = foe(seat)
    s.reason = 2


def points(s, seat):
    return int(s.winner == seat)


def view(s, seat, out):
    out.stones = s.stones
    out.to_move = s.to_move
    out.winner = s.winner
    out.reason = s.reason


def guess(s, seat):
    pass
'''

TAKE = '''

@rule("T2")
def {take}(s, move):
    """You take stones."""
    s.stones -= {taken}
    {note}
'''

HEAD = "from duelhall.engine.rule import rule\n"


class Notation:
    """Stones in writing."""

    MOVE_EXAMPLES = "1 or 2"

    def move_text(self, move: int, _s: Any) -> str:
        return str(move + 1)

    def parse_move(self, text: str, _s: Any) -> int:
        return int(text) - 1

    def position_text(self, s: Any) -> str:
        return f"{s.stones} stones, {s.to_move} moves, {s.winner} wins by {s.reason}"

    def hides(self, _s: Any) -> bool:
        return False


class Stones:
    """A game whose source a test can write anew, as its author would."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.versions = folder, 0

    def version(
        self,
        *,
        take: str = "take",
        taken: str = "move + 1",
        note: str = "",
        fields: str = "stones: Int8",
        elsewhere: bool = False,
        position_numbers: Callable[[Any], Any] | None = None,
        **changes: Any,
    ) -> Game:
        """The game, installed in the place of the version before."""
        self.versions += 1
        taking = TAKE.format(take=take, taken=taken, note=note)
        imports = ""
        if elsewhere:
            self._module("stones_elsewhere", HEAD + taking)
            imports = f"from stones_elsewhere import {take}\n"
        text = RULES.format(imports=imports, fields=fields, take=take)
        rules: Any = self._module("stones_rules", text + ("" if elsewhere else taking))
        base = registry.find("blade")
        made = Definition(
            name="stones",
            title="Stones",
            summary="Take stones.",
            primer="Take one or two.",
            rulebook=base.rulebook,
            rules=rules,
            writing=Writing(Notation(), position_numbers=position_numbers),  # type: ignore[arg-type]
            picture=base.picture,
            **changes,
        )
        registry.add(made)
        return Game(made, None, {}, backend="python")

    def _module(self, name: str, text: str) -> ModuleType:
        file = self.folder / f"{name}_{self.versions}.py"
        file.write_text(text)
        return load_module(name, file)


@pytest.fixture
def stones(tmp_path: Path) -> Iterator[Stones]:
    yield Stones(tmp_path)
    registry.remove("stones")
    for name in ("stones_rules", "stones_elsewhere"):
        sys.modules.pop(name, None)


def played(game: Game) -> Match:
    match = game.match(seed=1, players=("ann", "ben"))
    for move in ("2", "1", "2", "2", "1", "1"):
        match.play(move)
    assert match.winner == 1
    return match


def test_the_game_of_these_tests_is_played(stones: Stones) -> None:
    text = played(stones.version()).replay().text()
    assert replayed(parse(text)).replay().text() == text


@pytest.mark.parametrize(
    "change",
    [
        {"take": "remove_from_table"},
        {"elsewhere": True},
        {"fields": "left_over: Int32; stones: Int8", "note": "s.left_over += move"},
        {"fields": "stones: Int64"},
    ],
    ids=["renamed", "moved", "cached", "widened"],
)
def test_what_leaves_the_game_as_it_is_leaves_its_saves(
    stones: Stones, change: dict[str, Any]
) -> None:
    text = played(stones.version()).replay().text()
    stones.version(**change)
    match = replayed(parse(text))
    assert match.winner == 1
    assert match.replay().text() == text


def test_the_same_holds_for_numbers(stones: Stones) -> None:
    from duelhall.match.replay import numbers_in

    numbers = numbers_in("stones", "to_move", "winner", "reason")
    by_text = played(stones.version()).replay()
    text = played(stones.version(position_numbers=numbers)).replay().text()
    assert parse(text).trail != by_text.trail
    note, fields = "s.left_over += move", "left_over: Int16; stones: Int32"
    stones.version(position_numbers=numbers, fields=fields, note=note)
    assert replayed(parse(text)).replay().text() == text
    assert replayed(by_text).winner == 1  # saved before the game had said its numbers


def test_a_rule_that_changes_play_is_caught_at_the_move(stones: Stones) -> None:
    text = played(stones.version()).replay().text()
    stones.version(taken="1 if s.stones < 6 else move + 1")
    with pytest.raises(BadReplay) as caught:
        replayed(parse(text))
    assert caught.value.place == "move 4 (2)"
    assert "leads to a different position from the one saved" in caught.value.reason
    assert "the rules of stones have changed" in caught.value.reason


@pytest.mark.parametrize(
    ("saved", "here", "remedy"),
    [(1, 2, "the version of Duelhall it was begun with"), (3, 2, "a newer version of Duelhall")],
)
def test_another_edition_is_refused_in_words(
    stones: Stones, saved: int, here: int, remedy: str
) -> None:
    text = played(stones.version(edition=saved)).replay().text()
    stones.version(edition=here)
    with pytest.raises(
        BadReplay, match=f"edition {saved} of stones, but edition {here} is installed, .*"
    ):
        replayed(parse(text))
    with pytest.raises(BadReplay, match=remedy) as caught:
        replayed(parse(text))
    assert caught.value.place == "edition"


def test_saving_does_not_read_source(blade: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    match = random_match(blade, seed=5)

    def refuse(*_: object) -> None:
        raise AssertionError("source was hashed")

    monkeypatch.setattr(hashing, "source_hash", refuse)
    monkeypatch.setattr(hashing, "_normal_source", refuse)
    again = replayed(parse(match.replay().text()))
    assert again.winner == match.winner


@pytest.mark.parametrize("name", registry.names())
def test_numbers_tell_positions_apart_as_the_notation_does(name: str) -> None:
    """But for what seats remember, which decides nothing."""
    definition = registry.find(name)
    states = [state for seed in range(6) for state in random_match(load(name), seed).states]
    by_numbers, by_text = digests(definition, states), text_digests(definition, states)
    write = definition.writing.notation.position_text
    texts = [write(state).split(" seen0=")[0] for state in states]
    assert len(set(by_numbers)) == len(set(texts)) <= len(set(by_text))
    for pairs in (zip(by_numbers, texts, strict=True), zip(by_text, by_numbers, strict=True)):
        first: dict[str, str] = {}
        for one, other in pairs:
            assert first.setdefault(one, other) == other
    assert digests(definition, states[:1]) == by_numbers[:1]


def test_a_saved_game_keeps_its_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a later version does to the standard set."""
    match = random_match(load("frontline"), seed=2)
    text = match.replay().text()
    table = match.game.definition.rules.OPTIONS
    others = tuple(
        replace(o, values=("40|",) * 4) if o.name == "cards" else o for o in table.options
    )
    monkeypatch.setattr(table, "options", others)
    assert load("frontline").options["cards"] == "40|"
    again = replayed(parse(text))
    assert again.game.options["cards"] == match.game.options["cards"]
    assert again.winner == match.winner


# --- format 1 ---

OLD = Path(__file__).parents[1] / "legacy" / "saves" / "blade-options.json"


@pytest.fixture
def other_blade() -> Iterator[Any]:
    """Lets a test read saved games by a Blade that is defined otherwise."""

    def change(**changes: Any) -> None:
        registry.add(replace(registry.find("blade"), **changes))

    yield change
    registry.remove("blade")


def layout_of_blade() -> list[list[Any]]:
    file = registry.find("blade").first_format
    assert file
    fields: list[list[Any]] = json.loads(file.read_text())
    return fields


def test_an_old_save_is_compared_by_the_record_of_its_time() -> None:
    assert not replayed(parse(OLD.read_text())).unverified
    document = json.loads(OLD.read_text())
    document["trail"][3] = "00000000"
    with pytest.raises(BadReplay, match=r"move 3 \(.\): leads to a different position"):
        replayed(parse(json.dumps(document)))


def test_any_hash_of_the_rules_will_do() -> None:
    document = json.loads(OLD.read_text())
    document["rules_hash"] = "0123456789abcdef"
    assert not replayed(parse(json.dumps(document))).unverified


@pytest.mark.parametrize("field", [["gone_now", "|i1"], ["hand", "|i1", [2, 8]]])
def test_an_old_save_whose_record_is_no_more_is_read_all_the_same(
    tmp_path: Path, other_blade: Any, field: list[Any]
) -> None:
    kept = [old for old in layout_of_blade() if old[0] != field[0]]
    (tmp_path / "layout.json").write_text(json.dumps([*kept, field]))
    other_blade(first_format=tmp_path / "layout.json")
    match = replayed(parse(OLD.read_text()))
    assert "can no longer be checked" in match.unverified
    assert match.copy().unverified == match.unverified
    document = json.loads(OLD.read_text())
    document["result"]["winner"] = 1 - document["result"]["winner"]
    with pytest.raises(BadReplay, match="result: says"):
        replayed(parse(json.dumps(document)))


def test_a_game_without_a_layout_reads_its_old_saves(other_blade: Any) -> None:
    other_blade(first_format=None)
    assert replayed(parse(OLD.read_text())).unverified


def test_an_old_save_is_of_the_first_edition(other_blade: Any) -> None:
    other_blade(edition=2)
    with pytest.raises(BadReplay, match="edition 1 of blade, but edition 2 is installed"):
        replayed(parse(OLD.read_text()))


FIRST_EDITIONS = [name for name in registry.names() if registry.find(name).edition == 1]
"""Games whose saves of format 1 can still be played by today's rules."""


@pytest.mark.parametrize("name", FIRST_EDITIONS)
def test_the_layout_of_format_1_is_laid_out_as_it_was(name: str) -> None:
    """These sizes were those of the records then; the files are never written anew."""
    from duelhall.match.saves import layout_in

    file = registry.find(name).first_format
    assert file
    sizes = {"binmat": 1016, "blade": 128, "frontline": 1408}
    assert np.dtype(layout_in(file)).itemsize == sizes[name]
