"""The turn, supplies, Clear, and monsters' effects: M3, M6, M15, M20."""

import pytest

import duelhall
from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
    PUSH,
    SHOUT,
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
    special,
)

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
