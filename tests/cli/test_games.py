"""The commands that print pages, and the one that verifies a deal."""

import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import duelhall as engine
from duelhall.engine.errors import BadReplay, UnknownName
from duelhall.engine.rulebook import find_page, pages
from duelhall.match.match import Match
from duelhall.match.recall import COMMITMENT, SALT, new_salt, new_seed
from duelhall.terminal.replay import print_verified
from tests.docs.blocks import ROOT
from tests.terminal.console import Screen, duelhall

# --- `duelhall docs`: the pages that messages point to ---


SOURCE = ROOT / "src/duelhall"


def test_a_page_is_printed_as_it_is_written() -> None:
    assert duelhall("docs", "arena").stdout == find_page("arena").read_text(encoding="utf-8")


def test_on_a_terminal_a_page_is_formatted_in_the_pager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", "sed 's/^/paged: /'")
    with Screen("docs", "controller", state=tmp_path) as screen:
        screen.wait_for("paged: ")
        assert "#" not in screen.wait_for("The original contest")


@pytest.mark.parametrize("name", ["blade", "docs/rules/blade.md", "reference/rules/blade "])
def test_a_page_is_found_however_its_name_is_written(name: str) -> None:
    assert find_page(name) == ROOT / "docs/reference/rules/blade.md"


def test_a_slip_in_a_name_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match=r"there is no page 'protocoll' \(did you mean protocol"):
        find_page("protocoll")


def test_all_pages_are_listed_with_their_titles() -> None:
    lines = duelhall("docs").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(pages())
    assert any(re.fullmatch(r"api +Duelhall from Python", line) for line in lines)
    listed = json.loads(duelhall("docs", "--json").stdout)
    assert [page["name"] for page in listed] == list(pages())
    assert all(Path(page["file"]).is_file() for page in listed)


def test_messages_name_pages_that_exist() -> None:
    for file in SOURCE.rglob("*"):
        if file.suffix in (".py", ".toml", ".txt"):
            for name in re.findall(r"duelhall docs ([a-z][\w/.-]*\w)", file.read_text("utf-8")):
                assert find_page(name).is_file(), f"{file}: {name}"


# --- the command `duelhall verify`: whether a deal is the one that was committed to ---


def committed(match: Match, seed: int = 7, salt: str | None = None) -> str:
    """A game as a server gives it out that has committed to this seed."""
    if not match.over:
        match.forfeit(match.to_move)
    salt = new_salt() if salt is None else salt
    line = f"{salt} {seed} {match.game.lasting_name}"
    match.notes |= {SALT: salt, COMMITMENT: hashlib.sha256(line.encode()).hexdigest()}
    return match.replay().text()


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    """A game as a server gives it out."""
    game, seed = engine.load("blade", backend="python"), new_seed()
    match = game.match(seed)
    match.play(match.legal()[0])
    (tmp_path / "game.json").write_text(committed(match, seed))
    return tmp_path / "game.json"


def test_a_deal_that_was_kept(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = json.loads(saved.read_text())["notes"]["commitment"]
    print_verified(saved, shown.upper(), as_json=False)
    assert "It is kept" in capsys.readouterr().out
    print_verified(saved, None, as_json=False)
    said = capsys.readouterr().out
    assert "Compare the commitment with what the server showed" in said
    assert "This does not show who made the moves, since nobody signs them; nor" in said
    print_verified(saved, None, as_json=True)
    report = json.loads(capsys.readouterr().out)
    assert report["verified"]
    assert "all chance in 1 move after it follow from that seed" in report["shown"]
    assert "who made the moves" in report["not_shown"]
    assert "which edition of the rules was agreed on" in report["not_shown"]


def test_another_commitment_than_the_one_shown(saved: Path) -> None:
    with pytest.raises(BadReplay, match="not by the one shown"):
        print_verified(saved, "0" * 64, as_json=False)


@pytest.mark.parametrize(
    ("notes", "problem"),
    [
        ({}, "no server has committed"),
        ({"salt": "0", "commitment": "1"}, "do not give the commitment"),
        ({"salt": "0", "commitment": ""}, "do not give the commitment"),
    ],
)
def test_a_file_that_keeps_nothing(saved: Path, notes: dict[str, str], problem: str) -> None:
    document = json.loads(saved.read_text())
    saved.write_text(json.dumps({**document, "notes": notes}))
    with pytest.raises(BadReplay, match=problem):
        print_verified(saved, None, as_json=False)


def test_a_deal_that_was_exchanged(saved: Path) -> None:
    document = json.loads(saved.read_text())
    document["start"]["seed"] ^= 1
    saved.write_text(json.dumps(document))
    with pytest.raises(BadReplay):
        print_verified(saved, None, as_json=False)


def test_a_deal_of_an_earlier_edition_was_committed_to_by_its_name_then(saved: Path) -> None:
    game = engine.load("binmat", reshuffled_deck="up", backend="python")
    match = game.match(7)
    match.play("d0")
    document = json.loads(committed(match))
    line = f"{document['notes'][SALT]} 7 binmat"
    document["notes"][COMMITMENT] = hashlib.sha256(line.encode()).hexdigest()
    saved.write_text(json.dumps({**document, "game": "binmat", "edition": 1}))
    print_verified(saved, None, as_json=False)
    saved.write_text(json.dumps(document))
    with pytest.raises(BadReplay, match="do not give the commitment"):
        print_verified(saved, None, as_json=False)


def forgeries() -> Iterator[tuple[str, str]]:
    """Games that did not go like this by the seed committed to, and what is told of them."""
    blade = engine.load("blade", backend="python")
    battles = engine.load("frontline", "mirror", hand=1, battles=2, cards="4| 4&")
    position = blade.position_text(blade.match(8).state)
    chosen, fair = battles.match(7), engine.play_match(blade, "greedy", "greedy", seed=7)
    for move in ("1<", "commit<", "1<"):
        chosen.play(move)
    chosen.play("commit<", outcomes="&")  # where the seed brings |
    yield "begins with cards that somebody has", committed(blade.match(7, position=position))
    yield "somebody has written down what chance brought in move 4", committed(chosen)
    yield "no server has committed", committed(battles.match(deal="|"))
    yield "do not give the commitment", committed(blade.match(8))
    yield "do not give the commitment", committed(blade.match(7), salt="0 7 blade")  # two in a line
    document = json.loads(committed(fair))
    for told, name, value in (
        ("a different position", "game", "blade[controller]"),
        ("edition 2", "edition", 2),
        ("the game is over", "moves", [*document["moves"], "1"]),
        ("moves are missing", "moves", document["moves"][:-1]),
        ("result: says null", "result", None),
        ("result: says {", "result", {"winner": 0, "reason": "forfeit"}),
    ):
        yield told, json.dumps({**document, name: value})
    yield (
        "start: this is there more than once",
        '{"start": {"seed": 8}, ' + json.dumps(document)[1:],
    )


def test_no_forged_game_is_vouched_for(saved: Path) -> None:
    for told, text in forgeries():
        saved.write_text(text)
        with pytest.raises(BadReplay, match=re.escape(told)):
            print_verified(saved, None, as_json=False)
