"""What a seat may guess, and what it was told."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import HIDDEN, SEATS, Array, copied, foe
from duelhall.engine.sources import chance_from
from duelhall.engine.template import interpreted, with_globals
from duelhall.games.blade.state import DECK as BLADE_DECK
from duelhall.games.blade.state import HAND as BLADE_HAND
from duelhall.games.blade.state import PACKS
from duelhall.games.frontline.deployment import deal as frontline_deal
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    NO_SIDE,
    ODD_LEFT,
    PLACES,
    RIGHT_END,
    TAKE,
)
from duelhall.games.monsters.deck_sheet import copies_of
from duelhall.games.monsters.words import DECK as MONSTERS_DECK
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing.conformance import NotedDice, check_retold, random_match

Deal = list[list[int]]
"""The cards in the order in which they are dealt, perhaps in parts."""


class Teller:
    """How matches of a game are dealt from cards, and told again with guessed ones."""

    def __init__(self, game: Game) -> None:
        self.game, self.options = game, game.blank()[0].options

    def begun(self, deal: Deal) -> Match:
        cards = np.array(self.joined(deal), np.int8)
        write = self.game.definition.writing.notation.deal_text
        return self.game.match(deal=write(cards, self.options))

    def joined(self, deal: Deal) -> Any:
        return [card for part in deal for card in part]

    def shuffled(self, dice: random.Random) -> Deal:
        raise NotImplementedError

    def with_guess(self, deal: Deal, match: Match, seat: int, guessed: Any) -> Iterator[Deal]:
        raise NotImplementedError

    def moves(self, match: Match, _seat: int, _guessed: Any) -> Iterator[int]:
        yield from match.moves

    def can_tell(self, _deal: Deal, _match: Match) -> bool:
        return True


class Blade(Teller):
    """Two decks, bottom first, the last ten cards of which are the hands. All moves are open."""

    def joined(self, deal: Deal) -> Any:
        return deal

    def shuffled(self, dice: random.Random) -> Deal:
        pack = [int(card) for card in PACKS[self.options.deck]]
        dice.shuffle(pack)
        return [pack[:BLADE_DECK], pack[BLADE_DECK:]]

    def with_guess(self, deal: Deal, match: Match, seat: int, guessed: Any) -> Iterator[Deal]:
        told = [list(deck) for deck in deal]
        for owner in range(SEATS):
            left = int(match.state.deck_size[owner])
            told[owner][:left] = guessed.deck[owner, :left].tolist()
        other = foe(seat)
        hand = Counter(deal[other][-BLADE_HAND:])
        hand.subtract(counted(match.state.hand[other]))
        hand.update(counted(guessed.hand[other]))
        told[other][-BLADE_HAND:] = sorted(hand.elements())
        yield told


class Frontline(Teller):
    """Cards in the order in which they are dealt; deployments are secret."""

    def shuffled(self, dice: random.Random) -> Deal:
        cell = self.game.blank()
        cell[0].rng = dice.getrandbits(60)
        cards: list[int] = []

        def note(s: Any) -> None:
            cards.extend(s.pack[: s.pack_size][::-1].tolist())

        duelhall_deal = dealt_pack(frontline_deal, note)
        duelhall_deal(cell[0])
        return [cards]

    def with_guess(self, deal: Deal, match: Match, seat: int, guessed: Any) -> Iterator[Deal]:
        told, other = list(deal[0]), foe(seat)
        left, size = int(match.state.pack_size), int(self.options.hand)
        if left:
            told[-left:] = guessed.pack[:left][::-1].tolist()
        if match.view(seat).hand[other, 0] == HIDDEN:
            told[other * size : (other + 1) * size] = guessed.hand[other, :size].tolist()
        yield [told]

    def moves(self, match: Match, seat: int, guessed: Any) -> Iterator[int]:
        other = foe(seat)
        unseen = iter(list(deployment(guessed, other)))
        for number, move in enumerate(match.moves):
            if move >= TAKE or match.states[number].to_move == seat:
                yield move
            else:
                yield from (one for one in (next(unseen, None),) if one is not None)


def dealt_pack(deal: Any, note: Callable[[Any], None]) -> Any:
    """A deal that shows the whole pack before it is handed out."""
    function = interpreted(deal)
    return with_globals(function, {"begin_battle": note})


def deployment(s: Any, seat: int) -> Iterator[int]:
    """Moves that lead to a deployment."""
    if not s.placed[seat].any():
        return
    for column in range(s.length[seat]):
        yield int(s.ahead[seat, column] - 1) * PLACES + RIGHT_END
    for column in range(s.length[seat]):
        if s.behind[seat, column]:
            yield int(s.behind[seat, column] - 1) * PLACES + BEHIND + column
    odd = int(s.odd[seat])
    yield COMMIT if odd == NO_SIDE else COMMIT + 1 + (odd - ODD_LEFT)


class Monsters(Teller):
    """Who begins, and two decks, tops last. All moves are open."""

    def shuffled(self, dice: random.Random) -> Deal:
        s, decks = self.game.blank()[0], []
        for seat in range(SEATS):
            deck = [k for k in range(MONSTERS_DECK) for _ in range(copies_of(s, seat, k))]
            dice.shuffle(deck)
            decks.append(deck)
        return [[dice.randrange(SEATS)], *decks]

    def can_tell(self, deal: Deal, match: Match) -> bool:
        """Only while both decks last, since one that is shuffled anew is not that of the deal."""
        for s in match.states:
            for seat in range(SEATS):
                deck = s.deck[seat, : s.in_deck[seat]].tolist()
                if not deck or deck != deal[1 + seat][: len(deck)]:
                    return False
        return True

    def with_guess(self, deal: Deal, match: Match, seat: int, guessed: Any) -> Iterator[Deal]:
        told, other = [list(part) for part in deal], foe(seat)
        for owner in range(SEATS):
            left = int(match.state.in_deck[owner])
            told[1 + owner][:left] = guessed.deck[owner, :left].tolist()
        deck, known = told[1 + other], counted(match.state.known[other])
        held = counted(match.state.hand[other]) - known
        imagined = list((counted(guessed.hand[other]) - known).elements())
        for places in places_of(held, deck, int(match.state.in_deck[other])):
            told[1 + other] = list(deck)
            for place, card in zip(places, imagined, strict=True):
                told[1 + other][place] = card
            yield told


def places_of(cards: Counter[int], deck: list[int], start: int) -> Iterator[list[int]]:
    """Places in a deck from which some cards can have come, the newest first."""
    options = [
        combinations([place for place in range(start, len(deck)) if deck[place] == card], count)
        for card, count in cards.items()
    ]
    for chosen in product(*options):
        yield [place for places in chosen for place in places]


def counted(zone: Array) -> Counter[int]:
    """A zone that is counted by kinds."""
    return Counter(dict(enumerate(zone.tolist())))


TELLERS = {"blade": Blade, "frontline": Frontline, "monsters": Monsters}
GAMES = {"blade": 128, "frontline": 16, "monsters": 8}
LOOKS = {"blade": 2, "frontline": 2, "monsters": 6}
"""How many matches, and after how many moves each time one is looked at: 2,700 positions in all."""


def chance_in(game: Game, match: Match, move: int, seed: int) -> str | None:
    """What chance brings in a move, in writing; None if nothing."""
    if game.after(match.state, move).rng == match.state.rng:
        return None
    dice, cell = NotedDice(seed), copied(match.state)
    with chance_from(dice, game.definition.writing.outcomes.names):
        interpreted(game.definition.rules.play)(cell[0], move)
    return game.definition.writing.outcomes.text(dice.came)


def check_told_again(
    teller: Teller, deal: Deal, match: Match, seat: int, chances: list[str | None]
) -> None:
    """Find a deal from which a guess comes about and looks the same to the seat all along."""
    guessed = match.game.guess(match.view(seat), seat, len(match.moves))
    found: Exception | None = None
    for told in teller.with_guess(deal, match, seat, guessed):
        try:
            again = teller.begun(told)
            for made, move in enumerate(teller.moves(match, seat, guessed)):
                again.play(move, outcomes=chances[made])
            check_retold(match, seat, guessed, again)
        except (AssertionError, DuelhallError) as error:
            found = error
        else:
            return
    raise AssertionError("there is no such deal") from found


@pytest.mark.uncovered
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (name, rules)
        for name in TELLERS
        for rules in duelhall.load(name).definition.rules.OPTIONS.rule_sets
    ],
)
def test_a_guess_agrees_with_everything_that_was_seen(name: str, rules: str) -> None:
    game = duelhall.load(name, rules)
    teller, looked_at = TELLERS[name](game), 0
    for number in range(GAMES[name]):
        dice = random.Random(number)
        deal = teller.shuffled(dice)
        match = teller.begun(deal)
        chances: list[str | None] = []
        while not match.over:
            if len(match.moves) % LOOKS[name] == number % LOOKS[name] and teller.can_tell(
                deal, match
            ):
                for seat in range(SEATS):
                    check_told_again(teller, deal, match, seat, chances)
                    looked_at += 1
            move = dice.choice(match.legal_moves())
            chances.append(chance_in(game, match, move, number))
            match.play(move, outcomes=chances[-1])
    assert looked_at > 100


# --- what a seat recalls is all that it was shown ---


TOLD = ("blade", "frontline[battles=3]", "frontline[draft]", "binmat", "binmat[live]", "monsters")
MATCHES = {"blade": 9, "frontline": 1, "binmat": 1, "monsters": 1}
"""How many are played, of which the longest is looked at."""

MOVES = 8
"""How far two worlds are played on that a seat cannot tell apart."""


def begun(match: Match, number: int, seat: int, dice: random.Random) -> tuple[Match, Match]:
    """The match as it went on from a state, and the same in a world that a seat imagines."""
    game, state = match.game, match.states[number]
    world = game.guess(game.view(state, seat), seat, dice.getrandbits(32))
    texts = [game.position_text(found) for found in (state, world)]
    first, second = (game.match(position=text, seed=number) for text in texts)
    return first, second


def shown(match: Match, seat: int) -> list[object]:
    """All that a seat is shown of the last move and of what came of it, but for the order in which
    cards came into a hand.
    """
    game, number = match.game, len(match.moves)
    return [
        match.move_seen(number, seat),
        [sorted(scene.caption.split()) for scene in match.scenes(number, seat)],
        match.log(number, seat),
        [step.sentence for step in match.explain(number, seat)],
        game.observation(match.state, seat).tobytes(),
        game.legal_mask(match.state).tobytes() if match.to_move == seat else None,
    ]


def moves_in_both(first: Match, second: Match, dice: random.Random) -> Iterator[int]:
    """Random moves that are legal in two matches, each to be made before the next is chosen."""
    for _ in range(MOVES):
        both = sorted(set(first.legal_moves()) & set(second.legal_moves()))
        if not both:
            return
        yield dice.choice(both)


@pytest.mark.uncovered
@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("seat", [0, 1])
def test_worlds_that_a_seat_cannot_tell_apart_are_shown_alike(name: str, seat: int) -> None:
    game, dice, compared = duelhall.load(name), random.Random(1), 0
    match = max(
        (random_match(game, seed) for seed in range(MATCHES[name.partition("[")[0]])),
        key=lambda one: len(one.moves),
    )
    for number in range(0, len(match.moves), 1 + len(match.moves) // 12):
        first, second = begun(match, number, seat, dice)
        for move in moves_in_both(first, second, dice):
            first.play(move)
            second.play(move)
            if first.information_state(seat) != second.information_state(seat):
                break
            assert shown(first, seat) == shown(second, seat)
            compared += 1
    assert compared > 5


# --- which card a move plays ---


@pytest.mark.parametrize(
    ("name", "move", "card"),
    [
        ("blade", "7", "7"),
        ("binmat", "p7^2", "7^"),
        ("binmat", "d4", ""),
        ("frontline", "3left", "3"),
        ("frontline", "take2", "2"),
        ("frontline", "commit", ""),
    ],
)
def test_a_move_names_its_card(name: str, move: str, card: str) -> None:
    assert duelhall.load(name).sketcher.card_played(move) == card


def test_bots_of_the_first_protocol_are_not_sent_the_past() -> None:
    game = duelhall.load("binmat")
    first = game.definition.writing.first_position
    assert first is not None
    state = random_match(game, 3).states[60]
    whole, old = game.position_text(game.view(state, 0)), first(game.view(state, 0))
    assert "past0=" in whole
    assert "past0=" not in old
    assert {*old.split()} < {*whole.split()}
