"""Every kind of condition, both ways, and every word of `per`."""

import pytest

from tests.games.monsters.duels import (
    BRACE,
    HUM,
    JAB,
    PUSH,
    SHOUT,
    begun,
    check,
    damage,
    duel,
    field,
    monster,
    move,
    passive,
    play,
    zones,
)


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
    ("given", "seat", "expected"),
    [
        ("your turn", 0, True),
        ("your turn", 1, False),
        ("their turn", 0, False),
        ("their turn", 1, True),
    ],
)
def test_whose_turn_it_is(given: str, seat: int, expected: bool) -> None:  # noqa: FBT001
    moves = "hum trick" if seat else "hum - trick"
    assert holds(given, "hand0=hum,trick hand1=trick", moves, seat) == expected


@pytest.mark.parametrize(
    ("given", "moves", "expected"),
    [
        ("combat", "jab - trick", True),
        ("combat", "trick", False),
        ("no combat", "jab - trick", False),
        ("no combat", "trick", True),
    ],
)
def test_combat(given: str, moves: str, expected: bool) -> None:  # noqa: FBT001
    assert holds(given, "", moves) == expected


@pytest.mark.parametrize(
    ("given", "moves", "expected"),
    [
        ("previous yours", "jab - trick", True),
        ("previous theirs", "jab - trick", False),
        ("previous yours", "jab brace trick", False),
        ("previous theirs", "jab brace trick", True),
        ("previous yours", "trick", False),
        ("previous theirs", "trick", False),
        ("previous yours", "jab trick", False),
        ("previous theirs", "jab trick", True),
    ],
)
def test_the_link_before(given: str, moves: str, expected: bool) -> None:  # noqa: FBT001
    seat = int(moves == "jab trick")
    assert holds(given, "hand0=jab,trick hand1=brace,trick", moves, seat) == expected


@pytest.mark.parametrize(
    ("given", "moves", "expected"),
    [
        ("links >= 2", "jab - trick", True),
        ("links >= 3", "jab - trick", False),
        ("links <= 2", "jab - trick", True),
        ("links <= 1", "jab - trick", False),
        ("links <= 2", "hum - - jab - trick", True),
        ("links >= 3", "hum - - jab - trick", False),
    ],
)
def test_links_of_this_chain(given: str, moves: str, expected: bool) -> None:  # noqa: FBT001
    assert holds(given, "hand0=jab,trick,hum", moves) == expected


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
