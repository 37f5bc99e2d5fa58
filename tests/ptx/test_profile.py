"""A profile of what a warp runs."""

import pytest

from tests.ptx import profile


def test_a_profile_says_what_a_move_takes_and_which_rules_take_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    profile.main(["blade", "2"])
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["a", "move", "threads", "code"]
    takes = {row[3]: float(row[0]) for row in rows[1:]}
    whole = takes.pop("all")
    assert takes["rules.legal"] > 0
    assert whole / 2 < sum(takes.values()) <= whole + len(takes) * 0.05, "rows are rounded"


def test_how_to_ask_for_one_is_said() -> None:
    with pytest.raises(SystemExit, match=r"python -m tests\.ptx\.profile GAME"):
        profile.main([])
