"""The puzzle graph: the classes of the census by graph, in rows by their distance from plane, joined by swaps."""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.graph.following import Read, follows, hop
from ludex.catalogue.lists.listing import page
from ludex.catalogue.objects.reading import Shown, UnknownObject
from ludex.catalogue.storage.changes import SnapshotVersion, snapshot_version
from ludex.catalogue.storage.snapshot import Reader
from ludex.games.planarity.kinds import CENSUS_CLASS
from ludex.games.planarity.kinds import GRAPH as GRAPH_KIND
from ludex.pictures.linked_maps import Mark, svg_map
from ludex.pictures.svg import orbit_colour
from ludex.web.graph_pages.graph_navigation import GRAPH, PATHS
from ludex.web.graph_pages.neighbours import GraphLink, GraphMap
from ludex.web.page import Page, Site
from ludex.web.site.addresses import API, address_of, object_address, picture_address, short

PUZZLES = f"{GRAPH}/puzzles"
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
    """A class of the census: its label and its distance from plane, None if no swaps lead to a plane drawing."""

    label: str
    distance: int | None


@dataclass(frozen=True, slots=True)
class Family:
    """All classes that draw one graph, a place for each, and the swaps that lead from one to another.

    Places are in units of the space between neighbours: across, and the row, which is the distance from plane.
    `picture` is a small one of all of it.
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
        """Return the largest distance from plane in it."""
        return max((one.distance for one in self.puzzles if one.distance is not None), default=0)

    def count(self, distance: int | None) -> int:
        """Return how many of its classes are so far from plane."""
        return sum(one.distance == distance for one in self.puzzles)


_known: "WeakKeyDictionary[Catalogue, dict[int, tuple[SnapshotVersion, tuple[Family, ...]]]]" = WeakKeyDictionary()


def families(catalogue: Catalogue, reader: Reader, vertices: int) -> tuple[Family, ...]:
    """Return the puzzle graph on some vertices, by graph, the fewest edges first; kept until a class is stored."""
    version, kept = snapshot_version(reader, CENSUS_CLASS), _known.setdefault(catalogue, {})
    if vertices not in kept or kept[vertices][0] != version:
        kept[vertices] = (version, tuple(_read(reader, vertices)))
    return kept[vertices][1]


def _read(reader: Reader, vertices: int) -> Iterable[Family]:
    # The classes of five points are 598; of more they are listed, but too many to be drawn.
    found = page(reader, CENSUS_CLASS, {"vertices": vertices}, limit=1000).items
    labels = {one.id: one.label for one in found}
    swaps = set()
    for near, far in hop(reader, labels, follows(reader.registry, [SWAP]), Read()):
        if near < far and far in labels:
            swaps.add((labels[near], labels[far]))
    by_graph: dict[str, list[Puzzle]] = defaultdict(list)
    edges: dict[str, int] = {}
    for one in found:
        members = json.loads(one.body)
        by_graph[members["graph"]].append(Puzzle(one.label, members["min_swaps"]))
        edges[members["graph"]] = members["edges"]
    for graph in sorted(by_graph, key=lambda one: (edges[one], one)):
        own = {one.label for one in by_graph[graph]}
        links = tuple(sorted(swap for swap in swaps if swap[0] in own and swap[1] in own))
        puzzles = tuple(by_graph[graph])
        family = Family(graph, vertices, edges[graph], puzzles, links, _laid_out(puzzles, links))
        yield replace(family, picture=_drawn(family, small=True))


def _laid_out(puzzles: Iterable[Puzzle], links: Iterable[tuple[str, str]]) -> dict[str, tuple[float, int]]:
    """Return the places of classes in rows by distance, what swaps join together, side by side."""
    import networkx

    rows = {one.label: one.distance for one in puzzles}
    lowest = max((row for row in rows.values() if row is not None), default=0) + 1
    graph = networkx.Graph()
    graph.add_nodes_from((label, {"row": lowest if row is None else row}) for label, row in rows.items())
    graph.add_edges_from(links)
    places: dict[str, tuple[float, int]] = {}
    left = 0.0
    for members in sorted(networkx.connected_components(graph), key=lambda one: (-len(one), min(one))):
        part = _part(graph.subgraph(members))
        places |= {label: (left + across, row) for label, (across, row) in part.items()}
        left += max(across for across, _ in part.values()) + _GAP
    return places


def _part(part: Any) -> dict[str, tuple[float, int]]:  # noqa: ANN401 - a graph of networkx
    """Return places of classes that swaps join: each row in the order of its neighbours in the rows before."""
    rows: dict[str, int] = dict(part.nodes(data="row"))
    across: dict[str, float] = {}
    for row in sorted(set(rows.values())):
        middle = {}
        for label in (one for one in rows if rows[one] == row):
            before = [across[one] for one in part[label] if one in across]
            middle[label] = sum(before) / len(before) if before else 0.0
        members = sorted(middle, key=lambda label: (middle[label], label))
        across |= {label: place - (len(members) - 1) / 2 for place, label in enumerate(members)}
    least = min(across.values())
    return {label: (across[label] - least, row) for label, row in rows.items()}


def _puzzles(site: Site) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        every = {vertices: families(site.catalogue, reader, vertices) for vertices in STORED}
    shown = [
        {
            "vertices": vertices,
            "classes": sum(len(one.puzzles) for one in found),
            "links": sum(len(one.links) for one in found),
            "families": [_card(one) for one in found],
            "farthest": max(one.farthest for one in found),
            "counts": _counts(found),
        }
        for vertices, found in every.items()
        if found
    ]
    return {"shown": shown, "census": f"{API}/planarity/censuses"}


def _counts(found: Iterable[Family]) -> list[tuple[str, int]]:
    every = tuple(found)
    rows = [*range(max(one.farthest for one in every) + 1), None]
    return [(_said(row), count) for row in rows if (count := sum(one.count(row) for one in every))]


def _said(distance: int | None) -> str:
    if distance is None:
        return "never plane"
    return ("plane", "1 swap")[distance] if distance < 2 else f"{distance} swaps"


def _colour(distance: int | None) -> str:
    """Return the colour of a distance: green if plane, grey if no swaps ever make it so."""
    return _NEVER if distance is None else orbit_colour(_COLOURS[min(distance, len(_COLOURS) - 1)])


def _card(family: Family) -> Mapping[str, Any]:
    return {
        "address": f"{PUZZLES}/{family.graph}",
        "name": short(family.graph, GRAPH_KIND.name),
        "edges": family.edges,
        "classes": len(family.puzzles),
        "farthest": family.farthest,
        "map": family.picture,
    }


def _family(site: Site, label: str) -> Mapping[str, Any]:
    with site.catalogue.reading() as reader:
        every = [one for vertices in STORED for one in families(site.catalogue, reader, vertices)]
    place = next((place for place, one in enumerate(every) if one.graph == label), None)
    if place is None:
        raise UnknownObject(f"no class of the census draws a graph {label!r}; {PUZZLES} has all that there are")
    family = every[place]
    rows = [
        {
            "name": _said(distance),
            "puzzles": [
                {
                    "address": address_of(GRAPH, at=one.label),
                    "name": short(one.label, CENSUS_CLASS.name),
                    "label": one.label,
                    "picture": picture_address(CENSUS_CLASS, one.label),
                    "solved": _way_to_plane(one.label) if distance else "",
                }
                for one in family.puzzles
                if one.distance == distance
            ],
        }
        for distance in (*range(family.farthest + 1), None)
        if family.count(distance)
    ]
    return {
        "title": f"The puzzles on one graph of {family.vertices} vertices and {family.edges} edges",
        "family": family,
        "picture": picture_address(GRAPH_KIND, label),
        "graph_address": object_address(label),
        "map_svg": _drawn(family),
        "rows": rows,
        "before": f"{PUZZLES}/{every[place - 1].graph}" if place else "",
        "next": f"{PUZZLES}/{every[place + 1].graph}" if place + 1 < len(every) else "",
        "modules": ["graph"],
    }


def _drawn(family: Family, *, small: bool = False) -> str:
    """Draw the classes of a graph in rows, plane ones on top; `small` without words and links."""
    scale, left, top = (_SMALL, 18.0, 18.0) if small else (1.0, _LEFT, _TOP)
    places = {
        label: (left + across * _SPACE * scale, top + row * _ROW * scale)
        for label, (across, row) in family.places.items()
    }
    distances = {one.label: one.distance for one in family.puzzles}
    marks = {
        label: Mark(
            "",
            f"{_said(distances[label])}: class {label}",
            "" if small else address_of(GRAPH, at=label),
            _colour(distances[label]),
        )
        for label in places
    }
    rows = {row for _, row in family.places.values()}
    names = (
        {}
        if small
        else {top + row * _ROW: _said(row if family.count(row) and row <= family.farthest else None) for row in rows}
    )
    width = max(x for x, _ in places.values()) + 40 * scale
    height = top + max(rows) * _ROW * scale + 44 * scale
    title = f"{len(family.puzzles)} puzzles on one graph"
    about = ", ".join(f"{name}: {count}" for name, count in _counts([family]))
    links = [(source, target, "" if small else "one swap") for source, target in family.links]
    return svg_map(marks, places, links, (width, height), title, about, rows=names, names=False, small=small)


def _way_to_plane(label: str) -> str:
    """Return the address of the shortest path from a class to a plane one."""
    return address_of(PATHS, **{"from": label, "to_kind": CENSUS_CLASS.name, "min_swaps": 0, "relation": SWAP})


def graph_links(found: Shown) -> Iterable[GraphLink]:
    """Yield the link from a class of the census to its nearest plane class."""
    if found.kind is CENSUS_CLASS:
        yield GraphLink("The way to a plane drawing", _way_to_plane(found.label))


GRAPH_MAP = GraphMap(
    "The puzzle graph",
    PUZZLES,
    "Every puzzle of Swap Planarity on four and five points, laid out by how many swaps it is from plane",
    "the whole of it",
    CENSUS_CLASS.name,
)
PUZZLE_PAGES = (
    Page(PUZZLES, _puzzles, "planarity/puzzle_graph.html", title="The puzzle graph", section=GRAPH),
    Page(f"{PUZZLES}/<label:label>", _family, "planarity/puzzle_family.html", section=GRAPH),
)
