"""The order of a reshuffle can be given, so that games played elsewhere can be replayed (N32)."""

import json
import random
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.errors import BadDeal, BadReplay
from duelhall.engine.sources import BadOutcome
from duelhall.games.binmat.state import DECKS, DISCARDS, DRAW, HANDS, NAMES, PLACE
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import load_match, replayed
from tests.games.binmat.setting import played, position

ORDER = "7^5&@!"


@pytest.fixture
def match() -> Match:
    """The attacker deck is empty, and its discard pile has three cards."""
    return played(duelhall.load("binmat"), "xa=5&7^@! l3=2! turn=31")


def test_n32_a_reshuffle_brings_the_given_order(match: Match) -> None:
    match.play("da", outcomes=ORDER)
    assert places(match)["ha"] == "@!"
    assert places(match)["a"] == "7^5&"


def test_an_order_may_have_blanks_between_its_cards(match: Match) -> None:
    match.play("da", outcomes=" 7^ 5& @!\t")
    assert places(match)["ha"] == "@!"
    assert match.replay().moves == [f"da={ORDER}"]


def places(match: Match) -> dict[str, str]:
    return dict(entry.split("=", 1) for entry in match.game.position_text(match.state).split())


def test_n32_what_everybody_can_tell_is_as_after_any_reshuffle(match: Match) -> None:
    given, by_chance = match, match.copy()
    given.play("da", outcomes=ORDER)
    by_chance.play("da")
    assert given.view(0).tobytes() == by_chance.view(0).tobytes()


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ("7^5&", r"end too early: one of 1 \(@!\) must be drawn next"),
        ("", "end too early: one of 3"),
        ("7^5&@!2&", "too many outcomes: nothing is drawn for 2&"),
        ("7^5&2&", r"2& cannot be drawn: it is not one of 1 \(@!\)"),
        ("7^7^5&", r"7\^ cannot be drawn: it is not one of 2 \(5& @!\)"),
        ("7^5", "there is no card '5'"),
    ],
)
def test_an_order_that_the_pile_cannot_have_is_refused(
    match: Match, order: str, fault: str
) -> None:
    with pytest.raises(BadOutcome, match=fault):
        match.play("da", outcomes=order)
    assert not match.moves
    assert not match.scripts


def test_an_order_where_nothing_is_shuffled_is_refused(match: Match) -> None:
    with pytest.raises(BadOutcome, match="too many outcomes: nothing is drawn for 7"):
        match.play("d3", outcomes=ORDER)
    blade = duelhall.load("blade").match(seed=1)
    with pytest.raises(BadOutcome, match="too many outcomes"):
        blade.play(blade.legal_moves()[0], outcomes="1")


def test_undo_forgets_an_order(match: Match) -> None:
    match.play("da", outcomes=ORDER)
    match.undo()
    match.play("da")
    assert not match.scripts


def test_explaining_tells_what_happened_with_the_given_order(match: Match) -> None:
    match.play("da", outcomes=ORDER)
    assert match.explain(1)[-1].state.tobytes() == match.state.tobytes()


def test_a_saved_game_keeps_the_orders(match: Match, tmp_path: Path) -> None:
    match.play("da", outcomes=ORDER)
    file = tmp_path / "game.json"
    match.save(file)
    assert json.loads(file.read_text())["moves"] == [f"da={ORDER}"]
    assert load_match(file).state.tobytes() == match.state.tobytes()
    file.write_text(file.read_text().replace(ORDER, "5&7^@!"))
    with pytest.raises(BadReplay, match="leads to a different position"):
        load_match(file)


@pytest.mark.parametrize("rules", ["hackmud", "rulebook", "live"])
def test_whole_games_can_be_played_with_every_order_of_a_draw_given(rules: str) -> None:
    shuffled = 0
    for seed in range(4):
        chance, match = random.Random(seed), duelhall.load("binmat", rules).match(seed=seed)
        while not match.over:
            move = chance.choice(match.legal_moves())
            deck, pile = move - DRAW + DECKS, discarded(match, move)
            chance.shuffle(pile)
            match.play(move, outcomes="".join(NAMES[card] for card in pile) or None)
            if pile:
                drawn = pile.pop()
                assert place_of(match, drawn) == HANDS + match.mover(len(match.moves))
                assert in_order(match, deck) == pile
                shuffled += 1
        assert replayed(match.replay()).state.tobytes() == match.state.tobytes()
    assert shuffled > 3


def discarded(match: Match, move: int) -> list[int]:
    """The cards that a draw will shuffle first."""
    deck = move - DRAW + DECKS
    if not DECKS <= deck < DISCARDS or match.state.count[deck]:
        return []
    return in_order(match, deck - DECKS + DISCARDS)


def place_of(match: Match, card: int) -> int:
    return int(match.state.spot[card]) // PLACE


def in_order(match: Match, place: int) -> list[int]:
    cards = [card for card in range(len(NAMES)) if place_of(match, card) == place]
    return sorted(cards, key=lambda card: int(match.state.spot[card]))


# --- a seed for the chance that is left in a position ---

EIGHT = "xa=2&3&4&5&6&7&8&9& turn=31"


def seeded(seed: int | None) -> Match:
    return duelhall.load("binmat").match(position=position(EIGHT), seed=seed)


def test_n32_a_seed_decides_how_a_position_is_reshuffled() -> None:
    drawn = set()
    for seed in range(8):
        one, other = seeded(seed), seeded(seed)
        one.play("da")
        other.play("da")
        assert one.state.tobytes() == other.state.tobytes()
        drawn.add(places(one)["ha"])
    assert len(drawn) > 1


def test_without_a_seed_a_position_is_always_reshuffled_alike() -> None:
    match, zero = seeded(None), seeded(0)
    assert match.start.entries().keys() == {"position"}
    assert match.state.tobytes() == zero.state.tobytes()
    assert zero.start.entries().keys() == {"seed", "position"}


def test_a_position_with_a_seed_explains_nothing_of_its_start() -> None:
    assert seeded(5).explain(0) == []


def test_a_saved_game_keeps_position_and_seed(tmp_path: Path) -> None:
    match, file = seeded(5), tmp_path / "game.json"
    match.play("da")
    match.save(file)
    assert json.loads(file.read_text())["start"]["seed"] == 5
    again = load_match(file)
    assert again.replay() == match.replay()
    file.write_text(file.read_text().replace('"seed": 5', '"seed": 6'))
    with pytest.raises(BadReplay, match=r"move 1 \(da\): leads to a different position"):
        load_match(file)


def test_a_deal_goes_with_nothing_else() -> None:
    game = duelhall.load("blade")
    deal, place = "112223333444455B 55666BBBBB77MMMM", "12:-:3 45:-:6"
    for more in ({"seed": 1}, {"position": place}, {"seed": 1, "position": place}):
        with pytest.raises(BadDeal, match="give one of them"):
            game.match(deal=deal, **more)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_for_a_position_is_a_seed_like_any(seed: int) -> None:
    with pytest.raises(BadDeal, match="a seed must be a number from 0"):
        seeded(seed)


@pytest.mark.parametrize(
    "start",
    [{}, {"seed": 5, "deal": "x"}, {"deal": "x", "position": "x"}, {"seed": "5", "position": "x"}],
)
def test_a_saved_game_begins_in_no_other_way(start: dict[str, object]) -> None:
    document = {**json.loads(seeded(5).replay().text()), "start": start}
    with pytest.raises(BadReplay, match="start: expected a seed, a deal, or a position"):
        parse(json.dumps(document))
