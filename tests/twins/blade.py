"""A slow, obvious Blade, written from the rules and the rulings B1 to B14 alone.

Cards are one-character strings: "1" to "7", "B" (Bolt) and "M" (Mirror). Decks are lists, bottom
first: the last card is drawn next. Fields are lists, oldest card first: the last card is the most
recently played one.
"""

from __future__ import annotations

PACKS: dict[str, dict[str, int]] = {
    "readme": {"1": 2, "2": 3, "3": 4, "4": 4, "5": 4, "6": 3, "7": 2, "B": 6, "M": 4},
    "controller": {"1": 2, "2": 4, "3": 4, "4": 4, "5": 4, "6": 3, "7": 2, "B": 6, "M": 3},
}
"""How many of each card are in the pack (B1)."""

VALUES: dict[str, int] = {"1": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "B": 1, "M": 1}
"""What each card on a field counts (the rules' table of cards)."""

DECK_SIZE = 16
HAND_SIZE = 10


class NaiveBlade:
    """One round of Blade, always standing at a decision or over."""

    rules: str
    hands: list[list[str]]
    decks: list[list[str]]
    fields: list[list[str]]
    invalid: list[bool]
    gone: list[str]
    to_move: int
    turn: int
    placing: bool
    winner: int | str | None
    reason: str

    def __init__(self, decks: list[list[str]], rules: str) -> None:
        """Deal from two decks of 16 (B1) and initialize up to the first decision."""
        if [len(deck) for deck in decks] != [DECK_SIZE, DECK_SIZE]:
            message = "Blade needs two decks of 16 cards"
            raise ValueError(message)
        self._set_up(
            rules=rules,
            hands=[[], []],
            decks=decks,
            fields=[[], []],
            invalid=[False, False],
            gone=[],
            to_move=0,
            turn=0,
            placing=False,
        )
        self._deal()
        self._begin_initialization()

    @classmethod
    def from_parts(
        cls,
        rules: str,
        hands: list[list[str]],
        decks: list[list[str]],
        fields: list[list[str]],
        invalid: list[bool],
        gone: list[str],
        to_move: int,
        turn: int,
        placing: bool,  # noqa: FBT001, one part of a position among others
    ) -> NaiveBlade:
        """Take up a hand-made position, and run it up to its first decision.

        With `placing` the fields are taken as they are in the middle of an initialization: already
        cleared (B2), and holding player 0's new card when player 1 is to move. Without it, the turn
        numbered `turn` of player `to_move` begins.
        """
        game = cls.__new__(cls)
        game._set_up(rules, hands, decks, fields, invalid, gone, to_move, turn, placing)
        if placing:
            game._resume_initialization()
        else:
            game._begin_turn(to_move, turn)
        return game

    def _set_up(
        self,
        rules: str,
        hands: list[list[str]],
        decks: list[list[str]],
        fields: list[list[str]],
        invalid: list[bool],
        gone: list[str],
        to_move: int,
        turn: int,
        placing: bool,  # noqa: FBT001, one part of a position among others
    ) -> None:
        """Copy all the parts of a round that is going on."""
        if rules not in PACKS:
            message = f"unknown rule set {rules!r}"
            raise ValueError(message)
        self.rules = rules
        self.hands = [list(hands[0]), list(hands[1])]
        self.decks = [list(decks[0]), list(decks[1])]
        self.fields = [list(fields[0]), list(fields[1])]
        self.invalid = [invalid[0], invalid[1]]
        self.gone = list(gone)
        self.to_move = to_move
        self.turn = turn
        self.placing = placing
        self.winner = None
        self.reason = "going-on"

    # What can be asked of a round.

    def score(self, seat: int) -> int:
        """Add up the values of the cards on the field, less the invalidated one (B7)."""
        counted = list(self.fields[seat])
        if self.invalid[seat]:
            counted.pop()
        return sum(VALUES[card] for card in counted)

    def legal(self) -> list[str]:
        """List the distinct cards that the player to move may place: any card of his hand."""
        if self._is_over():
            return []
        return sorted(set(self.hands[self.to_move]))

    def points(self, seat: int) -> int:
        """Count the round's points (B14); nobody has any while the round goes on."""
        if self.winner is None:
            return 0
        if self.winner == "draw":
            return 2 if self.rules == "controller" else 1
        return 2 if self.winner == seat else 0

    def play(self, card: str) -> None:
        """Play a card for the player to move, and run everything up to the next decision."""
        if card not in self.legal():
            message = f"player {self.to_move} cannot play {card!r}"
            raise ValueError(message)
        self.hands[self.to_move].remove(card)
        if self.placing:
            self._place_from_hand(card)
        else:
            self._take_turn(card)

    # Preparation.

    def _deal(self) -> None:
        """Let each player draw ten cards from his deck (B1)."""
        for seat in (0, 1):
            for _ in range(HAND_SIZE):
                self.hands[seat].append(self.decks[seat].pop())

    # Initialization.

    def _begin_initialization(self) -> None:
        """Clear the fields, then let player 0 and after him player 1 place a card (B2)."""
        self.turn = 0
        self.placing = False
        self._clear_fields()
        self._check_stranded_readme()
        if not self._is_over():
            self._should_place(0)

    def _resume_initialization(self) -> None:
        """Go on with an initialization in which player `to_move` should place a card (B4)."""
        if self.to_move == 0:
            self._check_stranded_readme()
        if not self._is_over():
            self._should_place(self.to_move)

    def _clear_fields(self) -> None:
        """Take all the cards on both fields out of the round (B2)."""
        for seat in (0, 1):
            self.gone.extend(self.fields[seat])
            self.fields[seat] = []
            self.invalid[seat] = False

    def _check_stranded_readme(self) -> None:
        """Draw if either player has neither deck nor hand before anyone places (B5, readme)."""
        if self.rules == "readme" and (self._has_nothing(0) or self._has_nothing(1)):
            self._end("draw", "stranded")

    def _check_stranded_controller(self, seat: int) -> None:
        """Beat a player who should place but has nothing; draw if neither has (B5, controller)."""
        if self.rules == "controller" and self._has_nothing(seat):
            if self._has_nothing(1 - seat):
                self._end("draw", "stranded")
            else:
                self._end(1 - seat, "stranded")

    def _should_place(self, seat: int) -> None:
        """Have a player place his card: from his deck, or of his choice from his hand (B4)."""
        self.to_move = seat
        self._check_stranded_controller(seat)
        if self._is_over():
            return
        if self.decks[seat]:
            self.placing = False
            self._put_initial_card(seat, self.decks[seat].pop())
        elif self.hands[seat]:
            self.placing = True
        else:
            message = f"player {seat} has no card to place, which B5 should have caught"
            raise ValueError(message)

    def _place_from_hand(self, card: str) -> None:
        """Place the card that the player to move chose; B10 does not apply (B4)."""
        self._put_initial_card(self.to_move, card)

    def _put_initial_card(self, seat: int, card: str) -> None:
        """Put an initial card on the field, without any effect (B3), and go on."""
        self.fields[seat].append(card)
        if seat == 0:
            self._should_place(1)
        else:
            self._compare_initial_scores()

    def _compare_initial_scores(self) -> None:
        """Repeat while the scores are equal (B2); else the player with the lower one begins."""
        if self.score(0) == self.score(1):
            self._begin_initialization()
        elif self.score(0) < self.score(1):
            self._begin_turn(0, 0)
        else:
            self._begin_turn(1, 0)

    # Turn.

    def _begin_turn(self, seat: int, turn: int) -> None:
        """Begin a numbered turn (B13), which may find the player's hand empty (B12)."""
        self.placing = False
        self.to_move = seat
        self.turn = turn
        if not self.hands[seat]:
            self._hand_is_empty(seat)

    def _hand_is_empty(self, seat: int) -> None:
        """End a round whose turn begins with an empty hand (B12)."""
        if self.hands[1 - seat]:
            self._end(1 - seat, "hand-empty")
        elif self.score(0) == self.score(1):
            self._end("draw", "hands-empty")
        elif self.score(0) > self.score(1):
            self._end(0, "hands-empty")
        else:
            self._end(1, "hands-empty")

    def _take_turn(self, card: str) -> None:
        """Play a card, already out of the hand, in the turn of the player to move."""
        seat = self.to_move
        if self._is_special_last_card(seat, card):
            self._lose_by_special_last_card(seat, card)
        else:
            self._reevaluate_fields(seat, card)
            self._compare_scores_after_card(seat)

    def _is_special_last_card(self, seat: int, card: str) -> bool:
        """Tell whether a Bolt or a Mirror was the last card of the hand (B10)."""
        return card in ("B", "M") and not self.hands[seat]

    def _lose_by_special_last_card(self, seat: int, card: str) -> None:
        """Lose at once, before any effect; the card is gone (B10)."""
        self.gone.append(card)
        self._end(1 - seat, "special-last")

    def _compare_scores_after_card(self, seat: int) -> None:
        """Lose, initialize or pass the turn, by the scores after the card (B11)."""
        if self.score(seat) < self.score(1 - seat):
            self._end(1 - seat, "lower-score")
        elif self.score(seat) == self.score(1 - seat):
            self._begin_initialization()
        else:
            self._begin_turn(1 - seat, self.turn + 1)

    # Field reevaluation.

    def _reevaluate_fields(self, seat: int, card: str) -> None:
        """Carry out what the played card does to the fields."""
        if card == "M":
            self._play_mirror(card)
        elif card == "B":
            self._play_bolt(seat, card)
        elif card == "1" and self.invalid[seat]:
            self._play_reviving_one(seat, card)
        else:
            self._play_number(seat, card)

    def _play_number(self, seat: int, card: str) -> None:
        """Remove the player's own invalid card, then add the number to his field (B7)."""
        self._remove_invalid_card(seat)
        self.fields[seat].append(card)

    def _play_reviving_one(self, seat: int, card: str) -> None:
        """Make the player's invalid card valid again; the 1 is gone (B6)."""
        self.invalid[seat] = False
        self.gone.append(card)

    def _play_bolt(self, seat: int, card: str) -> None:
        """Remove the opponent's invalid card, then invalidate the newest one left (B7, B8).

        The Bolt is gone (B6).
        """
        opponent = 1 - seat
        self._remove_invalid_card(opponent)
        if self.fields[opponent]:
            self.invalid[opponent] = True
        self.gone.append(card)

    def _play_mirror(self, card: str) -> None:
        """Exchange the two fields whole, invalid cards included (B9); the Mirror is gone (B6)."""
        self.fields = [self.fields[1], self.fields[0]]
        self.invalid = [self.invalid[1], self.invalid[0]]
        self.gone.append(card)

    def _remove_invalid_card(self, seat: int) -> None:
        """Take the invalid card of a field, if it has one, out of the round (B7)."""
        if self.invalid[seat]:
            self.gone.append(self.fields[seat].pop())
            self.invalid[seat] = False

    # Small helpers.

    def _has_nothing(self, seat: int) -> bool:
        """Tell whether a player has neither deck nor hand (B5)."""
        return not self.decks[seat] and not self.hands[seat]

    def _is_over(self) -> bool:
        """Tell whether the round has ended."""
        return self.winner is not None

    def _end(self, winner: int | str, reason: str) -> None:
        """End the round; nobody is placing any more, and to_move and turn stay as they are."""
        self.winner = winner
        self.reason = reason
        self.placing = False
