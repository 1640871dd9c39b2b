"""Lists of graphs by what is in them: held against networkx's VF2 over every stored graph."""

import networkx
import pytest
from networkx.algorithms.isomorphism import GraphMatcher

from ludex.catalogue.lists import listing
from ludex.catalogue.lists.filters import ListingError, PatternRefused
from ludex.catalogue.lists.listing import count, facets, page, stream
from ludex.games.planarity.kinds import GRAPH
from ludex.graphs.formats import read_graph, write_graph6

TRIANGLE, SQUARE, STAR = networkx.cycle_graph(3), networkx.cycle_graph(4), networkx.star_graph(3)
WHOLE = networkx.complete_graph(6)


def in_all(reader, **filters):
    return [one.label for one in stream(reader, GRAPH, filters)]


@pytest.mark.parametrize("pattern", [TRIANGLE, SQUARE, STAR], ids=("triangle", "square", "star"))
def test_graphs_that_contain_a_pattern(filled, pattern):
    with filled.reading() as reader:
        every = list(stream(reader, GRAPH, {}))
        wanted = [
            one.label
            for one in every
            if GraphMatcher(read_graph(one.document().graph6), pattern).subgraph_is_monomorphic()
        ]
        assert 0 < len(wanted) <= len(every)
        text = write_graph6(len(pattern), pattern.edges)
        assert in_all(reader, contains=text) == wanted
        assert count(reader, GRAPH, {"contains": text}).count == len(wanted)
        few = {"contains": text, "min_vertices": 6}
        assert in_all(reader, **few) == [one for one in wanted if int(one.split("-")[2]) >= 6]


def test_graphs_that_are_contained_in_a_pattern(filled):
    with filled.reading() as reader:
        wanted = [
            one.label
            for one in stream(reader, GRAPH, {})
            if GraphMatcher(WHOLE, read_graph(one.document().graph6)).subgraph_is_monomorphic()
        ]
        assert in_all(reader, contained_in=write_graph6(6, WHOLE.edges)) == wanted
        assert wanted


@pytest.mark.parametrize("sort", ["created", "edges"])
def test_a_sieved_list_is_paged(filled, sort, monkeypatch):
    filters = {"contains": write_graph6(3, [(0, 1), (1, 2)])}
    with filled.reading() as reader:
        whole = page(reader, GRAPH, filters, sort, limit=1000)
        for most, limit in ((5000, 2), (3, 1000), (1, 1)):
            monkeypatch.setattr(listing, "MAX_FILTERED_DOCUMENTS", most)
            found, after = [], None
            while True:
                part = page(reader, GRAPH, filters, sort, after=after, limit=limit)
                found += [one.label for one in part.items]
                after = part.after
                if after is None:
                    break
            assert found == [one.label for one in whole.items]
        monkeypatch.setattr(listing, "MAX_FILTERED_DOCUMENTS", 2)
        assert not count(reader, GRAPH, filters).exact


def test_what_is_wrong_with_a_pattern_is_named(filled):
    with filled.reading() as reader:
        with pytest.raises(PatternRefused, match=r"contains: .*graph6"):
            page(reader, GRAPH, {"contains": "not graph6!"})
        with pytest.raises(PatternRefused, match="contained_in: the graph has 0 vertices"):
            page(reader, GRAPH, {"contained_in": "?"})
        with pytest.raises(ListingError, match="can only be used in lists"):
            facets(reader, GRAPH, {"contains": "Bw"})
