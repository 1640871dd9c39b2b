from collections import Counter

import pytest

from ludex.catalogue.graph.counts import graph_counts
from ludex.catalogue.graph.following import UnknownKind, UnknownRelation, follows
from ludex.catalogue.graph.neighbours import count_links, neighbours_page
from ludex.catalogue.listing import Count
from ludex.catalogue.reading import UnknownObject, find
from tests.catalogue.graph.grown import FOLLOWED


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


def test_a_catalogue_is_asked_in_python(grown, graph):
    necklace = next(label for label, kind in graph.nodes(data="kind") if kind == "toy-necklace")
    [multiset] = grown.neighbours(necklace, "has-multiset")
    assert [one.label for one in grown.neighbours(multiset.label, "multiset-of")]
    assert grown.surroundings(necklace, 1, ["has-multiset"]).number_of_nodes() == 2
    assert grown.paths(necklace, multiset.label).length == 1
    assert grown.walk(necklace, ["has-multiset"]).ends[0].node.label == multiset.label
    pattern = {"a": {"kind": "toy-necklace", "label": necklace}, "m": {"kind": "toy-multiset"}}
    assert list(grown.match(pattern, [["a", "has-multiset", "m"]])) == [{"a": necklace, "m": multiset.label}]
    with pytest.raises(UnknownObject):
        grown.paths(necklace, "made-of-wood")  # built in, but not stored
