"""What a player is told who tries what the rule set does not allow, compiled and interpreted."""

import pytest

from tests.games.binmat.setting import GameOf, played, told

ONLY_BREAKS = "As the defender you can begin combat only by playing a BREAK face up."
OWN_STACK = "You need a stack of your own in a lane to begin combat there."

NO_DISCARDS = "Under these rules nobody can discard a card to a lane."
DEFENDER_DISCARDS = "Only the defender can discard a card to a lane."
NO_TWO = "Under these rules nobody can discard a card to draw two."
ATTACKERS_TWO = "Only the attacker can discard a card to draw two."
NONE_TO_DRAW = (
    "You can discard to draw two only while the attacker deck or its discard pile has a card."
)
NO_CARD_LEFT = "You can draw from a lane only while its deck or its discard pile has a card."

FIRST_IS_DOWN = "As the defender you must play the first card of a stack face down."
AS_STACK = "As the attacker you must play numbers, TRAPs and WILDs the way their stack faces."
FACE_DOWN = "As the attacker you must play numbers, TRAPs and WILDs face down."
BOUNCE_AS_STACK = "As the attacker you must play a BOUNCE the way its stack faces."
BOUNCE_DOWN = "As the attacker you can play a BOUNCE face up only to an empty stack."

ONE_BREAK = "A stack can have only one BREAK."
NO_BREAK_UP = "As the defender you can play a BREAK only to a stack with no face-up BREAK."
ONE_BREAK_UP = "As the defender you can play a BREAK face up only to a stack with no face-up BREAK."
BREAK_AS_STACK = "You can play a BREAK face down only to a stack that is face down."

LEGAL = ""


@pytest.mark.parametrize(
    ("places", "move", "hackmud", "rulebook", "live"),
    [
        ("d0=4& a0=2& turn=0", "c0", ONLY_BREAKS, LEGAL, ONLY_BREAKS),
        ("a0=4& turn=0", "c0", ONLY_BREAKS, OWN_STACK, ONLY_BREAKS),
        ("d0=4& turn=1", "c0", OWN_STACK, OWN_STACK, LEGAL),
        ("hd=7& turn=0", "x7&0", LEGAL, NO_DISCARDS, LEGAL),
        ("ha=7& turn=1", "x7&0", DEFENDER_DISCARDS, NO_DISCARDS, DEFENDER_DISCARDS),
        ("hd=7& a=2& turn=0", "x7&a", NO_TWO, NO_TWO, ATTACKERS_TWO),
        ("ha=7& turn=1", "x7&a", NO_TWO, NO_TWO, NONE_TO_DRAW),
        ("ha=7& a=2& turn=1", "x7&a", NO_TWO, NO_TWO, LEGAL),
        ("turn=0", "d0", LEGAL, NO_CARD_LEFT, NO_CARD_LEFT),
        ("turn=1", "d0", LEGAL, NO_CARD_LEFT, LEGAL),
        ("hd=7& turn=0", "u7&0", FIRST_IS_DOWN, FIRST_IS_DOWN, LEGAL),
        ("ha=7& turn=1", "u7&0", LEGAL, FACE_DOWN, LEGAL),
        ("ha=7& a0=3% turn=1", "u7&0", AS_STACK, FACE_DOWN, LEGAL),
        ("ha=?& a0=3% turn=1", "u?&0", BOUNCE_AS_STACK, BOUNCE_DOWN, BOUNCE_DOWN),
        ("hd=>& d0=3%u>%u turn=0", "u>&0", ONE_BREAK, NO_BREAK_UP, ONE_BREAK_UP),
        ("hd=>& d0=3%u>%u turn=0", "p>&0", ONE_BREAK, NO_BREAK_UP, BREAK_AS_STACK),
        ("ha=>& a0=3%>% turn=1", "u>&0", ONE_BREAK, LEGAL, LEGAL),
        ("hd=>& d0=3%u turn=0", "p>&0", BREAK_AS_STACK, LEGAL, BREAK_AS_STACK),
    ],
)
def test_a_refusal_says_what_this_rule_set_forbids(
    game_of: GameOf, places: str, move: str, hackmud: str, rulebook: str, live: str
) -> None:
    for rules, answer in {"hackmud": hackmud, "rulebook": rulebook, "live": live}.items():
        assert (rules, told(played(game_of(rules), places), move)) == (rules, answer)
