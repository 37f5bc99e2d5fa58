"""What seats remember of hidden cards (N40)."""

import json
import random
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import BadDeal, BadReplay
from duelhall.engine.record import copied, foe
from duelhall.engine.sources import BadOutcome
from duelhall.games.binmat import guess as guessing
from duelhall.games.binmat import memory as walks
from duelhall.games.binmat import past
from duelhall.games.binmat import past as links
from duelhall.games.binmat.notation import PLACE_NAMES
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
from duelhall.games.binmat.state import (
    DECKS,
    DISCARDS,
    DRAW,
    HANDS,
    NAMES,
    NOWHERE,
    PAST,
    PLACE,
    PLACES,
    State,
)
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import load_match, replayed
from duelhall.testing.conformance import random_match
from tests.games.binmat.setting import played, position

RULE_SETS = ("hackmud", "rulebook", "live")


def possible(state: State, seat: int, card: str) -> set[str]:
    """Where a seat holds a card possible, by the names of the places."""
    mask = int(state.seen[seat, NAMES.index(card)])
    return {name for name, place in PLACE_NAMES.items() if mask >> place & 1}


@pytest.fixture
def game() -> Game:
    return duelhall.load("binmat")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_card_is_always_where_a_role_holds_it_possible(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    for seed in range(25):
        for state in random_match(game, seed).states:
            places = (state.spot // PLACE).astype(int)
            for seat in range(2):
                masks = state.seen[seat].astype(np.int64)
                assert (masks >> places & 1).all()
                single = masks & (masks - 1) == 0
                known = np.bincount(places[single], minlength=PLACES)
                assert (known == state.known[seat]).all()
                unsure = [
                    int(known[place] < state.count[place]) << place for place in range(PLACES)
                ]
                assert sum(unsure) == state.unsure[seat]


def test_n40_a_card_drawn_from_an_open_deck_is_known_to_be_in_the_hand(game: Game) -> None:
    match = game.match(seed=3)
    top = game.position_text(match.state).split("l3=")[1].split()[0][-2:]
    match.play("d3")
    assert possible(match.state, 1, top) == {"hd"}
    match.play("--")
    match.play("d0")
    assert possible(match.state, 1, top) == {"hd"}


def test_n40_a_known_card_may_have_been_the_one_played_face_down(game: Game) -> None:
    match = game.match(seed=3)
    top = game.position_text(match.state).split("l3=")[1].split()[0][-2:]
    for move in ("d3", "--", "d0", "--"):
        match.play(move)
    match.play(next(move for move in match.legal() if move.startswith("p") and move.endswith("2")))
    assert possible(match.state, 1, top) == {"hd", "d2"}
    assert possible(match.state, 0, top) <= {"hd", "d2"}
    assert len(possible(match.state, 0, top)) == 1


def test_n40_the_only_card_of_a_hand_is_known_where_it_goes(game: Game) -> None:
    match = game.match(seed=3)
    top = game.position_text(match.state).split("l3=")[1].split()[0][-2:]
    match.play("d3")
    match.play("--")
    match.play(f"x{top}5")
    assert possible(match.state, 1, top) == {"x5"}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_guesses_agree_with_what_was_seen(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    for seed in range(4):
        for number, state in enumerate(random_match(game, seed).states):
            for seat in range(2):
                guessed = game.guess(game.view(state, seat), seat, number)
                places = (guessed.spot // PLACE).astype(int)
                assert (state.seen[seat].astype(np.int64) >> places & 1).all()


def test_every_card_is_guessed_as_often_as_the_others(game: Game) -> None:
    """The attacker has drawn one card unseen from lane 0: it can be any that is hidden."""
    match = game.match(seed=3)
    match.play("--")
    match.play("d0")
    view = match.view(0)
    hidden = [NAMES[card] for card in range(len(NAMES)) if len(possible(view, 0, NAMES[card])) > 1]
    trials = 100 * len(hidden)
    found: Counter[str] = Counter()
    for seed in range(trials):
        guessed = game.guess(view, 0, seed)
        (card,) = np.flatnonzero(guessed.spot // PLACE == PLACE_NAMES["ha"])
        found[NAMES[card]] += 1
    assert set(found) == set(hidden)
    squares = sum((found[card] - 100) ** 2 / 100 for card in hidden)
    freedom = len(hidden) - 1
    assert squares < freedom + 4 * (2 * freedom) ** 0.5


# --- the order of a reshuffle can be given (N32) ---


ORDER = "7^5&@!"


@pytest.fixture
def match() -> Match:
    """The attacker deck is empty, and its discard pile has three cards."""
    return played(duelhall.load("binmat"), "xa=5&7^@! l3=2! turn=31")


def test_n32_a_reshuffle_brings_the_given_order(match: Match) -> None:
    match.play("da", outcomes=ORDER)
    assert places(match)["ha"] == "@!"
    assert places(match)["a"] == "7^5&"


def test_an_order_may_have_blanks_between_its_cards(match: Match) -> None:
    match.play("da", outcomes=" 7^ 5& @!\t")
    assert places(match)["ha"] == "@!"
    assert match.replay().moves == [f"da={ORDER}"]


def places(match: Match) -> dict[str, str]:
    return dict(entry.split("=", 1) for entry in match.game.position_text(match.state).split())


def test_n32_what_everybody_can_tell_is_as_after_any_reshuffle(match: Match) -> None:
    given, by_chance = match, match.copy()
    given.play("da", outcomes=ORDER)
    by_chance.play("da")
    assert given.view(0).tobytes() == by_chance.view(0).tobytes()


@pytest.mark.parametrize(
    ("order", "fault"),
    [
        ("7^5&", r"end too early: one of 1 \(@!\) must be drawn next"),
        ("", "end too early: one of 3"),
        ("7^5&@!2&", "too many outcomes: nothing is drawn for 2&"),
        ("7^5&2&", r"2& cannot be drawn: it is not one of 1 \(@!\)"),
        ("7^7^5&", r"7\^ cannot be drawn: it is not one of 2 \(5& @!\)"),
        ("7^5", "there is no card '5'"),
    ],
)
def test_an_order_that_the_pile_cannot_have_is_refused(
    match: Match, order: str, fault: str
) -> None:
    with pytest.raises(BadOutcome, match=fault):
        match.play("da", outcomes=order)
    assert not match.moves
    assert not match.scripts


def test_an_order_where_nothing_is_shuffled_is_refused(match: Match) -> None:
    with pytest.raises(BadOutcome, match="too many outcomes: nothing is drawn for 7"):
        match.play("d3", outcomes=ORDER)
    blade = duelhall.load("blade").match(seed=1)
    with pytest.raises(BadOutcome, match="too many outcomes"):
        blade.play(blade.legal_moves()[0], outcomes="1")


def test_undo_forgets_an_order(match: Match) -> None:
    match.play("da", outcomes=ORDER)
    match.undo()
    match.play("da")
    assert not match.scripts


def test_explaining_tells_what_happened_with_the_given_order(match: Match) -> None:
    match.play("da", outcomes=ORDER)
    assert match.explain(1)[-1].state.tobytes() == match.state.tobytes()


def test_a_saved_game_keeps_the_orders(match: Match, tmp_path: Path) -> None:
    match.play("da", outcomes=ORDER)
    file = tmp_path / "game.json"
    match.save(file)
    assert json.loads(file.read_text())["moves"] == [f"da={ORDER}"]
    assert load_match(file).state.tobytes() == match.state.tobytes()
    file.write_text(file.read_text().replace(ORDER, "5&7^@!"))
    with pytest.raises(BadReplay, match="leads to a different position"):
        load_match(file)


@pytest.mark.parametrize("rules", ["hackmud", "rulebook", "live"])
def test_whole_games_can_be_played_with_every_order_of_a_draw_given(rules: str) -> None:
    shuffled = 0
    for seed in range(4):
        chance, match = random.Random(seed), duelhall.load("binmat", rules).match(seed=seed)
        while not match.over:
            move = chance.choice(match.legal_moves())
            deck, pile = move - DRAW + DECKS, discarded(match, move)
            chance.shuffle(pile)
            match.play(move, outcomes="".join(NAMES[card] for card in pile) or None)
            if pile:
                drawn = pile.pop()
                assert place_of(match, drawn) == HANDS + match.mover(len(match.moves))
                assert in_order(match, deck) == pile
                shuffled += 1
        assert replayed(match.replay()).state.tobytes() == match.state.tobytes()
    assert shuffled > 3


def discarded(match: Match, move: int) -> list[int]:
    """The cards that a draw will shuffle first."""
    deck = move - DRAW + DECKS
    if not DECKS <= deck < DISCARDS or match.state.count[deck]:
        return []
    return in_order(match, deck - DECKS + DISCARDS)


def place_of(match: Match, card: int) -> int:
    return int(match.state.spot[card]) // PLACE


def in_order(match: Match, place: int) -> list[int]:
    cards = [card for card in range(len(NAMES)) if place_of(match, card) == place]
    return sorted(cards, key=lambda card: int(match.state.spot[card]))


# --- a seed for the chance that is left in a position ---

EIGHT = "xa=2&3&4&5&6&7&8&9& turn=31"


def seeded(seed: int | None) -> Match:
    return duelhall.load("binmat").match(position=position(EIGHT), seed=seed)


def test_n32_a_seed_decides_how_a_position_is_reshuffled() -> None:
    drawn = set()
    for seed in range(8):
        one, other = seeded(seed), seeded(seed)
        one.play("da")
        other.play("da")
        assert one.state.tobytes() == other.state.tobytes()
        drawn.add(places(one)["ha"])
    assert len(drawn) > 1


def test_without_a_seed_a_position_is_always_reshuffled_alike() -> None:
    match, zero = seeded(None), seeded(0)
    assert match.start.entries().keys() == {"position"}
    assert match.state.tobytes() == zero.state.tobytes()
    assert zero.start.entries().keys() == {"seed", "position"}


def test_a_position_with_a_seed_explains_nothing_of_its_start() -> None:
    assert seeded(5).explain(0) == []


def test_a_saved_game_keeps_position_and_seed(tmp_path: Path) -> None:
    match, file = seeded(5), tmp_path / "game.json"
    match.play("da")
    match.save(file)
    assert json.loads(file.read_text())["start"]["seed"] == 5
    again = load_match(file)
    assert again.replay() == match.replay()
    file.write_text(file.read_text().replace('"seed": 5', '"seed": 6'))
    with pytest.raises(BadReplay, match=r"move 1 \(da\): leads to a different position"):
        load_match(file)


def test_a_deal_goes_with_nothing_else() -> None:
    game = duelhall.load("blade")
    deal, place = "112223333444455B 55666BBBBB77MMMM", "12:-:3 45:-:6"
    for more in ({"seed": 1}, {"position": place}, {"seed": 1, "position": place}):
        with pytest.raises(BadDeal, match="give one of them"):
            game.match(deal=deal, **more)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_for_a_position_is_a_seed_like_any(seed: int) -> None:
    with pytest.raises(BadDeal, match="a seed must be a number from 0"):
        seeded(seed)


@pytest.mark.parametrize(
    "start",
    [{}, {"seed": 5, "deal": "x"}, {"deal": "x", "position": "x"}, {"seed": "5", "position": "x"}],
)
def test_a_saved_game_begins_in_no_other_way(start: dict[str, object]) -> None:
    document = {**json.loads(seeded(5).replay().text()), "start": start}
    with pytest.raises(BadReplay, match="start: expected a seed, a deal, or a position"):
        parse(json.dumps(document))


# --- memory at the edges, rule by rule ---


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
