"""What the graph is made of: how many objects of each kind there are, and how many links of each relation."""

from dataclasses import dataclass

from sqlalchemy import Column, func, select

from ludex.catalogue import tables
from ludex.catalogue.catalogue import Reader


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
    """Count the objects of each kind and the links of each relation. Cost: a pass over one index of each."""
    objects, links = _counted(reader, tables.node.c.kind), _counted(reader, tables.link.c.relation)
    return GraphCounts(
        tuple(KindCount(one.name, objects.get(one.number, 0)) for one in reader.registry.kinds),
        tuple(
            RelationCount(one.name, one.inverse, one.sources, one.targets, one.about, links.get(one.number, 0))
            for one in reader.registry.relations
        ),
    )


def _counted(reader: Reader, column: Column[int]) -> dict[int, int]:
    rows = reader.connection.execute(select(column, func.count()).group_by(column))
    return {row[0]: row[1] for row in rows}
