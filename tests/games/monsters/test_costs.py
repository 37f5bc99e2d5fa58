"""Effects that change what moves cost (M6)."""

from typing import Any

import pytest

from duelhall.engine.errors import BadPosition
from duelhall.engine.rule import python_function
from duelhall.games.monsters.board import sketch
from duelhall.games.monsters.effects import change_of, with_change
from duelhall.games.monsters.zones import ANY_TRAIT
from tests.games.monsters.duels import (
    HUM,
    Entry,
    begun,
    duel,
    effect,
    fired,
    left,
    monster,
    move,
    passive,
    position,
    refused,
    special,
    told,
)

DEAR = move("Dear", "0", "~", traits="Red Red Blue")
RED = move("Crimson", "0", "~", traits="Red")
POOR = monster(traits="Red Blue")


def cost(amount: int, **more: Any) -> Entry:
    return special("cost", amount=amount, **more)


def test_m6_moves_cost_less_until_the_end_of_the_turn() -> None:
    game = duel(cost(-1, trait="Red"), DEAR, mine=POOR)
    match = begun(game, "phase=alter hand0=trick,dear*3")
    match.play("pass")
    assert refused(match, "dear") == "M6"
    match = begun(game, "phase=alter hand0=trick,dear*3", "trick - - - dear - -")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (0, 0)
    match = begun(game, "phase=alter hand0=trick,dear", "trick - - - - - -")
    assert not match.state.costs.any()


def test_m6_why_says_that_effects_changed_the_cost() -> None:
    match = begun(duel(cost(-1), RED), "phase=alter hand0=trick,crimson", "trick - - - crimson")
    assert "changed_cost" in fired(match)


def test_m6_without_a_trait_each_trait_costs_less_and_none_less_than_nothing() -> None:
    match = begun(duel(cost(-2), DEAR), "phase=alter hand0=trick,dear", "trick - - - dear")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (4, 2)


def test_m6_what_a_move_does_not_cost_is_not_made_a_cost() -> None:
    game = duel(cost(3, target="both"), RED, HUM)
    match = begun(game, "phase=alter hand0=trick,crimson,hum", "trick - - - hum - - crimson")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (0, 2)


def test_m6_the_next_move_costs_more_in_whatever_turn_and_once() -> None:
    game = duel(cost(1, trait="Red", target="opponent", until="next"), RED, HUM)
    match = begun(game, "phase=alter hand0=trick hand1=crimson*2",
                  "trick - - - - - crimson - - crimson")  # fmt: skip
    assert left(match, 1, "Red") == 1
    match = begun(game, "phase=alter hand0=trick hand1=crimson,hum",
                  "trick - - - - - hum - - crimson")  # fmt: skip
    assert left(match, 1, "Red") == 3


def test_m6_activating_from_stasis_costs_nothing_and_uses_nothing_up() -> None:
    drum = move("Drum", "0", "~", effect("field", "draw"), traits="Red")
    game = duel(cost(1, until="next"), drum, RED)
    match = begun(game, "phase=alter hand0=trick,crimson stasis0=drum", "trick - - - !drum - -")
    assert left(match, 0, "Red") == 4
    match.play("crimson")
    assert left(match, 0, "Red") == 2


def test_m17_a_passive_changes_costs_while_it_holds() -> None:
    moss = move("Moss", "0", "~", passive("cost", amount=1, target="opponent", given="their turn"))
    match = begun(duel(moss, RED), "active=1 hand1=crimson*2 stasis0=moss*2", "crimson")
    assert left(match, 1, "Red") == 1
    match = begun(duel(moss, RED), "hand0=crimson*2 stasis1=moss*2", "crimson")
    assert left(match, 0, "Red") == 1
    match = begun(duel(moss, RED), "hand0=crimson*2 stasis0=moss*2", "crimson")
    assert left(match, 0, "Red") == 3


def test_m10_a_card_on_the_chain_changes_costs_as_soon_as_it_is_there() -> None:
    toll = move("Toll", "3", "~", effect("chain", "cost", amount=2, target="opponent"))
    wall = move("Wall", "~", "1", traits="Red")
    match = begun(duel(toll, wall), "hand0=toll hand1=wall", "toll wall")
    assert left(match, 1, "Red") == 1
    given = effect("chain", "cost", amount=2, target="opponent", given="links >= 2")
    match = begun(duel({**toll, "effect": [given]}, wall), "hand0=toll hand1=wall", "toll wall")
    assert left(match, 1, "Red") == 3


def test_m22_what_is_looked_at_is_the_hand_before_the_card_leaves_it() -> None:
    moss = move("Moss", "0", "~", passive("cost", amount=-1, given="your Hand <= 1"))
    match = begun(duel(moss, RED), "hand0=crimson*2 stasis0=moss", "crimson")
    assert left(match, 0, "Red") == 3


def test_changes_are_packed_from_minus_7_to_7() -> None:
    add, read = python_function(with_change), python_function(change_of)
    change = add(add(add(0, 2, -9), 5, 4), ANY_TRAIT, 1)
    assert [read(change, trait) for trait in range(6)] == [1, 1, -6, 1, 1, 5]
    assert add(change, 7, 3) == change


# --- telling ---


def test_a_refusal_says_what_a_move_costs_now() -> None:
    match = begun(duel(cost(1), RED, mine=POOR), "phase=alter hand0=trick,crimson", "trick - - -")
    assert told(match, "crimson") == "You can play Crimson only for Red 2, which it costs now."
    match = begun(duel(cost(1), DEAR, mine=POOR), "hand0=dear")
    assert told(match, "dear").startswith("You can play a move from your hand only if you have all")


def test_a_board_shows_what_changes_and_what_cards_cost_now() -> None:
    match = begun(duel(cost(-1, trait="Red"), DEAR), "phase=alter hand0=trick,dear", "trick - -")
    zones = {zone.id: zone for zone in match.board(0).zones}
    assert zones["monster0"].facts["cost_change"] == {"Red": -1}
    assert zones["monster1"].facts["cost_change"] == {}
    facts = zones["hand0"].cards[0].facts
    assert (facts["cost"], facts["cost_now"]) == (["Red", "Red", "Blue"], ["Red", "Blue"])
    assert facts["text"].startswith("Red Red Blue (now Red Blue).")
    assert "left: Red 4 Blue 2; costs: Red -1" in str(sketch(match.board(0)))


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ({"amount": -1, "trait": "Red"},
         "your moves that cost Red cost 1 less of it until the end of the turn"),
        ({"amount": 2, "target": "opponent", "until": "next"},
         "opponent's next move costs 2 more of each trait in its cost"),
    ],
)  # fmt: skip
def test_what_an_effect_changes_is_told(entry: Entry, says: str) -> None:
    match = begun(duel(special("cost", **entry)), "phase=alter hand0=trick", "trick - -")
    assert says in str(match.scene_texts(len(match.moves), 0))


# --- positions ---


def test_changed_costs_are_written_in_positions() -> None:
    game = duel(cost(-1, trait="Blue", target="opponent", until="next"), RED)
    match = begun(game, "phase=alter hand0=trick", "trick - -")
    text = match.game.position_text(match.state)
    assert "costs=0,0,0,0,0,0:0,0,0,0,0,0:0,0,0,0,0,0:0,-1,0,0,0,0" in text
    assert game.parse_position(text).tobytes() == match.state.tobytes()


@pytest.mark.parametrize("costs", ["0", "0,0:0,0:0,0:0,0", "8,0,0,0,0,0" + ":0,0,0,0,0,0" * 3])
def test_other_costs_are_refused(costs: str) -> None:
    game = duel(RED)
    with pytest.raises(BadPosition):
        game.parse_position(position(game, f"costs={costs}"))
