"""What lasts longer than a combat, what prevents damage, and what lets one attack again."""

import pytest

from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
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
