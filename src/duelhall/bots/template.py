"""A bot to start from: a folder with a program that already plays, made from templates."""

from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from duelhall.engine import registry
from duelhall.engine.definition import BotGuide
from duelhall.engine.errors import DuelhallError, UnknownName, no_such
from duelhall.play.builtin import policy_names
from duelhall.play.entry import BUILTIN, MARK

VIEW = "view.txt"
"""The description of the view for games without a guide of their own."""

README = "README.md"
PLAYERS = "players.txt"


class CannotMake(DuelhallError):
    """A folder that cannot be created because it already exists."""


@dataclass(frozen=True)
class Language:
    """A language that bots can be made in."""

    name: str
    suffix: str
    command: str  # that runs a new bot
    build: str = ""  # that must be run first, if any

    @property
    def file(self) -> str:
        """The name of a new bot's file."""
        return f"bot.{self.suffix}"


LANGUAGES = {
    language.name: language
    for language in (
        Language("python", "py", "python3 bot.py"),
        Language("javascript", "js", "node bot.js"),
        Language("c", "c", "./bot", build="gcc -O2 -o bot bot.c"),
        Language("ruby", "rb", "ruby bot.rb"),
        Language("bash", "sh", "bash bot.sh"),
    )
}


def make_bot(game: str, language: str, out: Path | None = None) -> Path:
    """A new folder with a bot for a game and instructions; nothing is ever overwritten."""
    registry.find(game)  # raises UnknownName if there is no such game
    chosen = find_language(language)
    folder = out or Path(f"{game}-bot")
    contents = {
        chosen.file: bot_text(chosen, game),
        README: readme_text(chosen, game),
        PLAYERS: players_text(chosen, game),
    }
    _make_folder(folder)
    for name, text in contents.items():
        with (folder / name).open("x", encoding="utf-8") as file:
            file.write(text)
    return folder


def _make_folder(folder: Path) -> None:
    """Create a folder, or use one that is empty."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise CannotMake(f"{folder} is a file; choose another folder with --out") from None
    if any(folder.iterdir()):
        raise CannotMake(f"{folder} already exists; choose another folder with --out")


def find_language(name: str) -> Language:
    """The language of that name."""
    if name not in LANGUAGES:
        raise UnknownName(no_such("template in", name, LANGUAGES))
    return LANGUAGES[name]


def bot_text(language: Language, game: str, view: str | None = None, name: str = "my bot") -> str:
    """A bot's program, made from its game's own template if there is one; `view` is what the
    program says about the view, by default what the game's guide says.
    """
    guide = _guide(game)
    own = guide.templates.get(language.name) if guide else None
    template = own or _templates() / f"bot.{language.suffix}"
    text = with_view(template.read_text(encoding="utf-8"), view or view_text(game))
    return _filled(text, language, game).replace("@NAME@", name)


def view_text(game: str) -> str:
    """What the view of a game looks like, in a few lines."""
    guide = _guide(game)
    return (guide.view if guide else _templates() / VIEW).read_text(encoding="utf-8")


def _guide(game: str) -> BotGuide | None:
    return registry.find(game).feature(BotGuide)


def with_view(template: str, view: str) -> str:
    """A template with its line @VIEW@ replaced by a text, commented in the same way."""
    lines = template.split("\n")
    place = next(number for number, line in enumerate(lines) if "@VIEW@" in line)
    before, after = lines[place].split("@VIEW@")
    said = [before + line for line in view.rstrip().split("\n")]
    said[-1] += after
    return "\n".join([*lines[:place], *said, *lines[place + 1 :]])


def readme_text(language: Language, game: str) -> str:
    """The instructions that come with a new bot."""
    build = f"\nBuild it first, and again after every change:\n\n    {language.build}\n"
    text = (_templates() / README).read_text(encoding="utf-8")
    return _filled(
        text.replace("@BUILD@\n", f"{build if language.build else ''}\n"), language, game
    )


def players_text(language: Language, game: str) -> str:
    """A player file with the bot and the built-in players of the game."""
    players = policy_names(registry.find(game))
    lines = [f"my bot {MARK} {language.command}"]
    lines += [f"{name} {MARK} {BUILTIN}{name}" for name in players]
    return "\n".join(lines) + "\n"


def _filled(text: str, language: Language, game: str) -> str:
    text = text.replace("@COMMAND@", language.command)
    return text.replace("@FILE@", language.file).replace("@GAME@", game)


def _templates() -> Traversable:
    return files("duelhall.bots") / "templates"
