"""What the graph is made of: how many objects of each kind there are, and how many links of each relation."""

from dataclasses import dataclass

from ludex.catalogue.storage.counters import KINDS, RELATIONS, stored_counts
from ludex.catalogue.storage.snapshot import Reader


@dataclass(frozen=True, slots=True)
class KindCount:
    """How many objects of a kind are stored."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class RelationCount:
    """A relation by both names, the kinds that it joins, and how many links of it are stored."""

    relation: str
    inverse: str
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    about: str
    count: int


@dataclass(frozen=True, slots=True)
class GraphCounts:
    """The kinds and the relations of the catalogue, with counts."""

    kinds: tuple[KindCount, ...]
    relations: tuple[RelationCount, ...]


def graph_counts(reader: Reader) -> GraphCounts:
    """Return how many objects of each kind and links of each relation there are: writers keep count of them."""
    objects, links = stored_counts(reader, KINDS), stored_counts(reader, RELATIONS)
    return GraphCounts(
        tuple(KindCount(one.name, objects[one.number]) for one in reader.registry.kinds),
        tuple(
            RelationCount(one.name, one.inverse, one.sources, one.targets, one.about, links[one.number])
            for one in reader.registry.relations
        ),
    )
