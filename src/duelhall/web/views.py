"""What each place at a table is told: made from views, and from nothing that the place may not
know.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal

from duelhall.bots.messages import board_message
from duelhall.engine.board import Scene, Touch
from duelhall.engine.features import CardText, DeckText, Touches
from duelhall.engine.record import SEATS, GameState, other_seat, unpacked
from duelhall.match.game import Game
from duelhall.play import as_if_to_move, can_prepare
from duelhall.play.undo import is_practice, only_pass
from duelhall.web.hall_messages import (
    ClockState,
    GameInfo,
    Invitation,
    LegalMove,
    Offer,
    Opened,
    Place,
    Player,
    Result,
    SceneMessage,
    State,
)
from duelhall.web.onlooking import open_board
from duelhall.web.room import Room
from duelhall.web.telling import told_moves

RESIGNING = "resigning"
"""What a player did who gave up."""


def state_of(
    room: Room, place: int, since: int, time: float, here: set[int], prepared: str | None = None
) -> State:
    """All that a place knows, with the moves after the first `since`; `here` are the places of
    those who are connected.
    """
    game, match, seat = room.game, room.match, room.seat_of(place)
    is_over, to_move = match.over, match.to_move
    view = None if seat is None else room.view(match.state, seat)
    board = open_board(match) if view is None else game.definition.board(view, seat)
    is_asked = view is not None and not is_over and to_move == seat
    moves = game.legal_moves(view) if view is not None and is_asked else []
    return State(
        seq=room.seq(place),
        game=game_info(game),
        round=room.round,
        seat=seat,
        players=players(room, here),
        commitment=room.commitment,
        position=len(room.visible[place]),
        since=since,
        moves=tuple(told_moves(room, place, since)),
        to_move=None if is_over else to_move,
        board=board_message(board),
        legal=() if view is None else tuple(_legal_moves(game, view, moves)),
        preparable=() if view is None or is_asked else tuple(_preparable(room, view)),
        lone_pass=_is_lone_pass(room, moves),
        undo=seat is not None and can_ask_to_undo(room, seat),
        practice=is_practice(match),
        clock=_clock(room, time),
        offer=_offer(room) if seat is not None else None,
        prepared=prepared,
        result=_result(room) if is_over else None,
    )


@lru_cache(maxsize=256)
def game_info(game: Game) -> GameInfo:
    """What is played."""
    definition = game.definition
    features: dict[Literal["cards", "decks", "scenes"], object] = {
        "cards": definition.feature(CardText),
        "decks": definition.feature(DeckText),
        "scenes": definition.scenes,
    }
    return GameInfo(
        name=game.name,
        title=definition.title,
        rules=game.rule_set,
        full_name=game.full_name,
        edition=definition.edition,
        roles=definition.roles,
        primer=definition.primer,
        examples=definition.notation.MOVE_EXAMPLES,
        features=tuple(name for name, value in features.items() if value),
    )


def invitation_of(room: Room, here: set[int]) -> Invitation:
    """What a friend is invited to."""
    return Invitation(
        table=room.name,
        status="withdrawn" if room.is_withdrawn else "open" if room.is_waiting else "taken",
        game=game_info(room.game),
        players=players(room, here),
        seat=room.chairs.index(1),
        move=room.opened.move,
        bank=room.opened.bank,
    )


def players(room: Room, here: set[int]) -> tuple[Player, ...]:
    """Who plays, by seats."""
    return tuple(
        Player(
            name=room.player_name(seat),
            kind="person" if room.is_person(seat) else "computer",
            present=not room.is_person(seat) or room.chairs[seat] in here,
        )
        for seat in range(SEATS)
    )


def _legal_moves(game: Game, view: GameState, moves: Iterable[int]) -> Iterator[LegalMove]:
    """The moves of the seat to move, by its own view."""
    touches, move_text = game.definition.feature(Touches), game.definition.notation.move_text
    seen = unpacked(view)
    for move in moves:
        text = move_text(move, view)
        if touches is None:
            yield LegalMove(move=text, says=text)
        else:
            places = tuple(map(_place, touches.places(seen, move)))
            yield LegalMove(move=text, says=touches.says(seen, move), touches=places)


def _preparable(room: Room, view: GameState) -> Iterator[LegalMove]:
    """The moves that a seat could make if it were its turn, where turns go by a clock."""
    match = room.match
    if room.is_clocked and can_prepare(room.game) and not match.over:
        seen = as_if_to_move(view, other_seat(match.to_move))
        yield from _legal_moves(room.game, seen, room.game.legal_moves(seen))


def _place(touch: Touch) -> Place:
    return Place(touch.zone, touch.card, touch.at, touch.row, touch.column)


def _is_lone_pass(room: Room, moves: Sequence[int]) -> bool:
    """Whether somebody need not be asked; between two people, who is asked would show who had a
    choice.
    """
    return only_pass(room.game, moves) is not None and len(room.persons) < SEATS


def can_ask_to_undo(room: Room, seat: int) -> bool:
    """Whether a seat has anything to take back. Between two people, nothing is taken back once the
    deal has been opened.
    """
    if room.match.over and len(room.persons) == SEATS:
        return False
    return room.has_decided(seat)


def _clock(room: Room, time: float) -> ClockState | None:
    if not room.is_clocked:
        return None
    deadline, has_begun = room.deadline, room.begins is None or room.begins <= time
    spent = 0.0 if has_begun is False or room.begins is None else time - room.begins
    banks = [thinking.bank for thinking in room.table.thinking]
    if banks[0] is not None and not room.match.over:
        to_move = room.match.to_move
        banks[to_move] = max(0.0, (banks[to_move] or 0.0) - spent)
    return ClockState(
        move=room.opened.move,
        bank=None if banks[0] is None else tuple(_rounded(bank or 0.0) for bank in banks),
        begins=0.0 if has_begun else _rounded((room.begins or 0.0) - time),
        left=None if deadline is None else _rounded(max(0.0, deadline - time)),
    )


def _rounded(seconds: float) -> float:
    return round(seconds, 3)


def _offer(room: Room) -> Offer | None:
    offer = room.offer
    return None if offer is None else Offer(seat=offer.seat, what=offer.what, swap=offer.swap)


def _result(room: Room) -> Result:
    """How a game ended, and what was hidden in it."""
    match, fault = room.match, room.table.fault
    return Result(
        winner=match.winner,
        reason=match.reason.word,
        says=match.reason.says,
        ruling=match.reason.ruling,
        by=fault.ending.says if fault else RESIGNING if match.forfeited_by is not None else None,
        points=tuple(match.points(seat) for seat in range(SEATS)),
        opened=Opened(
            board=board_message(match.board(None)), seed=str(room.begun.seed), salt=room.begun.salt
        ),
    )


def scene_message(scene: Scene) -> SceneMessage:
    """A scene as it is sent."""
    return SceneMessage(
        caption=scene.caption,
        rulings=scene.rulings,
        board=None if scene.board is None else board_message(scene.board),
        facts=dict(scene.facts),
        parts=tuple(map(scene_message, scene.parts)),
        pause=scene.pause,
    )
