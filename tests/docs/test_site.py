"""`make docs` builds a site that is complete and needs no network, and refuses what is broken."""

import re
from pathlib import Path
from runpy import run_path

import pytest

from duelhall.engine.rulebook import pages_folder
from tests.docs.blocks import ROOT
from tests.python import python

TOOL = run_path(str(ROOT / "tools/docs"))
FETCHED = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*?\b(?:src|href)="([^"#]+)""")
"""What a browser fetches by itself when it shows a page."""


def test_the_site_is_built_without_a_warning_and_fetches_nothing(tmp_path: Path) -> None:
    assert python(str(ROOT / "tools/docs"), str(tmp_path / "site")).stderr == ""
    pages = {file.relative_to(tmp_path / "site"): file for file in tmp_path.rglob("site/**/*.html")}
    ours = {file.relative_to(pages_folder()) for file in pages_folder().rglob("*.md")}
    assert {page.with_suffix(".html") for page in ours} < set(pages)
    assert Path("reference/duelhall.html") in pages
    for page in pages.values():
        for file in FETCHED.findall(page.read_text(encoding="utf-8")):
            assert (page.parent / file.partition("?")[0]).is_file(), f"{page}: {file}"


def project(root: Path, **pages: str) -> Path:
    """A project with these pages; its front page leads to `told` and to one of `rules`."""
    index = "# Front\n\n## Read\n\n- [Told](told.md)\n- [One](rules/one.md)\n"
    for name, text in {"index": index, "told": "# Told\n", "rules/one": "# One\n", **pages}.items():
        file = root / "docs" / f"{name.replace('__', '/')}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return root


def test_pages_are_listed_as_on_the_front_page(tmp_path: Path) -> None:
    (chapter,) = TOOL["Site"](project(tmp_path), tmp_path / "pages").chapters
    assert chapter.caption == "Read"
    assert chapter.pages == {"told.md": "Told", "rules/one.md": "One"}


def test_a_page_that_nothing_leads_to_is_refused(tmp_path: Path) -> None:
    root = project(tmp_path, forgotten="# Forgotten\n", rules__lost="# Lost\n")
    with pytest.raises(TOOL["Problem"], match=r"does not lead to forgotten.md, rules/lost.md"):
        TOOL["build"](root, tmp_path / "site", {})


def test_links_lead_to_pages_and_files_of_the_site(tmp_path: Path) -> None:
    links = (
        "[one](rules/one.md#a) [file](../a.txt) [code](../src) [docs/rules/one.md](rules/one.md)"
    )
    text = f"{links}\n\n```\n[no](../a.txt)\n```\n"
    root = project(tmp_path / "project", told=f"# Told\n\n{text}")
    (root / "src").mkdir()
    (root / "a.txt").write_text("text")
    site = TOOL["Site"](root, tmp_path / "pages")
    site.lay_out({})
    told = (site.folder / "told.md").read_text()
    assert "[one](rules/one.md#a) [file](files/a.txt) code [One](rules/one.md)" in told
    assert "[no](../a.txt)" in told
    assert (site.folder / "files/a.txt").read_text() == "text"


@pytest.mark.filterwarnings("ignore")  # those of Python, in Sphinx
def test_every_warning_is_an_error(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    broken = "# Told\n\n[a](nowhere.md) [b](#no-heading)\n\n```klingon\ntlhIngan\n```\n"
    reference = "# duelhall\n\n```{eval-rst}\n.. autofunction:: duelhall.nothing\n```\n"
    root = project(tmp_path, told=broken)
    assert TOOL["build"](root, tmp_path / "site", {"reference/duelhall.md": reference}) != 0
    said = capfd.readouterr().err
    for fault in ("nowhere.md", "no-heading", "klingon", "'nothing'"):
        assert fault in said
