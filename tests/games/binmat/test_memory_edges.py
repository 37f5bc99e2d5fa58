"""What seats remember and guess at the edges, where play seldom comes: rule by rule, by Python."""

import random

import pytest

import duelhall
from duelhall.engine.record import copied, foe
from duelhall.games.binmat import guess as guessing
from duelhall.games.binmat import memory as walks
from duelhall.games.binmat import past
from duelhall.games.binmat import past as links
from duelhall.games.binmat.past import (
    DUE,
    FREE,
    FROM,
    HELD,
    IN,
    INTO,
    KIND,
    LAST,
    NONE,
    OF,
    OUT,
    SEEN,
    UNSEEN,
    keeps_order,
    link_of,
    pair,
    set_link,
)
from duelhall.games.binmat.state import DECKS, NOWHERE, PAST, State
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match

SEAT = 1
POOL = UNSEEN + 1
OFTEN = 0.2
"""How often a player passes who does not look after a hand."""


def remembering(*entries: tuple[int, int]) -> State:
    """A state in which a seat remembers this of the other hand."""
    state: State = copied(duelhall.load("binmat").match(seed=1).state)[0]
    state.past[:], state.past_size[:] = 0, 0
    for number, (kind, kin) in enumerate(entries):
        state.past[SEAT, number] = kind * KIND + kin
    state.past_size[SEAT] = len(entries)
    return state


def entries_of(state: State) -> list[tuple[int, int]]:
    size = int(state.past_size[SEAT])
    return [divmod(int(entry), KIND) for entry in state.past[SEAT, :size]]


# --- a memory that is full ---


def test_a_full_memory_takes_the_first_that_left_for_the_newest_that_came() -> None:
    full = [(IN, 5), (IN, 7), (SEEN, 7), *[(IN, UNSEEN)] * (PAST - 3)]
    state = remembering(*full)
    past.note(state, SEAT, OUT, 3)
    assert entries_of(state) == [(IN, 5), *full[3:], (OUT, 3)]


def test_a_full_memory_in_which_nothing_fits_notes_no_more() -> None:
    full = [(IN, UNSEEN)] * (PAST - 1) + [(SEEN, 9)]
    state = remembering(*full)
    past.note(state, SEAT, OUT, 3)
    assert entries_of(state) == full
    state.kin[SEAT, 4] = UNSEEN
    state.pools[0] = POOL
    past.note_found(state, SEAT, 4, DECKS)
    assert entries_of(state) == full


def test_a_move_between_other_places_is_not_noted() -> None:
    state = remembering((IN, UNSEEN))
    past.note_unseen_move(state, SEAT, DECKS, DECKS)
    assert entries_of(state) == [(IN, UNSEEN)]


def test_a_card_of_a_stack_that_nothing_went_to_changes_nothing() -> None:
    state = remembering((IN, UNSEEN), (OUT, 12))
    state.kin[SEAT, 4] = UNSEEN
    past.note_revealed(state, SEAT, 4, 13)
    assert entries_of(state) == [(IN, UNSEEN), (OUT, 12)]


# --- decks that were piles ---


def test_a_pool_without_a_deck_has_none() -> None:
    assert links.deck_of(remembering(), POOL) == NOWHERE


def test_a_link_that_is_not_there_is_not_made() -> None:
    state = remembering((INTO, POOL), (IN, UNSEEN))
    links.link_with(state, SEAT, 0, FREE, 0)
    assert link_of(state, SEAT, 0) == 0


def test_what_never_came_back_from_a_deck_is_not_stirred() -> None:
    state = remembering((IN, UNSEEN), (INTO, POOL))
    before = state.tobytes()
    links.stir_pool(state, SEAT, 1)
    assert state.tobytes() == before


def test_something_that_must_have_come_from_a_deck_and_has_not_is_a_contradiction() -> None:
    state = remembering((IN, POOL), (IN, POOL))
    set_link(state, SEAT, 0, FREE)
    assert walks.end_links(state, SEAT)
    assert link_of(state, SEAT, 0) == NONE
    set_link(state, SEAT, 1, DUE)
    assert not walks.end_links(state, SEAT)


def test_a_card_that_is_not_in_the_hand_is_not_let_go() -> None:
    assert walks.let_go(remembering(), foe(SEAT), 5, 0) == 0


def test_a_card_that_was_seen_to_come_from_a_deck_stays_linked() -> None:
    state = remembering((IN, UNSEEN), (INTO, POOL), (FROM, POOL), (OF, 5))
    pair(state, SEAT, 0, 1)
    set_link(state, SEAT, 1, 2)
    set_link(state, SEAT, 2, 1)
    links.swap_links(state, SEAT, 1, NONE, NONE)
    assert link_of(state, SEAT, 1) == 2


def test_a_card_of_the_pool_takes_the_way_of_one_that_went_into_it() -> None:
    state = remembering((IN, UNSEEN), (INTO, POOL), (IN, POOL))
    pair(state, SEAT, 0, 1)
    pair(state, SEAT, 2, HELD)
    set_link(state, SEAT, 0, NONE)
    set_link(state, SEAT, 1, 2)
    set_link(state, SEAT, 2, 1)
    assert links.in_deck(state, SEAT, POOL, 0) == NONE
    links.swap_links(state, SEAT, 1, NONE, NONE)
    assert (link_of(state, SEAT, 1), link_of(state, SEAT, 2)) == (NONE, NONE)
    assert links.in_deck(state, SEAT, POOL, 0) == 1
    assert links.in_deck(state, SEAT, POOL, 1) == NONE


def test_the_newest_card_leaves_first() -> None:
    state = remembering((IN, 5), (IN, 6), (LAST, 5), (LAST, 6))
    pair(state, SEAT, 0, 2)
    pair(state, SEAT, 1, 3)
    assert not keeps_order(state, SEAT, 3)
    pair(state, SEAT, 1, 2)
    pair(state, SEAT, 0, 3)
    assert keeps_order(state, SEAT, 3)


# --- guesses ---


def passing_match(rules: str, seed: int) -> Match:
    """A match in which both often pass, and so lose their hands (N8)."""
    dice, match = random.Random(seed), duelhall.load("binmat", rules).match(seed)
    while not match.over:
        legal = match.legal_moves()
        match.play("--" if dice.random() < OFTEN else dice.choice(legal))
    return match


@pytest.mark.parametrize("seed", [5, 22, 87, 119, 121])
def test_lost_hands_are_guessed_by_python_as_in_machine_code(seed: int) -> None:
    match = passing_match("live", seed)
    plain = duelhall.load("binmat", "live", backend="python")
    found = False
    for number, state in enumerate(match.states):
        for seat in (0, 1):
            size = int(state.past_size[seat])
            if not any(entry // KIND == LAST for entry in state.past[seat, :size].tolist()):
                continue
            found = True
            view = match.game.view(state, seat)
            guessed = match.game.guess(view, seat, number)
            assert plain.guess(view, seat, number).tobytes() == guessed.tobytes()
    assert found


def test_with_few_tries_a_card_is_changed_and_in_the_end_let_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guessing, "TRIES", 1)
    game = duelhall.load("binmat", "rulebook")
    for seed in range(6):
        for number, state in enumerate(random_match(game, seed).states[::5]):
            for seat in (0, 1):
                view = copied(game.view(state, seat))[0]
                view.rng = number
                guessing.guess(view, seat)
                assert (view.spot != NOWHERE).all()


def test_where_every_card_has_its_place_there_is_no_room() -> None:
    whole = duelhall.load("binmat").match(seed=1).state
    assert guessing.free_spot(whole) == NOWHERE


def test_where_no_other_card_is_left_none_is_changed() -> None:
    state = duelhall.load("binmat").match(seed=1).state
    state.way[guessing.DEALT] = state.way[guessing.UNSEEN_CARDS] = 1
    spot = int(state.spot[7])
    assert not guessing.change_card(state, SEAT, 7)
    assert state.spot[7] == spot
