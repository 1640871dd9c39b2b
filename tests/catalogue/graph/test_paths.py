"""Shortest paths and walks, against breadth-first search and matrix products on the same graph."""

from collections import Counter
from itertools import product

import networkx
import pytest

from ludex.catalogue.graph import paths as module
from ludex.catalogue.graph.following import Read
from ludex.catalogue.graph.paths import paths_to_any, shortest_paths, walk
from ludex.catalogue.objects.reading import find
from ludex.engine.budget import Budget
from tests.catalogue.graph.grown import FOLLOWED, along

RELATIONS = [
    None,
    ("has-multiset", "multiset-of", "mirror-of"),
    ("held-by", "multiset-of"),
    ("holds", "held-by"),
    ("in-box", "has-necklace"),
]


def shortest(followed, start, end):
    """The length and the number of the shortest paths, of objects."""
    if start == end:
        return 0, 1
    if start not in followed or end not in followed or not networkx.has_path(followed, start, end):
        return None, 0
    found = list(networkx.all_shortest_paths(followed, start, end))
    return len(found[0]) - 1, len(found)


def require_path(graph, found, relations):
    labels = [one.label for one in found.path]
    for a, b, name in zip(labels, labels[1:], found.relations, strict=False):
        assert name in (relations or FOLLOWED)
        assert name in {data["relation"] for data in graph.get_edge_data(a, b).values()}
    assert len(found.relations) == found.length == len(labels) - 1


@pytest.mark.parametrize("relations", RELATIONS, ids=str)
def test_shortest_paths_are_those_of_networkx(grown, graph, relations):
    followed = along(graph, FOLLOWED if relations is None else relations)
    some = list(graph)[::17]
    with grown.reading() as reader:
        for start, end in product(some, some):
            found = shortest_paths(reader, find(reader, start).id, find(reader, end).id, relations)
            assert (found.length, found.shortest_paths) == shortest(followed, start, end)
            assert found.complete
            assert found.at_least == found.length
            if found.length is not None:
                require_path(graph, found, relations)
                assert (found.path[0].label, found.path[-1].label) == (start, end)


@pytest.mark.parametrize("relations", RELATIONS, ids=str)
@pytest.mark.parametrize("least", [0, 4, 9])
def test_paths_to_the_nearest_of_a_kind(grown, graph, relations, least):
    followed = along(graph, FOLLOWED if relations is None else relations)
    kind = grown.registry.kind["toy-necklace"]
    with grown.reading() as reader:
        ends = [
            one for one, name in graph.nodes(data="kind") if name == "toy-necklace" and int(one.split("-")[2]) >= least
        ]
        for start in list(graph)[::9]:
            found = paths_to_any(reader, find(reader, start).id, kind, {"min_length": least}, relations)
            every = [one for end in ends if (one := shortest(followed, start, end))[0] is not None]
            length = min((one[0] for one in every), default=None)
            assert found.length == length
            assert found.shortest_paths == sum(ways for one, ways in every if one == length)
            assert found.complete
            if length is not None:
                require_path(graph, found, relations)


def far_apart(graph):
    lengths = dict(networkx.all_pairs_shortest_path_length(along(graph, FOLLOWED)))
    return max(((a, b, lengths[a][b]) for a in lengths for b in lengths[a]), key=lambda one: one[2])


def test_a_path_is_no_longer_than_asked_for(grown, graph):
    start, end, length = far_apart(graph)
    with grown.reading() as reader:
        ids = find(reader, start).id, find(reader, end).id
        assert shortest_paths(reader, *ids, max_length=length).length == length
        cut = shortest_paths(reader, *ids, max_length=length - 1)
    assert (cut.length, cut.at_least, cut.shortest_paths, cut.complete) == (None, length, 0, False)


def test_the_end_of_the_time_makes_no_wrong_answer(grown, graph):
    start, end, length = far_apart(graph)
    with grown.reading() as reader:
        cut = shortest_paths(reader, find(reader, start).id, find(reader, end).id, budget=Budget(seconds=0))
    assert (cut.length, cut.complete) == (None, False)
    assert cut.at_least <= length


@pytest.mark.parametrize("most", [1, 20, 150])
def test_a_bound_on_links_makes_no_wrong_answer(grown, graph, most, monkeypatch):
    monkeypatch.setattr(module, "Read", lambda: Read(most))
    followed = along(graph, FOLLOWED)
    some = list(graph)[::23]
    kind = grown.registry.kind["toy-box"]
    with grown.reading() as reader:
        for start, end in product(some, some):
            ids = find(reader, start).id, find(reader, end).id
            length, ways = shortest(followed, start, end)
            found = shortest_paths(reader, *ids)
            if found.length is not None:
                assert found.length == length
                assert found.shortest_paths == ways if found.complete else found.shortest_paths <= ways
                require_path(graph, found, None)
            else:
                assert not found.complete
                assert found.at_least <= length
        for start in some:
            found = paths_to_any(reader, find(reader, start).id, kind, {})
            boxes = [one for one, name in graph.nodes(data="kind") if name == "toy-box"]
            nearest = min(shortest(followed, start, box)[0] for box in boxes)
            assert found.length in (nearest, None)
            assert found.length is not None or (not found.complete and found.at_least <= nearest)


def test_a_hub_is_not_read_where_the_other_end_is_small(grown, graph):
    """A letter that every multiset holds, and an object beside one of them."""
    hub = max((one for one, kind in graph.nodes(data="kind") if kind == "toy-letter"), key=graph.out_degree)
    necklace = next(
        a for a, b, name in graph.edges(data="relation") if name == "has-multiset" and graph.has_edge(b, hub)
    )
    read = Read()
    with grown.reading() as reader, pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "Read", lambda: read)
        found = shortest_paths(reader, find(reader, necklace).id, find(reader, hub).id)
    assert found.length == 2
    assert Read().left - read.left < graph.out_degree(hub)


def ends_of(graph, start, path):
    """Count the walks to each end one step at a time, a parallel link once for each."""
    ways = Counter({start: 1})
    for name in path:
        onwards = Counter()
        for node, count in ways.items():
            for _, other, relation in graph.out_edges(node, data="relation"):
                if relation == name:
                    onwards[other] += count
        ways = onwards
    del ways[start]
    return ways


PATHS = [
    ("has-multiset", "multiset-of"),
    ("has-multiset", "holds"),
    ("holds", "held-by", "multiset-of"),
    ("has-multiset", "holds", "held-by", "holds"),
    ("in-box", "has-necklace", "mirror-of"),
    ("held-by", "holds"),
    ("mirror-of",),
]


def every_page(reader, start, path, limit):
    after, found, pages = 0, [], 0
    while True:
        page = walk(reader, start, path, after=after, limit=limit)
        assert page.complete
        found += [(one.label, one.walks) for one in page.ends]
        pages += 1
        if page.after is None:
            assert page.count.count == len(found)
            return found
        after = page.after


@pytest.mark.parametrize("few", [0, 32])
@pytest.mark.parametrize("path", PATHS, ids="/".join)
def test_walks_are_counted_as_networkx_has_them(grown, graph, path, few, monkeypatch):
    monkeypatch.setattr(module, "_FEW", few)
    with grown.reading() as reader:
        for start in list(graph)[::4]:
            found = every_page(reader, find(reader, start).id, path, limit=3)
            assert len(dict(found)) == len(found)
            assert dict(found) == ends_of(graph, start, path)


def test_a_walk_that_is_cut_off_says_so(grown, graph):
    letter = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-letter")
    with grown.reading() as reader:
        found = walk(reader, find(reader, letter).id, ["held-by", "holds"], budget=Budget(seconds=0))
    assert (found.ends, found.complete, found.count.exact) == ((), False, False)
