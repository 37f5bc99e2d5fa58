"""A slow, obvious BINMAT, written from the two seeds and the rulings N1 to N41 alone.

A card is a string of face and suit, "7^" or ">!". Decks and discard piles are lists, bottom first:
the last card is the top. A stack is a list of [card, face_up], oldest first: the last one is the
most recently played. Piles have names: "0" to "5" are the lanes', "a" is the attacker's.

A move that ends the game at once stops right there: the rest of its combat does not happen (the
attacker's stack stays where it is) and the turn counter stays at the turn of that move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

DEFENDER = "defender"
ATTACKER = "attacker"
ROLES = (DEFENDER, ATTACKER)
RULE_SETS = ("rulebook", "hackmud", "live")

NUMBERS = "23456789a"
TRAP, WILD, BOUNCE, BREAK = "@", "*", "?", ">"
FACES = NUMBERS + TRAP + WILD + BOUNCE + BREAK
SUITS = "&%+!^#"

CARDS: list[str] = [face + suit for suit in SUITS for face in FACES]
"""All 78 cards (N30), suit by suit; the order in which hands and piles are sorted."""

LANES = range(6)
FACE_UP_LANES = (3, 4, 5)
"""The defender's three right-hand lanes, whose decks start with their top card face up (N1)."""

LANE_DECK_SIZE = 13
LAST_TURN = 110
PASSES_THAT_COST_THE_HAND = 2

DOWN, UP = "p", "u"
"""The letters of a face-down and a face-up play."""

Placed = list[Any]
"""A card in a stack: [card, face_up]."""

Step = dict[str, Any]
"""One thing that happened during a move; "step" names its kind."""

Event = dict[str, Any]
"""One move in the log: turn, role, move, refused, named (is the move's card named to the
opponent, N40), steps, and the winner and reason as they were after it."""


def in_order(cards: list[str]) -> list[str]:
    """The same cards, in the order of CARDS."""
    return sorted(cards, key=CARDS.index)


def face_of(card: str) -> str:
    """The card's face: a number or a modifier."""
    return card[0]


def opponent_of(role: str) -> str:
    """The other role."""
    return ATTACKER if role == DEFENDER else DEFENDER


def cards_in(stack: list[Placed]) -> list[str]:
    """The cards of a stack without their facing, oldest first."""
    return [card for card, _ in stack]


def is_face_up(stack: list[Placed]) -> bool:
    """N16: a stack counts as face up if any card in it is. An empty one does not."""
    return any(face_up for _, face_up in stack)


def has_break(stack: list[Placed]) -> bool:
    """Is there a BREAK in the stack, with whichever facing?"""
    return any(face_of(card) == BREAK for card, _ in stack)


def has_face_up_break(stack: list[Placed]) -> bool:
    """Is there a face-up BREAK in the stack?"""
    return any(face_of(card) == BREAK and face_up for card, face_up in stack)


def number_of(card: str) -> int:
    """What a card adds to the sum: 2 to 10 for a number card, nothing for a modifier."""
    return NUMBERS.index(face_of(card)) + 2 if face_of(card) in NUMBERS else 0


def next_power_of_two(total: int) -> int:
    """N36: the next higher power of two, never the same number: 7 -> 8, 8 -> 16."""
    power = 1
    while power <= total:
        power *= 2
    return power


def sum_of(cards: list[str]) -> int:
    """N36: the sum of the number cards, then the WILDs one by one on top of it.

    With no number card in the stack the first WILD is a 2, and the others lift that 2.
    """
    total = sum(number_of(card) for card in cards)
    for card in cards:
        if face_of(card) == WILD:
            total = 2 if total == 0 else next_power_of_two(total)
    return total


def attack_power_of(total: int) -> int:
    """N35: the exponent, if the sum is a power of two (2 -> 1, 4 -> 2, 8 -> 3), otherwise 0."""
    exponent = 1
    while 2**exponent < total:
        exponent += 1
    return exponent if 2**exponent == total else 0


class NaiveBinmat:
    """One game of BINMAT, under one of the three rule sets."""

    rules: str
    shuffle: Callable[[str, list[str]], list[str]]
    turn: int
    passes: dict[str, int]
    winner: str | None
    reason: str
    hands: dict[str, list[str]]
    stacks: dict[str, list[list[Placed]]]
    decks: list[list[str]]
    discards: list[list[str]]
    attacker_deck: list[str]
    attacker_discard: list[str]
    face_up_lanes: set[int]
    log: list[Event]

    def __init__(
        self, rules: str, decks: list[list[str]], shuffle: Callable[[str, list[str]], list[str]]
    ) -> None:
        """N30: thirteen of the 78 cards to each of the six lane decks, and nothing anywhere else.

        `shuffle(name, cards)` is asked whenever a discard pile goes into its deck: it gets the
        name of the pile and its cards in the order of CARDS, and returns them with the top last.
        """
        if rules not in RULE_SETS:
            message = f"unknown rule set {rules!r}"
            raise ValueError(message)
        if [len(deck) for deck in decks] != [LANE_DECK_SIZE] * len(LANES):
            message = "BINMAT needs six lane decks of 13 cards"
            raise ValueError(message)
        self.rules = rules
        self.shuffle = shuffle
        self.turn = 0
        self.passes = {DEFENDER: 0, ATTACKER: 0}
        self.winner = None
        self.reason = ""
        self.hands = {DEFENDER: [], ATTACKER: []}
        self.stacks = {DEFENDER: [[] for _ in LANES], ATTACKER: [[] for _ in LANES]}
        self.decks = [list(deck) for deck in decks]
        self.discards = [[] for _ in LANES]
        self.attacker_deck = []
        self.attacker_discard = []
        self.face_up_lanes = set(FACE_UP_LANES)
        self.log = []
        if in_order(self.all_cards()) != CARDS:
            message = "the lane decks do not hold each of the 78 cards once"
            raise ValueError(message)

    @classmethod
    def from_position(
        cls,
        rules: str,
        shuffle: Callable[[str, list[str]], list[str]],
        *,
        turn: int = 0,
        passes: dict[str, int] | None = None,
        hands: dict[str, list[str]] | None = None,
        stacks: dict[str, list[list[Placed]]] | None = None,
        decks: list[list[str]] | None = None,
        discards: list[list[str]] | None = None,
        attacker_deck: list[str] | None = None,
        attacker_discard: list[str] | None = None,
        face_up_lanes: set[int] | None = None,
    ) -> NaiveBinmat:
        """Take up any position, made by hand. What is not given is empty (0 turns, 0 passes).

        `passes` counts each role's passes in a row (N8). `face_up_lanes` is {3, 4, 5} unless
        given. Not all 78 cards need be there, but none may be there twice.
        """
        game = cls(rules, [CARDS[13 * lane : 13 * lane + 13] for lane in LANES], shuffle)
        given_hands, given_stacks = hands or {}, stacks or {}
        game.turn = turn
        game.passes = {role: (passes or {}).get(role, 0) for role in ROLES}
        game.hands = {role: in_order(given_hands.get(role, [])) for role in ROLES}
        game.stacks = {
            role: [
                [[card, face_up] for card, face_up in stack]
                for stack in given_stacks.get(role, [[] for _ in LANES])
            ]
            for role in ROLES
        }
        game.decks = [list(deck) for deck in decks or [[] for _ in LANES]]
        game.discards = [list(pile) for pile in discards or [[] for _ in LANES]]
        game.attacker_deck = list(attacker_deck or [])
        game.attacker_discard = list(attacker_discard or [])
        game.face_up_lanes = set(FACE_UP_LANES if face_up_lanes is None else face_up_lanes)
        game._check_position()
        return game

    def _check_position(self) -> None:
        """Six lanes everywhere, a turn that can be played, and no card twice."""
        lane_counts = [len(stacks) for stacks in self.stacks.values()]
        lane_counts += [len(self.decks), len(self.discards)]
        if any(count != len(LANES) for count in lane_counts):
            message = "a position has six lanes"
            raise ValueError(message)
        if not 0 <= self.turn < LAST_TURN:
            message = "a position stands at one of the turns 0 to 109"
            raise ValueError(message)
        cards = self.all_cards()
        if len(set(cards)) != len(cards) or not set(cards) <= set(CARDS):
            message = "a position holds real cards, each once at most"
            raise ValueError(message)

    # ---------------------------------------------------------------- looking at the game

    def all_cards(self) -> list[str]:
        """Every card in the game, wherever it lies."""
        piles = [*self.hands.values(), *self.decks, *self.discards]
        piles += [self.attacker_deck, self.attacker_discard]
        piles += [cards_in(stack) for role in ROLES for stack in self.stacks[role]]
        return [card for pile in piles for card in pile]

    def to_move(self) -> str:
        """N30: the defender moves first, on every even turn."""
        return DEFENDER if self.turn % 2 == 0 else ATTACKER

    def deck(self, name: str) -> list[str]:
        """The deck of that name."""
        return self.attacker_deck if name == "a" else self.decks[int(name)]

    def discard(self, name: str) -> list[str]:
        """The discard pile of that name."""
        return self.attacker_discard if name == "a" else self.discards[int(name)]

    def friendly_discard(self, role: str, lane: int) -> str:
        """N33: the role's own discard pile: the lane's for the defender, or the attacker's."""
        return str(lane) if role == DEFENDER else "a"

    def discards_are_open(self) -> bool:
        """N3: discard piles are open to both, but closed (count only) in hackmud."""
        return self.rules != "hackmud"

    def shows_top(self, name: str) -> bool:
        """N1: does the deck of that name lie with its top card face up (if it has one)?"""
        return name != "a" and int(name) in self.face_up_lanes

    def seen_by(self, role: str) -> dict[str, Any]:
        """N3, N40: what this role sees at this moment; what it saw earlier is in the log."""
        enemy = opponent_of(role)
        is_open = self.discards_are_open()
        return {
            "role": role,
            "turn": self.turn,
            "winner": self.winner,
            "reason": self.reason,
            "hand": list(self.hands[role]),
            "hand_counts": {each: len(self.hands[each]) for each in ROLES},
            "own_stacks": [
                [[card, face_up] for card, face_up in stack] for stack in self.stacks[role]
            ],
            "enemy_stacks": [
                [card if face_up else None for card, face_up in stack]
                for stack in self.stacks[enemy]
            ],
            "deck_counts": [len(deck) for deck in self.decks],
            "discard_counts": [len(pile) for pile in self.discards],
            "attacker_deck_count": len(self.attacker_deck),
            "attacker_discard_count": len(self.attacker_discard),
            "tops": {lane: self.decks[lane][-1] for lane in LANES if self._top_is_seen(lane)},
            "discards": [in_order(pile) for pile in self.discards] if is_open else None,
            "attacker_discard": in_order(self.attacker_discard) if is_open else None,
        }

    def _top_is_seen(self, lane: int) -> bool:
        """N1: a face-up deck shows its top card, if it has a card."""
        return lane in self.face_up_lanes and bool(self.decks[lane])

    # ---------------------------------------------------------------- which moves are legal

    def legal(self) -> set[str]:
        """Every legal move in full notation; a pass always is (N30). None once the game is over."""
        if self.winner is not None:
            return set()
        return {"--"} | self._draws() | self._plays() | self._combats() | self._discardings()

    def _draws(self) -> set[str]:
        """N32: d0 to d5, and da for the attacker."""
        role = self.to_move()
        moves = {f"d{lane}" for lane in LANES if self._may_draw_from_lane(role, lane)}
        if role == ATTACKER and self._attacker_deck_can_be_drawn_from():
            moves.add("da")
        return moves

    def _may_draw_from_lane(self, role: str, lane: int) -> bool:
        """N32: the defender draws anywhere, the attacker where no defender stack is in front."""
        if role == ATTACKER and self.stacks[DEFENDER][lane]:
            return False
        return self._lane_has_cards(lane) or self._may_draw_from_nothing(role)

    def _lane_has_cards(self, lane: int) -> bool:
        """N32: a card can be drawn if there is one in the deck or in its discard pile."""
        return bool(self.decks[lane] or self.discards[lane])

    def _may_draw_from_nothing(self, role: str) -> bool:
        """N9: a draw from a lane with neither deck nor discard, where it is legal, wins the game
        for the attacker.

        rulebook: illegal. hackmud: legal, whoever draws (yes, the defender may lose that way).
        live: legal for the attacker only.
        """
        return self.rules == "hackmud" or (self.rules == "live" and role == ATTACKER)

    def _attacker_deck_can_be_drawn_from(self) -> bool:
        """N10: with attacker deck and attacker discard both empty, drawing there is illegal."""
        return bool(self.attacker_deck or self.attacker_discard)

    def _plays(self) -> set[str]:
        """p<card><lane> face down and u<card><lane> face up."""
        role = self.to_move()
        return {
            f"{letter}{card}{lane}"
            for card in self.hands[role]
            for lane in LANES
            for letter in self._facings(role, card, self.stacks[role][lane])
        }

    def _facings(self, role: str, card: str, stack: list[Placed]) -> set[str]:
        """N12 to N16, N18: how this card may be played on this stack of one's own."""
        if face_of(card) == BREAK:
            return self._facings_of_break(role, stack)
        if role == DEFENDER:
            return self._facings_of_defender(stack)
        if face_of(card) == BOUNCE:
            return self._facings_of_attacker_bounce(stack)
        return self._facings_of_attacker(stack)

    def _facings_of_defender(self, stack: list[Placed]) -> set[str]:
        """N12: the defender's number, TRAP, WILD and BOUNCE face as the stack does.

        On an empty stack they are face down; live: either.
        """
        if not stack and self.rules == "live":
            return {DOWN, UP}
        return {UP} if is_face_up(stack) else {DOWN}

    def _facings_of_attacker(self, stack: list[Placed]) -> set[str]:
        """N13: the attacker's number, TRAP and WILD.

        rulebook: always face down. hackmud: as the stack; the first card of a stack decides, and
        may be either. live: each card as the player likes.
        """
        if self.rules == "rulebook":
            return {DOWN}
        if self.rules == "live" or not stack:
            return {DOWN, UP}
        return {UP} if is_face_up(stack) else {DOWN}

    def _facings_of_attacker_bounce(self, stack: list[Placed]) -> set[str]:
        """N18: on an empty stack either facing, in all rule sets, face up having an effect.

        On one's own stack: rulebook and live: face down, whatever the stack's facing (face up is
        illegal there). hackmud: as the stack; face up on a face-up stack does nothing at once.
        """
        if not stack:
            return {DOWN, UP}
        if self.rules == "hackmud" and is_face_up(stack):
            return {UP}
        return {DOWN}

    def _facings_of_break(self, role: str, stack: list[Placed]) -> set[str]:
        """N14, N15, N16: a BREAK goes on a stack that has a card already, with either facing, less
        what the other two rulings forbid.
        """
        if not stack:
            return set()
        letters = {DOWN, UP} - self._facings_forbidden_by_other_break(role, stack)
        if not self._face_down_break_fits(role, stack):
            letters -= {DOWN}
        return letters

    def _facings_forbidden_by_other_break(self, role: str, stack: list[Placed]) -> set[str]:
        """N15: a second BREAK in a stack.

        hackmud: illegal altogether, even on a face-down BREAK. rulebook: the defender may not
        play one on a face-up BREAK. live: the defender may not play one face up on a face-up
        BREAK. In both of these the attacker may.
        """
        if self.rules == "hackmud":
            return {DOWN, UP} if has_break(stack) else set()
        if role == ATTACKER or not has_face_up_break(stack):
            return set()
        return {DOWN, UP} if self.rules == "rulebook" else {UP}

    def _face_down_break_fits(self, role: str, stack: list[Placed]) -> bool:
        """N16: may a BREAK be played face down on this stack, as far as its facing goes?

        On a face-down stack always. On a face-up one: rulebook: yes. hackmud: no. live: the
        attacker only.
        """
        if not is_face_up(stack) or self.rules == "rulebook":
            return True
        return self.rules == "live" and role == ATTACKER

    def _combats(self) -> set[str]:
        """N4: c0 to c5, for the attacker; for the defender in rulebook only."""
        role = self.to_move()
        if role == DEFENDER and self.rules != "rulebook":
            return set()
        return {f"c{lane}" for lane in LANES if self._may_combat_in(role, lane)}

    def _may_combat_in(self, role: str, lane: int) -> bool:
        """N5: not with one's own stack empty; live: the attacker may even so."""
        return bool(self.stacks[role][lane]) or self.rules == "live"

    def _discardings(self) -> set[str]:
        """N6, N7: discarding a card from the hand as an action."""
        if self.to_move() == DEFENDER:
            return self._discardings_to_lanes()
        return self._discardings_for_two()

    def _discardings_to_lanes(self) -> set[str]:
        """N6: the defender discards a card to any lane; not in rulebook."""
        if self.rules == "rulebook":
            return set()
        return {f"x{card}{lane}" for card in self.hands[DEFENDER] for lane in LANES}

    def _discardings_for_two(self) -> set[str]:
        """N7: live: the attacker discards a card to draw two from the attacker deck.

        Illegal when attacker deck and attacker discard are both empty before the move.
        """
        if self.rules != "live" or not self._attacker_deck_can_be_drawn_from():
            return set()
        return {f"x{card}a" for card in self.hands[ATTACKER]}

    # ---------------------------------------------------------------- making a move

    def full(self, move: str) -> str:
        """Write a move that names a face alone (p72) in full: the first such card in suit order."""
        if len(move) != 3 or move[0] not in "pux":
            return move
        for suit in SUITS:
            if move[1] + suit in self.hands[self.to_move()]:
                return move[:2] + suit + move[2]
        return move

    def play(self, move: str) -> None:
        """Make one move; ValueError, and nothing changed, if it is not legal."""
        full_move = self.full(move)
        if full_move not in self.legal():
            message = f"illegal move {move!r} of the {self.to_move()} on turn {self.turn}"
            raise ValueError(message)
        self._take_turn(full_move, refused=False)

    def refuse(self) -> None:
        """N8: a refused or missing move counts as a pass."""
        if self.winner is not None:
            message = "the game is over"
            raise ValueError(message)
        self._take_turn("--", refused=True)

    def _take_turn(self, move: str, *, refused: bool) -> None:
        """One turn: the move, what ends the game after it, the next turn."""
        role = self.to_move()
        event: Event = {
            "turn": self.turn,
            "role": role,
            "move": move,
            "refused": refused,
            "named": self._names_its_card(move),
            "steps": [],
        }
        self.log.append(event)
        self._act(role, move)
        self._check_attacker_out_of_cards()
        self._end_turn()
        event["winner"], event["reason"] = self.winner, self.reason

    def _names_its_card(self, move: str) -> bool:
        """N40, N3: a card played face down is not named to the opponent, nor is a card that is
        discarded from the hand onto a closed pile. Draw, combat and pass name no card.
        """
        return move[0] == UP or (move[0] == "x" and self.discards_are_open())

    def _act(self, role: str, move: str) -> None:
        """Do what the move says."""
        if move == "--":
            self._pass(role)
            return
        self.passes[role] = 0
        if move[0] == "d":
            self._draw(role, move[1])
        elif move[0] == "c":
            self._combat(role, int(move[1]))
        elif move[0] == "x":
            self._discard_from_hand(role, move[1:3], move[3])
        else:
            self._place(role, move[1:3], int(move[3]), face_up=move[0] == UP)

    def _step(self, kind: str, **details: Any) -> None:
        """Note one step of the move in the log."""
        self.log[-1]["steps"].append({"step": kind, **details})

    def _win(self, winner: str, reason: str) -> None:
        """The game is over, by the ruling named as the reason."""
        self.winner = winner
        self.reason = reason
        self._step("win", winner=winner, reason=reason)

    def _check_attacker_out_of_cards(self) -> None:
        """N11: rulebook, after every move of either player (a pass too): the defender wins when
        the attacker can draw from no lane and has no card in hand or stacks. Not on the last turn,
        where N30 goes before.

        A lane cannot be drawn from with a defender stack in front, or with deck and discard both
        empty. The attacker deck does not count.
        """
        if self.rules != "rulebook" or self.winner is not None or self.turn == LAST_TURN - 1:
            return
        if self.hands[ATTACKER] or any(self.stacks[ATTACKER]):
            return
        if not any(self._may_draw_from_lane(ATTACKER, lane) for lane in LANES):
            self._win(DEFENDER, "N11")

    def _end_turn(self) -> None:
        """N30: the next turn, or, when 110 have elapsed, the defender's victory."""
        if self.winner is not None:
            return
        self.turn += 1
        if self.turn == LAST_TURN:
            self._win(DEFENDER, "N30")

    # ---------------------------------------------------------------- passing

    def _pass(self, role: str) -> None:
        """N8: live: a pass on two turns of one's own in a row (and any further one) costs the
        hand. What the opponent does between them does not matter.
        """
        self.passes[role] += 1
        if self.rules == "live" and self.passes[role] >= PASSES_THAT_COST_THE_HAND:
            self._lose_hand(role)

    def _lose_hand(self, role: str) -> None:
        """N8: the attacker's hand goes to the attacker discard, the defender's card by card to
        the smallest lane discard. Last card first, the hand being in the order of the draws.
        """
        while self.hands[role]:
            card = self.hands[role].pop()
            to = "a" if role == ATTACKER else self._smallest_lane_discard()
            self.discard(to).append(card)
            self._step("discard", card=card, to=to)

    def _smallest_lane_discard(self) -> str:
        """N8: the lane discard with the fewest cards, the lowest lane on ties."""
        return str(min(LANES, key=lambda lane: (len(self.discards[lane]), lane)))

    # ---------------------------------------------------------------- drawing and discarding

    def _add_to_hand(self, role: str, card: str) -> None:
        """A card comes into the hand, behind those that were drawn before it."""
        self.hands[role].append(card)

    def _draw(self, role: str, name: str) -> None:
        """N32: draw from the deck of that name. N9: from nothing at all, the attacker wins."""
        if not self.deck(name) and not self.discard(name):
            self._win(ATTACKER, "N9")
            return
        card, seen = self._take_top(name)
        self._add_to_hand(role, card)
        self._step("draw", deck=name, card=card, seen=seen)

    def _take_top(self, name: str) -> tuple[str, bool]:
        """N32, N2, N40: take the top card; an empty deck first takes its shuffled discard pile.

        Also: is the card seen by both? It is if it lay face up on top. So does the one whose taking
        caused the reshuffle by hackmud, whose face-up decks always show their top; live's show it
        again after that card (N2).
        """
        seen = self.shows_top(name)
        if not self.deck(name):
            self._reshuffle(name)
            seen = self.rules == "hackmud" and self.shows_top(name)
        return self.deck(name).pop(), seen

    def _reshuffle(self, name: str) -> None:
        """N32, N41: the whole discard pile is shuffled into its empty deck."""
        cards = in_order(self.discard(name))
        order = list(self.shuffle(name, list(cards)))
        if in_order(order) != cards:
            message = "a shuffle must return the cards it was given"
            raise ValueError(message)
        self.discard(name).clear()
        self.deck(name).extend(order)
        self._step("shuffle", deck=name, cards=order)
        self._turn_deck_after_reshuffle(name)

    def _turn_deck_after_reshuffle(self, name: str) -> None:
        """N2: rulebook: a reshuffled deck is face down from then on. The others stay as they are:
        hackmud and live face-up decks show their top card again.
        """
        if self.rules == "rulebook" and name != "a":
            self.face_up_lanes.discard(int(name))

    def _discard_from_hand(self, role: str, card: str, to: str) -> None:
        """N6: the defender discards to a lane. N7: the attacker to the attacker discard, and then
        draws two: the discarded card is in the pile already, so it may come back.
        """
        self.hands[role].remove(card)
        self.discard(to).append(card)
        self._step("discard", card=card, to=to)
        if to == "a":
            self._draw(role, "a")
            self._draw(role, "a")

    # ---------------------------------------------------------------- playing a card

    def _place(self, role: str, card: str, lane: int, *, face_up: bool) -> None:
        """Play a card on one's own stack. N17: a face-up BREAK starts combat at once."""
        stack = self.stacks[role][lane]
        was_empty = not stack
        self.hands[role].remove(card)
        stack.append([card, face_up])
        self._step("play", card=card, lane=lane, face_up=face_up)
        if face_up and face_of(card) == BREAK:
            self._combat(role, lane)
        if face_up and face_of(card) == BOUNCE and role == ATTACKER and was_empty:
            self._play_bounce_face_up(lane)

    def _play_bounce_face_up(self, lane: int) -> None:
        """N18: the attacker's BOUNCE, face up on an empty stack, starts combat; in rulebook it
        does something of its own.
        """
        if self.rules == "rulebook":
            self._bounce_without_combat(lane)
        else:
            self._combat(ATTACKER, lane)

    def _bounce_without_combat(self, lane: int) -> None:
        """N18, rulebook: the defender stack turns face up, its BOUNCEs go to the attacker discard,
        then the played one to the lane discard.

        This is no combat: no TRAP acts (N33), and being face up now it never will.
        """
        self._turn_up(DEFENDER, lane)
        self._bounces_leave(DEFENDER, lane)
        self._bounces_leave(ATTACKER, lane)

    # ---------------------------------------------------------------- combat

    def _combat(self, initiator: str, lane: int) -> None:
        """Combat in a lane: reveal, TRAPs (N33), BOUNCEs (N34), attack powers (N35 to N38)."""
        self._step("combat", lane=lane, initiator=initiator)
        turned = self._reveal(lane)
        self._traps_act(initiator, lane, turned)
        self._traps_act(opponent_of(initiator), lane, turned)
        if self._has_bounce(lane):
            self._resolve_as_bounce(lane, why="N34")
        elif not self.stacks[ATTACKER][lane]:
            self._step("no attacker stack", reason="N37")
        else:
            self._compare_attack_powers(lane)

    def _reveal(self, lane: int) -> set[str]:
        """N33, N39: both stacks turn face up, and the defender's stays so. Which cards turned?"""
        return {card for role in ROLES for card in self._turn_up(role, lane)}

    def _turn_up(self, role: str, lane: int) -> list[str]:
        """Turn every card of a stack face up. Which ones were face down until now?"""
        turned = []
        for placed in self.stacks[role][lane]:
            if not placed[1]:
                placed[1] = True
                turned.append(placed[0])
        stack = cards_in(self.stacks[role][lane])
        self._step("reveal", role=role, lane=lane, stack=stack, turned=turned)
        return turned

    def _traps_act(self, role: str, lane: int, turned: set[str]) -> None:
        """N33: each of the role's TRAPs that this combat turned face up takes the most recently
        played card of the opposing stack, if there is one, to the role's own discard pile.

        The TRAP stays. A TRAP that lay face up before does nothing. The other side's TRAPs come
        later and are read from the stack as it is then: one that was taken does not act.
        """
        traps = [c for c in cards_in(self.stacks[role][lane]) if face_of(c) == TRAP and c in turned]
        opposing = self.stacks[opponent_of(role)][lane]
        to = self.friendly_discard(role, lane)
        for trap in traps:
            took = opposing.pop()[0] if opposing else None
            if took is not None:
                self.discard(to).append(took)
            self._step("trap", role=role, trap=trap, took=took, to=to)

    def _has_bounce(self, lane: int) -> bool:
        """N34: is any BOUNCE left in either stack?"""
        cards = cards_in(self.stacks[DEFENDER][lane]) + cards_in(self.stacks[ATTACKER][lane])
        return any(face_of(card) == BOUNCE for card in cards)

    def _resolve_as_bounce(self, lane: int, *, why: str) -> None:
        """N34: no damage. Every BOUNCE goes to the other side's discard pile, the rest of the
        attacker stack to the attacker discard; the defender stack stays, face up.

        N37: with no attacker stack (left), the defender's BOUNCEs leave all the same. N19: a 0-0
        combat resolves like this too, with no BOUNCE about.
        """
        self._step("bounce", reason=why)
        self._bounces_leave(ATTACKER, lane)
        self._bounces_leave(DEFENDER, lane)
        self._attacker_stack_goes_to("a", lane)

    def _bounces_leave(self, role: str, lane: int) -> None:
        """N34: the role's BOUNCEs go to the discard pile of the opponent."""
        to = self.friendly_discard(opponent_of(role), lane)
        stack = self.stacks[role][lane]
        gone = [card for card in cards_in(stack) if face_of(card) == BOUNCE]
        self.stacks[role][lane] = [placed for placed in stack if placed[0] not in gone]
        self.discard(to).extend(gone)
        if gone:
            self._step("bounces leave", role=role, cards=gone, to=to)

    def _attacker_stack_goes_to(self, to: str, lane: int) -> None:
        """What is left of the attacker stack goes to a discard pile."""
        cards = cards_in(self.stacks[ATTACKER][lane])
        self.stacks[ATTACKER][lane] = []
        self.discard(to).extend(cards)
        self._step("attacker stack leaves", cards=cards, to=to)

    def _compare_attack_powers(self, lane: int) -> None:
        """N19, N38: compare the attack powers of the two stacks, and deal damage if it comes to
        that. The attacker has a stack; the defender need not.
        """
        sums = {role: sum_of(cards_in(self.stacks[role][lane])) for role in ROLES}
        powers = {role: attack_power_of(sums[role]) for role in ROLES}
        self._step("powers", sums=sums, powers=powers)
        if powers == {DEFENDER: 0, ATTACKER: 0} and self._nothing_against_nothing_bounces():
            self._resolve_as_bounce(lane, why="N19")
        elif powers[ATTACKER] < powers[DEFENDER]:
            self._attacker_stack_goes_to(str(lane), lane)
        else:
            self._deal_damage(lane, self._damage(lane, powers))
            if self.winner is None:
                self._attacker_stack_goes_to("a", lane)

    def _nothing_against_nothing_bounces(self) -> bool:
        """N19: 0 against 0 resolves as a bounce, with or without a BREAK. rulebook: it is a tie
        like any other: 1 damage, or with a BREAK the attack power, 0.
        """
        return self.rules != "rulebook"

    def _damage(self, lane: int, powers: dict[str, int]) -> int:
        """N38: the difference plus one, or with a BREAK what N20 says."""
        is_break = self._break_counts(lane)
        if is_break:
            value = self._break_damage(lane, powers[ATTACKER])
        else:
            value = powers[ATTACKER] - powers[DEFENDER] + 1
        self._step("damage", value=value, is_break=is_break)
        return value

    def _break_counts(self, lane: int) -> bool:
        """N21: a BREAK counts if it is still there after the TRAPs, whenever and with whichever
        facing it was played: in the attacker stack; live: in either stack.
        """
        in_attacker_stack = has_break(self.stacks[ATTACKER][lane])
        in_defender_stack = has_break(self.stacks[DEFENDER][lane])
        return in_attacker_stack or (self.rules == "live" and in_defender_stack)

    def _break_damage(self, lane: int, attack_power: int) -> int:
        """N20: the attack power of the attacker stack; live: or the number of cards in the
        defender stack (after TRAPs), if that is more.
        """
        if self.rules == "live":
            return max(attack_power, len(self.stacks[DEFENDER][lane]))
        return attack_power

    def _deal_damage(self, lane: int, damage: int) -> None:
        """N38: card by card; what goes beyond the last one wins the game (N22) at once."""
        for _ in range(damage):
            if self.stacks[DEFENDER][lane]:
                self._lose_from_stack(lane)
            elif self._deck_can_take_damage(lane):
                self._lose_from_deck(lane)
            else:
                self._win(ATTACKER, "N22")
                return

    def _deck_can_take_damage(self, lane: int) -> bool:
        """N22: damage takes what is in the lane deck; live: and then, reshuffled, what is in the
        lane discard.
        """
        return bool(self.decks[lane]) or (self.rules == "live" and bool(self.discards[lane]))

    def _lose_from_stack(self, lane: int) -> None:
        """N38: the most recently played defender card goes to the attacker discard."""
        card = self.stacks[DEFENDER][lane].pop()[0]
        self.attacker_discard.append(card)
        self._step("lost", card=card, source="stack", to="a", seen=True)

    def _lose_from_deck(self, lane: int) -> None:
        """N38: the top card of the lane deck goes to the attacker's hand; N40, N2: seen by both
        if it lay face up on top.
        """
        card, seen = self._take_top(str(lane))
        self._add_to_hand(ATTACKER, card)
        self._step("lost", card=card, source="deck", to="hand", seen=seen)
