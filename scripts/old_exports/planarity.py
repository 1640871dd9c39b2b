"""Lines of old exports about Swap Planarity: what they are today."""

from collections.abc import Iterator, Mapping

from ludex.catalogue.catalogue import Reader
from ludex.catalogue.kind import Linked
from ludex.catalogue.kinds.planarity.census_class import CENSUS_CLASS
from ludex.catalogue.kinds.planarity.graph import GRAPH
from ludex.catalogue.kinds.planarity.level import LEVEL
from ludex.catalogue.kinds.planarity.order_type import ORDER_TYPE
from ludex.catalogue.kinds.planarity.pack import PACK, Pack
from ludex.catalogue.reading import find, value_of
from ludex.graphs.graph6 import read_graph6
from ludex.planarity.crossings import count_crossings
from ludex.planarity.drawing import Drawing, Edge
from ludex.planarity.graph import Graph
from ludex.planarity.level import Level
from ludex.planarity.points import require_general_position
from ludex.planarity.solving.minimum_swaps import Solution, SolutionCounts
from ludex.planarity.study.census import CensusClass
from ludex.planarity.study.difficulty import Difficulty

from .line import Conversion, Line, Made


def _pair(listed: list[int]) -> tuple[int, int]:
    u, v = listed
    return u, v


def _drawing(line: Line) -> Drawing:
    return Drawing(tuple(map(_pair, line["points"])), tuple(map(_pair, line["edges"])))


def _graph(_reader: Reader, line: Line) -> Iterator[Made]:
    graph = read_graph6(line["graph6"])
    yield Made(GRAPH, Graph(graph.number_of_nodes(), tuple(graph.edges)))


def _order_type(_reader: Reader, line: Line) -> Iterator[Made]:
    points = tuple(map(_pair, line["points"]))
    require_general_position(points)
    yield Made(ORDER_TYPE, points)


def _level(_reader: Reader, line: Line) -> Iterator[Made]:
    drawing = _drawing(line)
    crossings, minimum, proved = count_crossings(drawing), line.get("min_swaps"), line["proved"]
    swaps: list[Edge] = [_pair(sorted(swap)) for swap in line.get("swaps") or ()]
    solution = Solution(
        crossings=crossings,
        min_swaps=minimum,
        proved=proved,
        swaps=tuple(swaps),
        arrangements=line.get("arrangements"),
        sequences=line.get("sequences"),
        lower_bound=minimum or 0 if proved else int(crossings > 0),
        reason=line.get("reason", ""),
    )
    measured = line.get("difficulty")
    difficulty = None if measured is None else Difficulty(line["arrangements"], line["sequences"], **measured)
    yield Made(LEVEL, Level(drawing, solution, difficulty, line.get("provenance", {"source": "import"})))


def _census_class(_reader: Reader, line: Line) -> Iterator[Made]:
    drawing = _drawing(line)
    counts = SolutionCounts(line.get("arrangements"), line.get("sequences"))
    yield Made(CENSUS_CLASS, CensusClass(drawing, count_crossings(drawing), line.get("min_swaps"), counts))


def _pack(reader: Reader, line: Line) -> Iterator[Made]:
    found = [find(reader, name, LEVEL) for name in line["levels"]]
    measured = [value_of(reader, one).difficulty for one in found]
    grades = [one.grade for one in measured if one is not None]
    pack = Pack(
        slug=line["slug"],
        title=line["title"],
        description=line["description"],
        size=len(found),
        least_grade=min(grades, default=None),
        greatest_grade=max(grades, default=None),
    )
    links = [Linked("has-level", one.label, place) for place, one in enumerate(found)]
    yield Made(PACK, pack, [pack.slug], links)


CONVERSIONS: Mapping[str, Conversion] = {
    "graph": _graph,
    "order-type": _order_type,
    "level": _level,
    "census-class": _census_class,
    "pack": _pack,
}
