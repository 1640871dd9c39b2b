"""Stored levels: how they are shown, drawn and listed; their solutions, their neighbours, and the next one to play."""

from typing import Any

from flask import Response
from pydantic import Field
from sqlalchemy.orm import Session

from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer, Duplicate
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import DrawingOut, Swaps, pairs, show_drawing
from ludex.api.planarity.solutions import DifficultyMeasures, OptimalSolutions, show_difficulty
from ludex.api.problems import refused
from ludex.api.routes import SVG, TEXT, Routes, picture
from ludex.api.service import service
from ludex.catalogue.planarity.levels import LEVELS, StoredLevel
from ludex.catalogue.planarity.preparing import PreparedLevel
from ludex.graphs.graph6 import write_graph6
from ludex.pictures import PictureTooLarge
from ludex.pictures.drawings import drawing_svg, solution_svg
from ludex.planarity.untangle import write_untangle

routes = Routes(
    "planarity-levels", tag="Planarity levels", about="Drawings to make plane by swaps, stored once.", prefix=PREFIX
)

PATH = f"{PREFIX}/levels"


class Level(Answer):
    """A level: the first drawing stored of its class of swap-equivalent ones, and what is known of its solutions."""

    label: str
    url: str | None = Field(description="Null where it is not stored.")
    drawing: DrawingOut
    vertices: int
    edges: int
    crossings: int
    hull: int = Field(description="How many points the convex hull of this drawing has.")
    grid_delta: int = Field(
        description="The largest delta of its points, in 10,000ths of the side of the least square around them."
    )
    min_swaps: int | None = Field(
        description="Null and proved: no plane arrangement is reachable. Null and not proved: not known. A number that "
        "is not proved is an upper bound."
    )
    proved: bool
    lower_bound: int
    reason: str = Field(description="How the minimum is known, or why it is not.")
    optimal_solutions: OptimalSolutions
    difficulty: DifficultyMeasures
    graph: str = Field(description="The label of its graph.")
    order_type: str = Field(description="The label of the order type of this drawing's points.")
    x_type: str = Field(description="The label of the crossing type of this drawing's points.")
    provenance: dict[str, Any] = Field(description="Where it comes from: `source`, and what a generator was asked for.")
    duplicate_of: Duplicate | None = Field(
        default=None, description="Where the request's drawing is a level that was stored already: by which matching."
    )


class LevelSolution(Answer):
    """One shortest solution of a level, in the vertices of its drawing."""

    swaps: Swaps
    min_swaps: int | None
    proved: bool


def level_url(label: str) -> str:
    """Return the address of a stored level."""
    return f"{PATH}/{label}"


def show(stored: StoredLevel, duplicate_of: Duplicate | None = None) -> Level:
    """Return the answer of a stored level."""
    return Level(
        label=stored.label,
        url=level_url(stored.label),
        drawing=DrawingOut(points=pairs(stored.points), edges=pairs(stored.edge_list)),
        vertices=stored.vertices,
        edges=stored.edges,
        crossings=stored.crossings,
        hull=stored.hull,
        grid_delta=stored.delta,
        min_swaps=stored.min_swaps,
        proved=stored.proved,
        lower_bound=stored.lower_bound,
        reason=stored.reason,
        optimal_solutions=OptimalSolutions(arrangements=stored.arrangements, sequences=stored.sequences),
        difficulty=show_difficulty(stored.difficulty),
        graph=stored.graph,
        order_type=stored.order_type,
        x_type=stored.x_type,
        provenance=stored.provenance,
        duplicate_of=duplicate_of,
    )


def show_unstored(level: PreparedLevel) -> Level:
    """Return the answer of a level that is not stored."""
    prepared, solution = level.prepared, level.solution
    return Level(
        label=level.label,
        url=None,
        drawing=show_drawing(prepared.drawing),
        vertices=prepared.drawing.vertices,
        edges=len(prepared.drawing.edges),
        crossings=prepared.crossings,
        hull=prepared.points.hull,
        grid_delta=level.delta,
        min_swaps=solution.min_swaps,
        proved=solution.proved,
        lower_bound=solution.lower_bound,
        reason=solution.reason,
        optimal_solutions=OptimalSolutions(arrangements=solution.arrangements, sequences=solution.sequences),
        difficulty=show_difficulty(level.difficulty),
        graph=prepared.graph.label,
        order_type=prepared.points.label,
        x_type=prepared.points.x_label,
        provenance=dict(level.provenance),
    )


def _draw(_session: Session, stored: StoredLevel) -> str:
    return drawing_svg(stored.drawing)


def _graph6(stored: StoredLevel) -> str:
    return write_graph6(stored.drawing.graph())


def _untangle(stored: StoredLevel) -> str:
    return write_untangle(stored.drawing)


KIND = Kind(
    LEVELS,
    "levels",
    "level",
    Level,
    show,
    draw=_draw,
    names={"delta": "grid_delta"},
    texts={"graph6": _graph6, "untangle": _untangle},
)
mount(routes, KIND)


@routes.get("/levels/<label:label>/solution", LevelSolution)
def solution_of_level(path: LabelPath) -> LevelSolution:
    """Show one shortest solution of a level: the edges to swap, in order.

    No swaps where none is known, or where no plane arrangement is reachable.
    """
    stored = load_level(path.label)
    return LevelSolution(swaps=pairs(stored.swaps or ()), min_swaps=stored.min_swaps, proved=stored.proved)


@routes.get("/levels/<label:label>/solution.svg", SVG, problems=(422,))
def draw_solution(path: LabelPath) -> Response:
    """Draw a level and, step by step, what each swap of its solution makes of it."""
    stored = load_level(path.label)
    if stored.swaps is None:
        raise refused("/label", "no solution of this level is known")
    try:
        return picture(solution_svg(stored.drawing, stored.swaps))
    except PictureTooLarge as error:
        raise refused("/label", str(error)) from None


@routes.get("/levels/<label:label>/untangle", TEXT)
def untangle_of_level(path: LabelPath) -> Response:
    """Show the graph of a level as a game description of Simon Tatham's Untangle, which leaves the points open."""
    return Response(_untangle(load_level(path.label)) + "\n", content_type=f"{TEXT.types[0]}; charset=us-ascii")


def load_level(label: str) -> StoredLevel:
    """Return the stored level with a label. Raises ProblemError (404)."""
    with service().catalogue.reading() as session:
        return KIND.load(session, label)
