"""What is claimed of the objects of Swap Planarity."""

from collections.abc import Sequence
from typing import Any

from ludex.catalogue.claim import Claim, Sense, Statement
from ludex.planarity.drawing import Drawing, Edge

MINIMUM_SWAPS = Statement(
    name="planarity.minimum-swaps",
    number=41,
    about="The least number of swaps after which no edges cross, with swaps that meet it; null and proved where none "
    "suffice.",
    sense=Sense.LEAST,
    second="the swaps are done, and the minimum is searched for anew",
)
"""It is checked with the level or class whose document shows it."""
UNREACHABLE = Statement(
    name="planarity.unreachable",
    number=42,
    about="No swaps lead to a drawing in which no edges cross: there are too many edges, or the graph has a "
    "subdivision that excludes it, or every arrangement that swaps reach has a crossing.",
    second="what excludes a plane drawing is looked for anew",
)
STATEMENTS = (MINIMUM_SWAPS, UNREACHABLE)


def claim_minimum(
    drawing: Drawing,
    minimum: int | None,
    proved: bool,
    lower: int,
    method: str,
    swaps: Sequence[Edge] | None = None,
) -> list[Claim]:
    """Return what is claimed of the minimum of a drawing: the claim, and where nothing can be reached why.

    `swaps` are None where none are kept.
    """
    certificate: dict[str, Any] = {}
    if swaps is not None and minimum is not None:
        certificate["swaps"] = [[min(swap), max(swap)] for swap in swaps]
    if proved and minimum is not None and minimum > 1:
        sequences = len(drawing.edges) ** (minimum - 1)
        certificate["recompute"] = {"swaps": minimum - 1, "sequences": sequences}
    claim = Claim(MINIMUM_SWAPS.name, minimum, proved, method, certificate or None, lower, minimum)
    if minimum is not None or not proved:
        return [claim]
    from ludex.planarity.solving.obstructions import obstruction, stated

    return [claim, Claim(UNREACHABLE.name, True, True, method, stated(obstruction(drawing)))]
