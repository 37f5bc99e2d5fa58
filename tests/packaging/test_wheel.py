"""What `pip install duelhall` installs, and that the command works with nothing else."""

import re
import shutil
import subprocess
import sys
import tomllib
from email import message_from_string
from email.message import Message
from pathlib import Path
from zipfile import ZipFile

import pytest
from hatchling.builders.wheel import WheelBuilder

from duelhall.cli.main import command_line
from duelhall.engine.errors import MissingPackage
from duelhall.engine.rulebook import pages, pages_folder
from tests.docs.blocks import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
CLIENT = ROOT / "src/duelhall_web/static"
EXTRA = re.compile(r"""extra == ['"]([\w-]+)['"]""")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    (made,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=["standard"])
    return ZipFile(made)


@pytest.fixture(scope="module")
def metadata(wheel: ZipFile) -> Message:
    name = next(name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return message_from_string(wheel.read(name).decode())


def names_of(requirements: list[str]) -> set[str]:
    """The packages that requirements name."""
    found = (re.match(r"[\w-]+", requirement) for requirement in requirements)
    return {name[0] for name in found if name}


def of_extras() -> set[str]:
    """The packages that only extras bring."""
    listed = [each for extra in PROJECT["optional-dependencies"].values() for each in extra]
    return names_of(listed) - names_of(PROJECT["dependencies"]) - {PROJECT["name"]}


def test_the_libraries_of_the_command_are_always_installed(metadata: Message) -> None:
    required = metadata.get_all("Requires-Dist", [])
    always = names_of([each for each in required if not EXTRA.search(each)])
    assert always == {"cyclopts", "msgspec", "numba", "numpy", "rich"}
    assert "scipy" in of_extras()


@pytest.mark.skipif(not CLIENT.exists(), reason="the client is not built (tools/client build)")
def test_the_built_client_is_in_the_wheel(wheel: ZipFile) -> None:
    files = [file for file in CLIENT.rglob("*") if file.is_file()]
    names = {f"duelhall_web/static/{file.relative_to(CLIENT)}" for file in files}
    assert names <= set(wheel.namelist())


def test_every_page_that_can_be_shown_is_in_the_wheel(wheel: ZipFile) -> None:
    files = {name for name in wheel.namelist() if name.startswith("duelhall/docs/")}
    shown = {file.relative_to(pages_folder()).as_posix() for file in pages().values()}
    assert {f"duelhall/docs/{name}" for name in shown} == files


def test_the_wheel_has_everything_that_the_package_reads_and_nothing_else(wheel: ZipFile) -> None:
    source = ROOT / "src"
    tracked = {
        file.relative_to(source).as_posix()
        for file in source.rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert {name for name in packed if not name.startswith("duelhall/docs/")} == tracked


def test_the_metadata_says_who_it_is_for(metadata: Message) -> None:
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Description-Content-Type"] == "text/markdown"
    classifiers = metadata.get_all("Classifier", [])
    assert "Topic :: Games/Entertainment :: Board Games" in classifiers
    least = metadata["Requires-Python"].removeprefix(">=")
    versions = [each.rpartition(" ")[2] for each in classifiers if " :: 3." in each]
    assert versions[0] == least


def test_every_supported_python_is_looked_for(tmp_path: Path) -> None:
    versions = [each.rpartition(" ")[2] for each in PROJECT["classifiers"] if " :: 3." in each]
    setup = (ROOT / "tools/setup").read_text(encoding="utf-8")
    assert set(versions) <= set(re.findall(r"python(3\.\d+)", setup))
    for tool in ("dirname", "sed"):
        (tmp_path / tool).symlink_to(shutil.which(tool) or "")
    done = subprocess.run(  # here, where no Python is installed
        ["/bin/sh", str(ROOT / "tools/test-pythons")],
        env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == f"Tested: none. Not installed: {' '.join(versions)}. Failed: none.\n"
    assert done.returncode == 1


WITHOUT = """
import sys
for package in sys.argv.pop(1).split(","):
    sys.modules[package] = None
from duelhall.__main__ import main
main()
"""


def without_extras(*words: str, typed: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    """The command where no package is installed that only an extra brings."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT, ",".join(sorted(of_extras())), *words],
        input=typed, cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_game_needs_no_extra(tmp_path: Path) -> None:
    done = without_extras("play", "blade", "--seed", "1", typed="quit\n", folder=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Turn 0" in done.stdout


def test_a_match_needs_no_extra(tmp_path: Path) -> None:
    done = without_extras("match", "blade", "random", "random", "--games", "2", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "Games: 2 " in done.stdout


@pytest.fixture
def no_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "scipy"]:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setitem(sys.modules, "scipy", None)


@pytest.mark.usefixtures("no_scipy")
def test_a_contest_says_what_it_needs_before_it_begins(tmp_path: Path) -> None:
    players, out = tmp_path / "players.txt", tmp_path / "cup"
    players.write_text("".join(f"{name} ~ builtin:random\n" for name in "abc"))
    for words in (
        ("arena", "run", "blade", str(players)),
        ("match", "blade", "greedy", "random", "--sprt", "0,20"),
    ):
        with pytest.raises(MissingPackage, match=r"scipy: pip install 'duelhall\[arena\]'"):
            run(*words, "--out", str(out))
        assert not out.exists()


def run(*words: str) -> None:
    """The command, in this process."""
    command_line(words)(words, result_action="return_value")
