"""The documents of Swap Planarity: what each kind holds, and how it is checked and stored.

x-types have no lines of their own: they follow from order types. Graphs and order types follow from levels too; their
own lines, which come before, save the work of finding the invariants of each graph of a starting catalogue.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from sqlalchemy.orm import Session

from ludex.catalogue.documents import Document, Part, Refused, Storing, Terms, Together, require_label
from ludex.catalogue.planarity.census import PreparedClass, prepare_class, store_classes
from ludex.catalogue.planarity.claims import NOT_IN_TIME, proved_again, require_solution
from ludex.catalogue.planarity.graphs import store_graphs
from ludex.catalogue.planarity.order_types import store_order_types
from ludex.catalogue.planarity.packs import create_pack
from ludex.catalogue.planarity.preparing import (
    PreparedGraph,
    PreparedLevel,
    PreparedPoints,
    identify_graph,
    prepare_level,
    prepare_points,
)
from ludex.catalogue.planarity.storing_levels import store_levels
from ludex.graphs.graph6 import read_graph6
from ludex.planarity.drawing import MAX_VERTICES, Drawing
from ludex.planarity.points import require_general_position

if TYPE_CHECKING:
    from ludex.planarity.identity.invariants import GraphInvariants
    from ludex.planarity.solving.minimum_swaps import Solution
    from ludex.planarity.study.difficulty import Difficulty

Whole = Annotated[int, Field(strict=True)]
Count = Annotated[int, Field(ge=0, strict=True)]
Pairs = list[tuple[Whole, Whole]]


class GraphDocument(Document):
    """A graph, as graph6 in any numbering, and those of its invariants that take more than counting degrees."""

    kind: Literal["graph"] = "graph"
    label: str | None = None
    graph6: str
    components: Count
    planar: bool
    outerplanar: bool
    bipartite: bool
    girth: Count | None = None
    automorphisms: Count

    def prepare(self, terms: Terms) -> Storing:
        """Check the label and, unless it is of the starting catalogue, the invariants."""
        graph = read_graph6(self.graph6)
        if not 1 <= graph.number_of_nodes() <= MAX_VERTICES:
            raise Refused(f"a graph of {graph.number_of_nodes()} vertices, 1 to {MAX_VERTICES} are allowed")
        identified = identify_graph(graph.number_of_nodes(), tuple((min(edge), max(edge)) for edge in graph.edges))
        require_label(self.label, identified.label)
        claimed = replace(identified, invariants=self._invariants(identified))
        if not terms.starting and identified.complete().invariants != claimed.invariants:
            raise Refused(f"the invariants are {identified.complete().invariants}")
        return Together(claimed, _store_graphs)

    def _invariants(self, graph: PreparedGraph) -> "GraphInvariants":
        from ludex.planarity.identity.invariants import GraphInvariants, degrees

        falling = degrees(graph.vertices, graph.edges)
        forest = self.girth is None
        return GraphInvariants(
            vertices=graph.vertices,
            edges=len(graph.edges),
            degrees=falling,
            min_degree=falling[-1],
            max_degree=falling[0],
            components=self.components,
            connected=self.components == 1,
            planar=self.planar,
            outerplanar=self.outerplanar,
            tree=forest and self.components == 1,
            forest=forest,
            bipartite=self.bipartite,
            girth=self.girth,
            automorphisms=self.automorphisms,
        )


class DifficultyClaim(Part):
    """How hard a level is, but for the numbers of solutions: a :class:`ludex.planarity.study.difficulty.Difficulty`."""

    orders: Count
    crossings_must_rise: bool
    steepest_descent: bool
    independent_swaps: Count
    grade: Count

    def difficulty(self, solution: "Solution") -> "Difficulty":
        """Return what is claimed of a level with this solution. Raises Refused where that is not counted."""
        from ludex.planarity.study.difficulty import Difficulty

        if solution.arrangements is None or solution.sequences is None:
            raise Refused("a difficulty without the numbers of optimal solutions")
        return Difficulty(solution.arrangements, solution.sequences, **self.model_dump())


class LevelDocument(Document):
    """A level: its drawing, a solution, the number of optimal ones, the difficulty, and where it comes from.

    `min_swaps` is absent where no plane drawing can be reached (`proved`) or none is known.
    """

    kind: Literal["level"] = "level"
    label: str | None = None
    points: Pairs
    edges: Pairs
    delta: Count | None = None
    min_swaps: Count | None = None
    proved: bool
    reason: str = ""
    swaps: Pairs | None = None
    arrangements: Count | None = None
    sequences: Count | None = None
    difficulty: DifficultyClaim | None = None
    provenance: dict[str, Any] = Field(default_factory=lambda: {"source": "import"})

    def prepare(self, terms: Terms) -> Storing:
        """Check that the swaps solve it and, unless it is of the starting catalogue, prove the minimum again."""
        if not isinstance(self.provenance.get("source"), str):
            raise Refused("the provenance names no source")
        drawing = Drawing(tuple(self.points), tuple(self.edges))
        solution = self._solution(drawing)
        difficulty = None if self.difficulty is None else self.difficulty.difficulty(solution)
        if not terms.starting:
            require_solution(drawing, solution)
            solution, difficulty = proved_again(drawing, solution, difficulty, terms.budget())
        delta = self.delta if terms.starting else None
        level = prepare_level(drawing, solution, difficulty, self.provenance, delta=delta, graph_stored=terms.starting)
        require_label(self.label, level.label)
        if self.delta not in (None, level.delta):
            raise Refused(f"delta is {level.delta}, not {self.delta}")
        return Together(level, _store_starting_levels if terms.starting else _store_levels)

    def _solution(self, drawing: Drawing) -> "Solution":
        from ludex.planarity.crossings import count_crossings
        from ludex.planarity.solving.minimum_swaps import Solution

        if (self.min_swaps is None) != (self.swaps is None):
            raise Refused("a minimum and the swaps that meet it come together")
        crossings = count_crossings(drawing)
        return Solution(
            crossings=crossings,
            min_swaps=self.min_swaps,
            proved=self.proved,
            swaps=tuple((min(swap), max(swap)) for swap in self.swaps or ()),
            arrangements=self.arrangements,
            sequences=self.sequences,
            lower_bound=self.min_swaps or 0 if self.proved else int(crossings > 0),
            reason=self.reason,
        )


class OrderTypeDocument(Document):
    """An order type: a point set that has it, and the label of its x-type."""

    kind: Literal["order-type"] = "order-type"
    label: str | None = None
    x_type: str | None = None
    points: Pairs

    def prepare(self, terms: Terms) -> Storing:
        """Check the points and the labels."""
        del terms
        require_general_position(self.points)
        points = prepare_points(self.points)
        require_label(self.label, points.label)
        require_label(self.x_type, points.x_label)
        return Together(points, _store_order_types)


class PackDocument(Document):
    """A pack, with the labels of its levels, which come before it."""

    kind: Literal["pack"] = "pack"
    slug: str
    title: str
    description: str
    levels: list[str]

    def prepare(self, terms: Terms) -> Storing:
        """Nothing can be checked before the levels are at hand."""

        def store(session: Session) -> bool:
            stored = create_pack(session, self.slug, self.title, self.description, self.levels, starting=terms.starting)
            return stored.created

        return store


class CensusClassDocument(Document):
    """A class of the census: a drawing of it, its minimum swaps (absent: unreachable), and its optimal solutions."""

    kind: Literal["census-class"] = "census-class"
    label: str | None = None
    points: Pairs
    edges: Pairs
    min_swaps: Count | None = None
    arrangements: Count | None = None
    sequences: Count | None = None

    def prepare(self, terms: Terms) -> Storing:
        """Check the label and, unless it is of the starting catalogue, prove the minimum again."""
        drawing = Drawing(tuple(self.points), tuple(self.edges))
        one = prepare_class(drawing, self.min_swaps, self.arrangements, self.sequences, graph_stored=terms.starting)
        require_label(self.label, one.prepared.label)
        if not terms.starting:
            require_class(one, terms)
        return Together(one, _store_classes)


def require_class(one: PreparedClass, terms: Terms) -> None:
    """Raise Refused where a class of the census is not what it claims to be, or that cannot be told in time."""
    from ludex.planarity.solving.minimum_swaps import solve

    again = solve(one.prepared.drawing, terms.budget())
    if not again.proved:
        raise Refused(NOT_IN_TIME)
    claimed = (one.min_swaps, one.arrangements, one.sequences)
    if claimed != (again.min_swaps, again.arrangements, again.sequences):
        raise Refused(
            f"the minimum, its arrangements and sequences are {again.min_swaps}, {again.arrangements} and "
            f"{again.sequences}, not {claimed[0]}, {claimed[1]} and {claimed[2]}"
        )


PlanarityDocuments = GraphDocument | LevelDocument | OrderTypeDocument | PackDocument | CensusClassDocument


def _store_graphs(session: Session, graphs: Sequence[PreparedGraph]) -> list[bool]:
    stored = store_graphs(session, graphs)
    return [stored[graph.key].created for graph in graphs]


def _store_levels(session: Session, levels: Sequence[PreparedLevel]) -> list[bool]:
    return [stored.created for stored in store_levels(session, levels)]


def _store_starting_levels(session: Session, levels: Sequence[PreparedLevel]) -> list[bool]:
    return [stored.created for stored in store_levels(session, levels, starting=True)]


def _store_order_types(session: Session, point_sets: Sequence[PreparedPoints]) -> list[bool]:
    stored = store_order_types(session, point_sets)
    return [stored[points.key].created for points in point_sets]


def _store_classes(session: Session, classes: Sequence[PreparedClass]) -> list[bool]:
    return [stored.created for stored in store_classes(session, classes)]
