"""Settings are of the right types, and not so large that they fill the memory."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena.settings import BadTournament, Settings, load_settings
from duelhall.players.entry import Entry

PLAYERS = tuple(Entry(name, builtin="random") for name in ("one", "two", "three"))


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"games": "20"}, "games must be a whole number, not '20'"),
        ({"games": 20.0}, "games must be a whole number, not 20.0"),
        ({"games": True}, "games must be a whole number, not True"),
        ({"games": 10**12}, "at most 10,000,000 games in all: 1000000000000 per pairing"),
        ({"games": 3_400_000}, "at most 10,000,000 games in all"),
        ({"rounds": 10**9, "format": "swiss"}, "at most 10,000,000 games in all"),
        ({"rounds": "2", "format": "swiss"}, "rounds must be a whole number, not '2'"),
        ({"seed": "seven"}, "seed must be a whole number, not 'seven'"),
        ({"seed": 0.5}, "seed must be a whole number"),
        ({"edition": None}, "edition must be a whole number, not None"),
        ({"game": 7}, "is damaged"),
        ({"clock": {"move": "1"}}, "a time limit is more than 0 .* not '1'"),
        ({"clock": {"move": float("nan")}}, "a time limit is more than 0"),
        ({"clock": {"start": None}}, "a time limit is more than 0"),
        ({"clock": {"bank": 1e300}}, "at most 1000000 seconds"),
        ({"sprt": [0]}, "a test is two Elo numbers"),
        ({"sprt": ["0", "20"]}, "a test is two Elo numbers"),
        ({"sprt": [20, 0]}, "elo0 must be below elo1"),
        ({"entries": [{"name": "one", "command": [1]}] * 2}, "a player is a name and a command"),
        ({"entries": [{"name": "one", "command": []}] * 2}, "a player is a name and a command"),
        ({"entries": [{"name": 1, "command": ["x"]}] * 2}, "damaged|a player is a name"),
    ],
)
def test_a_tournament_with_such_settings_is_refused(
    tmp_path: Path, changes: dict[str, Any], reason: str
) -> None:
    written = {**asdict(Settings("blade", 1, PLAYERS, 20)), "duelhall_tournament": 2, **changes}
    (tmp_path / "tournament.json").write_text(json.dumps(written))
    with pytest.raises(BadTournament, match=reason):
        load_settings(tmp_path)


def test_there_are_not_more_players_than_can_meet() -> None:
    many = tuple(Entry(f"bot {number}", builtin="random") for number in range(3_000))
    with pytest.raises(BadTournament, match="at most 2,000 players, not 3,000"):
        Settings("blade", 1, many, 2, "gauntlet")
    assert Settings("blade", 1, many[:2_000], 2, "gauntlet").games == 2
