"""From the seed of a contest to the seeds of its games.

The seed of a contest is a key of up to 128 bits. That of a pair of games is a keyed hash of the
pair's number: the seeds of some games say nothing about the key, nor about the seed of any other.
Tournaments of earlier versions continue as they began.
"""

from hashlib import blake2b
from pathlib import Path

from duelhall.arena.contests import GameRecord
from duelhall.arena.records import GAMES, whole_records
from duelhall.arena.settings import EARLIER_DERIVATION, KEY, BadTournament, Settings
from duelhall.engine.chance import WORD, scattered
from duelhall.engine.template import interpreted
from duelhall.match.recall import commitment

KEY_BYTES = 16
SEED_BYTES = 8
PAIR_BYTES = 8
LABEL = b"duelhall deal"


def seed_of_pair(settings: Settings, pair: int) -> int:
    """The seed of both games of a mirrored pair."""
    if settings.seed is None:
        raise BadTournament(
            "the seed of this contest is missing, and its games cannot be dealt without it"
        )
    if settings.derivation == EARLIER_DERIVATION:
        return int(interpreted(scattered)((settings.seed + pair) & WORD))
    key = settings.seed.to_bytes(KEY_BYTES, "big")
    number = pair.to_bytes(PAIR_BYTES, "big")
    found = blake2b(number, key=key, person=LABEL, digest_size=SEED_BYTES)
    return int.from_bytes(found.digest(), "big")


def has_its_seed(settings: Settings, record: GameRecord) -> bool:
    """Whether a game was dealt as it is in this contest, as far as that is known."""
    return settings.seed is None or record.seed == seed_of_pair(settings, record.pair)


def is_committed_to(settings: Settings) -> bool:
    """Whether the seed is the one that was committed to, if one was; earlier versions never did."""
    if not settings.commitment or settings.seed is None:
        return True
    found = commitment(settings.salt, settings.seed, settings.game)
    return found == settings.commitment and not settings.is_of_earlier_version


def check_seed(folder: Path, settings: Settings) -> None:
    """Refuse to deal from the seed of another tournament. One record that fits is enough; usually
    the first one does.
    """
    if not is_committed_to(settings):
        raise BadTournament(
            f"the seed in {folder / KEY} is not the one that was committed to: put back the key "
            "with which this tournament began"
        )
    found = whole_records(folder, are_sealed=not settings.is_of_earlier_version)
    are_its = (has_its_seed(settings, record) for record in found)
    if not next(are_its, True) and not any(are_its):
        raise BadTournament(
            f"no game in {folder / GAMES} was dealt from the seed in {KEY}: put back the two "
            "that belong together"
        )
