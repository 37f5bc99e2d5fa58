"""The process that runs the command for the tests."""

import subprocess
import sys

from tests.terminal.forking import ROOT

CODE = (
    'from tests.terminal.forking import forker; assert forker().run(["docs"], "", {}, "/").stdout'
)


def test_nothing_of_it_is_left_to_the_garbage_collector() -> None:
    done = subprocess.run(
        [sys.executable, "-X", "dev", "-c", CODE],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
