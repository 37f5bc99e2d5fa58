"""Cards and what they did, in words."""

import re
from typing import Any

import pytest

import duelhall
from duelhall.games.monsters import words
from duelhall.games.monsters.card_text import effect_sentence, printed, use_sentence
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.effect_file import EffectReader
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.operations import OPERATIONS, WORDS
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    GUARD,
    HUM,
    IRIS,
    JAB,
    PUSH,
    ROSE,
    SHOUT,
    STONE,
    TRAITS,
    Entry,
    begun,
    document,
    duel,
    field,
    game_of,
    made_set,
    monster,
    move,
    passive,
    play,
    special,
)

CONDITIONS = (
    "your turn", "their turn", "combat", "no combat", "previous yours", "previous theirs",
    "attack type Red", "defence type Blue", "links >= 3", "links <= 2", "your Hand >= 3",
    "their Deck <= 4", "your Drop >= 1", "their Stasis <= 0", "your Damage >= 2", "their Red >= 1",
    "your Green <= 7", "alter", "battle", "chain", "answer", "defended", "undefended",
    "turn >= 4", "turn <= 9", "combats >= 1", "their HP <= 3", "your damage taken >= 2",
)  # fmt: skip


def sentence(entry: Entry) -> str:
    faults = Faults("a test")
    effect = EffectReader(entry, (), TRAITS, faults).effect()
    faults.refuse()
    assert effect
    return effect_sentence(effect)


def test_every_shipped_effect_is_a_sentence() -> None:
    for card in (*STANDARD.monsters.values(), *STANDARD.moves.values()):
        for effect in card.effects:
            said = effect_sentence(effect)
            assert said.endswith(".")
            assert said.split(":")[0] in ("Play", "Field", "Passive", "Chain")
            assert "  " not in said


@pytest.mark.parametrize("do", WORDS)
def test_every_operation_for_every_target_and_per_is_a_sentence(do: str) -> None:
    form = OPERATIONS[WORDS.index(do)]
    more: dict[str, Any] = {"trait": "Blue"} if form.trait else {}
    for target in words.TARGETS if form.has_target else ("",):
        for per in (*words.PER, "their Blue") if form.amounts else ("",):
            for what in form.what or ("",):
                given = {"target": target, "per": per, "what": what}
                entry = field(do, **more, **{name: word for name, word in given.items() if word})
                assert sentence(entry).endswith(".")


def test_conditions_in_words() -> None:
    said = [sentence(play("draw", given=given)) for given in CONDITIONS]
    assert [text.removeprefix("Play: ").removesuffix(", draw 1 card.") for text in said] == [
        "during your turn",
        "during the opponent's turn",
        "in combat",
        "outside combat",
        "if the link before it is yours",
        "if the link before it is the opponent's",
        "if Red is among the attack types",
        "if Blue is among the defence types",
        "if the chain has 3 or more links",
        "if the chain has 2 or fewer links",
        "if your Hand has 3 or more cards",
        "if the opponent's Deck has 4 or fewer cards",
        "if your Drop has 1 or more cards",
        "if the opponent's Stasis has no cards",
        "if your Damage has 2 or more cards",
        "if the opponent has 1 or more Red left",
        "if you have 7 or fewer Green left",
        "in Alter",
        "in Battle",
        "in a chain",
        "if this answers a non-combat chain",
        "if a defensive move was used in this combat",
        "if no defensive move was used in this combat",
        "if this is turn 4 or later",
        "if this is turn 9 or earlier",
        "if combat has been initiated 1 or more times this turn",
        "if the opponent's monster has 3 or fewer HP left",
        "if you have taken 2 or more damage this turn",
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("not your turn", "if it is not your turn"),
        ("not alter", "if this is not Alter"),
        ("not chain", "if this is not a chain"),
        ("not attack type Red", "if Red is not among the attack types"),
        ("not combat", "outside combat"),
        ("not no combat", "in combat"),
        ("not your Hand >= 6", "if your Hand has 5 or fewer cards"),
        ("not your Hand >= 1", "if your Hand has no cards"),
        ("not your Red >= 1", "if you have no Red left"),
        ("not combats >= 1", "if combat has not been initiated this turn"),
        ("not turn <= 8", "if this is turn 9 or later"),
        ("not turn >= 2", "if this is the first turn"),
        ("not links >= 0", "if it is not the case that the chain has 0 or more links"),
        ("not defended", "if it is not the case that a defensive move was used in this combat"),
        ("not not combat", "if it is not the case that this is not combat"),
    ],
)
def test_the_opposite_of_a_condition(given: str, said: str) -> None:
    assert sentence(play("draw", given=given)) == f"Play: {said}, draw 1 card."


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (play("draw"), "Play: draw 1 card."),
        (play("draw", target="opponent", amount=2), "Play: the opponent draws 2 cards."),
        (field("discard", target="both"), "Field: both players discard 1 card at random."),
        (passive("attack", amount=-1), "Passive: your attack -1."),
        (
            passive("defence", target="opponent", amount=2, given="combat"),
            "Passive: in combat, the opponent's defence +2.",
        ),
        (
            play("recover", trait="Red", amount=2),
            "Play: take 2 cards with Red from Drop to hand, at random.",
        ),
        (play("recover"), "Play: take 1 card from Drop to hand, at random."),
        (
            passive("forbid", what="stasis", target="opponent"),
            "Passive: the opponent cannot activate cards from Stasis.",
        ),
        (field("keep"), "Field: this card goes back to Stasis."),
        (play("return", what="this"), "Play: this card goes back to your hand."),
        (
            play("return", what="previous"),
            "Play: the card of the link before it goes back to its owner's hand.",
        ),
        (play("damage", per="link"), "Play: take 1 damage for each link of the chain."),
        (play("heal", per="their Stasis"),
         "Play: heal 1 for each card in the opponent's Stasis."),
        (play("attack", per="your Drop"), "Play: your attack +1 for each card in your Drop."),
        (play("attack", amount=2, until="turn"), "Play: your attack +2 until the end of the turn."),
        (play("defence", amount=1, until="next"), "Play: your next defence +1."),
        (play("prevent", amount=2), "Play: take 2 less damage this turn."),
        (passive("prevent", target="opponent"),
         "Passive: the opponent takes 1 less damage each time."),
        (play("again"), "Play: you can initiate combat 1 more time this turn."),
        (play("bury", trait="Red", amount=2, choose=True),
         "Play: put 2 cards with Red from Drop face up under the deck, chosen by you."),
        (play("cost", trait="Red", amount=-1),
         "Play: your moves that cost Red cost 1 less of it until the end of the turn."),
        (passive("cost", amount=2, target="opponent"),
         "Passive: the opponent's moves cost 2 more of each trait in their costs."),
        (play("cost", amount=1, target="both", until="next"),
         "Play: both players' next moves cost 1 more of each trait in their costs."),
        (play("cost", trait="Red", amount=2, up_to=True, until="next"),
         "Play: your next move costs up to 2 more Red, if Red is part of its cost."),
        (play("draw", per="combat"),
         "Play: draw 1 card for each combat that was initiated this turn."),
        (play("draw", per="their Red"),
         "Play: draw 1 card for each Red that the opponent has left."),
        (play("recall"), "Play: take 1 card from Stasis to hand, at random."),
        (play("draw", per="turn"), "Play: draw 1 card for each turn of the game so far."),
        (play("draw", per="their HP"),
         "Play: draw 1 card for each HP that the opponent's monster has left."),
        (play("draw", per="your damage taken"),
         "Play: draw 1 card for each point of damage that you have taken this turn."),
        (play("draw", may=True), "Play: you may draw 1 card."),
        (play("draw", target="opponent", may=True, by="opponent"),
         "Play: the opponent may draw 1 card."),
        (play("draw", may=True, by="opponent"), "Play: if the opponent so chooses, draw 1 card."),
        (play("draw", target="both", may=True),
         "Play: if you so choose, both players draw 1 card."),
        (play("attack", may=True), "Play: if you so choose, your attack +1."),
        (play("cancel", may=True), "Play: you may cancel the link before it."),
        (play("discard", target="opponent", may=True, choose=True, by="owner"),
         "Play: if you so choose, the opponent discards 1 card, chosen by its owner."),
        (play("draw", amount=2, up_to=True), "Play: draw up to 2 cards."),
        (play("attack", amount=2, up_to=True), "Play: your attack up to +2."),
        (play("discard", choose=True), "Play: discard 1 card, chosen by you."),
        (play("discard", target="both", choose=True, by="owner"),
         "Play: both players discard 1 card, chosen by its owner."),
        (play("search", choose=True, trait="Red"),
         ("Play: take 1 card with Red from the deck to hand, chosen by you; then the deck is "
          "shuffled.")),
        (play("heal", choose=True, amount=2), "Play: heal 2; the cards are chosen by you."),
        (play("heal", choose=True, per="link"),
         "Play: heal 1 for each link of the chain; the cards are chosen by you."),
        (play("reclaim", choose=True), "Play: take 1 card from Damage to hand, chosen by you."),
        (play("draw", requires="combat"), "Play: draw 1 card. Play it only in combat."),
        (field("draw", requires="your Hand >= 2 and not (combat or their turn)"),
         ("Field: draw 1 card. Activate it only while your Hand has 2 or more cards and it is not "
          "the case that (this is combat or it is the opponent's turn).")),
        (play("draw", given="combat or your turn"),
         "Play: if this is combat or it is your turn, draw 1 card."),
    ],
)  # fmt: skip
def test_some_sentences(entry: Entry, said: str) -> None:
    assert sentence(entry) == said


def test_alternatives_are_told_one_after_the_other() -> None:
    cards = made_set(document(move("Fork", "0", "~", play("draw", either="A", may=True),
                                   play("mill", either="A"))))  # fmt: skip
    assert printed(cards.moves["Fork"]) == [
        "Play: you choose one of these or none: draw 1 card.",
        "Play: or drop 1 card from the top of the deck.",
    ]


def test_the_condition_of_an_alternative_speaks_of_it_alone() -> None:
    hurt, tired = {"if": "your Damage >= 2"}, {"if": "your Hand <= 0"}
    cards = made_set(document(move("Fork", "0", "~", play("heal", either="A", **hurt),
                                   play("draw", either="A", **tired))))  # fmt: skip
    assert printed(cards.moves["Fork"]) == [
        "Play: you choose one of these: if your Damage has 2 or more cards, heal 1.",
        "Play: or, if your Hand has no cards, draw 1 card.",
    ]


def test_what_a_card_says_besides_its_effects() -> None:
    bell = move("Bell", "~", "~", field("draw"), use="alter", activate="defence",
                requires="your Hand >= 1")  # fmt: skip
    mute = move("Mute", "~", "~", field("draw"), use="alter", activate="")
    slow = move("Slow", "1", "~", field("draw"), activate="")
    cards = made_set(document(bell, mute, slow))
    assert printed(cards.moves["Bell"])[:3] == [
        "Play it in your Alter phase.",
        "Activate it in combat during the opponent's turn.",
        "Use it only while your Hand has 1 or more cards.",
    ]
    assert printed(cards.moves["Mute"])[1] == "It cannot be activated from Stasis."
    assert printed(cards.moves["Slow"]) == ["Field: draw 1 card."]


def test_when_a_card_may_be_used() -> None:
    assert use_sentence(["alter", "answer"]) == (
        "Use it in your Alter phase or in answer to a non-combat chain."
    )
    assert use_sentence(words.USES).count(" or ") == 3


# --- what a person is told that effects did ---


VETO = move("Veto", "~", "~", play("cancel"), use="attack defence answer")


def told(match: Match, seat: int | None = 0) -> list[str]:
    """What effects did in the last step, without the links that had them."""
    lines = match.scene_texts(len(match.moves), seat)[0]
    return [line.strip() for line in lines if line.startswith(" " * 6)]


def tricked(places: str, do: str, *, rest: str = "deck", **more: Any) -> Match:
    """The match after player 0 has played a special with one operation in its Alter phase."""
    rules = more.pop("rules", "standard")
    game = duel(special(do, **more), ROSE, IRIS, STONE, rules=rules)
    return begun(game, f"phase=alter hand0=trick {places}", "trick - -", rest=rest)


# --- cards ---

CARDS = [
    # (operation, what it takes, places of player 1, what player 0 is told, what player 1 is)
    ("draw", {"amount": 2}, "deck1=rose,iris", "opponent draws 2 cards (M10)",
     "you draw Iris and Rose (M10)"),
    ("draw", {}, "deck1=rose", "opponent draws 1 card (M10)", "you draw Rose (M10)"),
    ("discard", {}, "hand1=rose", "opponent discards Rose (M10)", "you discard Rose (M10)"),
    ("discard", {}, "", "nothing happens: opponent's Hand is empty (M10)",
     "nothing happens: your Hand is empty (M10)"),
    ("mill", {"amount": 3}, "deck1=rose,iris,rose",
     "opponent drops 2 Rose and Iris from the deck (M10)",
     "you drop 2 Rose and Iris from the deck (M10)"),
    ("search", {"amount": 3, "trait": "Blue"}, "deck1=iris,rose,stone",
     "opponent finds Iris; Stone and Rose to Drop (M10)",
     "you find Iris; Stone and Rose to Drop (M10)"),
    ("search", {"trait": "Blue"}, "deck1=iris", "opponent finds Iris (M10)",
     "you find Iris (M10)"),
    ("search", {"trait": "Blue"}, "deck1=rose", "opponent finds no such card; Rose to Drop (M10)",
     "you find no such card; Rose to Drop (M10)"),
    ("recover", {"amount": 2, "trait": "Red"}, "drop1=rose,iris",
     "opponent takes Rose from Drop to hand (M10)", "you take Rose from Drop to hand (M10)"),
    ("recover", {"trait": "Blue"}, "drop1=rose",
     "nothing happens: opponent's Drop has no such card (M10)",
     "nothing happens: your Drop has no such card (M10)"),
    ("revive", {}, "drop1=rose,stone", "opponent brings Stone from Drop to Stasis (M10)",
     "you bring Stone from Drop to Stasis (M10)"),
    ("revive", {}, "drop1=rose", "nothing happens: opponent's Drop has no such card (M10)",
     "nothing happens: your Drop has no such card (M10)"),
    ("heal", {"amount": 2}, "damage1=iris,stone,rose",
     "opponent heals 2: Rose and Stone from Damage to Drop (M13)",
     "you heal 2: Rose and Stone from Damage to Drop (M13)"),
    ("heal", {}, "", "nothing happens: opponent's Damage is empty (M13)",
     "nothing happens: your Damage is empty (M13)"),
    ("reclaim", {}, "damage1=iris,rose", "opponent takes Rose from Damage to hand (M10)",
     "you take Rose from Damage to hand (M10)"),
    ("damage", {"amount": 2}, "deck1=rose,iris",
     "opponent takes 2 damage: Iris and Rose to Damage (M13)",
     "you take 2 damage: Iris and Rose to Damage (M13)"),
    ("destroy", {}, "stasis1=stone", "opponent loses Stone from Stasis to Drop (M10)",
     "you lose Stone from Stasis to Drop (M10)"),
    ("destroy", {}, "", "nothing happens: opponent's Stasis is empty (M10)",
     "nothing happens: your Stasis is empty (M10)"),
    ("expose", {}, "hand1=rose", "opponent shows Rose (M19)", "you show Rose (M19)"),
    ("expose", {}, "hand1=rose known1=rose",
     "nothing happens: opponent's Hand has nothing new to show (M19)",
     "nothing happens: your Hand has nothing new to show (M19)"),
    ("draw", {"per": "your Stasis"}, "", "nothing happens: the amount comes to 0 (M10)",
     "nothing happens: the amount comes to 0 (M10)"),
    ("drain", {"trait": "Blue", "amount": 3}, "", "opponent loses 2 Blue for this turn (M6)",
     "you lose 2 Blue for this turn (M6)"),
    ("drain", {"trait": "Green"}, "", "nothing happens: opponent's Green is at 0 already (M6)",
     "nothing happens: your Green is at 0 already (M6)"),
    ("charge", {"trait": "Red", "amount": 4}, "", "opponent gets 3 Red for this turn (M6)",
     "you get 3 Red for this turn (M6)"),
    ("forbid", {"what": "stasis"}, "",
     "opponent cannot activate cards from Stasis until the end of the turn (M10)",
     "you cannot activate cards from Stasis until the end of the turn (M10)"),
    ("attack", {}, "",
     "nothing happens: this is not combat", "nothing happens: this is not combat"),
]  # fmt: skip


@pytest.mark.parametrize(("do", "more", "places", "to_the_one", "to_the_other"), CARDS)
def test_what_an_operation_did_is_told_as_a_seat_may_know_it(
    do: str, more: dict[str, Any], places: str, to_the_one: str, to_the_other: str
) -> None:
    match = tricked(places, do, target="opponent", **more)
    assert told(match, 0) == [to_the_one]
    assert told(match, 1) == [to_the_other]


def test_openly_players_are_told_by_their_numbers() -> None:
    match = tricked("deck1=rose", "draw", target="both")
    assert told(match, None)[1] == "player 1 draws Rose (M10)"
    match = tricked("hand1=rose", "discard", target="both")
    assert told(match, None) == [
        "nothing happens: player 0's Hand is empty (M10)",
        "player 1 discards Rose (M10)",
    ]


def test_a_search_in_an_empty_deck_does_nothing() -> None:
    match = tricked("drop0=rose", "search", rest="drop", trait="Red")
    assert told(match) == ["nothing happens: your Deck is empty (M10)"]


def test_m18_the_end_of_a_deck_is_told() -> None:
    match = tricked("deck0=rose", "draw", rest="drop", rules="deck-out", amount=2)
    assert told(match) == ["you draw Rose; the deck is empty (M10, M18)"]
    match = tricked("", "draw", rest="drop", rules="deck-out")
    assert told(match, 0) == ["you draw no card; the deck is empty (M10, M18)"]
    assert told(match, 1) == ["opponent draws no card; the deck is empty (M10, M18)"]
    match = tricked("", "damage", rest="drop", rules="deck-out")
    assert told(match) == ["you take 0 damage; the deck is empty (M13, M18)"]
    match = tricked("", "mill", rest="drop", rules="deck-out")
    assert told(match) == ["you drop no card from the deck; the deck is empty (M10, M18)"]


def test_m18_a_reshuffled_drop_is_told_and_its_cards_by_what_was_drawn() -> None:
    match = tricked("deck0=rose", "draw", rest="drop", amount=2)
    line = told(match)[0]
    assert re.fullmatch(r"you draw [\w ]+; the Drop became the deck \(M10, M18\)", line)
    assert told(match, 1) == ["opponent draws 2 cards; the Drop became the deck (M10, M18)"]


def test_m13_a_fainted_monster_is_told_and_what_is_not_carried_out_any_more() -> None:
    burn = move("Burn", "+1", "~", play("damage", target="opponent"), play("draw"))
    match = begun(duel(JAB, burn), "hand0=jab,burn damage1=filler*8", "jab - burn - -")
    assert match.scene_texts(5, 0)[0][1:] == (
        "    you: Burn, additional ATK +1",
        "      opponent takes 1 damage: Filler to Damage; Brute faints (M13)",
        "    you: Jab, initial ATK 3",
        "      not carried out: the game is over (M13)",
    )


# --- combat ---


def test_m11_what_effects_add_is_told_also_if_the_attack_fails() -> None:
    wall = move("Wall", "~", "+1", play("defence", amount=2), play("defence", target="opponent"))
    match = begun(duel(JAB, wall), "hand0=jab hand1=wall", "jab wall - -")
    assert told(match, 0) == [
        "opponent's defence +2 (M11)",
        "nothing happens: your monster is not the defender",
    ]
    back = move("Back", "3", "~", play("return", what="this"), play("attack", amount=-1),
                play("attack", target="opponent"))  # fmt: skip
    match = begun(duel(back), "hand0=back", "back - -")
    assert told(match, 1) == [
        "opponent's Back goes to the hand in Clear (M15)",
        "opponent's attack -1 (M11)",
        "nothing happens: your monster is not the attacker",
    ]


def test_m10_a_cancelled_link_is_named_and_does_nothing() -> None:
    cheer = move("Cheer", "+1", "~", play("attack", amount=2))
    match = begun(duel(JAB, cheer, VETO), "hand0=jab,cheer hand1=veto", "jab - cheer veto - -")
    assert match.scene_texts(6, 0)[0][1:4] == (
        "    opponent: Veto, special",
        "      your Cheer is cancelled (M10)",
        "    you: Cheer, additional ATK +1, cancelled",
    )


def test_m10_without_a_link_before_it_nothing_is_cancelled() -> None:
    match = tricked("", "cancel")
    assert told(match) == ["nothing happens: there is no link before it"]


def test_m15_cards_that_are_moved_are_told() -> None:
    hook = move("Hook", "~", "~", play("return", what="previous"), use="defence")
    match = begun(duel(JAB, hook), "hand0=jab hand1=hook", "jab hook - -")
    assert told(match, 0) == ["your Jab goes to the hand in Clear (M15)"]
    sentry = move("Sentry", "~", "+1", field("keep"))
    match = begun(duel(JAB, sentry), "hand0=jab stasis1=sentry", "jab !sentry - -")
    assert told(match, 1) == ["your Sentry goes to Stasis in Clear (M15)"]
    game = duel(JAB, hook, mine=monster(field("draw"), use="attack"))
    match = begun(game, "hand0=jab deck0=jab hand1=hook", "jab - !monster hook - -")
    assert told(match, 1) == [
        "nothing happens: a monster stays in its place",
        "opponent draws 1 card (M10)",
    ]


@pytest.mark.parametrize(
    ("do", "more", "says"),
    [
        (
            "attack",
            {"amount": 2, "until": "turn"},
            "your attack +2 until the end of the turn (M11)",
        ),
        ("defence", {"until": "next"}, "your next defence +1 (M11)"),
        ("prevent", {"amount": 2}, "you take 2 less damage this turn (M13)"),
        ("again", {}, "you can initiate combat 1 more time this turn (M7)"),
        ("again", {"target": "opponent"}, "nothing happens: it is not opponent's turn"),
    ],
)
def test_what_lasts_is_told(do: str, more: dict[str, Any], says: str) -> None:
    assert told(tricked("", do, **more)) == [says]


def test_m13_damage_that_is_prevented_is_told() -> None:
    burn = move("Burn", "0", "~", play("prevent", amount=2), play("damage"))
    match = begun(duel(burn), "hand0=burn", "burn - -")
    assert told(match)[1] == "you take 0 damage: all of it is prevented (M13)"


# --- conditions ---


def test_an_effect_whose_condition_is_not_met_says_so_in_the_words_of_its_card() -> None:
    hum = move("Chant", "0", "~", play("draw", given="your Hand >= 3"), play("mill"))
    match = begun(duel(hum), "hand0=chant", "chant - -")
    for seat in (0, 1):
        assert told(match, seat)[0] == ('nothing happens: not "if your Hand has 3 or more cards"')
    assert told(match) == [
        'nothing happens: not "if your Hand has 3 or more cards"',
        "you drop Filler from the deck (M10)",
    ]


def test_conditions_of_passives_are_not_told() -> None:
    game = duel(JAB, PUSH, mine=monster(passive("attack", given="their turn")))
    assert told(begun(game, "hand0=jab,push", "jab - push - -")) == []


def test_a_link_without_an_effect_is_told_without_one() -> None:
    match = begun(duel(HUM, SHOUT, GUARD), "hand0=hum hand1=shout", "hum shout - -")
    assert told(match) == []


RICH = {
    "traits": ["Red", "Blue", "Gold"], "monster": [monster(traits="")],
    "move": [
        special("charge", target="opponent", trait="Blue"),
        {**special("charge", target="opponent", trait="Gold"), "name": "Gild"},
        {**special("cost", target="opponent", trait="Blue"), "name": "Toll"},
        {**special("cost", target="opponent", trait="Gold"), "name": "Tax"},
    ],
    "deck": [{"name": "Rich", "monster": "Beast",
              "moves": {"Trick": 5, "Gild": 5, "Toll": 5, "Tax": 5}}],
}  # fmt: skip
POOR = {
    "traits": ["Blue", "Green"], "monster": [{**monster(traits=""), "name": "Brute"}],
    "move": [JAB], "deck": [{"name": "Poor", "monster": "Brute", "moves": {"Jab": 20}}],
}  # fmt: skip


def test_m24_a_trait_is_the_one_of_that_name_in_the_other_deck() -> None:
    decks = made_set(RICH).decks["Rich"], made_set(POOR).decks["Poor"]
    game = game_of(*decks, backend="python")
    match = begun(game, "phase=alter left=000000:000000 hand0=trick,gild", "trick - -")
    assert told(match) == ["opponent gets 1 Blue for this turn (M6)"]
    assert match.state.left.tolist() == [0, 1]
    match.play("gild")
    match.play("pass")
    match.play("pass")
    assert told(match) == ["nothing happens: opponent's deck knows no such trait"]
    assert match.state.left.tolist() == [0, 1]


def test_m24_so_are_traits_whose_cost_changes() -> None:
    decks = made_set(RICH).decks["Rich"], made_set(POOR).decks["Poor"]
    game = game_of(*decks, backend="python")
    match = begun(game, "phase=alter left=000000:000000 hand0=toll,tax", "toll - -")
    cost = "opponent's moves that cost Blue cost 1 more of it until the end of the turn (M6)"
    assert told(match) == [cost]
    assert match.state.costs.tolist() == [[0, 0], [1, 0]]
    for word in ("tax", "pass", "pass"):
        match.play(word)
    assert told(match) == ["nothing happens: opponent's deck knows no such trait"]
    assert match.state.costs.tolist() == [[0, 0], [1, 0]]


# --- the end of a turn ---


def test_m3_drawn_cards_are_told_to_who_drew_them_only() -> None:
    match = begun(duel(ROSE, IRIS), "deck0=rose,iris", "-")
    assert match.scene_texts(1, 0) == [("You draw Iris and Rose (M3)",)]
    assert match.scene_texts(1, 1) == []
    assert match.scene_texts(1, None) == [("Player 0 draws Iris and Rose (M3)",)]
    assert match.scenes(1, 0)[0].facts == {"step": "draw", "target": 0, "amount": 2}


def test_m18_a_drop_that_becomes_the_deck_in_draw_is_told() -> None:
    match = begun(duel(ROSE), "deck0=rose drop0=rose", "-", rest="stasis")
    assert match.scene_texts(1, 0) == [("You draw 2 Rose; the Drop became the deck (M3)",)]


# --- whole games ---


@pytest.mark.parametrize("decks", ["Struck Match vs Crossed Out", "Kiln Yard vs Long Winter"])
def test_m19_of_the_opponents_drawn_cards_only_the_number_is_told(decks: str) -> None:
    drawn = 0
    for seed in range(4):
        match = random_match(duelhall.load("monsters", decks=decks), seed)
        for number in range(1, len(match.moves) + 1):
            for seat in (0, 1):
                for lines in match.scene_texts(number, seat):
                    found = [line for line in lines if "opponent draws" in line]
                    assert all(re.search(r"draws (\d cards?|no card)\b", line) for line in found)
                    drawn += len(found)
    assert drawn > 0


def numbers(pattern: str, lines: tuple[str, ...]) -> int:
    """The sum of what a pattern finds."""
    return sum(int(found) for line in lines for found in re.findall(pattern, line))


def test_m13_what_is_told_of_damage_is_what_came_to_it() -> None:
    checked = 0
    for seed in range(8):
        match = random_match(duelhall.load("monsters"), seed)
        for number in range(1, len(match.moves) + 1):
            scenes = match.scene_texts(number, None)
            if [lines[0] for lines in scenes] != ["The chain resolves (M10)"]:
                continue
            for seat in (0, 1):
                taken = numbers(rf"player {seat} takes (\d+) damage", scenes[0])
                healed = numbers(rf"player {seat} heals (\d+):", scenes[0])
                before, after = (int(s.in_damage[seat]) for s in match.states[number - 1 :][:2])
                assert after == before + taken - healed
                checked += taken + healed
    assert checked > 0
