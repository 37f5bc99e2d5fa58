"""What a game declares besides its rules, and how it is asked for."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.features import BadFeature, BenchRows, CardText, OneShotForm, TurnClock

CLOCK = TurnClock("pass")


def declaring(features: Mapping[type, object]) -> Definition:
    return replace(registry.find("blade"), features=features)


def test_a_feature_is_found_by_its_type() -> None:
    definition = declaring({TurnClock: CLOCK})
    assert definition.feature(TurnClock) is CLOCK
    assert definition.feature(CardText) is None


def test_a_feature_may_be_the_path_of_an_import() -> None:
    definition = declaring({TurnClock: f"{__name__}:CLOCK"})
    assert definition.feature(TurnClock) is CLOCK


@pytest.mark.parametrize(
    "path", ["duelhall.nowhere:CLOCK", f"{__name__}:NOTHING", "no path", f"{__name__}:"]
)
def test_a_path_that_leads_nowhere_is_named(path: str) -> None:
    with pytest.raises(BadFeature, match=f"blade declares '{path}', which cannot be loaded"):
        declaring({TurnClock: path}).feature(TurnClock)


def test_a_feature_is_of_the_type_that_it_is_declared_as() -> None:
    with pytest.raises(BadFeature, match="where a CardText belongs"):
        declaring({CardText: CLOCK}).feature(CardText)


@pytest.mark.parametrize("name", registry.names())
def test_everything_that_our_games_declare_can_be_loaded(name: str) -> None:
    definition = registry.find(name)
    for kind in definition.features:
        assert definition.feature(kind)


def test_kits_bring_what_only_one_game_has() -> None:
    assert registry.find("blade").feature(OneShotForm)
    assert registry.find("frontline").feature(BenchRows)
    assert not registry.find("blade").feature(BenchRows)


def test_a_turn_lasts_its_time_only_where_the_game_says_so() -> None:
    binmat = registry.find("binmat").feature(TurnClock)
    assert binmat
    assert binmat.lasts_its_time({"turn": "exactly"})
    assert not binmat.lasts_its_time({"turn": "at-most"})
    assert not CLOCK.lasts_its_time({"turn": "exactly"})
