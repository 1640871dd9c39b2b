"""Counts of the graph: the number of objects of each kind and of links of each relation."""

from dataclasses import dataclass

from ludex.catalogue.storage.counters import KINDS, RELATIONS, stored_counts
from ludex.catalogue.storage.snapshot import Reader


@dataclass(frozen=True, slots=True)
class KindCount:
    """The number of stored objects of a kind."""

    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class RelationCount:
    """A relation with both names, the kinds that it joins, and the number of its stored links."""

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
    """Return the number of objects of each kind and of links of each relation. Writers maintain these counters."""
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
