"""Bots that are asked with one process per decision, in a form that their game declares."""

from duelhall.arena.contests import Ending, Fault
from duelhall.engine.features import ImpossibleAnswer, OneShotForm, UnreadableAnswer
from duelhall.engine.game import Game
from duelhall.engine.record import State


def form_of(game: Game) -> OneShotForm:
    """How such bots of a game are spoken to; entries are checked before."""
    form = game.definition.feature(OneShotForm)
    if form is None:
        raise Fault(Ending.START, f"{game.name} has no one-shot form")
    return form


def read_answer(form: OneShotForm, answer: bytes, view: State, seat: int) -> int:
    """The move that an answer means; Fault if it means none."""
    try:
        return form.read_answer(answer, view, seat)
    except UnreadableAnswer as error:
        raise Fault(Ending.UNREADABLE, str(error)) from None
    except ImpossibleAnswer as error:
        raise Fault(Ending.ILLEGAL, str(error)) from None
