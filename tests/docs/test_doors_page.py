"""The page on Gymnasium, PettingZoo and OpenSpiel shows what Python prints."""

from tests.docs.blocks import run_examples


def test_the_page_does_what_it_shows() -> None:
    assert run_examples("docs/doors.md") > 25
