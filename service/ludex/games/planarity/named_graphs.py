"""Named graphs from the literature: families such as K5, K2,3, C6, P4 and W5, and single graphs such as Petersen's.

The names and numbers follow networkx: W5 is the wheel with 5 vertices in total, and P4 is the path with 4 vertices.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from ludex.catalogue.kinds.vocabulary import NamedObject, NamedObjects
from ludex.engine.budget import Budget
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.kinds.graph import GRAPH
from ludex.graphs.formats import write_graph6

if TYPE_CHECKING:
    import networkx

MAX_NAMED_VERTICES = 24
"""The maximum number of vertices in a graph of a family that is looked up by name."""

_SEPARATOR = re.compile(r"\s*[,x×]\s*|\s+by\s+|\s+")


@dataclass(frozen=True, slots=True)
class _Family:
    """A family of graphs: its title, its networkx generator, and the bounds on the parameters of the generator.

    The generator takes `fewest_numbers` to `most_numbers` parameters, and each parameter must be at least `least`.
    `vertices` computes the number of vertices from the parameters, without constructing the graph.
    """

    title: str
    generator: str
    vertices: Callable[..., int]
    least: int = 1
    most_numbers: int = 1
    fewest_numbers: int = 1


_COMPLETE = _Family("complete graph K{}", "complete_graph", lambda n: n)
_PARTS = _Family("complete multipartite graph K{}", "complete_multipartite_graph", lambda *parts: sum(parts), 1, 6, 2)
_CYCLE = _Family("cycle C{}", "cycle_graph", lambda n: n, 3)
_PATH = _Family("path P{}", "path_graph", lambda n: n)
_WHEEL = _Family("wheel W{}", "wheel_graph", lambda n: n, 4)
_STAR = _Family("star S{}", "star_graph", lambda n: n + 1)
_CUBE = _Family("hypercube Q{}", "hypercube_graph", lambda n: 2 ** min(n, 9))
_LADDER = _Family("ladder {}", "ladder_graph", lambda n: 2 * n)
_PRISM = _Family("prism {}", "circular_ladder_graph", lambda n: 2 * n, 3)
_GRID = _Family("grid {}", "grid_2d_graph", lambda height, width: height * width, 1, 2, 2)
_EMPTY = _Family("graph without edges on {} vertices", "empty_graph", lambda n: n)
_TREE = _Family("binomial tree {}", "binomial_tree", lambda n: 2 ** min(n, 9))
_TURAN = _Family("Turán graph T{}", "turan_graph", lambda n, r: n if r <= n else 99, 1, 2, 2)
_BARBELL = _Family("barbell {}", "barbell_graph", lambda n, m: 2 * n + m, 2, 2, 2)
_LOLLIPOP = _Family("lollipop {}", "lollipop_graph", lambda n, m: n + m, 2, 2, 2)
_FAMILIES: Mapping[str, tuple[_Family, ...]] = {
    **dict.fromkeys(("k", "complete", "clique", "complete bipartite", "complete multipartite"), (_COMPLETE, _PARTS)),
    **dict.fromkeys(("c", "cycle", "circle", "ring", "polygon"), (_CYCLE,)),
    **dict.fromkeys(("p", "path", "line"), (_PATH,)),
    **dict.fromkeys(("w", "wheel"), (_WHEEL,)),
    **dict.fromkeys(("s", "star"), (_STAR,)),
    **dict.fromkeys(("q", "hypercube"), (_CUBE,)),
    **dict.fromkeys(("ladder",), (_LADDER,)),
    **dict.fromkeys(("prism", "circular ladder"), (_PRISM,)),
    **dict.fromkeys(("grid", "lattice"), (_GRID,)),
    **dict.fromkeys(("empty",), (_EMPTY,)),
    **dict.fromkeys(("binomial tree",), (_TREE,)),
    **dict.fromkeys(("t", "turan", "turán"), (_TURAN,)),
    **dict.fromkeys(("barbell",), (_BARBELL,)),
    **dict.fromkeys(("lollipop",), (_LOLLIPOP,)),
}

_NETWORKX: Mapping[str, tuple[str, str]] = {
    "petersen": ("Petersen graph", "petersen_graph"),
    "bull": ("bull graph", "bull_graph"),
    "diamond": ("diamond graph", "diamond_graph"),
    "house": ("house graph", "house_graph"),
    "house x": ("house graph with the diagonals of its square", "house_x_graph"),
    "cube": ("cube", "cubical_graph"),
    "cubical": ("cube", "cubical_graph"),
    "octahedron": ("octahedron", "octahedral_graph"),
    "octahedral": ("octahedron", "octahedral_graph"),
    "tetrahedron": ("tetrahedron, the complete graph K4", "tetrahedral_graph"),
    "tetrahedral": ("tetrahedron, the complete graph K4", "tetrahedral_graph"),
    "icosahedron": ("icosahedron", "icosahedral_graph"),
    "icosahedral": ("icosahedron", "icosahedral_graph"),
    "dodecahedron": ("dodecahedron", "dodecahedral_graph"),
    "dodecahedral": ("dodecahedron", "dodecahedral_graph"),
    "krackhardt kite": ("Krackhardt kite graph", "krackhardt_kite_graph"),
    "chvatal": ("Chvátal graph", "chvatal_graph"),
    "chvátal": ("Chvátal graph", "chvatal_graph"),
    "frucht": ("Frucht graph", "frucht_graph"),
    "heawood": ("Heawood graph", "heawood_graph"),
    "mobius kantor": ("Möbius-Kantor graph", "moebius_kantor_graph"),
    "moebius kantor": ("Möbius-Kantor graph", "moebius_kantor_graph"),
    "möbius kantor": ("Möbius-Kantor graph", "moebius_kantor_graph"),
    "pappus": ("Pappus graph", "pappus_graph"),
    "desargues": ("Desargues graph", "desargues_graph"),
    "truncated tetrahedron": ("truncated tetrahedron", "truncated_tetrahedron_graph"),
    "truncated cube": ("truncated cube", "truncated_cube_graph"),
    "tutte": ("Tutte graph", "tutte_graph"),
}
_LCF: Mapping[str, tuple[str, int, tuple[int, ...], int]] = {
    "franklin": ("Franklin graph", 12, (5, -5), 6),
    "nauru": ("Nauru graph", 24, (5, -9, 7, -7, 9, -5), 4),
    "mcgee": ("McGee graph", 24, (12, 7, -7), 8),
    "f26a": ("F26A graph", 26, (-7, 7), 13),
    "tutte coxeter": ("Tutte-Coxeter graph", 30, (-13, -9, 7, -7, 9, 13), 5),
    "dyck": ("Dyck graph", 32, (5, -5, 13, -13), 8),
    "gray": ("Gray graph", 54, (-25, 7, -7, 13, -13, 25), 9),
}
"""Cubic graphs in LCF notation: the title, the number of vertices, the shifts, and how often they are repeated."""

_EDGES: Mapping[str, tuple[str, int, str]] = {
    "claw": ("claw, the star K1,3", 4, "01 02 03"),
    "paw": ("paw graph", 4, "01 12 02 03"),
    "butterfly": ("butterfly graph", 5, "01 02 12 03 04 34"),
    "bowtie": ("butterfly graph", 5, "01 02 12 03 04 34"),
    "gem": ("gem graph", 5, "01 02 03 04 12 23 34"),
    "kite": ("kite graph", 5, "01 12 23 03 13 24"),
    "dart": ("dart graph", 5, "01 12 23 03 13 34"),
    "cricket": ("cricket graph", 5, "01 02 12 03 04"),
    "banner": ("banner graph", 5, "01 12 23 03 04"),
    "moser spindle": ("Moser spindle", 7, "01 02 12 13 23 04 05 45 46 56 36"),
    "net": ("net graph", 6, "01 12 02 03 14 25"),
    "utility": ("utility graph K3,3", 6, "03 04 05 13 14 15 23 24 25"),
    "wagner": ("Wagner graph", 8, "01 12 23 34 45 56 67 07 04 15 26 37"),
    "antiprism": ("square antiprism", 8, "01 12 23 03 45 56 67 47 04 05 15 16 26 27 37 34"),
}
_SAME: Mapping[str, str] = {
    "triangle": "k3",
    "square": "c4",
    "pentagon": "c5",
    "hexagon": "c6",
    "heptagon": "c7",
    "octagon": "c8",
    "prism": "prism 3",
    "triangular prism": "prism 3",
    "pentagonal prism": "prism 5",
    "hexagonal prism": "prism 6",
    "tesseract": "q4",
    "square antiprism": "antiprism",
    "levi": "tutte coxeter",
    "thomsen": "utility",
    "moser": "moser spindle",
    "bow tie": "butterfly",
    "single vertex": "k1",
    "trivial": "k1",
    "k4 e": "diamond",
    "k4 minus an edge": "diamond",
}
_NUMBERS = rf"[1-9][0-9]?(?:(?:{_SEPARATOR.pattern})[1-9][0-9]?){{0,5}}"
_NAME = re.compile(rf"([a-zäöüáé ]+?)[ _]*\(?({_NUMBERS})\)?")
_NUMBERS_FIRST = re.compile(rf"({_NUMBERS}) ([a-zäöüáé ]{{2,}})")
_ON_VERTICES = re.compile(r"([a-zäöüáé ]+?) (?:on|with|of) ([1-9][0-9]?) (?:vertices|nodes|points)")
_SIGNS = str.maketrans({"-": " ", "_": " ", "{": " ", "}": " ", "$": " "})
_ARTICLES = ("the ", "a ", "an ")


def named_graph(text: str) -> NamedObject | None:
    """Return the graph with the given lower-case name, or None if no graph has this name.

    >>> [named_graph(name).title for name in ("k5", "petersen graph", "the prism", "ladder 4")]
    ['Complete graph K5 (5 vertices, 10 edges)', 'Petersen graph (10 vertices, 15 edges)',
     'Prism 3 (6 vertices, 9 edges)', 'Ladder 4 (8 vertices, 10 edges)']
    >>> [named_graph(name).title for name in ("k_{3,3}", "k33", "5-cycle", "star k1,4", "star on 5 vertices")]
    ['Complete multipartite graph K3,3 (6 vertices, 9 edges)', 'Complete multipartite graph K3,3 (6 vertices, 9 edges)',
     'Cycle C5 (5 vertices, 5 edges)', 'Complete multipartite graph K1,4 (5 vertices, 4 edges)',
     'Star S4 (5 vertices, 4 edges)']
    >>> named_graph("levels") is None, named_graph("k 90") is None
    (True, True)
    """
    if len(text) > 40:
        return None
    name = _plain(" ".join(text.translate(_SIGNS).replace("'s ", " ").split()))
    found = _named(name)
    if found is None and " " in name:
        # The text may contain both a name and a symbol, as in "star K1,4" and "cube graph Q3".
        words, _, symbol = name.rpartition(" ")
        is_name = _plain(words) in _ALL_NAMES or _named(_plain(words)) is not None
        found = _named(symbol) if is_name and symbol[:1].isalpha() and symbol[-1:].isdecimal() else None
    return found


def _plain(name: str) -> str:
    """Return a name without an article and without the word "graph" at its ends."""
    for word in _ARTICLES:
        name = name.removeprefix(word)
    return name.removeprefix("graph ").removesuffix("graph").strip()


@lru_cache(maxsize=256)
def _named(name: str) -> NamedObject | None:
    found = _titled_graph(name)
    if found is None:
        return None
    title, graph = found
    sizes = (
        f"{graph.vertices} {'vertex' if graph.vertices == 1 else 'vertices'}",
        f"{len(graph.edges)} edge{'s' * (len(graph.edges) != 1)}",
    )
    title = f"{title[:1].upper()}{title[1:]} ({', '.join(sizes)})"
    address = f"/draw?{urlencode({'text': write_graph6(graph.vertices, graph.edges)})}"
    return NamedObject(title, GRAPH.name, GRAPH.identify(graph, Budget()), address)


def starting_graphs() -> list[Graph]:
    """Return the named graphs of the starting catalogue."""
    return [found[1] for name in _STARTING_NAMES if (found := _titled_graph(name)) is not None]


def _titled_graph(name: str) -> tuple[str, Graph] | None:
    """Return the title of the graph with a plain name, and the graph, or None if no graph has this name."""
    import networkx as nx

    name = _SAME.get(name, name)
    if name in _NETWORKX:
        title, generator = _NETWORKX[name]
        return title, _graph(getattr(nx, generator)())
    if name in _LCF:
        title, vertices, shifts, repeats = _LCF[name]
        return title, _graph(nx.LCF_graph(vertices, list(shifts), repeats))
    if name in _EDGES:
        title, vertices, edges = _EDGES[name]
        return title, Graph(vertices, tuple((int(edge[0]), int(edge[1])) for edge in edges.split()))
    for family, numbers in _members(name):
        if family.vertices(*numbers) <= MAX_NAMED_VERTICES:
            sign = "x" if family is _GRID else ","
            title = family.title.format(sign.join(map(str, numbers)))
            return title, _graph(getattr(nx, family.generator)(*numbers))
    return None


def _graph(graph: "networkx.Graph") -> Graph:
    """Return a graph of networkx with vertex numbers and without loops."""
    numbers = {vertex: number for number, vertex in enumerate(graph.nodes)}
    return Graph(len(numbers), tuple((numbers[u], numbers[v]) for u, v in graph.edges if u != v))


def _members(name: str) -> Iterator[tuple[_Family, tuple[int, ...]]]:
    """Yield the families that a name can denote, together with the parameters of the generator.

    Two small digits after `k` are two parts, as in `k33`, if the complete graph would have too many vertices.
    """
    on_vertices = _ON_VERTICES.fullmatch(name)
    if on_vertices is not None:
        vertices = int(on_vertices[2])
        for family in _families(on_vertices[1]):
            if family.fewest_numbers == 1:
                known = range(family.least, vertices + 1)
                yield from ((family, (number,)) for number in known if family.vertices(number) == vertices)
    found, first = _NAME.fullmatch(name), _NUMBERS_FIRST.fullmatch(name)
    if found is None and first is None:
        return
    words, text = (found[1], found[2]) if found is not None else (first[2], first[1]) if first is not None else ("", "")
    numbers = tuple(int(number) for number in _SEPARATOR.split(text))
    candidates = [numbers]
    if words == "k" and len(text) == 2 and set(text) <= set("1234"):
        candidates.append((numbers[0] // 10, numbers[0] % 10))
    for parameters in candidates:
        for family in _families(words):
            if family.fewest_numbers <= len(parameters) <= family.most_numbers and min(parameters) >= family.least:
                yield family, parameters


def _families(words: str) -> tuple[_Family, ...]:
    return _FAMILIES.get(words.removesuffix(" graph"), ())


_ALL_NAMES = frozenset((*_FAMILIES, *_NETWORKX, *_LCF, *_EDGES, *_SAME))
_STARTING_NAMES = (
    *sorted({*_NETWORKX, *_LCF, *_EDGES}),
    *(f"k{n}" for n in range(1, 9)),
    *(f"{family}{n}" for family in ("c", "w") for n in range(4, 11)),
    *(f"p{n}" for n in range(2, 9)),
    *("k1,4", "k1,5", "k2,3", "k2,4", "k3,4", "k4,4", "k2,2,3", "k5,5", "q4"),
    *("prism 3", "prism 5", "prism 6", "grid 3 3", "grid 4 4", "ladder 4", "ladder 5"),
)
"""The names of the graphs in the starting catalogue."""

NAMED_GRAPHS = NamedObjects(
    GRAPH.name,
    named_graph,
    tuple(sorted({word for name in _ALL_NAMES for word in name.split() if len(word) > 2})),
    _STARTING_NAMES,
)
