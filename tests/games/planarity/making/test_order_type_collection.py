"""The recorded point sets are those of all order types, in small coordinates, and the search finds them again."""

import gzip
from importlib.resources import files
from itertools import chain

import pytest

from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.planarity.identity.order_type import canonical_order_type, canonical_x_type
from ludex.games.planarity.making.order_type_collection import (
    DATA,
    collected_order_types,
    x_type_sets,
)
from ludex.games.planarity.points import PointsError, require_general_position
from scripts import order_types
from scripts.order_types import collection_text, find_small_order_types
from tests.oracles import order_types as oracle

SIZES = range(3, 9)


# O. Aichholzer, F. Aurenhammer, H. Krasser (2002).
@pytest.mark.parametrize(("n", "count"), [(3, 1), (4, 2), (5, 3), (6, 16), (7, 135), (8, 3315)])
def test_the_collection_has_as_many_order_types_as_the_literature(n: int, count: int) -> None:
    forms = [canonical_order_type(points).form for points in collected_order_types(n)]
    assert len(set(forms)) == len(forms) == count
    assert forms == sorted(forms)


@pytest.mark.parametrize("n", SIZES)
def test_point_sets_are_small_and_numbered_canonically(n: int) -> None:
    for points in collected_order_types(n):
        require_general_position(points)
        assert 0 <= min(chain.from_iterable(points)) <= max(chain.from_iterable(points)) < 2**7
        assert canonical_order_type(points).order == tuple(range(n))


@pytest.mark.parametrize("n", [3, 4, 5, 6, 7, pytest.param(8, marks=pytest.mark.slow)])
def test_the_collection_has_the_types_that_signotopes_give(n: int) -> None:
    recorded = {oracle.least_form(n, oracle.turns_of(points)) for points in collected_order_types(n)}
    assert recorded == oracle.order_types(n)


def test_crossing_types_are_those_of_a_comparison_under_all_numberings() -> None:
    for n, count in ((4, 2), (5, 3), (6, 15)):
        crossings = [oracle.crossings(n, oracle.turns_of(points)) for points in collected_order_types(n)]
        assert len({repr(oracle.x_type_form(n, crossing)) for crossing in crossings}) == count
        assert len(x_type_sets(n)) == count


# The findings on crossing types.
@pytest.mark.parametrize(("n", "count"), [(7, 122), (8, 3091)])
def test_large_collections_have_the_known_numbers_of_crossing_types(n: int, count: int) -> None:
    assert len({canonical_x_type(points).form for points in x_type_sets(n)}) == len(x_type_sets(n)) == count


@pytest.mark.parametrize("n", [3, 4, 5, 6, pytest.param(7, marks=pytest.mark.slow)])
def test_the_search_finds_the_recorded_point_sets_again(n: int) -> None:
    assert find_small_order_types(n) == list(collected_order_types(n))


def test_the_text_of_the_file_has_a_line_for_each_size(monkeypatch: pytest.MonkeyPatch) -> None:
    recorded = gzip.decompress(files("ludex.games.planarity.making").joinpath(DATA).read_bytes())
    monkeypatch.setattr(order_types, "find_small_order_types", lambda n, _seed, _budget: known[n])
    known = {n: collected_order_types(n) for n in SIZES}
    assert collection_text().encode() == recorded


@pytest.mark.parametrize("n", [2, 9])
def test_other_sizes_are_refused(n: int) -> None:
    for function in (collected_order_types, find_small_order_types, x_type_sets):
        with pytest.raises(PointsError, match="3 to 8 points"):
            function(n)


def test_the_search_ends_with_its_budget() -> None:
    with pytest.raises(BudgetExhausted):
        find_small_order_types(8, budget=Budget(seconds=0.2))
