"""Censuses of the drawings on n points, and their classes, each with its proved minimum."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import DerivedLink, Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget, BudgetExhausted, Unchecked
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures, study
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS as CLASS_TAG
from ludex.games.planarity.identity.swap_class import one_swap_away
from ludex.games.planarity.kinds.document_parts import OptimalSolutions, drawing_picture
from ludex.games.planarity.kinds.drawing_class import DrawingClassDocument, identify_class, write_class
from ludex.games.planarity.kinds.statements import CENSUS_COUNT, claim_census, claim_minimum, read_census
from ludex.games.planarity.solving.lower_bounds import LowerBound, untouched_crossings
from ludex.games.planarity.solving.solution import SolutionCounts
from ludex.games.planarity.study.census import (
    CensusClass,
    CensusSummary,
    CountedCensus,
    EdgesCount,
    MinimumCount,
    census_faults,
)

CLASS_METHOD = "every arrangement that swaps can reach was gone through"


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
    document = CensusClassDocument(label=named.label, min_swaps=minimum, optimal_solutions=solutions, **fields)
    crossings = untouched_crossings(drawing, minimum - 1) if minimum else None
    fewer = None if crossings is None else LowerBound(crossings=crossings)
    claims = claim_minimum(drawing, minimum, True, minimum or 0, CLASS_METHOD, fewer=fewer)
    return ObjectContent(document, links, claims)


def _read_class(document: CensusClassDocument, _claims: Sequence[Claim]) -> CensusClass:
    counts = SolutionCounts(**document.optimal_solutions.model_dump())
    return CensusClass(document.drawing.drawing(), document.crossings, document.min_swaps, counts)


def _check_class(census_class: CensusClass, budget: Budget) -> Iterator[str]:
    return study.faults.class_faults(census_class, budget)


CENSUS_CLASS = Kind(
    name="planarity-census-class",
    address="planarity/census/classes",
    model=CensusClassDocument,
    identify=_identify_class,
    write=_write_class,
    read=_read_class,
    view=View(
        about="All classes of swap-equivalent drawings of connected graphs with two disjoint edges, on few points.",
        duplicate_relation="swap",
        picture=lambda document: drawing_picture(document.drawing),
    ),
    check=_check_class,
)


CENSUS_TAG = "census-of-points"


class CensusDocument(Document):
    """The census of n points: its number of classes in total, by minimum (unreachable classes last) and by edges."""

    kind: Literal["planarity-census"] = "planarity-census"
    vertices: Annotated[int, Fact()] = Field(description="Number of points, and of vertices of each graph.")
    classes: Annotated[int, Fact()] = Field(description="Number of classes of swap-equivalent drawings.")
    largest_min_swaps: Annotated[int | None, Fact()] = Field(description="Largest minimum number of swaps of a class.")
    distribution: tuple[MinimumCount, ...]
    by_edges: tuple[EdgesCount, ...]


def identify_census(n: int) -> Identity:
    """Return the identity of the census of n points, which need not be counted yet."""
    return Identity(content_key(CENSUS_TAG, str(n).encode()), (n,))


def _identify(census: CountedCensus, _budget: Budget) -> Identity:
    return identify_census(census.shares.n)


def _write(census: CountedCensus, named: LabelledIdentity) -> ObjectContent[CensusDocument]:
    shares = census.shares
    minima = [count.min_swaps for count in shares.distribution if count.min_swaps is not None]
    document = CensusDocument(
        label=named.label,
        vertices=shares.n,
        classes=shares.classes,
        largest_min_swaps=max(minima, default=None),
        distribution=shares.distribution,
        by_edges=shares.by_edges,
    )
    return ObjectContent(document, (), [claim_census(census)])


def _read(document: CensusDocument, claims: Sequence[Claim]) -> CountedCensus:
    shares = CensusSummary(document.vertices, document.classes, document.distribution, document.by_edges)
    claim = next((claim for claim in claims if claim.statement == CENSUS_COUNT.name), None)
    return CountedCensus(shares, None if claim is None else read_census(claim))


def _check(census: CountedCensus, budget: Budget) -> Iterator[str]:
    try:
        yield from census_faults(census, budget)
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        yield Unchecked("the classes were not counted again in time")


def _picture(document: CensusDocument) -> str:
    return pictures.plots.svg_census(
        document.vertices, {count.min_swaps: count.classes for count in document.distribution}
    )


CENSUS = Kind(
    name="planarity-census",
    address="planarity/censuses",
    model=CensusDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="The numbers of classes of drawings on n points, by minimum number of swaps.",
        duplicate_relation="same-points",
        picture=_picture,
    ),
    check=_check,
)
