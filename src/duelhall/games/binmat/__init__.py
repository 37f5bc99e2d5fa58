"""BINMAT."""

from pathlib import Path

from duelhall.engine.board import Sketcher
from duelhall.engine.definition import (
    BotGuide,
    Definition,
    Learning,
    Picture,
    SearchSettings,
    Shelf,
    Thinking,
    TurnRule,
    Writing,
)
from duelhall.engine.observation import Bounds, Observation
from duelhall.engine.rulebook import rulebook_path
from duelhall.games.binmat import notation, rules
from duelhall.games.binmat.board import FACTS, TOUCHES, board, card_played, first_sketch, sketch
from duelhall.games.binmat.greedy import estimate, greedy, plausible
from duelhall.games.binmat.log import binlog
from duelhall.games.binmat.memory import MEMORY_RULES
from duelhall.games.binmat.notation import first_position_text
from duelhall.games.binmat.rules import OUTCOMES, lasts_its_time, refusal_is_late
from duelhall.games.binmat.scenes import combat_scenes
from duelhall.games.binmat.state import longest_game, position_numbers
from duelhall.games.binmat.turn import lose_hand
from duelhall.games.binmat.view import LEAVES_OUT, MOVE_NUMBERS, Observed, observe, observed

BINMAT = Definition(
    name="binmat",
    title="BINMAT",
    summary="Six lanes, 78 cards, 110 turns: the attacker breaks through, or the defender holds.",
    primer=(
        "The defender draws from any lane and builds stacks in front of the lane decks; the "
        "attacker draws where no stack stands, builds stacks on the far side and begins combat. "
        "Stacks count when their sum is a power of two: 2, 4, 8, 16 ... have power 1, 2, 3, 4 ... "
        "The attacker wins by more damage than a lane has cards, the defender by holding out for "
        "110 turns. On the table, h is a deck whose top lies face down, X a card that you may not "
        "see, u behind a card says that it lies face up, and (7^) is hidden, but you know it is "
        "there."
    ),
    rulebook=rulebook_path("binmat"),
    rules=rules,
    writing=Writing(
        notation, OUTCOMES, position_numbers, first_position=first_position_text, log=binlog
    ),
    picture=Picture(
        board,
        Sketcher(sketch, card_played=card_played, first_board=first_sketch),
        combat_scenes,
        touches=TOUCHES,
        facts=FACTS,
    ),
    thinking=Thinking(
        {"greedy": greedy},
        SearchSettings(
            playouts="greedy",
            exploration=0.1,
            advice=0.5,
            widening=0.5,
            growth=0.5,
            horizon=10,
            estimate=estimate,
            plausible=plausible,
            observed=observed,
        ),
        memory_rules=MEMORY_RULES,
    ),
    learning=Learning(
        Bounds(longest_game), Observation(Observed, observe, LEAVES_OUT, MOVE_NUMBERS)
    ),
    turns=TurnRule("--", lasts_its_time, refusal_is_late),
    features={BotGuide: BotGuide(Path(__file__).with_name("bot_view.txt"))},
    notable=(lose_hand,),
    roles=("defender", "attacker"),
    shelf=Shelf(
        "Break one lane of six, or hold them all for 110 turns.",
        minutes=15,
        difficulty=4,
        side="Your side",
        sides=("Defend", "Attack"),
        paces={"Five seconds a turn, as in the contest": 5.0},
    ),
    edition=2,
    earlier={1: {"hackmud": {"reshuffled_deck": "up"}}},
    lesson=Path(__file__).with_name("lesson.toml"),
    first_format=Path(__file__).with_name("first_format.json"),
)
