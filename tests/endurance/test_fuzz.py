"""A few tries of each kind; `make soak` makes as many as there is time for."""

import random

import pytest

from tests.endurance.answers import bot_answer, browser_message
from tests.endurance.commands import command_line
from tests.endurance.files import (
    card_file,
    deck_file,
    drawing,
    game_name,
    player_file,
    position,
    saved_game,
    tournament,
)
from tests.endurance.stores import store
from tests.endurance.strangers import web
from tests.endurance.terminal import ALL, COLOURS, WAYS, terminal, tried
from tests.endurance.trials import Try

pytestmark = pytest.mark.uncovered

TRIES: dict[Try, int] = {
    saved_game: 60,
    position: 60,
    game_name: 40,
    tournament: 40,
    player_file: 40,
    card_file: 10,
    deck_file: 20,
    drawing: 40,
    bot_answer: 60,
    browser_message: 60,
    web: 60,
    store: 20,
    command_line: 8,
    terminal: 8,
}


@pytest.mark.usefixtures("in_memory")
@pytest.mark.parametrize("attempt", TRIES, ids=lambda attempt: attempt.__name__)
def test_nothing_but_refusals_comes_of_damage(attempt: Try) -> None:
    for seed in range(TRIES[attempt]):
        attempt(random.Random(seed))


@pytest.mark.parametrize("way", WAYS)
def test_no_terminal_obeys_a_text(way: str) -> None:
    tried(way, ALL, colours=False)


def test_colours_of_our_own_remain() -> None:
    shown = tried("replay cup#1", "x\x1b[31m", colours=True)
    assert COLOURS.search(shown)
    assert "x\\u001b[31m" in shown
