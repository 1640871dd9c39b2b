"""Complete collections: how many order types, crossing types, swap classes and graphs of n points there are."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim, Statement, of_document
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget, BudgetExhausted, Unchecked
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures
from ludex.games.planarity.study.collections import SORTS, CountedCollection, count_collection, split_name

TAG = "collection"

COLLECTION_SIZE = Statement(
    name="planarity.collection-size",
    about="The number of members of a complete collection of order types, crossing types, swap classes or graphs of n "
    "points, also by a property. There are no others.",
    check=of_document,
    verification_method="the members are counted anew",
)
"""Checked together with the collection whose document contains it."""


class CollectionDocument(Document):
    """A complete collection: the number of its members, also by a property."""

    kind: Literal["planarity-collection"] = "planarity-collection"
    collection: Annotated[str, Fact()] = Field(description="Name of the collection, such as order-types-8.")
    title: str = Field(description="Title of the collection.")
    points: Annotated[int, Fact()] = Field(description="Number of points, or of vertices, of each member.")
    size: Annotated[int, Fact(natural=True, synonyms=("members",))] = Field(description="Number of members.")
    counted_by: str = Field(description="Property by which the members are counted: hull, crossings or edges.")
    shares: list[tuple[int, int]] = Field(description="Values of the property, each with the number of members.")


def identify_collection(name: str) -> Identity:
    """Return the identity of the collection with a name, which need not be counted yet."""
    return Identity(content_key(TAG, name.encode()), (split_name(name)[1],))


def _identify(collection: CountedCollection, _budget: Budget) -> Identity:
    return identify_collection(collection.name)


def _write(collection: CountedCollection, named: LabelledIdentity) -> ObjectContent[CollectionDocument]:
    document = CollectionDocument(
        label=named.label,
        collection=collection.name,
        title=collection.title,
        points=collection.points,
        size=collection.size,
        counted_by=collection.counted_by,
        shares=list(collection.shares),
    )
    claim = Claim(
        COLLECTION_SIZE.name,
        value={"members": collection.size, f"by_{collection.counted_by}": [list(share) for share in collection.shares]},
        proved=True,
        method=SORTS[split_name(collection.name)[0]].method,
    )
    return ObjectContent(document, (), [claim])


def _read(document: CollectionDocument, _claims: Sequence[Claim]) -> CountedCollection:
    return CountedCollection(document.collection, document.counted_by, tuple(document.shares))


def _check(collection: CountedCollection, budget: Budget) -> Iterator[str]:
    try:
        again = count_collection(collection.name, budget)
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        yield Unchecked("the members were not counted again in time")
        return
    if again != collection:
        yield f"the collection has {again.size} members, and its shares differ from those stated"


def _picture(document: CollectionDocument) -> str:
    return pictures.plots.svg_collection(document.title, document.counted_by, dict(document.shares))


COLLECTION = Kind(
    name="planarity-collection",
    address="planarity/collections",
    model=CollectionDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="Complete collections of order types, crossing types, swap classes and graphs, with their proved sizes.",
        duplicate_relation="same-collection",
        picture=_picture,
    ),
    check=_check,
)
