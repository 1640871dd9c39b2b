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
    not_installed: tuple[KindCount, ...]
    """Kinds with objects whose game is not installed or not selected."""


def graph_counts(reader: Reader) -> GraphCounts:
    """Return how many objects of each kind and links of each relation there are: writers keep count of them."""
    objects, links = stored_counts(reader, KINDS), stored_counts(reader, RELATIONS)
    numbers = reader.registry.numbers
    return GraphCounts(
        tuple(KindCount(kind.name, objects[numbers.kinds[kind.name]]) for kind in reader.registry.kinds),
        tuple(
            RelationCount(
                relation.name,
                relation.inverse,
                relation.sources,
                relation.targets,
                relation.about,
                links[numbers.relations[relation.name]],
            )
            for relation in reader.registry.relations
        ),
        tuple(
            KindCount(name, objects[numbers.kinds[name]])
            for name in reader.registry.kinds_not_installed
            if objects[numbers.kinds[name]]
        ),
    )
