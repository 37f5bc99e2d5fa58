"""What a person sees of a match of Frontline."""

from collections.abc import Iterator, Sequence

import numpy as np

from duelhall.engine.board import Board, Card, Row, Scene
from duelhall.engine.explain import Trace
from duelhall.engine.game import copied, state_of
from duelhall.engine.record import HIDDEN, UNDECIDED, plain
from duelhall.engine.rule import python_function
from duelhall.games.frontline.battlefield import NOBODY
from duelhall.games.frontline.cards import NO_CARD, faces_in
from duelhall.games.frontline.drawing import Faces, Frame
from duelhall.games.frontline.rules import first_column, reveal
from duelhall.games.frontline.state import FOUGHT, LARGEST_HAND, PICKING, State
from duelhall.games.frontline.symbols import SYMBOLS
from duelhall.games.frontline.telling import Names, scenes

UNSEEN = "[?]"


def board(s: State, seat: int | None) -> Board:
    """The armies as far as they are deployed and may be seen, and the cards still in hand."""
    whole, s, near = s, plain(s), seat or 0
    far = 1 if near == 0 else 0
    rows = [] if s.stage == FOUGHT else [_hand(s, far, seat), _hand(s, near, seat)]
    if s.stage == PICKING:
        rows.insert(
            1, Row("Open cards", tuple(_numbered(s, s.row.tolist())), f"{s.pack_size} to come")
        )
    drawing = _drawing(s, plain(_stationed(whole)), near) if s.length.any() else ()
    return Board(_heading(s, seat), tuple(rows), tuple(drawing))


def _heading(s: State, seat: int | None) -> str:
    own, other = (s.score[0], s.score[1]) if seat != 1 else (s.score[1], s.score[0])
    whose = "score" if seat is None else "your score"
    score = f"{whose} {own}:{other}"
    if s.stage == FOUGHT:
        return f"The match is over, {score}; these armies met last"
    if s.winner != UNDECIDED:
        return f"The match is over, {score}"
    task = "Pick a card" if s.stage == PICKING else "Deploy your army"
    if s.options.battles == 1:
        return task
    return f"{task} for battle {s.fought + 1} of {s.options.battles}, {score}"


def _hand(s: State, owner: int, seat: int | None) -> Row:
    """What a player still holds, with the numbers to name it by; the seat's own or all."""
    kinds = [kind for kind in s.hand[owner].tolist() if kind != NO_CARD]
    if kinds and kinds[0] == HIDDEN:
        cards: tuple[Card, ...] = (Card(UNSEEN, "hidden"),) * len(kinds)
    elif owner == seat or seat is None:
        placed = s.placed[owner].tolist()
        cards = tuple(_numbered(s, [0 if placed[at] else kind for at, kind in enumerate(kinds)]))
    else:  # in a mirror and in a draft the cards are known, but not which are deployed
        faces = faces_in(s.options.cards)
        cards = tuple(Card(f"[{faces[kind]}]") for kind in kinds)
    return Row(f"{_whose(owner, seat)} hand", cards)


def _numbered(s: State, kinds: Sequence[int]) -> Iterator[Card]:
    """Cards with their numbers, counted over those that are gone."""
    faces = faces_in(s.options.cards)
    for number, kind in enumerate(kinds, start=1):
        if kind != NO_CARD:
            yield Card(f"{number}[{faces[kind]}]")


def _whose(owner: int, seat: int | None) -> str:
    if seat is None:
        return f"Player {owner}'s"
    return "Your" if owner == seat else "Opponent's"


def faces_of(s: State) -> Faces:
    """The symbols of both players' cards by number, those that are hidden being empty."""
    faces = faces_in(s.options.cards)
    return [["", *(faces[max(0, kind)] for kind in hand)] for hand in s.hand.tolist()]


def _drawing(s: State, field: State, near: int) -> Iterator[str]:
    """The armies that can be seen; one's own front units are numbered while it is deployed."""
    frame = Frame.around(faces_of(s), near, [field])
    if s.length.all():
        yield from frame.armies(field)
    else:
        yield _numbers(field, near, frame)
        yield from frame.army(field, near)


def _stationed(s: State) -> State:
    """Both armies on the battlefield, as far as they are deployed, nothing being broken yet."""
    field: State = state_of(copied(s))
    seen = plain(s)
    front, back, left, right = field.front, field.back, field.left, field.right
    for owner, length in enumerate(seen.length.tolist()):
        first = int(python_function(first_column)(seen, owner))
        front[owner, first : first + length] = seen.ahead[owner, :length]
        back[owner, first : first + length] = seen.behind[owner, :length]
        left[owner], right[owner] = first, first + length
    kinds = np.maximum(seen.hand, NO_CARD)
    field.symbols[:, 1 : LARGEST_HAND + 1] = seen.options.cards[kinds, :SYMBOLS]
    return field


def _numbers(field: State, owner: int, frame: Frame) -> str:
    """The numbers of the front units above them, to go behind one."""
    units = field.front[owner].tolist()
    columns = [column for column, unit in enumerate(units) if unit != NOBODY]
    return frame.row(owner, {c: f" {number}" for number, c in enumerate(columns, start=1)})


def battle_scenes(_before: State, _move: int, trace: Trace, seat: int | None) -> list[Scene]:
    """The battle that a move set off, if it did."""
    revealed = trace.first(reveal)
    if revealed is None:
        return []
    near, far = (1, 0) if seat == 1 else (0, 1)
    names = Names(f"Player {near}'s army", f"Player {far}'s army")
    return scenes(trace.steps, faces_of(revealed.state), near, names)
