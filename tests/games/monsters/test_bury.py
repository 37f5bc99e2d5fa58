"""Cards from Drop that go face up under the deck, and what everybody knows then (M10, M19)."""

import pytest

from duelhall.engine.errors import BadPosition
from duelhall.engine.record import copied
from duelhall.engine.template import interpreted
from duelhall.games.monsters.board import sketch
from duelhall.games.monsters.rules import guess
from tests.games.monsters.duels import (
    IRIS,
    JAB,
    ROSE,
    begun,
    check,
    duel,
    play,
    special,
    zones,
)

BURY = special("bury", amount=2)


def test_cards_go_from_drop_face_up_under_the_deck() -> None:
    match = begun(duel(BURY, JAB), "phase=alter hand0=trick drop0=jab*3", "trick - -")
    check(match, "drop0=jab")
    deck = zones(match)["deck0"]
    assert deck[:2] == ["jab", "jab"]
    assert match.state.buried.tolist() == [2, 0]
    for seat in (0, 1):
        assert zones(match, seat)["deck0"] == ["jab", "jab", *["?"] * (len(deck) - 2)]


def test_only_with_the_trait_and_only_as_many_as_there_are() -> None:
    game = duel(special("bury", amount=3, trait="Red", target="opponent"), ROSE, IRIS)
    match = begun(game, "phase=alter hand0=trick drop1=rose,iris*2", "trick - -")
    check(match, "drop1=iris*2")
    assert zones(match)["deck1"][0] == "rose"
    match = begun(game, "phase=alter hand0=trick drop1=iris", "trick - -")
    assert match.state.buried.tolist() == [0, 0]


def test_the_latest_one_lies_lowest() -> None:
    game = duel(special("bury", choose=True, amount=2), ROSE, IRIS, JAB)
    match = begun(game, "phase=alter hand0=trick drop0=rose,iris,jab", "trick - - :rose :jab")
    assert zones(match)["deck0"][:2] == ["jab", "rose"]


def test_m19_they_come_last_and_then_the_whole_hand_is_known() -> None:
    dive = move_that_draws(3)
    game = duel(BURY, dive, JAB)
    match = begun(game, "phase=alter hand0=trick,jab,dive drop0=filler*8,dive*2,jab*2,trick*2 "
                  "deck0=filler*3", "trick - -")  # fmt: skip
    assert match.state.known[0].sum() == 0
    match.play("pass")
    match.play("dive")
    match.play("pass")
    match.play("pass")
    assert int(match.state.in_deck[0]) == int(match.state.buried[0]) == 2
    assert match.state.known[0].tolist() == match.state.hand[0].tolist()
    for word in ("pass", "pass"):
        match.play(word)
    assert match.state.buried.tolist() == [0, 0]


def move_that_draws(amount: int) -> dict[str, object]:
    return {"name": "Dive", "atk": "0", "def": "~", "traits": [],
            "effect": [play("draw", amount=amount)]}  # fmt: skip


def test_m23_a_search_does_not_reach_them_and_its_shuffle_leaves_them() -> None:
    seek = {**special("search", choose=True), "name": "Seek"}
    game = duel(BURY, seek, JAB)
    text = "phase=alter hand0=trick,seek drop0=jab*3 deck0=seek,filler"
    for seed in range(5):
        match = begun(game, text, "trick - - seek - -", rest="stasis", seed=seed)
        assert match.legal() == [":seek", ":filler"]
        match.play(":filler")
        assert zones(match)["deck0"] == ["jab", "jab", "seek"]


def test_m19_nobody_imagines_a_buried_card_in_a_hand() -> None:
    game = duel(BURY, JAB, ROSE)
    text = "active=1 phase=alter hand1=trick,rose hand0=rose drop1=jab*3"
    match = begun(game, text, "trick - -")
    for seed in range(20):
        cell = copied(match.view(0))
        cell[0].rng = seed
        interpreted(guess)(cell[0], 0)
        assert cell[0].deck[1, :2].tolist() == match.state.deck[1, :2].tolist()
        assert cell[0].hand[1, 1] == 0


def test_a_board_shows_them() -> None:
    match = begun(duel(BURY, JAB), "phase=alter hand0=trick drop0=jab*2", "trick - -")
    zone = next(zone for zone in match.board(1).zones if zone.id == "deck0")
    assert [(card.face, card.marks) for card in zone.cards[-2:]] == [("jab", ("face up",))] * 2
    assert "jab (under it)" in str(sketch(match.board(1)))
    assert "you put 2 Jab from Drop face up under the deck" in str(
        match.scene_texts(len(match.moves), 0)
    )
    match = begun(duel(BURY, JAB), "phase=alter hand0=trick", "trick - -")
    assert "nothing happens: your Drop has no such card" in str(
        match.scene_texts(len(match.moves), 0)
    )


@pytest.mark.parametrize("places", ["buried=1:0 deck0=?*20", "buried=20:0 deck0=jab hand0=?*19"])
def test_positions_in_which_they_are_hidden_are_refused(places: str) -> None:
    game = duel(BURY, JAB)
    with pytest.raises(BadPosition):
        game.parse_position(f"left=420000:420000 {places} deck1=?*20")


def test_views_and_positions_with_them_are_read_again() -> None:
    game = duel(BURY, JAB)
    match = begun(game, "phase=alter hand0=trick drop0=jab*2", "trick - -")
    for state in (match.state, match.view(0), match.view(1)):
        text = game.position_text(state)
        assert game.position_text(game.parse_position(text)) == text
