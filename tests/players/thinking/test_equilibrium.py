"""The equilibrium of a matrix game, by HiGHS and without it."""

import numpy as np
import pytest

from duelhall.search import solver as solving
from duelhall.search.solver import equilibrium


@pytest.fixture(params=["highs", "simplex"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if request.param == "simplex":
        monkeypatch.setattr(solving, "find_spec", lambda _name: None)


@pytest.mark.usefixtures("way")
def test_rock_paper_scissors_is_a_third_each() -> None:
    rows, columns, value = equilibrium(np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert rows == pytest.approx([1 / 3] * 3)
    assert columns == pytest.approx([1 / 3] * 3)
    assert value == pytest.approx(0)


@pytest.mark.usefixtures("way")
def test_what_wins_more_is_chosen_less_often_where_it_can_be_answered() -> None:
    """The textbook's 2 by 2: the rows make both columns worth the same, and the other way round."""
    rows, columns, value = equilibrium(np.array([[3.0, -1.0], [-2.0, 1.0]]))
    assert rows == pytest.approx([3 / 7, 4 / 7])
    assert columns == pytest.approx([2 / 7, 5 / 7])
    assert value == pytest.approx(1 / 7)


@pytest.mark.usefixtures("way")
def test_what_is_never_better_is_never_chosen() -> None:
    rows, columns, value = equilibrium(np.array([[0.5, 0.6, 0.9], [0.4, 0.6, 0.8]]))
    assert rows.tolist() == [1, 0]
    assert columns.tolist() == [1, 0, 0]
    assert value == pytest.approx(0.5)


@pytest.mark.usefixtures("way")
@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (5, 1)])
def test_a_side_without_a_choice_has_an_equilibrium_too(shape: tuple[int, int]) -> None:
    payoffs = np.arange(shape[0] * shape[1], dtype=float).reshape(shape)
    found = equilibrium(payoffs)
    assert found.value == pytest.approx(payoffs.min(axis=1).max())


@pytest.mark.usefixtures("way")
def test_neither_side_can_do_better() -> None:
    """With ties in plenty, as battles have them."""
    rng = np.random.default_rng(1)
    for _ in range(20):
        payoffs = rng.integers(0, 3, rng.integers(1, 12, 2)) / 2
        rows, columns, value = equilibrium(payoffs)
        assert (payoffs @ columns).max() == pytest.approx(value)
        assert (rows @ payoffs).min() == pytest.approx(value)
