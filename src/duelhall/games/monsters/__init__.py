"""Monsters."""

from pathlib import Path

from duelhall.engine.definition import Definition
from duelhall.engine.features import BotGuide, CardSource, CardText, OutcomeNotation
from duelhall.engine.rulebook import rulebook_path
from duelhall.engine.sketch import Sketcher
from duelhall.games.monsters import notation, rules
from duelhall.games.monsters.board import board
from duelhall.games.monsters.chances import OUTCOMES
from duelhall.games.monsters.choosing import deck_options
from duelhall.games.monsters.describing import describe
from duelhall.games.monsters.greedy import greedy
from duelhall.games.monsters.sketch import sketch
from duelhall.games.monsters.state import position_numbers
from duelhall.games.monsters.telling import chain_scenes

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
        "as many cards in Damage as it has HP faints, and an empty deck loses too."
    ),
    rules=rules,
    notation=notation,
    board=board,
    rulebook=rulebook_path("monsters"),
    policies={"greedy": greedy},
    scenes=chain_scenes,
    position_numbers=position_numbers,
    first_format=Path(__file__).with_name("first_format.json"),
    features={
        BotGuide: BotGuide(Path(__file__).with_name("bot_view.txt")),
        CardSource: CardSource(deck_options, has_decks=True),
        CardText: CardText(describe),
        OutcomeNotation: OUTCOMES,
        Sketcher: Sketcher(sketch),
    },
)
