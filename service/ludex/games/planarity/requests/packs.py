"""Packs of levels of Swap Planarity, and the form of a level in the file of a pack."""

from typing import Any

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.games.planarity import pictures as rendering
from ludex.games.planarity.level import Level
from ludex.requests.fields import ResponseModel
from ludex.requests.packs import GamePacks, PackFileLevel

_Pairs = list[tuple[int, int]]


class PackFileDrawing(ResponseModel):
    """Points and edges. An edge is a pair of vertices; vertices are numbered from 0."""

    points: _Pairs = Field(description="Coordinates of the vertices.")
    edges: _Pairs = Field(description="Pairs of vertices.")


class PlanarityPackLevel(PackFileLevel):
    """A level with a shortest solution. In each swap, the two ends of an edge exchange places."""

    min_swaps: int = Field(description="Minimum number of swaps.")
    drawing: PackFileDrawing = Field(description="The drawing.")
    swaps: _Pairs = Field(description="A shortest solution: the edges to swap, in order.")
    picture: str | None = Field(
        default=None, description="An SVG document, if pictures are requested; in an archive, the name of a PNG file."
    )
    hints: dict[str, _Pairs] | None = Field(
        default=None,
        description="For each arrangement on a shortest solution, the edges whose swap continues a shortest solution. "
        "Number v of an arrangement, such as `1,0,2`, is the number of the point at which vertex v is.",
    )
    hints_complete: bool | None = Field(
        default=None, description="False if the hints contain only the arrangements after the first swaps."
    )


def _write(label: str, grade: int, level: Level, pictures: bool) -> PlanarityPackLevel:
    assert level.solution.min_swaps is not None
    return PlanarityPackLevel(
        label=label,
        grade=grade,
        min_swaps=level.solution.min_swaps,
        drawing=PackFileDrawing(points=list(level.drawing.points), edges=list(level.drawing.edges)),
        swaps=list(level.solution.swaps),
        picture=rendering.drawings.drawing_svg(level.drawing) if pictures else None,
    )


def _hints(level: Level, budget: Budget) -> dict[str, Any]:
    from ludex.games.planarity.solving.hints import hint_table

    table = hint_table(level.drawing, level.solution, budget)
    hints = {",".join(map(str, at)): list(swaps) for at, swaps in table.swaps.items()}
    return {"hints": hints, "hints_complete": table.complete}


PACKS = GamePacks(
    kind="planarity-pack",
    level="planarity-level",
    levels="levels",
    file=PlanarityPackLevel,
    write=_write,
    columns=("label", "vertices", "edges", "crossings", "min_swaps"),
    hints=_hints,
)
"""The packs of the game."""
