"""Effects in words."""

from typing import Any

import pytest

from duelhall.games.monsters import words
from duelhall.games.monsters.card_text import effect_sentence, printed, use_sentence
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.effect_file import EffectReader
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.operations import OPERATIONS, WORDS
from tests.games.monsters.duels import TRAITS, Entry, document, field, move, passive, play
from tests.games.monsters.setting import made_set

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
