"""Saved games: canonical, verified, and refused with the place and the reason."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import duelhall
from duelhall.backend import cache as hashing
from duelhall.engine import registry
from duelhall.engine.definition import Definition, Writing
from duelhall.engine.errors import BadArgument, BadReplay
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.match.replay import digests, parse, text_digests
from duelhall.match.saves import replayed
from duelhall.terminal.speaker import StepPrinter
from duelhall.testing.conformance import random_match
from tests.python import load_module


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


# --- saved games last: they outlive every change that leaves the game as it is, and no other ---


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
    monkeypatch.setattr(hashing, "_described", refuse)
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


@pytest.mark.parametrize(("name", "size"), [("binmat", 1016), ("blade", 128), ("frontline", 1408)])
def test_the_layout_of_format_1_is_laid_out_as_it_was(name: str, size: int) -> None:
    """These sizes were those of the records then; the files are never written anew."""
    from duelhall.match.saves import layout_in

    file = registry.find(name).first_format
    assert file
    assert np.dtype(layout_in(file)).itemsize == size


# --- every bug that became a replay is replayed ---


HERE = Path(__file__).parents[1] / "replays"
PLAYED = sorted((HERE / "played").glob("*.json"))
REFUSED = sorted((HERE / "refused").glob("*.json"))
SEATS = {"seat0": 0, "seat1": 1, "open": None}


def name(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", PLAYED, ids=name)
def test_a_game_that_showed_a_bug_is_replayed_and_explained(file: Path) -> None:
    match = duelhall.load_match(file)
    for number in range(1, len(match.states)):
        assert match.explain(number)[-1].state.tobytes() == match.states[number].tobytes()
    for seat in SEATS.values():
        console = Console(file=StringIO(), width=80)
        StepPrinter(match, seat, console, why=True).print_all()


@pytest.mark.parametrize("file", sorted((HERE / "played").glob("*.log")), ids=name)
def test_its_log_tells_a_seat_no_more_than_it_should(file: Path) -> None:
    stem, seat = file.stem.rsplit(".", 1)
    match = duelhall.load_match(file.with_name(f"{stem}.json"))
    assert log_of(match, SEATS[seat]) == file.read_text(encoding="utf-8").splitlines()


def log_of(match: Match, seat: int | None) -> list[str]:
    return [line for n in range(1, len(match.moves) + 1) for line in match.log(n, seat) or []]


@pytest.mark.parametrize("file", REFUSED, ids=name)
def test_a_file_that_showed_a_bug_is_refused(file: Path) -> None:
    with pytest.raises(BadReplay) as caught:
        duelhall.load_match(file)
    assert f"{caught.value}\n" == file.with_suffix(".txt").read_text(encoding="utf-8")


def test_the_table_has_a_line_for_every_replay() -> None:
    lines = (HERE / "README.md").read_text(encoding="utf-8").splitlines()
    listed = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert sorted(listed) == sorted(f"{file.parent.name}/{file.stem}" for file in PLAYED + REFUSED)
