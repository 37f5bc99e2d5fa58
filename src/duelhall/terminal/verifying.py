"""Checking that a deal is the one that a server had committed to."""

from pathlib import Path

from duelhall.engine.errors import BadReplay
from duelhall.engine.text import counted, read_text
from duelhall.match.match import Match
from duelhall.match.recall import COMMITMENT, SALT, commitment
from duelhall.match.replay import parse
from duelhall.match.saves import besides_seed
from duelhall.terminal.documents import print_json
from duelhall.terminal.starting import read_match
from duelhall.terminal.wrapping import print_fitted

NOT_SHOWN = (
    "who made the moves, since nobody signs them; nor that the game was not cut short, or nothing "
    "taken back; nor that the server did not choose among several seeds; nor which edition of the "
    "rules was agreed on, since the commitment does not name it"
)


def print_verified(file: Path, shown: str | None, *, as_json: bool) -> None:
    """Say that a deal is what was committed to; BadReplay if it is not."""
    if file.is_dir():
        raise BadReplay(str(file), f"a tournament is checked by `duelhall arena verify {file}`")
    match = read_match(file)
    found = verified(match, _game_begun(file, match), shown, str(file))
    chance = f"the deal and all chance in {counted(len(match.moves), 'move')} after it"
    kept = f"salt, seed and game give it, and {chance} follow from that seed alone"
    if as_json:
        said = {"file": str(file), "commitment": found, "verified": True}
        print_json({**said, "shown": kept, "not_shown": NOT_SHOWN})
        return
    print_fitted(f"The commitment is {found}.", f"It is kept: {kept}.")
    print_fitted(f"This does not show {NOT_SHOWN}.")
    if shown is None:
        print_fitted("Compare the commitment with what the server showed before the first move.")


def _game_begun(file: Path, match: Match) -> str:
    """The lasting name that the game of a match in a file had in the edition in which it began."""
    replay = parse(read_text(file))
    is_earlier = replay.edition != match.game.definition.edition
    return replay.game if is_earlier else match.game.lasting_name


def verified(match: Match, game: str, shown: str | None, file: str) -> str:
    """The commitment that a match of this game keeps; BadReplay if it keeps none, or not the one
    shown.
    """
    salt, said, seed = match.notes.get(SALT), match.notes.get(COMMITMENT), match.start.seed
    if salt is None or said is None or seed is None:
        raise BadReplay(file, "no server has committed to the deal of this game")
    if besides := besides_seed(match):
        raise BadReplay(file, f"it does not follow from its seed alone: {besides}")
    found = commitment(str(salt), seed, game)
    if found != said or not found:
        raise BadReplay(file, "its salt and its seed do not give the commitment in it")
    if shown is not None and shown.strip().lower() != found:
        raise BadReplay(file, f"it was dealt by the commitment {found}, not by the one shown")
    return found
