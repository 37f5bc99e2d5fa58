"""Blade."""

from pathlib import Path

from duelhall.engine.board import Sketcher
from duelhall.engine.definition import Definition
from duelhall.engine.features import BotGuide, Bounds, Observation, OneShotForm, Thinking, Touches
from duelhall.engine.rulebook import rulebook_path
from duelhall.games.blade import notation, rules
from duelhall.games.blade.board import TOUCHES, board, sketch
from duelhall.games.blade.endgame import ENDGAME
from duelhall.games.blade.greedy import greedy
from duelhall.games.blade.state import longest_game, position_numbers
from duelhall.games.blade.view import MOVE_NUMBERS, Observed, observe

LEVELS = {"novice": 30, "adept": 300, "master": 20_000}
"""A master thinks for some hundredths of a second."""

THINKING = Thinking(playouts="greedy", exploration=0.6, advice=0.7, levels=LEVELS, endgame=ENDGAME)

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
    rules=rules,
    notation=notation,
    board=board,
    rulebook=rulebook_path("blade"),
    policies={"greedy": greedy},
    notable=(rules.start_again, rules.place_from_hands),
    position_numbers=position_numbers,
    first_format=Path(__file__).with_name("first_format.json"),
    features={
        BotGuide: "duelhall_kits.blade.original:GUIDE",
        Bounds: Bounds(longest_game),
        Observation: Observation(Observed, observe, moves=MOVE_NUMBERS),
        OneShotForm: "duelhall_kits.blade.original:FORM",
        Sketcher: Sketcher(sketch),
        Thinking: THINKING,
        Touches: TOUCHES,
    },
)
