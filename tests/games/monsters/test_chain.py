"""Chains: how they are built and resolved, and conditions of what happens in them."""

import pytest

from duelhall.match.game import Game
from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
    PUSH,
    SHOUT,
    Entry,
    begun,
    check,
    damage,
    document,
    duel,
    field,
    fired,
    game_with,
    monster,
    move,
    passive,
    play,
    refused,
    told,
    zones,
)

VETO = move("Veto", "~", "~", play("cancel"), use="attack defence answer")
SONG = move("Song", "0", "~", play("draw"))
FETCH = move("Fetch", "~", "~", play("return", what="previous"), use="attack defence answer")

# --- M9 ---


def test_m9_an_initial_atk_of_0_starts_a_non_combat_chain_without_damage() -> None:
    match = begun(duel(SONG, mine=monster(atk=9)), "hand0=song", "song")
    assert int(match.state.chain) == 2
    assert "start_quiet_chain" in fired(match)
    match.play("pass")
    match.play("pass")
    assert damage(match) == 0
    check(match, "hand0=filler")


def test_m9_any_number_a_turn_before_or_after_combat() -> None:
    match = begun(duel(SONG, JAB), "hand0=song*3,jab", "song - - song - - jab - - song - -")
    check(match, "hand0=filler*3")
    assert damage(match) == 3


def test_m9_the_opponent_answers_first_and_both_alternate() -> None:
    match = begun(duel(HUM, SHOUT), "hand0=hum,shout hand1=shout", "hum")
    for seat, word in ((1, "shout"), (0, "shout"), (1, "pass"), (0, "pass")):
        assert match.to_move == seat
        match.play(word)
    assert int(match.state.chain) == 0


def test_m9_only_specials_and_field_effects_that_say_so_answer() -> None:
    bell = move("Bell", "0", "1", field("draw"), activate="alter answer")
    gong = move("Gong", "0", "1", field("draw"))
    trick = move("Trick", "~", "~", play("draw"), use="attack")
    game = duel(HUM, GUARD, bell, gong, trick, SHOUT)
    places = "hand0=hum hand1=guard,trick,shout,bell stasis1=bell,gong"
    match = begun(game, places, "hum")
    assert match.legal() == ["pass", "shout", "!bell"]
    assert refused(match, "guard") == refused(match, "bell") == "M3, M9"
    assert refused(match, "trick") == refused(match, "!gong") == "M9, M20"
    match = begun(game, "hand0=hum*2,bell,shout stasis0=bell,gong", "hum -")
    assert match.legal() == ["pass", "shout", "!bell"]


def test_m9_its_stats_are_discarded() -> None:
    bell = move("Bell", "0", "~", field("attack", amount=5), activate="alter answer")
    match = begun(duel(JAB, bell), "hand0=jab stasis0=bell", "!bell - - jab - -")
    assert damage(match) == 3


def test_m9_a_chain_ends_when_both_pass_in_a_row() -> None:
    match = begun(duel(HUM, SHOUT), "hand0=hum,shout", "hum - shout -")
    assert int(match.state.chain) == 2
    match.play("pass")
    assert int(match.state.chain) == 0


# --- M10 ---


def test_m10_a_chain_resolves_backwards_from_its_last_link() -> None:
    """The answer mills the card that the song would have drawn."""
    cough = move("Cough", "~", "~", play("mill", target="opponent"), use="answer")
    match = begun(duel(SONG, cough), "hand0=song hand1=cough deck0=cough,song", "song cough - -")
    check(match, "drop0=song hand0=cough")
    assert "resolve" in fired(match)


def test_m10_from_the_hand_its_play_effect_from_stasis_its_field_effect() -> None:
    drum = move("Drum", "0", "~", play("draw"), field("mill"))
    game = duel(drum)
    check(begun(game, "hand0=drum", "drum - -"), "hand0=filler drop0=")
    check(begun(game, "stasis0=drum", "!drum - -"), "hand0= drop0=filler")


def test_m10_a_monsters_link_has_its_field_effect() -> None:
    beast = monster(play("expose"), field("draw"), use="alter")
    check(begun(duel(JAB, mine=beast), "phase=alter", "!monster - -"), "hand0=filler")


def test_m10_effects_of_a_card_happen_in_their_order() -> None:
    churn = move("Churn", "0", "~", play("mill"), play("recover", amount=9))
    nruhc = move("Nruhc", "0", "~", play("recover", amount=9), play("mill"))
    check(begun(duel(churn), "hand0=churn", "churn - -"), "hand0=filler drop0=")
    check(begun(duel(nruhc), "hand0=nruhc", "nruhc - -"), "hand0= drop0=filler")


def test_m10_a_cancelled_link_does_nothing_and_adds_no_stats() -> None:
    match = begun(duel(SONG, VETO), "hand0=song hand1=veto", "song veto - -")
    check(match, "hand0=")
    big = move("Big", "+6", "~", play("draw"))
    match = begun(duel(JAB, big, VETO), "hand0=jab,big hand1=veto", "jab - big veto - -")
    check(match, "hand0=")
    assert damage(match) == 3


def test_m10_its_card_goes_to_drop_even_with_a_field_or_passive_effect() -> None:
    drum = move("Drum", "0", "~", field("draw"), passive("attack"))
    match = begun(duel(drum, VETO), "hand0=drum hand1=veto", "drum veto - - -")
    check(match, "drop0=drum stasis0= drop1=veto")


def test_m10_a_cancelled_cancel_cancels_nothing() -> None:
    match = begun(duel(SONG, VETO), "hand0=song,veto hand1=veto", "song veto veto - -")
    check(match, "hand0=filler")


def test_m10_if_the_move_that_initiated_combat_was_cancelled_the_attack_fails() -> None:
    cheer = move("Cheer", "+3", "~", play("draw"))
    match = begun(duel(JAB, cheer, VETO), "hand0=jab,cheer hand1=veto", "jab veto cheer - -")
    assert damage(match) == 0
    assert "strike" not in fired(match)
    assert "attack_fails" in fired(match)
    check(match, "hand0=filler")  # the other links still resolve


def test_m10_so_if_it_was_moved_away() -> None:
    boomerang = move("Boomerang", "3", "~", play("return", what="this"), play("draw"))
    match = begun(duel(boomerang), "hand0=boomerang", "boomerang - -")
    assert damage(match) == 0
    check(match, "hand0=filler")
    match = begun(duel(JAB, FETCH), "hand0=jab hand1=fetch", "jab fetch - -")
    assert damage(match) == 0


def test_m10_a_failed_attack_is_combat_initiated() -> None:
    match = begun(duel(JAB, VETO), "hand0=jab*2 hand1=veto", "jab veto - -")
    assert refused(match, "jab") == "M7"


def test_m10_a_returned_card_still_acts() -> None:
    match = begun(duel(SONG, FETCH), "hand0=song hand1=fetch", "song fetch - -")
    check(match, "hand0=filler")
    match.play("pass")
    check(match, "hand0=filler*3,song known0=song")


@pytest.mark.parametrize("order", ["fetch veto", "veto fetch"])
def test_m10_being_cancelled_goes_before_being_moved(order: str) -> None:
    drum = move("Drum", "0", "~", passive("attack"))
    first, second = order.split()
    both = move("Both", "~", "~", *{"fetch": FETCH, "veto": VETO}[first]["effect"],
                *{"fetch": FETCH, "veto": VETO}[second]["effect"], use="answer")  # fmt: skip
    match = begun(duel(drum, both), "hand0=drum hand1=both", "drum both - - -")
    check(match, "drop0=drum stasis0= hand0=filler*2")


def test_m9_the_field_effect_of_any_card_may_answer() -> None:
    sentry = move("Sentry", "3", "2", field("draw"), activate="answer")
    match = begun(duel(HUM, sentry), "hand0=hum hand1=sentry stasis1=sentry", "hum")
    assert match.legal() == ["pass", "!sentry"]
    match = begun(duel(HUM, sentry), "hand0=hum stasis1=sentry", "hum !sentry - -")
    check(match, "hand1=filler damage0=")


@pytest.mark.parametrize(
    ("atk", "defence", "own", "other"),
    [("3", "~", 1, 0), ("~", "+0", 0, 1), ("-1", "2", 1, 1), ("~", "~", 1, 1)],
)
def test_m9_m16_outside_its_numbers_no_card_is_activated(
    atk: str, defence: str, own: int, other: int
) -> None:
    use = "answer" if atk == defence else ""
    sentry = move("Sentry", atk, defence, field("draw"), activate="answer", use=use)
    game = duel(HUM, SHOUT, sentry)
    theirs = begun(game, "hand0=hum stasis1=sentry", "hum")
    mine = begun(game, "hand0=hum stasis0=sentry", "hum -")
    assert [("!sentry" in match.legal()) for match in (mine, theirs)] == [own, other]
    for match in (mine, theirs):
        if "!sentry" not in match.legal():
            assert refused(match, "!sentry") == "M3, M9, M16"
            assert told(match, "!sentry") == (
                "In your own turn you can activate a move only if its ATK is a number, and in your "
                "opponent's turn only if its DEF is one, unless it is special."
            )


def as_links(*moves: Entry) -> Game:
    """The game with these moves as it was in edition 2."""
    return game_with(document(*moves), backend="python", used_cards="links")


def test_m16_outside_its_numbers_a_card_is_activated_where_used_cards_are_links() -> None:
    for stats in (("3", "~"), ("~", "+0")):
        sentry = move("Sentry", *stats, field("draw"), activate="answer")
        game = as_links(HUM, sentry)
        for places, moves in (("stasis1=sentry", "hum"), ("stasis0=sentry", "hum -")):
            assert "!sentry" in begun(game, f"hand0=hum {places}", moves).legal()


def test_m10_the_first_link_has_none_before_it() -> None:
    lone = move("Lone", "0", "~", play("cancel"), play("return", what="previous"), play("draw"))
    match = begun(duel(lone, SONG), "hand0=song,lone", "song - - lone - -")
    check(match, "hand0=filler*2")
    match.play("pass")
    check(match, "drop0=lone,song hand0=filler*4")


def test_m10_what_an_effect_forbids_is_refused_with_this_ruling() -> None:
    hush = move("Hush", "0", "~", play("forbid", what="initial"))
    match = begun(duel(hush, JAB), "hand0=hush,jab", "hush - -")
    assert refused(match, "jab") == "M10"


# --- M16 ---


SENTRY = move("Sentry", "~", "2", field("draw"), traits="Red")


def test_m16_a_card_in_stasis_is_activated_whenever_it_could_be_played() -> None:
    match = begun(duel(JAB, SENTRY), "hand0=jab stasis0=sentry stasis1=sentry")
    assert refused(match, "!sentry") == "M7, M9"
    match.play("jab")
    assert match.legal() == ["pass", "!sentry"]
    match.play("pass")
    assert refused(match, "!sentry") == "M5"


def test_m16_from_the_turn_after_it_was_played() -> None:
    drum = move("Drum", "0", "~", field("draw"))
    match = begun(duel(drum), "hand0=drum", "drum - -")
    assert refused(match, "!drum") == "M16"
    for _ in range(4):
        match.play("pass")
    assert "!drum" in begun(duel(drum), "hand0=drum", "drum - - - - - -").legal()


def test_m16_it_is_turned_sideways_and_adds_its_stats() -> None:
    match = begun(duel(JAB, SENTRY), "hand0=jab stasis1=sentry", "jab !sentry")
    assert "1:!sentry" in match.game.position_text(match.state)
    check(match, "stasis1=")
    match.play("pass")
    match.play("pass")
    assert damage(match) == 1
    check(match, "hand1=filler")


@pytest.mark.parametrize(("defence", "ruling"), [("2", "M8"), ("+1", "M8")])
def test_m16_it_counts_as_initial_or_additional_as_if_played(defence: str, ruling: str) -> None:
    sentry = move("Sentry", "~", defence, field("draw"))
    match = begun(duel(JAB, GUARD, sentry), "hand0=jab hand1=guard stasis1=sentry", "jab !sentry -")
    assert refused(match, "guard") == ruling


def test_m16_after_an_initial_move_no_initial_one_is_activated() -> None:
    match = begun(duel(JAB, BRACE, SENTRY), "hand0=jab hand1=brace stasis1=sentry", "jab brace -")
    assert refused(match, "!sentry") == "M8"


def test_m16_a_special_is_activated_when_its_text_says_so() -> None:
    ward = move("Ward", "~", "~", field("draw"), use="defence")
    match = begun(duel(JAB, ward), "hand0=jab stasis1=ward stasis0=ward", "jab !ward")
    assert refused(match, "!ward") == "M5, M20"
    match.play("pass")
    match.play("pass")
    check(match, "hand1=filler")


def test_m16_a_card_with_only_a_passive_cannot_be_activated() -> None:
    mist = move("Mist", "1", "~", passive("attack"))
    assert refused(begun(duel(mist), "stasis0=mist"), "!mist") == "M16"


# --- M17 ---


def mist(defence: str = "+0") -> dict[str, object]:
    return move("Mist", "~", defence, passive("defence", amount=2))


def test_m17_a_passive_holds_in_stasis() -> None:
    match = begun(duel(JAB, mist()), "hand0=jab stasis1=mist", "jab - -")
    assert damage(match) == 1
    assert "passive_change" in fired(match)


def test_m17_of_each_copy() -> None:
    wide = move("Wide", "9", "~")
    assert damage(begun(duel(wide, mist()), "hand0=wide stasis1=mist*2", "wide - -")) == 1


def test_m17_in_the_action_zone_as_soon_as_it_lies_there() -> None:
    """The next link is put behind it, long before the chain resolves."""
    hush = move("Hush", "~", "~", passive("forbid", what="additional"), use="defence")
    match = begun(duel(JAB, BRACE, hush), "hand0=jab hand1=hush,brace", "jab hush -")
    assert refused(match, "brace") == "M10"
    salt = move("Salt", "3", "~", passive("cost", target="opponent"))
    guard = move("Dear", "~", "2", traits="Red Red Red Red")
    match = begun(duel(salt, guard), "hand0=salt hand1=dear", "salt")
    assert refused(match, "dear") == "M6"
    assert damage(begun(duel(JAB, mist()), "hand0=jab hand1=mist", "jab mist - -")) == 1


def test_m17_and_until_clear_and_after_it() -> None:
    hush = move("Hush", "~", "~", passive("forbid", what="initial"), use="alter")
    for moves in ("hush - - -", "hush - - - - - - -"):
        match = begun(duel(hush, JAB), "phase=alter hand0=hush,jab", moves)
        assert refused(match, "jab") == "M10"


def test_m17_without_a_break_while_its_card_is_activated() -> None:
    """Its own link, those behind it, the resolution of each, and the damage."""
    ward = move("Ward", "~", "+0", passive("forbid", target="opponent", what="additional"),
                passive("defence", amount=2), field("draw"))  # fmt: skip
    match = begun(duel(JAB, PUSH, ward), "hand0=jab,push stasis1=ward", "jab")
    for word in ("!ward", "pass"):
        match.play(word)
        assert match.state.chain == 1
        if match.to_move == 0:
            assert refused(match, "push") == "M10"
    match.play("pass")
    assert damage(match) == 1
    check(match, "hand1=filler stasis1=")
    match.play("pass")
    check(match, "drop1=ward")


def test_m17_an_effect_before_its_own_in_the_chain_already_counts_it() -> None:
    """Links resolve backwards: the last one acts while the Passive's own still waits."""
    shell = move("Shell", "~", "+0", passive("prevent", amount=2))
    burn = move("Burn", "~", "~", play("damage", target="opponent", amount=3), use="attack")
    match = begun(duel(JAB, shell, burn), "hand0=jab,burn hand1=shell", "jab shell burn - -")
    assert damage(match) == 2


def test_m17_from_its_resolution_on_where_used_cards_are_links() -> None:
    hush = move("Hush", "~", "~", passive("forbid", what="additional"), use="defence")
    match = begun(as_links(JAB, BRACE, hush), "hand0=jab hand1=hush,brace", "jab hush -")
    assert "brace" in match.legal()
    for word in ("pass", "pass"):
        match.play(word)
    assert match.state.chain == 0
    shell = move("Shell", "~", "+0", passive("prevent", amount=2), field("draw"))
    burn = move("Burn", "~", "~", play("damage", target="opponent", amount=3), use="attack")
    for places, word in (("hand1=shell", "shell"), ("stasis1=shell", "!shell")):
        moves = f"jab {word} burn - -"
        match = begun(as_links(JAB, shell, burn), f"hand0=jab,burn {places}", moves)
        assert damage(match) == 3 + 1  # burn's, before the shell resolves, and 3 - 2 of the attack
    assert damage(begun(as_links(JAB, mist()), "hand0=jab hand1=mist", "jab mist - -")) == 1


def test_m17_not_if_cancelled() -> None:
    match = begun(duel(JAB, mist(), VETO), "hand0=jab,veto hand1=mist", "jab mist veto - -")
    assert damage(match) == 3


@pytest.mark.parametrize("zone", ["hand", "drop", "damage", "deck"])
def test_m17_not_in_hand_deck_drop_or_damage(zone: str) -> None:
    match = begun(duel(JAB, mist()), f"hand0=jab {zone}1=mist", "jab - -")
    assert damage(match) == (4 if zone == "damage" else 3)


def test_m17_the_passive_of_a_card_on_its_way_back_holds_until_clear() -> None:
    match = begun(duel(JAB, mist(), FETCH), "hand0=jab,fetch hand1=mist", "jab mist fetch - -")
    assert damage(match) == 1


def test_m17_a_passive_may_be_the_opponents_loss() -> None:
    curse = move("Curse", "0", "~", passive("defence", target="opponent", amount=-2))
    game = duel(JAB, PUSH, curse, mine=monster(defence=3))
    assert damage(begun(game, "hand0=jab stasis0=curse", "jab - -")) == 3
    assert damage(begun(game, "hand0=jab stasis1=curse", "jab - -")) == 1


def test_m17_or_for_both() -> None:
    heat = move("Heat", "0", "~", passive("attack", target="both", amount=2))
    for seat in (0, 1):
        assert damage(begun(duel(JAB, heat), f"hand0=jab stasis{seat}=heat", "jab - -")) == 5


@pytest.mark.parametrize(("wounds", "taken"), [("filler", 3), ("filler*2", 5)])
def test_m17_a_passive_holds_while_its_condition_does(wounds: str, taken: int) -> None:
    rage = move("Rage", "0", "~", passive("attack", amount=2, given="your Damage >= 2"))
    match = begun(duel(JAB, rage), f"hand0=jab stasis0=rage damage0={wounds}", "jab - -")
    assert damage(match) == taken


# --- every kind of condition, both ways, and every word of `per` ---


def holds(given: str, places: str = "", moves: str = "trick", seat: int = 0) -> bool:
    """Whether a condition holds for a special that draws a card if it does, at the end of moves."""
    trick = move("Trick", "~", "~", play("draw", given=given), use="alter attack defence answer")
    stay = move("Stone", "0", "~", passive("attack", amount=0))
    game = duel(trick, JAB, PUSH, BRACE, HUM, stay)
    if "hand" not in places:
        places = f"hand0=trick,hum {places}" if "jab" not in moves else f"hand0=trick,jab {places}"
    phase = "" if moves.startswith(("jab", "hum")) else "phase=alter"
    before = begun(game, f"{phase} {places}", moves)
    cards = len(zones(before).get(f"hand{seat}", []))
    after = begun(game, f"{phase} {places}", f"{moves} - -")
    return len(zones(after).get(f"hand{seat}", [])) > cards


@pytest.mark.parametrize(
    ("given", "moves", "expected"),
    [
        ("your turn", "hum - trick", True),
        ("your turn", "hum trick", False),
        ("their turn", "hum - trick", False),
        ("their turn", "hum trick", True),
        ("combat", "jab - trick", True),
        ("combat", "trick", False),
        ("no combat", "jab - trick", False),
        ("no combat", "trick", True),
        ("previous yours", "jab - trick", True),
        ("previous theirs", "jab - trick", False),
        ("previous yours", "jab brace trick", False),
        ("previous theirs", "jab brace trick", True),
        ("previous yours", "trick", False),
        ("previous theirs", "trick", False),
        ("previous yours", "jab trick", False),
        ("previous theirs", "jab trick", True),
        ("links >= 2", "jab - trick", True),
        ("links >= 3", "jab - trick", False),
        ("links <= 2", "jab - trick", True),
        ("links <= 1", "jab - trick", False),
        ("links <= 2", "hum - - jab - trick", True),
        ("links >= 3", "hum - - jab - trick", False),
    ],
)
def test_a_condition_on_the_turn_or_the_chain(given: str, moves: str, expected: bool) -> None:  # noqa: FBT001
    """Of player 0, but where player 1 answers the first move."""
    seat = int(moves in ("hum trick", "jab trick"))
    places = "hand0=hum,jab,trick hand1=brace,trick"
    assert holds(given, places, moves, seat) == expected


@pytest.mark.parametrize(
    ("zone", "places"),
    [
        ("Hand", "hand{}=filler*3"),
        ("Deck", "deck{}=filler*3"),
        ("Drop", "drop{}=filler*3"),
        ("Stasis", "stasis{}=stone*3"),
        ("Damage", "damage{}=filler*3"),
    ],
)
@pytest.mark.parametrize("whose", ["your", "their"])
def test_cards_in_a_zone(zone: str, places: str, whose: str) -> None:
    """Of four cards that ask for 3 or 4 or more, 3 or 2 or fewer, the first and the third act."""
    seat = 0 if whose == "your" else 1
    asked = {"a": ">= 3", "b": ">= 4", "c": "<= 3", "d": "<= 2"}
    cards = [
        move(name.upper(), "~", "~", play("damage", given=f"{whose} {zone} {sign}"), use="alter")
        for name, sign in asked.items()
    ]
    game = duel(*cards, move("Stone", "0", "~", passive("attack")))
    found = places.format(seat)
    if zone == "Deck":
        found += f" deck{1 - seat}=filler"
    acted = []
    for name in asked:
        hand = f"hand0={name}," if "hand0=" in found else f"hand0={name} "
        where = f"phase=alter {hand}{found.replace('hand0=', '')}"
        rest = "drop" if zone == "Deck" else "deck"
        before, after = (begun(game, where, moves, rest=rest) for moves in ("", f"{name} - -"))
        if damage(after, 0) > damage(before, 0):
            acted.append(name)
    assert acted == ["a", "c"]


@pytest.mark.parametrize("whose", ["your", "their"])
@pytest.mark.parametrize(("trait", "number"), [("Red", 4), ("Blue", 2), ("Green", 0)])
def test_traits_left(whose: str, trait: str, number: int) -> None:
    assert holds(f"{whose} {trait} >= {number}")
    assert not holds(f"{whose} {trait} >= {number + 1}")
    assert holds(f"{whose} {trait} <= {number}")
    if number:
        assert not holds(f"{whose} {trait} <= {number - 1}")


def test_a_condition_is_looked_at_when_the_effect_is_about_to_happen() -> None:
    twice = move("Twice", "0", "~", play("draw"), play("draw", given="your Hand <= 0"))
    check(begun(duel(twice), "hand0=twice", "twice - -"), "hand0=filler")


def test_previous_does_not_hold_for_a_passive() -> None:
    for given in ("previous yours", "previous theirs"):
        stone = move("Stone", "0", "~", passive("attack", amount=5, given=given))
        match = begun(duel(JAB, SHOUT, stone), "hand0=jab,shout stasis0=stone", "jab - shout - -")
        assert damage(match) == 3


def test_conditions_are_the_owners() -> None:
    """The opponent's card in Stasis asks for its own owner's turn."""
    for given, taken in (("your turn", 3), ("their turn", 1)):
        stone = move("Stone", "0", "~", passive("defence", amount=2, given=given))
        assert damage(begun(duel(JAB, stone), "hand0=jab stasis1=stone", "jab - -")) == taken


# --- per ---


@pytest.mark.parametrize(
    ("per", "places", "times"),
    [
        ("your Hand", "hand0=cheer,filler*2,jab hand1=filler", 2),
        ("your Stasis", "stasis0=drum*2 stasis1=drum", 2),
        ("your Damage", "damage0=filler*2 damage1=filler", 2),
        ("your Drop", "drop0=filler*2 drop1=filler", 2),
        ("their Stasis", "stasis1=drum*2 stasis0=drum", 2),
        ("their Damage", "damage1=filler*2 damage0=filler", 2),
        ("your Hand", "", 0),
        ("your Stasis", "stasis1=drum", 0),
    ],
)
def test_the_amount_counts_once_for_every_card(per: str, places: str, times: int) -> None:
    cheer = move("Cheer", "+0", "~", play("attack", amount=2, per=per))
    drum = move("Drum", "~", "0", field("draw"))
    hand = "" if "hand0" in places else "hand0=jab,cheer "
    game = duel(JAB, cheer, drum, mine=monster(hp=20))
    before, after = (begun(game, hand + places, moves) for moves in ("", "jab - cheer - -"))
    assert damage(after) - damage(before) == 3 + 2 * times


@pytest.mark.parametrize(("moves", "times"), [("jab - cheer", 2), ("jab shout cheer", 3)])
def test_or_for_every_link_of_the_chain_cancelled_ones_included(moves: str, times: int) -> None:
    cheer = move(
        "Cheer", "+0", "~", play("attack", per="link"), play("cancel", given="previous theirs")
    )
    match = begun(duel(JAB, cheer, SHOUT), "hand0=jab,cheer hand1=shout", f"{moves} - -")
    assert damage(match) == 3 + times


def test_per_link_of_earlier_chains_does_not_count() -> None:
    cheer = move("Cheer", "0", "~", play("draw", per="link"))
    check(begun(duel(HUM, cheer), "hand0=hum,cheer", "hum - - cheer - -"), "hand0=filler")


def test_a_passive_counts_too() -> None:
    stone = move("Stone", "0", "~", passive("attack", per="your Stasis"))
    assert damage(begun(duel(JAB, stone), "hand0=jab stasis0=stone*2", "jab - -")) == 3 + 2 * 2
    beast = monster(passive("attack", per="link"))
    match = begun(duel(JAB, PUSH, mine=beast), "hand0=jab,push", "jab - push - -")
    assert damage(match) == 3 + 1 + 2


def test_a_very_large_number_stays_within_bounds() -> None:
    push = move("Push", "+0", "~", play("attack", amount=9))
    places = "chain=combat attacked=1 links=0:jab hand0=push bonus=9995:0"
    match = begun(duel(JAB, push), places, "push - -")
    assert max(int(step.state.bonus[0]) for step in match.explain()) == 10_000
    assert match.winner == 0


def test_an_effect_of_the_monster_has_conditions_too() -> None:
    beast = monster(field("draw", given="your Hand >= 2"), use="alter")
    game = duel(JAB, mine=beast)
    check(begun(game, "phase=alter hand0=jab", "!monster - -"), "hand0=jab")
    check(begun(game, "phase=alter hand0=jab*2", "!monster - -"), "hand0=filler,jab*2")
