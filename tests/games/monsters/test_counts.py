"""The last turns of a game played out in every possible way, with all that chance can bring."""

from collections import Counter
from fractions import Fraction

import pytest

from duelhall.engine.sources import BadOutcome
from duelhall.games.monsters.cards import slug
from duelhall.match.outcome import merged, move_outcomes
from duelhall.match.saves import replayed
from duelhall.match.tree import Odds, Walker, Ways
from tests.games.monsters.duels import (
    Entry,
    cards_of,
    check,
    document,
    game_with,
    monster,
    move,
    play,
    position,
)
from tests.twins.monsters import Twin
from tests.twins.walking import Picks, Twins, naive_walk

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
