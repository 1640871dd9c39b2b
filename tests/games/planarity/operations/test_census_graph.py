"""The census as a graph of swaps: paths are solutions, and the distance to the plane classes is the minimum."""

import json
from collections import Counter

import networkx
import pytest
from sqlalchemy import select

from ludex.catalogue.graph.paths import paths_to_any
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import page, stream
from ludex.catalogue.objects.links import neighbours
from ludex.catalogue.objects.reading import document_of, find
from ludex.catalogue.objects.storing import store
from ludex.catalogue.storage import tables
from ludex.engine.budget import Budget
from ludex.games.planarity.kinds import CENSUS, CENSUS_CLASS, LEVEL
from ludex.games.planarity.level import Level
from ludex.games.planarity.operations.census import store_census, store_counts
from ludex.games.planarity.solving.minimum_swaps import solve
from ludex.games.planarity.study.census_parts import count_classes, graphs_by_edges
from tests.oracles import drawing_equivalence


@pytest.fixture(scope="module")
def census(lend):
    """Every class of at most five points."""
    from ludex.catalogue.catalogue import Catalogue
    from ludex.games.kinds import GAMES

    with lend() as address:
        catalogue = Catalogue(address, GAMES)
        for n in (4, 5):
            store_census(catalogue, n)
        yield catalogue
        catalogue.close()


@pytest.fixture(scope="module")
def classes(census):
    with census.reading() as reader:
        return {one.label: document_of(CENSUS_CLASS, one) for one in stream(reader, CENSUS_CLASS, {})}


@pytest.fixture(scope="module")
def swaps(census, classes):
    """Every class, and from each where its swaps lead, with how many do."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(classes)
    with census.reading() as reader:
        number = reader.registry.numbers.relations["one-swap"]
        label = {row.id: row.label for row in reader.connection.execute(select(tables.node))}
        for row in reader.connection.execute(select(tables.link).where(tables.link.c.relation == number)):
            graph.add_edge(label[row.source], label[row.target], swaps=json.loads(row.detail))
    return graph


def test_the_distance_to_the_plane_classes_is_the_minimum(classes, swaps):
    plane = {label for label, one in classes.items() if one.crossings == 0}
    distance = networkx.multi_source_dijkstra_path_length(swaps.reverse(), plane, weight=None)
    assert {label: distance.get(label) for label in classes} == {label: one.min_swaps for label, one in classes.items()}
    assert len(classes) == 15 + 598


def test_each_link_is_stored_both_ways_and_none_leads_back_to_its_class(classes, swaps):
    assert all(swaps.has_edge(b, a) and a != b for a, b in swaps.edges)
    for label, one in classes.items():
        assert sum(count for _, _, count in swaps.out_edges(label, data="swaps")) <= one.edges


def test_as_many_swaps_lead_to_a_class_as_the_drawing_has(classes, swaps):
    """A second way: the swapped drawings are compared with all classes of the graph, one by one."""
    small = {label: one for label, one in classes.items() if one.vertices == 4}
    for label, one in small.items():
        reached = Counter()
        for u, v in one.drawing.edges:
            points = list(one.drawing.points)
            points[u], points[v] = points[v], points[u]
            [same] = [
                other
                for other, document in small.items()
                if document.edges == one.edges
                and drawing_equivalence.swap_equivalent(
                    tuple(points),
                    tuple(one.drawing.edges),
                    tuple(document.drawing.points),
                    tuple(document.drawing.edges),
                )
            ]
            reached[same] += 1
        del reached[label]
        assert {b: count for _, b, count in swaps.out_edges(label, data="swaps")} == reached


def test_a_path_to_a_plane_class_is_a_solution(census, classes):
    hardest = max(classes.values(), key=lambda one: one.min_swaps or 0)
    with census.reading() as reader:
        node = find(reader, hardest.label).id
        found = paths_to_any(reader, node, CENSUS_CLASS, {"min_swaps": 0}, ["one-swap"])
    minima = [classes[one.label].min_swaps for one in found.path]
    assert minima == list(range(hardest.min_swaps, -1, -1))
    assert found.relations == ("one-swap",) * hardest.min_swaps


def test_a_class_whose_plane_drawings_are_out_of_reach_has_no_path(census, classes):
    label = next(label for label, one in classes.items() if one.min_swaps is None)
    with census.reading() as reader:
        found = paths_to_any(reader, find(reader, label).id, CENSUS_CLASS, {"min_swaps": 0}, ["one-swap"])
    assert (found.length, found.at_least, found.complete) == (None, None, True)


def test_a_level_is_linked_with_its_class_by_their_matching(census, classes):
    one = next(one for one in classes.values() if one.vertices == 5 and one.min_swaps == 3)
    drawing = one.drawing.drawing()
    turned = drawing.moved(tuple((-x, y) for x, y in drawing.points))
    with census.writing() as writer:
        level = store(writer, prepare(LEVEL, Level(turned, solve(turned), None, {"source": "submitted"})))
    with census.reading() as reader:
        [there] = neighbours(reader, level.id, "same-class")
        [back] = neighbours(reader, there.id, "same-class")
    assert (there.label, back.label) == (one.label, level.label)
    assert [back.detail[vertex] for vertex in there.detail] == list(range(5))
    assert {tuple(sorted((there.detail[u], there.detail[v]))) for u, v in turned.edges} == set(drawing.edges)


@pytest.mark.slow
def test_the_number_of_classes_of_a_census_may_exceed_32_bits(catalogue):
    counts = count_classes(8, graphs_by_edges(8, 9), processes=2)
    summary = store_counts(catalogue, 8, 9, counts, Budget())
    with catalogue.reading() as reader:
        [stored] = page(reader, CENSUS, {"vertices": 8, "min_classes": 2**31}).items
    assert stored.document().classes == summary.classes > 2**31
