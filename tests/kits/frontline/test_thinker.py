"""A search for Frontline: by guesses, by plans and by payoffs."""

import json
from pathlib import Path

import numpy as np
import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.engine.record import Array, GameState, copied
from duelhall.games.frontline.armies import ARMY, deployments, leave
from duelhall.games.frontline.cards import symbols_text
from duelhall.games.frontline.deployment import deploy_at_random
from duelhall.games.frontline.rules import station
from duelhall.match.game import Game
from duelhall.play import search
from duelhall.search.hint import hint_lines
from duelhall.search.search import Thought, thinker
from duelhall.search.solver import equilibrium
from duelhall_kits.frontline.thinker import FrontlineSearch, Hand, Mix, Planner
from duelhall_kits.frontline.trials import (
    Budget,
    Trials,
    chance_to_win,
    fits,
    standings,
    worth_of_battle,
)
from tests.terminal import console

EVEN = np.array([1.0, 0.0, 0.5])
"""What a victory, a defeat and a tie are worth in a match of one battle."""

OWN, OTHER = ["|", "!@", "+", "@"], ["!", "|@", "&", "-"]


@pytest.fixture(scope="module")
def mirror() -> Game:
    return duelhall.load("frontline[mirror]")


@pytest.fixture(scope="module")
def skirmish() -> Game:
    return duelhall.load("frontline[hand=4]")


@pytest.fixture(scope="module")
def draft() -> Game:
    return duelhall.load("frontline[draft, hand=1]", backend=PYTHON)


def thought(game: Game, view: GameState, simulations: int = 5_000, dice: int = 1) -> Thought:
    return FrontlineSearch(game, simulations=simulations).think(view, dice)


# --- the mix ---


def seen_with_hands(game: Game, own: list[str], other: list[str]) -> GameState:
    """What player 0 sees at the start of a battle between these hands."""
    cell = copied(game.blank()[0])
    cell[0].stage, cell[0].winner = 1, -1
    faces = [symbols_text(row) for row in cell[0].options.cards]
    for seat, hand in enumerate((own, other)):
        cell[0].hand[seat][: len(hand)] = sorted(faces.index(face) for face in hand)
    return cell[0]


def in_set_order(game: Game, hand: list[str]) -> list[str]:
    faces = [symbols_text(row) for row in game.blank()[0].options.cards]
    return sorted(hand, key=faces.index)


def planned(game: Game, view: GameState, battles: int) -> tuple[Trials, Mix]:
    trials = Trials(game, 0, EVEN, 11)
    return trials, Planner(trials, view, Budget(trials, view, battles, None)).mix()


def least(trials: Trials, mix: Mix, enemies: Array) -> float:
    """What a mix gets against the enemy who answers it best."""
    return float((mix.shares @ trials.payoffs(mix.armies, enemies)).min())


def test_the_double_oracle_finds_the_value_of_the_full_matrix(
    mirror: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Against an enemy who always answers, in a battle between two hands of four cards."""
    monkeypatch.setattr("duelhall_kits.frontline.thinker.TRUST", 0.0)
    trials, mix = planned(mirror, seen_with_hands(mirror, OWN, OTHER), 200_000)
    armies, enemies = (deployments(in_set_order(mirror, hand)) for hand in (OWN, OTHER))
    value = equilibrium(trials.payoffs(armies, enemies)).value
    assert least(trials, mix, enemies) == pytest.approx(value, abs=0.02)


def test_who_trusts_that_all_play_as_most_do_needs_no_mix(
    mirror: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("duelhall_kits.frontline.thinker.TRUST", 1.0)
    _, mix = planned(mirror, seen_with_hands(mirror, OWN, OTHER), 10_000)
    assert mix.shares.max() == 1
    assert mix.gains[mix.shares.argmax()] == mix.gains.max()


def test_an_army_that_beats_every_other_is_all_of_the_mix(mirror: Game) -> None:
    _, mix = planned(mirror, seen_with_hands(mirror, ["|@@", "||"], ["+", "-"]), 2_000)
    assert mix.shares.max() == 1
    assert mix.gains[mix.shares.argmax()] == 1


# --- what it may know, and what it depends on ---


@pytest.mark.parametrize("seat", [0, 1])
def test_what_is_hidden_does_not_change_the_mix(skirmish: Game, seat: int) -> None:
    """The enemy's cards and his deployment are guessed anew; what the seat sees is the same."""
    match = skirmish.match(5)
    while match.to_move != seat:
        match.play(match.legal_moves()[-1])
    view = match.view(seat)
    thoughts = set()
    for seed in range(3):
        other = skirmish.guess(view, seat, seed)
        assert other.tobytes() != match.state.tobytes()
        thoughts.add(thought(skirmish, skirmish.view(other, seat), 2_000))
    assert len(thoughts) == 1


def test_the_dice_choose_from_a_mix_that_is_always_the_same(mirror: Game) -> None:
    thinking, view = FrontlineSearch(mirror, simulations=5_000), mirror.match(2).view(0)
    found = [thinking.think(view, dice) for dice in range(12)]
    assert found[3] == thought(mirror, view, dice=3)
    assert {each.lines for each in found} == {found[0].lines}
    assert {each.best.move for each in found} == {line.moves[0] for line in found[0].lines}
    assert len(found[0].lines) > 1
    assert sum(line.share for line in found[0].lines) == pytest.approx(1)
    assert sum(choice.share or 0 for choice in found[0].choices) == pytest.approx(1)
    assert 4_000 < found[0].simulations < 7_000


def test_it_thinks_interpreted_as_in_machine_code() -> None:
    found = []
    for backend in (CPU, PYTHON):
        game = duelhall.load("frontline[hand=2]", backend=backend)
        found.append(thought(game, game.match(3).view(0), 30))
    assert found[0] == found[1]


def test_a_deployment_is_carried_out_to_its_end(mirror: Game) -> None:
    """Each question is answered by somebody who remembers nothing."""
    match = mirror.match(2)
    lines = thought(mirror, match.view(0)).lines
    while len(match.moves) < 6:
        now = thought(mirror, match.view(0), dice=len(match.moves))
        done = tuple(match.moves)
        likely = {line.moves: line.share for line in lines if line.moves[: len(done)] == done}
        assert {(*done, *line.moves): line.share for line in now.lines} == {
            moves: pytest.approx(share / sum(likely.values())) for moves, share in likely.items()
        }
        match.play(now.best.move)
    match.play(thought(mirror, match.view(0)).best.move)
    assert tuple(match.moves) in [line.moves for line in lines]


def test_who_has_begun_otherwise_is_told_the_best_that_can_come_of_it(mirror: Game) -> None:
    match = mirror.match(2)
    begun = ["6>", "5b1", "4<"]
    for move in begun:
        match.play(move)
    hand, found = Hand(match.view(0), 0), thought(mirror, match.view(0))
    assert found.lines
    for line in found.lines:
        end = mirror.match(2)
        for move in begun:
            end.play(move)
        for step in line.moves:
            end.play(step)
        assert end.to_move == 1
    assert {choice.move for choice in found.choices} <= set(match.legal_moves())
    assert hand.unplaced == [1, 2, 3]


def test_the_last_choice_is_the_side_of_the_odd_unit(mirror: Game) -> None:
    match = mirror.match(2)
    for move in ["1>", "2>", "3>", "4>", "5>", "6b2"]:
        match.play(move)
    found = thought(mirror, match.view(0))
    assert {mirror.move_text(choice.move) for choice in found.choices} == {"commit<", "commit>"}
    judged = [
        FrontlineSearch(mirror, simulations=5_000).think(match.view(0), 1, only=move).best
        for move in match.legal_moves()
    ]
    assert max(choice.chance for choice in judged) == found.best.chance


def test_a_move_is_judged_by_the_best_that_can_come_of_it(mirror: Game) -> None:
    view, thinking = mirror.match(2).view(0), FrontlineSearch(mirror, simulations=20_000)
    best, chances = thinking.think(view, 1).best, dict[int, float]()
    for move in mirror.legal_moves(view):
        (choice,) = thinking.think(view, 1, only=move).choices
        assert choice.move == move
        chances[move] = choice.chance
    assert chances[best.move] > max(chances.values()) - 0.1


def test_with_all_cards_known_a_deployed_army_is_answered(mirror: Game) -> None:
    match = mirror.match(2)
    while match.to_move == 0:
        match.play(match.legal_moves()[-1])
    search_of_all = FrontlineSearch(mirror, simulations=5_000, all_known=True)
    assert search_of_all.think(match.state, 1).best.chance == 1


def test_more_time_is_used_and_less_is_enough(mirror: Game) -> None:
    view, thinking = mirror.match(2).view(0), FrontlineSearch(mirror, seconds=0.05)
    hurried = thinking.think(view, 1, left=0.0001)
    assert hurried.lines
    assert thinking.think(view, 1).simulations > hurried.simulations


def test_it_plays_as_a_seat_in_every_mode() -> None:
    for name in ("frontline", "frontline[mirror]", "frontline[muster]", "frontline[battles=3]"):
        game = duelhall.load(name)
        match = duelhall.play_match(game, search(game, simulations=300), "random", seed=4)
        assert match.over


def test_it_beats_the_rule_of_thumb(mirror: Game) -> None:
    """On mirrored deals; the same games in every run."""
    points, seat = 0.0, search(mirror, simulations=30_000)
    for seed in range(12):
        for players in ((seat, "greedy"), ("greedy", seat)):
            match = duelhall.play_match(mirror, *players, seed=seed)
            points += 0.5 if match.winner is None else match.winner == players.index(seat)
    assert points / 24 > 0.55


# --- a draft ---


def test_a_card_is_picked_that_wins_more_often(draft: Game) -> None:
    """Interpreted, since few battles are enough: a weapon, and not what only supports others."""
    view = draft.match(deal="-,-,+,+,|@@,&").view(0)
    found = FrontlineSearch(draft, simulations=360).think(view, 1)
    assert draft.move_text(found.best.move) == "take5"
    assert len(found.choices) == 5
    assert found.simulations == 360
    bow = draft.parse_move("take1")
    (only,) = FrontlineSearch(draft, simulations=40).think(view, 1, only=bow).choices
    assert (only.move, only.visits) == (bow, 36)
    assert only.chance < found.best.chance


# --- what a battle is worth ---


def test_a_single_battle_decides() -> None:
    assert [chance_to_win(lead, 0) for lead in (1, 0, -1)] == [1, 0.5, 0]


def test_who_is_behind_needs_more_than_a_tie() -> None:
    view = duelhall.load("frontline[battles=3]", backend=PYTHON).match(1).view(0)
    won, lost, tied = worth_of_battle(view, 0)
    assert lost < 0.5 < won
    assert tied == pytest.approx(0.5)
    view.score[1], view.fought = 1, 2
    assert worth_of_battle(view, 0).tolist() == [0.5, 0, 0]
    assert worth_of_battle(view, 1).tolist() == [1, 0.5, 1]


# --- how it is told ---


def test_a_hint_shows_the_mix(mirror: Game) -> None:
    view = mirror.match(4).view(0)
    found = thought(mirror, view, 20_000)
    heading, *rows, last = hint_lines(mirror, view, found, most=2)
    assert heading.startswith("Choose at random among these, this often, according to ")
    assert rows[0].split()[0] == f"{found.lines[0].share:.0%}"
    assert rows[0].split()[-1].startswith("commit")
    assert rows[-1].endswith(("other ways", "other way"))
    assert last.startswith(f"Each of these wins {found.best.chance:.0%}, give or take ")


def test_a_hint_of_one_plan_names_its_moves(skirmish: Game) -> None:
    view = skirmish.match(2).view(0)
    heading, row, last = hint_lines(skirmish, view, thought(skirmish, view))
    assert heading.startswith("Your best moves, in this order, according to ")
    assert row.split()[-1].startswith("commit")
    assert last.startswith("That wins ")


def test_names_lead_here_and_what_is_compiled_is_known() -> None:
    found = thinker("adept", duelhall.load("frontline[draft]"))
    assert isinstance(found, FrontlineSearch)
    assert [entry.label for entry in found.entries] == ["drawing", "trials", "drafts"]


# --- plans: what can still come of a deployment, and by which moves ---


@pytest.fixture(scope="module")
def game() -> Game:
    """Five cards, of which three are the same."""
    return duelhall.load("frontline[mirror, hand=5, cards=3| 1!@ 1+]", backend=PYTHON)


def army_of(view: GameState, seed: int) -> np.ndarray:
    """Any deployment of the first player's hand."""
    cell, armies = copied(view), np.zeros(1, ARMY)
    cell[0].rng = seed
    deploy_at_random(cell[0], 0)
    station(cell[0], 0)
    leave(cell[0], 0, armies[0])
    return armies


def deployed(game: Game, moves: tuple[int, ...]) -> GameState:
    """The state after these moves of the first player."""
    match = game.match(1)
    for move in moves:
        match.play(move)
    return match.state


@pytest.mark.parametrize("seed", range(12))
def test_the_moves_of_a_plan_lead_to_it_from_wherever_it_can_be_reached(
    game: Game, seed: int
) -> None:
    """Whichever of the moves that leave it possible are made before."""
    rng, match = np.random.default_rng(seed), game.match(1)
    army = army_of(match.view(0), seed)
    plan = Hand(match.view(0), 0).plan(army[0])
    while match.to_move == 0:
        hand = Hand(match.view(0), 0)
        line, moves = hand.moves_to(plan), hand.next_moves(plan)
        assert line[0] in moves
        assert fits(army[0], hand.placed)
        before = tuple(match.moves)
        reached = deployed(game, (*before, *line))
        station(reached, 0)
        leave(reached, 0, army[0])
        assert Hand(game.match(1).view(0), 0).plan(army[0]) == plan
        match.play(int(rng.choice(sorted(moves))))


@pytest.mark.parametrize("seed", range(8))
def test_moves_that_do_not_belong_to_a_plan_make_it_impossible(game: Game, seed: int) -> None:
    match = game.match(1)
    army = army_of(match.view(0), seed)
    plan = Hand(match.view(0), 0).plan(army[0])
    for _ in range(3):
        hand = Hand(match.view(0), 0)
        moves = hand.next_moves(plan)
        for move in match.legal_moves():
            after = Hand(deployed(game, (*match.moves, move)), 0)
            assert bool(after.next_moves(plan)) == (move in moves)
            assert fits(army[0], after.placed) == (move in moves)
        match.play(min(moves))


def test_an_army_is_read_and_set_up_again_as_it_stands(game: Game) -> None:
    """Without a try to improve it, it stays the same; with tries it keeps what is placed."""
    match = game.match(1)
    trials = Trials(game, 0, np.array([1.0, 0.0, 0.5]), 5)
    armies = trials.drawn(match.view(0), 0, 6)
    orders, forms = standings(armies)
    assert (np.sort(orders[:, :5]) == [1, 2, 3, 4, 5]).all()
    assert forms.max() < len(list(range(32)))
    match.play("4>")
    match.play("5b1")
    hand = Hand(match.view(0), 0)
    drawn = trials.drawn(match.view(0), 0, 4)
    better, payoffs = trials.improved(drawn, armies, np.full(6, 1 / 6), 6, hand.placed)
    assert all(hand.next_moves(hand.plan(army)) for army in (*drawn, *better))
    assert (payoffs.mean(axis=1) >= trials.payoffs(drawn, armies).mean(axis=1)).all()
    assert trials.battles >= 2 * 4 * 6


# --- the command `duelhall frontline payoff` ---


def test_payoffs_are_told_with_the_best_deployments() -> None:
    out = console.duelhall("frontline", "payoff", "|,|@", "!").stdout
    assert out.startswith("First hand: [|] [|@], 6 deployments\nSecond hand: [!], 2 deployments\n")
    assert "12 battles: the first hand wins 100.0%, ties 0.0%, loses 0.0%." in out
    assert "\n---" in out


def test_payoffs_for_programs(tmp_path: Path) -> None:
    file = tmp_path / "matrix"
    report = json.loads(
        console.duelhall("frontline", "payoff", "|,@", "!,+", "--json", "--out", str(file)).stdout
    )
    assert report["battles"] == 36
    payoffs = np.load(file)
    assert payoffs.shape == (6, 6)
    assert report["all"]["wins"] == round(100 * (payoffs == 1).mean(), 2)
    assert report["best"]["first"]["number"] == payoffs.mean(axis=1).argmax()


def test_a_hand_that_is_none_is_refused() -> None:
    process = console.duelhall("frontline", "payoff", "|,q", "!")
    assert process.returncode == 2
    assert process.stderr.splitlines()[0] == "duelhall: the first hand: these cards cannot be used"
    assert "card 'q' has unknown symbols" in process.stderr


def test_too_large_a_hand_is_refused_with_its_owner() -> None:
    process = console.duelhall("frontline", "payoff", "!", "|,|,|,|,|,|,|,|")
    assert process.stderr.startswith("duelhall: the second hand: deployments are listed for 1 to 7")
