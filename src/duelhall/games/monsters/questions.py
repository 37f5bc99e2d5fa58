"""What an effect asks a player, in words (M23)."""

from duelhall.engine.board import Fact
from duelhall.engine.text import counted
from duelhall.games.monsters.choices import chooser_of, is_choice
from duelhall.games.monsters.language import Effect
from duelhall.games.monsters.names import Names, owner_and_card
from duelhall.games.monsters.state import (
    ASK_CARD,
    ASK_NUMBER,
    ASK_WHETHER,
    ASK_WHICH,
    CANCELLED,
    MOVES,
    NOTHING,
    PICK,
    State,
)
from duelhall.games.monsters.table import how_chosen, owner_of_effect
from duelhall.games.monsters.wording import effect_sentence
from duelhall.games.monsters.words import CHOSEN, FIRST, MAY, UP_TO

WORDS = {ASK_WHETHER: "whether", ASK_NUMBER: "number", ASK_CARD: "card"}


def asked_for(s: State) -> dict[str, Fact] | None:
    """What is to be chosen, as data."""
    if s.asks == NOTHING:
        return None
    return {"asks": WORDS.get(s.asks, "which"), "of": int(s.concerned), "rest": int(s.rest)}


def question(names: Names, s: State, seat: int | None) -> str:
    """What the seat to move is asked, and by which card."""
    owner, kind = owner_and_card(int(s.links[s.resolving - 1]))
    _, effect = names.deck(s.options, owner).numbered_effects[s.effect - 1]
    chooser = {None: f"Player {s.to_move} chooses", s.to_move: "You choose"}.get(
        seat, "The opponent chooses"
    )
    asked = _asked(s, effect)
    return f"{names.card_name(s.options, owner, kind)}: {effect_sentence(effect)} {chooser} {asked}"


def _asked(s: State, effect: Effect) -> str:
    """What is to be chosen."""
    if s.asks == ASK_WHETHER:
        return "whether it happens: yes or pass"
    if s.asks == ASK_NUMBER:
        return f"how much, from :0 to :{s.amount}"
    if s.asks == ASK_CARD:
        stop = ", or pass" if effect.choice & UP_TO else ""
        return f"a card, {counted(s.rest, 'card')} to go{stop}"
    return "one of several operations, :1 being the first"


def can_be_asked(s: State, *, is_hidden: bool) -> bool:
    """Whether the effect that waits for a choice is one that lets the seat to move make it; what it
    offers may be hidden.
    """
    place, number = int(s.resolving) - 1, int(s.effect) - 1
    if not s.chain_start <= place < s.link_count:
        return False
    owner, kind = owner_and_card(int(s.links[place]))
    if number < 0 or owner_of_effect(s, owner, number) != kind or s.links[place] & CANCELLED:
        return False
    if s.to_move != chooser_of(s, owner, number):
        return False
    if not _can_ask(int(s.asks), how_chosen(s, owner, number)):
        return False
    return is_hidden or any(is_choice(s, move) for move in range(PICK, MOVES))


def _can_ask(asks: int, how: int) -> bool:
    """Whether an effect can ask this."""
    if asks == ASK_WHETHER:
        return how & (MAY | FIRST) == MAY
    return bool(how & {ASK_WHICH: FIRST, ASK_NUMBER: UP_TO, ASK_CARD: CHOSEN}[asks])
