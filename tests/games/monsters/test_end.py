"""Damage, fainting, empty decks and the last turn: M13, M18."""

import pytest

from duelhall.engine.errors import IllegalMove
from tests.games.monsters.duels import (
    JAB,
    begun,
    check,
    damage,
    duel,
    fired,
    monster,
    move,
    play,
    refused,
    result,
)

BOMB = move("Bomb", "0", "~", play("damage", target="both", amount=3))

# --- M13 ---


def test_m13_per_point_the_top_card_goes_face_up_to_damage() -> None:
    match = begun(duel(JAB), "hand0=jab deck1=filler,jab,filler damage1=jab", "jab - -")
    check(match, "damage1=jab,filler,jab,filler")
    damage = match.board(0).zone("damage1")
    assert damage
    assert [card.face for card in damage.cards] == ["jab", "filler", "jab", "filler"]


@pytest.mark.parametrize(("wounds", "over"), [(5, False), (6, True), (7, True)])
def test_m13_cards_in_damage_reach_hp_and_that_player_loses(
    wounds: int,
    over: bool,  # noqa: FBT001
) -> None:
    match = begun(duel(JAB), f"hand0=jab damage1=filler*{wounds}", "jab - -")
    assert match.over == over
    if over:
        assert result(match) == (0, "fainted", "M13")
        assert (match.points(0), match.points(1)) == (1, 0)


def test_m13_the_rest_of_the_damage_is_not_carried_out() -> None:
    match = begun(duel(JAB), "hand0=jab damage1=filler*8", "jab - -")
    assert damage(match) == 9


def test_m13_nor_the_rest_of_the_chain() -> None:
    deadly = move("Deadly", "~", "~", play("damage"), play("draw"), use="answer")
    song = move("Song", "0", "~", play("draw"))
    match = begun(duel(song, deadly), "hand0=song hand1=deadly damage1=filler*8", "song deadly - -")
    assert result(match) == (0, "fainted", "M13")
    check(match, "hand0= hand1=")


def test_m13_an_effect_in_combat_that_ends_the_game_leaves_no_strike() -> None:
    burn = move("Burn", "3", "~", play("damage"))
    match = begun(duel(burn), "hand0=burn damage0=filler*8", "burn - -")
    assert result(match) == (1, "fainted", "M13")
    assert damage(match) == 0


@pytest.mark.parametrize(
    ("mine", "theirs", "winner", "reason"),
    [(6, 6, None, "both-lost"), (6, 5, 1, "fainted"), (5, 8, 0, "fainted")],
)
def test_m13_if_one_operation_makes_both_lose_the_game_is_a_draw(
    mine: int, theirs: int, winner: int | None, reason: str
) -> None:
    match = begun(
        duel(BOMB), f"hand0=bomb damage0=filler*{mine} damage1=filler*{theirs}", "bomb - -"
    )
    assert result(match) == (winner, reason, "M13")
    assert ("both_lose" in fired(match)) == (winner is None)


def test_m13_of_two_operations_the_first_one_decides() -> None:
    first = move("First", "0", "~", play("damage"), play("damage", target="opponent"))
    match = begun(duel(first), "hand0=first damage0=filler*8 damage1=filler*8", "first - -")
    assert result(match) == (1, "fainted", "M13")


def test_m13_healing_moves_the_newest_damage_cards_to_drop() -> None:
    balm = move("Balm", "0", "~", play("heal", amount=2))
    match = begun(duel(JAB, balm), "hand0=balm damage0=jab,filler,jab", "balm - -")
    check(match, "damage0=jab drop0=filler,jab")
    assert "heal" in fired(match)


def test_m13_after_the_end_every_move_is_refused() -> None:
    match = begun(duel(JAB), "hand0=jab damage1=filler*8", "jab - -")
    assert match.legal() == []
    assert refused(match, "pass") == "M13"


# --- M18 ---


def test_m18_a_player_who_must_draw_from_an_empty_deck_loses() -> None:
    match = begun(duel(JAB, rules="deck-out"), "deck0=jab", "-", rest="drop")
    assert result(match) == (1, "decked-out", "M18")
    check(match, "hand0=jab")
    assert "deck_is_out" in fired(match)


def test_m18_drawing_the_last_card_is_no_loss() -> None:
    match = begun(duel(JAB), "deck0=jab*2", "-", rest="drop")
    assert not match.over
    check(match, "hand0=jab*2 deck0=")


def test_m18_so_when_damage_must_be_revealed() -> None:
    match = begun(duel(JAB, rules="deck-out"), "hand0=jab deck1=filler*2", "jab - -", rest="drop")
    assert result(match) == (0, "decked-out", "M18")
    assert damage(match) == 2


def test_m18_the_last_point_of_damage_faints_before_the_deck_is_out() -> None:
    match = begun(duel(JAB), "hand0=jab deck1=filler damage1=filler*8", "jab - -", rest="drop")
    assert result(match) == (0, "fainted", "M13")


@pytest.mark.parametrize("do", ["draw", "mill", "damage"])
def test_m18_both_decks_out_in_one_operation_is_a_draw(do: str) -> None:
    both = move("Flood", "0", "~", play(do, target="both", amount=2))
    game = duel(both, rules="deck-out")
    match = begun(game, "hand0=flood deck0=filler deck1=filler", "flood - -", rest="drop")
    assert result(match) == (None, "both-lost", "M13")


def test_m18_an_empty_deck_is_refilled_from_the_drop() -> None:
    game = duel(JAB)
    match = begun(game, "deck0=jab hand1=filler", "-", rest="drop")
    assert not match.over
    assert "reshuffle" in fired(match)
    check(match, "drop0=")
    assert int(match.state.in_hand[0]) == 2
    assert int(match.state.in_deck[0]) == 18


def test_m18_it_is_shuffled() -> None:
    game = duel(JAB)
    decks = {
        begun(game, "deck0=jab", "-", rest="drop", seed=seed).state.deck[0].tobytes()
        for seed in range(20)
    }
    assert len(decks) > 15


def test_m18_and_with_an_empty_drop_too_that_player_loses() -> None:
    match = begun(duel(JAB), "deck0=jab", "-", rest="hand")
    assert result(match) == (1, "decked-out", "M18")
    assert "deck_and_drop_are_out" in fired(match)


def test_m18_damage_goes_on_in_the_reshuffled_deck() -> None:
    game = duel(JAB)
    match = begun(game, "hand0=jab deck1=filler*2 drop1=jab", "jab - -", rest="stasis")
    check(match, "damage1=filler*2,jab deck1= drop1=")
    assert not match.over


@pytest.mark.parametrize(
    ("mine", "theirs", "winner"),
    [
        (0, 0, None),
        (1, 0, 1),
        (0, 1, 0),
        (3, 2, None),  # 6 of 9 and 4 of 6
        (4, 2, 1),
        (2, 2, 0),
    ],
)
@pytest.mark.parametrize("rules", ["standard", "deck-out"])
def test_m18_after_the_draw_of_turn_100_the_healthier_monster_wins(
    mine: int, theirs: int, winner: int | None, rules: str
) -> None:
    game = duel(JAB, mine=monster(hp=9), theirs=monster(hp=6), rules=rules)
    wounds = [f"damage{n}=filler*{c}" for n, c in ((0, mine), (1, theirs)) if c]
    match = begun(game, f"turn=100 active=1 {' '.join(wounds)}", "-")
    assert result(match) == (winner, "turn-limit", "M18")
    check(match, "hand1=filler*2")


def test_m18_turn_99_is_followed_by_another() -> None:
    match = begun(duel(JAB), "turn=99", "-")
    assert not match.over
    assert int(match.state.turn) == 100


def test_m18_the_deck_comes_before_the_turn_limit() -> None:
    game = duel(JAB, rules="deck-out")
    match = begun(game, "turn=100 damage1=filler*3", "-", rest="drop")
    assert result(match) == (1, "decked-out", "M18")


@pytest.mark.parametrize("rules", ["standard", "deck-out"])
def test_m18_a_game_of_passes_ends_by_the_empty_deck(rules: str) -> None:
    match = duel(JAB, rules=rules).match(seed=1)
    while not match.over:
        match.play("pass")
    assert match.reason.word == "decked-out"


def test_m18_a_player_who_gives_up_loses() -> None:
    match = duel(JAB).match(seed=1)
    match.forfeit(0)
    assert result(match) == (1, "forfeit", "M18")
    with pytest.raises(IllegalMove):
        match.play("pass")
