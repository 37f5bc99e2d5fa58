"""The page on running the server says what the server does."""

import re

from duelhall_web.app import ANSWERING
from duelhall_web.connection import FRAMES
from duelhall_web.limits import LOOKS, Limits
from duelhall_web.workers import MOST_WAITING
from tests.docs.blocks import ROOT

PAGE = (ROOT / "docs/server.md").read_text(encoding="utf-8")


def test_its_limits_are_those_of_the_server() -> None:
    said = [int(number.replace(",", "")) for number in re.findall(r"\| ([\d,]+) \|", PAGE)]
    limits = Limits()
    assert said == [
        limits.connections,
        limits.request_seconds,
        ANSWERING,
        limits.tables,
        LOOKS * limits.tables,
        limits.messages,
        FRAMES[0],
        limits.message_bytes,
        limits.request_bytes,
        limits.all_connections,
        limits.open_tables,
    ]
    assert f"a queue of at most {MOST_WAITING}" in PAGE
