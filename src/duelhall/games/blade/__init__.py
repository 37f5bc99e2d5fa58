"""Blade."""

from pathlib import Path

from duelhall.engine.board import Sketcher
from duelhall.engine.definition import (
    BotGuide,
    Definition,
    Learning,
    OneShotForm,
    Picture,
    SearchSettings,
    Shelf,
    Thinking,
    Writing,
)
from duelhall.engine.observation import Bounds, Observation
from duelhall.engine.rulebook import rulebook_path
from duelhall.games.blade import notation, rules
from duelhall.games.blade.board import FACTS, TOUCHES, board, sketch, tie_scenes
from duelhall.games.blade.endgame import ENDGAME
from duelhall.games.blade.greedy import greedy
from duelhall.games.blade.state import longest_game, position_numbers
from duelhall.games.blade.view import MOVE_NUMBERS, Observed, observe

LEVELS = {"novice": 30, "adept": 300, "master": 20_000}
"""A master thinks for some hundredths of a second."""

BLADE = Definition(
    name="blade",
    title="Blade",
    summary="Top the opponent's field, card by card; Bolts strike it and Mirrors swap it.",
    primer=(
        "Your card must lift your score above the opponent's. A Bolt (B) invalidates the "
        "opponent's newest card, a Mirror (M) swaps the two fields, and a 1 makes your "
        "invalidated card valid again. An X after a card means that it is invalidated and counts "
        "for nothing. A Bolt or a Mirror must not be the last card of your hand."
    ),
    rulebook=rulebook_path("blade"),
    rules=rules,
    writing=Writing(notation, position_numbers=position_numbers),
    picture=Picture(board, Sketcher(sketch), tie_scenes, touches=TOUCHES, facts=FACTS),
    thinking=Thinking(
        {"greedy": greedy},
        SearchSettings("greedy", exploration=0.6, advice=0.7, endgame=ENDGAME),
        levels=LEVELS,
    ),
    learning=Learning(Bounds(longest_game), Observation(Observed, observe, moves=MOVE_NUMBERS)),
    features={
        BotGuide: "duelhall_kits.blade.original:GUIDE",
        OneShotForm: "duelhall_kits.blade.original:FORM",
    },
    shelf=Shelf("Lay a card that beats their score, or lose.", minutes=3, difficulty=1),
    notable=(rules.start_again, rules.place_from_hands),
    lesson=Path(__file__).with_name("lesson.toml"),
    first_format=Path(__file__).with_name("first_format.json"),
)
