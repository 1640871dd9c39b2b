import networkx
import pytest

from ludex.catalogue.graph import surroundings as module
from ludex.catalogue.graph.surroundings import surroundings
from ludex.catalogue.objects.reading import find
from tests.catalogue.graph.grown import along


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


def test_the_graph_has_kinds_and_relations(grown, graph):
    with grown.reading() as reader:
        label = next(iter(graph))
        found = surroundings(reader, find(reader, label).id, 2).graph()
    assert {one: graph.nodes[one]["kind"] for one in found} == dict(found.nodes(data="kind"))
    assert {name for _, _, name in found.edges(data="relation")} <= set(grown.registry.relation)


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
