"""The names of cards: a state's bytes and the full name of its game are enough, anywhere."""

import pickle
import subprocess
import sys
from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import OtherOptions
from duelhall.match.game import Game
from duelhall.match.outcome import move_outcomes
from duelhall.players.builtin import policy_of
from tests.games.monsters.duels import JAB, begun, duel, move, play

GIFT = move("Gift", "0", "~", play("draw"))
GRAB = move("Grab", "0", "~", play("discard", target="opponent"))
POSITION = "hand0=grab hand1=gift,filler"

SPEAK = """
import pickle, sys
import duelhall
state, view, name = pickle.load(sys.stdin.buffer)
game = duelhall.load(name, backend="python")
said = game.position_text(state), game.move_text(1, state), game.board(view, 1)
sys.stdout.buffer.write(pickle.dumps(said))
"""


def elsewhere(*things: Any) -> Any:
    """What a process says of them that has never seen the game."""
    done = subprocess.run([sys.executable, "-c", SPEAK], input=pickle.dumps(things),
                          stdout=subprocess.PIPE, check=True)  # fmt: skip
    return pickle.loads(done.stdout)


@pytest.mark.parametrize("game", [duel(GIFT, GRAB), duelhall.load("monsters")], ids=["own", "std"])
def test_a_state_and_a_full_name_are_enough_in_another_process(game: Game) -> None:
    match = game.match(seed=3)
    said = (game.position_text(match.state), game.move_text(1, match.state), match.board(1))
    assert elsewhere(match.state, match.view(1), game.full_name) == said


def test_a_match_is_told_by_the_names_of_its_own_game() -> None:
    first = begun(duel(JAB), "hand0=jab", "jab")
    second = begun(duel({**JAB, "name": "Poke"}), "hand0=poke", "poke")
    assert [match.move_seen(1, 1) for match in (first, second)] == ["jab", "poke"]
    chains = [match.board(None).zones[0] for match in (first, second)]
    assert [chain.cards[0].name for chain in chains] == ["Jab", "Poke"]


def test_decks_with_the_same_digest_keep_their_own_names(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("duelhall.games.monsters.decks.digest", lambda _deck: b"123456789")
    first, second = duel(JAB, GIFT), duel({**JAB, "name": "Poke"}, {**GIFT, "name": "Boon"})
    states = [game.match(seed=1).state for game in (first, second)]
    assert states[0].options.tobytes() == states[1].options.tobytes()
    for game, state, other in ((first, states[0], "poke"), (second, states[1], "jab")):
        text = game.position_text(state)
        assert other not in text
        again = game.parse_position(text)
        again.rng = state.rng
        assert again.tobytes() == state.tobytes()
        own = game.board(game.view(state, 0), 0).zones[-1].cards
        assert other not in [card.face for card in own]


def test_a_game_refuses_the_state_of_a_game_with_other_decks() -> None:
    state = duel(JAB).match(seed=1).state
    other = duel(GIFT)
    for attempt in (
        lambda: other.position_text(state),
        lambda: other.move_text(1, state),
        lambda: other.parse_move("gift", state),
        lambda: other.board(state, None),
        lambda: other.view(state, 0),
        lambda: other.guess(state, 0, 1),
    ):
        with pytest.raises(OtherOptions, match=r"has other options \(decks\); load the game by"):
            attempt()


def test_even_past_the_front_door_names_are_not_mixed_up() -> None:
    state, definition = duel(JAB).match(seed=1).state, duel(GIFT).definition
    text = definition.cards.text
    assert text
    for attempt in (
        lambda: definition.writing.notation.position_text(state),
        lambda: definition.picture.board(state, 0),
        lambda: text(state, "gift"),
    ):
        with pytest.raises(OtherOptions):
            attempt()


def test_what_chance_brings_has_the_names_of_its_own_game() -> None:
    games = duel(GIFT, GRAB), duel({**GIFT, "name": "Boon"}, GRAB)
    found = []
    for game, position in zip(games, (POSITION, POSITION.replace("gift", "boon")), strict=True):
        match = begun(game, position, "grab -")
        outcomes = move_outcomes(game, match.state, game.parse_move("pass"))
        found.append([outcome.names for outcome in outcomes])
    assert found == [[("gift",), ("filler",)], [("boon",), ("filler",)]]


def test_equal_games_stay_equal_and_share_their_machine_code() -> None:
    game, twin = duelhall.load("monsters"), duelhall.load("monsters")
    assert game == twin == Game(game.definition, game.rule_set, game.options)
    assert game.bind(play_nothing) is twin.bind(play_nothing)
    other = duelhall.load("monsters", decks="Kiln Yard vs Long Winter")
    assert game != other
    assert policy_of(game, "random") is policy_of(other, "random")


def play_nothing() -> None:
    """A template that calls no rule."""
