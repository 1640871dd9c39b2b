"""A catalogue of necklaces with every kind of link, and the same graph as networkx has it."""

from random import Random

import networkx
from sqlalchemy import select

from ludex.catalogue.kinds.kind import NewLink, prepare
from ludex.catalogue.objects.storing import add_links, store, store_many
from ludex.catalogue.storage import tables
from tests.catalogue.necklaces import BOX, NECKLACE, Necklace

FOLLOWED = ("holds", "held-by", "has-multiset", "multiset-of", "in-box", "has-necklace", "mirror-of")


def grow(catalogue, necklaces=80, letters="abcd", seed=1):
    """Store random necklaces, with their multisets and letters, some of them in boxes."""
    numbers = Random(seed)
    words = {"".join(numbers.choices(letters, k=numbers.randint(1, 5))) for _ in range(necklaces)}
    with catalogue.writing() as writer:
        entries = [prepare(NECKLACE, Necklace(word)) for word in sorted(words)]
        store_many(writer, entries)
        for title in ("small", "large", "round"):
            box = store(writer, prepare(BOX, title))
            chosen = numbers.sample(sorted({one.label for one in entries}), 8)
            add_links(writer, box.id, [NewLink("has-necklace", label, place) for place, label in enumerate(chosen)])
    return catalogue


def as_networkx(catalogue):
    """Every link in both directions, under the name by which it is followed; parallel ones by place."""
    graph = networkx.MultiDiGraph()
    with catalogue.reading() as reader:
        label = {}
        for row in reader.connection.execute(select(tables.node)):
            label[row.id] = row.label
            graph.add_node(row.label, kind=reader.registry.kind_name(row.kind))
        for row in reader.connection.execute(select(tables.link)):
            relation = reader.registry.relation_of_number[row.relation]
            ends = label[row.source], label[row.target]
            graph.add_edge(*ends, (relation.name, row.place), relation=relation.name, place=row.place)
            if relation.name != relation.inverse:
                graph.add_edge(*ends[::-1], (relation.inverse, row.place), relation=relation.inverse, place=row.place)
    return graph


def along(graph, relations):
    """The simple graph of the links that are followed along relations."""
    return networkx.DiGraph((a, b) for a, b, one in graph.edges(data="relation") if one in relations)
