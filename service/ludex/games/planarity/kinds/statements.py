"""What is claimed of the objects of Swap Planarity."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from ludex.catalogue.claims.claim import Claim, Sense, Statement, of_document
from ludex.catalogue.kinds.document import Part
from ludex.engine.faults import Fault
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.lower_bounds import LowerBound
from ludex.games.planarity.study.census_proof import (
    CensusProof,
    CountedCensus,
    ProofGraph,
    ProofPoints,
    ProofShare,
)

MINIMUM_SWAPS = Statement(
    name="planarity.minimum-swaps",
    about="The least number of swaps after which no edges cross, with swaps that meet it; null and proved where none "
    "suffice.",
    sense=Sense.LEAST,
    check=of_document,
    verification_method="the swaps are done, and the minimum is searched for anew",
)
"""It is checked with the level or class whose document shows it."""
UNREACHABLE = Statement(
    name="planarity.unreachable",
    about="No swaps lead to a drawing in which no edges cross: there are too many edges, or the graph has a "
    "subdivision that excludes it, or every arrangement that swaps reach has a crossing.",
    check=of_document,
    verification_method="what excludes a plane drawing is looked for anew",
)


_LOWER_BOUND = TypeAdapter(LowerBound)


CENSUS_COUNT = Statement(
    name="planarity.census",
    about="How many classes of swap-equivalent drawings of connected graphs with two disjoint edges there are on n "
    "points, by minimum. The certificate lists the graphs, the point sets and the sizes of the classes.",
    check=of_document,
    verification_method="the classes are counted anew",
)
"""It is checked with the census whose document shows it."""
STATEMENTS = (MINIMUM_SWAPS, UNREACHABLE, CENSUS_COUNT)


class CensusCertificate(Part):
    """What a census adds up from: each graph and point set with the number of its symmetries.

    `classes` are graph, point set, minimum (null: unreachable), order of the stabiliser, number of such classes.
    """

    graphs: list[tuple[list[tuple[int, int]], int]]
    point_sets: list[tuple[list[tuple[int, int]], int]]
    classes: list[tuple[int, int, int | None, int, int]]

    @classmethod
    def of(cls, proof: CensusProof) -> "CensusCertificate":
        """Return a proof as certificates have it."""
        return cls(
            graphs=[(list(one.edges), one.symmetries) for one in proof.graphs],
            point_sets=[(list(one.points), one.symmetries) for one in proof.point_sets],
            classes=[(one.graph, one.point_set, one.min_swaps, one.stabiliser, one.classes) for one in proof.shares],
        )

    def proof(self) -> CensusProof:
        """Return the proof."""
        return CensusProof(
            tuple(ProofGraph(tuple(edges), symmetries) for edges, symmetries in self.graphs),
            tuple(ProofPoints(tuple(points), symmetries) for points, symmetries in self.point_sets),
            tuple(ProofShare(*one) for one in self.classes),
        )


def claim_census(census: CountedCensus) -> Claim:
    """Return what is claimed of a census."""
    shares = census.shares
    certificate = None
    if census.proof is not None:
        certificate = CensusCertificate.of(census.proof).model_dump(mode="json")
    return Claim(
        CENSUS_COUNT.name,
        value={
            "classes": shares.classes,
            "by_minimum": [[one.min_swaps, one.classes] for one in shares.distribution],
        },
        proved=True,
        method="orbits of all arrangements of each graph on each point set",
        certificate=certificate,
    )


def read_census(claim: Claim) -> CensusProof | None:
    """Return what a census is claimed to add up from. Raises ValueError if it is stated in another form."""
    if claim.certificate is None:
        return None
    return CensusCertificate.model_validate(claim.certificate).proof()


def claim_minimum(
    drawing: Drawing,
    minimum: int | None,
    proved: bool,
    lower: int,
    method: str,
    swaps: Sequence[Edge] | None = None,
    fewer: LowerBound | None = None,
) -> list[Claim]:
    """Return what is claimed of the minimum of a drawing: the claim, and the reason if nothing can be reached.

    `swaps` are None if none are kept, `fewer` is None if nothing short is known to show that fewer do not suffice.
    Raises Fault for a minimum that no drawing has: the n - 1 edges of a tree bring one vertex after the other to any
    place, so that n (n - 1) / 2 swaps suffice for whatever can be reached at all.
    """
    most = drawing.vertices * (drawing.vertices - 1) // 2
    if minimum is not None and minimum > most:
        raise Fault(f"with {drawing.vertices} vertices {most:,} swaps suffice, or none do", ("min_swaps",))
    certificate: dict[str, Any] = {}
    if swaps is not None and minimum is not None:
        certificate["swaps"] = [[min(swap), max(swap)] for swap in swaps]
    if fewer is not None:
        certificate["fewer"] = _LOWER_BOUND.dump_python(fewer, mode="json", exclude_none=True)
    elif proved and minimum is not None and minimum > 1:
        sequences = len(drawing.edges) ** (minimum - 1)
        certificate["recompute"] = {"swaps": minimum - 1, "sequences": sequences}
    claim = Claim(
        MINIMUM_SWAPS.name,
        value=minimum,
        lower=lower,
        upper=minimum,
        proved=proved,
        method=method,
        certificate=certificate or None,
    )
    if minimum is not None or not proved:
        return [claim]

    certificate = solving.obstructions.obstruction_document(solving.obstructions.obstruction(drawing))
    return [claim, Claim(UNREACHABLE.name, value=True, proved=True, method=method, certificate=certificate)]
