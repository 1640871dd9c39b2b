"""Neighbours, surroundings and counts."""

from collections import Counter

import networkx
import pytest

from ludex.catalogue.graph import neighbours as module
from ludex.catalogue.graph.following import UnknownRelation, follows
from ludex.catalogue.graph.neighbours import count_links, graph_counts, neighbours_page, surroundings
from ludex.catalogue.kinds.registry import UnknownKind
from ludex.catalogue.lists.listing import Count
from ludex.catalogue.objects.reading import find
from tests.catalogue.graph.grown import FOLLOWED, along


def test_kinds_and_relations_are_counted(grown, graph):
    with grown.reading() as reader:
        found = graph_counts(reader)
    assert {one.kind: one.count for one in found.kinds} == Counter(dict(graph.nodes(data="kind")).values())
    links = Counter(name for _, _, name in graph.edges(data="relation"))
    assert {one.relation: one.count for one in found.relations} == {
        one.relation: links[one.relation] for one in found.relations
    }
    assert {(one.relation, one.inverse) for one in found.relations} >= {
        ("holds", "held-by"),
        ("mirror-of", "mirror-of"),
    }


def every_page(reader, node, followed, **options):
    after, found = None, []
    while True:
        page, after = neighbours_page(reader, node, followed, after=after, limit=7, **options)
        found += page
        if after is None:
            return found
        assert len(page) == 7


@pytest.mark.parametrize("name", [None, *FOLLOWED])
def test_the_pages_of_neighbours_are_the_links_of_an_object(grown, graph, name):
    with grown.reading() as reader:
        followed = follows(reader.registry, None if name is None else [name])
        for label in list(graph)[::5]:
            node = find(reader, label).id
            found = [(one.relation, one.label, one.place) for one in every_page(reader, node, followed)]
            wanted = [
                (relation, other, data["place"])
                for _, other, data in graph.out_edges(label, data=True)
                if (relation := data["relation"]) == name or name is None
            ]
            assert sorted(found) == sorted(wanted)
            assert len(set(found)) == len(found)
            assert count_links(reader, node, followed) == Count(len(wanted), True)


def test_a_page_that_has_the_last_neighbour_is_the_last(grown, graph, monkeypatch):
    letter = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-letter")
    number = graph.out_degree(letter)
    with grown.reading() as reader:
        node, followed = find(reader, letter).id, follows(reader.registry)
        whole, after = neighbours_page(reader, node, followed, limit=number)
        assert (len(whole), after) == (number, None)
        part, after = neighbours_page(reader, node, followed, limit=number - 1)
        assert (part, after is None) == (whole[:-1], False)
        assert neighbours_page(reader, node, followed, after=after) == (whole[-1:], None)
        for cap, counted in ((number + 1, Count(number, True)), (number, Count(number, True))):
            monkeypatch.setattr(module, "COUNT_CAP", cap)
            assert count_links(reader, node, followed) == count_links(reader, node, followed, "toy-multiset") == counted
        monkeypatch.setattr(module, "COUNT_CAP", number - 1)
        assert count_links(reader, node, followed) == Count(number - 1, False)


def test_neighbours_of_one_kind(grown, graph):
    box = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-letter")
    with grown.reading() as reader:
        node, every = find(reader, box).id, follows(reader.registry)
        assert neighbours_page(reader, node, every, kind="toy-box") == ([], None)
        assert {one.kind for one in every_page(reader, node, every, kind="toy-multiset")} == {"toy-multiset"}
        with pytest.raises(UnknownKind, match="toy-box"):
            neighbours_page(reader, node, every, kind="box")


def test_an_unknown_relation_is_named_with_those_there_are(grown):
    with grown.reading() as reader, pytest.raises(UnknownRelation, match=r"'sold-in'.*has-multiset.*multiset-of"):
        follows(reader.registry, ["sold-in"])


def induced(graph, labels, relations):
    """The links under their own names between objects, parallel ones once."""
    inverse = {"held-by": "holds", "multiset-of": "has-multiset", "has-necklace": "in-box"}
    own = {inverse.get(one, one) for one in relations}
    links = ((a, data["relation"], b) for a, b, data in graph.edges(data=True))
    return {one for one in links if one[1] in own and one[0] in labels and one[2] in labels}


EVERY = ("holds", "held-by", "has-multiset", "multiset-of", "in-box", "has-necklace", "mirror-of")


@pytest.mark.parametrize("relations", [None, ("has-multiset", "multiset-of"), ("mirror-of",), ("held-by", "holds")])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_surroundings_are_what_a_few_hops_lead_to(grown, graph, relations, depth):
    followed = along(graph, EVERY if relations is None else relations)
    with grown.reading() as reader:
        for label in list(graph)[::7]:
            found = surroundings(reader, find(reader, label).id, depth, relations, limit=1000)
            reached = (
                set(networkx.single_source_shortest_path_length(followed, label, cutoff=depth))
                if label in followed
                else {label}
            )
            assert found.complete
            assert {one.label for one in found.nodes} == reached
            assert len(found.nodes) == len(reached)
            assert sorted(found.links) == sorted(induced(graph, reached, relations or EVERY))


def test_a_bound_on_objects_keeps_the_nearest_and_is_told(grown, graph):
    letter = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-letter")
    with grown.reading() as reader:
        node = find(reader, letter).id
        few = surroundings(reader, node, 3, limit=5)
        assert (len(few.nodes), few.nodes[0].label, few.complete) == (5, letter, False)
        assert {one.kind for one in few.nodes[1:]} == {"toy-multiset"}
        alone = surroundings(reader, node, 1, limit=1)
        assert (len(alone.nodes), alone.links, alone.complete) == (1, (), False)


def test_a_bound_on_links_is_told(grown, graph, monkeypatch):
    monkeypatch.setattr(module, "MOST_LINKS_AROUND", 4)
    letter = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-letter")
    with grown.reading() as reader:
        found = surroundings(reader, find(reader, letter).id, 1)
        assert not found.complete
        assert len(found.links) <= 4
        links = graph.out_degree(letter)
        for most, complete in ((links + 1, True), (links - 1, False)):
            monkeypatch.setattr(module, "MOST_LINKS_AROUND", most)
            found = surroundings(reader, find(reader, letter).id, 1, limit=1000)
            assert found.complete is complete
            assert len(found.links) <= most
            assert not complete or len(found.links) == len(set(graph.successors(letter)))
