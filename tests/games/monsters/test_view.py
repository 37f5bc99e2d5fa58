"""What a seat of Monsters knows (M19): what is hidden, and what it sees as numbers."""

import random
from collections import Counter
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.record import HIDDEN, UNDECIDED, Array, copied
from duelhall.games.monsters import words
from duelhall.games.monsters.card_file import parse_set
from duelhall.games.monsters.decks import STANDARD, decks_text, parse_decks
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.observation import (
    DECK_COPIES,
    DOES,
    FLAGS,
    HAS_FIELD,
    LINK_FLAGS,
    MINE,
)
from duelhall.games.monsters.operations import WORDS
from duelhall.games.monsters.state import OF_SECOND, State
from duelhall.games.monsters.zones import put_under
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing import check_guess_frequencies
from duelhall.testing.conformance import random_match
from tests.games.counting import counts, read_end, told_view
from tests.games.monsters.duels import (
    HUM,
    IRIS,
    JAB,
    ROSE,
    STONE,
    begun,
    cards_of,
    check,
    duel,
    game_with,
    move,
    passive,
    play,
    position,
    random_document,
    special,
    zones,
)

PLAIN_STONE = move("Stone", "0", "~", passive("attack"))


def same(game: Game, first: str, second: str, seat: int) -> bool:
    """Whether two positions look the same to a seat, byte by byte."""
    views = [game.view(game.match(position=position(game, text)).state, seat)
             for text in (first, second)]  # fmt: skip
    return bool(views[0].tobytes() == views[1].tobytes())


def seen(match: Match, seat: int, zone: str) -> list[str]:
    return sorted(zones(match, seat).get(zone, []))


# --- views ---


def test_m19_each_hand_is_seen_by_its_owner_only() -> None:
    match = begun(duel(JAB, PLAIN_STONE), "hand0=jab,stone hand1=stone*2")
    assert seen(match, 0, "hand0") == ["jab", "stone"]
    assert seen(match, 1, "hand0") == ["?", "?"]
    assert seen(match, 0, "hand1") == ["?", "?"]


def test_m19_the_order_of_a_deck_is_seen_by_nobody_its_owner_included() -> None:
    match = begun(duel(JAB), "hand0=jab")
    for seat in (0, 1):
        assert set(seen(match, seat, "deck0")) == set(seen(match, seat, "deck1")) == {"?"}
        assert len(seen(match, seat, "deck0")) == 19


def test_m19_everything_else_is_open() -> None:
    match = begun(
        duel(JAB, PLAIN_STONE, HUM),
        "hand0=hum stasis0=stone drop1=jab damage1=jab,stone damage0=hum attacked=1", "hum",
    )  # fmt: skip
    for seat in (0, 1):
        text = match.game.position_text(match.view(seat))
        for part in (
            "stasis0=stone",
            "drop1=jab",
            "damage1=jab,stone",
            "links=0:hum",
            "attacked=1",
        ):
            assert part in text.split()


HERE = "hand0=jab,rose hand1=jab,iris"


@pytest.mark.parametrize(
    ("other", "who"),
    [
        ("hand0=jab,rose hand1=jab,rose", {0}),
        ("hand0=jab,iris hand1=jab,iris", {1}),
        ("hand0=jab,rose hand1=jab,iris deck0=rose,iris", {0, 1}),
        ("hand0=jab,rose hand1=jab,iris deck1=rose,jab", {0, 1}),
        ("hand0=jab,iris hand1=rose*2 deck1=jab,iris", set()),
        ("hand0=jab,rose hand1=jab,iris drop1=iris", set()),
        ("hand0=jab,rose hand1=jab,iris known1=iris", set()),
    ],
)
def test_m19_states_that_differ_only_in_what_is_hidden_look_the_same(
    other: str, who: set[int]
) -> None:
    game = duel(JAB, ROSE, IRIS)
    assert {seat for seat in (0, 1) if same(game, HERE, other, seat)} == who


def test_m19_a_view_holds_no_chance_to_come() -> None:
    match = duel(JAB).match(seed=77)
    assert match.state.rng != 0
    assert match.view(0).rng == 0


def test_m19_both_deck_lists_are_known_to_both() -> None:
    match = duel(JAB, PLAIN_STONE).match(seed=1)
    for seat in (0, 1):
        guess = match.game.guess(match.view(seat), seat, 5)
        for owner in (0, 1):
            found = match.game.position_text(guess)
            parts = dict(part.split("=") for part in found.split())
            cards = Counter(cards_of(parts[f"hand{owner}"]) + cards_of(parts[f"deck{owner}"]))
            assert cards == Counter({"jab": 3, "stone": 3, "filler": 14})


# --- cards that the enemy knows ---


@pytest.mark.parametrize(
    ("do", "places", "more"),
    [
        ("search", "deck0=rose,iris", {"trait": "Red", "amount": 2}),
        ("recover", "drop0=rose", {}),
        ("reclaim", "damage0=rose", {}),
        ("expose", "hand0=trick,rose", {}),
    ],
)
def test_m19_cards_from_an_open_place_are_known(do: str, places: str, more: dict[str, Any]) -> None:
    hand = "" if "hand0" in places else "hand0=trick"
    game = duel(special(do, **more), ROSE, IRIS)
    match = begun(game, f"phase=alter {hand} {places}", "trick - -")
    assert seen(match, 1, "hand0") == ["rose"]
    check(match, "known0=rose")


def test_m19_so_are_returned_cards() -> None:
    boomerang = move("Boomerang", "0", "~", play("return", what="this"))
    match = begun(duel(boomerang), "hand0=boomerang", "boomerang - - -")
    assert seen(match, 1, "hand0") == ["?", "?", "boomerang"]


def test_m19_drawn_cards_are_not() -> None:
    match = begun(duel(special("draw", amount=2)), "phase=alter hand0=trick", "trick - -")
    assert seen(match, 1, "hand0") == ["?", "?"]


def test_m19_cards_are_known_until_they_leave_the_hand() -> None:
    match = begun(duel(HUM), "hand0=hum*2 known0=hum", "hum")
    check(match, "known0=")
    assert seen(match, 1, "hand0") == ["?"]


def test_m19_or_are_discarded() -> None:
    trick = special("discard", target="opponent", amount=2)
    match = begun(
        duel(trick, ROSE), "phase=alter hand0=trick hand1=rose*2 known1=rose", "trick - -"
    )
    check(match, "known1= hand1= drop1=rose*2")


@pytest.mark.parametrize("do", ["draw", "mill", "damage", "search"])
def test_m19_with_an_empty_deck_the_hand_is_known(do: str) -> None:
    trick = special(do, **({"trait": "Blue"} if do == "search" else {}))
    game = duel(trick, ROSE)
    match = begun(game, "phase=alter hand0=trick,rose deck0=rose", "trick - -", rest="drop")
    hand = ["rose", "rose"] if do == "draw" else ["rose"]
    assert seen(match, 1, "hand0") == hand


def test_m19_so_after_drawing_the_last_card_in_draw() -> None:
    match = begun(duel(JAB, ROSE), "hand0=jab deck0=rose,jab", "-", rest="drop")
    assert seen(match, 1, "hand0") == ["jab", "jab", "rose"]


# --- guesses ---


@pytest.mark.parametrize("rules", ["standard", "deck-out"])
def test_m19_a_guess_agrees_with_the_view(rules: str) -> None:
    trick = special("expose", target="both")
    game = duel(JAB, ROSE, PLAIN_STONE, trick, HUM, rules=rules)
    compiled = Game(game.definition, game.rule_set, game.options)
    for seed in range(4):
        for number, state in enumerate(random_match(compiled, seed).states):
            for seat in (0, 1):
                view = compiled.view(state, seat)
                guess = compiled.guess(view, seat, number)
                assert compiled.view(guess, seat).tobytes() == view.tobytes()


@pytest.mark.uncovered
def test_m19_a_seat_cannot_tell_a_guess_from_the_game_whatever_the_cards_say() -> None:
    for number in range(8):
        game = game_with(random_document(random.Random(number)))
        for state in random_match(game, number).states[::4]:
            for seat in (0, 1):
                view = game.view(state, seat)
                guess = game.guess(view, seat, number)
                assert game.view(guess, seat).tobytes() == view.tobytes()
                assert game.board(game.view(guess, seat), seat) == game.board(view, seat)
                if seat == state.to_move and state.winner == UNDECIDED:
                    assert game.legal_moves(guess) == game.legal_moves(state)


@pytest.mark.uncovered
def test_m19_every_possibility_is_guessed_as_often_as_its_cards_make_it() -> None:
    """Unseen are three cards of player 0, and three of player 1, who has shown a rose."""
    text = (
        "turn=1 active=0 to_move=0 phase=battle left=420000:420000 "
        "hand0=jab drop0=jab,rose,filler*14 deck0={} "
        "hand1={} known1=rose drop1=jab,rose,filler*14 deck1={}"
    )
    deals: Counter[str] = Counter()
    for mine, theirs in product(
        permutations(["jab", "rose", "rose"]), permutations(["jab", "jab", "rose"])
    ):
        hand = {"jab": "jab,rose", "rose": "rose*2"}[theirs[0]]
        deals[text.format(",".join(mine), hand, ",".join(theirs[1:]))] += 1
    assert len(deals) == 9
    check_guess_frequencies(duel(JAB, ROSE), text.format("?*3", "rose,?", "?*2"), 0, deals)


# --- what learners are told of Monsters ---


DECKS = tuple(STANDARD.decks)


def made_up(seed: int) -> str:
    """Two decks with whatever the card language has in them."""
    decks = parse_set(random_document(random.Random(seed)), Faults("")).decks
    first, second = decks.values()
    return decks_text(first, second)


MADE_UP = "made up"
PAIRS = (*(" vs ".join(pair) for pair in zip(DECKS[:3], DECKS[3:], strict=True)), MADE_UP)


def grown(numbers: Array, half: int) -> Array:
    """What was squashed."""
    return counts(numbers / (1 - numbers), half)


def packed(nibbles: Array) -> int:
    return sum((int(number) & 15) << (4 * place) for place, number in enumerate(nibbles))


def read_back(game: Game, numbers: Array, seat: int) -> bytes:
    """The view that these numbers were made from."""
    cell, parts = game.blank(), game.layout.parts(numbers)
    s, owners = cell[0], [seat, 1 - seat]
    s.active = seat if parts["my_turn"] else 1 - seat
    s.turn, s.passes = counts(parts["turn"], 100), counts(parts["passes"], 2)
    s.phase, s.chain, s.asks = (parts[name].argmax() for name in ("phase", "chain", "asks"))
    s.attacked, s.extra = grown(parts["combats"], 1)
    s.rest, s.amount = counts(parts["chosen"], 20)
    if s.asks:
        s.effect = 1 + parts["effect"].argmax()
        s.concerned = owners[parts["concerned"].argmax()]
    for side, owner in enumerate(owners):
        s.left[owner] = packed(counts(parts["left"][side], 7))
        s.bonus[owner], *s.lasting[owner] = grown(parts["bonus"][side], 10) @ (1, -1)
        changes = (counts(parts["costs"][side], 7) @ (1, -1)).reshape(2, 6)
        s.costs[owner] = [packed(changes[0]), packed(changes[1])]
        s.sides[owner] = parts["sides"][side] @ (1, 2, 4)
        s.forbidden[owner] = parts["forbidden"][side] @ (1, 2, 4, 8, 16)
        read_zones(s, owner, {name: part[side] for name, part in parts.items() if part.ndim > 1})
    s.shield[owners], s.taken[owners] = grown(parts["shield"], 3), grown(parts["taken"], 3)
    s.monster_used[owners] = parts["monster_used"]
    read_links(s, parts["links"], seat)
    read_end(s, parts, seat)
    return cell.tobytes()


def read_zones(s: State, owner: int, parts: dict[str, Array]) -> None:
    """Lay out the cards of a player."""
    sizes = counts(parts["sizes"], 20)
    s.in_hand[owner], s.in_deck[owner], s.buried[owner], s.in_damage[owner] = sizes
    zones = parts["zones"]
    copies = counts(zones[:, DECK_COPIES], 20)
    zone = counts(zones, copies[:, None])
    s.hand[owner], s.known[owner], s.stasis[owner], s.drop[owner] = zone[:, 1:5].T
    s.damage[owner, : sizes[3]] = parts["damage"][: sizes[3]].argmax(axis=1)
    s.deck[owner, : sizes[1]] = HIDDEN
    s.deck[owner, : sizes[2]] = parts["buried"][: sizes[2]].argmax(axis=1)
    seen = zone[:, 1] + zone[:, 3:].sum(axis=1)
    assert (seen == copies).all(), "a card is lost"


def read_links(s: State, links: Array, seat: int) -> None:
    """Lay out the Action zones."""
    s.link_count = s.chain_start = links.any(axis=1).sum()
    for place, link in enumerate(links[: s.link_count]):
        owner = seat if link[MINE] else 1 - seat
        flags = sum(flag for flag, on in zip(LINK_FLAGS, link[FLAGS:], strict=True) if on)
        s.links[place] = link[:MINE].argmax() + owner * OF_SECOND + flags
        if link[MINE + 1]:
            s.chain_start = min(s.chain_start, place)
        if link[MINE + 2]:
            s.resolving = place + 1


@pytest.mark.parametrize("pair", PAIRS)
def test_a_view_can_be_read_back_from_its_numbers(pair: str) -> None:
    for seed in range(3):
        decks = made_up(seed) if pair == MADE_UP else pair
        game = duelhall.load("monsters", decks=decks)
        plain = duelhall.load("monsters", decks=decks, backend="python")
        for number, state in enumerate(random_match(game, seed).states[::5]):
            seat = number % 2
            view = told_view(game, state, seat)
            observe = plain if number % 4 == 0 else game
            assert read_back(game, observe.observation(state, seat), seat) == view.tobytes()


def test_both_seats_see_the_same_position_alike() -> None:
    game = duelhall.load("monsters", decks=f"{DECKS[0]} vs {DECKS[0]}")
    for state in random_match(game, seed=2).states[::9]:
        other = mirrored(state)
        for seat in range(2):
            assert (game.observation(state, seat) == game.observation(other, 1 - seat)).all()


def mirrored(state: State) -> State:
    """The same position with the players exchanged, where they have the same deck."""
    cell = copied(state)
    s: State = cell[0]
    for name in ("left", "bonus", "costs", "lasting", "shield", "taken", "sides", "monster_used",
                 "forbidden", "hand", "known", "stasis", "drop", "damage", "deck", "in_hand",
                 "in_damage", "in_deck", "buried"):  # fmt: skip
        s[name][:] = state[name][::-1]
    s.links[: s.link_count] ^= OF_SECOND
    s.to_move, s.active = 1 - state.to_move, 1 - state.active
    s.concerned = 1 - state.concerned if state.asks else 0
    s.winner = 1 - state.winner if state.winner in (0, 1) else state.winner
    return s


def test_what_is_printed_on_cards_is_told() -> None:
    game = duelhall.load("monsters", backend="python")
    parts = game.layout.parts(game.observation(game.match(seed=1).state, 1))
    deck = STANDARD.decks[DECKS[1]]
    for kind, (printed, copies) in enumerate(deck.moves):
        card = parts["cards"][0, kind]
        assert counts(parts["zones"][0, kind, DECK_COPIES], 20) == copies
        assert counts(card[:2], 99).tolist() == [
            max(printed.atk.number, 0),
            max(-printed.atk.number, 0),
        ]
        assert card[2:5].argmax() == printed.atk.mark
        assert card[5 + 2 :][:3].argmax() == printed.defence.mark
        does = {WORDS[number] for number in np.flatnonzero(card[DOES:-1])}
        assert does == {WORDS[effect.operation] for effect in printed.effects}
        assert card[HAS_FIELD] == any(effect.when == words.FIELD for effect in printed.effects)
    assert counts(parts["cards"][0, 20, -1], 99) == deck.monster.hp
    assert not parts["cards"][0, len(deck.moves) : 20].any()


def test_every_link_and_every_choice_counts_for_the_longest_game() -> None:
    """A link and two passes for each of 21 cards, two phases, and what trick lets be chosen."""
    plain = 2 + 2 * 21 * 3
    for choice, most in (
        ({"amount": 1}, 0),
        ({"amount": 2, "up_to": True}, 1),
        ({"amount": 1, "may": True}, 1),
        ({"amount": 2, "choose": True}, 21),
        ({"amount": 2, "choose": True, "may": True, "target": "both", "by": "owner"}, 1 + 2 * 21),
    ):
        game = duel(special("discard", **choice), ROSE, IRIS, STONE)
        tricks = sum(
            copies
            for deck in parse_decks(str(game.options["decks"]))
            for move, copies in deck.moves
            if move.name == "Trick"
        )
        assert game.longest_game == 100 * (plain + tricks * most), choice


def test_cards_under_a_deck_and_the_end_are_seen() -> None:
    game = duelhall.load("monsters", backend="python")
    match = game.match(seed=1)
    put_under(match.state, 0, 3)
    match.forfeit(1)
    for side, seat in enumerate((0, 1)):
        parts = game.layout.parts(game.observation(match.state, seat))
        assert parts["buried"][side, 0].argmax() == 3
        assert parts["buried"].sum() == 1
        assert parts["result"][side] == 1
        assert parts["reason"].argmax() == 4
