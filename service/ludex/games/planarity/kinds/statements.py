"""The relations and statements of Swap Planarity, and the known numbers of order types."""

from collections.abc import Sequence

from pydantic import TypeAdapter

from ludex.catalogue.claims.claim import CitedClaim, Claim, Sense, Statement, of_document
from ludex.catalogue.kinds.pack import in_pack
from ludex.catalogue.kinds.relation import Relation, same_class
from ludex.engine.evidence import Evidence
from ludex.engine.faults import Fault
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.level import Level
from ludex.games.planarity.solving.lower_bounds import (
    LowerBound,
    minimum_certificate,
    minimum_evidence,
    obstruction_evidence,
)
from ludex.games.planarity.study.census import CensusProof, CountedCensus

HAS_GRAPH = Relation(
    name="has-graph",
    inverse="graph-of",
    sources=("planarity-level", "planarity-census-class"),
    targets=("planarity-graph",),
    about="The graph of the drawing. The detail lists the canonical number of each vertex.",
    column="graph",
    counted=True,
)
HAS_ORDER_TYPE = Relation(
    name="has-order-type",
    inverse="order-type-of",
    sources=("planarity-level", "planarity-census-class"),
    targets=("planarity-order-type",),
    about="The order type of the points. The detail lists the canonical number of the point of each vertex.",
    column="order_type",
    counted=True,
)
HAS_X_TYPE = Relation(
    name="has-x-type",
    inverse="x-type-of",
    sources=("planarity-order-type",),
    targets=("planarity-x-type",),
    about="The x-type of the points: which segments between them cross.",
    column="x_type",
    counted=True,
)
IN_PACK = in_pack(
    "planarity-level",
    "planarity-pack",
    Level,
    lambda level: None if level.difficulty is None else level.difficulty.grade,
)
SAME_CLASS = same_class("planarity-level", "planarity-census-class")
ONE_SWAP = Relation(
    name="one-swap",
    inverse="one-swap",
    sources=("planarity-census-class",),
    targets=("planarity-census-class",),
    about="A class that is one swap away. The detail is the number of swaps of the first class that lead to it.",
)

RELATIONS = (HAS_GRAPH, HAS_ORDER_TYPE, HAS_X_TYPE, IN_PACK, SAME_CLASS, ONE_SWAP)


MINIMUM_SWAPS = Statement(
    name="planarity.minimum-swaps",
    about="The minimum number of swaps after which no edges cross, with a sequence of that many swaps if one is "
    "stored. A proved claim without a value states that no sequence of swaps suffices.",
    sense=Sense.LEAST,
    check=of_document,
    verification_method="the swaps are carried out, and the minimum is computed again",
    evidence=lambda claim: minimum_evidence(claim.certificate or {}),
)
"""This statement is checked together with the level or census class whose document contains it."""
UNREACHABLE = Statement(
    name="planarity.unreachable",
    about="No sequence of swaps leads to a drawing in which no edges cross: the graph has too many edges, or "
    "contains a subdivision that rules out a plane drawing, or every arrangement that swaps can reach has a crossing.",
    check=of_document,
    verification_method="the obstruction to a plane drawing is computed again",
    evidence=lambda claim: obstruction_evidence(claim.certificate),
)


CENSUS_COUNT = Statement(
    name="planarity.census",
    about="The number of classes of swap-equivalent drawings of connected graphs with two disjoint edges on n points, "
    "by minimum. The certificate lists the graphs, the point sets and the sizes of the classes.",
    check=of_document,
    verification_method="the classes are counted again",
    evidence=lambda claim: Evidence.SEARCH if claim.certificate is None else Evidence.RECOMPUTED,
)
"""This statement is checked together with the census whose document contains it."""
STATEMENTS = (MINIMUM_SWAPS, UNREACHABLE, CENSUS_COUNT)


_PROOF = TypeAdapter(CensusProof)


def claim_census(census: CountedCensus) -> Claim:
    """Return the claim about a census."""
    shares = census.shares
    certificate = None if census.proof is None else _PROOF.dump_python(census.proof, mode="json")
    by_minimum = [[count.min_swaps, count.classes] for count in shares.distribution]
    return CENSUS_COUNT.claim(
        {"classes": shares.classes, "by_minimum": by_minimum},
        method="orbits of all arrangements of each graph on each point set",
        certificate=certificate,
    )


def read_census(claim: Claim) -> CensusProof | None:
    """Return the proof in the claim about a census, or None if the claim has no proof.

    Raises ValueError if the certificate has the wrong form.
    """
    return None if claim.certificate is None else _PROOF.validate_python(claim.certificate)


def claim_minimum(
    drawing: Drawing,
    minimum: int | None,
    proved: bool,
    lower: int,
    method: str,
    swaps: Sequence[Edge] | None = None,
    fewer: LowerBound | None = None,
) -> list[Claim]:
    """Return the claims about the minimum of a drawing. If no solution is reachable, a claim states an obstruction.

    `swaps` is None if no sequence is stored. `fewer` is None if there is no short proof that fewer swaps do not
    suffice. Raises Fault for a minimum greater than `n (n - 1) / 2`. No drawing has such a minimum. The reason is that
    swaps along the `n - 1` edges of a spanning tree can move one vertex after another to its position. Every reachable
    arrangement is therefore reached with at most `n (n - 1) / 2` swaps.
    """
    most = drawing.vertices * (drawing.vertices - 1) // 2
    if minimum is not None and minimum > most:
        raise Fault(f"a solvable drawing with {drawing.vertices} vertices needs at most {most:,} swaps", ("min_swaps",))
    certificate = minimum_certificate(drawing, minimum, proved, swaps, fewer)
    obstruction = certificate.get("unreachable")
    if obstruction is not None:  # The other claim has the whole obstruction.
        shown = ("reason", "arrangements")
        certificate["unreachable"] = {name: obstruction[name] for name in shown if name in obstruction}
    proof = certificate or None
    claims = [MINIMUM_SWAPS.claim(minimum, lower=lower, upper=minimum, proved=proved, method=method, certificate=proof)]
    if obstruction is not None:
        claims.append(UNREACHABLE.claim(True, method=method, certificate=obstruction))
    return claims


_ENUMERATION = (
    "O. Aichholzer, F. Aurenhammer, H. Krasser: Enumerating order types for small point sets with applications. "
    "Order 19 (2002), 265-281.",
    "10.1023/A:1021231927255",
)
_EXTENSION = (
    "O. Aichholzer, H. Krasser: Abstract order type extension and new results on the rectilinear crossing number. "
    "Computational Geometry 36 (2007), 2-15.",
    "10.1016/j.comgeo.2005.07.005",
)
_ORDER_TYPES = (1, 1, 1, 2, 3, 16, 135, 3315, 158_817, 14_309_547, 2_334_512_907)
_ENUMERATED = 10

CITED = tuple(
    CitedClaim(
        statement="planarity.order-type-count",
        about="The number of order types of n points in general position, up to reflection.",
        parameters={"points": n},
        value=count,
        reference=reference,
        doi=doi,
        oeis="A063666",
    )
    for n, count in enumerate(_ORDER_TYPES, 1)
    for reference, doi in [_ENUMERATION if n <= _ENUMERATED else _EXTENSION]
)
