"""Combat: what it comes to, and what lasts longer than one."""

import pytest

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
    duel,
    field,
    fired,
    monster,
    move,
    passive,
    play,
    refused,
    special,
)

TWIST = move("Twist", "2", "2")
LEAN = move("Lean", "+1", "+1")
COUNTER = move("Counter", "3", "+1")
VETO = move("Veto", "~", "~", play("cancel"), use="attack defence")
ALL = (JAB, GUARD, PUSH, BRACE, TWIST, LEAN)

# --- M4 ---


def test_m4_a_stat_marked_with_a_tilde_cannot_be_used_that_way() -> None:
    game = duel(JAB, GUARD)
    assert refused(begun(game, "hand0=guard"), "guard") == "M7, M9"
    assert refused(begun(game, "hand0=jab hand1=jab", "jab"), "jab") == "M5"


@pytest.mark.parametrize(
    ("stat", "taken"), [("+0", 3), ("+1", 4), ("+9", 9), ("-1", 2), ("-0", 3), ("-9", 1)]
)
def test_m4_a_sign_makes_a_stat_additional(stat: str, taken: int) -> None:
    game = duel(JAB, move("Also", stat, "~"))
    assert refused(begun(game, "hand0=also"), "also") == "M7, M9"
    assert damage(begun(game, "hand0=jab,also", "jab - also - -")) == taken


@pytest.mark.parametrize("stat", ["1", "5", "9"])
def test_m4_a_plain_number_is_initial(stat: str) -> None:
    match = begun(duel(move("First", stat, "~")), "hand0=first", "first - -")
    assert damage(match) == int(stat)


# --- M5 ---


def test_m5_on_your_turn_atk_must_be_a_number() -> None:
    match = begun(duel(*ALL), "hand0=jab,guard,push,brace,lean", "jab -")
    assert match.legal() == ["pass", "push", "lean"]
    assert refused(match, "brace") == refused(match, "guard") == "M5"


def test_m5_on_the_opponents_turn_def_must_be_a_number() -> None:
    match = begun(duel(*ALL), "hand0=jab hand1=jab,guard,push,brace,twist,lean", "jab")
    assert match.legal() == ["pass", "guard", "brace", "twist", "lean"]
    assert refused(match, "jab") == refused(match, "push") == "M5"


def test_m5_a_dual_move_is_used_in_either_turn() -> None:
    match = begun(duel(TWIST), "hand0=twist hand1=twist", "twist twist - -")
    assert damage(match) == 0


def test_m5_a_special_move_is_used_when_its_text_allows() -> None:
    game = duel(JAB, move("Aid", "~", "~", play("draw"), use="attack"))
    match = begun(game, "hand0=jab,aid hand1=aid", "jab")
    assert refused(match, "aid") == "M5, M20"
    match.play("pass")
    assert match.legal() == ["pass", "aid"]


def test_m5_a_move_is_played_from_the_hand() -> None:
    assert refused(begun(duel(JAB), "stasis0=jab"), "jab") == "M5"


# --- M7 ---


def test_m7_an_initial_atk_of_1_or_more_initiates_combat() -> None:
    match = begun(duel(move("Poke", "1", "~")), "hand0=poke", "poke")
    assert int(match.state.chain) == 1
    assert "initiate_combat" in fired(match)


def test_m7_so_does_one_activated_from_stasis() -> None:
    drum = move("Drum", "2", "~", field("draw"))
    match = begun(duel(drum), "stasis0=drum", "!drum")
    assert int(match.state.chain) == 1
    assert "initiate_combat" in fired(match)


def test_m7_only_once_a_turn() -> None:
    drum = move("Drum", "2", "~", field("draw"))
    match = begun(duel(JAB, drum, HUM), "hand0=jab*2,hum stasis0=drum", "jab - -")
    assert match.legal() == ["pass", "hum"]
    assert refused(match, "jab") == refused(match, "!drum") == "M7"


def test_m7_and_again_in_the_next_turn() -> None:
    match = begun(duel(JAB), "hand0=jab*2", "jab - - - - - -")
    assert int(match.state.turn) == 3
    assert "jab" in match.legal()


def test_m7_defender_and_attacker_alternate_defender_first() -> None:
    match = begun(duel(*ALL), "hand0=jab,push hand1=guard,brace", "jab")
    for seat, word in ((1, "guard"), (0, "push"), (1, "brace"), (0, "pass"), (1, "pass")):
        assert match.to_move == seat
        match.play(word)
    assert int(match.state.chain) == 0


def test_m7_until_both_pass_in_a_row_and_a_pass_gives_up_nothing() -> None:
    match = begun(duel(*ALL), "hand0=jab,push hand1=guard", "jab - push guard -")
    assert int(match.state.chain) == 1
    match.play("pass")
    assert int(match.state.chain) == 0
    assert damage(match) == 1


# --- M8 ---


def test_m8_a_side_has_at_most_one_initial_move() -> None:
    match = begun(duel(*ALL), "hand0=jab,twist hand1=guard,twist", "jab guard")
    assert refused(match, "twist") == "M8"
    match.play("pass")
    assert refused(match, "twist") == "M8"


def test_m8_and_only_before_its_first_additional_one() -> None:
    match = begun(duel(*ALL), "hand0=jab hand1=guard,brace*2", "jab brace -")
    assert refused(match, "guard") == "M8"
    assert "brace" in match.legal()


def test_m8_a_defender_may_use_additional_moves_without_an_initial_one() -> None:
    match = begun(duel(*ALL), "hand0=jab hand1=brace*2", "jab brace - brace - -")
    assert damage(match) == 1


def test_m8_whose_turn_it_is_decides_which_stat_counts() -> None:
    """`ATK:3 / DEF:+1` is initial in attack and additional in defence."""
    match = begun(duel(COUNTER, GUARD), "hand0=counter hand1=counter*2,guard", "counter counter -")
    assert refused(match, "guard") == "M8"
    assert "counter" in match.legal()


def test_m8_additional_moves_are_used_only_within_a_combat_chain() -> None:
    game = duel(JAB, PUSH, HUM)
    assert refused(begun(game, "hand0=push"), "push") == "M7, M9"
    assert refused(begun(game, "hand0=hum,push", "hum -"), "push") == "M3, M9"


def test_m8_a_special_is_neither_initial_nor_additional() -> None:
    match = begun(duel(JAB, GUARD, SHOUT), "hand0=jab hand1=shout,guard", "jab shout -")
    assert "guard" in match.legal()


# --- M11 ---


@pytest.mark.parametrize(
    ("atk", "defence", "taken"),
    [("9", "0", 9), ("9", "1", 4), ("9", "2", 3), ("9", "4", 1), ("8", "8", 0), ("5", "2", 1)],
)
def test_m11_damage_is_atk_by_def_rounded_down(atk: str, defence: str, taken: int) -> None:
    game = duel(move("Hit", atk, "~"), move("Ward", "~", defence), mine=monster(hp=12))
    match = begun(game, "hand0=hit hand1=ward", "hit ward - -")
    assert damage(match) == taken
    assert {"strike", "final_atk", "final_def", "take_damage"} <= fired(match)


def test_m11_the_monsters_bases_count() -> None:
    game = duel(JAB, GUARD, mine=monster(atk=5), theirs=monster(defence=2))
    assert damage(begun(game, "hand0=jab hand1=guard", "jab guard - -")) == 2
    assert damage(begun(game, "hand0=jab hand1=guard", "jab - -")) == 4


def test_m11_all_moves_of_a_side_count_and_effects() -> None:
    cheer = move("Cheer", "+1", "~", play("attack", amount=3))
    dig = move("Dig", "~", "+0", play("defence", amount=1))
    match = begun(duel(JAB, cheer, dig), "hand0=jab,cheer hand1=dig", "jab dig cheer - -")
    assert damage(match) == (3 + 1 + 3) // (1 + 1)


def test_m11_atk_below_0_counts_0() -> None:
    match = begun(
        duel(JAB, GUARD, move("Sap", "~", "+0", play("attack", target="opponent", amount=-9))),
        "hand0=jab hand1=sap", "jab sap - -",
    )  # fmt: skip
    assert damage(match) == 0


def test_m11_def_below_1_counts_1() -> None:
    game = duel(JAB, move("Trip", "~", "-9"), mine=monster(defence=0))
    assert damage(begun(game, "hand0=jab", "jab - -")) == 3
    assert damage(begun(game, "hand0=jab hand1=trip", "jab trip - -")) == 3


# --- M12 ---


WEAK = move("Poke", "1", "~")
THICK = monster(defence=5)


def test_m12_damage_0_and_no_defensive_move_used_is_1_damage() -> None:
    match = begun(duel(WEAK, mine=THICK), "hand0=poke", "poke - -")
    assert damage(match) == 1
    assert "is_direct" in fired(match)


@pytest.mark.parametrize("card", ["guard", "brace"])
def test_m12_a_defensive_move_saves_from_it(card: str) -> None:
    match = begun(
        duel(WEAK, GUARD, BRACE, mine=THICK), f"hand0=poke hand1={card}", f"poke {card} - -"
    )
    assert damage(match) == 0


def test_m12_so_does_one_from_stasis() -> None:
    sentry = move("Sentry", "~", "+0", field("draw"))
    match = begun(duel(WEAK, sentry, mine=THICK), "hand0=poke stasis1=sentry", "poke !sentry - -")
    assert damage(match) == 0


def test_m12_cancelled_or_not() -> None:
    game = duel(WEAK, GUARD, VETO, mine=THICK)
    match = begun(game, "hand0=poke,veto hand1=guard", "poke guard veto - -")
    assert damage(match) == 0


def test_m12_a_special_is_no_move_in_this_sense() -> None:
    match = begun(duel(WEAK, SHOUT, mine=THICK), "hand0=poke hand1=shout", "poke shout - -")
    assert damage(match) == 1


# --- M14 ---


def types_match(kind: str, trait: str, places: str, moves: str) -> bool:
    """Whether a trait is among the types of a combat: then the attacker draws from it."""
    game = duel(
        move("Hit", "3", "~", play("draw", given=f"{kind} type {trait}"), traits="Red"),
        move("More", "+1", "~", traits="Green"),
        move("Ward", "~", "+0", traits="Blue"),
        move("Twofold", "+1", "+1", traits="Green"),
        VETO,
        mine=monster(traits="Red Green Blue"),
        theirs=monster(traits="Blue Green Green"),
    )
    match = begun(game, places, moves)
    check(match, "drop0= stasis0=")
    return "filler" in match.game.position_text(match.state).split("hand0=")[-1].split()[0]


@pytest.mark.parametrize(
    ("kind", "trait", "places", "moves", "holds"),
    [
        ("attack", "Red", "hand0=hit", "hit - -", True),
        ("attack", "Green", "hand0=hit", "hit - -", False),
        ("attack", "Green", "hand0=hit,more", "hit - more - -", True),
        ("attack", "Blue", "hand0=hit hand1=ward", "hit ward - -", False),
        ("attack", "Green", "hand0=hit,more hand1=veto", "hit - more veto - -", True),
        ("defence", "Blue", "hand0=hit", "hit - -", True),
        ("defence", "Red", "hand0=hit", "hit - -", False),
        ("defence", "Green", "hand0=hit", "hit - -", True),
        ("defence", "Green", "hand0=hit hand1=ward", "hit ward - -", False),
        ("defence", "Blue", "hand0=hit hand1=ward", "hit ward - -", True),
        ("defence", "Green", "hand0=hit hand1=twofold", "hit twofold - -", True),
        ("defence", "Blue", "hand0=hit,veto hand1=ward", "hit ward veto - -", True),
        ("defence", "Green", "hand0=hit hand1=veto,veto", "hit - -", True),
    ],
)
def test_m14_attack_and_defence_types(
    kind: str,
    trait: str,
    places: str,
    moves: str,
    holds: bool,  # noqa: FBT001
) -> None:
    assert types_match(kind, trait, places, moves) == holds


def test_m14_outside_combat_there_are_no_types() -> None:
    hum = move("Hum", "0", "~", play("draw", given="attack type Red"),
               play("draw", given="defence type Red"), traits="Red")  # fmt: skip
    check(begun(duel(hum), "hand0=hum", "hum - -"), "hand0=")


def test_m14_a_monsters_effect_gives_no_types() -> None:
    beast = monster(field("draw", given="defence type Green"), use="defence", traits="Red Green")
    match = begun(
        duel(JAB, move("Ward", "~", "+0", traits="Red"), mine=beast),
        "hand0=jab hand1=ward", "jab ward - !monster - -",
    )  # fmt: skip
    check(match, "hand1=")


def test_m14_passives_may_ask_for_them() -> None:
    beast = monster(passive("attack", amount=2, given="attack type Red"), traits="Red")
    game = duel(JAB, move("Hit", "3", "~", traits="Red"), mine=beast, theirs=monster())
    assert damage(begun(game, "hand0=jab", "jab - -")) == 3
    assert damage(begun(game, "hand0=hit", "hit - -")) == 5


# --- what lasts longer than a combat ---


AGAIN = special("again")

# --- until the end of the turn ---


def test_m11_an_effect_lasts_until_the_end_of_the_turn() -> None:
    game = duel(special("attack", amount=2, until="turn"), JAB)
    match = begun(game, "phase=alter hand0=trick,jab", "trick - - -")
    assert "last_this_turn" not in fired(match)
    match.play("jab")
    match.play("pass")
    match.play("pass")
    assert damage(match) == 5
    match = begun(game, "phase=alter hand0=trick,jab", "trick - - - - - - - jab - -")
    assert damage(match) == 3


def test_m11_it_counts_in_every_combat_of_the_turn() -> None:
    cheer = move("Cheer", "+1", "~", play("attack", amount=2, until="turn"), play("again"))
    match = begun(duel(JAB, cheer), "hand0=jab*2,cheer", "jab - cheer - -")
    assert damage(match) == 6
    match = begun(duel(JAB, cheer, mine=monster(hp=20)), "hand0=jab*2,cheer",
                  "jab - cheer - - jab - -")  # fmt: skip
    assert damage(match) == 11


def test_m11_so_for_the_defence_of_both() -> None:
    game = duel(special("defence", target="both", amount=2, until="turn"), JAB)
    match = begun(game, "phase=alter hand0=trick,jab", "trick - - - jab - -")
    assert damage(match) == 1


# --- the next attack ---


def test_m11_an_effect_is_for_the_next_attack_whenever_that_is() -> None:
    game = duel(special("attack", amount=2, until="next"), JAB, mine=monster(hp=20))
    match = begun(game, "phase=alter hand0=trick,jab*2", "trick - - - - - - - jab - -")
    assert damage(match) == 5
    assert not match.state.lasting.any()
    match = begun(game, "phase=alter hand0=trick,jab*2 hand1=jab",
                  "trick - - - - - jab - - - - jab - -")  # fmt: skip
    assert (damage(match, 0), damage(match)) == (3, 5)


def test_m11_in_its_own_combat_it_is_for_the_one_after() -> None:
    cheer = move("Cheer", "+1", "~", play("attack", amount=2, until="next"))
    match = begun(duel(JAB, cheer), "hand0=jab,cheer", "jab - cheer - -")
    assert damage(match) == 4
    assert match.state.lasting[0].tolist() == [0, 0, 2, 0]
    assert "lasting=0:0:2:0:0:0:0:0" in match.game.position_text(match.state)


def test_m11_the_next_defence() -> None:
    game = duel(special("defence", target="opponent", amount=2, until="next"), JAB)
    match = begun(game, "phase=alter hand0=trick,jab", "trick - - - jab - -")
    assert damage(match) == 1


# --- prevention ---


@pytest.mark.parametrize(("amount", "taken"), [(1, 2), (2, 1), (5, 0)])
def test_m13_damage_is_prevented(amount: int, taken: int) -> None:
    ward = move("Ward", "~", "~", play("prevent", amount=amount), use="defence")
    match = begun(duel(JAB, ward), "hand0=jab hand1=ward", "jab ward - -")
    assert damage(match) == taken
    assert int(match.state.shield[1]) == max(0, amount - 3)
    assert int(match.state.taken[1]) == taken


def test_m13_what_is_prevented_once_is_used_up_and_ends_with_the_turn() -> None:
    burn = move("Burn", "0", "~", play("damage", target="opponent", amount=2))
    game = duel(special("prevent", target="opponent", amount=3), burn)
    match = begun(game, "phase=alter hand0=trick,burn*2", "trick - - - burn - - burn - -")
    assert damage(match) == 1
    match = begun(game, "phase=alter hand0=trick", "trick - - - -")
    assert match.state.shield.tolist() == [0, 0]


def test_m17_a_passive_prevents_damage_each_time() -> None:
    burn = move("Burn", "0", "~", play("damage", target="opponent", amount=2))
    moss = move("Moss", "~", "+0", passive("prevent", amount=1))
    match = begun(duel(burn, moss), "hand0=burn*2 stasis1=moss", "burn - - burn - -")
    assert damage(match) == 2
    match = begun(duel(burn, moss), "hand0=burn stasis1=moss*3", "burn - -")
    assert damage(match) == 0


def test_m12_a_direct_attack_is_prevented_too() -> None:
    weak = move("Weak", "1", "~")
    ward = move("Ward", "~", "~", play("prevent"), use="defence")
    match = begun(
        duel(weak, ward, mine=monster(defence=9)), "hand0=weak hand1=ward", "weak ward - -"
    )
    assert damage(match) == 0


# --- again ---


def test_m7_an_effect_lets_you_initiate_combat_again() -> None:
    match = begun(duel(AGAIN, JAB), "phase=alter hand0=trick,jab*3", "trick - - - jab - - jab - -")
    assert damage(match) == 6
    assert refused(match, "jab") == "M7"
    assert "attacked=2 extra=1" in match.game.position_text(match.state)


def test_m7_only_the_turn_player_and_only_in_this_turn() -> None:
    theirs = special("again", target="opponent")
    match = begun(duel(theirs, JAB), "phase=alter hand0=trick,jab*2", "trick - -")
    assert int(match.state.extra) == 0
    match = begun(duel(AGAIN, JAB), "phase=alter hand0=trick", "trick - - - -")
    assert int(match.state.extra) == 0


# --- recall ---


def test_cards_go_from_stasis_to_the_hand() -> None:
    drum = move("Drum", "0", "~", field("draw"))
    game = duel(special("recall", target="both", amount=2), drum)
    match = begun(game, "phase=alter hand0=trick stasis0=drum stasis1=drum*2", "trick - -")
    check(match, "hand0=drum known0=drum hand1=drum*2 stasis0= stasis1=")
    game = duel(special("recall", target="opponent", choose=True), drum, JAB)
    match = begun(game, "phase=alter hand0=trick stasis1=drum,jab", "trick - -")
    assert match.legal() == [":drum", ":jab"]
    match.play(":jab")
    check(match, "hand1=jab stasis1=drum")


# --- moments and counts ---


def given(condition: str, places: str, moves: str) -> bool:
    """Whether a special with a condition, in the hand of player 0, has drawn a card."""
    entry = special("draw", given=condition, use="alter attack answer")
    match = begun(duel(entry, JAB, GUARD, HUM, SHOUT, BRACE), places, moves)
    return "draw" in fired(match)


@pytest.mark.parametrize(
    ("condition", "in_alter", "in_attack", "in_answer"),
    [
        ("alter", True, False, False),
        ("battle", False, True, True),
        ("chain", True, True, True),
        ("answer", False, False, True),
        ("undefended", False, True, False),
        ("defended", False, False, False),
        ("turn >= 2", False, False, False),
        ("turn <= 1", True, True, True),
        ("combats >= 1", False, True, False),
        ("combats <= 0", True, False, True),
        ("their HP <= 9", True, True, True),
        ("your HP >= 10", False, False, False),
        ("their damage taken <= 0", True, True, True),
        ("your damage taken >= 1", False, False, False),
    ],
)
def test_moments_and_counts(
    condition: str,
    in_alter: bool,  # noqa: FBT001
    in_attack: bool,  # noqa: FBT001
    in_answer: bool,  # noqa: FBT001
) -> None:
    assert given(condition, "phase=alter hand0=trick", "trick - -") == in_alter
    assert given(condition, "hand0=jab,trick", "jab - trick - -") == in_attack
    assert given(condition, "hand0=hum,trick", "hum - trick - -") == in_answer


def test_a_combat_is_defended_by_any_defensive_move() -> None:
    assert given("defended", "hand0=jab,trick hand1=brace", "jab brace trick - -")
    assert not given("undefended", "hand0=jab,trick hand1=brace", "jab brace trick - -")
    assert not given("defended", "hand0=jab,trick hand1=shout", "jab shout trick - -")


@pytest.mark.parametrize(
    ("per", "drawn"),
    [("your HP", 7), ("their HP", 8), ("turn", 3), ("their Hand", 2), ("your damage taken", 0)],
)
def test_an_amount_counts_by_everything_that_can_be_seen(per: str, drawn: int) -> None:
    match = begun(
        duel(special("draw", per=per), JAB),
        "turn=3 phase=alter hand0=trick hand1=jab*2 damage0=filler*2 damage1=filler", "trick - -",
    )  # fmt: skip
    assert int(match.state.in_hand[0]) == drawn
