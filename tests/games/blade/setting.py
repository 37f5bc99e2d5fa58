"""Deals and endings of Blade, for tests."""

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import permutations
from typing import NamedTuple

from duelhall.engine.record import DRAWN, UNDECIDED, GameState, cell_of, copied, state_of
from duelhall.games.blade.state import COUNTS, KINDS, NAMES, OPTIONS
from duelhall.match.game import Game

ORDER = "1234567BM"
PACK = "112223333444455556667" + "7BBBBBBMMMM"


def view_and_deals(seat: int, unseen: str, hand: int, deck: int) -> tuple[str, Counter[str]]:
    """A view in which these cards are unseen: so many in the other hand, so many in each deck.

    Returns its text, and the text of every position behind it with the number of ways in which
    the single cards can be dealt to make it.
    """
    known = Counter(PACK)
    known.subtract(unseen + "2B34")
    gone = "".join(card * known[card] for card in ORDER)
    view = text(seat, "?" * hand, "?" * deck, "?" * deck, gone)
    deals: Counter[str] = Counter()
    for cards in permutations(unseen):
        held = "".join(sorted(cards[:hand], key=ORDER.index))
        first, second = cards[hand : hand + deck], cards[hand + deck :]
        deals[text(seat, held, "".join(first), "".join(second), gone)] += 1
    return view, deals


def text(seat: int, held: str, first: str, second: str, gone: str) -> str:
    hands = ["2B", held or "-"] if seat == 0 else [held or "-", "2B"]
    players = f"{hands[0]}:{first or '-'}:3 {hands[1]}:{second or '-'}:4"
    return f"{players} gone={gone} turn=0 to_move={seat}"


# --- small endgames of Blade solved the long way: every hidden deal is laid out, decks and al ---


RULE_SETS = OPTIONS.rule_sets
"""In the order of their packs."""


class World(NamedTuple):
    state: GameState
    weight: float


def random_position(
    dice: random.Random, own: int, other: int, deck: int, rules: str = "readme"
) -> str:
    """Few cards in hands and decks, some on the fields, and all others out of the round. The seat
    to move is the one with the own hand.
    """
    pack = [
        NAMES[kind] for kind in range(KINDS) for _ in range(COUNTS[RULE_SETS.index(rules), kind])
    ]
    dice.shuffle(pack)

    def some(count: int) -> str:
        return "".join(pack.pop() for _ in range(count)) or "-"

    players = [
        f"{some(hand)}:{some(deck)}:{some(dice.randint(1, 3))}{'X' * dice.randint(0, 1)}"
        for hand in (own, other)
    ]
    seat = dice.randint(0, 1)
    return f"{players[seat]} {players[1 - seat]} to_move={seat}"


def worlds(view: GameState, seat: int) -> list[World]:
    """Every deal that looks like this to a seat, with the share of all orders of cards in it."""
    hidden = _hidden(view, seat)
    orders = Counter(permutations(hidden))
    return [
        World(_laid_out(view, seat, order), count / orders.total())
        for order, count in orders.items()
    ]


def _hidden(view: GameState, seat: int) -> list[int]:
    left = COUNTS[view.options.deck].astype(int) - view.gone - view.hand[seat]
    for owner in range(2):
        for card in view.field[owner, : view.field_size[owner]]:
            left[card] -= 1
    return [kind for kind in range(KINDS) for _ in range(left[kind])]


def _laid_out(view: GameState, seat: int, order: Iterable[int]) -> GameState:
    state, cards = state_of(copied(view)), list(order)
    state.hand[1 - seat] = 0
    for _ in range(state.hand_size[1 - seat]):
        state.hand[1 - seat, cards.pop()] += 1
    for owner in range(2):
        for place in range(state.deck_size[owner]):
            state.deck[owner, place] = cards.pop()
    return state


def is_certain(game: Game, seen: list[World], seat: int, move: int) -> bool:
    """Whether a seat that cannot tell these worlds apart has a plan that wins in all of them."""
    after = [World(game.after(each.state, move), each.weight) for each in seen]
    reached = [state for each in after for state in _until_own_turn(game, each.state, seat)]
    if any(state.winner not in (UNDECIDED, seat) for state in reached):
        return False
    groups = _grouped(
        (World(state, 1) for state in reached if state.winner == UNDECIDED),
        lambda state: game.view(state, seat).tobytes(),
    )
    return all(
        any(is_certain(game, group, seat, own) for own in game.legal_moves(group[0].state))
        for group in groups
    )


def _until_own_turn(game: Game, state: GameState, seat: int) -> Iterator[GameState]:
    """Wherever the other seat can take it."""
    if state.winner != UNDECIDED or state.to_move == seat:
        yield state
    else:
        for move in game.legal_moves(state):
            yield from _until_own_turn(game, game.after(state, move), seat)


def open_chance(game: Game, seen: list[World], seat: int, moves: list[int] | None = None) -> float:
    """The chance to win if both seats see both hands, and nobody the decks: these worlds have the
    same hands and fields.
    """
    state = seen[0].state
    if state.winner != UNDECIDED:
        points = 0.5 if state.winner == DRAWN else float(state.winner == seat)
        return points * sum(each.weight for each in seen)
    chances = [
        sum(
            open_chance(game, group, seat)
            for group in _grouped(
                [World(game.after(each.state, move), each.weight) for each in seen], _open_part
            )
        )
        for move in moves or game.legal_moves(state)
    ]
    return max(chances) if state.to_move == seat else min(chances)


def at_least(game: Game, view: GameState, seat: int, move: int) -> float:
    """That chance after a move, on the average of all hands of the opponent."""
    hands = _grouped(worlds(view, seat), _open_part)
    return sum(open_chance(game, hand, seat, [move]) for hand in hands)


def _open_part(state: GameState) -> bytes:
    """All but the cards of the decks."""
    cell = copied(state)
    cell[0].deck[:] = 0
    return cell_of(cell[0]).tobytes()


def _grouped(seen: Iterable[World], key: Callable[[GameState], bytes]) -> list[list[World]]:
    groups: dict[bytes, list[World]] = {}
    for each in seen:
        groups.setdefault(key(each.state), []).append(each)
    return list(groups.values())
