"""Monsters against its twin, and against counts."""

import random
import tomllib
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from duelhall.backend.entries import run_deal_given, run_play
from duelhall.engine.chance import DICE, below, shuffle
from duelhall.engine.record import DRAWN, copied, state_of
from duelhall.engine.rule import python_function
from duelhall.engine.sources import BadOutcome
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Deck, slug
from duelhall.games.monsters.operations import ENTRIES, WORDS
from duelhall.games.monsters.state import (
    ACTIVATE,
    ASK_WHETHER,
    AWAY,
    CANCELLED,
    CHOOSE,
    PASS,
    PICK,
    PLAY_CARD,
    REASONS,
    SIDEWAYS,
    USE_MONSTER,
    State,
)
from duelhall.games.monsters.words import MONSTER
from duelhall.games.monsters.zones import link_kind, link_seat
from duelhall.match.game import Game
from duelhall.match.saves import replayed
from duelhall.match.tree import Odds, Walker, Ways, merged, move_outcomes
from tests.docs.blocks import ROOT
from tests.games.monsters.duels import (
    STANDARD_TEXT,
    Entry,
    cards_of,
    check,
    deck_entry,
    document,
    game_of,
    game_with,
    made_deck,
    made_set,
    monster,
    move,
    play,
    position,
    random_document,
)
from tests.twins.monsters import Twin
from tests.twins.walking import Picks, Twins, naive_walk

GAMES = 80
DOCUMENT = tomllib.loads(STANDARD_TEXT)


class Dice:
    """The same chance as the game's, for the twin."""

    def __init__(self) -> None:
        self.cell = np.zeros(1, DICE)

    def pick(self, count: int) -> int:
        return int(python_function(below)(self.cell[0], count))

    def shuffle(self, cards: list[str]) -> None:
        python_function(shuffle)(self.cell[0], cards, len(cards))


class Pair:
    """A game and its twin, side by side."""

    def __init__(
        self, seed: int, document: dict[str, Any] = DOCUMENT, used_cards: str = "whole"
    ) -> None:
        deck_out = "lose" if seed % 3 == 0 else "reshuffle"
        chance = random.Random(seed)
        self.document, cards = document, made_set(document)
        entries = document["deck"]
        if document is DOCUMENT:
            entries = [deck_entry(chance) for _ in range(2)]
        self.decks = [made_deck(entry, cards) for entry in entries]
        self.game: Game = game_of(
            self.decks[0], self.decks[1], deck_out=deck_out, used_cards=used_cards
        )
        orders = [shuffled(entry, chance) for entry in entries]
        first = chance.randrange(2)
        self.dice = Dice()
        self.dice.cell[0].rng = seed
        cell = self.game.blank()
        cell[0].rng = seed
        numbers = [first, *(number_of(self.decks[s], n) for s in (0, 1) for n in orders[s])]
        self.game.bind(run_deal_given)(cell, np.array(numbers, np.int8))
        self.s: State = state_of(cell)
        self.twin = Twin(
            document, (entries[0], entries[1]), (orders[0], orders[1]), first, self.dice.pick,
            self.dice.shuffle, deck_out, used_cards,
        )  # fmt: skip

    def legal(self) -> list[int]:
        return self.game.legal_moves(self.s)

    def name(self, move: int) -> str:
        deck = self.decks[int(self.s.to_move)]
        if move == PASS:
            return "pass"
        if move == USE_MONSTER:
            return "monster"
        if move >= CHOOSE:
            return "yes" if self.s.asks == ASK_WHETHER else f"choose {move - CHOOSE}"
        if move >= PICK:
            chosen = self.decks[int(self.s.concerned)]
            return f"choose {chosen.moves[move - PICK][0].name}"
        if move >= ACTIVATE:
            return f"activate {deck.moves[move - ACTIVATE][0].name}"
        return f"play {deck.moves[move - PLAY_CARD][0].name}"

    def play(self, move: int) -> None:
        name = self.name(move)
        cell = copied(self.s)
        self.dice.cell[0].rng = self.s.rng
        self.game.bind(run_play)(cell, move)
        self.s = state_of(cell)
        self.twin.play(name)

    def compare(self) -> None:
        s, twin = self.s, self.twin
        winner = None if s.winner == -1 else "draw" if s.winner == DRAWN else int(s.winner)
        assert winner == twin.winner
        assert (REASONS[s.reason].word if s.reason else "") == twin.reason
        assert int(s.turn) == twin.turn
        for seat in (0, 1):
            deck = self.decks[seat]
            for zone in ("hand", "stasis", "drop", "known"):
                ours = counter(deck, getattr(s, zone)[seat])
                assert (zone, ours) == (zone, +Counter(getattr(twin, zone)[seat]))
            assert int(s.buried[seat]) == twin.face_up[seat]
            for zone, count in (("deck", s.in_deck[seat]), ("damage", s.in_damage[seat])):
                names = [
                    deck.moves[kind][0].name for kind in getattr(s, zone)[seat][:count].tolist()
                ]
                assert (zone, names) == (zone, list(getattr(twin, zone)[seat]))
        if twin.winner is not None:
            return
        assert (int(s.to_move), int(s.active)) == (twin.to_move, twin.turn_player)
        assert ("alter", "battle")[s.phase] == twin.phase
        for seat in (0, 1):
            for number, trait in enumerate(self.document["traits"]):
                assert (int(s.left[seat]) >> 4 * number) & 7 == twin.left[seat].get(trait, 0)
        assert [self.link(int(link)) for link in s.links[: s.link_count]] == [
            (link.owner, link.name, link.from_stasis, link.cancelled, link.moved_away)
            for link in twin.links
        ]
        assert {self.name(move) for move in self.legal()} == twin.legal()

    def link(self, link: int) -> tuple[Any, ...]:
        seat, kind = link_seat(link), link_kind(link)
        name = None if kind == MONSTER else self.decks[seat].moves[kind][0].name
        return seat, name, bool(link & SIDEWAYS), bool(link & CANCELLED), bool(link & AWAY)


def shuffled(entry: dict[str, Any], chance: random.Random) -> list[str]:
    cards = [name for name, copies in entry["moves"].items() for _ in range(copies)]
    chance.shuffle(cards)
    return cards


def number_of(deck: Deck, name: str) -> int:
    return [move.name for move, _ in deck.moves].index(name)


def counter(deck: Deck, zone: Any) -> Counter[str]:
    return Counter({deck.moves[kind][0].name: int(n) for kind, n in enumerate(zone.tolist()) if n})


def compare_whole_game(pair: Pair, number: int) -> None:
    """Play a random game, and compare every position of it."""
    chance = random.Random(number)
    pair.compare()
    while pair.twin.winner is None:
        legal = pair.legal()
        is_idle = chance.random() < 0.5 and len(legal) > 1
        pair.play(chance.choice(legal[1:] if is_idle else legal))
        pair.compare()


@pytest.mark.uncovered
@pytest.mark.parametrize("part", range(4))
def test_random_games_are_the_twins(part: int) -> None:
    for number in range(part, GAMES, 4):
        compare_whole_game(Pair(number), number)


@pytest.mark.uncovered
@pytest.mark.parametrize("part", range(4))
def test_m22_m23_games_with_random_cards_are_the_twins(part: int) -> None:
    for number in range(part, GAMES, 4):
        document = random_document(random.Random(number))
        compare_whole_game(Pair(number, document), number)


@pytest.mark.uncovered
@pytest.mark.parametrize("part", range(4))
def test_m16_m17_games_whose_used_cards_are_only_links_are_the_twins(part: int) -> None:
    for number in range(part, GAMES, 4):
        document = random_document(random.Random(number))
        compare_whole_game(Pair(number, document, "links"), number)


def test_the_random_cards_use_every_word() -> None:
    documents = [random_document(random.Random(number)) for number in range(GAMES)]
    cards = [card for made in documents for card in (*made["move"], *made["monster"])]
    effects = [effect for card in cards for effect in card["effect"]]
    said = {name: {effect[name] for effect in effects if name in effect} for name in ENTRIES}
    assert said["do"] == set(WORDS)
    assert said["when"] == set(words.WHEN)
    assert said["what"] == {*words.FORBIDDEN, *words.MOVED}
    assert said["until"] == set(words.UNTIL)
    assert said["by"] == set(words.CHOOSERS)
    assert all(said[name] for name in ENTRIES)


def test_the_twin_knows_every_operation() -> None:
    source = (ROOT / "tests/twins/monsters.py").read_text(encoding="utf-8")
    unknown = [word for word in WORDS if f'"{word}"' not in source]
    assert unknown == [], "tests/twins/monsters.py does not know these"


def test_the_twin_says_which_operation_it_does_not_know_and_where() -> None:
    twin, says = twin_in(CARDS, "", 1, "lose"), "know nap: add it in tests/twins/monsters.py"
    with pytest.raises(AssertionError, match=f"{says}, _operate_on"):
        twin._operate_on(0, {"do": "nap"}, 1)
    with pytest.raises(AssertionError, match=f"{says}, _offered"):
        twin._offered({"do": "nap"}, 0)


# --- last turns played out in every possible way ---


SNATCH = move("Snatch", "~", "~", play("discard", target="opponent"), use="alter")
MEND = move("Mend", "~", "~", play("recover"), use="alter")
JAB = move("Jab", "3", "~")
WALL = move("Wall", "~", "2")
CARDS = document(SNATCH, MEND, JAB, WALL, copies=1, mine=monster(hp=20))
"""Each deck has one of these four cards, and 16 of Filler."""

ZONES = ("hand", "stasis", "drop")
PILES = ("deck", "damage")


def played(twin: Twin, name: str, picks: Picks) -> None:
    twin.pick = picks
    twin.play(name)


TWINS = Twins(Twin.legal, played, lambda twin: twin.winner)


def unshuffled(_cards: list[str]) -> None:
    raise AssertionError


def twin_in(cards: Entry, text: str, turn: int, deck_out: str) -> Twin:
    """The twin at the beginning of a turn of seat 0, its cards where a position has them."""
    first, second = cards["deck"]
    orders = [[name for name, count in deck["moves"].items() for _ in range(count)]
              for deck in (first, second)]  # fmt: skip
    twin = Twin(cards, (first, second), (orders[0], orders[1]), 0, Picks([]), unshuffled, deck_out)
    names = {slug(entry["name"]): entry["name"] for entry in cards["move"]}
    places = dict(part.split("=") for part in text.split())
    twin.turn, twin.known = turn, [Counter(), Counter()]
    for seat in (0, 1):
        for zone in (*ZONES, *PILES):
            found = [names[word] for word in cards_of(places.get(f"{zone}{seat}", ""))]
            getattr(twin, zone)[seat] = Counter(found) if zone in ZONES else found
        if not twin.deck[seat]:
            twin.known[seat] = Counter(twin.hand[seat])
    return twin


def compare(
    places: str, turn: int, deck_out: str = "lose", rest: str = "deck"
) -> tuple[Ways, Odds]:
    """Walk from a position by the rules and by the twin."""
    rules = "deck-out" if deck_out == "lose" else "standard"
    game = game_with(CARDS, rules)
    text = position(game, f"turn={turn} phase=alter {places}", rest)
    walker, state = Walker(game), game.parse_position(text)
    ways, odds = walker.ways(state), walker.odds(state)
    naive_ways, naive_odds = naive_walk(twin_in(CARDS, text, turn, deck_out), TWINS)
    assert odds == naive_odds
    assert ways.lines <= naive_ways.lines  # the twin tells copies of a card apart
    return ways, odds


@pytest.mark.parametrize(
    ("places", "turn", "ways", "odds"),
    [
        (
            "hand0=snatch,jab hand1=wall,jab damage0=filler*2",
            99,
            Ways(13, (3, 10), 0),
            Odds((Fraction(3, 16), Fraction(13, 16)), Fraction(0)),
        ),
        (
            "hand0=snatch,mend,jab drop0=wall,filler hand1=wall,jab damage1=filler",
            99,
            Ways(67, (52, 12), 3),
            Odds((Fraction(145, 192), Fraction(43, 192)), Fraction(1, 48)),
        ),
    ],
)
def test_every_way_to_play_the_last_turns(places: str, turn: int, ways: Ways, odds: Odds) -> None:
    assert compare(places, turn) == (ways, odds)


def test_every_way_to_play_the_last_turns_with_every_reshuffle() -> None:
    places = "hand0=jab hand1=wall drop0=mend,wall drop1=jab,filler*2"
    ways, odds = compare(places, 98, "reshuffle", "damage")
    assert ways == Ways(164, (64, 44), 56)
    assert odds == Odds((Fraction(11, 24), Fraction(5, 12)), Fraction(1, 8))


def test_what_chance_takes_from_a_hand() -> None:
    """One of three cards is discarded, of which two are alike."""
    game = game_with(CARDS)
    text = position(game, "turn=99 phase=alter hand0=snatch hand1=wall,filler*2")
    match = game.match(position=text)
    for name in ("snatch", "pass"):
        match.play(name)
    found = merged(move_outcomes(game, match.state, game.parse_move("pass", match.state)))
    assert {outcome.names: outcome.probability for outcome in found} == {
        ("wall",): Fraction(1, 3),
        ("filler",): Fraction(2, 3),
    }


@pytest.mark.parametrize("names", [("wall", "filler"), ("filler", "wall")])
def test_what_chance_takes_from_a_hand_can_be_scripted(names: tuple[str, str]) -> None:
    game = game_with(CARDS)
    text = position(game, "turn=99 phase=alter hand0=snatch hand1=wall,filler")
    match = game.match(position=text)
    for name in ("snatch", "pass"):
        match.play(name)
    with pytest.raises(BadOutcome, match="jab cannot be drawn: it is not one of 2"):
        match.play("pass", outcomes="jab")
    with pytest.raises(BadOutcome, match="end too early"):
        match.play("pass", outcomes="")
    with pytest.raises(BadOutcome, match="too many outcomes"):
        match.play("pass", outcomes=",".join(names))
    match.play("pass", outcomes=names[0])
    check(match, f"hand1={names[1]} drop1={names[0]}")
    assert match.replay().moves[-1] == f"pass={names[0]}"
    assert replayed(match.replay()).state.tobytes() == match.state.tobytes()


def test_a_reshuffle_can_be_scripted() -> None:
    game = game_with(CARDS)
    text = position(game, "turn=99 hand0=mend hand1=jab drop0=jab,wall,filler", "damage")
    match = game.match(position=text)
    match.play("pass", outcomes="jab,filler,wall")
    check(match, "hand0=mend,wall,filler deck0=jab")
