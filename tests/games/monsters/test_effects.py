"""What effects do."""

import re
from pathlib import Path
from typing import Any

import pytest

from duelhall.engine.errors import BadPosition
from duelhall.engine.record import copied
from duelhall.engine.template import interpreted
from duelhall.games.monsters.board import sketch
from duelhall.games.monsters.effects import use_chance
from duelhall.games.monsters.operations import (
    ALWAYS_NAMED,
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    COST,
    OPERATIONS,
    WORDS,
    Operation,
)
from duelhall.games.monsters.rules import guess
from duelhall.games.monsters.scenes import TELLERS
from duelhall.match.match import Match
from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    IRIS,
    JAB,
    PUSH,
    ROSE,
    STONE,
    begun,
    check,
    damage,
    duel,
    field,
    fired,
    left,
    monster,
    move,
    play,
    position,
    special,
    zones,
)

ACTS = move("Drum", "0", "~", field("draw"), traits="Blue")
FLOWERS = (ROSE, IRIS, STONE, ACTS)


def done(
    do: str, places: str, *, rest: str = "deck", seed: int = 0, rules: str = "standard", **more: Any
) -> Match:
    """The match after player 0 has played a special with an operation in its Alter phase."""
    game = duel(special(do, **more), *FLOWERS, rules=rules)
    places = (
        places.replace("hand0=", "hand0=trick,") if "hand0" in places else f"hand0=trick {places}"
    )
    match = begun(game, f"phase=alter {places}", "trick - -", rest=rest, seed=seed)
    assert do in ("cancel", "keep") or len(fired(match)) > 2
    return match


def sizes(match: Match, zone: str) -> tuple[int, int]:
    found = zones(match)
    return len(found.get(f"{zone}0", [])), len(found.get(f"{zone}1", []))


TARGETS = [("self", (1, 0)), ("opponent", (0, 1)), ("both", (1, 1))]
by_target = pytest.mark.parametrize(("target", "who"), TARGETS)


# --- attack and defence ---


@pytest.mark.parametrize(
    ("target", "amount", "taken"),
    [("self", 2, 5), ("opponent", 2, 3), ("both", 2, 5), ("self", -2, 1), ("both", -1, 2)],
)
def test_attack_changes_the_attack_of_the_attacker_only(
    target: str, amount: int, taken: int
) -> None:
    game = duel(JAB, move("Cheer", "+0", "~", play("attack", target=target, amount=amount)))
    assert damage(begun(game, "hand0=jab,cheer", "jab - cheer - -")) == taken


@pytest.mark.parametrize(
    ("target", "amount", "taken"),
    [("self", 2, 1), ("opponent", 2, 3), ("both", 1, 1), ("self", -1, 3), ("opponent", -1, 3)],
)
def test_defence_changes_the_defence_of_the_defender_only(
    target: str, amount: int, taken: int
) -> None:
    game = duel(JAB, move("Dig", "~", "+0", play("defence", target=target, amount=amount)))
    assert damage(begun(game, "hand0=jab hand1=dig", "jab dig - -")) == taken


def test_the_opponents_attack_and_defence_can_be_changed() -> None:
    sap = move("Sap", "~", "+0", play("attack", target="opponent", amount=-2))
    assert damage(begun(duel(JAB, sap), "hand0=jab hand1=sap", "jab sap - -")) == 1
    crack = move("Crack", "+0", "~", play("defence", target="opponent", amount=-2))
    game = duel(JAB, GUARD, crack)
    assert damage(begun(game, "hand0=jab,crack hand1=guard", "jab guard crack - -")) == 3


def test_outside_combat_attack_and_defence_change_nothing() -> None:
    hum = move("Hum", "0", "~", play("attack", amount=5), play("defence", amount=5))
    match = begun(duel(JAB, hum), "hand0=jab,hum", "hum - -")
    assert "add_to_combat" not in fired(match)
    for word in ("jab", "pass", "pass"):
        match.play(word)
    assert damage(match) == 3


def test_changes_last_for_this_combat_only() -> None:
    game = duel(JAB, move("Cheer", "+0", "~", play("attack", amount=2)))
    match = begun(game, "hand0=jab,cheer hand1=jab", "jab - cheer - - - - jab - -")
    assert (damage(match, 0), damage(match, 1)) == (3, 5)


# --- draw, mill, search ---


@by_target
def test_draw(target: str, who: tuple[int, int]) -> None:
    match = done("draw", "deck0=iris,rose deck1=rose,iris", target=target, amount=2)
    assert sizes(match, "hand") == (2 * who[0], 2 * who[1])
    check(match, f"hand0={'iris,rose' if who[0] else ''}")


@by_target
def test_mill(target: str, who: tuple[int, int]) -> None:
    match = done("mill", "deck0=iris,rose deck1=rose,iris", target=target, amount=2)
    assert sizes(match, "drop") == (2 * who[0], 2 * who[1])
    check(match, f"drop1={'iris,rose' if who[1] else ''}")


@pytest.mark.parametrize("do", ["draw", "mill"])
def test_draw_and_mill_beyond_the_deck_lose(do: str) -> None:
    match = done(do, "deck0=iris,rose", rest="stasis", rules="deck-out", amount=3)
    assert match.winner == 1
    assert sizes(match, "hand" if do == "draw" else "drop") == (2, 0)


@by_target
def test_search(target: str, who: tuple[int, int]) -> None:
    decks = "deck0=rose,filler,iris deck1=rose,rose,iris"
    match = done("search", decks, target=target, amount=3, trait="Red")
    if who[0]:
        check(match, "hand0=rose known0=rose drop0=filler,iris")
    if who[1]:
        check(match, "hand1=rose known1=rose drop1=iris")
    assert sizes(match, "hand") == who


def test_search_shows_at_most_that_many() -> None:
    match = done("search", "deck0=rose,filler,iris", amount=2, trait="Red")
    check(match, "hand0= drop0=filler,iris")


def test_search_goes_as_far_as_the_deck_does_and_nobody_loses() -> None:
    match = done("search", "deck0=iris,filler", rest="stasis", amount=9, trait="Red")
    assert not match.over
    check(match, "hand0= drop0=filler,iris deck0=")


# --- discard, recover, revive, destroy ---


@by_target
def test_discard(target: str, who: tuple[int, int]) -> None:
    match = done("discard", "hand0=rose*2,iris hand1=rose*2,iris", target=target, amount=2)
    assert sizes(match, "drop") == (2 * who[0], 2 * who[1])
    assert sizes(match, "hand") == (3 - 2 * who[0], 3 - 2 * who[1])


def test_discard_more_than_there_are() -> None:
    match = done("discard", "hand1=rose,iris", target="opponent", amount=9)
    check(match, "hand1= drop1=iris,rose")


def test_discard_is_at_random() -> None:
    dropped = [
        zones(done("discard", "hand1=rose,iris", target="opponent", seed=seed))["drop1"]
        for seed in range(40)
    ]
    assert 8 < dropped.count(["rose"]) < 32


@by_target
def test_recover(target: str, who: tuple[int, int]) -> None:
    match = done("recover", "drop0=rose*3 drop1=rose*3", target=target, amount=2)
    assert sizes(match, "hand") == sizes(match, "known") == (2 * who[0], 2 * who[1])


def test_recover_only_those_with_a_trait_and_as_many_as_there_are() -> None:
    match = done("recover", "drop0=rose*2,iris,filler,stone", amount=9, trait="Red")
    check(match, "hand0=rose*2,stone drop0=filler,iris")
    check(done("recover", "", amount=2), "hand0=")


@by_target
def test_revive(target: str, who: tuple[int, int]) -> None:
    drops = "drop0=rose,stone,drum drop1=rose,stone,drum"
    match = done("revive", drops, target=target, amount=9)
    for seat in (0, 1):
        check(match, f"stasis{seat}={'drum,stone' if who[seat] else ''}")
        check(match, f"drop{seat}={'rose' if who[seat] else 'rose,drum,stone'}")


def test_revive_only_those_with_a_trait() -> None:
    match = done("revive", "drop0=stone*2,drum", amount=9, trait="Blue")
    check(match, "stasis0=drum drop0=stone*2")
    check(
        done("revive", "drop0=stone*2,drum", amount=1, trait="Red"),
        "stasis0=stone drop0=drum,stone",
    )


@by_target
def test_destroy(target: str, who: tuple[int, int]) -> None:
    match = done("destroy", "stasis0=drum*3 stasis1=drum*3", target=target, amount=2)
    assert sizes(match, "drop") == (2 * who[0], 2 * who[1])
    assert sizes(match, "stasis") == (3 - 2 * who[0], 3 - 2 * who[1])


def test_destroy_more_than_there_are() -> None:
    check(done("destroy", "stasis0=drum,stone", amount=9), "stasis0= drop0=drum,stone")


# --- heal, reclaim, damage ---


@by_target
def test_heal(target: str, who: tuple[int, int]) -> None:
    wounds = "damage0=rose,iris,stone damage1=rose,iris,stone"
    match = done("heal", wounds, target=target, amount=2)
    for seat in (0, 1):
        check(match, f"damage{seat}={'rose' if who[seat] else 'rose,iris,stone'}")
        check(match, f"drop{seat}={'iris,stone' if who[seat] else ''}")


@by_target
def test_reclaim(target: str, who: tuple[int, int]) -> None:
    wounds = "damage0=rose,iris,stone damage1=rose,iris,stone"
    match = done("reclaim", wounds, target=target, amount=2)
    for seat in (0, 1):
        check(match, f"damage{seat}={'rose' if who[seat] else 'rose,iris,stone'}")
        check(match, f"hand{seat}={'iris,stone' if who[seat] else ''}")
        check(match, f"known{seat}={'iris,stone' if who[seat] else ''}")


def test_heal_and_reclaim_more_than_there_are() -> None:
    check(done("heal", "damage0=rose", amount=9), "damage0= drop0=rose")
    check(done("reclaim", "damage0=rose", amount=9), "damage0= hand0=rose")


@by_target
def test_damage(target: str, who: tuple[int, int]) -> None:
    match = done("damage", "", target=target, amount=2)
    assert (damage(match, 0), damage(match, 1)) == (2 * who[0], 2 * who[1])


def test_damage_of_more_than_the_hp_is_the_end() -> None:
    match = done("damage", "damage1=filler", target="opponent", amount=9)
    assert (match.winner, damage(match)) == (0, 9)


# --- expose ---


@by_target
def test_expose(target: str, who: tuple[int, int]) -> None:
    match = done("expose", "hand0=rose*2,iris hand1=rose*2,iris", target=target, amount=2)
    assert sizes(match, "known") == (2 * who[0], 2 * who[1])
    assert sizes(match, "hand") == (3, 3)


def test_expose_shows_only_what_is_not_known_yet() -> None:
    match = done("expose", "hand1=rose*2,iris known1=rose*2", target="opponent", amount=1)
    check(match, "known1=iris,rose*2 hand1=iris,rose*2")
    match = done("expose", "hand1=rose*2 known1=rose", target="opponent", amount=9)
    check(match, "known1=rose*2 hand1=rose*2")


# --- drain, charge ---


@by_target
def test_drain(target: str, who: tuple[int, int]) -> None:
    match = done("drain", "", target=target, amount=1, trait="Blue")
    assert [left(match, seat, "Blue") for seat in (0, 1)] == [2 - who[0], 2 - who[1]]
    assert [left(match, seat, "Red") for seat in (0, 1)] == [4, 4]


@by_target
def test_charge(target: str, who: tuple[int, int]) -> None:
    match = done("charge", "", target=target, amount=2, trait="Green")
    assert [left(match, seat, "Green") for seat in (0, 1)] == [2 * who[0], 2 * who[1]]


def test_nobody_has_fewer_than_none_or_more_than_seven() -> None:
    assert left(done("drain", "", amount=7, trait="Red"), 0, "Red") == 0
    assert left(done("charge", "", amount=7, trait="Red"), 0, "Red") == 7


def test_drain_and_charge_are_for_this_turn() -> None:
    for do in ("drain", "charge"):
        match = done(do, "", amount=1, trait="Red")
        match.play("pass")
        match.play("pass")
        assert [left(match, seat, "Red") for seat in (0, 1)] == [4, 4]


# --- cancel, return, keep ---


def test_cancel_the_link_just_before_and_no_other() -> None:
    veto = move("Veto", "~", "~", play("cancel"), use="attack defence")
    cheer = move("Cheer", "+2", "~")
    match = begun(
        duel(JAB, PUSH, cheer, BRACE, veto),
        "hand0=jab,push,cheer hand1=veto", "jab - push - cheer veto - -",
    )  # fmt: skip
    assert damage(match) == 3 + 1
    assert "cancel" in fired(match)


def test_return_the_card_of_the_link_just_before_to_its_owner() -> None:
    fetch = move("Fetch", "~", "~", play("return", what="previous"), use="attack defence")
    match = begun(duel(JAB, GUARD, fetch), "hand0=jab,fetch hand1=guard", "jab guard fetch - - -")
    check(match, "hand1=guard known1=guard drop0=jab,fetch")
    assert damage(match) == 3


def test_return_of_a_card_from_stasis_and_of_ones_own() -> None:
    sentry = move("Sentry", "~", "+1", field("return", what="this"))
    match = begun(duel(JAB, sentry), "hand0=jab stasis1=sentry", "jab !sentry - - -")
    check(match, "hand1=sentry known1=sentry drop1=")
    assert damage(match) == 3


def test_return_leaves_a_monster_where_it_is() -> None:
    fetch = move("Fetch", "~", "~", play("return", what="previous"), use="attack")
    beast = monster(field("draw"), field("return", what="this"), use="defence")
    match = begun(duel(JAB, fetch, mine=beast), "hand0=jab,fetch", "jab !monster fetch - - -")
    check(match, "hand1=filler known1= known0=")
    assert not match.over


def test_keep_puts_a_card_back_to_stasis_and_its_stats_count() -> None:
    sentry = move("Sentry", "~", "+1", field("keep"))
    match = begun(duel(JAB, sentry), "hand0=jab stasis1=sentry", "jab !sentry - -")
    assert damage(match) == 1
    match.play("pass")
    check(match, "stasis1=sentry drop1=")


def test_of_keep_and_return_the_last_one_counts() -> None:
    for effects, place in (
        ((field("keep"), field("return", what="this")), "hand0=bell,filler*2 stasis0="),
        ((field("return", what="this"), field("keep")), "hand0=filler*2 stasis0=bell"),
    ):
        bell = move("Bell", "0", "~", *effects)
        check(begun(duel(bell), "stasis0=bell", "!bell - - -"), place)


# --- every operation ---


def test_every_operation_is_on_a_card_of_a_test() -> None:
    files = (file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("test_*.py"))
    played = set(re.findall(r'\(\s*"(\w+)"', " ".join(files)))
    lonely = [word for word in WORDS if word not in played]
    assert lonely == [], "no test here plays a card that does these"


def test_every_operation_is_carried_out_by_a_rule_of_its_own() -> None:
    rules = {row.word: rules_of(row) for row in OPERATIONS if row.has_target}
    common = set.intersection(*rules.values())
    idle = [word for word, found in rules.items() if found == common]
    assert idle == [], "operate in effects.py has no branch for these"


def rules_of(row: Operation) -> set[str]:
    """The rules that fire when a special does an operation, with whatever that takes."""
    more: dict[str, Any] = {"trait": "Red"} if row.trait == ALWAYS_NAMED else {}
    more |= {"what": row.what[0]} if row.what else {}
    more |= {"until": "turn"} if row.untils else {}
    game = duel(special(row.word, **more), ROSE, STONE)
    zones = "hand0=trick,rose drop0=stone stasis0=stone damage0=stone"
    match = game.match(position=position(game, f"phase=alter {zones}"))
    for word in ("trick", "pass", "pass"):
        match.play(word)
    return fired(match)


def test_an_operation_without_a_branch_does_nothing() -> None:
    state = duel(ROSE, STONE).match(seed=1).state
    before = state.tobytes()
    interpreted(use_chance)(state[0], 0, len(OPERATIONS), 1, 0)
    assert state.tobytes() == before


@pytest.mark.parametrize("row", OPERATIONS, ids=WORDS)
def test_the_row_of_an_operation_is_whole(row: Operation) -> None:
    number = WORDS.index(row.word)
    is_stat = number in (CHANGE_ATTACK, CHANGE_DEFENCE)
    assert row.prints or is_stat or number == COST, "what is printed on a card?"
    assert row.tells or is_stat or number in TELLERS, "what is told afterwards?"
    assert bool(row.leaves) == bool(row.enters), "which zones do its cards leave and enter?"
    assert row.leaves or not row.can_choose, "where do the cards lie that are chosen?"
    assert len(row.what) == len(row.phrases), "what is printed for each word for what?"


# --- cards that go face up under the deck (M10, M19) ---


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
