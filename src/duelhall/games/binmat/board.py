"""What a seat sees of a game of BINMAT: six lanes with their stacks, and what the players hold.

A zone's id is its name in positions: `l0` a lane deck, `x0` a lane discard, `d0` and `a0` the
stacks in front of it, `a` and `xa` the attacker's piles, `hd` and `ha` the hands.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import NamedTuple

from duelhall.engine.board import DOWN, HIDDEN, UP, Board, Card, Fact, Zone, runs, standing
from duelhall.engine.record import UNDECIDED, unpacked
from duelhall.engine.text import counted
from duelhall.games.binmat.cards import FACES, NAMES, TEN
from duelhall.games.binmat.positions import FACE_UP, PLACE_NAMES, UNSEEN, place_cards
from duelhall.games.binmat.state import (
    ATTACKER,
    DEFENDER,
    ELAPSED,
    FORFEIT,
    LANES,
    NOWHERE,
    TURNS,
    State,
)

ROLES = ("defender", "attacker")
MODIFIERS = {"@": "TRAP", "*": "WILD", "?": "BOUNCE", ">": "BREAK"}
SUIT_WORDS = {"&": "FORM", "%": "KIN", "+": "DATA", "!": "CHAOS", "^": "VOID", "#": "CHOICE"}
PLACES = tuple(PLACE_NAMES)
NO_LANE = -1


def board(s: State, seat: int | None) -> Board:
    """The lanes from 0 to 5, the attacker's piles, and the hands, the enemy's first."""
    s = unpacked(s)
    cards, known, shown = place_cards(s), _known(s, seat), s.shown.tolist()
    zones = [
        _zone(place, tuple(cards[place.id]), bool(shown[place.lane]), known.get(place.id, ()))
        for place in _places(seat)
    ]
    return Board(seat, _sentence(s), _facts(s), tuple(zones))


def _facts(s: State) -> dict[str, Fact]:
    facts = standing(s.to_move, s.winner)
    mover = facts["to_move"]
    return {
        **facts,
        "role_to_move": None if mover is None else ROLES[mover],
        "turn": s.turn,
        "turns_left": _turns_left(s),
        "passes": s.passes.tolist(),
    }


def _turns_left(s: State) -> int:
    """How many turns are still to come; the one in which a game was won is over, too."""
    was_won_by_a_move = s.winner != UNDECIDED and s.reason not in (ELAPSED, FORFEIT)
    return TURNS - s.turn - int(was_won_by_a_move)


def _sentence(s: State) -> str:
    left = _turns_left(s)
    if s.winner != UNDECIDED:
        return f"The game is over with {left} of {TURNS} turns left"
    return f"{counted(left, 'turn')} left, {ROLES[s.to_move]} to move"


class Place(NamedTuple):
    """A place on the table: its id, its kind, what it is called, whose it is, and in which lane."""

    id: str
    kind: str
    label: str
    owner: int | None
    lane: int = NO_LANE


@cache
def _places(seat: int | None) -> tuple[Place, ...]:
    """All places as a seat calls them."""
    lanes = (place for lane in range(LANES) for place in _lane(lane))
    piles = (
        Place("a", "deck", "Attacker deck", ATTACKER),
        Place("xa", "pile", "Attacker discard", ATTACKER),
    )
    roles = (ATTACKER, DEFENDER) if seat != ATTACKER else (DEFENDER, ATTACKER)
    return (*lanes, *piles, *(_hand(role, seat) for role in roles))


def _lane(lane: int) -> Iterator[Place]:
    """A lane from the attacker's side to its deck."""
    yield _stack(ATTACKER, lane)
    yield _stack(DEFENDER, lane)
    yield Place(f"l{lane}", "deck", f"Lane {lane}, deck", None, lane)
    yield Place(f"x{lane}", "pile", f"Lane {lane}, discard", None, lane)


def _stack(role: int, lane: int) -> Place:
    return Place(f"{'da'[role]}{lane}", "stack", f"Lane {lane}, {ROLES[role]} stack", role, lane)


def _hand(role: int, seat: int | None) -> Place:
    whose = "Your" if role == seat else f"{ROLES[role].capitalize()}'s"
    return Place(("hd", "ha")[role], "hand", f"{whose} hand", role)


def _known(s: State, seat: int | None) -> dict[str, tuple[str, ...]]:
    """Cards that a seat does not see, and knows to be in a place (N40)."""
    found: dict[str, tuple[str, ...]] = {}
    if seat is not None:
        hidden = (s.spot == NOWHERE).nonzero()[0].tolist()
        seen = s.seen[seat].tolist()
        for card in hidden:
            places = seen[card]
            if places and places & (places - 1) == 0:
                name = PLACES[places.bit_length() - 2]
                found[name] = (*found.get(name, ()), NAMES[card])
    return found


@lru_cache(maxsize=4096)
def _zone(place: Place, faces: tuple[str, ...], shown: bool, known: tuple[str, ...]) -> Zone:  # noqa: FBT001, a key of the cache
    """A place with its cards, the top or newest one last; most stay the same for many turns."""
    cards, last = list(_cards(place.kind, faces)), len(faces) - 1
    facts: dict[str, Fact] = {} if place.lane == NO_LANE else {"lane": place.lane}
    if place.kind == "deck" and place.lane != NO_LANE:
        facts["shown"] = shown
        if shown and faces and faces[last] != UNSEEN:
            cards[-1] = replace(cards[-1], facing=UP)
    if known:
        facts["known"] = list(known)
    return Zone(place.id, place.kind, place.label, place.owner, tuple(cards), facts)


def _cards(kind: str, faces: Sequence[str]) -> Iterator[Card]:
    for face, count in runs(faces):
        lies_down = kind == "deck" or (kind == "stack" and not face.endswith(FACE_UP))
        yield _card(face, count, DOWN if lies_down else UP)


def stack_zone(role: int, lane: int, faces: Sequence[str]) -> Zone:
    """A stack in front of a lane."""
    return _zone(_stack(role, lane), tuple(faces), shown=False, known=())


@lru_cache(maxsize=1024)
def _card(face: str, count: int, facing: str) -> Card:
    if face == UNSEEN:
        return Card(facing=HIDDEN, count=count)
    face = face.removesuffix(FACE_UP)
    return Card(face, _name(face), facing, id=face)


def _name(face: str) -> str:
    """A card in words: `10 of VOID`, `TRAP of CHOICE`."""
    value, suit = face[0], face[1]
    number = str(NUMBERS[value]) if value in NUMBERS else MODIFIERS[value]
    return f"{number} of {SUIT_WORDS[suit]}"


NUMBERS = {face: 2 + value for value, face in enumerate(FACES[: TEN + 1])}
