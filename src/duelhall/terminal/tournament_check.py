"""The command `duelhall arena verify`."""

import sys
from pathlib import Path

from duelhall.arena.settings import Settings, load_settings
from duelhall.arena.verifying import Verified, uncounted, verify
from duelhall.engine.text import counted
from duelhall.terminal.contesting import told_lines
from duelhall.terminal.documents import print_json
from duelhall.terminal.wrapping import print_fitted

NOT_SHOWN = (
    "who made the moves, since nobody signs them; nor by what fault a game or a turn was lost; nor "
    "that nobody chose among several seeds, or the players, their order, the number of games, the "
    "clock or the edition of the rules after that"
)


def print_check(folder: Path, shown: str | None, *, as_json: bool) -> None:
    """Check a tournament and print what was found; exits with 1 if something is wrong."""
    found = verify(folder, load_settings(folder), shown)
    if as_json:
        print_json({"ok": not found.faults, **vars(found), "not_shown": NOT_SHOWN})
    else:
        print("\n".join(told_lines(_lines(found, folder))))
    if found.faults:
        sys.exit(1)


def tell_uncounted(folder: Path, settings: Settings) -> None:
    """Warn whoever looks at results that are not those of the games that are there."""
    print_fitted(*filter(None, [uncounted(folder, settings)]), to_stderr=True)


def _lines(found: Verified, folder: Path) -> list[str]:
    """What was found, in sentences."""
    games = f"{counted(found.games, 'game')} of {found.total:,}"
    if not found.faults:
        whole = f"{games}: every line is intact, and every game can be replayed."
        kept = f"All chance follows from the seed alone, and its commitment is {found.commitment}."
        return [whole, *([kept] if found.commitment else []), f"This does not show {NOT_SHOWN}."]
    return [
        *(f"{fault}." for fault in found.faults),
        f"{games} are intact. `duelhall arena resume {folder}` repairs what can be repaired.",
    ]
