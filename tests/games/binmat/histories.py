"""A game of BINMAT told again with guessed cards, from the naive twin's log of it.

The log is gone through backwards from the guessed cards. What the seat has seen goes back as it
was; where it has not, some card goes back that fits. If that leads to a deal, the game is played
again from it, by the rules, and the seat must see the same all the way.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from duelhall.games.binmat.notation import place_cards
from duelhall.games.binmat.state import LANES, State
from duelhall.match.match import Match
from tests.games.binmat.test_twin import Reshuffles
from tests.twins.binmat import ATTACKER, DEFENDER, NaiveBinmat, opponent_of

ROLES = (DEFENDER, ATTACKER)
UNSEEN, SIGHTED, HELD = "unseen", "sighted", "held"
"""What a seat last saw of a card: nothing, where it is, or how it came to the other hand. A card of
a pile that was shuffled is one of that deck."""


class Step:
    """One thing that happened, and what the seat knew of each card and deck before it."""

    def __init__(self, number: int, event: dict[str, Any], details: dict[str, Any]) -> None:
        self.number, self.move, self.details = number, str(event["move"]), details
        self.kind, self.card = str(details["step"]), str(details.get("card"))
        if self.kind == "lost" and details["source"] == "deck":
            self.kind, self.role, self.deck = "draw", ATTACKER, self.move[-1]
        else:
            self.role, self.deck = str(details.get("role", event["role"])), details.get("deck", "")
        self.kin: dict[str, str] = {}
        self.pools: dict[str, str] = {}


class History:
    """All that happened in a match, as far as a seat has seen it."""

    def __init__(self, match: Match, seat: int) -> None:
        self.match, self.seat = match, seat
        self.role, self.hand = ROLES[seat], f"h{ROLES[1 - seat][0]}"
        self.is_closed = match.game.options["discards"] == "closed"
        self.views = [match.game.view(state, seat).tobytes() for state in match.states]
        self.steps = list(steps_of(match))
        self.mixed: set[str] = set()  # decks into which cards went that the seat had not seen
        self._follow()

    def is_seen(self, step: Step) -> bool:
        """Whether the seat sees which card is drawn, played or discarded."""
        if step.role == self.role:
            return True
        if step.kind == "draw":
            return bool(step.details["seen"])
        if step.kind == "play":
            return bool(step.details["face_up"])
        return not self.is_closed or step.details["to"] == "a"

    def lost_to(self, step: Step) -> set[str]:
        """The cards that went to the same pile in the same move."""
        alike = [one for one in self.steps if one.number == step.number and one.kind == step.kind]
        return {one.card for one in alike if one.details["to"] == step.details["to"]}

    def _follow(self) -> None:
        """Note before every step what the seat last saw of each card."""
        kin = {card: UNSEEN for pile in place_cards(self.match.states[0]).values() for card in pile}
        pools = dict.fromkeys((*"012345", "a"), UNSEEN)
        for step in self.steps:
            kin.update(dict.fromkeys(shown_tops(self.match.states[step.number]), SIGHTED))
            step.kin, step.pools = dict(kin), dict(pools)
            if step.kind == "shuffle":
                pools[step.deck] = f"{step.deck} of move {step.number}"
                for card in step.details["cards"]:
                    if kin[card] == SIGHTED:
                        kin[card] = pools[step.deck]
                    else:
                        self.mixed.add(pools[step.deck])
            elif step.kind in ("draw", "play", "discard") and self.is_seen(step):
                is_held = step.kind == "draw" and step.role != self.role
                kin[step.card] = HELD if is_held else SIGHTED
            elif step.kind == "reveal":
                kin.update(dict.fromkeys(step.details["stack"], SIGHTED))


def steps_of(match: Match) -> Iterator[Step]:
    """Play a match with the twin, and give all that happened."""
    shuffled = Reshuffles()
    shuffled.after = place_cards(match.states[0])
    twin = NaiveBinmat(
        str(match.game.rule_set), [shuffled.after[f"l{lane}"] for lane in range(LANES)], shuffled
    )
    for number, move in enumerate(match.moves):
        shuffled.after = place_cards(match.states[number + 1])
        twin.play(match.game.move_text(move))
        for details in twin.log[-1]["steps"]:
            yield Step(number, twin.log[-1], details)


def shown_tops(state: State) -> list[str]:
    decks = [place_cards(state)[f"l{lane}"] for lane in range(LANES) if state.shown[lane]]
    return [deck[-1] for deck in decks if deck]


class World:
    """Where all cards are imagined to be at some time, and what was done since with which card."""

    def __init__(self, state: State, hand: str) -> None:
        self.places = {
            name: [card[:2] for card in pile] for name, pile in place_cards(state).items()
        }
        self.hand = hand
        self.ordered = [list(self.places[hand])]  # cards of the hand that came in this order
        self.moves: dict[int, str] = {}
        self.shuffles: dict[int, str] = {}

    def copy(self) -> "World":
        again = object.__new__(World)
        again.places = {name: list(pile) for name, pile in self.places.items()}
        again.hand, again.ordered = self.hand, [list(cards) for cards in self.ordered]
        again.moves, again.shuffles = dict(self.moves), dict(self.shuffles)
        return again

    def newest(self) -> list[str]:
        """The cards of the hand that can be its newest one."""
        older = {card for cards in self.ordered for card in cards[:-1]}
        return [card for card in self.places[self.hand] if card not in older]

    def moved(self, cards: Sequence[str], start: str, place: str) -> "World":
        """The world with cards moved back."""
        again = self.copy()
        for card in cards:
            again.places[start].remove(card)
            again.places[place].append(card)
            if start == self.hand:
                again.ordered = [[one for one in row if one != card] for row in again.ordered]
        return again


def unplayed(history: History, world: World, steps: int) -> World | None:
    """The world before the first so many steps, if there is one."""
    ways = [iter([world])]
    while ways:
        found = next(ways[-1], None)
        if found is None:
            ways.pop()
        elif len(ways) > steps:
            return found
        else:
            ways.append(before(history, found, history.steps[steps - len(ways)]))
    return None


def before(history: History, world: World, step: Step) -> Iterator[World]:
    """The worlds from which a step leads to this one."""
    details = step.details
    if step.kind == "shuffle":
        yield from unshuffled(world, step)
    elif step.kind == "draw":
        yield from undrawn(history, world, step)
    elif step.kind == "play":
        yield from untaken(history, world, step, f"{step.role[0]}{details['lane']}")
    elif step.kind == "discard":
        yield from untaken(history, world, step, f"x{details['to']}")
    elif step.kind == "reveal":
        stack = world.places[f"{step.role[0]}{details['lane']}"]
        if sorted(stack) == sorted(details["stack"]):
            stack[:] = details["stack"]
            yield world
    else:
        yield from put_back(world, step, *taken_by_combat(step))


def taken_by_combat(step: Step) -> tuple[list[str], str]:
    """The cards that combat took from a stack, and whose it was."""
    if step.kind == "trap" and step.details["took"]:
        return [step.details["took"]], opponent_of(step.role)
    if step.kind == "bounces leave":
        return step.details["cards"], step.role
    if step.kind == "attacker stack leaves":
        return step.details["cards"], ATTACKER
    if step.kind == "lost":
        return [step.card], DEFENDER
    return [], step.role


def put_back(world: World, step: Step, cards: list[str], owner: str) -> Iterator[World]:
    """Cards that combat took from a stack go back; their order is set right by what it showed."""
    pile = f"x{step.details.get('to')}"
    if not cards:
        yield world
    elif set(cards) <= set(world.places[pile]):
        yield world.moved(cards, pile, f"{owner[0]}{step.move[-1]}")


def deck_name(name: str) -> str:
    return name if name == "a" else f"l{name}"


def unshuffled(world: World, step: Step) -> Iterator[World]:
    deck = world.places[deck_name(step.deck)]
    if len(deck) == len(step.details["cards"]):
        again = world.moved(deck, deck_name(step.deck), f"x{step.deck}")
        again.shuffles[step.number] = "".join(deck) + world.shuffles.get(step.number, "")
        yield again


def undrawn(history: History, world: World, step: Step) -> Iterator[World]:
    """The newest card of a hand goes back to its deck."""
    hand, pool = f"h{step.role[0]}", step.pools[step.deck]
    if step.role == history.role:
        options = [card for card in world.places[hand] if card == step.card]
    elif history.is_seen(step):
        options = [card for card in world.newest() if card == step.card]
    else:
        options = [card for card in world.newest() if step.kin[card] == pool]
        if pool in history.mixed:
            options += [c for c in world.newest() if step.kin[c] not in (pool, SIGHTED)]
    for card in options:
        yield world.moved([card], hand, deck_name(step.deck))


def untaken(history: History, world: World, step: Step, place: str) -> Iterator[World]:
    """A card goes back to a hand from a stack or a pile."""
    hand, pile = f"h{step.role[0]}", world.places[place]
    if step.move == "--" and hand == world.hand and history.is_seen(step):
        lost = history.lost_to(step)  # in an order that may be unseen
        options = sorted((c for c in pile if c in lost), key=lambda card: card != step.card)
    elif history.is_seen(step):
        options = [card for card in pile if card == step.card]
    elif place.startswith("x"):
        options = [card for card in pile if step.kin[card] != SIGHTED]
    else:
        options = pile[-1:]
    for card in options:
        again = world.moved([card], place, hand)
        again.moves[step.number] = card
        if step.move == "--" and hand == again.hand:  # lost from the newest card on
            is_first = world.moves.get(step.number) is None
            again.ordered = [*again.ordered, [card]] if is_first else again.ordered
            if not is_first:
                again.ordered[-1].append(card)
        yield again


def retold(history: History, number: int, guessed: State) -> Match | None:
    """A match of so many moves that leads to guessed cards, with the same moves as far as the seat
    has seen them; None if there is none.
    """
    steps = sum(step.number < number for step in history.steps)
    world = unplayed(history, World(guessed, history.hand), steps)
    if world is None:
        return None
    match = history.match
    again = match.game.match(deal=" ".join("".join(world.places[f"l{n}"]) for n in range(LANES)))
    for made, move in enumerate(match.moves[:number]):
        text = match.game.move_text(move)
        if made in world.moves and text != "--":
            text = text[0] + world.moves[made] + text[3]
        again.play(text, outcomes=world.shuffles.get(made))
    return again


def fault_in(history: History, number: int, guessed: State) -> str:
    """What is wrong with a guess after so many moves; nothing if the seat would have seen all that
    it has seen.
    """
    again = retold(history, number, guessed)
    if again is None:
        return "nothing leads to these cards"
    for made, state in enumerate(again.states):
        if match_view(again, state, history.seat) != history.views[made]:
            return f"after {made} moves something else would have been seen"
    if again.state.spot.tobytes() != guessed.spot.tobytes():
        return "this leads to other cards"
    return ""


def match_view(match: Match, state: State, seat: int) -> bytes:
    view: bytes = match.game.view(state, seat).tobytes()
    return view
