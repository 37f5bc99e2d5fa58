"""What Blade's original controller writes: the transcript of a match, and the JSON that asks a bot
for one decision. The facts at the end of Blade's rulings describe both.

Nothing here knows the rules. What is said of a step depends on the rules that fired in it: those
that the original comments on have their lines in `SAID_OF`. The transcript is made of generators,
so that one that nobody reads costs nothing.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from duelhall.bots.template import LANGUAGES
from duelhall.engine.definition import BotGuide, OneShotForm, Seen
from duelhall.engine.errors import ImpossibleAnswer, UnreadableAnswer, shortened
from duelhall.engine.record import DRAWN, SEATS, other_seat
from duelhall.games import blade
from duelhall.games.blade import rules
from duelhall.games.blade.notation import INVALID
from duelhall.games.blade.state import (
    BOLT,
    DECK,
    HAND,
    IN_ORDER,
    MIRROR,
    NAMES,
    ONE,
    VALUES,
    State,
    count_card,
)
from duelhall.match.explain import Step
from duelhall.match.match import Match
from duelhall.play.seat import Ending

Lines = Iterator[str]

GAP = ("", "")
"""The empty lines before each part."""

ANOTHER_INITIALIZATION = (rules.clear_fields, rules.initialize)
"""What fires after an initialization that leaves the scores equal."""


@dataclass(frozen=True)
class Event:
    """A rule that fired in a step."""

    step: Step
    then: Step | None  # the rule that fired next, if any
    seat: int  # whose move the step was
    card: str  # and which; the deal has none

    @property
    def state(self) -> State:
        """The state that the rule led to."""
        state: State = self.step.state
        return state


# --- the frame ---


def match_begins(names: Sequence[str]) -> Lines:
    """Two players meet."""
    yield from ("", *GAP, "Match between both players starts.", f"<{names[0]}> vs. <{names[1]}>")


def match_ends(points: Sequence[int]) -> Lines:
    """All rounds between two players have been played."""
    yield from (*GAP, "Match between both players ends.")
    yield from (f"Player {seat}'s score: {points[seat]}" for seat in range(SEATS))


def round_begins(number: int, match: Match) -> Lines:
    """The decks are dealt and the fields are initialized; `match` has an explicit deal."""
    events = _events(match, 0)
    dealt = events[0].state
    yield from (*GAP, f"Initializing round {number}.", f"Each player gets a deck of {DECK} cards.")
    yield from _for_both(" ".join(deck) for deck in (match.start.deal or "").split())
    yield f"Each player draws {HAND} cards."
    yield from _for_both(_hand(dealt, seat) for seat in range(SEATS))
    yield "Cards remaining in each deck:"
    yield from _for_both(_deck(dealt, seat) for seat in range(SEATS))
    yield from (*GAP, f"Round {number} starts.")
    yield from _told(events)


def move_made(match: Match) -> Lines:
    """What the newest move did, up to the next decision or to the end of the round."""
    yield from _told(_events(match, len(match.moves)))
    if match.winner is not None:
        yield f"Player {match.winner} wins this turn."


def faulted(seat: int, ending: Ending) -> Lines:
    """A bot did not give a move that can be played."""
    if ending is Ending.TIMEOUT:
        yield f"Player {seat} was thinking too long and loses this turn."
    elif ending in (Ending.ILLEGAL, Ending.UNREADABLE):
        yield f"Player {seat} made an invalid move and loses this turn."
    else:
        yield f"Player {seat}'s mind broke and he loses this turn."


# --- the rules that fired ---


def _events(match: Match, number: int) -> list[Event]:
    """The rules that fired in a step; counting a card belongs to the rule that moved it."""
    fired: list[Step] = []
    for step in match.explain(number):
        if step.is_of(count_card):  # the original has no words for it
            fired[-1] = replace(fired[-1], state=step.state)
        else:
            fired.append(step)
    seat = match.mover(number) if number else 0
    card = NAMES[match.moves[number - 1]] if number else ""
    return [
        Event(step, then, seat, card) for step, then in zip(fired, [*fired[1:], None], strict=True)
    ]


def _told(events: Iterable[Event]) -> Lines:
    for event in events:
        said = SAID_OF.get(event.step.function, ())
        yield from (line.format(event) for line in said) if isinstance(said, tuple) else said(event)


def _both_draw(event: Event) -> Lines:
    for seat in range(SEATS):
        yield f"Player {seat} draws initial card."
        yield f"Player draws {_field(event.state, seat)}, and puts it on the field."
    yield from _equal_again(event)


def _equal_again(event: Event) -> Lines:
    if event.then and event.then.is_of(*ANOTHER_INITIALIZATION):
        yield "Both player's initial scores are equal."


def _asked_to_select(event: Event) -> Lines:
    seat = int(event.state.to_move)
    yield f"Player {seat} draws initial card."
    yield f"But player {seat}'s deck is empty."
    yield _hand_line(event.state, seat)


def _selects(event: Event) -> Lines:
    yield f"Player {event.seat} selects {event.card}, and puts it on the field."
    if event.state.placing:
        yield from _asked_to_select(event)
    else:
        yield from _equal_again(event)


def _stranded(event: Event) -> Lines:
    if event.state.winner == DRAWN:
        yield "Opponent's deck is empty as well."
    else:
        yield "Only the player's deck is empty."


def _first_turn(event: Event) -> Lines:
    yield f"Player {event.state.to_move} gets first turn."
    yield from _turn_starts(event.state)


def _next_turn(event: Event) -> Lines:
    if event.state.turn > 0:  # an initialization restarts the count of turns, and announces itself
        yield from _turn_starts(event.state)


def _turn_starts(s: State) -> Lines:
    yield from (*GAP, f"Turn {s.turn} starts.", f"Player {s.to_move}'s turn.")
    yield from _field_lines(s)
    yield from (_hand_line(s, seat) for seat in range(SEATS))
    for seat in range(SEATS):
        yield f"Cards remaining in player {seat}'s deck: {s.deck_size[seat]}."


def _ends_turn(event: Event) -> Lines:
    yield f"Player {event.seat} ends his turn."
    yield from _field_lines(event.state)


def _scores_decide(event: Event) -> Lines:
    if event.state.winner == DRAWN:
        yield "Both players got the same score."
    else:
        yield f"Player {event.state.winner}'s score is higher."


PLAYS = ("Player {0.seat} plays {0.card}.",)

SAID_OF: dict[Any, tuple[str, ...] | Callable[[Event], Lines]] = {
    rules.clear_fields: (*GAP, "Field initialization starts."),
    rules.place_from_decks: _both_draw,
    rules.place_from_hands: _asked_to_select,
    rules.place_initial_card: _selects,
    # the original, which plays on, has no words for this:
    rules.stranded_draws: ("A player has no card left, so this round is drawn.",),
    rules.stranded_loses: _stranded,
    rules.lower_score_begins: _first_turn,
    rules.count_turn: _next_turn,
    rules.place_number: PLAYS,
    rules.revive: PLAYS,
    rules.strike: PLAYS,
    rules.exchange_fields: PLAYS,
    rules.pass_the_turn: _ends_turn,
    rules.start_again: ("Both player's scores are equal.",),
    rules.lose_with_lower_score: ("Player {0.seat} could not match the opponent's score.",),
    rules.special_as_last_card_loses: (
        "Player {0.seat} played bolt or lightning as his last card.",
    ),
    rules.lose_without_cards: ("Only player {0.state.to_move} is left with no cards in his hand.",),
    rules.scores_decide: _scores_decide,
}
"""What the original says about each rule of Blade."""


# --- cards ---


def _for_both(texts: Iterable[str]) -> Lines:
    yield from (f"Player {seat}: {text}" for seat, text in enumerate(texts))


def _hand_line(s: State, seat: int) -> str:
    return f"Player {seat}'s hand ({s.hand_size[seat]}): {_hand(s, seat)}"


def _field_lines(s: State) -> Lines:
    for seat in range(SEATS):
        yield f"Player {seat}'s field: {_field(s, seat)} ({s.score[seat]})"


def _hand(s: State, seat: int) -> str:
    return " ".join(NAMES[kind] for kind in hand(s, seat))


def _deck(s: State, seat: int) -> str:
    return " ".join(NAMES[card] for card in s.deck[seat, : s.deck_size[seat]])


def _field(s: State, seat: int) -> str:
    """A field, oldest card first; an invalidated number has a mark, a Bolt or Mirror has none."""
    cards = s.field[seat, : s.field_size[seat]].tolist()
    is_marked = bool(s.bolted[seat]) and cards[-1] not in (BOLT, MIRROR)
    return " ".join(NAMES[card] for card in cards) + INVALID * is_marked


# --- the last move ---


@dataclass(frozen=True)
class LastMove:
    """A card that a player played last, which stays the same card: the `lastmove` of the interface.

    It is set by a card after which the turn passed on, and outlasts initializations. While it lies
    on a field, which a Mirror may have given to the other player, a Bolt makes it invalid and a 1
    makes it valid again; after that it stays as it was last seen.
    """

    card: int
    valid: bool = True
    field: int | None = None  # the seat whose field it lies on
    below: int = 0  # how many cards lie below it there


Last = list[LastMove | None]
"""The last move of each seat."""


def last_moves(told: Sequence[Seen]) -> Last:
    """The `lastmove` of each seat, from all moves of the round so far."""
    last: Last = [None] * SEATS
    before: State | None = None
    for each in told:
        passed_on = each.view.turn > (0 if before is None else before.turn)
        last = [each_last and _followed(each_last, each, before) for each_last in last]
        if passed_on:
            last[each.seat] = _played(each, before)
        else:
            last = [each_last and replace(each_last, field=None) for each_last in last]
        before = each.view
    return last


def _played(move: Seen, before: State | None) -> LastMove:
    """The card of a move, on the field of its player if it went there."""
    card, after = NAMES.index(move.move), move.view
    revives = card == ONE and before is not None and before.bolted[move.seat]
    if card in (BOLT, MIRROR) or revives:
        return LastMove(card)
    return LastMove(card, field=move.seat, below=int(after.field_size[move.seat]) - 1)


def _followed(last: LastMove, move: Seen, before: State | None) -> LastMove:
    if last.field is None or move.view.turn == 0:  # the fields have been cleared
        return last
    card, after = NAMES.index(move.move), move.view
    field = other_seat(last.field) if card == MIRROR else last.field
    size = int(after.field_size[field])
    replaced = (
        before is not None
        and card not in (BOLT, MIRROR, ONE)
        and field == move.seat
        and bool(before.bolted[field])
        and last.below == before.field_size[field] - 1
    )
    if replaced or last.below >= size:
        return replace(last, valid=False, field=None)
    is_struck = bool(after.bolted[field]) and last.below == size - 1
    return replace(last, valid=not is_struck, field=field)


# --- a bot's decision ---

NUMBER = re.compile(r"([+-]?)([0-9]+(?:_[0-9]+)*)")
"""A number as Ruby's `to_i` reads it at the start of a text, whatever follows."""

MOST_DIGITS = 9
"""More than any index has, and few enough to be read at once."""


def request(told: Sequence[Seen], view: State, seat: int, file: str) -> dict[str, Any]:
    """The input of a bot for a decision, from all moves of the round so far and its view; `file`
    is its scratch file.
    """
    last, other = last_moves(told), other_seat(seat)
    return {
        "file": file,
        "turn": int(view.turn),
        "player": {
            "hand": [_card(kind) for kind in hand(view, seat)],
            **_open(view, seat, last[seat]),
        },
        "opponent": {"hand": int(view.hand_size[other]), **_open(view, other, last[other])},
    }


def hand(view: State, seat: int) -> list[int]:
    """A seat's hand, card by card, in the order used by indices."""
    counts = view.hand[seat].tolist()
    return [kind for kind in IN_ORDER for _ in range(counts[kind])]


def _open(view: State, seat: int, last: LastMove | None) -> dict[str, Any]:
    """What everyone knows about a seat."""
    field = [_card(kind) for kind in view.field[seat, : view.field_size[seat]].tolist()]
    if view.bolted[seat]:
        field[-1]["valid"] = False
    return {
        "field": field,
        "deck": int(view.deck_size[seat]),
        "score": int(view.score[seat]),
        "lastmove": None if last is None else {**_card(last.card), "valid": last.valid},
    }


def _card(kind: int) -> dict[str, Any]:
    return {"type": kind, "value": int(VALUES[kind]), "valid": True}


def read_index(answer: bytes, view: State, seat: int) -> int:
    """The card that an answer names: the number at the start of its first line that is not empty.

    The original read an answer without a number as 0; here it is unreadable.
    """
    text = answer.decode(errors="replace").strip().partition("\n")[0].strip()
    found = NUMBER.match(text)
    if found is None:
        raise UnreadableAnswer(f"expected the index of a card, not {shortened(text)}")
    cards, sign, digits = hand(view, seat), found[1], found[2].replace("_", "").lstrip("0") or "0"
    if len(digits) > MOST_DIGITS or not 0 <= int(sign + digits) < len(cards):
        number = f"{sign}{digits[:MOST_DIGITS]}{'...' * (len(digits) > MOST_DIGITS)}"
        raise ImpossibleAnswer(f"there is no card {number} in a hand of {len(cards)}")
    return cards[int(sign + digits)]


FORM = OneShotForm(request, read_index)
TEMPLATES = Path(__file__).parent / "templates"

GUIDE = BotGuide(
    view=Path(blade.__file__).with_name("bot_view.txt"),
    templates={name: TEMPLATES / language.file for name, language in LANGUAGES.items()},
)
