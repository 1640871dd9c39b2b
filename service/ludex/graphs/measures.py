"""Measures of graphs by networkx: what each means, which function computes it, how large a graph it accepts.

Values are numbers, truth values, and lists and mappings of these by vertex. A value is None if the graph has none, such
as the diameter of a graph that is not connected.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx

Value = int | float | bool | list[Any] | dict[str, Any] | None

MOST_STEPS = 3_000_000
"""About the most steps that a measure may take: some seconds."""


class MeasureError(ValueError):
    """A measure that does not exist, or that does not apply to this graph."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What is measured, and by which function of networkx.

    `directed` says whether it is of digraphs, of undirected graphs or (None) of both. `steps` estimates the cost from
    the numbers of vertices and edges. `needs` names the function of networkx that tells whether a graph has a value.
    `then` makes the value of what the function returns.
    """

    about: str
    function: str
    directed: bool | None
    steps: Callable[[int, int], int]
    needs: str | None = None
    then: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure of one graph, and the function that computed it."""

    name: str
    value: Value
    by: str


def _linear(vertices: int, edges: int) -> int:
    return vertices + edges


def _from_each(vertices: int, edges: int) -> int:
    return vertices * (vertices + edges)


def _from_each_pair(vertices: int, edges: int) -> int:
    return vertices * vertices * (vertices + edges)


MEASURES: Mapping[str, Measure] = {
    "articulation_points": Measure(
        "The vertices without which a part falls apart.", "articulation_points", False, _linear, then=sorted
    ),
    "average_clustering": Measure(
        "The mean share of joined pairs of neighbours.", "average_clustering", None, _from_each
    ),
    "betweenness": Measure(
        "For each vertex, the share of shortest paths through it.", "betweenness_centrality", None, _from_each
    ),
    "bridges": Measure("The edges without which a part falls apart.", "bridges", False, _linear, then=sorted),
    "center": Measure("The vertices of least eccentricity.", "center", False, _from_each, "is_connected", sorted),
    "closeness": Measure("For each vertex, how near all others are.", "closeness_centrality", None, _from_each),
    "components": Measure("How many connected parts.", "number_connected_components", False, _linear),
    "degeneracy": Measure(
        "The largest core number.", "core_number", None, _linear, then=lambda found: max(found.values())
    ),
    "density": Measure("The share of joined pairs.", "density", None, _linear),
    "diameter": Measure("The largest distance.", "diameter", False, _from_each, "is_connected"),
    "eccentricity": Measure(
        "For each vertex, the largest distance from it.", "eccentricity", False, _from_each, "is_connected"
    ),
    "edge_connectivity": Measure("The fewest edges that disconnect it.", "edge_connectivity", None, _from_each_pair),
    "girth": Measure("The length of a shortest cycle.", "girth", False, _from_each),
    "node_connectivity": Measure("The fewest vertices that disconnect it.", "node_connectivity", None, _from_each_pair),
    "radius": Measure("The least eccentricity.", "radius", False, _from_each, "is_connected"),
    "acyclic": Measure("Whether there is no directed cycle.", "is_directed_acyclic_graph", True, _linear),
    "reciprocity": Measure("The share of arcs that go both ways.", "overall_reciprocity", True, _linear),
    "strong_components": Measure(
        "How many strongly connected parts.", "number_strongly_connected_components", True, _linear
    ),
    "transitivity": Measure("Three times the triangles by the paths of two edges.", "transitivity", False, _from_each),
    "treewidth_upper_bound": Measure(
        "A width of a tree decomposition, by the rule of least degree.",
        "approximation.treewidth_min_degree",
        False,
        _from_each,
        then=lambda found: found[0],
    ),
    "weak_components": Measure(
        "How many parts, directions disregarded.", "number_weakly_connected_components", True, _linear
    ),
    "wiener_index": Measure("The sum of all distances.", "wiener_index", False, _from_each, "is_connected"),
}


def measures_of(graph: "networkx.Graph") -> tuple[str, ...]:
    """Return the names of the measures that apply to a `graph`: directed or undirected ones."""
    return tuple(name for name, one in MEASURES.items() if one.directed in (None, graph.is_directed()))


def measure(graph: "networkx.Graph", names: Iterable[str]) -> list[Measured]:
    """Measure a `graph` or digraph by each of the measures `names`.

    Raises MeasureError for a name that is not among `measures_of`, and for a graph that is too large for a measure.

    >>> import networkx
    >>> [one.value for one in measure(networkx.cycle_graph(6), ["diameter", "girth", "treewidth_upper_bound"])]
    [3, 6, 2]
    >>> measure(networkx.DiGraph([(0, 1)]), ["strong_components"])
    [Measured(name='strong_components', value=2, by='networkx.number_strongly_connected_components')]
    """
    known, found = measures_of(graph), []
    for name in names:
        if name not in known:
            raise MeasureError(f"{name!r} is not a measure of this graph; its measures are {', '.join(known)}")
        one = MEASURES[name]
        if one.steps(len(graph), graph.number_of_edges()) > MOST_STEPS:
            raise MeasureError(
                f"{name}: a graph of {len(graph):,} vertices and {graph.number_of_edges():,} edges is too large for it"
            )
        found.append(Measured(name, _value(graph, one), f"networkx.{one.function}"))
    return found


def _value(graph: "networkx.Graph", one: Measure) -> Value:
    import networkx

    if len(graph) == 0 or (one.needs is not None and not getattr(networkx, one.needs)(graph)):
        return None
    function: Any = networkx
    for part in one.function.split("."):
        function = getattr(function, part)
    try:
        made = function(graph)
    except (networkx.NetworkXError, ZeroDivisionError):
        return None
    return _plain(made if one.then is None else one.then(made))


def _plain(value: Any) -> Value:  # noqa: ANN401 - whatever networkx answers
    """Return a value as JSON has it."""
    if isinstance(value, bool | int | None):
        return value
    if isinstance(value, float):
        return None if not isfinite(value) else int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {str(name): _plain(one) for name, one in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(one) for one in value]
    return str(value)  # type: ignore[return-value]
