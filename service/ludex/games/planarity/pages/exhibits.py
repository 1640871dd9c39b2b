"""The exhibits of Swap Planarity: a level with its solution, the census, the packs."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ludex.catalogue.claims.storing import claims_of
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import ObjectView
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity import solving
from ludex.games.planarity.drawing import Drawing, Edge
from ludex.games.planarity.kinds import CENSUS_CLASS, PACK
from ludex.games.planarity.kinds import LEVEL as LEVEL_KIND
from ludex.games.planarity.pictures.drawings import drawing_svg, solution_svg
from ludex.web.game_pages import Exhibits
from ludex.web.object_declarations import Steps
from ludex.web.site.text_filters import counted

LEVEL = Drawing(
    (
        (6771, 1305),
        (1572, 9131),
        (3451, 525),
        (9113, 3149),
        (794, 7335),
        (5818, 7355),
        (9774, 4646),
        (1402, 3254),
        (7538, 8227),
        (4884, 9640),
        (3299, 3946),
    ),
    (
        *((0, 3), (0, 5), (0, 7), (0, 10), (1, 7), (1, 9), (2, 3), (3, 10), (4, 7), (4, 8)),
        *((4, 9), (4, 10), (5, 7), (6, 8), (6, 10), (7, 9), (7, 10), (8, 9), (8, 10)),
    ),
)
"""A generated level of 11 vertices and 19 edges."""

SWAPS: tuple[Edge, ...] = ((5, 7), (4, 7), (2, 3), (0, 3))
"""An optimal solution of the level."""

ORDER_TYPES = {3: 1, 4: 2, 5: 3, 6: 16, 7: 135, 8: 3315, 9: 158_817}
"""The number of order types by number of points, up to reflection (O. Aichholzer, F. Aurenhammer, H. Krasser, 2002)."""

CENSUS = {
    4: (2, 15, 1, 1),
    5: (3, 598, 28, 3),
    6: (15, 170_299, 11_492, 6),
    7: (122, 191_797_124, 35_819_727, 10),
}
"""Results of the census by number of points: x-types, swap classes, unsolvable classes, and the largest minimum."""

STORED_CENSUS = (4, 5)
"""The numbers of points for which the starting catalogue has every class."""

_MOST_PACKS = 6


@lru_cache(maxsize=1)
def _shown() -> Mapping[str, Any]:
    return {
        "level": drawing_svg(LEVEL),
        "solution": solution_svg(LEVEL, SWAPS),
        "swaps": len(SWAPS),
        "census": CENSUS,
        "order_types": ORDER_TYPES,
        "stored_census": STORED_CENSUS,
    }


def _stored(reader: Reader) -> Mapping[str, Any]:
    """Return the stored packs of the starting catalogue, in the order of storing."""
    found = page(reader, PACK, {"starting": True}, limit=_MOST_PACKS).items
    return {"packs": [json.loads(pack.text()) for pack in found]}


def solution_steps(reader: Reader, found: ObjectView) -> Steps | None:
    """Return the steps of the solution of a level or a census class. A solution that is not stored is computed."""
    if found.kind not in (LEVEL_KIND, CENSUS_CLASS) or not found.id:
        return None
    document: Any = found.document()
    if not document.min_swaps:
        return None
    drawing: Drawing = document.drawing.drawing()
    claims = claims_of(reader, found.id, "planarity.minimum-swaps")
    stored = [tuple(swap) for claim in claims for swap in (claim.certificate or {}).get("swaps", [])]
    if not stored and found.kind is LEVEL_KIND:
        return None
    count = len(stored) or document.min_swaps

    def at(step: int) -> tuple[str, str]:
        # A drawing of the census is small and quick to solve, and it is solved only when a visitor opens its solution.
        swaps = stored or list(solving.minimum_swaps.solve(drawing).swaps)
        now = drawing.after(swaps[:step])
        progress = f"After {step} of {count} swaps" if step else "Start"
        if step == count:
            return drawing_svg(now), f"{progress}: no edges cross."
        u, v = swaps[step]
        return drawing_svg(now, swap=swaps[step]), f"{progress}. Next, swap {u} and {v}."

    fewest = "the proved minimum" if all(claim.proved for claim in claims) else "the best known solution"
    return Steps(count, f"{counted(count, 'swap')}, {fewest}.", "swap", at)


EXHIBITS = Exhibits(_shown, _stored)
