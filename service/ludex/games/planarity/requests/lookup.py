"""How objects of Swap Planarity are given that are looked up by their keys: classes, censuses, graphs, point sets."""

import re
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.catalogue.kinds.label import has_shape_of_label
from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.sources import DRAWN, EdgeList, GivenDrawing, GivenPoints, drawing_of_text
from ludex.games.planarity.untangle import is_untangle
from ludex.graphs.canonical import GraphError
from ludex.graphs.graph6 import is_graph6, read_graph6
from ludex.requests.exact_json import exact_json
from ludex.requests.fields import Argument, Forms, Hidden, Label, OneOfModel, ServiceBounds, example, require_one
from ludex.requests.lookup import Sought
from ludex.requests.request import ExecutionContext
from ludex.requests.sources import stored

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity
    from ludex.games.planarity.study.census_proof import CountedCensus

_GRAPH6_CHARACTERS = 400


def _graph_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: graph6, or a drawing, a description of Untangle, a label.

    >>> _graph_of_text("Bg"), _graph_of_text("2:0-1")
    ({'graph6': 'Bg'}, {'vertices': 2, 'edges': [[0, 1]]})
    """
    if is_graph6(text):
        return {"graph6": text.strip()}
    given = drawing_of_text(text)
    if is_untangle(text):
        return {"vertices": len(given["drawing"]["points"]), "edges": given["drawing"]["edges"]}
    inner = given.get("drawing")
    # An object of JSON with members of a graph, not of a drawing.
    own = inner if isinstance(inner, dict) and "points" not in inner else {}
    return {name: own[name] for name in ("graph6", "vertices", "edges") if name in own} or given


class GivenGraph(OneOfModel):
    """A graph: its text in graph6, the number of its vertices and its edges, a drawing of it, or a stored object."""

    model_config = example(vertices=4, edges=[[0, 1], [1, 2], [2, 3]])
    FORMS: ClassVar[Forms] = ((("graph6",), ("vertices", "edges"), ("drawing",), ("label",)),)

    graph6: Annotated[
        Annotated[str, Field(min_length=1), ServiceBounds(_GRAPH6_CHARACTERS)] | None,
        Argument(
            "GRAPH",
            "graph6, a description of Untangle, a drawing, or a label; a file of it.",
            _graph_of_text,
            merged=True,
        ),
    ] = Field(default=None, description="The graph in graph6; its vertices are numbered as there.")
    vertices: Annotated[Annotated[int, Field(ge=1, le=bounds.VERTICES)] | None, Hidden()] = Field(
        default=None, description="How many vertices there are, from 0."
    )
    edges: Annotated[EdgeList | None, Hidden()] = None
    drawing: Annotated[GivenDrawing | None, Hidden()] = Field(default=None, description="A drawing of the graph.")
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="A stored graph, level or class of the census."
    )

    def read(self, work: ExecutionContext) -> Graph:
        """Return the graph. Raises Fault."""
        require_one(self, "graph6", "vertices", "drawing", "label")
        if (self.vertices is None) is not (self.edges is None):
            raise Fault("a graph has both: give vertices and edges", ("edges",))
        if self.label is not None:
            return self._stored(work, self.label)
        if self.drawing is not None:
            with within("drawing"):
                drawn = self.drawing.read(work)
            return Graph(drawn.vertices, drawn.edges)
        place = "graph6" if self.graph6 is not None else "edges"
        try:
            return _of_graph6(self.graph6) if self.graph6 is not None else Graph(self.vertices or 0, self._pairs)
        except GraphError as error:
            raise Fault(str(error), (place,)) from None

    @property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((u, v) for u, v in self.edges or ())

    def _stored(self, work: ExecutionContext, label: str) -> Graph:
        found = stored(work, label, "planarity-graph", *DRAWN)
        return found if isinstance(found, Graph) else Graph(found.drawing.vertices, found.drawing.edges)


def _of_graph6(text: str) -> Graph:
    read = read_graph6(text)
    return Graph(len(read), tuple((u, v) for u, v in read.edges))


def _census_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: a number of points, a census as it is shown, a label.

    >>> _census_of_text("5"), _census_of_text("planarity-census-5-pupz6eti7lpixywd")
    ({'vertices': 5}, {'label': 'planarity-census-5-pupz6eti7lpixywd'})
    """
    text = text.strip()
    if re.fullmatch("[0-9]{1,4}", text):
        return {"vertices": int(text)}
    if has_shape_of_label(text):
        return {"label": text}
    if not text.startswith("{"):
        raise ValueError("not a census; give a number of points, such as 5, or a label")
    return {name: value for name, value in exact_json(text).items() if name == "vertices"}


class GivenCensus(OneOfModel):
    """A census: the number of its points, or the label of a stored one."""

    model_config = example(vertices=5)
    FORMS: ClassVar[Forms] = ((("vertices",), ("label",)),)

    vertices: Annotated[
        Annotated[int, Field(ge=1), ServiceBounds(bounds.VERTICES)] | None,
        Argument(
            "CENSUS", "A number of points, such as 5, or a label; a file of it.", _census_of_text, True, required=True
        ),
    ] = Field(default=None, description="How many points, and vertices of the graphs.")
    label: Annotated[Label | None, Hidden()] = Field(default=None, description="A stored census.")

    def points(self, work: ExecutionContext) -> int:
        """Return the number of points. Raises Fault."""
        require_one(self, "vertices", "label")
        if self.label is None:
            return self.vertices or 0
        census: CountedCensus = stored(work, self.label, "planarity-census")
        return census.shares.n


def _census(given: GivenCensus, work: ExecutionContext, _asked: object, _budget: Budget) -> "Identity":
    from ludex.games.planarity.kinds.census import identify_census

    return identify_census(given.points(work))


def _class(given: GivenDrawing, work: ExecutionContext, _asked: object, _budget: Budget) -> "Identity":
    from ludex.games.planarity.kinds.drawn_class import identify_class

    return identify_class(CENSUS_CLASS, given.read(work))


def _graph(given: GivenGraph, work: ExecutionContext, _asked: object, budget: Budget) -> "Identity":
    from ludex.games.planarity.kinds import GRAPH

    return GRAPH.identify(given.read(work), budget)


def _order_type(given: GivenPoints, work: ExecutionContext, _asked: object, budget: Budget) -> "Identity":
    from ludex.games.planarity.kinds import ORDER_TYPE

    return ORDER_TYPE.identify(given.read(work), budget)


def _x_type(given: GivenPoints, work: ExecutionContext, _asked: object, budget: Budget) -> "Identity":
    from ludex.games.planarity.kinds import X_TYPE

    return X_TYPE.identify(given.read(work), budget)


_MOST = bounds.DEDUP_VERTICES
SOUGHT = (
    Sought(
        "planarity-census-class",
        "planarity/census/classes",
        "class of the census",
        "classes of the census",
        GivenDrawing,
        _class,
        "drawings",
        "census_classes",
        most=_MOST,
        command="planarity census-class",
    ),
    Sought(
        "planarity-census",
        "planarity/censuses",
        "census",
        "censuses",
        GivenCensus,
        _census,
        "censuses",
        "censuses",
        most=_MOST,
    ),
    Sought(
        "planarity-graph", "planarity/graphs", "graph", "graphs", GivenGraph, _graph, "graphs", "graphs", most=_MOST
    ),
    Sought(
        "planarity-order-type",
        "planarity/order-types",
        "order type",
        "order types",
        GivenPoints,
        _order_type,
        "point_sets",
        "order_types",
        most=_MOST,
    ),
    Sought(
        "planarity-x-type",
        "planarity/x-types",
        "x-type",
        "x-types",
        GivenPoints,
        _x_type,
        "point_sets",
        "x_types",
        most=_MOST,
    ),
)
