"""The census of n points as an object of its own: how many classes it has, stored with what they add up from."""

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
    """The census of n points: its classes, by minimum (the unreachable ones last), by edges."""

    kind: Literal["planarity-census"] = "planarity-census"
    vertices: Annotated[int, Fact()] = Field(description="How many points, and vertices of the graphs.")
    classes: Annotated[int, Fact()] = Field(description="How many classes of swap-equivalent drawings there are.")
    largest_min_swaps: Annotated[int | None, Fact()] = Field(description="The largest minimum of a class.")
    distribution: tuple[MinimumCount, ...]
    by_edges: tuple[EdgesCount, ...]


def identify_census(n: int) -> Identity:
    """Return the identity of the census of n points, counted or not."""
    return Identity(content_key(TAG, str(n).encode()), (n,))


def _identify(census: CountedCensus, _budget: Budget) -> Identity:
    return identify_census(census.shares.n)


def _write(census: CountedCensus, named: LabelledIdentity) -> ObjectContent[CensusDocument]:
    shares = census.shares
    minima = [one.min_swaps for one in shares.distribution if one.min_swaps is not None]
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
    claim = next((one for one in claims if one.statement == CENSUS_COUNT.name), None)
    return CountedCensus(shares, None if claim is None else read_census(claim))


def _check(census: CountedCensus, budget: Budget) -> Iterator[str]:
    try:
        yield from census_faults(census, budget)
    except BudgetExhausted as exhausted:
        if exhausted.reason == "cancelled":
            raise
        yield Unchecked("the classes were not counted again in time")


def _picture(document: CensusDocument) -> str:
    return pictures.plots.svg_census(document.vertices, {one.min_swaps: one.classes for one in document.distribution})


CENSUS = Kind(
    name="planarity-census",
    address="planarity/censuses",
    model=CensusDocument,
    identify=_identify,
    write=_write,
    read=_read,
    view=View(
        about="How many classes of drawings there are on n points, by their minimum.",
        same="same-points",
        picture=_picture,
    ),
    check=_check,
)
