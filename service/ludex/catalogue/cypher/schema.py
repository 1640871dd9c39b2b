"""The tables of the projection.

There is a node table for each kind and one for claims, and a relationship table for each relation.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from typing import Any

from ludex.catalogue.kinds.document import FactField
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.kinds.registry import Registry

AnyKind = Kind[Any, Any]

LARGEST_INTEGER = 2**127 - 1
"""The largest integer that the engine stores. Larger integers are NULL in the projection."""

CLAIM = "Claim"
ABOUT = "ABOUT"
ID = "id"
"""The property with the object's number in this catalogue, which is the primary key of the node table."""

_FORM_VERSION = 1


@dataclass(frozen=True, slots=True)
class Property:
    """A property of a node or relationship: its name, its type in the engine, and its description."""

    name: str
    type: str
    about: str


@dataclass(frozen=True, slots=True)
class NodeTable:
    """A node table: its name, its properties, and the kind of its objects.

    The kind is None for the table of claims.
    """

    name: str
    properties: tuple[Property, ...]
    kind: AnyKind | None = None


@dataclass(frozen=True, slots=True)
class RelationshipTable:
    """A relationship table: its name, the pairs of node tables that it connects, and the name of the relation.

    The name of the relation is empty for :data:`ABOUT`, which links claims to their subjects.
    """

    name: str
    relation: str
    pairs: tuple[tuple[str, str], ...]
    properties: tuple[Property, ...]
    about: str


@dataclass(frozen=True, slots=True)
class GraphSchema:
    """All tables of the projection of a catalogue."""

    nodes: tuple[NodeTable, ...]
    relationships: tuple[RelationshipTable, ...]

    @property
    def statements(self) -> tuple[str, ...]:
        """Return the statements that create the tables."""
        return (*map(_create_nodes, self.nodes), *map(_create_relationships, self.relationships))

    @property
    def properties(self) -> dict[str, list[str]]:
        """Return the property names of each table."""
        every: tuple[NodeTable | RelationshipTable, ...] = (*self.nodes, *self.relationships)
        return {table.name: [each.name for each in table.properties] for table in every}

    @property
    def form(self) -> str:
        """Return a hash that changes whenever the definition of the tables or rows changes."""
        text = "\n".join((str(_FORM_VERSION), *self.statements))
        return blake2b(text.encode(), digest_size=16).hexdigest()


def node_name(kind: str) -> str:
    """Return the name of the node table of a kind.

    >>> node_name("toy-long-word")
    'ToyLongWord'
    """
    return "".join(word.capitalize() for word in kind.split("-"))


def relationship_name(relation: str) -> str:
    """Return the name of the relationship table of a relation.

    >>> relationship_name("held-in")
    'HELD_IN'
    """
    return relation.replace("-", "_").upper()


@lru_cache(maxsize=16)
def schema_of(registry: Registry) -> GraphSchema:
    """Return the tables of the projection for the games of a catalogue."""
    nodes = [NodeTable(node_name(kind.name), tuple(_properties(kind)), kind) for kind in registry.kinds]
    relationships = [
        RelationshipTable(relationship_name(relation.name), relation.name, pairs, _LINK_PROPERTIES, relation.about)
        for relation in registry.relations
        if (pairs := _pairs(registry, relation.sources, relation.targets))
    ]
    claims_about = tuple((CLAIM, table.name) for table in nodes)
    about = "From a claim to its subject."
    return GraphSchema(
        (*nodes, NodeTable(CLAIM, _CLAIM_PROPERTIES)),
        (*relationships, RelationshipTable(ABOUT, "", claims_about, (), about)),
    )


def _pairs(registry: Registry, sources: Sequence[str], targets: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Return the pairs of node tables that a relation connects. Links connect objects of the same game."""
    return tuple(
        (node_name(source), node_name(target))
        for source in sources
        for target in targets
        if registry.kind[source].game == registry.kind[target].game
    )


def _properties(kind: AnyKind) -> Iterator[Property]:
    yield _ID
    yield Property("label", "STRING", "The label.")
    yield Property("tags", "STRING[]", "The tags that people gave to the object.")
    for fact in kind.facts:
        yield Property(fact.name, _type(fact), fact.about)


def _type(fact: FactField) -> str:
    if fact.plain is bool:
        return "BOOL"
    if fact.plain is int:
        return "INT128" if fact.mark.natural else "INT64"
    return "STRING"


def _create_nodes(table: NodeTable) -> str:
    columns = ", ".join(f"`{each.name}` {each.type}" for each in table.properties)
    return f"CREATE NODE TABLE `{table.name}`({columns}, PRIMARY KEY(`{ID}`))"


def _create_relationships(table: RelationshipTable) -> str:
    pairs = [f"FROM `{source}` TO `{target}`" for source, target in table.pairs]
    return f"CREATE REL TABLE `{table.name}`({', '.join([*pairs, *_columns(table.properties)])})"


def _columns(properties: Sequence[Property]) -> Iterator[str]:
    return (f"`{each.name}` {each.type}" for each in properties)


_ID = Property(ID, "INT64", "The number of the object in this catalogue; other catalogues use other numbers.")

_LINK_PROPERTIES = (
    Property("place", "INT64", "A number that distinguishes parallel links, such as an index or a place in a pack."),
    Property("detail", "STRING", "Details of the link as JSON, such as a matching."),
)

_CLAIM_PROPERTIES = (
    Property(ID, "INT64", "The number of the claim in this catalogue."),
    Property("statement", "STRING", "The name of the statement."),
    Property("parameters", "STRING", "The parameters as JSON."),
    Property("value", "INT128", "The value, if it is an integer."),
    Property("value_json", "STRING", "The value as JSON."),
    Property("lower", "INT128", "A lower bound on the value, if known."),
    Property("upper", "INT128", "An upper bound on the value, if known."),
    Property("proved", "BOOL", "Whether the value is proved."),
    Property("evidence", "STRING", "What the proof rests on: certificate, recomputed or search; null if not proved."),
    Property("method", "STRING", "How the value was found or proved."),
)
