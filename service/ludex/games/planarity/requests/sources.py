"""The drawings and points that requests are given: their own numbers, which are exact, or the label of what is stored.

And what a word of the command line means: JSON, a description of Untangle, a label.
"""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainValidator, WithJsonSchema
from pydantic_core import PydanticCustomError

from ludex.catalogue.kinds.label import has_shape_of_label, require_texts
from ludex.engine.faults import MissingInput, within
from ludex.games.planarity.drawing import Drawing, integer_points
from ludex.games.planarity.imported_levels import ImportedDrawing
from ludex.games.planarity.points import Points, require_general_position
from ludex.games.planarity.requests import bounds
from ludex.games.planarity.untangle import circle, is_untangle, read_untangle
from ludex.graphs.graph6 import is_graph6, read_graph6
from ludex.requests.bounds import TITLE_CHARACTERS
from ludex.requests.exact_json import WrittenNumber, exact_json
from ludex.requests.fields import (
    Argument,
    Forms,
    Hidden,
    Label,
    OneOfModel,
    ServiceBounds,
    Timed,
    example,
    require_one,
)
from ludex.requests.request import Subject
from ludex.requests.sources import Opening, stored

DRAWINGS = Subject(
    "planarity-drawings",
    "Swap Planarity drawings",
    "Drawings as requests send them: solved, compared, moved, drawn. Nothing is stored.",
)
SQUARE: dict[str, Any] = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}
"""The drawing that stands in the documentation: a four-cycle with one crossing."""

DRAWING_ABOUT = (
    "A file of JSON with `points` and `edges`, `-` for standard input, that JSON itself, a level's label, a "
    "description of Untangle such as 4:0-2,1-3, or graph6 (the points on a circle)."
)
_POINTS_ABOUT = (
    "A file of JSON, a list of [x, y] or an object with `points`; `-` for standard input; that JSON itself; the label "
    "of an order type."
)
_NO_DRAWING = (
    "no drawing: give a file of JSON with points and edges, `-`, such JSON, a label, a text of Untangle or graph6"
)
_NO_POINTS = "no points: give a file of JSON with a list of [x, y], `-`, such JSON or an order type's label"
DRAWN = ("planarity-level", "planarity-census-class")
_POINT_SETS = ("planarity-order-type", "planarity-x-type")


def exact(value: object) -> int | Decimal:
    """Return a number as it is written, exactly. Raises PydanticCustomError for what is no number or too long."""
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if not isinstance(value, WrittenNumber):
        raise PydanticCustomError("number_type", "Input should be a number")
    if len(value.text) > bounds.COORDINATE_CHARACTERS:
        longest = bounds.COORDINATE_CHARACTERS
        raise PydanticCustomError("number_too_long", f"Input should be a number of at most {longest} characters")
    try:
        return Decimal(value.text)
    except InvalidOperation:
        raise PydanticCustomError("number_exponent", "Input should be a number with a smaller exponent") from None


Coordinate = Annotated[Any, PlainValidator(exact), WithJsonSchema({"type": "number"})]
Coordinates = Annotated[list[Coordinate], Field(min_length=2, max_length=2, description="[x, y]")]
PointList = Annotated[
    list[Coordinates],
    Field(
        min_length=1,
        fail_fast=True,
        description="Points in general position, [x, y]. Decimals are read exactly, and scaled by one power of ten.",
    ),
    ServiceBounds(bounds.VERTICES),
]
Vertex = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
VertexPair = Annotated[list[Vertex], Field(min_length=2, max_length=2)]
EdgeList = Annotated[
    list[VertexPair],
    Field(fail_fast=True, description="Pairs of vertices; vertex i is at points[i], from 0."),
    ServiceBounds(bounds.EDGES),
]


def drawing_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: JSON, an object with a `drawing`, a label; graph6, Untangle's description.

    >>> drawing_of_text("2:0-1")
    {'drawing': {'points': [[10000, 5000], [0, 5000]], 'edges': [[0, 1]]}}
    >>> drawing_of_text("2:0-1") == drawing_of_text("A_")
    True
    """
    drawn = _on_a_circle(text)
    if drawn is not None:
        return {"drawing": {"points": list(map(list, drawn.points)), "edges": list(map(list, drawn.edges))}}
    if has_shape_of_label(text.strip()):
        return {"label": text.strip()}
    found = _json(text, _NO_DRAWING)
    return {"drawing": found.get("drawing", found) if isinstance(found, dict) else found}


def _on_a_circle(text: str) -> Drawing | None:
    """Return the drawing of a graph whose text leaves the points open: they are put on a circle, as Untangle does."""
    if is_untangle(text):
        return read_untangle(text)
    if not is_graph6(text):
        return None
    graph = read_graph6(text)
    return Drawing(circle(len(graph)), tuple((u, v) for u, v in graph.edges))


def drawing_of_line(text: str) -> dict[str, Any]:
    """Return the fields that a line of a file means, as a word of the command line; places are those in the line.

    >>> drawing_of_line('{"points": [[0, 0]], "edges": []}')
    {'points': [[0, 0]], 'edges': []}
    """
    given = drawing_of_text(text)
    found = given.get("drawing")
    own = isinstance(found, dict) and text.lstrip().startswith("{") and exact_json(text) == found
    return found if own and isinstance(found, dict) else given


def named_drawing_of_line(text: str) -> dict[str, Any]:
    r"""Return the fields that a line of an import means, with a name and an id of its own.

    What is not JSON may have its name behind it, after a tab.

    >>> named_drawing_of_line("2:0-1\tfirst")["name"]
    'first'
    """
    if text.lstrip().startswith("{"):
        found = exact_json(text)
        return drawing_of_line(text) | {name: found[name] for name in ("name", "id") if name in found}
    text, _, name = text.partition("\t")
    return drawing_of_line(text) | ({"name": name.strip()} if name.strip() else {})


def looks_like_drawing(text: str) -> bool:
    """Tell whether a line is a drawing, or an object that has one.

    >>> looks_like_drawing("4:0-1"), looks_like_drawing("0121"), looks_like_drawing('{"drawing": {}}')
    (True, False, True)
    """
    try:
        given = named_drawing_of_line(text)
    except ValueError:
        return False
    return "points" in given or ("drawing" in given and isinstance(given["drawing"], dict))


def points_of_text(text: str) -> dict[str, Any]:
    """Return the fields that a text means: JSON with a list of points, an object with `points`, a label.

    >>> points_of_text("[[0, 0], [5.0, 1]]")
    {'points': [[0, 0], [5, 1]]}
    """
    if has_shape_of_label(text.strip()):
        return {"label": text.strip()}
    found = _json(text, _NO_POINTS)
    if isinstance(found, list):
        return {"points": found}
    if "representative" in found:  # an order type or an x-type, as it is shown
        return {"points": found["representative"]}
    found = found.get("drawing", found)
    if not isinstance(found, dict):
        return {"drawing": found}
    name = "points" if "points" in found else "label"
    return {name: found[name]} if name in found else {}


def _json(text: str, otherwise: str) -> Any:  # noqa: ANN401 - any JSON
    if not text.lstrip().startswith(("{", "[")):
        raise ValueError(otherwise)
    return exact_json(text)


class Drawn(OneOfModel):
    """A drawing: its points and edges, or the label of a stored one."""

    FORMS: ClassVar[Forms] = ((("points", "edges"), ("label",)),)

    points: Annotated[
        PointList | None, Argument("DRAWING", DRAWING_ABOUT, drawing_of_line, merged=True, required=True)
    ] = None
    edges: Annotated[EdgeList | None, Hidden()] = None
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="A stored level or class of the census, in place of points and edges."
    )

    def read(self, work: Opening) -> Drawing:
        """Return the drawing. Raises Fault, MissingInput."""
        if self.label is not None:
            require_one(self, "points", "label")
            require_one(self, "edges", "label")
            drawing: Drawing = stored(work, self.label, *DRAWN).drawing
            return drawing
        for name, given in (("points", self.points), ("edges", self.edges)):
            if given is None:
                raise MissingInput(f"no {name} are given: give points and edges, a drawing or a label", (name,))
        return Drawing.from_numbers(self.points or (), self.edges or ())


class GivenDrawing(Drawn):
    """A drawing: its points and edges, an object that holds them, or the label of a stored one."""

    model_config = example(**SQUARE)
    FORMS: ClassVar[Forms] = ((("points", "edges"), ("drawing",), ("label",)),)

    drawing: Annotated[Drawn | None, Hidden()] = Field(
        default=None, description="The drawing, in place of points and edges of the request itself."
    )

    def read(self, work: Opening) -> Drawing:
        """Return the drawing. Raises Fault, MissingInput."""
        if self.drawing is None:
            return super().read(work)
        for other in ("points", "edges", "label"):
            require_one(self, "drawing", other)
        with within("drawing"):
            return self.drawing.read(work)

    @property
    def numbers(self) -> Sequence[Sequence[int | Decimal]] | None:
        """Return the points as they are given, None if a label names them."""
        return (self.drawing or self).points


DrawingArgument = Annotated[GivenDrawing, Argument("DRAWING", DRAWING_ABOUT, drawing_of_line)]


class TimedDrawing(GivenDrawing, Timed):
    """A drawing, and how long it may be looked at."""

    model_config = example(**SQUARE)


class NamedDrawing(GivenDrawing):
    """A drawing with what it is called where it comes from."""

    name: Annotated[str, Field(min_length=1), ServiceBounds(TITLE_CHARACTERS)] | None = Field(
        default=None, description="Its own name; it is kept as provenance."
    )
    id: Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, ServiceBounds(TITLE_CHARACTERS)] | None = Field(
        default=None, description="Its own id; it is kept as provenance."
    )

    def named(self, work: Opening) -> ImportedDrawing:
        """Return the drawing with its own name and id. Raises Fault, MissingInput."""
        require_texts(name=self.name, id=None if self.id is None else str(self.id))
        return ImportedDrawing(self.read(work), self.name, self.id)


class GivenPoints(OneOfModel):
    """Some points, those of a drawing, or the label of stored ones."""

    FORMS: ClassVar[Forms] = ((("points",), ("drawing",), ("label",)),)

    points: Annotated[
        PointList | None, Argument("POINTS", _POINTS_ABOUT, points_of_text, merged=True, required=True)
    ] = None
    drawing: Annotated[GivenDrawing | None, Hidden()] = Field(
        default=None, description="A drawing, of which only the points count."
    )
    label: Annotated[Label | None, Hidden()] = Field(
        default=None, description="A stored order type, x-type or level, in place of points."
    )

    def whole(self, work: Opening) -> Points:
        """Return the points, scaled to be whole, in whatever position. Raises Fault, MissingInput."""
        if self.drawing is not None:
            require_one(self, "points", "drawing", "label")
            with within("drawing"):
                return self.drawing.read(work).points
        if self.label is not None:
            require_one(self, "points", "label")
            found = stored(work, self.label, *_POINT_SETS, *DRAWN)
            return found if isinstance(found, tuple) else found.drawing.points
        if self.points is None:
            raise MissingInput("no points are given: give points, a drawing or a label", ("points",))
        return integer_points(self.points)

    def read(self, work: Opening) -> Points:
        """Return the points, which are in general position. Raises Fault, MissingInput."""
        points = self.whole(work)
        require_general_position(points)
        return points
