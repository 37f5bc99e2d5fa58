"""Python in a process of its own, and modules that are loaded from a file."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType


def python(
    *words: str, typed: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python with these words, which has to end well."""
    done = subprocess.run(
        [sys.executable, *words],
        input=typed, cwd=folder, env={**os.environ, **environment},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def load_module(name: str, file: Path) -> ModuleType:
    """The module in a file, known to Python by this name."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
