"""Input of drawings and points, as exact coordinates or as the label of a stored object.

A command-line argument is JSON, an Untangle description, graph6 or a label.
"""

from collections.abc import Collection
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, ClassVar, Self

from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.catalogue.kinds.label import is_name, require_texts
from ludex.engine.exact_json import WrittenNumber, exact_json
from ludex.engine.faults import Fault, MissingInput, within
from ludex.engine.notation import GRAPH_TEXTS, is_json, notation_of
from ludex.games.planarity.drawing import MAX_DECIMALS, Drawing, integer_points, round_points
from ludex.games.planarity.level import ImportedDrawing, Level, checked_swaps
from ludex.games.planarity.points import Points, require_general_position
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.requests.text_levels import DRAWING_LINES, POINT_FILES, POINT_LINES
from ludex.games.planarity.untangle import circle, is_untangle, read_untangle
from ludex.graphs.formats import read_graph
from ludex.requests.declaration import Given
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    OneOfModel,
    RequestModel,
    ServiceBounds,
    Text,
    example,
    require_one,
)
from ludex.requests.imports import Named
from ludex.requests.inputs import HasCatalogue, stored
from ludex.requests.media import Subject

DRAWINGS = Subject(
    "planarity-drawings",
    "Planarity drawings",
    "Solving, comparing, changing and drawing the drawing in a request. Nothing is stored.",
)
SQUARE: dict[str, Any] = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}
"""The drawing of the examples in the documentation: a four-cycle with one crossing."""

DRAWING_ABOUT = (
    "A JSON file with `points` and `edges`, `-` for standard input, the JSON itself, the label of a level, an "
    "Untangle description such as 4:0-2,1-3, or graph6 (both with the points on a circle). A file may also be an edge "
    "list, a text level with lines `v: x, y` and `e: a, b`, or a save file of Untangle."
)
_POINTS_ABOUT = (
    "A JSON file with a list of [x, y] or an object with `points`, `-` for standard input, the JSON itself, or the "
    "label of an order type. A file may also have a line `x y` for each point, or be a file of order types, such as "
    "`otypes08.b08` or `otypes09.b16`."
)
_NO_DRAWING = "not a drawing: give JSON with points and edges, graph6, an Untangle game description or a label"
_NO_POINTS = "not points: give JSON with a list of [x, y], or the label of an order type"
DRAWN = ("planarity-level", "planarity-census-class")
POINT_SETS = ("planarity-order-type", "planarity-x-type")


_FORMATS = {"graph6": "graph6", "untangle": "an Untangle description, such as 4:0-2,1-3"}


def exact(value: object) -> int | Decimal:
    """Return the exact value of a number. Raises PydanticCustomError if the value is not a number or is too long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, Decimal):
        return value
    if not isinstance(value, float):
        raise PydanticCustomError("number_type", "Input should be a number")
    text = value.text if isinstance(value, WrittenNumber) else repr(value)
    if len(text) > bounds.COORDINATE_CHARACTERS:
        longest = bounds.COORDINATE_CHARACTERS
        raise PydanticCustomError("number_too_long", f"Input should be a number of at most {longest} characters")
    try:
        return Decimal(text)
    except InvalidOperation:
        raise PydanticCustomError("number_exponent", "Input should be a number with a smaller exponent") from None


Coordinate = Annotated[Any, PlainValidator(exact), WithJsonSchema({"type": "number"})]
Coordinates = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y]")]
PointList = Annotated[
    list[Coordinates],
    Field(
        min_length=1,
        fail_fast=True,
        description="Points [x, y] in general position. Decimals are exact, and scaled by a common power of ten.",
    ),
    ServiceBounds(bounds.VERTICES),
]
Vertex = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
VertexPair = Annotated[list[Vertex], Field(min_length=2, max_length=2)]
EdgeList = Annotated[
    list[VertexPair],
    Field(fail_fast=True, description="Pairs of vertices; vertex i, counted from 0, is at points[i]."),
    ServiceBounds(bounds.EDGES),
]

Decimals = Annotated[
    Annotated[int, Field(ge=0, le=MAX_DECIMALS)] | None,
    Field(
        description="Number of decimals to which coordinates are rounded. The request is refused if the turn of three "
        "points changes, so the order type is always that of the given points.",
    ),
]


def pair_of_text(text: str) -> list[int]:
    """Parse two vertices.

    >>> pair_of_text("0-3")
    [0, 3]
    """
    u, _, v = text.partition("-")
    if not (u.isdecimal() and v.isdecimal()):
        raise ValueError("not two vertices; write them in the form 0-3")
    return [int(u), int(v)]


def pairs_of_text(text: str) -> list[list[int]]:
    """Parse pairs of vertices.

    >>> pairs_of_text("0-1 3-2")
    [[0, 1], [3, 2]]
    """
    return [pair_of_text(word) for word in text.replace(",", " ").split()]


def drawing_of_text(text: str, beside: Collection[str] = ()) -> dict[str, Any]:
    """Parse a text into fields: the members of JSON, points and edges of graph6 or an Untangle description, or a label.

    `beside` are the members that are kept beside the drawing: a name, an id, and all others if it is the member
    `drawing`.

    >>> drawing_of_text("2:0-1")
    {'points': [[10000, 5000], [0, 5000]], 'edges': [[0, 1]]}
    >>> drawing_of_text("2:0-1") == drawing_of_text("A_")
    True
    """
    if drawing := _on_a_circle(text):
        return _coordinates(drawing)
    if is_name(text.strip()):
        return {"label": text.strip()}
    members = exact_json(text) if is_json(text) else None
    if not isinstance(members, dict):
        raise ValueError(_NO_DRAWING)
    if "nodes" in members:
        raise ValueError("node-link JSON is not read; give points and edges, or graph6")
    if "drawing" not in members:
        members = {name: value for name, value in members.items() if name in beside or name not in Named.model_fields}
        return _with_edges(members)
    drawn = members["drawing"]
    kept = {name: members[name] for name in beside if name in members}
    return {"drawing": _with_edges(drawn) if isinstance(drawn, dict) else drawn, **kept}


def _with_edges(members: dict[str, Any]) -> dict[str, Any]:
    """Replace `graph6` or `untangle` in a drawing by edges. If the drawing has no points, add points."""
    name = next((name for name in _FORMATS if isinstance(members.get(name), str)), None)
    if name is None:
        return members
    drawing = _on_a_circle(members[name])
    if drawing is None or is_untangle(members[name]) != (name == "untangle"):
        raise Fault(f"not {_FORMATS[name]}", (name,))
    if "edges" in members:
        raise Fault(f"{name} and edges exclude each other; give only one", (name,))
    given = _coordinates(drawing)
    return given | {other: value for other, value in members.items() if other != name} | {"edges": given["edges"]}


def _coordinates(drawing: Drawing) -> dict[str, Any]:
    return {"points": list(map(list, drawing.points)), "edges": list(map(list, drawing.edges))}


def _on_a_circle(text: str) -> Drawing | None:
    """Return the drawing of a graph in a format without points. The vertices are placed on a circle, as in Untangle."""
    if is_untangle(text):
        return read_untangle(text)
    if notation_of(text) not in GRAPH_TEXTS:
        return None
    graph = read_graph(text)
    return Drawing(circle(len(graph)), tuple((u, v) for u, v in graph.edges))


def named_drawing_of_line(text: str) -> dict[str, Any]:
    r"""Parse a line of an import into fields, including an external name and id.

    A line that is not JSON may end with a tab and a name.

    >>> named_drawing_of_line("2:0-1\tfirst")["name"]
    'first'
    """
    line, _, name = ("", "", "") if is_json(text) else text.partition("\t")
    named = {"name": name.strip()} if name.strip() else {}
    return drawing_of_text(line or text, ("name", "id", "swaps", "round")) | named


def looks_like_drawing(text: str) -> bool:
    """Return whether a line is a drawing, or an object with a drawing.

    >>> looks_like_drawing("4:0-1"), looks_like_drawing("0121"), looks_like_drawing('{"drawing": {}}')
    (True, False, True)
    """
    try:
        fields = named_drawing_of_line(text)
    except ValueError:
        return False
    return "points" in fields or ("drawing" in fields and isinstance(fields["drawing"], dict))


def points_of_text(text: str) -> dict[str, Any]:
    """Parse a text into fields: JSON with a list of points, an object with `points`, or a label.

    >>> points_of_text("[[0, 0], [5.0, 1]]")
    {'points': [[0, 0], [5, 1]]}
    """
    if is_name(text.strip()):
        return {"label": text.strip()}
    if not is_json(text):
        raise ValueError(_NO_POINTS)
    result = exact_json(text)
    if isinstance(result, list):
        return {"points": result}
    if "representative" in result:  # the document of an order type or x-type
        return {"points": result["representative"]}
    result = result.get("drawing", result)
    if not isinstance(result, dict):
        return {"drawing": result}
    name = "points" if "points" in result else "label"
    return {name: result[name]} if name in result else {}


class InlineDrawing(OneOfModel):
    """A drawing: its points and edges, or the label of a stored drawing."""

    FORMS: ClassVar[Forms] = ((("points", "edges"), ("label",)),)

    points: Annotated[
        PointList | None,
        Argument("DRAWING", DRAWING_ABOUT, drawing_of_text, merged=True, required=True, lines=DRAWING_LINES),
    ] = None
    edges: Annotated[EdgeList | None, Hidden()] = None
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored level or census class, instead of points and edges."
    )
    round: Decimals = None

    def require_input(self) -> None:
        """Raise MissingInput if the drawing is incomplete, and Fault if it is not a drawing."""
        super().require_input()
        if self.points is not None and self.edges is not None:
            Drawing.from_numbers(self.points, self.edges, self.round)

    def read(self, context: HasCatalogue) -> Drawing:
        """Return the drawing. Raises Fault, MissingInput."""
        if self.label is not None:
            require_one(self, "points", "label")
            require_one(self, "edges", "label")
            drawing: Drawing = stored(context, self.label, *DRAWN).drawing
            return drawing
        for name, given in (("points", self.points), ("edges", self.edges)):
            if given is None:
                raise MissingInput(f"{name} are missing; give points and edges, a drawing or a label", (name,))
        return Drawing.from_numbers(self.points or (), self.edges or (), self.round)


class DrawingInput(InlineDrawing):
    """A drawing: its points and edges, an object with both, or the label of a stored drawing."""

    model_config = example(**SQUARE)
    FORMS: ClassVar[Forms] = ((("points", "edges"), ("drawing",), ("label",)),)

    drawing: Annotated[InlineDrawing | None, Hidden()] = Field(
        default=None, description="The drawing, instead of points and edges in the request itself."
    )

    def read(self, context: HasCatalogue) -> Drawing:
        """Return the drawing. Raises Fault, MissingInput."""
        if self.drawing is None:
            return super().read(context)
        for other in ("points", "edges", "label"):
            require_one(self, "drawing", other)
        with within("drawing"):
            return self.given.read(context)

    @property
    def given(self) -> InlineDrawing:
        """The drawing that has the points. The rounding of the request applies if it does not state its own."""
        if self.drawing is None or self.drawing.round is not None:
            return self.drawing or self
        return self.drawing.model_copy(update={"round": self.round})

    def level(self, context: HasCatalogue) -> Drawing | Level:
        """Return the stored level or census class if the drawing is given by its label, and otherwise the drawing."""
        label = (self.drawing or self).label
        found: Drawing | Level = self.read(context) if label is None else stored(context, label, *DRAWN)
        return found

    def exact(self, context: HasCatalogue) -> Drawing:
        """Return the drawing with the coordinates as they are given and rounded, before they are scaled to integers."""
        drawing, given = self.read(context), self.given
        if given.points is None:
            return drawing
        points = given.points if given.round is None else round_points(given.points, given.round)
        # The caller converts the coordinates.
        return Drawing.unchecked(tuple((x, y) for x, y in points), drawing.edges)  # type: ignore[misc]


GivenDrawing = Annotated[Drawing, Given(DrawingInput)]
"""A drawing whose forms are fields of the request."""

NestedDrawing = Annotated[
    Drawing, Given(DrawingInput, Argument("DRAWING", DRAWING_ABOUT, drawing_of_text, lines=DRAWING_LINES))
]
"""A drawing in a field of its own."""


class Rounding(RequestModel):
    """The number of decimals of drawings."""

    round: Annotated[Decimals, Text(int)] = None


class NamedDrawing(Rounding, Named, DrawingInput):
    """A drawing with its external name and id, and optionally with swaps that make it plane.

    As in an imported line, `graph6` or `untangle` may replace `edges`. Without `points`, the vertices are then on a
    circle.
    """

    FORMS: ClassVar[Forms] = ((("points", "edges"), ("graph6",), ("untangle",), ("drawing",), ("label",)),)

    graph6: Annotated[str, ServiceBounds(bounds.GRAPH6_CHARACTERS)] | None = Field(
        default=None, description="The graph in graph6, instead of edges."
    )
    untangle: Annotated[str, ServiceBounds(bounds.UNTANGLE_CHARACTERS)] | None = Field(
        default=None, description="The graph as a description of Untangle, instead of edges."
    )
    swaps: EdgeList | None = Field(default=None, description="Swaps that make the drawing plane.")

    def named(self, context: HasCatalogue, request: Rounding | None = None) -> ImportedDrawing:
        """Return the drawing with its external name and id. Raises Fault, MissingInput.

        The rounding of `request` applies to a drawing that does not state its own.
        """
        require_texts(name=self.name, id=None if self.id is None else str(self.id))
        rounded = (
            self if self.round is not None or request is None else self.model_copy(update={"round": request.round})
        )
        drawing = rounded.whole().read(context)
        swaps = None if self.swaps is None else checked_swaps(drawing, [(u, v) for u, v in self.swaps])
        return ImportedDrawing(drawing, self.name, self.id, swaps)

    def whole(self) -> Self:
        """Return the drawing with edges in place of `graph6` or `untangle`. Raises Fault."""
        given = {name: getattr(self, name) for name in ("points", "edges", *_FORMATS)}
        written = _with_edges({name: value for name, value in given.items() if value is not None})
        return self.model_copy(update=dict.fromkeys(_FORMATS) | written)


class PointsInput(OneOfModel):
    """Points: a list, the points of a drawing, or the label of a stored object."""

    FORMS: ClassVar[Forms] = ((("points",), ("drawing",), ("label",)),)

    points: Annotated[
        PointList | None,
        Argument(
            "POINTS",
            _POINTS_ABOUT,
            points_of_text,
            merged=True,
            required=True,
            lines=POINT_LINES,
            binary=POINT_FILES,
        ),
    ] = None
    drawing: Annotated[DrawingInput | None, Hidden()] = Field(
        default=None, description="A drawing, of which only the points are used."
    )
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="Label of a stored order type, x-type or level, instead of points."
    )
    round: Decimals = None

    def whole(self, context: HasCatalogue) -> Points:
        """Return the points, scaled to integers; they need not be in general position. Raises Fault, MissingInput."""
        if self.drawing is not None:
            require_one(self, "points", "drawing", "label")
            with within("drawing"):
                return self.drawing.read(context).points
        if self.label is not None:
            require_one(self, "points", "label")
            result = stored(context, self.label, *POINT_SETS, *DRAWN)
            return result if isinstance(result, tuple) else result.drawing.points
        if self.points is None:
            raise MissingInput("points are missing; give points, a drawing or a label", ("points",))
        return integer_points(self.points, self.round)

    def read(self, context: HasCatalogue) -> Points:
        """Return the points, which must be in general position. Raises Fault, MissingInput."""
        points = self.whole(context)
        require_general_position(points)
        return points
