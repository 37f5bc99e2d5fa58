"""Frontline: the army battle."""

from pathlib import Path

from duelhall.engine.definition import (
    BenchRows,
    BotGuide,
    Cards,
    CardSource,
    Definition,
    Learning,
    Picture,
    Shelf,
    Thinking,
    Writing,
)
from duelhall.engine.observation import Bounds, Observation
from duelhall.engine.rulebook import rulebook_path
from duelhall.games.frontline import notation, rules
from duelhall.games.frontline.board import (
    BATTLE_STYLES,
    FACTS,
    TOUCHES,
    battle_scenes,
    board,
    ending_text,
)
from duelhall.games.frontline.cards import card_options
from duelhall.games.frontline.greedy import greedy
from duelhall.games.frontline.notation import OUTCOMES
from duelhall.games.frontline.sketch import SKETCHER
from duelhall.games.frontline.state import longest_game
from duelhall.games.frontline.view import MOVE_NUMBERS, Observed, observe

FRONTLINE = Definition(
    name="frontline",
    title="Frontline",
    summary="Deploy an army in secret, then watch it fight: no dice, no mercy.",
    primer=(
        "Place every card of your hand: 2< puts card 2 at the left end of your front line, 2> at "
        "the right end, 2b3 behind the third front unit. Then commit; if your front line is odd, "
        "commit< or commit> says on which side of the divide the odd unit stands. You may type "
        "several moves on one line: 1> 2> 3b1 commit. "
        "Spears | attack at speed 3, swords ! at 2 and 1. Shields @ block one attack on their own "
        "unit, fortresses & one in their column or beside it. Crowns + hasten your own weapons "
        "nearby, bows - slow the enemy's. Only the front line attacks and is attacked."
    ),
    rulebook=rulebook_path("frontline"),
    rules=rules,
    writing=Writing(notation, OUTCOMES, shown=notation.armies_shown, ending=ending_text),
    picture=Picture(board, SKETCHER, battle_scenes, BATTLE_STYLES, TOUCHES, facts=FACTS),
    thinking=Thinking(
        {"greedy": greedy},
        own_search="duelhall_kits.frontline.thinker:FrontlineSearch",
        levels={"novice": 500, "adept": 50_000, "master": 1_000_000},
    ),
    learning=Learning(Bounds(longest_game), Observation(Observed, observe, moves=MOVE_NUMBERS)),
    cards=Cards(CardSource(card_options)),
    features={
        BenchRows: "duelhall_kits.frontline.battles:ROWS",
        BotGuide: BotGuide(Path(__file__).with_name("bot_view.txt")),
    },
    shelf=Shelf("Line up six units in secret, then watch them fight.", minutes=4, difficulty=2),
    lesson=Path(__file__).with_name("lesson.toml"),
    first_format=Path(__file__).with_name("first_format.json"),
)
