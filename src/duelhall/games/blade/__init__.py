"""Blade."""

from duelhall.engine.definition import Definition
from duelhall.engine.rulebook import rulebook_path
from duelhall.games.blade import notation, rules
from duelhall.games.blade.board import board
from duelhall.games.blade.greedy import greedy

BLADE = Definition(
    name="blade",
    title="Blade",
    summary="Top the opponent's field, card by card; Bolts strike it and Mirrors swap it.",
    rules=rules,
    notation=notation,
    board=board,
    rulebook=rulebook_path("blade"),
    policies={"greedy": greedy},
)
