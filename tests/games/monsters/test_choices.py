"""Choices (M23): asked when an effect resolves, answered by moves, secret where the cards are."""

from typing import Any

import pytest

import duelhall
from duelhall.engine.errors import BadPosition, UnreadableMove
from duelhall.engine.record import copied, state_of
from duelhall.games.monsters.choice import observed
from duelhall.games.monsters.greedy import finish_turn, worth_of
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing import CHECKS, Subject
from duelhall.testing.conformance import (
    check_position_notation,
    check_saving_at_every_move,
    random_match,
)
from tests.games.counting import monsters_census
from tests.games.monsters.duels import (
    IRIS,
    JAB,
    ROSE,
    SHOUT,
    STONE,
    begun,
    check,
    damage,
    duel,
    field,
    fired,
    monster,
    move,
    passive,
    play,
    refused,
    special,
    told,
)

FLOWERS = (ROSE, IRIS, STONE)


def asked(places: str, do: str, *, rest: str = "deck", **more: Any) -> Match:
    """The match in which a special asks something, in the Alter phase of player 0."""
    game = duel(special(do, **more), *FLOWERS)
    hand = (
        places.replace("hand0=", "hand0=trick,") if "hand0=" in places else f"hand0=trick {places}"
    )
    return begun(game, f"phase=alter {hand}", "trick - -", rest=rest)


def answer(match: Match, *words: str) -> None:
    """Answer, compiled too."""
    twin = Game(match.game.definition, match.game.rule_set, match.game.options).match(
        position=match.game.position_text(match.state), seed=0
    )
    twin.state.rng = match.state.rng
    for word in words:
        assert twin.legal() == match.legal()
        match.play(word)
        twin.play(word)
        assert twin.state.tobytes() == match.state.tobytes()


# --- whether ---


def test_m23_you_may_or_may_not() -> None:
    match = asked("", "draw", may=True)
    assert (match.to_move, match.legal()) == (0, ["pass", "yes"])
    answer(match, "yes")
    check(match, "hand0=filler")
    match = asked("", "draw", may=True)
    answer(match, "no")
    check(match, "hand0=")
    assert match.to_move == 0
    assert match.state.chain == 0


def test_m23_the_text_can_leave_it_to_the_opponent() -> None:
    match = asked("", "damage", target="opponent", may=True, by="opponent")
    assert (match.to_move, match.legal()) == (1, ["pass", "yes"])
    answer(match, "pass")
    assert damage(match) == 0


def test_m23_the_choice_is_made_when_the_effect_resolves() -> None:
    twice = move("Twice", "0", "~", play("draw", may=True), play("mill"), play("draw", may=True))
    match = begun(duel(twice, SHOUT), "hand0=twice hand1=shout", "twice shout - -")
    assert "choose" not in fired(match)
    check(match, "hand0= drop0=")
    answer(match, "yes")
    assert "choose" in fired(match)
    check(match, "hand0=filler drop0=filler")
    assert match.legal() == ["pass", "yes"]
    answer(match, "pass")
    check(match, "hand0=filler drop0=filler")
    assert match.state.resolving == 0


def test_m23_in_combat_the_strike_waits_for_it() -> None:
    cheer = move("Cheer", "+1", "~", play("attack", amount=2, may=True))
    match = begun(duel(JAB, cheer), "hand0=jab,cheer", "jab - cheer - -")
    assert damage(match) == 0
    answer(match, "yes")
    assert damage(match) == 6


# --- how much ---


def test_m23_how_many() -> None:
    match = asked("", "draw", amount=2, up_to=True)
    assert match.legal() == [":0", ":1", ":2"]
    answer(match, ":1")
    assert match.state.in_hand[0] == 1
    match = asked("", "draw", amount=3, up_to=True)
    answer(match, "0")
    assert match.state.in_hand[0] == 0


def test_m23_with_nothing_to_choose_from_that_part_does_nothing() -> None:
    assert asked("", "draw", per="your Drop", up_to=True).state.asks == 0
    for do in ("discard", "recover", "revive", "destroy", "heal", "reclaim"):
        match = asked("", do, choose=True, by="owner")
        assert match.state.asks == 0, do


def test_m23_more_than_twenty_are_not_offered() -> None:
    match = asked("drop0=filler*7", "attack", amount=4, per="your Drop", up_to=True)
    assert match.legal()[-1] == ":20"


# --- one of several ---


EITHER = (play("draw", either="A"), play("mill", either="A", given="your turn"),
          play("heal", either="A", given="your Damage >= 1"))  # fmt: skip


def several(*effects: Any, places: str = "") -> Match:
    game = duel(move("Fork", "0", "~", *effects), *FLOWERS)
    return begun(game, f"hand0=fork {places}", "fork - -")


@pytest.mark.parametrize(("word", "found"), [(":1", "hand0=filler"), (":2", "drop0=filler")])
def test_m23_one_of_several_operations(word: str, found: str) -> None:
    match = several(*EITHER)
    assert match.legal() == [":1", ":2"]
    answer(match, word)
    check(match, found)
    assert match.state.chain == 0


def test_m23_only_what_could_happen_is_offered() -> None:
    match = several(*EITHER, places="damage0=rose")
    assert match.legal() == [":1", ":2", ":3"]
    answer(match, ":3")
    check(match, "damage0= drop0=rose")


def test_m23_with_one_possible_operation_nobody_is_asked() -> None:
    lone = (play("draw", either="A", given="their turn"), play("mill", either="A"))
    match = several(*lone, play("draw"))
    check(match, "drop0=filler hand0=filler")
    none = (play("draw", either="A", given="their turn"),
            play("mill", either="A", given="combat"))  # fmt: skip
    check(several(*none), "drop0= hand0=")


def test_m23_one_or_none() -> None:
    match = several(play("draw", either="A", may=True), play("mill", either="A"), play("draw"))
    assert match.legal() == ["pass", ":1", ":2"]
    answer(match, "pass")
    check(match, "hand0=filler drop0=")


def test_m23_two_choices_in_a_row_and_a_number_in_one() -> None:
    match = several(
        play("draw", either="A", amount=2, up_to=True), play("mill", either="A"),
        play("draw", either="B", by="opponent"), play("mill", either="B"),
    )  # fmt: skip
    answer(match, ":1", ":2")
    assert (match.to_move, match.legal()) == (1, [":1", ":2"])
    answer(match, ":2")
    assert (match.state.in_hand[0], match.state.drop[0].sum()) == (2, 1)


# --- cards ---


def test_m23_a_card_of_your_own_hand() -> None:
    match = asked("hand0=rose,iris*2", "discard", choose=True)
    assert match.legal() == [":rose", ":iris"]
    answer(match, ":iris")
    check(match, "hand0=rose,iris drop0=iris")
    assert "take_chosen" in fired(match)


def test_m23_the_opponent_chooses_from_its_own_hand() -> None:
    match = asked("hand1=rose,iris", "discard", target="opponent", choose=True, by="opponent")
    assert (match.to_move, match.legal()) == (1, [":rose", ":iris"])
    answer(match, "rose")
    check(match, "hand1=iris drop1=rose")


def test_m23_both_choose_of_their_own_the_controller_first() -> None:
    places = "hand0=rose,iris hand1=rose,stone"
    match = asked(places, "discard", target="both", choose=True, by="owner")
    assert (match.to_move, match.legal()) == (0, [":rose", ":iris"])
    answer(match, "iris")
    assert (match.to_move, match.legal()) == (1, [":rose", ":stone"])
    answer(match, "stone")
    check(match, "drop0=iris drop1=stone")


@pytest.mark.parametrize(
    ("do", "places", "chosen", "found"),
    [
        ("recover", "drop0=rose,iris", "rose", "drop0=iris hand0=rose known0=rose"),
        ("revive", "drop0=rose,iris,stone", "", "drop0=rose,iris stasis0=stone"),
        ("destroy", "stasis0=rose,iris", "iris", "stasis0=rose drop0=iris"),
        ("heal", "damage0=rose,iris,rose", "iris", "damage0=rose,rose drop0=iris"),
        ("reclaim", "damage0=rose,iris,rose", "rose", "damage0=rose,iris hand0=rose known0=rose"),
        ("expose", "hand0=rose,iris", "iris", "hand0=rose,iris known0=iris"),
    ],
)
def test_m23_a_card_of_another_zone(do: str, places: str, chosen: str, found: str) -> None:
    match = asked(places, do, choose=True)
    if chosen:
        answer(match, chosen)
    check(match, found)


def test_m23_of_the_opponents_zones_you_choose() -> None:
    match = asked("stasis1=rose,iris", "destroy", target="opponent", choose=True)
    assert (match.to_move, match.legal()) == (0, [":rose", ":iris"])
    answer(match, ":rose")
    check(match, "stasis1=iris drop1=rose")


def test_m23_several_cards_one_after_the_other() -> None:
    match = asked("hand0=rose*2,iris*2", "discard", amount=3, choose=True)
    answer(match, "rose", "iris")
    assert match.legal() == [":rose", ":iris"]
    answer(match, "iris")
    check(match, "hand0=rose drop0=rose,iris*2")


def test_m23_up_to_so_many() -> None:
    match = asked("hand0=rose*2,iris", "discard", amount=2, choose=True, up_to=True)
    assert match.legal() == ["pass", ":rose", ":iris"]
    answer(match, "rose", "pass")
    check(match, "hand0=rose,iris drop0=rose")


def test_m23_nobody_is_asked_where_all_must_be_taken() -> None:
    match = asked("hand0=rose,iris", "discard", amount=2, choose=True)
    check(match, "hand0= drop0=rose,iris")
    check(asked("drop0=rose*3", "recover", choose=True), "hand0=rose drop0=rose*2")


def test_m23_that_a_hand_has_cards_of_one_kind_is_not_given_away() -> None:
    match = asked("hand0=rose*3", "discard", choose=True)
    assert match.legal() == [":rose"]


def test_m23_with_a_trait_only_cards_of_it() -> None:
    match = asked("drop0=rose,iris,stone", "recover", trait="Red", choose=True)
    assert match.legal() == [":rose", ":stone"]


# --- search ---


def test_m23_your_own_deck_is_searched_and_shuffled() -> None:
    decks = set()
    for seed in range(12):
        game = duel(special("search", choose=True), *FLOWERS)
        match = begun(game, "phase=alter hand0=trick", "trick - -", seed=seed)
        assert match.legal() == [":trick", ":rose", ":iris", ":stone", ":filler"]
        answer(match, ":iris")
        assert {"take_chosen", "shuffle_deck"} <= fired(match)
        check(match, "hand0=iris")
        decks.add(match.state.deck[0].tobytes())
    assert len(decks) > 10


def test_m23_which_card_of_a_deck_was_chosen_is_seen_by_the_chooser_only() -> None:
    match = asked("", "search", choose=True)
    answer(match, "iris")
    number = len(match.moves)
    assert [match.move_seen(number, seat) for seat in (0, 1, None)] == [":iris", ":?", ":iris"]
    said = [" ".join(match.scene_texts(number, seat)[0]) for seat in (0, 1)]
    assert "you take Iris from the deck (M23)" in said[0]
    assert "opponent takes a card from the deck (M23)" in said[1]
    assert "hand0=?" in match.game.position_text(match.view(1))
    assert [one.move for one in match.told(1, number - 1)] == [":?"]


def test_m23_a_card_that_had_to_have_a_trait_is_shown() -> None:
    match = asked("", "search", choose=True, trait="Blue")
    assert match.legal() == [":iris"]
    answer(match, "iris")
    assert match.move_seen(len(match.moves), 1) == ":iris"
    check(match, "hand0=iris known0=iris")


def test_m23_a_search_without_a_find_tells_where_such_cards_are() -> None:
    match = asked("hand0=iris,rose drop0=iris*2", "search", choose=True, trait="Blue")
    assert match.state.asks == 0
    check(match, "known0=iris hand0=iris,rose")
    assert "nothing happens: your Deck has no such card" in " ".join(
        match.scene_texts(len(match.moves), 0)[0]
    )


def test_m23_a_search_of_an_empty_deck_is_no_loss() -> None:
    assert not asked("", "search", rest="drop", choose=True).over


def test_m23_a_guess_has_what_a_search_offers() -> None:
    match = asked("hand0=iris*2,rose*2", "search", choose=True, trait="Blue")
    view = match.view(1)
    for seed in range(200):
        guessed = match.game.guess(view, 1, seed)
        assert ":iris" in [
            match.game.move_text(m, guessed) for m in match.game.legal_moves(guessed)
        ]


def test_m23_a_search_player_is_told_as_much_as_its_seat() -> None:
    match = asked("", "search", choose=True)
    moves = match.legal_moves()
    told = match.game.definition.thinking.search.observed
    assert told
    seen = {told(match.state, one) for one in moves}
    assert len(seen) == 1
    shown = asked("", "search", choose=True, trait="Red")
    assert shown.game.definition.thinking.search.observed is None
    assert len({observed(shown.state, one) for one in shown.legal_moves()}) == 2
    assert observed(shown.state, 0) == 0


# --- what is refused ---


def test_m23_only_what_is_offered_can_be_chosen() -> None:
    match = asked("hand0=rose,iris", "discard", choose=True)
    assert refused(match, ":stone") == refused(match, "pass") == refused(match, ":2") == "M23"
    assert told(match, ":stone").startswith("While an effect lets you choose")
    match = asked("", "draw", may=True)
    assert refused(match, ":2") == refused(match, ":rose") == "M23"
    match = asked("", "draw", amount=2, up_to=True)
    assert refused(match, ":3") == refused(match, "pass") == "M23"
    assert refused(several(*EITHER), ":3") == "M23"


def test_m23_outside_a_choice_nothing_can_be_chosen() -> None:
    match = begun(duel(JAB), "hand0=jab")
    assert refused(match, ":jab") == refused(match, ":1") == "M23"
    assert told(match, ":1") == "You can choose something only while an effect lets you."
    with pytest.raises(UnreadableMove):
        match.play(":jib")
    with pytest.raises(UnreadableMove):
        match.play(":21")


# --- in writing ---


def test_m23_a_position_says_what_is_to_be_chosen() -> None:
    match = asked("hand0=rose,iris", "discard", choose=True)
    text = match.game.position_text(match.state)
    assert "choice=card:1:" in text
    again = match.game.match(position=text)
    assert again.legal() == [":rose", ":iris"]
    assert match.game.position_text(again.state) == text


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("choice=card", "choice=which"),
        ("choice=card", "choice=number"),
        ("choice=card", "choice=whether"),
        ("choice=card:1:", "choice=card:2:"),
        ("choice=card:1:", "choice=card:0:"),
        ("to_move=0", "to_move=1"),
        ("hand0=rose,iris", "drop0=rose,iris"),
        (":2:0:1:1", ":9:0:1:1"),
        (":2:0:1:1", ":0:0:1:1"),
        (":2:0:1:1", ":2:0:1"),
        ("links=0:trick", "links=0:trick.x"),
    ],
)
def test_m23_a_position_in_which_nobody_is_asked_that_is_refused(old: str, new: str) -> None:
    match = asked("hand0=rose,iris", "discard", choose=True)
    text = match.game.position_text(match.state)
    assert old in text
    with pytest.raises(BadPosition):
        match.game.match(position=text.replace(old, new))


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"do": "draw", "may": True}, "You choose whether it happens: yes or pass"),
        ({"do": "draw", "amount": 2, "up_to": True}, "You choose how much, from :0 to :2"),
        ({"do": "discard", "choose": True}, "You choose a card, 1 card to go"),
        ({"do": "discard", "choose": True, "up_to": True}, "1 card to go, or pass"),
    ],
)
def test_m23_the_board_says_what_is_asked(more: dict[str, Any], says: str) -> None:
    match = asked("hand0=rose,iris", **more)
    assert says in match.board(0).sentence
    assert "The opponent chooses" in match.board(1).sentence
    assert "Player 0 chooses" in match.board(None).sentence
    choice: Any = match.board(0).facts["choice"]
    assert choice["of"] == 0
    assert "one of several operations" in several(*EITHER).board(0).sentence


def test_m23_a_monster_can_ask_too() -> None:
    beast = monster(field("draw", may=True), use="alter")
    match = begun(duel(JAB, mine=beast), "phase=alter", "!monster - -")
    answer(match, "yes")
    check(match, "hand0=filler")


def test_m23_an_open_choice_is_told_to_everybody() -> None:
    match = asked("hand0=rose,iris", "discard", choose=True)
    answer(match, "iris")
    assert match.move_seen(len(match.moves), 1) == ":iris"
    assert match.scene_texts(len(match.moves), 1)[0][-1] == "      opponent discards Iris (M23)"


# --- whole games ---


@pytest.mark.parametrize(
    ("more", "hand"),
    [
        ({"do": "discard", "choose": True}, 3),
        ({"do": "draw", "amount": 2, "up_to": True}, 6),
        ({"do": "draw", "may": True}, 5),
    ],
)
def test_m23_the_rule_of_thumb_reckons_with_a_choice(more: dict[str, Any], hand: int) -> None:
    match = asked("hand0=rose,iris", **more)
    state = state_of(copied(match.state))
    finish_turn(state, int(state.turn))
    assert int(state.in_hand[0]) == hand


def test_m18_the_rule_of_thumb_values_its_deck_where_an_empty_one_loses() -> None:
    few, many = (
        worth_of(begun(duel(JAB, rules="deck-out"), f"deck0=filler*{count}", rest="drop").state, 0)
        for count in (2, 6)
    )
    assert few < many


CHOOSERS = (
    move("Ask", "0", "~", play("discard", choose=True), play("search", choose=True)),
    move("Beg", "1", "+1", play("draw", may=True), field("recover", choose=True, trait="Red"),
         traits="Red"),
    move("Cull", "+1", "2", play("destroy", target="both", choose=True, by="owner", amount=2),
         field("heal", choose=True, up_to=True, amount=2), activate="alter answer"),
    move("Dare", "2", "~", play("damage", target="opponent", either="A", by="opponent"),
         play("discard", target="opponent", choose=True, by="opponent", either="A")),
    move("Echo", "~", "~", play("search", trait="Blue", choose=True),
         play("reclaim", choose=True), use="alter defence"),
    move("Fuse", "0", "+2", passive("attack"), play("revive", choose=True), traits="Blue"),
    move("Gaze", "3", "+0", play("expose", target="opponent", choose=True, by="owner", amount=2),
         play("charge", trait="Red", amount=3, up_to=True, by="opponent")),
    move("Hoard", "0", "+1", play("bury", choose=True, up_to=True, amount=2, target="both"),
         play("cost", until="next", may=True), field("recall", choose=True), activate="alter"),
)  # fmt: skip
CHOICES = duel(*CHOOSERS, copies=2, mine=monster(atk=1))


@pytest.fixture(scope="module")
def subject() -> Subject:
    return Subject(Game(CHOICES.definition, CHOICES.rule_set, CHOICES.options), monsters_census, 6)


def marked(check: Any) -> Any:
    """What writes every state, some of them often, takes much longer under coverage."""
    is_long = check in (check_saving_at_every_move, check_position_notation)
    marks = [pytest.mark.uncovered] if is_long else []
    return pytest.param(check, marks=marks, id=check.__name__)


@pytest.mark.parametrize("check", [marked(check) for check in CHECKS])
def test_m23_games_full_of_choices_conform(subject: Subject, check: Any) -> None:
    check(subject)


def test_m23_those_games_ask_everything() -> None:
    states = [state for seed in range(6) for state in random_match(CHOICES, seed).states]
    assert {int(state.asks) for state in states} == {0, 1, 2, 3, 4}


def test_m23_greedy_plays_them_to_an_end() -> None:
    game = Game(CHOICES.definition, CHOICES.rule_set, CHOICES.options)
    assert duelhall.play_match(game, "greedy", "greedy", seed=1).over
