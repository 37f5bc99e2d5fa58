"""Players that are no persons; and what people ask for that changes nothing: what a move would do,
why it did it, a hint. Built-in players think in workers, bots by themselves.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from threading import Thread

from msgspec.structs import replace as replace_field

from duelhall.bots.messages import board_message
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import SEATS
from duelhall.engine.rulebook import ruling
from duelhall.play.entry import Entry
from duelhall.play.roster import seated
from duelhall.play.seat import Answer, Closing, Fault, Question, Seat
from duelhall.play.table import Table
from duelhall_web import messages
from duelhall_web import workers as tasks
from duelhall_web.messages import FromClient, ToClient
from duelhall_web.room import Room
from duelhall_web.workers import TooBusy, Workers

PATIENCE = 8.0
"""Seconds that a built-in player has for a decision, of which it takes half at most. Machine code
is done long before; Python, where there is nothing else, might take minutes."""


class BuiltIn:
    """A built-in player."""

    def __init__(self, name: str, workers: Workers) -> None:
        self._name, self._workers = name, workers

    async def decide(self, table: Table, seat: int) -> Answer | Fault:
        """Think in a worker, about no more than the question has. A new seat is made for each, and
        so is told of the whole game.
        """
        table.forget_told(seat)
        question = table.question(seat)
        left = PATIENCE if question.left is None else min(PATIENCE, question.left)
        opening = replace(table.opening(seat), dice=question.dice)
        asked = replace(question, left=left)
        return await self._workers.play(tasks.decide, self._name, asked, opening)

    def close(self, closing: Closing | None = None) -> None:
        """Nothing is left behind."""


class BotPlayer:
    """A program that the owner of the server has allowed. It is started for its first decision, and
    after anything was taken back; then it is told of the game from its first move on.
    """

    def __init__(self, entry: Entry) -> None:
        self._entry = entry
        self._stack = ExitStack()
        self._seat: Seat | None = None
        self._told = 0  # of how many moves

    async def decide(self, table: Table, seat: int) -> Answer | Fault:
        """Ask it in a thread, which does nothing but wait."""
        number = len(table.match.moves)
        if self._seat is not None and number < self._told:
            self.close()
        if self._seat is None:
            table.forget_told(seat)
        question = table.question(seat)
        self._told = number
        return await asyncio.to_thread(self._asked, table, question)

    def _asked(self, table: Table, question: Question) -> Answer | Fault:
        try:
            if self._seat is None:
                self._seat = seated(self._entry, question.game, self._stack)
                self._seat.start(table.opening(question.seat))
                self._seat.greet()
            return self._seat.decide(question)
        except Fault as fault:
            return fault

    def close(self, closing: Closing | None = None) -> None:
        """Tell the program how the game ended, and end it; nobody waits until it does."""
        seat, stack = self._seat, self._stack

        def end() -> None:
            with stack:
                if seat is not None and closing is not None:
                    seat.end(closing)

        Thread(target=end).start()
        self._stack, self._seat = ExitStack(), None


AT_ONCE = 20
"""How many moves a worker is asked about."""

Computer = BuiltIn | BotPlayer
"""A player that is asked without waiting for it, and is closed when the game has ended or nobody is
there any more.
"""


def computer(name: str, bots: Mapping[str, Entry], workers: Workers) -> Computer:
    """The player of that name: a program, if the owner has named one so."""
    return BotPlayer(bots[name]) if name in bots else BuiltIn(name, workers)


class GameReview:
    """What the moves of a game were worth that is over. It is found a stretch at a time, when
    somebody asks for more than is known, and kept for all who ask for it.
    """

    def __init__(self, room: Room, workers: Workers) -> None:
        self.turn, self._workers = room.turn, workers
        match = room.match.copy()  # that of the table may go on
        self._game, self._states, self._moves = match.game, match.states, match.moves
        self.found: list[messages.MoveReview] = []
        self.done, self.total = 0, len(match.moves)
        self._stretch: asyncio.Task[None] | None = None

    async def go_beyond(self, known: int) -> None:
        """Find something about more than so many moves, unless that was found already. Nothing is
        begun twice, also where those who asked do not wait for it.
        """
        if known < self.done or self.done == self.total:
            return
        if self._stretch is None or self._stretch.done():
            self._stretch = asyncio.get_running_loop().create_task(self._go_on())
        await asyncio.shield(self._stretch)

    async def _go_on(self) -> None:
        moves = self._moves[self.done : self.done + AT_ONCE]
        states = self._states[self.done : self.done + len(moves)]
        where, left = (self._game, self.done + 1), tasks.REVIEW_SECONDS / self.total
        found, done = await self._workers.advise(tasks.review, *where, states, moves, left)
        if not done:
            raise TooBusy("the players that think are still getting ready")
        self.found += found
        self.done += done


class Helper:
    """Answers what is asked about a table; whatever takes long is done by workers."""

    def __init__(self, room: Room, workers: Workers) -> None:
        self._room, self._workers = room, workers
        self._hinted: set[int] = set()  # the places that wait for a hint
        self._reviewed: GameReview | None = None

    async def answer(self, place: int, message: FromClient) -> ToClient:
        """What is asked for; DuelhallError if it cannot be had."""
        return await self._answers[type(message)](self, place, message)

    async def _try(self, place: int, message: messages.TryRequest) -> ToClient:
        match = self._room.match
        seat = self._own_turn(place)
        move = match.check(message.move, seat)
        board = await self._workers.help(tasks.try_move, match.game, match.view(seat), move)
        return messages.Tried(message.id, board)

    async def _foresee(self, place: int, message: messages.ForeseeRequest) -> ToClient:
        room, match = self._room, self._room.match
        position, view = len(room.visible[place]), match.view(self._own_turn(place))
        losing = await self._workers.help(tasks.foresee, match.game, view)
        return messages.Foreseen(message.id, position, losing)

    def _own_turn(self, place: int) -> int:
        seat, match = self._room.seats[place], self._room.match
        if seat is None or match.over or match.to_move != seat:
            raise DuelhallError("it is not your turn")
        return seat

    async def _tell(self, place: int, message: messages.TellRequest) -> ToClient:
        moment, mover = self._moment(place, message.number)
        notable, scenes = await self._workers.help(tasks.happened, moment, mover)
        return messages.Happened(message.id, message.number, notable, scenes)

    async def _why(self, place: int, message: messages.WhyRequest) -> ToClient:
        moment, mover = self._moment(place, message.number)
        rules = await self._workers.help(tasks.explain, moment, mover)
        return messages.Explained(message.id, message.number, rules)

    def _moment(self, place: int, index: int) -> tuple[tasks.PlayedMove, int]:
        """A move that a place was told of, by its number there, and who made it; 0 is the deal."""
        room, match = self._room, self._room.match
        if index > len(room.visible[place]):
            raise DuelhallError(f"you have not been told of a move {index}")
        number = room.visible[place][index - 1] if index else 0
        moment = tasks.PlayedMove(
            game=match.game,
            before=match.states[number - 1] if number else None,
            move=match.moves[number - 1] if number else 0,
            seed=room.begun.seed,
            seat=room.seats[place],
            is_over=match.over,
        )
        return moment, match.mover(number) if number else -1

    async def _hint(self, place: int, message: messages.HintRequest) -> ToClient:
        room, match = self._room, self._room.match
        if not room.setup.hints:
            raise DuelhallError("there are no hints at this table")
        seat = self._own_turn(place)
        if place in self._hinted:
            raise DuelhallError("a hint is on its way")
        self._hinted.add(place)
        position, view = len(room.visible[place]), match.view(seat)
        try:
            found = await self._workers.advise(tasks.hint, match.game, view, len(match.moves))
        finally:
            self._hinted.discard(place)
        return messages.Hinted(message.id, position, *found)

    async def _review(self, place: int, message: messages.ReviewRequest) -> ToClient:
        self._check_over()
        room = self._room
        if self._reviewed is None or self._reviewed.turn != room.turn:
            self._reviewed = GameReview(room, self._workers)
        review, places = self._reviewed, {n: at for at, n in enumerate(room.visible[place], 1)}
        await review.go_beyond(message.after)
        new = [each for each in review.found if each.number > message.after]
        moves = tuple(replace_field(each, told=places.get(each.number)) for each in new)
        return messages.Reviewed(message.id, moves, review.done, review.total)

    async def _look(self, place: int, message: messages.LookRequest) -> ToClient:
        self._check_over()
        match, seat = self._room.match, self._room.seats[place]
        if message.after > len(match.moves):
            raise DuelhallError(f"the game has no move {message.after}")
        state = match.states[message.after]
        seen = state if seat is None else match.game.view(state, seat)
        boards = match.game.board(seen, seat), match.game.board(state, None)
        return messages.Looked(message.id, *map(board_message, boards))

    def _check_over(self) -> None:
        """Nothing of this may be known before the deal is opened."""
        if not self._room.is_over:
            raise DuelhallError("the game is still going on")

    async def _ruling(self, _place: int, message: messages.RulingRequest) -> ToClient:
        rulebook = self._room.game.definition.rulebook
        text = await asyncio.to_thread(rulebook.read_text, encoding="utf-8")
        return messages.RulingText(message.id, message.number, ruling(text, message.number))

    async def _card(self, _place: int, message: messages.CardRequest) -> ToClient:
        game = self._room.game
        cards = game.definition.cards.text
        if cards is None:
            raise DuelhallError(f"the cards of {game.definition.title} have no text")
        lines = cards(game.blank()[0], message.name)
        return messages.CardLines(message.id, message.name, tuple(lines))

    async def _decks(self, _place: int, message: messages.DecksRequest) -> ToClient:
        game = self._room.game
        decks = game.definition.cards.deck_text
        if decks is None:
            raise DuelhallError(f"{game.definition.title} has no decks")
        blank = game.blank()[0]
        lists = tuple(tuple(decks(blank, seat)) for seat in range(SEATS))
        return messages.DeckLines(message.id, lists)

    _answers: Mapping[type, Callable[..., Awaitable[ToClient]]] = {
        messages.TryRequest: _try,
        messages.ForeseeRequest: _foresee,
        messages.TellRequest: _tell,
        messages.WhyRequest: _why,
        messages.HintRequest: _hint,
        messages.ReviewRequest: _review,
        messages.LookRequest: _look,
        messages.RulingRequest: _ruling,
        messages.CardRequest: _card,
        messages.DecksRequest: _decks,
    }

    @classmethod
    def can_answer(cls, message: FromClient) -> bool:
        """Whether a message changes nothing, so that its answer may come later than others."""
        return type(message) in cls._answers
