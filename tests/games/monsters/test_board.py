"""What a person sees: boards, resolving chains, and sums."""

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.board import Sketch, Zone
from duelhall.games.monsters import rules
from duelhall.games.monsters.board import first_sketch, sketch
from duelhall.games.monsters.situation_text import formula
from duelhall.match.match import Match
from duelhall.play.lesson import find_lesson
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    BRACE,
    GUARD,
    HUM,
    JAB,
    PUSH,
    SHOUT,
    begun,
    damage,
    duel,
    field,
    monster,
    move,
    passive,
    play,
    special,
)

VETO = move("Veto", "~", "~", play("cancel"), use="attack defence answer")
BELL = move("Bell", "0", "~", field("draw"), play("return", what="this"), activate="alter answer",
            traits="Red")  # fmt: skip


def text_of(sketch: Sketch) -> str:
    """A board as one text."""
    rows = [f"{row.label}: {' '.join(piece.text for piece in row.pieces)} | {row.note}"
            for row in sketch.rows]  # fmt: skip
    return "\n".join([sketch.heading, *rows, *sketch.lines])


def row(sketch: Sketch, label: str, number: int = -1) -> str:
    """The cards of a row; of two of the same name the near one, if nothing else is said."""
    found = [row for row in sketch.rows if row.label.strip() == label]
    return " ".join(piece.text for piece in found[number].pieces)


# --- boards ---


def test_the_heading_says_whose_turn_and_phase_it_is() -> None:
    match = begun(duel(JAB, HUM), "phase=alter turn=7 hand0=jab,hum")
    assert [match.sketch(seat).heading for seat in (0, 1, None)] == [
        "Turn 7 of 100: your Alter",
        "Turn 7 of 100: the opponent's Alter",
        "Turn 7 of 100: player 0's Alter",
    ]
    match.play("pass")
    match.play("hum")
    assert match.sketch(0).heading == "Turn 7 of 100: your Battle, a non-combat chain"
    match = begun(duel(JAB), "hand0=jab", "jab")
    assert match.sketch(1).heading == "Turn 1 of 100: the opponent's Battle, a combat chain"
    match = begun(duel(JAB), "hand0=jab damage1=filler*8", "jab - -")
    assert match.sketch(1).heading == "The game is over in turn 1"


def test_the_zones_of_both_players_are_shown_the_own_ones_below() -> None:
    game = duel(JAB, BELL, mine=monster(hp=7, atk=2, defence=3))
    match = begun(
        game, "hand0=jab*2,bell stasis0=bell*2 drop1=jab damage1=jab,filler left=010000:000000"
    )
    sketch = match.sketch(0)
    assert row(sketch, "You") == "Beast"
    assert row(sketch, "Opponent") == "Brute"
    notes = {found.label: found.note for found in sketch.rows}
    assert notes["You"] == "HP 7 of 7, ATK 2, DEF 3; left: Blue 1"
    assert notes["Opponent"] == "HP 5 of 7, ATK 2, DEF 3; left: nothing"
    assert row(sketch, "Stasis") == "bell*2"
    assert row(sketch, "Drop", 0) == "jab"
    assert row(sketch, "Damage", 0) == "jab filler"
    assert row(sketch, "Hand") == "3 cards"
    assert row(sketch, "jab*2") == "ATK:3 / DEF:~"
    assert row(sketch, "bell") == "ATK:0 / DEF:~"
    assert notes["    jab*2"] == "free."
    assert notes["    bell"] == (
        "Red. Activate it in your Alter phase or in answer to a non-combat chain. "
        "Field: draw 1 card. Play: this card goes back to your hand."
    )
    assert row(match.sketch(None), "Player 1", 0) == "Brute"
    assert row(match.sketch(None), "Hand") == "jab*2 bell"


def test_the_zones_are_data() -> None:
    game = duel(JAB, BELL, mine=monster(hp=7, atk=2, defence=3))
    match = begun(
        game, "hand0=jab*2,bell stasis0=bell*2 drop1=jab damage1=jab,filler left=010000:000000"
    )
    board = match.board(0)
    zones = {zone.id: zone for zone in board.zones}
    assert (board.facts["turn"], board.facts["active"], board.facts["phase"]) == (1, 0, "battle")
    assert zones["monster1"].facts == {
        "hp": 5, "full_hp": 7, "atk": 2, "def": 3, "cost_change": {}, "effect_used": False,
        "traits_left": dict.fromkeys(zones["monster1"].facts["traits_left"], 0),
    }  # fmt: skip
    assert zones["monster0"].facts["traits_left"]["Blue"] == 1
    (resting,) = zones["stasis0"].cards
    assert (resting.face, resting.count, resting.facts["atk"]) == ("bell", 2, "0")
    assert [card.face for card in zones["damage1"].cards] == ["jab", "filler"]
    jab, bell = zones["hand0"].cards
    assert (jab.count, jab.facts["atk"], jab.facts["def"], jab.facts["cost"]) == (2, "3", "~", [])
    assert bell.facts["cost"] == ["Red"]
    (hidden,) = zones["deck1"].cards
    assert (hidden.face, hidden.facing, hidden.count) == ("", "hidden", zones["deck1"].size)


def test_the_chain_is_data() -> None:
    match = begun(duel(JAB, BRACE, PUSH), "hand0=jab,push hand1=brace", "jab brace push")
    chain = match.board(1).zone("chain")
    assert chain
    assert [(card.owner, card.face, card.facts["counts_as"]) for card in chain.cards] == [
        (0, "jab", "initial"), (1, "brace", "additional"), (0, "push", "additional"),
    ]  # fmt: skip
    assert [card.facts["value"] for card in chain.cards] == ["3", "+1", "+1"]
    assert (chain.facts["atk"]["total"], chain.facts["def"]["total"]) == (4, 2)
    assert (chain.facts["damage"], chain.facts["direct"]) == (2, False)
    assert begun(duel(JAB), "phase=alter").board(0).zone("chain") is None


def test_one_card_is_one_card_but_for_bots_of_the_first_protocol() -> None:
    match = duelhall.load("monsters").match(seed=3)
    board = match.board(0)
    zones = tuple(replace(z, cards=z.cards[-1:]) if z.kind == "hand" else z for z in board.zones)
    for sketched, text in ((sketch, "1 card"), (first_sketch, "1 cards")):
        rows = sketched(replace(board, zones=zones)).rows
        assert [row.pieces[0].text for row in rows if row.label == "  Hand"][-1] == text


def test_of_the_opponents_hand_only_known_cards_are_shown() -> None:
    match = begun(duel(JAB, GUARD, PUSH), "hand0=jab,guard,push known0=push hand1=guard")
    assert row(match.sketch(1), "Hand", 0) == "push 2 hidden"
    assert "jab" not in text_of(match.sketch(1))
    match = begun(duel(JAB), "hand0=jab known0=jab")
    assert row(match.sketch(1), "Hand", 0) == "jab"


def test_nothing_hidden_is_on_a_board() -> None:
    """The board of a state is the board of any state that looks the same."""
    game = duelhall.load("monsters")
    match = random_match(game, 4)
    for number, state in enumerate(match.states[::5]):
        for seat in (0, 1):
            guess = game.guess(game.view(state, seat), seat, number)
            boards = [game.board(game.view(one, seat), seat) for one in (state, guess)]
            assert boards[0] == boards[1]


def test_the_chain_is_shown_with_what_each_link_counts_as() -> None:
    beast = monster(field("draw"), use="attack")
    game = duel(JAB, BRACE, PUSH, SHOUT, BELL, mine=beast)
    match = begun(
        game, "hand0=jab,push hand1=brace,shout stasis0=bell", "jab brace !monster shout push"
    )
    assert match.sketch(0).lines == (
        "Chain",
        "  1. you: Jab, initial ATK 3",
        "  2. opponent: Brace, additional DEF +1",
        "  3. you: Beast, the monster's effect",
        "  4. opponent: Shout, special",
        "  5. you: Push, additional ATK +1",
        (
            "  so far: ATK 0 (Beast) +3 (Jab) +1 (Push) = 4 against "
            "DEF 1 (Brute) +1 (Brace) = 2: 2 damage"
        ),
    )
    assert match.sketch(None).lines[1] == "  1. player 0: Jab, initial ATK 3"
    assert row(match.sketch(0), "Action") == "jab push"
    match = begun(game, "phase=alter stasis0=bell", "!bell")
    assert match.sketch(1).lines == ("Chain", "  1. opponent: Bell, non-combat, from Stasis")
    assert row(match.sketch(0), "Action") == "!bell"
    assert begun(game, "phase=alter").sketch(0).lines == ()


def to_come(match: Match) -> str:
    """What the board says that effects will add."""
    return "; ".join(line.strip() for line in match.sketch(0).lines if "to come" in line)


CHEER = move("Cheer", "+1", "~", play("attack", amount=2), play("draw"))
LOCK = move("Lock", "~", "+1", play("defence", amount=3, given="their Hand >= 9"),
            play("attack", amount=-1, target="opponent"))  # fmt: skip


def test_what_pending_effects_will_add_is_named() -> None:
    match = begun(duel(JAB, CHEER, LOCK), "hand0=jab,cheer hand1=lock", "jab")
    assert to_come(match) == ""
    match.play("lock")
    assert to_come(match) == "to come: ATK -1 (Lock)"  # as things stand
    match.play("cheer")
    assert to_come(match) == "to come: ATK +2 (Cheer), ATK -1 (Lock)"
    assert "to come" not in str(first_sketch(match.board(0)))  # nor are bots of version 1 told it


def test_what_will_be_cancelled_adds_nothing() -> None:
    game = duel(JAB, CHEER, VETO)
    match = begun(game, "hand0=jab,cheer,veto hand1=veto", "jab - cheer veto")
    assert to_come(match) == ""
    match.play("veto")
    assert to_come(match) == "to come: ATK +2 (Cheer)"


def test_what_may_be_chosen_is_named_so() -> None:
    rage = move("Rage", "+0", "~", play("attack", amount=2, may=True),
                play("attack", amount=4, until="next"),
                play("attack", target="opponent"),
                play("defence", target="both"))  # fmt: skip
    game = duel(JAB, rage, GUARD)
    match = begun(game, "hand0=jab,rage hand1=guard", "jab guard rage")
    named = "to come: ATK +2 (Rage, if chosen), DEF +1 (Rage)"
    assert to_come(match) == named
    match.play("pass")
    match.play("pass")
    assert match.legal() == ["pass", "yes"]
    assert to_come(match) == named
    match.play("yes")
    assert to_come(match) == ""


def test_cancelled_cards_are_marked_until_clear() -> None:
    match = begun(duel(JAB, VETO), "hand0=jab hand1=veto", "jab veto - -")
    assert row(match.sketch(0), "Action") == "jab (cancelled)"


# --- telling ---


def told(match: Match, seat: int | None = 0) -> list[tuple[str, tuple[str, ...]]]:
    number = len(match.moves)
    scenes, texts = match.scenes(number, seat), match.scene_texts(number, seat)
    return [(scene.caption, lines[1:]) for scene, lines in zip(scenes, texts, strict=True)]


def test_nothing_is_told_where_no_chain_resolves() -> None:
    assert told(begun(duel(JAB), "hand0=jab", "jab")) == []


def test_a_chain_is_told_backwards_with_what_its_links_did_and_the_damage() -> None:
    cheer = move("Cheer", "+1", "~", play("attack", amount=2), play("draw"))
    match = begun(duel(JAB, cheer, GUARD), "hand0=jab,cheer hand1=guard", "jab guard cheer - -")
    assert told(match) == [
        (
            "The chain resolves",
            (
                "    you: Cheer, additional ATK +1",
                "      your attack +2 (M11)",
                "      you draw Filler (M10)",
                "    opponent: Guard, initial DEF 2",
                "    you: Jab, initial ATK 3",
            ),
        ),
        (
            "Damage",
            (
                (
                    "    ATK 0 (Beast) +3 (Jab) +1 (Cheer) +2 (effects) = 6"
                    " against DEF 1 (Brute) +2 (Guard) = 3: 2 damage"
                ),
            ),
        ),
    ]


def test_a_cancelled_attack_fails() -> None:
    match = begun(duel(JAB, VETO), "hand0=jab hand1=veto", "jab veto - -")
    scenes = told(match, 1)
    assert scenes[0][1][0] == "    you: Veto, special"
    assert scenes[0][1][2] == "    opponent: Jab, initial ATK 3, cancelled"
    assert scenes[1] == ("The attack fails", ())


def test_cards_on_their_way_are_told() -> None:
    back = move("Back", "+1", "~", play("return", what="this"))
    sentry = move("Sentry", "~", "+1", field("keep"))
    match = begun(duel(JAB, back, sentry), "hand0=jab,back stasis1=sentry", "jab !sentry back - -")
    lines = told(match)[0][1]
    assert "    you: Back, additional ATK +1, goes to the hand" in lines
    assert "    opponent: Sentry, additional DEF +1, from Stasis, goes to Stasis" in lines


def test_a_non_combat_chain_is_told_without_damage() -> None:
    match = begun(duel(HUM), "hand0=hum", "hum - -")
    assert told(match, None) == [("The chain resolves", ("    player 0: Hum, non-combat",))]


def test_a_game_that_ends_in_the_chain_has_no_damage_to_tell() -> None:
    burn = move("Burn", "3", "~", play("damage", target="opponent"))
    match = begun(duel(burn), "hand0=burn damage1=filler*8", "burn - -")
    assert [caption for caption, _ in told(match)] == ["The chain resolves"]


# --- sums ---


def chain_of(match: Match) -> Zone:
    return next(zone for zone in match.board(None).zones if zone.id == "chain")


def test_a_sum_of_one_part_is_a_number_and_a_direct_attack_says_so() -> None:
    match = begun(duel(JAB, mine=monster(defence=5)), "hand0=jab", "jab")
    assert formula(chain_of(match).facts) == (
        "ATK 0 (Beast) +3 (Jab) = 3 against DEF 5: 0, but the attack is direct: 1 damage"
    )


def test_passives_are_effects_and_a_stat_of_0_is_no_part() -> None:
    zero = move("Zero", "+0", "~")
    game = duel(JAB, zero, mine=monster(passive("attack", amount=-1)))
    match = begun(game, "hand0=jab,zero", "jab - zero")
    assert formula(chain_of(match).facts) == (
        "ATK 0 (Beast) +3 (Jab) -1 (effects) = 2 against DEF 1: 2 damage"
    )


@pytest.mark.parametrize("decks", ["Struck Match vs Crossed Out", "Kiln Yard vs Long Winter"])
def test_the_sum_is_what_is_then_dealt(decks: str) -> None:
    checked = 0
    for seed in range(6):
        match = random_match(duelhall.load("monsters", decks=decks), seed)
        for number in range(1, len(match.moves) + 1):
            scenes = {scene.caption: scene for scene in match.scenes(number, None)} if (
                match.states[number - 1].chain == 1 and match.states[number - 1].passes == 1
            ) else {}  # fmt: skip
            if "Damage" not in scenes or match.states[number].winner != -1:
                continue
            defender = 1 - int(match.states[number - 1].active)
            steps = match.explain(number)
            struck = next(step for step in steps if step.rule == "strike")
            dealt = int(match.states[number].in_damage[defender] - struck.state.in_damage[defender])
            caption, facts = scenes["Damage"].parts[0].caption, scenes["Damage"].facts
            found = re.search(r"(\d+) damage(?:, (\d+) of it prevented)?$", caption)
            assert found
            prevented = int(found[2] or 0)
            assert (int(found[1]), prevented) == (facts["damage"], facts["prevented"])
            assert int(found[1]) - prevented == dealt
            checked += 1
    assert checked > 10


def test_the_sum_says_what_is_prevented() -> None:
    ward = move("Ward", "~", "~", play("prevent"), use="defence")
    calm = monster(passive("prevent", given="turn <= 1"))
    for seat, entry, moves in ((0, calm, "jab"), (1, monster(), "jab ward - -")):
        match = begun(duel(JAB, ward, mine=entry), "hand0=jab hand1=ward", moves)
        says = "ATK 0 (Beast) +3 (Jab) = 3 against DEF 1: 3 damage, 1 of it prevented"
        told_now = told(match)[1][1][0].strip() if seat else formula(chain_of(match).facts)
        assert told_now == says


def test_the_sum_of_the_last_blow_may_be_larger_than_what_is_left() -> None:
    match = begun(duel(JAB), "hand0=jab damage1=filler*8", "jab - -")
    assert told(match)[1][1] == ("    ATK 0 (Beast) +3 (Jab) = 3 against DEF 1: 3 damage",)
    assert damage(match) == 9


# --- what moves are for, and what they did ---

WALL = move("Wall", "1", "2", passive("defence"))
PLAN = move("Plan", "~", "~", play("draw"), use="alter answer", requires="your Hand >= 1")
CHIME = move("Chime", "2", "~", field("defence", amount=2), activate="alter answer")


def kinds(match: Match) -> dict[str, str]:
    """The kinds of the legal moves."""
    touches = match.game.definition.picture.touches
    assert touches
    assert touches.kind
    view = match.view(match.to_move)
    return {word: touches.kind(view, match.check(word)) for word in match.legal()}


@pytest.mark.parametrize(
    ("places", "moves", "expected"),
    [
        ("phase=alter hand0=plan,jab stasis0=chime", "", "pass:battle plan:play !chime:use"),
        ("hand0=hum,jab,plan", "", "pass:end jab:attack hum:play"),
        ("hand0=jab,push hand1=wall,brace", "jab", "pass:pass wall:defend brace:defend"),
        ("hand0=jab,push stasis0=chime", "jab -", "pass:pass push:add"),
        ("hand0=hum hand1=plan", "hum", "pass:pass plan:play"),
    ],
)
def test_a_move_says_what_it_is_for(places: str, moves: str, expected: str) -> None:
    lasting = CHIME if "chime" in places else WALL
    match = begun(duel(JAB, PUSH, BRACE, HUM, PLAN, lasting), places, moves)
    assert kinds(match) == dict(part.split(":") for part in expected.split())


def test_a_monsters_effect_is_used_and_what_it_asks_is_chosen() -> None:
    beast = monster(field("discard", choose=True), use="alter")
    match = begun(duel(JAB, PUSH, mine=beast), "phase=alter hand0=jab,push")
    assert kinds(match) == {"pass": "battle", "!monster": "use"}
    match.play("!monster")
    match.play("pass")
    match.play("pass")
    assert kinds(match) == {":jab": "choose", ":push": "choose"}
    assert match.board(1).facts["choice"] == {
        "asks": "card", "of": 0, "rest": 1, "card": "Beast", "does": "discard",
        "says": "discard 1 card, chosen by you.",
    }  # fmt: skip
    match.play(":jab")
    assert change_of(match) == {
        "card": "Beast", "does": "discard", "chose": "Jab",
        "resolved": True, "lost": [0, 0], "hp": [9, 9],
    }  # fmt: skip


def test_who_may_choose_nothing_passes() -> None:
    match = begun(duel(JAB, special("draw", may=True)), "phase=alter hand0=trick", "trick - -")
    assert kinds(match) == {"pass": "pass", "yes": "choose"}


def change_of(match: Match, seat: int | None = None) -> dict[str, object]:
    """What the last move changed; both seats are told the same, if nothing else is said."""
    touches, move = match.game.definition.picture.touches, match.moves[-1]
    assert touches
    assert touches.change
    told = []
    for viewer in (0, 1):
        before, after = (match.game.view(state, viewer) for state in match.states[-2:])
        is_seen = match.move_seen(len(match.moves), viewer) != ":?"
        told.append(dict(touches.change(before, move if is_seen else None, after)))
    assert seat is not None or told[0] == told[1]
    return told[seat or 0]


def test_a_move_tells_what_it_did() -> None:
    match = begun(duel(JAB, GUARD, PUSH), "phase=alter hand0=jab,push hand1=guard")
    sums = {"stasis": False, "atk": 3, "def": 1}
    for word, change in {
        "pass": {"ends": "preparing"},
        "jab": {"card": "Jab", **sums},
        "guard": {"card": "Guard", **sums, "def": 3},
        "push": {"card": "Push", **sums, "atk": 4, "def": 3},
    }.items():
        match.play(word)
        assert change_of(match) == change
    match.play("pass")
    assert change_of(match) == {"passes": True}
    match.play("pass")
    assert change_of(match) == {"passes": True, "resolved": True, "lost": [0, 1], "hp": [9, 8]}
    match.play("pass")
    assert change_of(match) == {"ends": "turn"}


def test_a_move_outside_combat_has_no_sums() -> None:
    match = begun(duel(JAB, BELL), "phase=alter stasis0=bell", "!bell")
    assert change_of(match) == {"card": "Bell", "stasis": True}


def test_m19_a_change_does_not_tell_what_was_chosen_unseen() -> None:
    trick = special("search", choose=True, amount=1)
    worlds = [
        begun(duel(JAB, PUSH, trick), "phase=alter hand0=trick", "trick - -") for _ in range(2)
    ]
    for match, word in zip(worlds, (":jab", ":push"), strict=True):
        match.play(word)
        assert change_of(match, seat=0)["chose"] == word[1:].title()
        known = {"resolved": True, "lost": [0, 0], "hp": [9, 9]}
        assert change_of(match, seat=1) == {"card": "Trick", "does": "search", **known}


def test_the_board_says_what_an_attack_begins_with_and_meets() -> None:
    beast = monster(passive("attack", given="your Stasis >= 1"), atk=2, defence=3)
    match = begun(duel(JAB, WALL, HUM, mine=beast), "hand0=jab stasis0=hum stasis1=wall")
    makes = [[1, 1], [5, 2], [9, 3]]
    assert match.board(1).facts["attack"] == {"atk": 3, "def": 4, "makes": makes}
    match.play("jab")
    assert match.board(1).facts["attack"] is None
    chain = match.board(0).zone("chain")
    assert chain
    assert chain.facts["in_all"] == chain.facts["damage"] == 6 // 4


def test_damage_in_all_counts_what_is_sure_to_come() -> None:
    cry = move("Cry", "2", "~", play("attack", amount=4), play("attack", amount=9, may=True))
    match = begun(duel(cry), "hand0=cry", "cry")
    chain = match.board(0).zone("chain")
    assert chain
    assert (chain.facts["damage"], chain.facts["in_all"]) == (2, 6)


def test_a_card_in_the_hand_has_its_lines_and_its_moments() -> None:
    match = begun(duel(PLAN, WALL), "hand0=plan,wall")
    hand = match.board(0).zone("hand0")
    assert hand
    plan, wall = hand.cards
    assert plan.facts["uses"] == ["alter", "answer"]
    assert plan.facts["effects"] == [
        {"when": "use", "says": "Use it only while your Hand has 1 or more cards."},
        {"when": "play", "says": "draw 1 card."},
    ]
    assert (wall.facts["uses"], wall.facts["effects"]) == (
        [], [{"when": "passive", "says": "your defence +1."}],
    )  # fmt: skip


def test_what_the_lesson_of_monsters_says_is_so() -> None:
    steps = find_lesson("monsters").steps
    hp = [
        tuple(hp - int(lost) for hp, lost in zip((10, 7), step.match.state.in_damage, strict=True))
        for step in steps
    ]
    assert hp == [*[(10, 7)] * 3, *[(10, 5)] * 2, (8, 4), *[(8, 3)] * 4, (8, 0)]
    chains = [step.match.board(0).zone("chain") for step in steps]
    damage = [chain.facts.get("in_all") if chain else None for chain in chains]
    assert damage == [None, 1, 2, None, 3, None, None, None, None, 4, None]
    attacks = [(step.match.board(0).facts["attack"] or {}).get("atk") for step in steps]
    assert [attacks[number] for number in (0, 5, 6, 7, 8)] == [3, 4, 4, 6, 6]
    said = {  # of other moves: ATK, DEF, and the damage
        (1, "clockwork-sentry"): (4, 2, 2), (2, "flare"): (7, 4, 1), (2, "!monster"): (6, 4, 2),
        (3, "flare"): (9, 4, 2), (5, "clockwork-sentry"): (6, 3, 2), (5, "overwind"): (6, 3, 2),
        (5, "guttering"): (6, 3, 2), (5, "flare"): (6, 2, 3), (9, "clockwork-sentry"): (6, 2, 3),
    }  # fmt: skip
    for (number, other), expected in said.items():
        match = steps[number - 1].match.copy()
        match.play(other)
        chain = match.board(0).zone("chain")
        assert chain
        found = chain.facts["atk"]["total"], chain.facts["def"]["total"], chain.facts["in_all"]
        assert (number, other, found) == (number, other, expected)
    assert steps[-1].match.winner == 0


EXAMPLES = tomllib.loads((Path(rules.__file__).with_name("examples.toml")).read_text("utf-8"))


@pytest.mark.parametrize("example", EXAMPLES["example"], ids=lambda example: example["ruling"])
def test_a_ruling_fires_in_its_example(example: dict[str, str]) -> None:
    match = duelhall.load("monsters", backend="python").match(position=example["position"])
    match.play(example["move"])
    assert example["ruling"] in {ruling for step in match.explain() for ruling in step.rulings}
