"""Requests that compare drawings under a relation, and look up stored levels, classes, graphs and types of points."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import Field

from ludex.engine.budget import Budget
from ludex.engine.faults import Fault, within
from ludex.engine.notation import GRAPH_TEXTS, is_json, notation_of
from ludex.games.planarity import operations
from ludex.games.planarity.drawing import Drawing
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.identity import equivalence
from ludex.games.planarity.identity.equivalence import RELATIONS_DESCRIPTION, DrawingComparison, EquivalenceRelation
from ludex.games.planarity.identity.swap_class import CENSUS_CLASS
from ludex.games.planarity.level import ImportedDrawing
from ludex.games.planarity.operations.classes import DrawingClass
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.inputs import (
    DRAWINGS,
    DRAWN,
    SQUARE,
    DrawingInput,
    EdgeList,
    GivenDrawing,
    NamedDrawing,
    NestedDrawing,
    PointsInput,
    Rounding,
    drawing_of_text,
    named_drawing_of_line,
)
from ludex.games.planarity.requests.levels import LEVELS
from ludex.graphs.canonical import GraphError
from ludex.graphs.formats import read_graph
from ludex.operations.classes import with_ids
from ludex.requests import text_output as lines
from ludex.requests.bounds import LIST_LIMIT_DEFAULT
from ludex.requests.declaration import Given, TimeLimit, request
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    Limit,
    OneOfModel,
    ResponseModel,
    ServiceBounds,
    example,
    require_one,
)
from ludex.requests.inputs import HasCatalogue, stored
from ludex.requests.lookup import BOTH, KindLookup, within_total
from ludex.requests.results import Matches, OfKind
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject
from ludex.requests.text_input import names_of_line

if TYPE_CHECKING:
    from ludex.catalogue.kinds.kind import Identity


_ALL = 2**31 - 2


Relation = Annotated[EquivalenceRelation, Field(strict=False, description=RELATIONS_DESCRIPTION)]
"""An equivalence relation between drawings."""

_SEVERAL = Argument(
    "DRAWING...",
    "A file as `ludex planarity import` reads it; `-`: standard input.",
    named_drawing_of_line,
    each=True,
    lines=LEVELS.lines,
)


class DrawingClasses(ResponseModel):
    """Classes of drawings, in the order of their first members. Members are indices, starting at 0."""

    classes: list[DrawingClass] = Field(description="The classes.")


@request(
    "POST /planarity/equivalence",
    command="planarity equivalence A B",
    subject=DRAWINGS,
    text=lambda result: lines.comparison(result, enumerate(result.matching or ()), "vertex"),
    tool=True,
    example={"a": SQUARE, "b": SQUARE, "relation": "swap"},
)
def compare(
    catalogue: Session,
    a: NestedDrawing,
    b: NestedDrawing,
    relation: Relation = EquivalenceRelation.SWAP,
    *,
    time_limit: TimeLimit = None,
) -> DrawingComparison:
    """Compare two drawings, and return a matching of their vertices or an invariant in which they differ.

    Entry i of `matching` is the vertex of b that matches vertex i of a. `reason` names an invariant that differs.
    Mirror images are equivalent under every relation.

    Parameters
    ----------
    a
        The first drawing.
    b
        The second drawing.

    Returns
    -------
    DrawingComparison
        Whether the drawings are equivalent, and why.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> catalogue.planarity.compare(drawing, drawing).equivalent
    True
    """
    with catalogue.searching(time_limit) as budget:
        return equivalence.compare(a, b, relation, budget)


@request(
    "POST /planarity/levels/lookup",
    command="planarity lookup DRAWING",
    subject="planarity/levels",
    text=lambda result: lines.matches(result, "matching", "no stored level is equivalent"),
    tool=True,
    example={"drawing": SQUARE, "relation": "swap"},
)
def lookup(
    catalogue: Session,
    drawing: GivenDrawing,
    relation: Relation = EquivalenceRelation.SWAP,
    limit: Annotated[Limit | None, Field(json_schema_extra={"default": LIST_LIMIT_DEFAULT})] = None,
    *,
    time_limit: TimeLimit = None,
) -> Annotated[Matches, OfKind("planarity-level", "EquivalentLevels", {"duplicate_of": (None, None)})]:
    """Find the stored levels that are equivalent to a drawing, each with a matching. Nothing is stored.

    Under `swap` and `order-type`, at most one level is equivalent.

    Parameters
    ----------
    limit
        Maximum number of levels.

    Returns
    -------
    Matches
        The levels. The attribute `matching` of each level maps the vertices of the drawing to those of the level.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> level = catalogue.add(drawing)
    >>> list(catalogue.planarity.lookup(drawing, "graph")) == [level]
    True
    """
    most = limit or catalogue.bound(LIST_LIMIT_DEFAULT) or _ALL
    with catalogue.searching(time_limit) as budget:
        found = operations.lookup.matching_levels(catalogue.store, drawing, relation, limit=most, budget=budget)
    pairs = zip(found.items, found.matchings, strict=True)
    return Matches(
        StoredObject(catalogue, level, matching=matching, members={"duplicate_of": None}) for level, matching in pairs
    )


@request(
    "POST /planarity/levels/dedup",
    command="planarity dedup DRAWING...",
    subject="planarity/levels",
    text=lambda result: lines.classes(result.classes, "levels"),
    lacks={"tool": "a look-up of each drawing finds its class"},
    example={"drawings": [SQUARE, SQUARE], "relation": "swap"},
)
def dedup(
    catalogue: Session,
    drawings: Annotated[
        Sequence[Drawing | ImportedDrawing],
        Given(NamedDrawing, _SEVERAL, each=True, method="named", shared=Rounding),
        Field(min_length=1),
        ServiceBounds(bounds.DEDUP_DRAWINGS),
    ],
    relation: Relation = EquivalenceRelation.SWAP,
    stored: bool = True,
    only_new: bool = False,
    *,
    time_limit: TimeLimit = None,
) -> DrawingClasses:
    """Sort drawings into equivalence classes, and list the stored levels in each class. Nothing is stored.

    Parameters
    ----------
    stored
        Whether to list stored levels.
    only_new
        Whether to list only the classes without stored levels.

    Returns
    -------
    DrawingClasses
        The classes.

    Examples
    --------
    >>> drawing = planarity.read_untangle("4:0-1,1-3,2-3,0-2")
    >>> [found.members for found in catalogue.planarity.dedup([drawing, drawing]).classes]
    [(0, 1)]
    """
    with catalogue.searching(time_limit) as budget:
        most = catalogue.bound(bounds.DEDUP_VERTICES)
        given = list(within_total(drawings, lambda item: _plain(item).vertices, most, "vertices", "drawings", budget))
        with within("drawings"):
            store = catalogue.store if stored or only_new else None
            found = operations.lookup.dedup(store, [_plain(drawing) for drawing in given], relation, budget=budget)
    return DrawingClasses(classes=[same for same in with_ids(found, given) if not only_new or not same.levels])


def _plain(given: Drawing | ImportedDrawing) -> Drawing:
    return given.drawing if isinstance(given, ImportedDrawing) else given


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
        Annotated[str, Field(min_length=1), ServiceBounds(bounds.GRAPH6_CHARACTERS)] | None,
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
