"""The page on the API shows what Python prints."""

import doctest

from tests.docs.blocks import ROOT, blocks


def test_the_page_does_what_it_shows() -> None:
    page = "docs/api.md"
    text = "\n".join(blocks(page, "pycon"))
    example = doctest.DocTestParser().get_doctest(text, {}, page, str(ROOT / page), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example, out=said.append)
    assert not said, "".join(said)
    assert runner.tries > 20
