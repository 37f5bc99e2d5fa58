"""The pages on the design and the walks through the code speak of what is there."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.docs.blocks import ROOT

PAGE, WALKS = (
    (ROOT / f"docs/explanation/{name}.md").read_text(encoding="utf-8")
    for name in ("design", "walks")
)
BOTH = f"{PAGE}\n{WALKS}"
PACKAGE = ROOT / "src/duelhall"
QUOTED = re.findall(r"`([^`\n]+)`", BOTH)
FILES = [text for text in QUOTED if re.fullmatch(r"[\w/]+/[\w.]+|\w+\.(py|toml|json)", text)]
NAME = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
NAMES = [text for text in QUOTED if re.fullmatch(NAME, text) and text not in FILES]
IN_A_FILE = re.findall(rf"`([\w/]+\.py)`,\s+`({NAME})`", BOTH)
IMPORTED = re.findall(r"`\"([\w.]+:\w+)\"`", PAGE)
NOT_OURS = {"App", "NUMBA_CACHE_DIR", "duelhall", "following", "python", "s.hnad", "why"}


def defined_in(file: Path) -> Iterator[str]:
    """All that a module defines: `name`, and `Class.name` for what its classes have."""
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        yield from _defined(node)
        if isinstance(node, ast.ClassDef):
            own = [name for part in node.body for name in _defined(part)]
            set_up = [name for part in ast.walk(node) for name in _attributes(part)]
            yield from (f"{node.name}.{name}" for name in own + set_up)


def _defined(node: ast.AST) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            parts = (part for each in targets for part in ast.walk(each))
            return [part.id for part in parts if isinstance(part, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
    return []


def _attributes(node: ast.AST) -> list[str]:
    """What a method sets: `self.name`."""
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return [node.attr]
    return []


@cache
def modules() -> dict[Path, set[str]]:
    """What each module defines. It takes a second, so not every process should do it."""
    return {file: set(defined_in(file)) for file in PACKAGE.parent.rglob("*.py")}


@cache
def known_names() -> set[str]:
    """What modules define, with and without the class, and the names of rooms and modules."""
    defined = set().union(*modules().values())
    members = {whole.partition(".")[2] for whole in defined}
    paths = [path.with_suffix("") for path in PACKAGE.parent.rglob("*")]
    rooms = {path.name for path in paths}
    inner = {".".join(path.parts[-2:]) for path in paths}
    return defined | members | rooms | inner


def exists(name: str) -> bool:
    """Whether a name is that of a room, an entry point group, a module or what modules define."""
    if name.startswith("duelhall."):
        return any(f'= "{name}"\n' in file.read_text(encoding="utf-8") for file in modules())
    return name in known_names()


def test_the_rooms_are_the_layers_of_imports() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = project["tool"]["importlinter"]["contracts"]
    (layers,) = [contract["layers"] for contract in contracts if contract["type"] == "layers"]
    table = PAGE.partition("| room |")[2].partition("\n\n")[0]
    rows = [re.findall(r"`([\w.]+)`", row.split("|")[1]) for row in table.splitlines()[2:]]
    rooms = [re.split(r" [|:] ", layer.replace("duelhall.", "")) for layer in layers]
    assert rows == rooms


def test_every_room_is_on_the_page() -> None:
    rooms = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert rooms == set(re.findall(r"`(\w+)`", PAGE.partition("## The seams")[0])) & rooms


@pytest.mark.parametrize("file", sorted(set(FILES)))
def test_files_on_the_page_exist(file: str) -> None:
    bases = (PACKAGE, PACKAGE.parent, ROOT)
    assert any((base / file).exists() for base in bases) or any(PACKAGE.rglob(file))


@pytest.mark.parametrize("name", sorted(set(NAMES) - NOT_OURS))
def test_names_on_the_page_exist(name: str) -> None:
    assert exists(name)


@pytest.mark.parametrize(("file", "name"), IN_A_FILE)
def test_names_are_in_the_files_where_the_page_has_them(file: str, name: str) -> None:
    bases = (PACKAGE, PACKAGE.parent)
    assert any(name in modules().get(base / file, ()) for base in bases)


@pytest.mark.parametrize("path", IMPORTED)
def test_import_paths_on_the_page_lead_somewhere(path: str) -> None:
    module, _, name = path.partition(":")
    assert name in modules()[(ROOT / "src" / module.replace(".", "/")).with_suffix(".py")]


def test_the_page_walks_through_the_code() -> None:
    assert len(IN_A_FILE) > 25
    assert len(FILES) > 50
