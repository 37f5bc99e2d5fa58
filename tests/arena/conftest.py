"""A finished tournament, for tests that damage its files."""

import shutil
from pathlib import Path

import pytest

from duelhall.arena import runner


@pytest.fixture(scope="module")
def original(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a tournament that was played by the SETTINGS of the test's module."""
    folder = tmp_path_factory.mktemp("original")
    request.module.SETTINGS.save(folder)
    runner.run(request.module.SETTINGS, folder)
    return folder


@pytest.fixture
def folder(original: Path, tmp_path: Path) -> Path:
    """A copy of that folder, for one test."""
    return Path(shutil.copytree(original, tmp_path / "copy"))
