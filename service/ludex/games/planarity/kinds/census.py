"""Censuses of the drawings on n points, the classes of these drawings, and complete collections of objects.

The document of a class contains its minimum, which is proved. The document of a collection contains the number of all
order types, crossing types, swap classes or graphs.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim, Statement, of_document
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget, unchecked_without_time
from ludex.engine.evidence import Evidence
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures, study
from ludex.games.planarity.document_parts import OptimalSolutions, drawing_picture
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS as CLASS_TAG
from ludex.games.planarity.identity.swap_class import one_swap_away
from ludex.games.planarity.kinds.level import DrawingClassDocument, identify_class, write_class
from ludex.games.planarity.kinds.statements import CENSUS_COUNT, claim_census, claim_minimum, read_census
from ludex.games.planarity.solving.lower_bounds import LowerBound, untouched_crossings
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census import (
    CensusClass,
    CensusSummary,
    CountedCensus,
    EdgesCount,
    MinimumCount,
)
from ludex.games.planarity.study.collections import CountedCollection, count_collection, split_name

CLASS_METHOD = "every arrangement that swaps can reach was examined"


class CensusClassDocument(DrawingClassDocument):
    """A class of swap-equivalent drawings, represented by one of them, with its proved minimum number of swaps."""

    kind: Literal["planarity-census-class"] = "planarity-census-class"


def _identify_class(census_class: CensusClass, _budget: Budget) -> Identity:
    identity = identify_class(CLASS_TAG, census_class.drawing)
    near = one_swap_away(census_class.drawing)
    swaps = (DerivedLink("one-swap", content_key(CLASS_TAG, form), near[form]) for form in sorted(near))
    return identity._replace(derived_links=(*identity.derived_links, *swaps))


def _write_class(census_class: CensusClass, named: LabelledIdentity) -> ObjectContent[CensusClassDocument]:
    drawing, minimum = census_class.drawing, census_class.min_swaps
    fields, links = write_class(drawing)
    solutions = OptimalSolutions(**asdict(census_class.optimal_solutions))
    document = CensusClassDocument.of(named.label, census_class, optimal_solutions=solutions, **fields)
    crossings = untouched_crossings(drawing, minimum - 1) if minimum else None
    fewer = None if crossings is None else LowerBound(crossings=crossings)
    claims = claim_minimum(drawing, minimum, True, minimum or 0, CLASS_METHOD, fewer=fewer)
    return ObjectContent(document, links, claims)


def _read_class(document: CensusClassDocument, _claims: Sequence[Claim]) -> CensusClass:
    counts = SolutionCounts(**document.optimal_solutions.model_dump())
    return CensusClass(document.drawing.drawing(), document.crossings, document.min_swaps, counts)


CENSUS_CLASS = Kind(
    name="planarity-census-class",
    address="planarity/census/classes",
    model=CensusClassDocument,
    identify=_identify_class,
    write=_write_class,
    read=_read_class,
    view=View(
        about="All classes of swap-equivalent drawings of connected graphs with two disjoint edges, on few points.",
        name="Census class of {} vertices and {} edges",
        duplicate_relation="swap",
        picture=lambda document: drawing_picture(document.drawing),
    ),
    check=lambda census_class, budget: study.faults.class_faults(census_class, budget),  # noqa: PLW0108 - import late
)


CENSUS_TAG = "census-of-points"


class CensusDocument(Document):
    """The census of n points: its number of classes in total, by minimum (unreachable classes last) and by edges."""

    kind: Literal["planarity-census"] = "planarity-census"
    vertices: Annotated[int, Fact()] = Field(
        description="Number of points, which is also the number of vertices of each graph."
    )
    classes: Annotated[int, Fact()] = Field(description="Number of classes of swap-equivalent drawings.")
    largest_min_swaps: Annotated[int | None, Fact(title="most swaps needed")] = Field(
        description="Largest minimum number of swaps of a class."
    )
    distribution: tuple[MinimumCount, ...]
    by_edges: tuple[EdgesCount, ...]
    max_edges: int | None = Field(
        default=None,
        description=(
            "Maximum number of edges of the graphs whose classes are counted; null if all classes are counted."
        ),
    )


def identify_census(n: int, max_edges: int | None = None) -> Identity:
    """Return the identity of the census of n points, or of its part for graphs with at most `max_edges` edges."""
    invariants = (n,) if max_edges is None else (n, max_edges)
    return Identity(content_key(CENSUS_TAG, " ".join(map(str, invariants)).encode()), invariants)


def _write_census(census: CountedCensus, named: LabelledIdentity) -> ObjectContent[CensusDocument]:
    shares = census.shares
    minima = [count.min_swaps for count in shares.distribution if count.min_swaps is not None]
    document = CensusDocument.of(named.label, shares, vertices=shares.n, largest_min_swaps=max(minima, default=None))
    return ObjectContent(document, (), [claim_census(census)])


def _read_census(document: CensusDocument, claims: Sequence[Claim]) -> CountedCensus:
    shares = CensusSummary(
        document.vertices, document.classes, document.distribution, document.by_edges, document.max_edges
    )
    claim = next((claim for claim in claims if claim.statement == CENSUS_COUNT.name), None)
    return CountedCensus(shares, None if claim is None else read_census(claim))


@unchecked_without_time("the classes were not counted again in time")
def _check_census(census: CountedCensus, budget: Budget) -> Iterator[str]:
    return study.census_parts.census_faults(census, budget)


def _picture_census(document: CensusDocument) -> str:
    return pictures.plots.svg_census(
        document.vertices, {count.min_swaps: count.classes for count in document.distribution}
    )


CENSUS = Kind(
    name="planarity-census",
    address="planarity/censuses",
    model=CensusDocument,
    identify=lambda census, _budget: identify_census(census.shares.n, census.shares.max_edges),
    write=_write_census,
    read=_read_census,
    view=View(
        about="The numbers of classes of drawings on n points, by minimum number of swaps.",
        name="Census of {} points",
        duplicate_relation="same-points",
        picture=_picture_census,
    ),
    check=_check_census,
)


COLLECTION_TAG = "collection"

COLLECTION_SIZE = Statement(
    name="planarity.collection-size",
    about="The number of members of a complete collection of order types, crossing types, swap classes or graphs of "
    "n points, in total and by a property. No other members exist.",
    check=of_document,
    verification_method="the members are counted again",
    evidence=lambda _claim: Evidence.RECOMPUTED,
)
"""This statement is checked together with the collection whose document contains it."""


class CollectionDocument(Document):
    """A complete collection: the number of its members, in total and by the value of a property."""

    kind: Literal["planarity-collection"] = "planarity-collection"
    collection: Annotated[str, Fact()] = Field(description="Name of the collection, such as order-types-8.")
    title: str = Field(description="Title of the collection.")
    points: Annotated[int, Fact()] = Field(description="Number of points, or of vertices, of each member.")
    size: Annotated[int, Fact(natural=True, synonyms=("members",))] = Field(description="Number of members.")
    counted_by: str = Field(description="Property by which the members are counted: hull, crossings or edges.")
    shares: list[tuple[int, int]] = Field(description="Values of the property, each with the number of members.")


def identify_collection(name: str) -> Identity:
    """Return the identity of the collection with a given name, even if it is not counted yet."""
    return Identity(content_key(COLLECTION_TAG, name.encode()), (split_name(name)[1],))


def _write_collection(collection: CountedCollection, named: LabelledIdentity) -> ObjectContent[CollectionDocument]:
    shares = list(collection.shares)
    document = CollectionDocument.of(named.label, collection, collection=collection.name, shares=shares)
    sizes = {"members": collection.size, f"by_{collection.counted_by}": list(map(list, shares))}
    return ObjectContent(document, (), [COLLECTION_SIZE.claim(sizes, method=collection.sort.method)])


@unchecked_without_time("the members were not counted again in time")
def _check_collection(collection: CountedCollection, budget: Budget) -> Iterator[str]:
    again = count_collection(collection.name, budget)
    if again != collection:
        yield f"the collection has {again.size} members, and the numbers by property differ from the stated numbers"


COLLECTION = Kind(
    name="planarity-collection",
    address="planarity/collections",
    model=CollectionDocument,
    identify=lambda collection, _budget: identify_collection(collection.name),
    write=_write_collection,
    read=lambda document, _claims: CountedCollection(document.collection, document.counted_by, tuple(document.shares)),
    view=View(
        about="Complete collections of order types, crossing types, swap classes and graphs, with their proved sizes.",
        duplicate_relation="same-collection",
        picture=lambda document: pictures.plots.svg_collection(
            document.title, document.counted_by, dict(document.shares)
        ),
    ),
    check=_check_collection,
)
