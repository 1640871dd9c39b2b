"""The statements that claims make about objects of Swap Planarity."""

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from ludex.catalogue.claims.claim import Claim, Sense, Statement, of_document
from ludex.catalogue.kinds.document import DocumentPart
from ludex.engine.faults import Fault
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.lower_bounds import LowerBound
from ludex.games.planarity.study.census import (
    CensusProof,
    CountedCensus,
    ProofGraph,
    ProofPoints,
    ProofShare,
)

MINIMUM_SWAPS = Statement(
    name="planarity.minimum-swaps",
    about="The fewest swaps after which no edges cross, with a sequence of that many swaps if one is kept. A proved "
    "claim without a value states that no swaps suffice.",
    sense=Sense.LEAST,
    check=of_document,
    verification_method="the swaps are carried out, and the minimum is computed again",
)
"""Checked together with the level or census class whose document contains it."""
UNREACHABLE = Statement(
    name="planarity.unreachable",
    about="No swaps lead to a drawing in which no edges cross: the graph has too many edges, or contains a "
    "subdivision that rules it out, or every arrangement that swaps can reach has a crossing.",
    check=of_document,
    verification_method="the obstruction to a plane drawing is computed again",
)


_LOWER_BOUND = TypeAdapter(LowerBound)


CENSUS_COUNT = Statement(
    name="planarity.census",
    about="The number of classes of swap-equivalent drawings of connected graphs with two disjoint edges on n points, "
    "by minimum. The certificate lists the graphs, the point sets and the sizes of the classes.",
    check=of_document,
    verification_method="the classes are counted again",
)
"""Checked together with the census whose document contains it."""
STATEMENTS = (MINIMUM_SWAPS, UNREACHABLE, CENSUS_COUNT)


class CensusCertificate(DocumentPart):
    """The counts that add up to a census, and each graph and point set with the number of its symmetries.

    Each entry of `classes` consists of a graph, a point set, the minimum (None if no plane arrangement is reachable),
    the order of the stabiliser, and the number of such classes.
    """

    graphs: list[tuple[list[tuple[int, int]], int]]
    point_sets: list[tuple[list[tuple[int, int]], int]]
    classes: list[tuple[int, int, int | None, int, int]]

    @classmethod
    def of(cls, proof: CensusProof) -> "CensusCertificate":
        """Return the certificate of a proof."""
        return cls(
            graphs=[(list(graph.edges), graph.symmetries) for graph in proof.graphs],
            point_sets=[(list(point_set.points), point_set.symmetries) for point_set in proof.point_sets],
            classes=[
                (share.graph, share.point_set, share.min_swaps, share.stabiliser, share.classes)
                for share in proof.shares
            ],
        )

    def proof(self) -> CensusProof:
        """Return the proof."""
        return CensusProof(
            tuple(ProofGraph(tuple(edges), symmetries) for edges, symmetries in self.graphs),
            tuple(ProofPoints(tuple(points), symmetries) for points, symmetries in self.point_sets),
            tuple(ProofShare(*share) for share in self.classes),
        )


def claim_census(census: CountedCensus) -> Claim:
    """Return the claim about a census."""
    shares = census.shares
    certificate = None
    if census.proof is not None:
        certificate = CensusCertificate.of(census.proof).model_dump(mode="json")
    return Claim(
        CENSUS_COUNT.name,
        value={
            "classes": shares.classes,
            "by_minimum": [[count.min_swaps, count.classes] for count in shares.distribution],
        },
        proved=True,
        method="orbits of all arrangements of each graph on each point set",
        certificate=certificate,
    )


def read_census(claim: Claim) -> CensusProof | None:
    """Return the proof in the claim about a census, if any. Raises ValueError if the certificate has the wrong form."""
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
    """Return the claims about the minimum of a drawing, including an obstruction if no solution is reachable.

    `swaps` is None if no sequence is kept, and `fewer` is None if there is no short proof that fewer swaps do not
    suffice. Raises Fault for a minimum greater than n (n - 1) / 2, which no drawing has: swaps along the n - 1 edges of
    a spanning tree can move the vertices to their positions one after the other, so that this number of swaps suffices
    for every reachable arrangement.
    """
    most = drawing.vertices * (drawing.vertices - 1) // 2
    if minimum is not None and minimum > most:
        raise Fault(
            f"a drawing with {drawing.vertices} vertices needs at most {most:,} swaps if any suffice", ("min_swaps",)
        )
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
