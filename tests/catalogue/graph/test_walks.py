from collections import Counter

import pytest

from ludex.catalogue.graph import walks as module
from ludex.catalogue.graph.walks import walk
from ludex.catalogue.objects.reading import find
from ludex.engine.budget import Budget


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
        found += [(one.node.label, one.walks) for one in page.ends]
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


def test_a_parallel_link_is_a_walk_of_its_own(grown, graph):
    multiset = next(a for a, b, _ in graph.edges if graph.number_of_edges(a, b) > 1 and "multiset" in a)
    with grown.reading() as reader:
        found = walk(reader, find(reader, multiset).id, ["holds"])
    assert max(one.walks for one in found.ends) > 1


def test_a_walk_that_is_cut_off_says_so(grown, graph):
    letter = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-letter")
    with grown.reading() as reader:
        found = walk(reader, find(reader, letter).id, ["held-by", "holds"], budget=Budget(seconds=0))
    assert (found.ends, found.complete, found.count.exact) == ((), False, False)
