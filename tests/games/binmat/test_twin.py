"""Whole games against the naive twin, which was written from the seeds and the rulings alone."""

import random
from fractions import Fraction
from itertools import permutations
from math import factorial
from typing import Any

import pytest

import duelhall
from duelhall.engine.record import UNDECIDED
from duelhall.games.binmat.notation import place_cards
from duelhall.games.binmat.state import LANES, NAMES, REASONS
from duelhall.match.match import Match
from duelhall.match.tree import Walker, Ways, move_outcomes
from tests.games.binmat.setting import CARD, position, twin_in
from tests.twins.binmat import ATTACKER, CARDS, DEFENDER, NaiveBinmat, in_order
from tests.twins.walking import Picks, Twins, Winner, naive_walk

RULE_SETS = ("hackmud", "rulebook", "live")
ROLES = (DEFENDER, ATTACKER)
STYLES = ("even", "stacks", "draws", "fights", "passes")
GAMES = {"hackmud": range(100), "rulebook": range(100), "live": range(200, 320)}
"""Those in which everything happens that is rare."""
FEW_GAMES = range(5)


def places_in_twin(twin: NaiveBinmat) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for lane in range(LANES):
        found[f"l{lane}"] = twin.decks[lane]
        found[f"x{lane}"] = in_order(twin.discards[lane])
        for role in ROLES:
            found[f"{role[0]}{lane}"] = [
                f"{card}{'u' if up else ''}" for card, up in twin.stacks[role][lane]
            ]
    found["a"], found["xa"] = twin.attacker_deck, in_order(twin.attacker_discard)
    found["hd"], found["ha"] = twin.hands[DEFENDER], twin.hands[ATTACKER]
    return found


def places_seen_in_twin(seen: dict[str, Any], role: str) -> dict[str, list[str]]:
    """What a role of the twin sees, with X for what it does not."""
    own, enemy = role[0], "a" if role == DEFENDER else "d"
    found: dict[str, list[str]] = {}
    for lane in range(LANES):
        deck = ["X"] * seen["deck_counts"][lane]
        if lane in seen["tops"]:
            deck[-1] = seen["tops"][lane]
        found[f"l{lane}"] = deck
        closed = ["X"] * seen["discard_counts"][lane]
        found[f"x{lane}"] = closed if seen["discards"] is None else seen["discards"][lane]
        found[f"{own}{lane}"] = [
            f"{card}{'u' if up else ''}" for card, up in seen["own_stacks"][lane]
        ]
        found[f"{enemy}{lane}"] = [
            "X" if card is None else f"{card}u" for card in seen["enemy_stacks"][lane]
        ]
    found["a"] = ["X"] * seen["attacker_deck_count"]
    closed = ["X"] * seen["attacker_discard_count"]
    found["xa"] = closed if seen["attacker_discard"] is None else seen["attacker_discard"]
    found[f"h{own}"] = seen["hand"]
    found[f"h{enemy}"] = ["X"] * seen["hand_counts"][ATTACKER if enemy == "a" else DEFENDER]
    return found


def compare(match: Match, twin: NaiveBinmat, places: dict[str, list[str]]) -> list[str]:
    """Compare all that there is, the cards of the match in their places, and give what is legal."""
    state, legal = match.state, sorted(match.legal())
    if state.winner == UNDECIDED:
        assert twin.winner is None
    else:
        assert ROLES[state.winner] == twin.winner
        assert REASONS[state.reason].ruling == twin.reason
    assert state.turn == twin.turn
    assert places == places_in_twin(twin)
    assert legal == sorted(twin.legal())
    if twin.turn % 3 == 0:  # both roles come to be looked at, and most of the time goes into it
        for seat, role in enumerate(ROLES):
            seen = places_seen_in_twin(twin.seen_by(role), role)
            assert place_cards(match.view(seat)) == seen
    return legal


def choose(dice: random.Random, legal: list[str], style: str) -> str:
    """A move; each style leads to other rare events."""
    liked = {
        "stacks": [m for m in legal if m[0] in "pu"],
        "draws": [m for m in legal if m[0] == "d" and m[1] in "01a"],
        "fights": [m for m in legal if m[0] == "c" or m[:2] in ("u>", "u?", "p@", "x?")],
        "passes": [m for m in legal if m in ("--", "d0", "d3")],
    }.get(style, [])
    return dice.choice(liked if liked and dice.random() < 0.7 else legal)


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("way", ["cpu", "python"])
def test_the_twin_agrees_after_every_move(way: str, rules: str) -> None:
    game = duelhall.load("binmat", rules, backend=way)
    happened: set[str] = set()
    for number in FEW_GAMES if way == "python" else GAMES[rules]:
        dice = random.Random(number)
        match = game.match(number)
        shuffled = Reshuffles()
        shuffled.after = place_cards(match.state)
        decks = [shuffled.after[f"l{lane}"] for lane in range(LANES)]
        twin = NaiveBinmat(rules, decks, shuffled)
        legal = compare(match, twin, shuffled.after)
        while not match.over:
            move = choose(dice, legal, STYLES[number % len(STYLES)])
            match.play(move)
            shuffled.after = place_cards(match.state)
            twin.play(move)
            legal = compare(match, twin, shuffled.after)
        happened |= rare_events(twin)
    if way == "cpu":
        assert happened >= RARE[rules]


STARVING = "d0=8% l0=2& d2=8& hd=9%"
NEARLY = ("ha=?%", "a0=2%", "a1=2%", "l3=3& d3=4&", "l3=3&", "xa=7&")


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", RULE_SETS)
@pytest.mark.parametrize("turn", [107, 108, 109])
@pytest.mark.parametrize("places", ["", *NEARLY])
def test_the_twin_agrees_when_the_attacker_starves_at_the_end(
    rules: str, turn: int, places: str
) -> None:
    """N11 and N30 together, after every move that can be made."""
    game = duelhall.load("binmat", rules, backend="python")
    text = position(f"{STARVING} {places} turn={turn}", rest="a")
    for move in game.match(position=text).legal():
        match, shuffled = game.match(position=text), Reshuffles()
        match.play(move)
        shuffled.after = place_cards(match.state)
        twin = twin_in(rules, text)
        twin.shuffle = shuffled
        twin.play(move)
        compare(match, twin, shuffled.after)


def rare_events(twin: NaiveBinmat) -> set[str]:
    """What has happened in a game that seldom does."""
    found = {twin.reason}
    for earlier, later in zip(twin.log, twin.log[2:], strict=False):
        if earlier["move"] == later["move"] == "--":
            found.add("two passes")
    for event in twin.log:
        found |= rare_steps(event["move"], event["steps"])
    return found


def rare_steps(move: str, steps: list[dict[str, Any]]) -> set[str]:
    """What has happened in one move that seldom does."""
    kinds = [step["step"] for step in steps]
    found = {kind for kind in kinds if kind in ("shuffle", "no attacker stack", "bounce")}
    if {step["role"] for step in steps if step["step"] == "trap"} == set(ROLES):
        found.add("trap against trap")
    if any(step["step"] == "trap" and step["took"] is None for step in steps):
        found.add("trap without a target")
    stacks = {step["role"]: step["stack"] for step in steps if step["step"] == "reveal"}
    if stacks and not stacks[DEFENDER]:
        found.add("break into an empty lane" if move[:2] == "u>" else "combat in an empty lane")
    if "shuffle" in kinds and "lost" in kinds:
        found.add("damage past the deck")
    return found


COMMON = {
    "N30",
    "N22",
    "shuffle",
    "bounce",
    "no attacker stack",
    "two passes",
    "trap against trap",
    "trap without a target",
    "combat in an empty lane",
    "break into an empty lane",
}
RARE = {
    "hackmud": COMMON | {"N9"},
    "rulebook": COMMON,
    "live": COMMON | {"N9", "damage past the deck"},
}
"""What must have happened in the games of each rule set. N11 is left to a test of its own."""


class Reshuffles:
    """Shuffles for the twin as they have come out in the game, read from the state afterwards."""

    def __init__(self) -> None:
        self.after: dict[str, list[str]] = {}

    def __call__(self, name: str, cards: list[str]) -> list[str]:
        """What is left in the deck, and on top what was drawn from it, the last drawn lowest."""
        deck = self.after["a" if name == "a" else f"l{name}"]
        left = [card for card in deck if card in cards]
        drawn = [c for hand in ("hd", "ha") for c in self.after[hand] if c in cards]
        return left + drawn[::-1]


def test_the_twin_has_our_cards() -> None:
    assert tuple(CARDS) == NAMES


# --- last turns played in every possible way ---


def played(twin: NaiveBinmat, move: str, picks: Picks) -> None:
    def shuffle(_name: str, cards: list[str]) -> list[str]:
        return [cards.pop(picks(len(cards))) for _ in range(len(cards))]

    twin.shuffle = shuffle
    twin.play(move)


def winner_of(twin: NaiveBinmat) -> Winner:
    return None if twin.winner is None else ROLES.index(twin.winner)


TWINS = Twins(NaiveBinmat.legal, played, winner_of)


THREE_TURNS = "xa=5&7^@! l3=2! turn=107"
A_STACK = "xa=5&7^ l3=2!3! a3=4&u hd=@^ turn=107"


@pytest.mark.uncovered
@pytest.mark.parametrize(
    ("rules", "places", "ways"),
    [
        ("hackmud", THREE_TURNS, Ways(529, (374, 155), 0)),
        ("rulebook", THREE_TURNS, Ways(254, (254, 0), 0)),
        ("live", THREE_TURNS, Ways(1128, (932, 196), 0)),
        ("hackmud", A_STACK, Ways(1225, (868, 357), 0)),
        ("rulebook", A_STACK, Ways(422, (380, 42), 0)),
    ],
)
def test_every_way_to_play_the_last_three_turns(rules: str, places: str, ways: Ways) -> None:
    game = duelhall.load("binmat", rules)
    text = position(places)
    walker, state = Walker(game), game.parse_position(text)
    assert walker.ways(state) == ways
    assert naive_walk(twin_in(rules, text), TWINS) == (ways, walker.odds(state))


@pytest.mark.parametrize("pile", ["5&", "5&7^", "5&7^@!", "2&5&7^@!"])
def test_n32_every_order_of_a_reshuffle_is_as_likely(pile: str) -> None:
    game = duelhall.load("binmat")
    state = game.parse_position(position(f"xa={pile} turn=31"))
    cards = CARD.findall(pile)
    found = list(move_outcomes(game, state, game.parse_move("da", state)))
    assert {outcome.names for outcome in found} == set(permutations(cards))
    assert {outcome.probability for outcome in found} == {Fraction(1, factorial(len(cards)))}
    assert len({outcome.state.tobytes() for outcome in found}) == len(found)
