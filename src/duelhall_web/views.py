"""What each place at a table is told: made from views, and from nothing that the place may not
know.

An onlooker sees of a table what both sides see of it. Both boards are made from views, drawn from
nobody's side. A card is shown if both show it. What lies before one side is open only as far as the
other side sees it, so where the two are laid out differently, it is shown as the other side sees
it, without what that side alone knows.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from duelhall.bots.messages import board_message
from duelhall.engine.board import (
    HIDDEN,
    UP,
    Board,
    Card,
    Revision,
    Scene,
    Touch,
    Zone,
    hidden_cards,
)
from duelhall.engine.record import SEATS, GameState, State, other_seat, unpacked
from duelhall.engine.text import capitalized
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.table import as_if_to_move
from duelhall.play.undo import is_practice, only_pass
from duelhall_web.messages import (
    ClockState,
    GameInfo,
    GameResult,
    Invitation,
    LegalMove,
    Offer,
    PlayerInfo,
    Reveal,
    SceneMessage,
    SessionState,
    ToldMove,
    TouchMessage,
)
from duelhall_web.room import WATCH, Room

STAND_IN = ", still getting ready"
"""What is said of a player that could not think yet."""


def _told_move(room: Room, place: int, index: int) -> ToldMove:
    """One of the moves that a place was told of, counted from 0."""
    number = room.visible[place][index]
    mover = int(room.match.states[number - 1].to_move)
    is_late = number in (lapse.number for lapse in room.table.lapses)
    is_stand_in = number in room.stand_ins
    told = told_of(room.match, number, room.viewer(place, mover), room.view)
    how = STAND_IN if is_stand_in else ""
    who = _who(room, place, mover, is_late=is_late)
    says = f"{who}{how}: {told.words.removesuffix('.')}."
    return ToldMove(index + 1, mover, told.text, says, is_late, is_stand_in, told.kind, told.change)


def _who(room: Room, place: int, mover: int, *, is_late: bool) -> str:
    """How the sentence begins."""
    is_own = room.seats[place] == mover
    name = "You" if is_own else room.player_name(mover) or _nameless(room, place, mover)
    if not is_late:
        return name
    return f"{name} {'were' if is_own else 'was'} too late"


def _nameless(room: Room, place: int, seat: int) -> str:
    """What a person is called who has not said."""
    if place != WATCH:
        return "Your opponent"
    roles = room.game.definition.roles
    return capitalized(f"the {roles[seat]}" if roles else f"player {seat}")


class Wording(NamedTuple):
    """A move as a seat is told of it."""

    text: str
    words: str
    kind: str
    change: dict[str, Any]


def told_of(
    match: Match, number: int, viewer: int, view_of: Callable[[State, int], State]
) -> Wording:
    """A move in notation, in words and as data, by what the seat that looks on saw of it."""
    definition = match.game.definition
    notation, touches = definition.writing.notation, definition.picture.touches
    move, before = match.moves[number - 1], match.states[number - 1]
    whole = notation.move_text(move, before)
    text = whole if viewer == before.to_move else notation.move_seen(before, move, viewer) or ""
    if touches is None:
        return Wording(text, text, "", {})
    view, is_whole = view_of(before, viewer), text == whole
    if is_whole:
        words = touches.says(view, move)
    else:
        words = touches.says_partly(view, move) if touches.says_partly else text
    kind = touches.kind(view, move) if touches.kind and is_whole else ""
    if touches.change is None:
        return Wording(text, words, kind, {})
    change = touches.change(view, move if is_whole else None, view_of(match.states[number], viewer))
    return Wording(text, words, kind, dict(change))


def open_board(match: Match) -> Board:
    """The table as an onlooker may see it; everything, when the game is over."""
    if match.over:
        return match.board(None)
    sides = [match.game.board(match.view(seat), None) for seat in range(SEATS)]
    return shared_board(*sides)


def shared_board(first: Board, second: Board) -> Board:
    """What two boards have in common."""
    zones = tuple(
        _shared_zone(zone, other)
        for zone in first.zones
        if (other := second.zone(zone.id)) is not None
    )
    said = zip(_said(first), _said(second), strict=True)
    sentence, task, situation = (one if one == other else "" for one, other in said)
    facts = _shared_facts(first.facts, second.facts)
    return Board(None, sentence, facts, zones, task, situation)


def _said(board: Board) -> tuple[str, str, str]:
    return board.sentence, board.task, board.situation


def _shared_zone(first: Zone, second: Zone) -> Zone:
    facts = _shared_facts(first.facts, second.facts)
    if first.cards == second.cards:
        return replace(first, facts=facts)
    seen = second if first.owner == 0 else first  # by the side that does not own it
    cards, others = _single_cards(first), _single_cards(second)
    if len(cards) == len(others):
        shown = tuple(
            card if card == other else _turned_down(card)
            for card, other in zip(cards, others, strict=True)
        )
    elif first.owner is None:
        shown = hidden_cards(min(len(cards), len(others)))
    else:
        shown = tuple(card if card.facing == UP else _turned_down(card) for card in seen.cards)
    return replace(first, cards=_together(shown), facts=facts)


def _single_cards(zone: Zone) -> list[Card]:
    return [replace(card, count=1) for card in zone.cards for _ in range(card.count)]


def _turned_down(card: Card) -> Card:
    """A card of which nothing is seen but that it lies there."""
    return Card(facing=HIDDEN, count=card.count, owner=card.owner, row=card.row, column=card.column)


def _together(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    found: list[Card] = []
    for card in cards:
        if found and replace(found[-1], count=card.count) == card:
            found[-1] = replace(card, count=found[-1].count + card.count)
        else:
            found.append(card)
    return tuple(found)


def _shared_facts(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in first.items() if name in second and second[name] == fact}


def open_scenes(
    whole: Sequence[Scene], first: Sequence[Scene], second: Sequence[Scene]
) -> list[Scene]:
    """Scenes as an onlooker may see them: of those with everything shown, what both sides are told
    in the same words, without the cards that one of them does not see.
    """
    found, sides = list[Scene](), (list(first), list(second))
    for scene in whole:
        one, other = (_next_with(scene.caption, waiting) for waiting in sides)
        if one is not None and other is not None:
            found.append(_open_scene(scene, one, other))
    return found


def _next_with(caption: str, waiting: list[Scene]) -> Scene | None:
    """The first scene with a caption; neither it nor those before it wait any longer."""
    for at, scene in enumerate(waiting):
        if scene.caption == caption:
            del waiting[: at + 1]
            return scene
    return None


def _open_scene(whole: Scene, first: Scene, second: Scene) -> Scene:
    """A scene that both sides are told of, without what one of them does not see."""
    rulings = {*first.rulings} & {*second.rulings}
    return Scene(
        caption=whole.caption,
        rulings=tuple(each for each in whole.rulings if each in rulings),
        board=_open_part(whole.board, first.board, second.board),
        facts=_shared_facts(_shared_facts(whole.facts, first.facts), second.facts),
        parts=tuple(open_scenes(whole.parts, first.parts, second.parts)),
        pause=whole.pause,
    )


def _open_part(whole: Board | None, first: Board | None, second: Board | None) -> Board | None:
    """The part of the table where a scene happens; each side may look at it from its own end, so
    cards are compared by what they are and not by where they lie.
    """
    if whole is None or first is None or second is None:
        return None
    zones = tuple(
        replace(
            zone,
            cards=tuple(
                card
                if _shows(first, zone.id, card) and _shows(second, zone.id, card)
                else _turned_down(card)
                for card in zone.cards
            ),
        )
        for zone in whole.zones
        if first.zone(zone.id) and second.zone(zone.id)
    )
    return Board(None, whole.sentence, _shared_facts(whole.facts, first.facts), zones)


def _shows(board: Board, zone: str, card: Card) -> bool:
    """Whether a zone of a board has this card, and shows its face."""
    found = board.zone(zone)
    return found is not None and any(
        (each.face, each.id, each.count) == (card.face, card.id, card.count) for each in found.cards
    )


def state_of(
    room: Room,
    place: int,
    since: int,
    time: float,
    who: Sequence[PlayerInfo],
    prepared: str | None = None,
) -> SessionState:
    """All that a place knows, with the moves after the first `since`."""
    game, match, seat = room.game, room.match, room.seats[place]
    is_over, to_move = room.is_over, room.to_move
    offer = None if seat is None else room.offer
    view = None if seat is None else room.view(match.states[-1], seat)
    board = open_board(match) if view is None else game.definition.picture.board(view, seat)
    is_asked = view is not None and not is_over and to_move == seat
    moves = game.legal_moves(view) if view is not None and is_asked else []
    # Between two people, who is asked would show who had a choice.
    is_lone = is_asked and len(room.persons) < SEATS
    return SessionState(
        seq=room.seq(place),
        game=game_info(game),
        round=room.round,
        seat=seat,
        players=tuple(who),
        commitment=room.commitment,
        position=len(room.visible[place]),
        since=since,
        moves=tuple([_told_move(room, place, i) for i in range(since, len(room.visible[place]))]),
        to_move=None if is_over else to_move,
        board=board_message(board),
        task=board.task,
        situation=board.situation,
        legal=()
        if view is None or not moves
        else legal_messages(game, view, moves) + revision_messages(game, view),
        preparable=() if view is None or is_asked else _preparable(room, view),
        lone_pass=is_lone and only_pass(game, moves) is not None,
        undo=seat is not None and can_ask_to_undo(room, seat),
        practice=is_practice(match),
        clock=_clock(room, time) if room.is_clocked else None,
        offer=None if offer is None else Offer(offer.seat, offer.what, offer.swap, offer.same_deal),
        prepared=prepared,
        result=_result(room) if is_over else None,
    )


def client_path(game: str) -> str:
    """Where the module is that draws a game's board, if its package brings one."""
    return f"boards/{game}.js"


@lru_cache(maxsize=256)
def game_info(game: Game) -> GameInfo:
    """What is played."""
    definition = game.definition
    features: dict[Literal["cards", "decks", "scenes"], object] = {
        "cards": definition.cards.text,
        "decks": definition.cards.deck_text,
        "scenes": definition.picture.scenes,
    }
    return GameInfo(
        name=game.name,
        title=definition.title,
        rules=game.rule_set,
        full_name=game.full_name,
        edition=definition.edition,
        roles=definition.roles,
        primer=definition.primer,
        examples=definition.writing.notation.MOVE_EXAMPLES,
        features=tuple(name for name, value in features.items() if value),
        client=f"/{client_path(game.name)}" if definition.picture.client else "",
    )


def invitation_of(room: Room, here: set[int]) -> Invitation:
    """What a friend is invited to."""
    return Invitation(
        table=room.name,
        status=("withdrawn" if room.is_over else "open") if room.is_waiting else "taken",
        game=game_info(room.game),
        players=players(room, here),
        seat=room.seats[1] or 0,
        move=room.setup.move,
        bank=room.setup.bank,
        increment=room.setup.increment,
    )


def players(room: Room, here: set[int]) -> tuple[PlayerInfo, ...]:
    """Who plays, by seats."""
    return _player(room, 0, here), _player(room, 1, here)


def _player(room: Room, seat: int, here: set[int]) -> PlayerInfo:
    if seat in room.persons:
        return PlayerInfo(room.player_name(seat), "person", present=room.places[seat] in here)
    return PlayerInfo(room.player_name(seat), "computer", present=True)


def legal_messages(game: Game, view: GameState, moves: Sequence[int]) -> tuple[LegalMove, ...]:
    """The moves of the seat to move, by its own view."""
    found = list[LegalMove]()
    touches, move_text = game.definition.picture.touches, game.definition.writing.notation.move_text
    seen = unpacked(view)
    for move in moves:
        text = move_text(move, view)
        says = touches.says(seen, move) if touches else text
        places = touches.places(seen, move) if touches else ()
        kind = touches.kind(seen, move) if touches and touches.kind else ""
        found.append(LegalMove(text, says, touch_messages(places), kind))
    return tuple(found)


def revisions_of(game: Game, view: GameState) -> Iterable[Revision]:
    """How the seat to move can revise what it has done, by its own view."""
    touches = game.definition.picture.touches
    return touches.revisions(view) if touches and touches.revisions else ()


REVISION = "revision"
"""The kind of what is touched and asked for like a move, and revises earlier ones."""


def revision_messages(game: Game, view: GameState) -> tuple[LegalMove, ...]:
    """The same as it is sent."""
    return tuple(
        LegalMove(each.text, each.says, touch_messages(each.touches), REVISION)
        for each in revisions_of(game, view)
    )


def touch_messages(touches: Iterable[Touch]) -> tuple[TouchMessage, ...]:
    """What is touched, as it is sent."""
    return tuple([TouchMessage(t.zone, t.card, t.at, t.row, t.column) for t in touches])


def _preparable(room: Room, view: GameState) -> tuple[LegalMove, ...]:
    """The moves that a seat could make if it were its turn, where turns go by a clock."""
    if not room.is_clocked or room.is_over or room.game.definition.turns is None:
        return ()
    seen = as_if_to_move(view, other_seat(room.to_move))
    return legal_messages(room.game, seen, room.game.legal_moves(seen))


def can_ask_to_undo(room: Room, seat: int) -> bool:
    """Whether a seat has anything to take back. Between two people, nothing is taken back once the
    deal has been opened.
    """
    if room.is_over and len(room.persons) == SEATS:
        return False
    return room.has_decided(seat)


def _clock(room: Room, time: float) -> ClockState:
    timer = room.table.timer
    banks, left = [timer.bank(seat, time) for seat in range(SEATS)], timer.left(time)
    return ClockState(
        move=room.setup.move,
        bank=None if room.setup.bank is None else tuple(round(bank or 0.0, 3) for bank in banks),
        begins=round(timer.rest(time), 3),
        left=None if left is None else round(left, 3),
    )


def _result(room: Room) -> GameResult:
    match, fault = room.match, room.table.fault
    return GameResult(
        winner=match.winner,
        reason=match.reason.word,
        says=match.reason.says,
        ruling=match.reason.ruling,
        by=fault.ending.says if fault else "resigning" if match.forfeited_by is not None else None,
        points=tuple(match.points(seat) for seat in range(SEATS)),
        opened=Reveal(
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
