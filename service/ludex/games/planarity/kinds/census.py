"""Censuses as stored objects: the number of classes on n points, with the counts that add up to it."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

from pydantic import Field

from ludex.catalogue.claims.claim import Claim
from ludex.catalogue.kinds.document import Document
from ludex.catalogue.kinds.kind import Identity, Kind, LabelledIdentity, ObjectContent, View
from ludex.engine.budget import Budget, BudgetExhausted, Unchecked
from ludex.engine.fact import Fact
from ludex.engine.keys import content_key
from ludex.games.planarity import pictures
from ludex.games.planarity.kinds.statements import CENSUS_COUNT, claim_census, read_census
from ludex.games.planarity.study.census import CensusSummary, EdgesCount, MinimumCount
from ludex.games.planarity.study.census_proof import CountedCensus, census_faults

TAG = "census-of-points"


class CensusDocument(Document):
    """The census of n points: its number of classes, also by minimum (unreachable classes last) and by edges."""

    kind: Literal["planarity-census"] = "planarity-census"
    vertices: Annotated[int, Fact()] = Field(description="Number of points, and of vertices of each graph.")
    classes: Annotated[int, Fact()] = Field(description="Number of classes of swap-equivalent drawings.")
    largest_min_swaps: Annotated[int | None, Fact()] = Field(description="Largest minimum number of swaps of a class.")
    distribution: tuple[MinimumCount, ...]
    by_edges: tuple[EdgesCount, ...]


def identify_census(n: int) -> Identity:
    """Return the identity of the census of n points, which need not be counted yet."""
    return Identity(content_key(TAG, str(n).encode()), (n,))


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
        same="same-points",
        picture=_picture,
    ),
    check=_check,
)
