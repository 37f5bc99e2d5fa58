"""The loop in which every game is played: ask, play, tell; and what becomes of late moves."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from duelhall.engine.chance import dice_of, dice_root, game_dice
from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.engine.record import SEATS, GameState, copied, other_seat, state_of
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.clock import Clock, Timer
from duelhall.play.seat import Answer, Closing, Ending, Fault, Opening, Question, Seat
from duelhall.play.undo import PRACTICE, Resign, TakeBack, take_back


class Late(StrEnum):
    """What a late player does."""

    PASS = "pass"  # whatever the game's clock makes of a turn that runs out
    LOSE = "lose"


@dataclass(frozen=True)
class Lapse:
    """A fault that cost a seat its turn, and not the game."""

    number: int  # of the move that was made for the seat, counted from 1
    seat: int
    fault: Fault


def rule_for_late(game: Game) -> Late:
    """What the game itself says of late players."""
    return Late.LOSE if game.definition.turns is None else Late.PASS


def has_one_try(game: Game) -> bool:
    """Whether, by the game's clock, a move that the rules refuse is the turn's only one."""
    clock = game.definition.turns
    return clock is not None and clock.one_try(game.options)


def move_instead(game: Game, fault: Fault) -> str | None:
    """The move that is made for a player after a fault; None if the game has none for it."""
    clock = game.definition.turns
    if clock is None:
        return None
    refused = fault.ending is Ending.ILLEGAL and has_one_try(game)
    return clock.late_move if refused or fault.ending is Ending.TIMEOUT else None


def as_if_to_move(view: GameState, seat: int) -> GameState:
    """What a seat sees, as if it were its turn: its legal moves are what it could prepare.

    Nothing but its own view is asked, so they tell it nothing new. Whether one of them can be made
    is decided when its turn comes.
    """
    cell = copied(view)
    cell[0].to_move = seat
    return state_of(cell)


class Table:
    """One match and the seats that play it.

    A seat is asked a question and never sees the match. If a fault ends the game, `faulty` is the
    seat that committed it, and `fault` says what it did; `lapses` are the faults that cost no more
    than a turn.
    """

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        *,
        clock: Clock | None = None,
        number: int = 1,
        mirrored: bool = False,
        late: Late = Late.LOSE,
    ) -> None:
        self.match, self.seats, self.number = match, tuple(seats), number
        turns = match.game.definition.turns
        lasts = turns is not None and turns.lasts(match.game.options)
        self.timer = Timer(clock or Clock(), lasts=lasts)
        self.faulty: int | None = None
        self.fault: Fault | None = None
        self.late = late
        self.lapses: list[Lapse] = []
        self._root = dice_root(match.start.seed or 0, mirrored=mirrored)
        self._told = [0] * SEATS  # how many moves each seat has been told of

    @property
    def fault_text(self) -> str:
        """Who lost the game by which fault; nothing if nobody did."""
        if self.fault is None or self.faulty is None:
            return ""
        name = self.match.players[self.faulty]
        return f"{self.fault.ending.cost(name)}: {self.fault.detail}"

    # --- the loop ---

    def run(self, after_move: Callable[[], None] = lambda: None) -> None:
        """Play from here until the game ends, by the rules or by a fault."""
        self.open()
        while not self.match.over:
            if self.step():
                after_move()
        self.close()

    def open(self) -> None:
        """Let both seats get ready at the same time; one that cannot loses."""
        starts = [
            partial(player.start, self.opening(seat)) for seat, player in enumerate(self.seats)
        ]
        for act in (starts, [player.greet for player in self.seats]):
            for seat in range(SEATS):
                if not self._done(seat, act[seat]):
                    return

    def step(self) -> bool:
        """Ask the seat to move for its decision, and carry it out; False if no move was made."""
        try:
            said = self._asked(self.match.to_move)
        except TakeBack as wish:
            self.take_back(wish, wish.seconds)
            return False
        except Resign as wish:
            self.resign(wish.seat)
            return False
        return self.take(said)

    def take(self, said: Answer | Fault) -> bool:
        """Carry out what the seat to move has answered, or what it did instead of answering; False
        if no move was made.

        Together with `question`, this is the other half of `step`, for those who cannot wait at the
        table until a seat has decided.
        """
        seat = self.match.to_move
        self.timer.count(seat, said.seconds)
        return self._done(seat, lambda: self._carry_out(seat, said))

    def resign(self, seat: int) -> None:
        """End the game because a seat gives it up or has to, no matter who is to move."""
        self.timer.stop()
        self.match.forfeit(seat)

    def close(self) -> None:
        """Tell the seats how the game ended."""
        for seat, player in enumerate(self.seats):
            player.end(self.closing(seat))

    def _done(self, seat: int, act: Callable[[], None]) -> bool:
        """Whether a seat did what it had to; if not, the game is over and the seat has lost."""
        try:
            act()
        except Fault as fault:
            self.faulty, self.fault = seat, fault
            self.resign(seat)
            return False
        return True

    # --- ask, play, tell ---

    def _asked(self, seat: int) -> Answer | Fault:
        player = self.seats[seat]
        question = self.question(seat, with_views=player.recalls_views)
        try:
            return player.decide(question)
        except Fault as fault:
            return fault

    def _carry_out(self, seat: int, said: Answer | Fault) -> None:
        """Make a seat's move; where a late one passes, some faults cost it only this turn."""
        try:
            if isinstance(said, Fault):
                raise said
            self._play(said)
            self.timer.add_increment(seat, len(self.match.moves))
        except Fault as fault:
            instead = move_instead(self.match.game, fault) if self.late is Late.PASS else None
            if instead is None or self.timer.bank(seat) == 0:
                raise
            self._play(Answer(instead))
            self.lapses.append(Lapse(len(self.match.moves), seat, fault))

    def _play(self, answer: Answer) -> None:
        """Make a move; Fault if it is not a move, or not a legal one."""
        try:
            self.match.play(answer.move)
        except IllegalMove as error:
            raise Fault(Ending.ILLEGAL, str(error)) from None
        except DuelhallError as error:
            raise Fault(Ending.UNREADABLE, str(error)) from None

    def opening(self, seat: int) -> Opening:
        """What a seat is told when the game begins."""
        opponent = self.match.players[other_seat(seat)]
        dice = game_dice(self._root, seat)
        late = self.late.value
        return Opening(self.match.game, seat, opponent, self.number, self.timer.clock, dice, late)

    def question(self, seat: int, *, with_views: bool = False) -> Question:
        """The question for the seat to move, which also tells it of all moves so far."""
        match, since = self.match, self._told[seat]
        tell = match.seen if with_views else match.told
        self._told[seat] = len(match.moves)
        return Question(
            game=match.game,
            seat=seat,
            number=len(match.moves) + 1,
            view=match.view(seat),
            told=tell(seat, since),
            left=self.timer.limit(seat),
            bank=self.timer.bank(seat),
            dice=dice_of(self._root, seat, len(match.moves)),
        )

    def forget_told(self, seat: int) -> None:
        """Tell a seat of the game from its first move on with its next question, since the one who
        sits there is new to it.
        """
        self._told[seat] = 0

    def closing(self, seat: int) -> Closing:
        """What a seat is told when the game has ended."""
        match = self.match
        by, told = self.fault.ending if self.fault else None, match.told(seat, self._told[seat])
        lapsed = any(lapse.seat == seat for lapse in self.lapses)
        return Closing(seat, match.winner, match.reason, by, told, lapsed)

    # --- taking back ---

    def take_back(self, wish: TakeBack, seconds: float = 0.0) -> None:
        """Take the match back to before a seat's last decision. All time that was used stays used,
        also these seconds that the seat to move has thought since. To go on after a fault of one's
        own is practice.
        """
        if wish.is_practice or self.faulty == wish.seat:
            self.match.notes[PRACTICE] = True
        self.timer.count(self.match.to_move, seconds)
        self.timer.stop()
        take_back(self.match, wish.seat)
        self.faulty = self.fault = None
        self.lapses = [lapse for lapse in self.lapses if lapse.number <= len(self.match.moves)]
        for seat, told in enumerate(self._told):
            if told > len(self.match.moves):
                self._begin_again(seat)

    def _begin_again(self, seat: int) -> None:
        """Let a seat that knows of moves that were taken back begin again, and be told of the game
        from its first move on.
        """
        player = self.seats[seat]

        def begin() -> None:
            player.start(self.opening(seat))
            player.greet()

        self.forget_told(seat)
        self._done(seat, begin)
