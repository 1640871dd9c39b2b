"""Graph measures computed by networkx: their definitions, their functions, and limits on the graph size.

A value can be a number, a Boolean, a list of numbers or Booleans, or a mapping from vertices to such values. The value
is None if the measure is undefined for the graph. For example, the diameter of a disconnected graph is undefined.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import networkx

Value = int | float | bool | list[Any] | dict[str, Any] | None

MAX_STEPS = 3_000_000
"""The approximate maximum number of steps for computing a measure. This many steps take a few seconds."""


class MeasureError(ValueError):
    """A measure does not exist or does not apply to the graph."""


@dataclass(frozen=True, slots=True)
class Measure:
    """The definition of a measure, and the networkx function that computes it.

    `directed` is true for measures of digraphs, false for measures of undirected graphs, and None for both. `steps`
    estimates the cost from the number of vertices and the number of edges. `needs` is the name of the networkx function
    that tests whether the measure is defined for a graph. `then` converts the result of `function` to the value of the
    measure.
    """

    about: str
    function: str
    directed: bool | None
    steps: Callable[[int, int], int]
    needs: str | None = None
    then: Callable[[Any], Any] | None = None


@dataclass(frozen=True, slots=True)
class MeasureResult:
    """The value of a measure for a graph, and the function that computed it."""

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
        "The vertices whose removal disconnects their part of the graph.",
        "articulation_points",
        False,
        _linear,
        then=sorted,
    ),
    "average_clustering": Measure(
        "The share of pairs of neighbours that are adjacent, averaged over all vertices.",
        "average_clustering",
        None,
        _from_each,
    ),
    "betweenness": Measure(
        "For each vertex, the share of shortest paths that pass through it.", "betweenness_centrality", None, _from_each
    ),
    "bridges": Measure(
        "The edges whose removal disconnects their part of the graph.", "bridges", False, _linear, then=sorted
    ),
    "center": Measure(
        "The vertices with the smallest eccentricity.", "center", False, _from_each, "is_connected", sorted
    ),
    "closeness": Measure(
        "For each vertex, how close it is to all other vertices.", "closeness_centrality", None, _from_each
    ),
    "components": Measure("The number of connected components.", "number_connected_components", False, _linear),
    "degeneracy": Measure(
        "The largest core number.", "core_number", None, _linear, then=lambda value: max(value.values())
    ),
    "density": Measure("The share of pairs of vertices that are joined by an edge.", "density", None, _linear),
    "diameter": Measure("The largest distance between two vertices.", "diameter", False, _from_each, "is_connected"),
    "eccentricity": Measure(
        "For each vertex, the largest distance to another vertex.", "eccentricity", False, _from_each, "is_connected"
    ),
    "edge_connectivity": Measure(
        "The smallest number of edges whose removal disconnects the graph.", "edge_connectivity", None, _from_each_pair
    ),
    "girth": Measure("The length of a shortest cycle.", "girth", False, _from_each),
    "node_connectivity": Measure(
        "The smallest number of vertices whose removal disconnects the graph.",
        "node_connectivity",
        None,
        _from_each_pair,
    ),
    "radius": Measure("The smallest eccentricity.", "radius", False, _from_each, "is_connected"),
    "acyclic": Measure("Whether there is no directed cycle.", "is_directed_acyclic_graph", True, _linear),
    "reciprocity": Measure("The share of arcs whose reverse is also an arc.", "overall_reciprocity", True, _linear),
    "strong_components": Measure(
        "The number of strongly connected components.", "number_strongly_connected_components", True, _linear
    ),
    "transitivity": Measure(
        "Three times the number of triangles, divided by the number of paths with two edges.",
        "transitivity",
        False,
        _from_each,
    ),
    "treewidth_upper_bound": Measure(
        "The width of a tree decomposition that the minimum-degree heuristic finds.",
        "approximation.treewidth_min_degree",
        False,
        _from_each,
        then=lambda value: value[0],
    ),
    "weak_components": Measure(
        "The number of connected components if directions are ignored.",
        "number_weakly_connected_components",
        True,
        _linear,
    ),
    "wiener_index": Measure(
        "The sum of the distances between all pairs of vertices.", "wiener_index", False, _from_each, "is_connected"
    ),
}


def available_measures(graph: "networkx.Graph") -> tuple[str, ...]:
    """Return the names of the measures that apply to a `graph`, directed or undirected."""
    directed = graph.is_directed()
    return tuple(name for name, measure in MEASURES.items() if measure.directed in (None, directed))


def measure(graph: "networkx.Graph", names: Iterable[str]) -> list[MeasureResult]:
    """Return the results of the measures `names` for a `graph` or digraph.

    Raises MeasureError if `available_measures` does not list a name, or if the graph is too large.

    >>> import networkx
    >>> [result.value for result in measure(networkx.cycle_graph(6), ["diameter", "girth", "treewidth_upper_bound"])]
    [3, 6, 2]
    >>> measure(networkx.DiGraph([(0, 1)]), ["strong_components"])
    [MeasureResult(name='strong_components', value=2, by='networkx.number_strongly_connected_components')]
    """
    available, results = available_measures(graph), []
    for name in names:
        if name not in available:
            raise MeasureError(f"{name!r} is not a measure of this graph; its measures are {', '.join(available)}")
        definition = MEASURES[name]
        if definition.steps(len(graph), graph.number_of_edges()) > MAX_STEPS:
            raise MeasureError(
                f"{name}: a graph of {len(graph):,} vertices and {graph.number_of_edges():,} edges is too large for it"
            )
        results.append(MeasureResult(name, _value(graph, definition), f"networkx.{definition.function}"))
    return results


def _value(graph: "networkx.Graph", definition: Measure) -> Value:
    import networkx

    if len(graph) == 0 or (definition.needs is not None and not getattr(networkx, definition.needs)(graph)):
        return None
    function: Any = networkx
    for part in definition.function.split("."):
        function = getattr(function, part)
    try:
        result = function(graph)
    except (networkx.NetworkXError, ZeroDivisionError):
        return None
    return _plain(result if definition.then is None else definition.then(result))


def _plain(value: Any) -> Value:  # noqa: ANN401 - any result of networkx
    """Return a value in its JSON form."""
    if isinstance(value, bool | int | None):
        return value
    if isinstance(value, float):
        return None if not isfinite(value) else int(value) if value.is_integer() else value
    if isinstance(value, dict):
        return {str(name): _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple | set):
        return [_plain(item) for item in value]
    return str(value)  # type: ignore[return-value]
