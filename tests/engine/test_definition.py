"""What a game declares besides its rules, and how it is asked for."""

from collections.abc import Mapping
from dataclasses import replace
from pkgutil import resolve_name

import pytest

from duelhall.engine import registry
from duelhall.engine.definition import BenchRows, Definition, OneShotForm, TurnRule
from duelhall.engine.errors import BadFeature

ROWS = BenchRows(list)


def declaring(features: Mapping[type | str, object]) -> Definition:
    return replace(registry.find("blade"), features=features)


def test_a_feature_is_found_by_its_type() -> None:
    definition = declaring({BenchRows: ROWS})
    assert definition.feature(BenchRows) is ROWS
    assert definition.feature(OneShotForm) is None


def test_a_feature_may_be_the_path_of_an_import() -> None:
    definition = declaring({BenchRows: f"{__name__}:ROWS"})
    assert definition.feature(BenchRows) is ROWS


@pytest.mark.parametrize(
    "path", ["duelhall.nowhere:ROWS", f"{__name__}:NOTHING", "no path", f"{__name__}:"]
)
def test_a_path_that_leads_nowhere_is_named(path: str) -> None:
    with pytest.raises(BadFeature, match=f"blade declares '{path}', which cannot be loaded"):
        declaring({BenchRows: path}).feature(BenchRows)


def test_a_feature_is_of_the_type_that_it_is_declared_as() -> None:
    with pytest.raises(BadFeature, match="where a OneShotForm belongs"):
        declaring({OneShotForm: ROWS}).feature(OneShotForm)


def test_the_type_may_be_a_path_and_the_feature_its_fields() -> None:
    path = f"{BenchRows.__module__}:BenchRows"
    assert declaring({path: {"works": list}}).feature(BenchRows) == ROWS
    with pytest.raises(BadFeature, match=r"a BenchRows that cannot be: .*'rows'"):
        declaring({path: {"rows": list}}).feature(BenchRows)


@pytest.mark.parametrize("name", registry.names())
def test_everything_that_our_games_declare_can_be_loaded(name: str) -> None:
    definition = registry.find(name)
    for kind in definition.features:
        assert definition.feature(resolve_name(kind) if isinstance(kind, str) else kind)


def test_kits_bring_what_only_one_game_has() -> None:
    assert registry.find("blade").feature(OneShotForm)
    assert registry.find("frontline").feature(BenchRows)
    assert not registry.find("blade").feature(BenchRows)


def test_a_turn_lasts_its_time_only_where_the_game_says_so() -> None:
    binmat = registry.find("binmat").turns
    assert binmat
    assert binmat.lasts({"turn": "exactly"})
    assert not binmat.lasts({"turn": "at-most"})
    assert not TurnRule("pass").lasts({"turn": "exactly"})
