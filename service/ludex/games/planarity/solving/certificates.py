"""Certificates of minimum numbers of swaps, and what the proof of a minimum rests on."""

from collections.abc import Sequence
from math import comb, perm
from typing import Any

from pydantic import TypeAdapter

from ludex.engine.budget import Budget
from ludex.engine.evidence import Evidence
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.solving.lower_bounds import LowerBound, lower_bound

MOST_SEQUENCES = 1_000_000
"""The maximum number of sequences of swaps up to which `ludex-check-claims` is certain to repeat the search."""
MOST_ARRANGEMENTS = 40_320
"""The maximum number of arrangements up to which `ludex-check-claims` is certain to visit all of them."""

_LOWER_BOUND = TypeAdapter(LowerBound)


def minimum_certificate(
    drawing: Drawing, minimum: int | None, proved: bool, swaps: Sequence[Edge] | None, fewer: LowerBound | None
) -> dict[str, Any]:
    """Return the certificate of a minimum number of swaps, in the format of schema/certificates.md.

    `swaps` is None if no sequence is known, and `fewer` is None if there is no short proof that fewer swaps do not
    suffice. If no plane arrangement is reachable, the certificate has the whole obstruction.
    """
    certificate: dict[str, Any] = {}
    if swaps is not None and minimum is not None:
        certificate["swaps"] = [[min(swap), max(swap)] for swap in swaps]
    if fewer is not None:
        certificate["fewer"] = _LOWER_BOUND.dump_python(fewer, mode="json", exclude_none=True)
    elif proved and minimum is not None and minimum > 1:
        sequences = len(drawing.edges) ** (minimum - 1)
        certificate["recompute"] = {"swaps": minimum - 1, "sequences": sequences}
    elif proved and minimum is None:
        from ludex.games.planarity.solving.obstructions import obstruction, obstruction_document

        certificate["unreachable"] = obstruction_document(obstruction(drawing))
    return certificate


def minimum_evidence(certificate: dict[str, Any]) -> Evidence:
    """Return what the proof of a minimum rests on, given its certificate.

    >>> minimum_evidence({"swaps": [[0, 1]], "fewer": {"near": []}}).value
    'certificate'
    >>> minimum_evidence({"swaps": [[0, 1], [0, 2]], "recompute": {"swaps": 1, "sequences": 30}}).value
    'recomputed'
    """
    if "unreachable" in certificate:
        return obstruction_evidence(certificate["unreachable"])
    recompute = certificate.get("recompute")
    if recompute is not None and recompute["sequences"] > MOST_SEQUENCES:
        return Evidence.SEARCH
    return Evidence.CERTIFICATE if "fewer" in certificate and "swaps" in certificate else Evidence.RECOMPUTED


def evidence_of(drawing: Drawing, minimum: int | None, budget: Budget) -> Evidence:
    """Return what the proof of the minimum of a drawing rests on. None means that no plane arrangement is reachable.

    A sequence of this many swaps must be known.
    """
    fewer = lower_bound(drawing, minimum, budget.quiet()) if minimum else None
    return minimum_evidence(minimum_certificate(drawing, minimum, True, (), fewer))


def placement_evidence(vertices: int, points: int) -> Evidence:
    """Return what the proof rests on that no placement of some vertices on some points gives a plane drawing.

    >>> placement_evidence(8, 8).value, placement_evidence(8, 9).value
    ('recomputed', 'search')
    """
    return Evidence.RECOMPUTED if perm(points, vertices) <= MOST_ARRANGEMENTS else Evidence.SEARCH


def exchange_evidence(vertices: int, exchanges: int) -> Evidence:
    """Return what the proof rests on that fewer than some exchanges of two vertices do not give a plane drawing.

    >>> exchange_evidence(10, 4).value, exchange_evidence(10, 5).value
    ('recomputed', 'search')
    """
    few = comb(vertices, 2) ** max(exchanges - 1, 0) <= MOST_SEQUENCES
    return Evidence.RECOMPUTED if few else Evidence.SEARCH


def obstruction_evidence(found: dict[str, Any]) -> Evidence:
    """Return what the proof that no plane arrangement is reachable rests on, given its certificate.

    >>> obstruction_evidence({"reason": "recompute", "arrangements": 720}).value
    'recomputed'
    """
    if found["reason"] != "recompute":
        return Evidence.CERTIFICATE
    return Evidence.RECOMPUTED if found["arrangements"] <= MOST_ARRANGEMENTS else Evidence.SEARCH
