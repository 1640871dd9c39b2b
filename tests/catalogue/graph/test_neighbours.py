from collections import Counter

import pytest

from ludex.catalogue.graph.following import UnknownRelation, follows
from ludex.catalogue.graph.neighbours import count_links, graph_counts, neighbours_page
from ludex.catalogue.kinds.registry import UnknownKind
from ludex.catalogue.lists.listing import Count
from ludex.catalogue.objects.reading import find
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
