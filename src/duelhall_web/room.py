"""One table as its events have made it: the game, who sits where, and what each place knows of it.

Nothing here waits or writes. A room is changed by `apply` only, when an event happens and when the
events of a table are read back, so that both lead to the same.
"""

import dataclasses
from collections.abc import Callable, Iterable, Mapping

from msgspec.structs import replace

from duelhall.backend import FOLLOWING
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import SEATS, GameState, State, other_seat
from duelhall.match import recall as commitment
from duelhall.match.game import Game, load, name_today
from duelhall.match.match import Match, Start
from duelhall.play.saves import PERSON
from duelhall.play.seat import Answer, Ending, Fault, Quiet
from duelhall.play.table import Table, rule_for_late
from duelhall.play.undo import TakeBack, last_decision_of
from duelhall_web.events import (
    Answered,
    AnyEvent,
    Begun,
    Dropped,
    Faulted,
    Offered,
    Resigned,
    SatDown,
    SessionSetup,
    TakenBack,
)

WATCH = SEATS
"""The place of all onlookers, after those of the players."""

PLACES = (*range(SEATS), WATCH)

Games = Callable[[str], Game]


class BrokenTable(DuelhallError):
    """A table whose events cannot be read, or that was played by other rules."""


class RemoteSeat(Quiet):
    """A seat that is answered elsewhere, and never asked here."""

    def decide(self, question: object) -> Answer:
        """Nobody may wait for it here."""
        raise NotImplementedError


def loaded_game(name: str) -> Game:
    """A game as it is played here: at once, and in machine code as soon as there is some."""
    return load(name, backend=FOLLOWING)


class Room:
    """A table, from its first event on."""

    setup: SessionSetup
    is_clocked: bool
    places: tuple[int, int]  # by seats
    seats: tuple[int, int, None]  # by places; onlookers have none
    persons: list[int]  # the seats of people
    game: Game
    begun: Begun
    table: Table
    match: Match  # the one that is being played, or was played last
    to_move: int  # the seat that decides next there

    def __init__(self, name: str, games: Games = loaded_game) -> None:
        self.name, self._load = name, games
        self.events = 0
        self.commitment = ""  # to the deal
        self.round = 0  # of the games at this table
        self.is_waiting = True  # nothing is dealt yet, as somebody is invited who has not sat down
        self.is_over = False  # nobody has anything to decide here any more
        self.names = ["", ""]  # of players, by places; nothing if a person has not said
        self.present: set[int] = set()  # the places of people who have come at least once
        self.offer: Offered | None = None
        self.offered = 0  # the number of the decision that was asked for
        self.stand_ins: set[int] = set()  # numbers of moves of a player that was not ready
        self.turn = 0  # counts whatever makes an earlier decision void
        self.time = 0.0  # of the last event
        self.visible: list[list[int]] = [[] for _ in PLACES]  # numbers of moves, by places
        self.sequence: list[list[int]] = [[] for _ in PLACES]  # how many were visible, by places
        self._decided = [0, 0]  # the number of a move that a seat decided on, if known
        self._views: list[list[tuple[State, GameState]]] = [[], []]  # of the last states, by seats

    # --- who and what ---

    def _sit(self, setup: SessionSetup, places: tuple[int, int]) -> None:
        """Who is at these places sits in the seats, in their order."""
        self.setup, self.places = setup, places
        self.seats = (places.index(0), places.index(1), None)
        self.persons = [seat for seat in range(SEATS) if setup.places[places[seat]].player is None]

    def view(self, state: State, seat: int) -> GameState:
        """What a seat may know of a state. That of the newest ones is asked for several times: when
        they are new, and when it is told of the next move.
        """
        kept = self._views[seat]
        for known, view in kept:
            if known is state:
                return view
        view = self.game.view(state, seat)
        self._views[seat] = [*kept[-1:], (state, view)]
        return view

    def has_decided(self, seat: int) -> bool:
        """Whether a seat has anything to take back; once it has, that stays so until it does."""
        if not self._decided[seat]:
            self._decided[seat] = last_decision_of(self.match, seat) or 0
        return self._decided[seat] > 0 or self.match.forfeited_by == seat

    def player_name(self, seat: int) -> str:
        """What the player in a seat is called; nothing if a person has not said."""
        return self.names[self.places[seat]]

    # --- the clock ---

    @property
    def is_timed(self) -> bool:
        """Whether the time of a turn runs, or will by itself."""
        return not self.is_waiting and self.table.timer.begins is not None

    def _begin_turn(self, time: float) -> None:
        """Let the clock run, if there is one and everybody has come."""
        if self.is_clocked and self.all_have_come and not self.match.over:
            self.table.timer.begin(self.match.to_move, time)
        else:
            self.table.timer.stop()

    @property
    def all_have_come(self) -> bool:
        """Whether every person has been here at least once; no clock runs before that."""
        return all(self.places[seat] in self.present for seat in self.persons)

    # --- what happens ---

    def apply(self, event: AnyEvent) -> set[int]:
        """Let an event happen; returns the places that know something new by it."""
        self.events += 1
        self.time = event.time
        changed = self._acts[type(event)](self, event)
        if not self.is_waiting:
            self.is_over, self.to_move = self.match.over, self.match.to_move
        for place in changed:
            self.sequence[place].append(len(self.visible[place]))
        return changed

    def apply_all(self, events: Iterable[AnyEvent]) -> None:
        """Let all events of a table happen."""
        try:
            for event in events:
                self.apply(event)
        except (DuelhallError, ValueError, IndexError) as error:
            raise BrokenTable(f"this table cannot be read any more: {error}") from error
        if self.is_waiting and not self.setup.code:
            raise BrokenTable("this table has no game")

    def _open(self, event: SessionSetup) -> set[int]:
        self._sit(event, event.by_seats)
        self.names = [place.player or place.name for place in event.places]
        self.is_clocked = event.clock.is_limited
        if not event.code:
            return set()
        self.game = self._load(event.game)
        return set(PLACES)

    def _begin(self, event: Begun) -> set[int]:
        self.begun, self.offer, self.is_waiting = event, None, False
        setup = self.setup
        if event.guest is not None:
            setup = replace(setup, places=(setup.places[0], event.guest))
            self.names[1] = event.guest.name
        self._sit(setup, event.places)
        self.commitment = commitment.commitment(event.salt, event.seed, event.game)
        self.round += 1
        self.turn += 1
        self._decided = [0, 0]
        self.game = game = self._load(name_today(event.game, event.edition))
        players = [setup.places[place].player or PERSON for place in self.places]
        self.match = match = Match(game, Start(seed=event.seed), players)
        late = rule_for_late(game)
        seats = (RemoteSeat(), RemoteSeat())
        self.table = Table(match, seats, clock=setup.clock, number=self.round, late=late)
        self.visible = [[] for _ in PLACES]
        self.stand_ins = set()
        self._begin_turn(event.time)
        return set(PLACES)

    def _sit_down(self, event: SatDown) -> set[int]:
        self.present.add(event.place)
        if event.name:
            self.names[event.place] = event.name
        if not self.is_waiting:
            self._begin_turn(event.time)
        return set(PLACES)

    def _answer(self, event: Answered) -> set[int]:
        changed = self._take(Answer(event.move, event.seconds), event.time)
        if event.stand_in:
            self.stand_ins.add(len(self.match.moves))
        return changed

    def _fault(self, event: Faulted) -> set[int]:
        return self._take(Fault(Ending(event.ending), event.detail, event.seconds), event.time)

    def _take(self, said: Answer | Fault, time: float) -> set[int]:
        """Let the table carry out what the seat to move said or did."""
        match = self.match
        mover, before = self.to_move, match.states[-1]
        self.turn += 1
        if not self.table.take(said):
            self.offer = None
            return set(PLACES)
        self._begin_turn(time)
        number, other, changed = len(match.moves), other_seat(mover), set[int]()
        notation = self.game.definition.writing.notation
        is_told = notation.move_seen(before, match.moves[-1], other) is not None
        for place in PLACES:
            is_own = self.seats[place] == mover
            if is_own or is_told:
                self.visible[place].append(number)
                changed.add(place)
            elif match.over or self._sees_change(other, before):
                changed.add(place)
        return self._without_offer(changed)

    def _without_offer(self, changed: set[int]) -> set[int]:
        """End an offer by what has happened. What one side is told nothing of ends none, or the
        end of the offer would tell it.
        """
        if changed.issuperset(self.places):
            self.offer = None
        return changed

    def viewer(self, place: int, actor: int) -> int:
        """The seat by whose view a place sees what a seat does: onlookers see no more of it than
        the other side.
        """
        seat = self.seats[place]
        return other_seat(actor) if seat is None else seat

    def _sees_change(self, seat: int, before: State) -> bool:
        now = self.view(self.match.state, seat)
        return bool(self.view(before, seat).tobytes() != now.tobytes())

    def _take_back(self, event: TakenBack) -> set[int]:
        before, was_over = self.match.states[-1], self.is_over
        undo = TakeBack(event.seat, is_practice=event.practice)
        self.turn += 1
        self.table.take_back(undo, event.seconds)
        while (left := len(self.match.moves)) >= event.number > 0:
            self.table.take_back(undo)
            if len(self.match.moves) == left:
                raise BrokenTable(f"seat {event.seat} has nothing more to take back")
        self._decided = [0, 0]
        self._begin_turn(event.time)
        changed = set[int]()
        self.stand_ins = {number for number in self.stand_ins if number <= left}
        for place in PLACES:
            kept = [number for number in self.visible[place] if number <= left]
            seat = self.viewer(place, event.seat)
            is_own = seat == event.seat or was_over or event.practice
            if is_own or kept != self.visible[place] or self._sees_change(seat, before):
                changed.add(place)
            self.visible[place] = kept
        return self._without_offer(changed)

    def _resign(self, event: Resigned) -> set[int]:
        self.table.resign(event.seat)
        self.turn += 1
        self.offer = None
        return set(PLACES)

    def _offer(self, event: Offered) -> set[int]:
        self.offer = event
        self.offered = last_decision_of(self.match, event.seat) or 0
        return set(self.places)

    def _drop(self, _event: Dropped) -> set[int]:
        self.offer, self.is_over = None, self.is_waiting
        return set(PLACES if self.is_waiting else self.places)

    _acts: Mapping[type, Callable[..., set[int]]] = {
        SessionSetup: _open,
        Begun: _begin,
        SatDown: _sit_down,
        Answered: _answer,
        Faulted: _fault,
        TakenBack: _take_back,
        Resigned: _resign,
        Offered: _offer,
        Dropped: _drop,
    }

    def saved_game(self) -> str:
        """The game as a document, once nothing in it is secret any more. It has the name and the
        edition with which it began, since the server has committed to those.
        """
        if self.is_waiting or not self.is_over:
            raise BrokenTable("the game is still going on")
        match = self.match.copy()
        match.notes |= {commitment.COMMITMENT: self.commitment, commitment.SALT: self.begun.salt}
        begun = self.begun
        return dataclasses.replace(match.replay(), game=begun.game, edition=begun.edition).text()

    # --- what was seen ---

    def seq(self, place: int) -> int:
        """The number of a place's newest state."""
        return len(self.sequence[place])

    def known_since(self, place: int, last: int | None) -> int:
        """How many of the moves that a place was told of still hold, if it saw this state last."""
        if last is None or not 1 <= last <= self.seq(place):
            return 0
        return min(self.sequence[place][last - 1 :])
