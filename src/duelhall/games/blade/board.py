"""The table of Blade: what a seat sees of it, as data and as text, and how a person moves on it."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Literal, TypeAlias, TypedDict

from duelhall.engine.board import (
    Board,
    Card,
    FactTypes,
    Piece,
    Scene,
    Sketch,
    SketchRow,
    StandingFacts,
    Touch,
    Touches,
    Zone,
    both,
    hidden_cards,
    pieces_of,
    standing,
    whose,
)
from duelhall.engine.record import HIDDEN, UNDECIDED, GameState, other_seat, unpacked
from duelhall.games.blade.notation import INVALID as INVALID_SIGN
from duelhall.games.blade.rules import clear_fields, lower_score_begins
from duelhall.games.blade.state import BOLT, IN_ORDER, MIRROR, NAMES, ONE, State
from duelhall.match.explain import Trace

INVALID = "invalid"
WORDS = {BOLT: "Bolt", MIRROR: "Mirror"}


Stage: TypeAlias = Literal["initialization", "turn", "over"]


class BladeFacts(StandingFacts):
    """The facts of a board of Blade."""

    stage: Stage
    turn: int
    score: list[int]


class FieldFacts(TypedDict, total=False):
    """The facts of a player's field."""

    score: int


class SceneFacts(TypedDict, total=False):
    """The facts of a moment of a tie: the rows as they go, or the new ones."""

    step: Literal["tie", "cards"]
    score: list[int]


class BladeChange(TypedDict, total=False):
    """What a card did."""

    card: str
    opens: bool  # it was placed in an initialization
    struck: str  # the card that a Bolt made invalid
    raised: str  # the card that a 1 made valid again
    score: list[int]  # afterwards
    tied: bool  # the scores became equal, and new rows began


FACTS = FactTypes(BladeFacts, (FieldFacts,), scene=SceneFacts, change=BladeChange)


def board(s: State, seat: int | None) -> Board:
    """The table with the seat's own cards at the bottom; without a seat, everything."""
    s = unpacked(s)
    far, near = both(seat)
    zones = (
        _hand(s, far, seat),
        _deck(s, far, seat),
        _field(s, far, seat),
        _field(s, near, seat),
        _hand(s, near, seat),
        _deck(s, near, seat),
        _gone(s.gone.tobytes()),
    )
    return Board(seat, _sentence(s), _facts(s), zones)


def _facts(s: State) -> BladeFacts:
    stage: Stage = "over" if s.winner != UNDECIDED else "initialization" if s.placing else "turn"
    return {
        **standing(s.to_move, s.winner),
        "stage": stage,
        "turn": s.turn,
        "score": s.score.tolist(),
    }


def _sentence(s: State) -> str:
    if s.winner != UNDECIDED:
        return "The round is over"
    if s.placing:
        return "Initialization: both decks are empty, place a card from your hand"
    return f"Turn {s.turn}" if s.turn else "Turn 0: the fields have just been initialized"


def _hand(s: State, owner: int, seat: int | None) -> Zone:
    if s.hand[owner, 0] == HIDDEN:
        return _hidden("hand", owner, seat, int(s.hand_size[owner]))
    return _open_hand(owner, seat, s.hand[owner].tobytes())


def _deck(s: State, owner: int, seat: int | None) -> Zone:
    return _hidden("deck", owner, seat, int(s.deck_size[owner]))


def _field(s: State, owner: int, seat: int | None) -> Zone:
    kinds = tuple(s.field[owner, : s.field_size[owner]].tolist())
    return _laid(owner, seat, kinds, bool(s.bolted[owner]), int(s.score[owner]))


# Most zones are the same after many moves, and in many games.


@lru_cache(maxsize=1024)
def _hidden(kind: str, owner: int, seat: int | None, count: int) -> Zone:
    return Zone(f"{kind}{owner}", kind, f"{whose(owner, seat)} {kind}", owner, hidden_cards(count))


@lru_cache(maxsize=4096)
def _open_hand(owner: int, seat: int | None, counts: bytes) -> Zone:
    return Zone(f"hand{owner}", "hand", f"{whose(owner, seat)} hand", owner, _cards(counts))


@lru_cache(maxsize=4096)
def _laid(owner: int, seat: int | None, kinds: tuple[int, ...], bolted: bool, score: int) -> Zone:  # noqa: FBT001, a key of the cache
    """A field, of which the newest card may be invalidated."""
    cards = tuple([_card(kind) for kind in kinds])
    if bolted:
        cards = (*cards[:-1], _card(kinds[-1], marks=(INVALID,)))
    label = f"{whose(owner, seat)} field"
    return Zone(f"field{owner}", "field", label, owner, cards, {"score": score})


@lru_cache(maxsize=4096)
def _gone(counts: bytes) -> Zone:
    return Zone("gone", "pile", "Out of the round", None, _cards(counts))


def _cards(counts: bytes) -> tuple[Card, ...]:
    return tuple([_card(kind, counts[kind]) for kind in IN_ORDER if counts[kind]])


@lru_cache
def _card(kind: int, count: int = 1, marks: tuple[str, ...] = ()) -> Card:
    return Card(NAMES[kind], WORDS.get(kind, ""), count=count, marks=marks)


def sketch(board: Board) -> Sketch:
    """Hands and fields, the seat's own at the bottom, with what counts behind them."""
    rows = tuple(_row(board, zone) for zone in board.zones if zone.kind != "deck")
    return Sketch(board.sentence, rows)


def _row(board: Board, zone: Zone) -> SketchRow:
    pieces = (piece for card in zone.cards for piece in pieces_of(card, zone.kind))
    return SketchRow(zone.label, tuple(map(_marked, pieces)), _note(board, zone), zone.owner)


def _note(board: Board, zone: Zone) -> str:
    if zone.kind == "hand":
        deck = board.zone(f"deck{zone.owner}")
        return f"{zone.size} in hand, {deck.size if deck else 0} in deck"
    return f"score {zone.facts['score']}" if zone.kind == "field" else ""


def _marked(piece: Piece) -> Piece:
    return Piece(piece.text + INVALID_SIGN, INVALID) if piece.mark == INVALID else piece


def places(s: State, move: int) -> tuple[Touch, ...]:
    """The card in the hand."""
    return (Touch(f"hand{s.to_move}", NAMES[move]),)


def says(_s: State, move: int) -> str:
    """`Place a 7`, `Place a Bolt`."""
    return f"Place a {WORDS.get(move, NAMES[move])}"


def change(before: GameState, move: int | None, after: GameState) -> BladeChange:
    """What a card did; everything that it says is open."""
    s, then, card = unpacked(before), unpacked(after), move or BOLT
    seat, foe = int(s.to_move), other_seat(int(s.to_move))
    done: BladeChange = {"card": NAMES[card], "score": then.score.tolist()}
    if s.placing:
        done["opens"] = True
    elif then.turn <= s.turn and then.winner == UNDECIDED:
        done["tied"] = True
    elif card == BOLT and then.bolted[foe]:
        done["struck"] = NAMES[then.field[foe, then.field_size[foe] - 1]]
    elif card == ONE and s.bolted[seat]:
        done["raised"] = NAMES[s.field[seat, s.field_size[seat] - 1]]
    return done


TOUCHES = Touches(places, says, change=change)


def tie_scenes(_before: State, _move: int, trace: Trace, seat: int | None) -> Iterator[Scene]:
    """Rows with equal scores leave the table, and each deck gives one card, until they differ."""
    for before, step in pairwise(trace.steps):
        if step.is_of(clear_fields) and before.state.field_size.all():
            score = before.state.score.tolist()
            tie = f"{score[0]} to {score[1]}: both rows leave the table"
            yield Scene(tie, step.rulings, *_rows(before.state, seat, "tie"))
        elif step.is_of(lower_score_begins):
            new = _rows(before.state, seat, "cards")
            yield Scene("Each deck gives one card", step.rulings, *new)


def _rows(
    s: GameState, seat: int | None, step: Literal["tie", "cards"]
) -> tuple[Board, SceneFacts]:
    """The fields at a moment, which lie open."""
    s = unpacked(s)
    facts: SceneFacts = {"step": step, "score": s.score.tolist()}
    return Board(seat, "", facts, tuple(_field(s, owner, seat) for owner in both(seat))), facts
