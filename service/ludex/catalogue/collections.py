"""Complete collections: families of objects of known size, and the jobs that store all members of a family.

A game declares each of its collections once. The API, the command ``ludex atlas``, the Python interface and the page of
complete families all show these declarations.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar

from pydantic import ConfigDict, Field

from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import count
from ludex.catalogue.objects.reading import UnknownObject, find_many
from ludex.catalogue.storage.snapshot import Reader
from ludex.games import declarations

_NAME = re.compile(r"[a-z]+(-[a-z0-9]+)+")


class UnknownCollection(UnknownObject):
    """No game declares a collection with this name."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Collection:
    """The declaration of a complete collection.

    Attributes
    ----------
    name : str
        The name, which begins with the name of the game, such as ``planarity-order-types-8``.
    title : str
        Description of the members.
    kind : str
        The kind of the members.
    filters : mapping
        The list filters that select the members from all objects of the kind.
    size : int
        The number of members.
    source : str
        How the size is known: a proof, or a reference to the literature.
    operation, arguments : str, mapping
        The operation that stores all members when it runs as a job, and the arguments of the operation. Both are empty
        if there are too many members to store.
    time : str
        Duration of the job on two cores.
    subject : str
        The label of the object that has a claim stating the size, or an empty text if there is no such object.
    """

    name: str
    title: str
    kind: str
    filters: Mapping[str, Any]
    size: int
    source: str
    operation: str = ""
    arguments: Mapping[str, Any] = field(default_factory=dict)
    time: str = ""
    subject: str = ""

    def __post_init__(self) -> None:
        """Check the name. Raises ValueError."""
        if _NAME.fullmatch(self.name) is None:
            raise ValueError(f"the name of a collection must be words joined by hyphens: {self.name!r}")


@dataclass(frozen=True, slots=True)
class CollectionState:
    """A complete collection, and how many of its members a catalogue contains."""

    __pydantic_config__: ClassVar[ConfigDict] = ConfigDict(json_schema_serialization_defaults_required=True)

    name: Annotated[str, Field(description="Name of the collection.")]
    title: Annotated[str, Field(description="Description of the members.")]
    kind: Annotated[str, Field(description="Kind of the members.")]
    filters: Annotated[Mapping[str, Any], Field(description="List filters that select the members.")]
    size: Annotated[int, Field(description="Number of members.")]
    source: Annotated[str, Field(description="How the size is known.")]
    stored: Annotated[int, Field(description="Number of members in this catalogue.")]
    complete: Annotated[bool, Field(description="Whether all members are stored.")]
    operation: Annotated[
        str | None,
        Field(description=("Operation of the job that stores all members; null if there are too many members.")),
    ]
    arguments: Annotated[Mapping[str, Any], Field(description="Arguments of the job that stores all members.")]
    time: Annotated[str | None, Field(description="Duration of the job on two cores.")]
    claim: Annotated[
        str | None, Field(description="Label of the object with a claim that states the size, if it is stored.")
    ]


def declared_collections() -> tuple[Collection, ...]:
    """Return the collections of all games, in the order of the games.

    Raises ValueError if two collections have the same name.
    """
    return declarations("collections")


def collections_of(registry: Registry) -> tuple[Collection, ...]:
    """Return the declared collections whose kind exists in the catalogue."""
    return tuple(collection for collection in declared_collections() if collection.kind in registry.kind)


def find_collection(registry: Registry, name: str) -> Collection:
    """Return the declared collection with a name. Raises UnknownCollection."""
    for collection in collections_of(registry):
        if collection.name == name:
            return collection
    raise UnknownCollection(f"there is no collection {name!r}; `ludex atlas list` lists them")


def read_collection(reader: Reader, collection: Collection) -> CollectionState:
    """Return a collection with the number of its stored members. Cost: one count."""
    stored = count(reader, reader.registry.kind[collection.kind], collection.filters, cap=None).count
    return CollectionState(
        name=collection.name,
        title=collection.title,
        kind=collection.kind,
        filters=dict(collection.filters),
        size=collection.size,
        source=collection.source,
        stored=stored,
        complete=stored >= collection.size,
        operation=collection.operation or None,
        arguments=dict(collection.arguments),
        time=collection.time or None,
        claim=collection.subject if collection.subject and _is_stored(reader, collection.subject) else None,
    )


def read_collections(reader: Reader) -> list[CollectionState]:
    """Return all collections. Each contains the number of its stored members. Cost: one count per collection."""
    return [read_collection(reader, collection) for collection in collections_of(reader.registry)]


def _is_stored(reader: Reader, label: str) -> bool:
    kind = reader.registry.labelled(label)
    return kind is not None and bool(find_many(reader, kind, [label], whole=False))
