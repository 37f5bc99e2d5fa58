"""What learners are told of Monsters: all that a seat sees, and nothing else."""

import random

import numpy as np
import pytest

import duelhall
from duelhall.engine.record import DRAWN, HIDDEN, UNDECIDED, Array, copied
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
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import IRIS, ROSE, STONE, duel, special
from tests.games.monsters.random_cards import random_document

DECKS = tuple(STANDARD.decks)


def made_up(seed: int) -> str:
    """Two decks with whatever the card language has in them."""
    decks = parse_set(random_document(random.Random(seed)), Faults("")).decks
    first, second = decks.values()
    return decks_text(first, second)


MADE_UP = "made up"
PAIRS = (*(" vs ".join(pair) for pair in zip(DECKS[:3], DECKS[3:], strict=True)), MADE_UP)


def counts(shares: Array, most: float | Array) -> Array:
    whole: Array = np.rint(shares * most).astype(np.int64)
    return whole


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
    if parts["result"].any():
        s.winner = [*owners, DRAWN][parts["result"].argmax()]
        s.reason = 1 + parts["reason"].argmax()
    else:
        s.to_move = seat if parts["my_move"] else 1 - seat
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
            view = copied(game.view(state, seat))
            if state.winner != UNDECIDED:
                view[0].to_move = 0
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
    for kind, (move, copies) in enumerate(deck.moves):
        card = parts["cards"][0, kind]
        assert counts(parts["zones"][0, kind, DECK_COPIES], 20) == copies
        assert counts(card[:2], 99).tolist() == [max(move.atk.number, 0), max(-move.atk.number, 0)]
        assert card[2:5].argmax() == move.atk.mark
        assert card[5 + 2 :][:3].argmax() == move.defence.mark
        does = {WORDS[number] for number in np.flatnonzero(card[DOES:-1])}
        assert does == {WORDS[effect.operation] for effect in move.effects}
        assert card[HAS_FIELD] == any(effect.when == words.FIELD for effect in move.effects)
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
