"""The exhibits of Swap Planarity among its results show true numbers."""

import pytest
from flask.testing import FlaskClient

from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget
from ludex.games.planarity.crossings import is_plane
from ludex.games.planarity.identity.order_type import canonical_x_type
from ludex.games.planarity.making.point_sets import representatives
from ludex.games.planarity.operations.census import store_counts
from ludex.games.planarity.pages import results
from ludex.games.planarity.study.census import census_totals
from ludex.games.planarity.study.census_parts import count_classes, graphs_by_edges
from ludex.games.planarity.study.swap_class_counts import count_swap_classes


def test_the_shown_level_needs_as_many_swaps_as_are_shown() -> None:
    level, swaps = results.EXHIBITED_LEVEL, results.EXHIBITED_SWAPS
    assert is_plane(level.after(swaps))
    # Breadth-first over all drawings that fewer swaps reach: none is plane.
    reached = {level.points}
    for _ in range(len(swaps) - 1):
        reached |= {level.moved(points).swapped(edge).points for points in reached for edge in level.edges}
    assert not any(is_plane(level.moved(points)) for points in reached)


@pytest.mark.parametrize("n", [4, 5, pytest.param(6, marks=pytest.mark.slow)])
def test_the_table_of_the_census_holds_what_the_census_finds(n: int) -> None:
    totals = census_totals(n)
    x_types, classes, unreachable, largest = results.CENSUS[n]
    assert (classes, unreachable) == (totals.classes, totals.by_minimum[None])
    assert largest == max(totals.largest_by_edges.values())
    assert x_types == len({canonical_x_type(points).form for points in representatives(n)})


def test_the_table_of_the_census_holds_known_numbers() -> None:
    # Order types up to reflection: Aichholzer, Aurenhammer, Krasser. The largest minima: a census by other code.
    assert [results.ORDER_TYPES[n] for n in results.CENSUS] == [2, 3, 16, 135, 3315]
    assert [largest for _, _, _, largest in results.CENSUS.values()] == [1, 3, 6, 10, 14]
    assert [classes for _, classes, _, _ in results.CENSUS.values()][:2] == [15, 598]
    # Burnside's lemma counts the classes by another method.
    assert [classes for _, classes, _, _ in results.CENSUS.values()] == [
        count_swap_classes(n).classes for n in range(4, 9)
    ]


def test_a_counted_census_explains_the_search_and_names_its_edges(
    client: FlaskClient, sqlite_catalogue: Catalogue
) -> None:
    counts = count_classes(5, graphs_by_edges(5, 6))
    store_counts(sqlite_catalogue, 5, 6, counts, Budget())
    label = client.get("/api/v1/planarity/censuses").get_json()["items"][0]["label"]
    text = client.get(f"/objects/{label}").text
    assert f"with at most 6 edges, two of them disjoint, on 5 points form {sum(counts.values())} classes" in text
    assert "add up to the number that follows from Burnside" in text
    assert "Add up the assignments" not in text
