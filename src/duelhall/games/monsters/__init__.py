"""Monsters."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from duelhall.engine.board import Sketcher
from duelhall.engine.definition import (
    BotGuide,
    Cards,
    CardSource,
    Definition,
    Learning,
    Picture,
    SearchSettings,
    Shelf,
    Thinking,
    Writing,
)
from duelhall.engine.observation import Bounds, Observation
from duelhall.engine.options import Value
from duelhall.engine.rulebook import rulebook_path
from duelhall.games.monsters import rules
from duelhall.games.monsters.board import FACTS, board, first_sketch, sketch, touches
from duelhall.games.monsters.card_text import deck_lines, describe
from duelhall.games.monsters.choice import observed
from duelhall.games.monsters.decks import (
    OPTIONS,
    PLANS,
    Names,
    deck_names,
    deck_options,
    exchanged_decks,
    has_secrets,
    parse_decks,
)
from duelhall.games.monsters.greedy import greedy
from duelhall.games.monsters.notation import Notation, outcome_notation
from duelhall.games.monsters.observation import MOVE_NUMBERS, Observed, observe
from duelhall.games.monsters.rules import STAGES, longest_game
from duelhall.games.monsters.scenes import change, scenes
from duelhall.games.monsters.situation_text import refusal_text
from duelhall.games.monsters.state import PASS, RULE_SETS, position_numbers

SEARCH = SearchSettings(playouts="greedy", exploration=0.5, widening=2.0, growth=0.5, advice=1.0)
LEVELS = {"novice": 20, "adept": 100, "master": 3_000}
SKETCHER = Sketcher(sketch, first_board=first_sketch)
CARDS = CardSource(
    deck_options, has_decks=True, decks=deck_names, plans=PLANS, exchanged=exchanged_decks
)


def naming(options: Mapping[str, Value]) -> dict[str, Any]:
    """What speaks of cards by the names that they have in the decks of one game."""
    decks = parse_decks(str(options["decks"]))
    names, is_secret = Names(decks), any(has_secrets(deck) for deck in decks)
    search = replace(SEARCH, observed=observed) if is_secret else SEARCH
    return {
        "writing": Writing(
            Notation(names),
            outcome_notation(names),
            position_numbers,
            refusal=partial(refusal_text, names),
        ),
        "picture": Picture(
            partial(board, names),
            SKETCHER,
            partial(scenes, names),
            touches=replace(touches(names), change=partial(change, names)),
            lone_pass=PASS,
            facts=FACTS,
        ),
        "thinking": Thinking({"greedy": greedy}, search, levels=LEVELS),
        "cards": Cards(CARDS, partial(describe, names), partial(deck_lines, names)),
    }


MONSTERS = Definition(
    name="monsters",
    title="Monsters",
    summary="One monster and twenty moves each: build the chain, and wear the other monster down.",
    primer=(
        "Each turn has an Alter phase and a Battle. In Battle you may attack once, with a move "
        "that has an ATK number; the opponent answers with moves that have a DEF number, you add "
        "moves marked +, and so on until both pass. Then the chain resolves backwards, and the "
        "damage is ATK divided by DEF, rounded down. Moves cost traits, of which your monster has "
        "a supply each turn. Moves with a Field or Passive effect stay in Stasis. A monster with "
        "as many cards in Damage as it has HP faints."
    ),
    rulebook=rulebook_path("monsters"),
    lesson=Path(__file__).with_name("lesson.toml"),
    rules=rules,
    learning=Learning(Bounds(longest_game), Observation(Observed, observe, moves=MOVE_NUMBERS)),
    shelf=Shelf(
        "Attack, answer and add, until one monster has no HP left.",
        minutes=12,
        difficulty=3,
        side="Who begins?",
        sides=("You", "They"),
    ),
    features={
        BotGuide: BotGuide(Path(__file__).with_name("bot_view.txt")),
        "duelhall_gpu:Stages": STAGES,
    },
    edition=3,
    earlier={2: {name: {"used_cards": "links"} for name in RULE_SETS}},
    naming=naming,
    **naming(OPTIONS.chosen(RULE_SETS[0], {})),
)
