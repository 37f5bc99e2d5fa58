"""A game of Monsters: its beginning, its turns and its end."""

import re

import pytest

import duelhall
from duelhall.engine.errors import BadDeal, IllegalMove
from duelhall.games.monsters.faults import BadCards
from duelhall.match.game import Game
from duelhall.match.match import Match
from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
    PUSH,
    SHOUT,
    STANDARD_TEXT,
    begun,
    check,
    damage,
    document,
    duel,
    field,
    fired,
    game_with,
    left,
    monster,
    move,
    passive,
    play,
    refused,
    result,
    special,
    zones,
)


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


# --- damage, fainting, empty decks and the last turn: M13, M18 ---


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


# --- the turn, supplies, Clear, and monsters' effects: M3, M6, M15, M20 ---


# --- M3 ---


def test_m3_a_pass_ends_alter_and_another_one_battle() -> None:
    match = begun(duel(JAB), "phase=alter")
    for phase, seat in ((0, 0), (1, 0), (0, 1), (1, 1), (0, 0)):
        assert (int(match.state.phase), match.to_move) == (phase, seat)
        match.play("pass")
    assert int(match.state.turn) == 3


def test_m3_the_turn_player_draws_two_at_the_end() -> None:
    match = begun(duel(JAB), "hand0=jab hand1=jab", "-")
    check(match, "hand0=jab,filler*2 hand1=jab")
    assert {"clear", "draw_two", "start_turn"} <= fired(match)


def test_m3_in_alter_a_special_is_played_whose_text_names_alter() -> None:
    game = duel(special("draw"), SHOUT, JAB, HUM)
    match = begun(game, "phase=alter hand0=trick,shout,jab,hum")
    assert match.legal() == ["pass", "trick"]
    assert refused(match, "shout") == "M3, M20"
    assert refused(match, "jab") == refused(match, "hum") == "M3, M9"


def test_m3_in_alter_a_field_effect_is_activated_that_says_so() -> None:
    heard = move("Bell", "0", "~", field("draw"), activate="alter")
    silent = move("Gong", "0", "~", field("draw"))
    game = duel(heard, silent)
    match = begun(game, "phase=alter hand0=bell stasis0=bell,gong")
    assert match.legal() == ["pass", "!bell"]
    assert refused(match, "bell") == "M3, M9"
    assert refused(match, "!gong") == "M3, M20"
    match = begun(game, "phase=alter stasis0=bell", "!bell - -")
    check(match, "hand0=filler")


@pytest.mark.parametrize("stats", [("3", "~"), ("0", "~"), ("+1", "+1"), ("-1", "2")])
def test_m3_the_field_effect_of_any_card_with_an_atk_number_may_name_alter(
    stats: tuple[str, str],
) -> None:
    bell = move("Bell", *stats, field("draw"), activate="alter")
    match = begun(duel(bell), "phase=alter stasis0=bell hand0=bell", "!bell")
    assert int(match.state.chain) == 2
    assert refused(begun(duel(bell), "phase=alter hand0=bell"), "bell") == "M3, M9"
    match = begun(duel(bell, JAB), "phase=alter stasis0=bell hand0=jab", "!bell - - - jab - -")
    check(match, "hand0=filler damage1=filler*3")


def test_m3_a_saved_game_may_have_a_card_that_edition_2_activated_in_alter() -> None:
    bell = move("Bell", "~", "2", field("draw"), activate="answer")
    text = str(game_with(document(bell)).options["decks"])
    text = text.replace('"activate": ["answer"]', '"activate": ["alter"]')
    for used_cards, ruling in (("links", ""), ("whole", "M3, M9, M16")):
        game = duelhall.load("monsters", decks=text, used_cards=used_cards)
        match = begun(game, "phase=alter stasis0=bell")
        assert ("!bell" in match.legal()) == (not ruling)
        assert not ruling or refused(match, "!bell") == ruling


def test_m3_a_special_may_be_played_and_activated_at_different_times() -> None:
    bell = move("Bell", "~", "~", play("draw"), field("draw"), use="alter", activate="defence")
    match = begun(duel(bell, JAB), "phase=alter hand0=bell stasis0=bell")
    assert match.legal() == ["pass", "bell"]
    match = begun(duel(bell, JAB), "hand0=jab hand1=bell stasis1=bell", "jab")
    assert match.legal() == ["pass", "!bell"]
    mute = move("Bell", "~", "~", play("draw"), field("draw"), use="alter", activate="")
    assert begun(duel(mute), "phase=alter hand0=bell stasis0=bell").legal() == ["pass", "bell"]


def test_m3_what_is_used_in_alter_starts_a_non_combat_chain_and_alter_goes_on() -> None:
    game = duel(special("draw"), JAB)
    match = begun(game, "phase=alter hand0=trick*2", "trick")
    assert int(match.state.chain) == 2
    assert match.to_move == 1
    match = begun(game, "phase=alter hand0=trick*2", "trick - - trick - -")
    assert int(match.state.phase) == 0
    check(match, "hand0=filler*2")


def test_m3_in_battle_outside_a_chain_no_special_is_played() -> None:
    assert refused(begun(duel(special("draw")), "hand0=trick"), "trick") == "M7, M9"


def test_m3_only_the_turn_player_acts_outside_a_chain() -> None:
    match = begun(duel(JAB), "hand0=jab hand1=jab", "jab - -")
    assert match.to_move == 0


# --- M6 ---


COSTLY = move("Blow", "1", "~", traits="Red Red Blue")


def test_m6_playing_a_move_spends_its_traits() -> None:
    match = begun(duel(COSTLY), "hand0=blow", "blow")
    assert (left(match, 0, "Red"), left(match, 0, "Blue")) == (2, 1)
    assert (left(match, 1, "Red"), left(match, 1, "Blue")) == (4, 2)
    assert "spend" in fired(match)


@pytest.mark.parametrize(
    ("supply", "pays"),
    [("210000", True), ("770000", True), ("110000", False), ("207000", False), ("017000", False)],
)
def test_m6_all_traits_of_a_move_must_be_left(supply: str, pays: bool) -> None:  # noqa: FBT001
    match = begun(duel(COSTLY), f"hand0=blow left={supply}:000000")
    if pays:
        assert "blow" in match.legal()
    else:
        assert refused(match, "blow") == "M6"


def test_m6_a_free_move_can_always_be_played() -> None:
    assert "jab" in begun(duel(JAB), "hand0=jab left=000000:000000").legal()


def test_m6_at_the_start_of_every_turn_both_supplies_are_full() -> None:
    match = begun(duel(COSTLY), "left=000000:100000", "-")
    assert [left(match, seat, "Red") for seat in (0, 1)] == [4, 4]
    assert [left(match, seat, "Blue") for seat in (0, 1)] == [2, 2]


def test_m6_activating_costs_nothing() -> None:
    sentry = move("Sentry", "~", "1", field("draw"), traits="Red")
    match = begun(duel(JAB, sentry), "hand0=jab stasis1=sentry left=000000:000000", "jab !sentry")
    assert left(match, 1, "Red") == 0


def test_m6_a_cancelled_move_stays_paid() -> None:
    veto = move("Veto", "~", "~", play("cancel"), use="defence")
    match = begun(duel(COSTLY, veto), "hand0=blow hand1=veto", "blow veto - -")
    assert left(match, 0, "Red") == 2


# --- M15 ---


def test_m15_moves_from_the_hand_go_to_drop_and_lasting_ones_to_stasis() -> None:
    fielder = move("Drum", "+0", "~", field("draw"))
    lasting = move("Mist", "~", "+0", passive("defence"))
    match = begun(duel(JAB, fielder, lasting), "hand0=jab,drum hand1=mist", "jab mist drum - - -")
    check(match, "drop0=jab stasis0=drum stasis1=mist drop1=")


def test_m15_a_card_activated_from_stasis_goes_to_drop() -> None:
    drum = move("Drum", "1", "~", field("draw"))
    check(begun(duel(drum), "stasis0=drum*2", "!drum - - -"), "drop0=drum stasis0=drum")


def test_m15_cards_stay_in_the_action_zone_until_clear() -> None:
    drum = move("Drum", "0", "~", field("draw"))
    match = begun(duel(drum), "hand0=drum", "drum - -")
    check(match, "stasis0= drop0=")
    assert int(match.state.link_count) == 1
    match.play("pass")
    check(match, "stasis0=drum")
    assert int(match.state.link_count) == 0


def test_m15_a_returned_card_comes_back_in_clear() -> None:
    back = move("Boomerang", "2", "~", play("return", what="this"))
    match = begun(duel(back), "hand0=boomerang", "boomerang - -")
    check(match, "hand0= drop0=")
    assert "move_in_clear" in fired(match)
    match.play("pass")
    check(match, "hand0=boomerang,filler*2 drop0=")


def test_m15_and_adds_no_stats_from_the_effect_on() -> None:
    back = move("Boomerang", "+6", "~", play("return", what="this"))
    match = begun(duel(JAB, back), "hand0=jab,boomerang", "jab - boomerang - -")
    assert damage(match) == 3


def test_m15_so_no_card_is_used_twice_in_a_turn() -> None:
    hum = move("Hum", "0", "~", play("return", what="this"))
    match = begun(duel(hum), "hand0=hum", "hum - -")
    assert match.legal() == ["pass"]


# --- M20 ---


BEAST = monster(field("draw"), use="alter attack defence answer")


def test_m20_a_monsters_effect_starts_a_non_combat_chain_in_alter() -> None:
    match = begun(duel(JAB, mine=BEAST), "phase=alter", "!monster")
    assert int(match.state.chain) == 2
    assert fired(match) >= {"use_monster", "start_quiet_chain"}
    match.play("pass")
    match.play("pass")
    check(match, "hand0=filler hand1=")


def test_m20_it_is_used_once_in_each_turn_own_or_the_opponents() -> None:
    game = duel(JAB, HUM, mine=BEAST)
    match = begun(game, "phase=alter hand0=jab,hum", "!monster - -")
    assert refused(match, "!monster") == "M20"
    match = begun(game, "hand0=jab,hum monster_used=1:0", "jab !monster")
    assert refused(match, "!monster") == "M20"
    match = begun(game, "monster_used=1:1", "-")
    assert match.legal() == ["pass", "!monster"]


@pytest.mark.parametrize("use", ["alter", "attack", "defence", "answer"])
def test_m20_only_when_its_text_allows(use: str) -> None:
    game = duel(JAB, HUM, mine=monster(field("draw"), use=use))
    moments = {
        "alter": begun(game, "phase=alter"),
        "attack": begun(game, "hand0=jab", "jab -"),
        "defence": begun(game, "hand0=jab", "jab"),
        "answer": begun(game, "hand0=hum", "hum"),
        "never": begun(game, "phase=battle"),
    }
    refusals = {
        "alter": "M3, M20",
        "attack": "M5, M20",
        "defence": "M5, M20",
        "answer": "M9, M20",
        "never": "M20",
    }
    for moment, match in moments.items():
        if moment == use:
            assert "!monster" in match.legal()
        else:
            assert refused(match, "!monster") == refusals[moment]
    assert ("!monster" in begun(game, "hand0=hum", "hum -").legal()) == (use == "answer")


def test_m20_a_monster_without_a_field_effect_is_not_used() -> None:
    assert refused(begun(duel(JAB), "phase=alter"), "!monster") == "M20"


def test_m20_it_adds_no_stats_and_is_not_a_move() -> None:
    strong = monster(field("draw"), use="attack defence", atk=0, defence=5)
    match = begun(duel(JAB, mine=strong), "hand0=jab", "jab !monster !monster - -")
    assert damage(match) == 1  # a direct attack still: the monster's effect is no defensive move


def test_m20_it_leaves_nothing_behind_in_clear() -> None:
    match = begun(duel(JAB, mine=BEAST), "phase=alter", "!monster - - - -")
    check(match, "drop0= stasis0= drop1= stasis1=")


def test_m20_a_monsters_passive_always_holds() -> None:
    proud = monster(passive("attack", amount=2))
    match = begun(duel(JAB, mine=proud, theirs=monster()), "hand0=jab", "jab - -")
    assert damage(match) == 5


def test_m20_a_side_with_a_monsters_effect_may_still_use_an_initial_move() -> None:
    match = begun(
        duel(JAB, GUARD, PUSH, BRACE, mine=BEAST), "hand0=jab hand1=guard", "jab !monster -"
    )
    assert "guard" in match.legal()
