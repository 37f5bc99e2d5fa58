"""What a person sees of a round of Blade."""

from collections.abc import Iterator

from duelhall.engine.board import Board, Card, Row
from duelhall.engine.record import HIDDEN, UNDECIDED, Array, plain
from duelhall.games.blade.cards import IN_ORDER, NAMES
from duelhall.games.blade.notation import INVALID, UNSEEN
from duelhall.games.blade.state import State


def board(s: State, seat: int | None) -> Board:
    """The table with the seat's own cards at the bottom; without a seat, everything."""
    s, near = plain(s), seat or 0
    far = 1 if near == 0 else 0
    rows = (
        _hand(s, far, seat),
        _field(s, far, seat),
        _field(s, near, seat),
        _hand(s, near, seat),
        Row("Out of the round", tuple(_cards(s.gone))),
    )
    return Board(_stage(s), rows)


def _stage(s: State) -> str:
    if s.winner != UNDECIDED:
        return "The round is over"
    if s.placing:
        return "Initialization: both decks are empty, place a card from your hand"
    return f"Turn {s.turn}" if s.turn else "Turn 0: the fields have just been initialized"


def _whose(owner: int, seat: int | None) -> str:
    if seat is None:
        return f"Player {owner}'s"
    return "Your" if owner == seat else "Opponent's"


def _hand(s: State, owner: int, seat: int | None) -> Row:
    size = int(s.hand_size[owner])
    if s.hand[owner, 0] == HIDDEN:
        cards = (Card(UNSEEN, "hidden"),) * size
    else:
        cards = tuple(_cards(s.hand[owner]))
    return Row(
        f"{_whose(owner, seat)} hand", cards, f"{size} in hand, {s.deck_size[owner]} in deck"
    )


def _cards(counts: Array) -> Iterator[Card]:
    found = counts.tolist()
    return (Card(NAMES[kind]) for kind in IN_ORDER for _ in range(found[kind]))


def _field(s: State, owner: int, seat: int | None) -> Row:
    cards = [Card(NAMES[card]) for card in s.field[owner, : s.field_size[owner]].tolist()]
    if s.bolted[owner]:
        cards[-1] = Card(cards[-1].face + INVALID, "invalid")
    return Row(f"{_whose(owner, seat)} field", tuple(cards), f"score {s.score[owner]}")
