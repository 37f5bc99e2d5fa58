"""The rule-of-thumb player of Monsters."""

import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.games.monsters.decks import STANDARD, decks_text
from duelhall.games.monsters.greedy import is_open, strongest
from duelhall.play.builtin import Player
from tests.games.counting import won_by_the_first, won_by_the_second
from tests.games.monsters.duels import game_of, made_deck, made_set

GAMES = 100
CARDS = made_set(
    {
        "traits": ["Red"],
        "monster": [{"name": "Beast", "hp": 6, "atk": 2, "def": 1, "traits": ["Red"] * 5}],
        "move": [
            {"name": "Jab", "atk": "2", "def": "~", "traits": ["Red"]},
            {"name": "Blow", "atk": "6", "def": "~", "traits": ["Red"]},
            {"name": "Guard", "atk": "~", "def": "5", "traits": ["Red"]},
            {
                "name": "Drum",
                "atk": "~",
                "def": "+1",
                "traits": ["Red"],
                "effect": [{"when": "field", "do": "defence", "amount": 6}],
            },
        ],
    }
)
DECK = made_deck(
    {"name": "Test", "monster": "Beast", "moves": {"Jab": 5, "Blow": 5, "Guard": 5, "Drum": 5}},
    CARDS,
)


@pytest.mark.uncovered
@pytest.mark.parametrize("deck", STANDARD.decks)
def test_it_beats_random_play_with_either_seat(deck: str) -> None:
    ready = STANDARD.decks[deck]
    game = duelhall.load("monsters", decks=decks_text(ready, ready))
    assert won_by_the_first(game, GAMES) + won_by_the_second(game, GAMES) >= 0.8 * 2 * GAMES


def chosen(position: str, backend: str = CPU) -> str:
    """What it does for the seat to move."""
    game = game_of(DECK, DECK, backend=backend)
    match = game.match(position=position)
    seat = match.to_move
    move = Player(game, "greedy").choose(match.view(seat), chance=1)
    return game.move_text(move, match.state)


REST = "hand1=jab*5 deck1=blow*5,guard*5,drum*5 left=500000:500000"


def test_it_plays_the_best_attack_that_it_sees() -> None:
    hand = "hand0=jab,blow,guard deck0=jab*4,blow*4,guard*4,drum*5"
    assert chosen(f"phase=battle {hand} {REST}") == "blow"


def test_it_wins_where_it_can(backend: str) -> None:
    hand = "hand0=jab,guard deck0=jab*4,blow*5,guard*4,drum*5"
    rest = "hand1=jab*5 damage1=blow*5 deck1=guard*5,drum*5 left=500000:500000"
    assert chosen(f"phase=battle {hand} {rest}", backend) == "jab"


def test_it_defends_where_that_saves_more_than_the_card() -> None:
    chain = "turn=2 active=1 to_move=0 phase=battle chain=combat links=1:blow attacked=1 sides=0:1"
    hand = "hand0=jab,guard deck0=jab*4,blow*5,guard*4,drum*5"
    rest = "hand1=jab*5 deck1=blow*4,guard*5,drum*5 left=500000:400000"
    assert chosen(f"{chain} {hand} {rest}") == "guard"


def test_with_all_cards_in_sight_it_guesses_nothing(backend: str) -> None:
    """As in the worlds that a search imagines."""
    game = game_of(DECK, DECK, backend=backend)
    hand = "hand0=jab,blow,guard deck0=jab*4,blow*4,guard*4,drum*5"
    state = game.match(position=f"phase=battle {hand} {REST}").state
    assert is_open(state)
    assert not is_open(game.view(state, 0))
    assert game.move_text(Player(game, "greedy").choose(state, chance=1), state) == "blow"


def test_it_activates_what_lies_in_stasis() -> None:
    chain = "turn=2 active=1 to_move=0 phase=battle chain=combat links=1:blow attacked=1 sides=0:1"
    mine = "hand0=jab*2 stasis0=drum deck0=jab*3,blow*5,guard*5,drum*4"
    rest = "hand1=jab*5 deck1=blow*4,guard*5,drum*5 left=500000:400000"
    assert chosen(f"{chain} {mine} {rest}") == "!drum"


def test_it_chooses_the_same_for_the_same_view_and_chance() -> None:
    match = duelhall.load("monsters").match(seed=5)
    player = Player(match.game, "greedy")
    view = match.view(match.to_move)
    assert player.choose(view, 3) == player.choose(view, 3)


def test_it_plays_interpreted_as_compiled() -> None:
    plain = duelhall.load("monsters", backend="python")
    match = duelhall.load("monsters").match(seed=2)
    fast, slow = Player(match.game, "greedy"), Player(plain, "greedy")
    for number in range(12):
        view = match.view(match.to_move)
        chosen = fast.choose(view, number)
        assert slow.choose(view, number) == chosen
        match.play(chosen)


def test_the_strongest_attack_can_be_one_in_stasis() -> None:
    ram = {"name": "Ram", "atk": "5", "def": "~", "traits": ["Red"],
           "effect": [{"when": "field", "do": "attack", "amount": 1}]}  # fmt: skip
    jab = {"name": "Jab", "atk": "2", "def": "~", "traits": ["Red"]}
    beast = {"name": "Beast", "hp": 6, "atk": 2, "def": 1, "traits": ["Red"] * 5}
    cards = made_set({"traits": ["Red"], "monster": [beast], "move": [ram, jab]})
    deck = made_deck({"name": "Test", "monster": "Beast", "moves": {"Ram": 10, "Jab": 10}}, cards)
    game = game_of(deck, deck, backend=PYTHON)
    own = "stasis0=ram hand0=jab deck0=ram*9,jab*9"
    state = game.match(position=f"phase=battle {own} deck1=ram*10,jab*10 left=500000:500000").state
    assert game.move_text(strongest(state, 0), state) == "!ram"
