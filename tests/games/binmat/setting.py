"""Setting up positions of BINMAT and looking at them, for its tests.

Positions are in the game's own notation; the cards that a test does not care for lie at the bottom
of lane deck 5, or in another place that it names.
"""

import re
from collections.abc import Callable

import pytest

from duelhall.engine.errors import IllegalMove
from duelhall.games.binmat.notation import PLACE_NAMES, place_cards
from duelhall.games.binmat.state import NAMES
from duelhall.match.game import Game
from duelhall.match.match import Match
from tests.twins.binmat import ATTACKER, DEFENDER, NaiveBinmat

GameOf = Callable[..., Game]

RULE_SETS = ("rulebook", "hackmud", "live")
LANES = range(6)
CARD = re.compile("[2-9a@*?>][&%+!^#]u?")

by_every_rule_set = pytest.mark.parametrize("rules", RULE_SETS)
by_both_roles = pytest.mark.parametrize("seat", [0, 1], ids=["defender", "attacker"])


def position(places: str, rest: str = "l5") -> str:
    """A position with these places, every other card being at the bottom of the place `rest`."""
    entries = dict(part.split("=") for part in places.split())
    named = {word[:2] for word in CARD.findall(places)}
    entries[rest] = "".join(c for c in NAMES if c not in named) + entries.get(rest, "")
    return " ".join(f"{name}={text}" for name, text in entries.items())


def played(game: Game, places: str, *moves: str, rest: str = "l5") -> Match:
    """The match that begins with a position and goes on with some moves."""
    match = game.match(position=position(places, rest))
    for move in moves:
        match.play(move)
    return match


def fought(game: Game, places: str, *, seat: int = 1) -> Match:
    """The match after combat in lane 0, of which a position is the beginning."""
    return played(game, f"{places} turn={seat}", "c0")


def check(match: Match, expected: str) -> None:
    """Compare some places; the order inside a discard pile does not matter."""
    found = place_cards(match.state)
    for part in expected.split():
        name, _, text = part.partition("=")
        cards, wanted = found[name], CARD.findall(text)
        if name.startswith("x"):
            cards, wanted = sorted(cards), sorted(wanted)
        assert (name, cards) == (name, wanted)


def cards_in(match: Match, place: str) -> list[str]:
    return place_cards(match.state)[place]


def seen_in(match: Match, seat: int, place: str) -> str:
    """What a seat sees of a place."""
    return "".join(place_cards(match.view(seat))[place])


def may_be(match: Match, seat: int, card: str) -> set[str]:
    """The places where a seat holds a card possible, from all that it has seen."""
    bits = int(match.view(seat).seen[seat, NAMES.index(card)])
    return {name for name, place in PLACE_NAMES.items() if (bits >> place) & 1}


def refused(match: Match, move: str) -> str:
    """The ruling that forbids a move."""
    before = match.state.tobytes()
    assert move not in match.legal()
    with pytest.raises(IllegalMove) as caught:
        match.play(move)
    assert match.state.tobytes() == before
    return caught.value.ruling


def told(match: Match, move: str) -> str:
    """The sentence with which a move is refused; none if it is legal."""
    try:
        match.play(move)
    except IllegalMove as error:
        return error.sentence
    return ""


def with_card(game: Game, seat: int, stack: str, card: str) -> Match:
    """A match in which a role, to move, has one card in hand and a stack in lane 0."""
    role = "da"[seat]
    return played(game, f"{role}0={stack} h{role}={card} turn={seat}")


def ways(game: Game, seat: int, stack: str, card: str) -> str:
    """How a card may be played onto a stack: `p` face down, `u` face up."""
    legal = with_card(game, seat, stack, card).legal()
    return "".join(letter for letter in "pu" if f"{letter}{card}0" in legal)


def rulings(match: Match) -> set[str]:
    """The rulings that fired in the last step."""
    return {ruling for step in match.explain() for ruling in step.rulings}


def result(match: Match) -> tuple[int | None, str, str]:
    return match.winner, match.reason.word, match.reason.ruling


def same(first: Match, second: Match, seat: int) -> bool:
    """Whether a seat cannot tell two matches apart."""
    return bool(first.view(seat).tobytes() == second.view(seat).tobytes())


def twin_in(rules: str, text: str) -> NaiveBinmat:
    """The twin in a position."""
    places = dict(part.split("=") for part in text.split())
    cards = {name: CARD.findall(part) for name, part in places.items()}
    roles = (DEFENDER, ATTACKER)
    stacks = {
        role: [[[word[:2], word.endswith("u")] for word in cards.get(f"{role[0]}{lane}", [])]
               for lane in LANES]
        for role in roles
    }  # fmt: skip
    return NaiveBinmat.from_position(
        rules,
        lambda _name, cards: cards,
        turn=int(places["turn"]),
        hands={role: cards.get(f"h{role[0]}", []) for role in roles},
        stacks=stacks,
        decks=[cards.get(f"l{lane}", []) for lane in LANES],
        discards=[cards.get(f"x{lane}", []) for lane in LANES],
        attacker_deck=cards.get("a", []),
        attacker_discard=cards.get("xa", []),
    )
