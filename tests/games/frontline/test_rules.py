"""The game around the battle of Frontline (F20 to F23), and its rule of thumb."""

from collections import Counter
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.chance import DICE
from duelhall.engine.errors import BadOption, IllegalMove
from duelhall.engine.record import UNDECIDED, cell_of, copied
from duelhall.games.frontline.cards import COPIES, parse_table, symbols_text
from duelhall.games.frontline.deployment import shapes
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match
from tests.games.counting import won_by_the_first, won_by_the_second

MODES = ("skirmish", "mirror", "muster", "draft")


@pytest.fixture
def game(backend: str) -> Game:
    return duelhall.load("frontline", hand=3, backend=backend)


def hands(match: Match) -> list[list[str]]:
    """The players' cards, as they were dealt."""
    cards = match.state.options.cards
    return [[symbols_text(cards[kind]) for kind in hand if kind] for hand in match.state.hand]


def played(match: Match, *moves: str) -> Match:
    for move in moves:
        match.play(move)
    return match


def test_f20_a_deal_takes_no_card_more_often_than_the_set_has_it() -> None:
    game = duelhall.load("frontline", "muster", hand=10)
    table = parse_table(str(game.options["cards"]))
    copies = {symbols_text(row): int(row[COPIES]) for row in table[1:] if row[COPIES]}
    for seed in range(300):
        dealt = Counter(card for hand in hands(game.match(seed)) for card in hand)
        assert all(dealt[card] <= copies[card] for card in dealt)


def test_f20_every_card_of_the_set_is_dealt_as_often_as_the_others() -> None:
    """Four spears in six cards: a hand of two holds 4/3 of them in the mean."""
    game = duelhall.load("frontline", hand=2, cards="4| 2!")
    spears = [hands(game.match(seed))[seat].count("|") for seed in range(3000) for seat in (0, 1)]
    assert abs(sum(spears) / len(spears) - 4 / 3) < 0.03


@pytest.mark.parametrize("backend", ["cpu"])
@pytest.mark.parametrize(("mode", "cards"), [("skirmish", 6), ("mirror", 6), ("muster", 8)])
def test_f21_both_players_are_dealt_a_hand(mode: str, cards: int, game: Game) -> None:
    assert [len(hand) for hand in hands(duelhall.load("frontline", mode).match(1))] == [cards] * 2
    assert game.match(1).to_move == 0


def test_f21_in_a_mirror_both_get_the_same(backend: str) -> None:
    game = duelhall.load("frontline", "mirror", backend=backend)
    first, second = hands(game.match(3))
    assert first == second


def test_f21_in_a_draft_the_players_pick_in_turn_from_five_open_cards(backend: str) -> None:
    game = duelhall.load("frontline", "draft", hand=2, backend=backend)
    match = game.match(deal="|,!,@,&,-,+,||,!!")
    assert match.legal() == ["take1", "take2", "take3", "take4", "take5"]
    assert "row=|,!,@,&,- pack=+,||,!!" in game.position_text(match.state)
    match.play("take2")
    assert match.to_move == 1
    assert "row=|,+,@,&,- pack=||,!!" in game.position_text(match.state)
    played(match, "take1", "take2")
    assert hands(match) == [["!", "+"], ["|"]]
    match.play("take3")
    assert hands(match) == [["!", "+"], ["|", "@"]]
    assert match.to_move == 0
    assert game.position_text(match.state).endswith("stage=deploying score=0:0 fought=0 to_move=0")
    with pytest.raises(IllegalMove, match=r"You can pick cards only until .* full \(F21\)"):
        match.play("take1")


@pytest.mark.parametrize("mode", ["skirmish", "mirror", "muster"])
def test_f21_without_a_draft_nobody_picks(backend: str, mode: str) -> None:
    match = duelhall.load("frontline", mode, backend=backend).match(1)
    with pytest.raises(IllegalMove, match=r"Under these rules you are dealt .* \(F21\)"):
        match.play("take1")


def test_f22_before_both_have_their_cards_nobody_deploys(backend: str) -> None:
    match = duelhall.load("frontline", "draft", backend=backend).match(1)
    for move in ("1<", "commit"):
        with pytest.raises(IllegalMove, match=r"only when both players have all .* \(F22\)"):
            match.play(move)


@pytest.mark.parametrize(
    ("mode", "hand", "cards", "reason"),
    [
        ("skirmish", 6, "11|", "skirmish with hands of 6 needs 12"),
        ("muster", 10, "19|", "muster with hands of 10 needs 20"),
        ("mirror", 10, "9|", "mirror with hands of 10 needs 10"),
        ("draft", 10, "23|", "draft with hands of 10 needs 24"),
    ],
)
def test_f21_a_set_too_small_for_the_mode_is_refused(
    mode: str, hand: int, cards: str, reason: str
) -> None:
    with pytest.raises(BadOption, match=reason):
        duelhall.load("frontline", mode, hand=hand, cards=cards)
    enough = f"{int(cards[:-1]) + 1}|"
    match = random_match(duelhall.load("frontline", mode, hand=hand, cards=enough), 1)
    assert match.over


@pytest.mark.parametrize("mode", ["skirmish", "mirror", "draft"])
@pytest.mark.parametrize("hand", range(1, 11))
def test_f21_hands_are_of_one_to_ten_cards(mode: str, hand: int) -> None:
    match = random_match(duelhall.load("frontline", mode, hand=hand), seed=hand)
    assert [len(cards) for cards in hands(match)] == [hand, hand]


def test_f21_a_muster_is_of_eight_to_ten() -> None:
    with pytest.raises(BadOption, match="8 to 10 cards"):
        duelhall.load("frontline", "muster", hand=7)
    with pytest.raises(BadOption, match="option hand cannot be 11"):
        duelhall.load("frontline", hand=11)


def test_f22_a_unit_goes_to_either_end_or_behind_a_front_unit(game: Game) -> None:
    match = game.match(deal="|,!,@ |,!,@")
    assert match.legal() == ["1<", "1>", "2<", "2>", "3<", "3>"]
    match.play("2>")
    assert match.legal() == ["1<", "1>", "1b1", "3<", "3>", "3b1"]
    match.play("1<")
    assert "1,2" in game.position_text(match.state)
    assert match.legal() == ["3<", "3>", "3b1", "3b2"]
    match.play("3b2")
    assert "1,2b3" in game.position_text(match.state)
    assert match.legal() == ["commit"]


def test_f22_to_the_left_end_everybody_moves_with_the_unit_behind(game: Game) -> None:
    match = played(game.match(deal="|,!,@ |,!,@"), "1>", "2b1", "3<")
    assert ":3,1b2 " in game.position_text(match.state)


@pytest.mark.parametrize(
    ("before", "move", "answer"),
    [
        ((), "commit", "You must place every card before you commit"),
        (("1>", "2>"), "commit", "You must place every card before you commit"),
        (("1>", "2b1"), "3b1", "only behind a front unit that has nobody behind it yet"),
        (("1>", "2>"), "3b3", "only behind a front unit that has nobody behind it yet"),
        (("1>",), "1<", "You can place only cards that you hold, each of them once"),
        ((), "4<", "You can place only cards that you hold, each of them once"),
        (("1>", "2>", "3b1"), "commit<", "you must commit without choosing a side"),
        (("1>", "2>", "3>"), "commit", "you must choose the side of the divide for the odd unit"),
    ],
)
def test_f22_what_may_not_be_deployed_so(
    game: Game, before: tuple[str, ...], move: str, answer: str
) -> None:
    match = played(game.match(deal="|,!,@ |,!,@"), *before)
    with pytest.raises(IllegalMove, match=rf"{answer} \(F22\)"):
        match.play(move)


@pytest.mark.parametrize("side", ["<", ">"])
def test_f22_with_an_odd_line_the_player_chooses_a_side(game: Game, side: str) -> None:
    match = played(game.match(deal="|,!,@ |,!,@"), "1>", "2>", "3>")
    assert match.legal() == ["commit<", "commit>"]
    match.play(f"commit{side}")
    assert f":1,2,3{side} " in game.position_text(match.state)
    assert match.to_move == 1


def test_f22_player_0_deploys_and_commits_then_player_1(game: Game) -> None:
    match = game.match(seed=4)
    for _ in range(4):
        assert match.to_move == 0
        match.play(match.legal_moves()[0])
    for _ in range(4):
        assert match.to_move == 1
        match.play(match.legal_moves()[0])
    assert match.over


@pytest.mark.parametrize("mode", MODES)
def test_f22_a_deployment_looks_the_same_however_it_goes(mode: str) -> None:
    """While a player deploys, the enemy's view does not change until he commits."""
    game = duelhall.load("frontline", mode)
    for seed in range(20):
        match = random_match(game, seed)
        for number, move in enumerate(match.moves, start=1):
            other = 1 - match.mover(number)
            text = match.move_seen(number, other)
            before, after = (game.view(match.states[n], other) for n in (number - 1, number))
            if text is None:
                assert before.tobytes() == after.tobytes()
                assert match.explain(number, other) == []
            else:
                assert text in ("commit", game.move_text(move))


@pytest.mark.parametrize("mode", MODES)
def test_f22_the_number_of_moves_tells_nothing_of_a_deployment(mode: str) -> None:
    game = duelhall.load("frontline", mode, battles=1)
    lengths = {len(random_match(game, seed).moves) for seed in range(50)}
    assert len(lengths) == 1


@pytest.mark.parametrize(("mode", "hidden"), [("skirmish", True), ("mirror", False)])
def test_f22_the_enemys_hand_is_hidden_but_in_a_mirror_and_a_draft(
    mode: str,
    hidden: bool,  # noqa: FBT001, a parameter
) -> None:
    game = duelhall.load("frontline", mode)
    view = game.position_text(game.match(seed=2).view(0))
    assert ("?,?,?,?,?,?:none" in view) == hidden


def test_f22_a_forfeit_opens_nothing() -> None:
    match = duelhall.load("frontline", hand=2).match(deal="|,! @,&")
    match.play("1>")
    match.forfeit(0)
    assert match.board(1).sentence == "The match is over, your score 1:0"
    text = match.game.position_text(match.state)
    assert match.game.position_text(match.game.parse_position(text)) == text
    assert "@" not in match.game.position_text(match.view(0))
    assert "|" not in match.game.position_text(match.view(1))


def test_f23_both_committed_the_battle_runs_and_everything_is_open(game: Game) -> None:
    match = played(game.match(deal="|,|,| @,@,&"), "1>", "2>", "3>", "commit<")
    played(match, "1>", "2>", "3>", "commit>")
    assert (match.winner, match.points(0), match.points(1)) == (0, 1, 0)
    assert match.reason.ruling == "F23"
    assert match.view(0).tobytes() == match.view(1).tobytes()
    assert not match.state.symbols.any()


@pytest.mark.parametrize("enemy", ["@,@,&", "|,@,&"])
def test_f23_how_many_units_survive_does_not_matter(game: Game, enemy: str) -> None:
    match = played(game.match(deal=f"|,|,| {enemy}"), "1>", "2>", "3>", "commit<")
    played(match, "1>", "2>", "3>", "commit>")
    (left,) = {tuple(s.facts["units"]) for s in match.scenes(8, 0) if "units" in s.facts}
    assert left == ((3, 0) if enemy == "@,@,&" else (2, 0))
    assert (match.points(0), match.points(1)) == (1, 0)


def test_f23_a_tie_gives_no_point(game: Game) -> None:
    match = game.match(deal="@,@,- &,&,-")
    played(match, "1>", "2>", "3b1", "commit", "1>", "2>", "3b1", "commit")
    assert (match.winner, match.points(0), match.points(1)) == (None, 0, 0)
    assert match.reason.word == "equal-battles"


@pytest.mark.parametrize("battles", [1, 2, 3, 4, 5])
def test_f23_a_match_ends_when_the_rest_cannot_change_the_winner(battles: int) -> None:
    game = duelhall.load("frontline", hand=2, battles=battles)
    for seed in range(60):
        match = random_match(game, seed)
        for state in match.states:
            lead = abs(int(state.score[0]) - int(state.score[1]))
            left = battles - int(state.fought)
            assert (state.winner != UNDECIDED) == (lead > left or left == 0)
        assert match.points(0) + match.points(1) <= match.state.fought


def test_f23_every_battle_has_a_fresh_deal() -> None:
    game = duelhall.load("frontline", battles=3)
    match = random_match(game, seed=9)
    begun = [state for before, state in zip(match.states, match.states[1:], strict=False)
             if state.fought != before.fought and state.winner == UNDECIDED]  # fmt: skip
    deals = [match.states[0], *begun]
    assert len({state.hand.tobytes() for state in deals}) == len(deals) > 1


def test_f23_a_player_who_gives_up_loses(game: Game) -> None:
    match = game.match(seed=1)
    match.forfeit(1)
    assert (match.winner, match.points(0), match.points(1)) == (0, 1, 0)


@pytest.mark.parametrize(
    ("units", "known"), [(1, 2), (2, 6), (3, 24), (4, 192), (5, 1440), (6, 13680)]
)
def test_f22_so_many_deployments_there_are(units: int, known: int) -> None:
    orders = 1
    for factor in range(2, units + 1):
        orders *= factor
    lengths = range((units + 1) // 2, units + 1)
    assert orders * sum(shapes(length, units) for length in lengths) == known


SIDE_BY_SIDE = ["1>", "2>", "commit"]


def fought(deal: str, battles: int = 1) -> Match:
    """A match in which both players have deployed their two cards side by side."""
    game = duelhall.load("frontline", hand=2, battles=battles, backend="python")
    return played(game.match(deal=deal), *SIDE_BY_SIDE * 2)


def test_f23_a_single_battle_is_told_as_one() -> None:
    won, tied = fought("|,| !,!"), fought("|,| |,|")
    assert (won.winner, won.reason.says) == (0, "only the winner's army is left")
    assert (tied.winner, tied.reason.says) == (None, "the battle is a tie")
    assert (won.reason.word, won.reason.ruling) == ("more-battles", "F23")
    assert won.board(1).sentence == "The battle is over; these armies met"


def test_f23_several_battles_are_told_by_their_score() -> None:
    match = fought("|,| !,!", battles=2)
    while not match.over:
        match.play(match.legal()[-1])
    assert "battles" in match.reason.says
    assert match.board(1).sentence.startswith("The match is over, your score ")


def test_f23_giving_up_is_told_as_that() -> None:
    match = duelhall.load("frontline").match(1)
    match.forfeit(0)
    assert "gave up" in match.reason.says


@pytest.mark.parametrize(
    ("seat", "winner"), [(0, "Your army"), (1, "Opponent's army"), (None, "Player 0's army")]
)
def test_f13_a_battle_names_the_armies_as_the_table_does(seat: int | None, winner: str) -> None:
    match = fought("|,| !,!")
    end = match.scenes(len(match.moves), seat)[-1]
    assert end.caption.startswith(f"{winner} wins after ")


# --- the rule of thumb, and that it beats chance clearly ---


thumb: Any = import_module("duelhall.games.frontline.greedy")

GAMES = 20


@pytest.mark.uncovered
@pytest.mark.parametrize(("mode", "share"), [("skirmish", 0.65), ("mirror", 0.8), ("draft", 0.85)])
def test_greedy_beats_random(mode: str, share: float) -> None:
    game = duelhall.load("frontline", mode)
    won = won_by_the_first(game, GAMES) + won_by_the_second(game, GAMES)
    assert won > 2 * GAMES * share


@pytest.mark.parametrize("mode", ["skirmish", "draft"])
def test_greedy_plays_interpreted(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few plans and few enemies, for each battle takes milliseconds so."""
    assert thumb.ENEMIES >= 200
    monkeypatch.setattr(thumb, "PLANS", 3)
    monkeypatch.setattr(thumb, "ENEMIES", 4)
    game = duelhall.load("frontline", mode, hand=3)
    match, dice = game.match(seed=5), np.zeros(1, DICE)
    while not match.over:
        cells = game.blank(3)
        cells[0] = cell_of(match.view(match.to_move))[0]
        match.play(int(thumb.greedy(cells, np.zeros(0), dice)))


def test_the_rule_of_thumb_puts_support_behind() -> None:
    game = duelhall.load("frontline", hand=4)
    support_behind = 0
    for seed in range(400):
        cell = copied(game.match(deal="|@,!@,-,+ |,|,!,!").state)
        cell[0].rng = seed
        thumb.deploy_by_thumb(cell[0], 0)
        support_behind += int(set(cell[0].behind[0].tolist()) - {0} <= {1, 2})
        assert cell[0].placed[0, :4].all()
    assert support_behind > 300
