"""A guide for authors of Blade bots, and a bot to start from."""

from pathlib import Path

from duelhall.engine.features import BotGuide
from duelhall.games import blade

GUIDE = BotGuide(
    view=Path(blade.__file__).with_name("bot_view.txt"),
    templates={"python": Path(__file__).parent / "templates" / "bot.py"},
)
