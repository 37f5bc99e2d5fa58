"""Checking that a deal is the one that a server had committed to."""

from pathlib import Path

from duelhall.engine.commitment import COMMITMENT, SALT, commitment
from duelhall.engine.errors import BadReplay
from duelhall.engine.match import Match
from duelhall.terminal.documents import json_text
from duelhall.terminal.starting import read_match


def print_verified(file: Path, shown: str | None, *, as_json: bool) -> None:
    """Say that a deal is what was committed to; BadReplay if it is not."""
    if file.is_dir():
        raise BadReplay(str(file), f"a tournament is checked by `duelhall arena verify {file}`")
    match = read_match(file)
    found = verified(match, shown, str(file))
    if as_json:
        print(json_text({"file": str(file), "commitment": found, "verified": True}))
        return
    print(f"The commitment is {found}.")
    print(
        f"It is kept: the salt and the seed give it, and the deal and all {len(match.moves)} moves "
        "follow from that seed."
    )
    if shown is None:
        print("Compare it with what the server showed before the first move.")


def verified(match: Match, shown: str | None, file: str) -> str:
    """The commitment that a match keeps; BadReplay if it keeps none, or not the one shown."""
    salt, said, seed = match.notes.get(SALT), match.notes.get(COMMITMENT), match.start.seed
    if salt is None or said is None or seed is None:
        raise BadReplay(file, "no server has committed to the deal of this game")
    found = commitment(str(salt), seed, match.game.lasting_name)
    if found != said:
        raise BadReplay(file, "its salt and its seed do not give the commitment in it")
    if shown is not None and shown.strip().lower() != found:
        raise BadReplay(file, f"it was dealt by the commitment {found}, not by the one shown")
    return found
