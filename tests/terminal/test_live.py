"""The table that is drawn while games are played."""

from duelhall.terminal.output import PAUSE, SHARE, LiveTable


def test_a_single_slow_drawing_does_not_hold_the_table_up() -> None:
    table = LiveTable(10, list)
    table._rest_from(5.0)
    assert table._pause == PAUSE
    table._rest_from(1.0)
    assert table._pause == SHARE * 1.0
    table._rest_from(0.001)
    assert table._pause == PAUSE
