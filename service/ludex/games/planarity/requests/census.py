"""Requests for census totals: of a graph or a family of graphs, which are computed, and of a stored census."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field, create_model

from ludex.engine.faults import Fault, within
from ludex.games.planarity import operations, study
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.requests.comparing import GraphInput
from ludex.games.planarity.requests.solving import counted
from ludex.games.planarity.study.census_graphs import (
    MAX_CENSUS_POINTS,
    MIN_CENSUS_POINTS,
    GraphFamily,
    census_graph,
    graphs_of_family,
)
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import Forms, OneOfModel, ResponseModel, example, require_one
from ludex.requests.json_text import json_text
from ludex.requests.response_models import item_model
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_output import table

if TYPE_CHECKING:
    from ludex.catalogue.kinds.registry import Registry

_SUBJECT = "planarity/census/classes"


class GraphsInput(OneOfModel):
    """A graph, or a number of vertices and a family of graphs."""

    model_config = example(vertices=6, graphs="trees")
    FORMS: ClassVar[Forms] = ((("vertices",), ("graph",)),)

    vertices: Annotated[int, Field(ge=MIN_CENSUS_POINTS, le=MAX_CENSUS_POINTS)] | None = Field(
        default=None, description="Number of vertices of the graphs."
    )
    graphs: Annotated[GraphFamily, Field(strict=False)] = Field(
        default=GraphFamily.ALL, description="The family of graphs; by default all connected graphs."
    )
    graph: GraphInput | None = Field(default=None, description="A connected graph, instead of a family.")

    def read(self, session: Session) -> tuple[Graph, ...]:
        """Return the graphs. Raises Fault."""
        require_one(self, "vertices", "graph")
        if self.graph is None:
            return graphs_of_family(self.vertices or 0, self.graphs)
        if self.graphs != GraphFamily.ALL:
            raise Fault("a graph and a family exclude each other; give only one", ("graphs",))
        with within("graph"):
            graph = self.graph.read(session)
        try:
            return (census_graph(graph),)
        except ValueError as error:
            raise Fault(str(error), ("graph",)) from None


@dataclass(frozen=True, slots=True)
class CountedClasses:
    """Census totals of some graphs: the class counts by minimum (unsolvable classes last) and the hardest classes.

    `hardest` lists at most 100 classes with the largest minimum, starting with those that have the fewest solutions.
    """

    n: Annotated[int, Field(description="Number of vertices.")]
    graphs: Annotated[int, Field(description="Number of graphs.")]
    classes: Annotated[int, Field(description="Number of classes of swap-equivalent drawings of these graphs.")]
    distribution: "tuple[study.census.MinimumCount, ...]"
    by_edges: "tuple[study.census.EdgesCount, ...]"
    hardest: "tuple[study.census.CensusClass, ...]"

    @classmethod
    def of(cls, graphs: Sequence[Graph], totals: "study.census.CensusTotals") -> "CountedClasses":
        """Return the totals of `graphs`, which have the same number of vertices."""
        shares = totals.shares(graphs[0].vertices)
        return cls(shares.n, len(graphs), shares.classes, shares.distribution, shares.by_edges, totals.hardest)


def census_lines(result: CountedClasses) -> Iterator[str]:
    """Yield lines with the numbers of classes by minimum and by number of edges, and with the hardest classes."""
    yield f"{result.classes:,} classes"
    minima = [
        ("unreachable" if share.min_swaps is None else share.min_swaps, f"{share.classes:,}")
        for share in result.distribution
    ]
    yield from table([("minimum", "classes"), *minima])
    by_edges = [(share.edges, f"{share.classes:,}", share.largest_min_swaps) for share in result.by_edges]
    yield from table([("edges", "classes", "largest minimum"), *by_edges])
    greatest = [share.classes for share in result.distribution if share.min_swaps is not None][-1:]
    unlisted = sum(greatest) > len(result.hardest)
    yield f"{f'{len(result.hardest)} of the ' if unlisted else ''}hardest, fewest solutions first:"
    for census_class in result.hardest:
        solutions = census_class.optimal_solutions
        sequences = counted(solutions.sequences or 0, "sequence")
        arrangements = counted(solutions.arrangements or 0, "final drawing")
        crossings = counted(census_class.crossings, "crossing")
        yield f"{crossings}, {sequences} to {arrangements}: {json_text(census_class.drawing)}"


@request(
    "POST /planarity/census/totals",
    subject=_SUBJECT,
    text=census_lines,
    lacks={"command": "`ludex planarity census`", "tool": "`get_planarity_census` has the stored totals"},
)
def count_classes(
    catalogue: Session, graphs: Annotated[tuple[Graph, ...], Given(GraphsInput)], *, time_limit: TimeLimit = None
) -> CountedClasses:
    """Count the drawing classes of a graph, or of a family of connected graphs, by minimum number of swaps.

    Each graph is connected and has 4 to 7 vertices and two disjoint edges. Nothing is stored.

    Parameters
    ----------
    graphs
        The graphs, which have the same number of vertices.
    """
    with catalogue.searching(time_limit) as budget:
        totals = study.census.census_totals(graphs[0].vertices, budget, graphs)
    return CountedClasses.of(graphs, totals)


@dataclass(frozen=True, slots=True)
class CensusOfPoints:
    """The census of n points: the class counts and the hardest classes."""

    n: int
    classes: int
    distribution: "tuple[study.census.MinimumCount, ...]"
    by_edges: "tuple[study.census.EdgesCount, ...]"
    hardest: tuple[StoredObject, ...]


def _model(registry: "Registry") -> type[Any]:
    hardest: Any = list[item_model(registry.kind["planarity-census-class"])]  # type: ignore[misc]
    minima, by_edges = list[study.census.MinimumCount], list[study.census.EdgesCount]
    most = study.census.MAX_HARDEST
    fields: dict[str, Any] = {
        "n": (int, Field(description="Number of points.")),
        "classes": (int, Field(description="Number of classes.")),
        "distribution": (
            minima,
            Field(description="Number of classes for each minimum, with unsolvable classes last."),
        ),
        "by_edges": (by_edges, Field(description="Number of classes for each number of edges.")),
        "hardest": (hardest, Field(description=f"At most {most} hardest classes, fewest solutions first.")),
    }
    return create_model("CensusOfPoints", __base__=ResponseModel, __doc__=CensusOfPoints.__doc__, **fields)


@request(
    "GET /planarity/census/{n}",
    subject=_SUBJECT,
    answers=_model,
    tool=True,
    lacks={"command": "`ludex planarity census` computes the totals"},
)
def census(catalogue: Session, n: Annotated[int, Field(ge=MIN_CENSUS_POINTS, le=MAX_CENSUS_POINTS)]) -> CensusOfPoints:
    """Return the census totals for n points, the distribution of the minima, and the hardest classes.

    Parameters
    ----------
    n
        Number of points.
    """
    found = operations.census.stored_census(catalogue.store, n)
    totals, hardest = found.totals, (StoredObject(catalogue, level.listed()) for level in found.hardest)
    return CensusOfPoints(totals.n, totals.classes, totals.distribution, totals.by_edges, tuple(hardest))
