"""How a person makes the moves of Monsters with the cards on the table."""

from functools import partial

from duelhall.engine.board import Touch
from duelhall.engine.features import Touches
from duelhall.engine.template import interpreted
from duelhall.games.monsters.choices import asking_seat
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import (
    ACTIVATE,
    ASK_CARD,
    ASK_WHETHER,
    ASK_WHICH,
    CHOOSE,
    IN_ALTER,
    NO_CHAIN,
    NOTHING,
    PASS,
    PICK,
    PLAY_CARD,
    USE_MONSTER,
    State,
)
from duelhall.games.monsters.table import operation_of
from duelhall.games.monsters.wording import effect_sentence
from duelhall.games.monsters.words import (
    BURY,
    DESTROY,
    DISCARD,
    EXPOSE,
    HEAL,
    MONSTER,
    RECALL,
    RECLAIM,
    RECOVER,
    REVIVE,
)

ZONES = {
    DISCARD: "hand",
    EXPOSE: "hand",
    DESTROY: "stasis",
    RECALL: "stasis",
    HEAL: "damage",
    RECLAIM: "damage",
    BURY: "drop",
    RECOVER: "drop",
    REVIVE: "drop",
}
"""Where the cards lie that an effect offers; those in a deck do not lie open."""


def touches(names: Names) -> Touches:
    """The touches of a game with these names."""
    return Touches(partial(places, names), partial(says, names), says_partly)


def places(names: Names, s: State, move: int) -> tuple[Touch, ...]:
    """A card in the hand or in Stasis, the monster, or a card that an effect offers."""
    seat = int(s.to_move)
    if move == PASS or move >= CHOOSE:
        return ()
    if move >= PICK:
        return _offer(names, s, move - PICK)
    if move == USE_MONSTER:
        return (Touch(f"monster{seat}", f"monster{seat}"),)
    if move >= ACTIVATE:
        return (Touch(f"stasis{seat}", names.card_word(s.options, seat, move - ACTIVATE)),)
    return (Touch(f"hand{seat}", names.card_word(s.options, seat, move - PLAY_CARD)),)


def _offer(names: Names, s: State, kind: int) -> tuple[Touch, ...]:
    """A card that an effect offers, where it lies open."""
    owner = int(s.concerned)
    zone = ZONES.get(int(interpreted(operation_of)(s, _asker(s), int(s.effect) - 1)))
    return (Touch(f"{zone}{owner}", names.card_word(s.options, owner, kind)),) if zone else ()


def _asker(s: State) -> int:
    return int(interpreted(asking_seat)(s))


def says(names: Names, s: State, move: int) -> str:
    """`Play Rivet Punch`, `Activate Potter's Wheel`, `End the Alter phase`."""
    seat = int(s.to_move)
    if move == PASS:
        return _passing(s)
    if move >= CHOOSE:
        return _chosen(names, s, move - CHOOSE)
    if move >= PICK:
        return f"Choose {names.card_name(s.options, int(s.concerned), move - PICK)}"
    if move == USE_MONSTER:
        return f"Use {names.card_name(s.options, seat, MONSTER)}'s effect"
    if move >= ACTIVATE:
        return f"Activate {names.card_name(s.options, seat, move - ACTIVATE)}"
    return f"Play {names.card_name(s.options, seat, move - PLAY_CARD)}"


def says_partly(_s: State, _move: int) -> str:
    """Only a card of a deck may be chosen unseen."""
    return "Choose a card"


def _passing(s: State) -> str:
    """What a pass means."""
    if s.asks != NOTHING:
        return (
            "No" if s.asks == ASK_WHETHER else "No more" if s.asks == ASK_CARD else "None of these"
        )
    if s.chain != NO_CHAIN:
        return "Pass"
    return "End the Alter phase" if s.phase == IN_ALTER else "End the turn"


def _chosen(names: Names, s: State, number: int) -> str:
    """A number, an operation, or that an effect happens."""
    if s.asks == ASK_WHETHER:
        return "Yes"
    if s.asks != ASK_WHICH:
        return str(number)
    effects = names.deck(s.options, _asker(s)).numbered_effects
    _, effect = effects[int(s.effect) - 1 + number - 1]
    operation = effect_sentence(effect).rpartition(": ")[2].removeprefix("or ")
    return f"{number}: {operation}"
