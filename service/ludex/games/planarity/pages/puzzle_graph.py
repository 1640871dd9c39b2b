"""The puzzle graph: its nodes are census classes, and its links are single swaps. Each graph has its own part."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from flask import render_template, url_for

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.graph.following import Read, follows, hop
from ludex.catalogue.kinds.label import short
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import UnknownObject
from ludex.catalogue.storage.changes import SnapshotVersion, snapshot_version
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import CENSUS_CLASS
from ludex.games.planarity.kinds import GRAPH as GRAPH_KIND
from ludex.games.planarity.pages.blueprint import blueprint
from ludex.pictures.linked_maps import Mark, svg_map
from ludex.pictures.svg import orbit_colour
from ludex.web.game_pages import site
from ludex.web.site.addresses import api_address, object_address, object_card, picture_address

SWAP = "one-swap"
STORED = (4, 5)
"""The numbers of points for which the starting catalogue has every class."""

_SPACE, _ROW, _LEFT, _TOP = 30.0, 84.0, 96.0, 44.0
_SMALL = 0.5
_GAP = 1.2
_COLOURS = (1, 0, 2, 3, 6)
_NEVER = "#7d7a72"


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A census class: its label, and the minimum number of swaps to a plane drawing (None if it is unsolvable)."""

    label: str
    distance: int | None


@dataclass(frozen=True, slots=True)
class GraphPuzzles:
    """All classes of drawings of one graph, their positions on the map, and the swaps that link them.

    A position consists of a horizontal coordinate and a row. The unit of the coordinate is the distance between two
    neighbours in a row. The row is the `distance` of the class. `picture` is a small map.
    """

    graph: str
    vertices: int
    edges: int
    puzzles: tuple[Puzzle, ...]
    links: tuple[tuple[str, str], ...]
    places: Mapping[str, tuple[float, int]]
    picture: str = ""

    @property
    def farthest(self) -> int:
        """Return the largest distance of a class from a plane drawing."""
        return max((puzzle.distance for puzzle in self.puzzles if puzzle.distance is not None), default=0)

    def count(self, distance: int | None) -> int:
        """Return the number of classes with a given distance from a plane drawing."""
        return sum(puzzle.distance == distance for puzzle in self.puzzles)


_known: "WeakKeyDictionary[Catalogue, dict[int, tuple[SnapshotVersion, tuple[GraphPuzzles, ...]]]]" = (
    WeakKeyDictionary()
)


def puzzles_by_graph(catalogue: Catalogue, reader: Reader, vertices: int) -> tuple[GraphPuzzles, ...]:
    """Return the parts of the puzzle graph, one for each graph, sorted by the number of edges of the graph.

    The result is cached until a new class is stored.
    """
    version, kept = snapshot_version(reader, CENSUS_CLASS), _known.setdefault(catalogue, {})
    if vertices not in kept or kept[vertices][0] != version:
        kept[vertices] = (version, tuple(_read(reader, vertices)))
    return kept[vertices][1]


def _read(reader: Reader, vertices: int) -> Iterable[GraphPuzzles]:
    # There are 598 classes on five points. For more points, there are too many classes to draw.
    found = page(reader, CENSUS_CLASS, {"vertices": vertices}, limit=1000).items
    labels = {shown.id: shown.label for shown in found}
    swaps = set()
    for near, far in hop(reader, labels, follows(reader.registry, [SWAP]), Read()):
        if near < far and far in labels:
            swaps.add((labels[near], labels[far]))
    by_graph: dict[str, list[Puzzle]] = defaultdict(list)
    edges: dict[str, int] = {}
    for shown in found:
        members = json.loads(shown.body)
        by_graph[members["graph"]].append(Puzzle(shown.label, members["min_swaps"]))
        edges[members["graph"]] = members["edges"]
    for graph in sorted(by_graph, key=lambda label: (edges[label], label)):
        own = {puzzle.label for puzzle in by_graph[graph]}
        links = tuple(sorted(swap for swap in swaps if swap[0] in own and swap[1] in own))
        puzzles = tuple(by_graph[graph])
        family = GraphPuzzles(graph, vertices, edges[graph], puzzles, links, _layout(puzzles, links))
        yield replace(family, picture=_draw_map(family, small=True))


def _layout(puzzles: Iterable[Puzzle], links: Iterable[tuple[str, str]]) -> dict[str, tuple[float, int]]:
    """Return the positions of classes. Each row contains the classes of one distance; components are side by side."""
    import networkx

    rows = {puzzle.label: puzzle.distance for puzzle in puzzles}
    lowest = max((row for row in rows.values() if row is not None), default=0) + 1
    graph = networkx.Graph()
    graph.add_nodes_from((label, {"row": lowest if row is None else row}) for label, row in rows.items())
    graph.add_edges_from(links)
    places: dict[str, tuple[float, int]] = {}
    left = 0.0
    components = networkx.connected_components(graph)
    for members in sorted(components, key=lambda labels: (-len(labels), min(labels))):
        part = _component_positions(graph.subgraph(members))
        places |= {label: (left + across, row) for label, (across, row) in part.items()}
        left += max(across for across, _ in part.values()) + _GAP
    return places


def _component_positions(component: Any) -> dict[str, tuple[float, int]]:  # noqa: ANN401 - a graph of networkx
    """Return the positions of the classes of a component. Each row is sorted by the neighbours in the row above."""
    rows: dict[str, int] = dict(component.nodes(data="row"))
    across: dict[str, float] = {}
    for row in sorted(set(rows.values())):
        middle = {}
        for label in (label for label in rows if rows[label] == row):
            before = [across[other] for other in component[label] if other in across]
            middle[label] = sum(before) / len(before) if before else 0.0
        members = sorted(middle, key=lambda label: (middle[label], label))
        across |= {label: place - (len(members) - 1) / 2 for place, label in enumerate(members)}
    least = min(across.values())
    return {label: (across[label] - least, row) for label, row in rows.items()}


@blueprint.get("/graph/puzzles")
def list_puzzles() -> str:
    """Show the maps of all graphs."""
    with site.catalogue.reading() as reader:
        by_vertices = {vertices: puzzles_by_graph(site.catalogue, reader, vertices) for vertices in STORED}
    shown = [
        {
            "vertices": vertices,
            "classes": sum(len(family.puzzles) for family in found),
            "links": sum(len(family.links) for family in found),
            "families": [_card(family) for family in found],
            "farthest": max(family.farthest for family in found),
            "counts": _counts(found),
        }
        for vertices, found in by_vertices.items()
        if found
    ]
    return render_template(
        "planarity/puzzle_graph.html",
        title="The puzzle graph",
        section="/explore",
        shown=shown,
        census=api_address("planarity/censuses"),
    )


def _counts(found: Iterable[GraphPuzzles]) -> list[tuple[str, int]]:
    graphs = tuple(found)
    rows = [*range(max(family.farthest for family in graphs) + 1), None]
    return [(_distance_name(row), count) for row in rows if (count := sum(family.count(row) for family in graphs))]


def _distance_name(distance: int | None) -> str:
    if distance is None:
        return "impossible"
    return ("solved", "1 swap")[distance] if distance < 2 else f"{distance} swaps"


def _colour(distance: int | None) -> str:
    """Return the colour of classes with this distance. Solved classes are green, and unsolvable classes are grey."""
    return _NEVER if distance is None else orbit_colour(_COLOURS[min(distance, len(_COLOURS) - 1)])


def _card(family: GraphPuzzles) -> Mapping[str, Any]:
    return {
        "address": url_for("planarity.show_puzzles", label=family.graph),
        "name": short(family.graph, GRAPH_KIND.name),
        "edges": family.edges,
        "classes": len(family.puzzles),
        "farthest": family.farthest,
        "map": family.picture,
    }


@blueprint.get("/graph/puzzles/<label:label>")
def show_puzzles(label: str) -> str:
    """Show the puzzles of a graph. Raises UnknownObject."""
    with site.catalogue.reading() as reader:
        graphs = [family for vertices in STORED for family in puzzles_by_graph(site.catalogue, reader, vertices)]
    place = next((place for place, listed in enumerate(graphs) if listed.graph == label), None)
    if place is None:
        raise UnknownObject(f"the puzzle graph has no graph {label!r}; see /graph/puzzles for all graphs")
    family = graphs[place]
    rows = [
        {
            "name": _distance_name(distance),
            "puzzles": [
                object_card(CENSUS_CLASS, puzzle.label, address=url_for("neighbours.show_graph", at=puzzle.label))
                | {"solved": _path_to_solution(puzzle.label) if distance else ""}
                for puzzle in family.puzzles
                if puzzle.distance == distance
            ],
        }
        for distance in (*range(family.farthest + 1), None)
        if family.count(distance)
    ]
    return render_template(
        "planarity/puzzle_family.html",
        section="/explore",
        title=f"{len(family.puzzles)} puzzles on the same graph",
        family=family,
        picture=picture_address(GRAPH_KIND, label),
        graph_address=object_address(label),
        map_svg=_draw_map(family),
        rows=rows,
        before=url_for("planarity.show_puzzles", label=graphs[place - 1].graph) if place else "",
        next=url_for("planarity.show_puzzles", label=graphs[place + 1].graph) if place + 1 < len(graphs) else "",
        modules=["graph"],
    )


def _draw_map(family: GraphPuzzles, *, small: bool = False) -> str:
    """Draw the classes of a graph in rows, with solved classes in the top row. A `small` map has no text or links."""
    scale, left, top = (_SMALL, 18.0, 18.0) if small else (1.0, _LEFT, _TOP)
    places = {
        label: (left + across * _SPACE * scale, top + row * _ROW * scale)
        for label, (across, row) in family.places.items()
    }
    distances = {puzzle.label: puzzle.distance for puzzle in family.puzzles}
    marks = {
        label: Mark(
            "",
            f"{_distance_name(distances[label])}: class {label}",
            "" if small else url_for("neighbours.show_graph", at=label),
            _colour(distances[label]),
        )
        for label in places
    }
    rows = {row for _, row in family.places.values()}
    names = (
        {}
        if small
        else {
            top + row * _ROW: _distance_name(row if family.count(row) and row <= family.farthest else None)
            for row in rows
        }
    )
    width = max(x for x, _ in places.values()) + 40 * scale
    height = top + max(rows) * _ROW * scale + 44 * scale
    title = f"{len(family.puzzles)} puzzles on the same graph"
    about = ", ".join(f"{name}: {count}" for name, count in _counts([family]))
    links = [(source, target, "" if small else "one swap") for source, target in family.links]
    return svg_map(marks, places, links, (width, height), title, about, rows=names, names=False, small=small)


def _path_to_solution(label: str) -> str:
    """Return the address of the page that shows a shortest path from a class to a solved class."""
    values: dict[str, Any] = {"from": label, "to_kind": CENSUS_CLASS.name, "min_swaps": 0, "relation": SWAP}
    return url_for("connections.show_paths", **values)
