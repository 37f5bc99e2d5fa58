"""Decks, the start, and the zones: M1, M2, M21."""

import re

import pytest

import duelhall
from duelhall.engine.errors import BadDeal
from duelhall.games.monsters.faults import BadCards
from duelhall.match.game import Game
from duelhall.match.match import Match
from tests.games.monsters.duels import (
    GUARD,
    HUM,
    JAB,
    begun,
    check,
    damage,
    duel,
    fired,
    monster,
    play,
    result,
    zones,
)
from tests.games.monsters.setting import STANDARD_TEXT


def deal(game: Game, first: int = 0, decks: str = "jab*3,filler*17") -> Match:
    """The match of a deal in which both decks have this order, tops last."""
    cards = ",".join(
        ",".join([name] * int(count or 1))
        for name, _, count in (word.partition("*") for word in decks.split(","))
    )
    return game.match(deal=f"first={first} deck0={cards} deck1={cards}")


# --- M1 ---


def test_m1_a_deck_has_one_monster_and_20_moves() -> None:
    state = duel(JAB, GUARD).match(seed=1).state
    assert [int(state.in_hand[seat] + state.in_deck[seat]) for seat in (0, 1)] == [20, 20]


@pytest.mark.parametrize("copies", [1, 12])
def test_m1_a_deck_of_another_size_is_refused(copies: int) -> None:
    with pytest.raises(BadCards, match=rf"'Beast' has {2 * copies} moves, and must have 20 \(M1\)"):
        duel(JAB, GUARD, copies=copies, fill=False)


def test_m1_an_unknown_card_is_refused_with_every_fault_named() -> None:
    decks = duel(JAB).options["decks"]
    text = str(decks).replace('"name": "Jab"', '"name": "Jab!"').replace('"hp": 9', '"hp": 0')
    with pytest.raises(BadCards) as caught:
        duelhall.load("monsters", decks=text)
    assert len(caught.value.faults) == 4
    assert "HP is a whole number from 1 to 99, not 0" in caught.value.faults
    assert any("'Jab!'" in fault for fault in caught.value.faults)


def test_m1_a_deal_must_have_the_cards_of_the_decks() -> None:
    game = duel(JAB)
    with pytest.raises(BadDeal, match=re.escape("has 3 of 'Jab', and this deal has 2 (M1)")):
        deal(game, decks="jab*2,filler*18")
    with pytest.raises(BadDeal, match=re.escape("there is no move 'jig' in the deck of player 0")):
        deal(game, decks="jig*3,filler*17")


# --- M2 ---


def test_m2_both_draw_five_from_the_tops_of_their_decks() -> None:
    match = deal(duel(JAB), decks="filler*15,jab*3,filler*2")
    check(match, "hand0=jab*3,filler*2 deck0=filler*15 hand1=jab*3,filler*2 deck1=filler*15")


def test_m2_the_decks_are_shuffled() -> None:
    orders = [str(zones(duel(JAB, GUARD).match(seed=seed))) for seed in range(8)]
    assert len(set(orders)) == 8


def test_m2_the_first_player_is_drawn_by_the_seed() -> None:
    game = duel(JAB)
    firsts = [int(game.match(seed=seed).state.active) for seed in range(400)]
    assert 160 < sum(firsts) < 240
    assert firsts[:50] == [int(game.match(seed=seed).state.active) for seed in range(50)]


@pytest.mark.parametrize("first", [0, 1])
def test_m2_or_given_by_the_deal(first: int) -> None:
    match = deal(duel(JAB), first)
    assert (match.to_move, int(match.state.active), int(match.state.turn)) == (first, first, 1)


def test_m2_a_monsters_play_effect_activates_once() -> None:
    match = deal(duel(JAB, mine=monster(play("draw", amount=2)), theirs=monster()))
    check(match, "hand0=filler*7 hand1=filler*5")
    assert "begin_with_monsters" in fired(match)
    for _ in range(8):
        match.play("pass")
    check(match, "hand0=filler*11 hand1=filler*9")


def test_m2_the_first_players_monster_comes_first() -> None:
    beast = monster(play("damage", target="opponent", amount=9), hp=3)
    for first in (0, 1):
        match = deal(duel(JAB, mine=beast), first)
        assert result(match) == (first, "fainted", "M13")
        assert damage(match, first) == 0


def test_m2_before_the_first_turn_is_no_chain_and_nothing_previous() -> None:
    effects = [
        play("mill", given=given)
        for given in ("previous yours", "previous theirs", "combat", "links >= 1")
    ]
    match = deal(duel(JAB, mine=monster(*effects)))
    check(match, "drop0= drop1=")


# --- M21 ---


def test_m21_a_card_is_in_deck_hand_action_stasis_drop_or_damage() -> None:
    game = duel(JAB, GUARD, HUM)
    match = begun(
        game, "hand0=jab,hum hand1=guard stasis0=hum drop0=guard damage0=jab", "jab guard"
    )
    state = match.state
    assert [int(link) & 31 for link in state.links[: state.link_count]] == [0, 1]
    check(match, "hand0=hum hand1= stasis0=hum drop0=guard damage0=jab")
    assert int(state.in_deck[0]) == 20 - 5
    labels = [row.label.strip() for row in match.sketch(0).rows[-8:]]
    assert labels[:7] == ["You", "Deck", "Action", "Stasis", "Damage", "Drop", "Hand"]


def test_m21_attack_lies_on_the_turn_players_side_and_defence_on_the_other() -> None:
    match = begun(duel(JAB, GUARD), "hand0=jab hand1=guard", "jab guard")
    notes = [(row.pieces, row.note) for row in match.sketch(None).rows if row.label == "  Action"]
    assert [(pieces[0].text, note) for pieces, note in notes] == [
        ("guard", "defence"),
        ("jab", "attack"),
    ]


def test_the_standard_set_has_six_monsters_sixty_moves_six_traits_and_four_decks() -> None:
    heads = [STANDARD_TEXT.count(f"\n[[{kind}]]\n") for kind in ("monster", "move", "deck")]
    assert heads[0] >= 6
    assert heads[1] >= 60
    assert heads[2] >= 4
