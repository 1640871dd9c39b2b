"""The census: every class of swap-equivalent drawings of connected graphs on few points, with its proved minimum."""

from flask import Response
from pydantic import Field

from ludex.api.collections import LabelPath, mount
from ludex.api.kinds import Kind
from ludex.api.models import Answer
from ludex.api.parameters import Parameters
from ludex.api.planarity import PREFIX
from ludex.api.planarity.drawings import DrawingOut, pairs
from ludex.api.planarity.solutions import OptimalSolutions
from ludex.api.problems import ProblemError
from ludex.api.routes import SVG, Routes, picture
from ludex.api.service import service
from ludex.catalogue.listing import FacetValue
from ludex.catalogue.planarity.census import CENSUS, StoredClass
from ludex.pictures.drawings import drawing_svg
from ludex.planarity.study.census import LEAST_POINTS, MOST_HARDEST, MOST_POINTS

routes = Routes(
    "planarity-census",
    tag="Planarity census",
    about="Every class of drawings of connected graphs with two disjoint edges, on few points.",
    prefix=PREFIX,
)

PATH = f"{PREFIX}/census/classes"


class CensusClass(Answer):
    """A class of swap-equivalent drawings, one of them, and its minimum number of swaps, which is proved."""

    label: str
    url: str
    drawing: DrawingOut
    vertices: int
    edges: int
    crossings: int
    min_swaps: int | None = Field(description="Null: no plane arrangement is reachable.")
    optimal_solutions: OptimalSolutions
    graph: str
    order_type: str
    x_type: str


class CensusPath(Parameters):
    """The census of so many points."""

    n: int = Field(ge=LEAST_POINTS, le=MOST_POINTS, description="How many points.")


class MinimumShare(Answer):
    """How many classes have a minimum."""

    min_swaps: int | None = Field(description="Null: no plane arrangement is reachable.")
    classes: int


class EdgesShare(Answer):
    """How many classes have so many edges, and the largest minimum among them."""

    edges: int
    classes: int
    largest_min_swaps: int | None = Field(description="Null: none of them reaches a plane arrangement.")


class CensusTotals(Answer):
    """The census of n points."""

    n: int
    classes: int
    distribution: list[MinimumShare] = Field(description="By minimum, rising; the unreachable ones come last.")
    by_edges: list[EdgesShare]
    hardest: list[CensusClass] = Field(
        description=f"The classes of the largest minimum, fewest solutions first, at most {MOST_HARDEST}."
    )


def show(stored: StoredClass) -> CensusClass:
    """Return the answer of a class of the census."""
    return CensusClass(
        label=stored.label,
        url=f"{PATH}/{stored.label}",
        drawing=DrawingOut(points=pairs(stored.points), edges=pairs(stored.edge_list)),
        vertices=stored.vertices,
        edges=stored.edges,
        crossings=stored.crossings,
        min_swaps=stored.min_swaps,
        optimal_solutions=OptimalSolutions(arrangements=stored.arrangements, sequences=stored.sequences),
        graph=stored.graph,
        order_type=stored.order_type,
        x_type=stored.x_type,
    )


KIND = Kind(CENSUS, "census", "class of the census", CensusClass, show)
mount(routes, KIND, objects=False)


@routes.get("/census/classes/<label:label>", CensusClass)
def census_class(path: LabelPath) -> CensusClass:
    """Show the class of the census with this label."""
    with service().catalogue.reading() as session:
        return show(KIND.load(session, path.label))


@routes.get("/census/classes/<label:label>.svg", SVG)
def draw_class(path: LabelPath) -> Response:
    """Draw the class of the census with this label."""
    with service().catalogue.reading() as session:
        return picture(drawing_svg(KIND.load(session, path.label).drawing))


@routes.get("/census/<label:n>", CensusTotals)
def census_totals(path: CensusPath) -> CensusTotals:
    """Show the totals of the census of n points, the distribution of the minima, and the hardest classes."""
    of = {"vertices": path.n}
    with service().catalogue.reading() as session:
        found = CENSUS.facets(session, of, ["min_swaps", "edges"])
        if not found["edges"]:
            raise ProblemError(
                404, f"The census of {path.n} points is not stored; `ludex planarity census {path.n}` makes it."
            )
        minima = sorted(found["min_swaps"], key=_unreachable_last)
        by_edges = []
        for share in sorted(found["edges"], key=lambda one: one.value):
            filters = of | {"edges": share.value}
            top = CENSUS.page(session, filters, "min_swaps", descending=True, limit=1).items[0]
            by_edges.append(EdgesShare(edges=share.value, classes=share.count, largest_min_swaps=top.min_swaps))
        largest = max((one.value for one in minima if one.value is not None), default=None)
        filters = of if largest is None else of | {"min_swaps": largest}
        hardest = CENSUS.page(session, filters, "sequences", limit=MOST_HARDEST).items
    return CensusTotals(
        n=path.n,
        classes=sum(share.classes for share in by_edges),
        distribution=[MinimumShare(min_swaps=one.value, classes=one.count) for one in minima],
        by_edges=by_edges,
        hardest=[show(one) for one in hardest],
    )


def _unreachable_last(one: FacetValue) -> tuple[bool, int]:
    return one.value is None, one.value or 0
