"""The page on GPUs shows what Python prints."""

from tests.batch.python_gpu import PythonGpu, installed
from tests.docs.blocks import run_examples


def test_the_page_does_what_it_shows() -> None:
    with installed(PythonGpu()) as gpu:
        assert run_examples("docs/gpu.md") > 5
    assert gpu.launches
