"""Requests that look up census classes, graphs, order types and x-types by their keys."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.engine.notation import GRAPH_TEXTS, is_json, notation_of
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import DRAWN, DrawingInput, EdgeList, PointsInput, drawing_of_text
from ludex.games.planarity.requests.levels import LEVELS
from ludex.graphs.canonical import GraphError
from ludex.graphs.formats import read_graph
from ludex.requests.fields import Argument, Forms, Hidden, Label, OneOfModel, ServiceBounds, example, require_one
from ludex.requests.inputs import HasCatalogue, stored
from ludex.requests.lookup import BOTH, KindLookup
from ludex.requests.text_input import names_of_line

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity

# the longest text of a graph with MAX_GRAPH6_VERTICES vertices, and its header
_GRAPH6_CHARACTERS = 1400


def graph_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: graph6, a drawing, an Untangle description, or a label. A name is ignored.

    >>> graph_of_text("Bg"), graph_of_text('{"vertices": 2, "edges": []}')
    ({'graph6': 'Bg'}, {'vertices': 2, 'edges': []})
    """
    line = text if is_json(text) else text.partition("\t")[0]
    if notation_of(line) in GRAPH_TEXTS:
        return {"graph6": line.strip()}
    fields = drawing_of_text(line)
    fields.pop("swaps", None)  # Imports take it.
    if "points" not in fields:
        return fields
    drawing = {name: fields.pop(name) for name in ("points", "edges", "round") if name in fields}
    return {"drawing": drawing, **fields}


def named_graph_of_line(text: str) -> dict[str, Any]:
    r"""Parse a line of a file into fields, including an external name and id.

    >>> named_graph_of_line("Bg\tpath")
    {'graph6': 'Bg', 'name': 'path'}
    """
    return graph_of_text(text) | names_of_line(text)


class GraphInput(OneOfModel):
    """A graph: in graph6, as a vertex count and edges, as a drawing, or as a stored object."""

    model_config = example(vertices=4, edges=[[0, 1], [1, 2], [2, 3]])
    FORMS: ClassVar[Forms] = ((("graph6",), ("vertices", "edges"), ("drawing",), ("label",)),)

    graph6: Annotated[
        Annotated[str, Field(min_length=1), ServiceBounds(_GRAPH6_CHARACTERS)] | None,
        Argument(
            "GRAPH",
            "graph6, an Untangle description, a drawing or a label, or a file with one of these.",
            graph_of_text,
            merged=True,
            lines=LEVELS.lines,
        ),
    ] = Field(default=None, description="The graph in graph6, which defines the numbers of the vertices.")
    vertices: Annotated[Annotated[int, Field(ge=1, le=bounds.VERTICES)] | None, Hidden()] = Field(
        default=None, description="Number of vertices, which count from 0."
    )
    edges: Annotated[EdgeList | None, Hidden()] = None
    drawing: Annotated[DrawingInput | None, Hidden()] = Field(default=None, description="A drawing of the graph.")
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored graph, level or census class."
    )

    def read(self, context: HasCatalogue) -> Graph:
        """Return the graph. Raises Fault."""
        require_one(self, "graph6", "vertices", "drawing", "label")
        if (self.vertices is None) is not (self.edges is None):
            raise Fault("vertices and edges belong together; give both", ("edges",))
        if self.label is not None:
            return self._stored(context, self.label)
        if self.drawing is not None:
            with within("drawing"):
                drawing = self.drawing.read(context)
            return Graph(drawing.vertices, drawing.edges)
        place = "graph6" if self.graph6 is not None else "edges"
        try:
            return _of_graph6(self.graph6) if self.graph6 is not None else Graph(self.vertices or 0, self._pairs)
        except GraphError as error:
            raise Fault(str(error), (place,)) from None

    @property
    def _pairs(self) -> tuple[tuple[int, int], ...]:
        return tuple((u, v) for u, v in self.edges or ())

    def _stored(self, context: HasCatalogue, label: str) -> Graph:
        result = stored(context, label, "planarity-graph", *DRAWN)
        return result if isinstance(result, Graph) else Graph(result.drawing.vertices, result.drawing.edges)


def _of_graph6(text: str) -> Graph:
    read = read_graph(text)
    return Graph(len(read), tuple((u, v) for u, v in read.edges))


def _class(model: DrawingInput, context: HasCatalogue, _request: object, _budget: Budget) -> "Identity":
    from ludex.games.planarity.kinds.level import identify_class

    return identify_class(CENSUS_CLASS, model.read(context))


def _lookup(
    words: str,
    model: type[OneOfModel],
    items: str = "",
    *,
    plural: str = "",
    address: str = "",
    identify: Callable[..., "Identity"] | None = None,
    command: str = "",
    unserved: tuple[str, ...] = (),
    several: Argument | None = None,
) -> KindLookup:
    """Return the look-up of a kind. By default, the names in the request and in the addresses are the plural."""
    kind, plural = f"planarity-{words.replace(' ', '-')}", plural or f"{words}s"
    name = plural.replace(" ", "_").replace("-", "_")

    def of_kind(value: Any, context: HasCatalogue, _request: object, budget: Budget) -> "Identity":  # noqa: ANN401
        identity: Identity = context.catalogue.registry.kind[kind].identify(value.read(context), budget)
        return identity

    address = f"planarity/{address or plural.replace(' ', '-')}"
    identify, limit = identify or of_kind, bounds.DEDUP_VERTICES
    return KindLookup(
        kind,
        address,
        words,
        plural,
        model,
        identify,
        items or name,
        name,
        limit=limit,
        command=command,
        unserved=unserved,
        several=several,
    )


LOOKUPS = (
    _lookup(
        "census class",
        DrawingInput,
        "drawings",
        plural="census classes",
        address="census/classes",
        identify=_class,
        command="planarity census-class",
        unserved=("dedup",),
    ),
    _lookup(
        "graph",
        GraphInput,
        several=Argument(
            "GRAPH...",
            "Graphs, or a file of drawings as `ludex planarity import` reads it.",
            named_graph_of_line,
            each=True,
            lines=LEVELS.lines,
        ),
    ),
    _lookup("order type", PointsInput, "point_sets", unserved=("dedup",)),
    _lookup("x-type", PointsInput, "point_sets", unserved=BOTH),
)
