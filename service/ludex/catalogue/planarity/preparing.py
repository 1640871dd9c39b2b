"""What is computed of a drawing before it is stored: keys, labels, invariants. No database, so no transaction waits."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ludex.engine.keys import content_key
from ludex.labels import label
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.identity.graph import canonical_graph
from ludex.planarity.identity.keys import key_of_graph
from ludex.planarity.identity.order_type import canonical_order_type
from ludex.planarity.identity.x_type import canonical_x_type
from ludex.planarity.making.point_sets import GRID, largest_grid_delta
from ludex.planarity.points import Point, Points, hull

if TYPE_CHECKING:
    from ludex.planarity.identity.invariants import GraphInvariants
    from ludex.planarity.solving.minimum_swaps import Solution
    from ludex.planarity.study.difficulty import Difficulty


@dataclass(frozen=True, slots=True)
class PreparedGraph:
    """A graph as it is stored: its key, label and canonical form, its edges in canonical numbers, and its invariants.

    `invariants` is None for a graph that is taken to be stored already; see :meth:`complete`.
    """

    key: bytes
    label: str
    form: bytes
    vertices: int
    edges: tuple[Edge, ...]
    invariants: "GraphInvariants | None"

    def complete(self) -> "PreparedGraph":
        """Return the same graph with its invariants. Cost: milliseconds, most of them for planarity."""
        from ludex.planarity.identity.invariants import graph_invariants

        return replace(self, invariants=self.invariants or graph_invariants(self.vertices, self.edges))


@dataclass(frozen=True, slots=True)
class PreparedPoints:
    """A point set as it is stored: its hull's vertices; keys, labels and forms of its order type and its x-type.

    `order` gives the canonical number of each point.
    """

    points: Points
    order: tuple[int, ...]
    hull: int
    key: bytes
    label: str
    form: bytes
    x_key: bytes
    x_label: str
    x_form: bytes


@dataclass(frozen=True, slots=True)
class PreparedDrawing:
    """A drawing as it is stored, as a level or a class of the census: its class, its graph and its points.

    `order` gives the canonical number of each vertex under swap-equivalence.
    """

    drawing: Drawing
    key: bytes
    label: str
    order: tuple[int, ...]
    crossings: int
    graph: PreparedGraph
    points: PreparedPoints


@dataclass(frozen=True, slots=True)
class PreparedLevel:
    """A level that is ready to be stored: a drawing, its delta, what is known of its solutions, and whence it comes.

    `delta` counts 10,000ths of the side of the bounding square; a single point has 10,000. `provenance` is a JSON
    object with a `source`.
    """

    prepared: PreparedDrawing
    delta: int
    solution: "Solution"
    difficulty: "Difficulty | None"
    provenance: Mapping[str, Any]

    @property
    def key(self) -> bytes:
        """Return the key of the level."""
        return self.prepared.key

    @property
    def label(self) -> str:
        """Return the label of the level."""
        return self.prepared.label

    @property
    def source(self) -> str:
        """Return where the level comes from: 'generator', 'submitted', 'import', 'untangle' and the like."""
        return str(self.provenance["source"])


def prepare_graph(vertices: int, edges: Iterable[Edge]) -> PreparedGraph:
    """Compute what is stored of a graph. Cost: a canonical form and the invariants, milliseconds."""
    return identify_graph(vertices, edges).complete()


def identify_graph(vertices: int, edges: Iterable[Edge]) -> PreparedGraph:
    """Compute under which key a graph is stored, without its invariants. Cost: a canonical form."""
    canonical = canonical_graph(vertices, edges)
    key = key_of_graph(canonical)
    return PreparedGraph(
        key=key,
        label=label("graph", (vertices, len(canonical.edges)), key),
        form=canonical.form,
        vertices=vertices,
        edges=canonical.edges,
        invariants=None,
    )


def prepare_points(points: Iterable[Point]) -> PreparedPoints:
    """Compute what is stored of a point set in general position. Cost: two canonical forms."""
    listed = tuple(points)
    on_hull = len(hull(listed))
    canonical, x_form = canonical_order_type(listed), canonical_x_type(listed).form
    key, x_key = content_key("ordertype", canonical.form), content_key("xtype", x_form)
    return PreparedPoints(
        points=listed,
        order=canonical.order,
        hull=on_hull,
        key=key,
        label=label("ordertype", (len(listed), on_hull), key),
        form=canonical.form,
        x_key=x_key,
        x_label=label("xtype", (len(listed),), x_key),
        x_form=x_form,
    )


def prepare_drawing(drawing: Drawing, kind: str = "level", *, graph_stored: bool = False) -> PreparedDrawing:
    """Compute what is stored of a drawing under its key as a 'level' or a class of the 'census'.

    Where `graph_stored`, its graph is taken to be stored already, and its invariants are left out.
    """
    from ludex.planarity.crossings import count_crossings
    from ludex.planarity.identity.swap_class import canonical_drawing

    canonical = canonical_drawing(drawing)
    key = content_key(kind, canonical.form)
    return PreparedDrawing(
        drawing=drawing,
        key=key,
        label=label(kind, (drawing.vertices, len(drawing.edges)), key),
        order=canonical.order,
        crossings=count_crossings(drawing),
        graph=(identify_graph if graph_stored else prepare_graph)(drawing.vertices, drawing.edges),
        points=prepare_points(drawing.points),
    )


def prepare_level(
    drawing: Drawing,
    solution: "Solution",
    difficulty: "Difficulty | None",
    provenance: Mapping[str, Any],
    *,
    delta: int | None = None,
    graph_stored: bool = False,
) -> PreparedLevel:
    """Compute all that is stored of a level: call it before the transaction. Cost: milliseconds.

    `solution` and `difficulty` are of this very drawing; `provenance` is a JSON object with at least a `source`.
    A `delta` that is known is not computed; for `graph_stored` see :func:`prepare_drawing`.
    """
    prepared = prepare_drawing(drawing, graph_stored=graph_stored)
    delta = drawing_delta(drawing) if delta is None else delta
    return PreparedLevel(prepared, delta, solution, difficulty, dict(provenance))


def drawing_delta(drawing: Drawing) -> int:
    """Return the largest delta of a drawing's points, in 10,000ths of the side of their bounding square.

    A single point has 10,000.
    """
    delta = largest_grid_delta(drawing.points)
    return GRID if delta is None else delta
