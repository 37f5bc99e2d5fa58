"""Frontline in writing: moves and deals. Positions have a module of their own.

A card is written as its symbols, `|@`. Moves:

    2<  2>    card 2 goes to the left end, to the right end of the front line
    2b3       card 2 goes behind the third front unit from the left
    commit    the deployment is finished; with an odd front line `commit<` or `commit>`,
              the odd unit standing to the left or to the right of the divide
    take3     in a draft: the third of the open cards is picked

A deal is the cards in the order in which they are dealt, with commas between them: the hand of
player 0, a space, the hand of player 1. In a mirror it is one hand, in a draft one list of all the
cards that will lie open.
"""

import re
from functools import cache

import numpy as np

from duelhall.engine.errors import BadDeal, UnreadableMove
from duelhall.engine.record import SEATS, Array
from duelhall.engine.text import counted
from duelhall.games.frontline.cards import COPIES, find_kind, symbols_text
from duelhall.games.frontline.positions import hides, parse_position, position_text
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    COMMIT_RIGHT,
    DRAFT,
    LARGEST_HAND,
    LEFT_END,
    MIRROR,
    PLACES,
    RIGHT_END,
    ROW,
    TAKE,
    Choices,
    State,
    cards_needed,
)

__all__ = [
    "MOVE_EXAMPLES",
    "deal_text",
    "hides",
    "move_seen",
    "move_text",
    "parse_deal",
    "parse_move",
    "parse_position",
    "position_text",
]

MOVE_EXAMPLES = (
    "2< or 2> (card 2 to the left or right end of the front line), 2b3 (card 2 behind the third "
    "front unit), commit (with an odd front line commit< or commit>), take3 (in a draft)"
)
ENDS = {"<": LEFT_END, ">": RIGHT_END}
COMMITS = {"commit": COMMIT, "commit<": COMMIT_LEFT, "commit>": COMMIT_RIGHT}
DEPLOY = re.compile(r"(\d{1,2})(?:([<>])|b(\d))", re.ASCII)
PICK = re.compile(r"take(\d)", re.ASCII)


def move_text(move: int, _s: State) -> str:
    """A move in writing."""
    return _text(move)


@cache
def _text(move: int) -> str:
    if move >= TAKE:
        return f"take{move - TAKE + 1}"
    if move >= COMMIT:
        return next(text for text, commit in COMMITS.items() if commit == move)
    card, place = divmod(move, PLACES)
    if place >= BEHIND:
        return f"{card + 1}b{place - BEHIND + 1}"
    return f"{card + 1}{next(sign for sign, end in ENDS.items() if end == place)}"


def parse_move(text: str, _s: State) -> int:
    """The move that is written so, with or without spaces."""
    word = text.replace(" ", "").lower()
    if word in COMMITS:
        return COMMITS[word]
    if (found := PICK.fullmatch(word)) and 1 <= int(found[1]) <= ROW:
        return TAKE + int(found[1]) - 1
    if (found := DEPLOY.fullmatch(word)) and 1 <= int(found[1]) <= LARGEST_HAND:
        place = ENDS[found[2]] if found[2] else BEHIND + int(found[3]) - 1
        if found[2] or place >= BEHIND:
            return (int(found[1]) - 1) * PLACES + place
    raise UnreadableMove(text, MOVE_EXAMPLES)


def move_seen(_s: State, move: int, _seat: int) -> str | None:
    """What the enemy is told: picks are open, and of a deployment only that it is finished."""
    if move >= TAKE:
        return _text(move)
    return "commit" if move >= COMMIT else None


def armies_shown(before: State, move: int) -> str:
    """When both have committed, both armies, which leave the table after the battle (F23)."""
    if not COMMIT <= move < TAKE or before.to_move == 0:
        return ""
    armies = position_text(before).split()[:SEATS]
    return " ".join([*armies, _text(move)])


def deal_text(cards: Array, options: Choices) -> str:
    """Cards in the order in which they are dealt."""
    faces = [symbols_text(options.cards[kind]) for kind in cards]
    if options.mode in (MIRROR, DRAFT):
        return ",".join(faces)
    half = len(faces) // SEATS
    return f"{','.join(faces[:half])} {','.join(faces[half:])}"


def parse_deal(text: str, options: Choices) -> Array:
    """The cards of a deal, as many as the mode needs, no more of one than the set has."""
    groups = [group.split(",") for group in text.split()]
    needed = cards_needed(int(options.mode), int(options.hand))
    hands = 1 if options.mode in (MIRROR, DRAFT) else SEATS
    if [len(group) for group in groups] != [needed // hands] * hands:
        found = " and ".join(str(len(group)) for group in groups) or "none"
        lists = "a list" if hands == 1 else "two lists, each"
        cards = counted(needed // hands, "card")
        raise BadDeal(f"a deal here is {lists} of {cards}, not {found} (F21)")
    words = [word for group in groups for word in group]
    kinds = np.array([find_kind(word, options.cards, BadDeal) for word in words], np.int8)
    for kind in np.unique(kinds):
        there, dealt = int(options.cards[kind, COPIES]), int(np.count_nonzero(kinds == kind))
        if dealt > there:
            face = symbols_text(options.cards[kind])
            raise BadDeal(f"the set has {there} of the card {face} and this deal {dealt} (F20)")
    return kinds
