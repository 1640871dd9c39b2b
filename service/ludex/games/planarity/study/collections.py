"""Complete collections: the numbers of order types, crossing types, swap classes and graphs on n points.

The members of each collection are also counted by a property, such as the number of points on the hull. For order types
and crossing types, an enumeration proves that the recorded point sets are complete. For swap classes and graphs, the
counts follow from Burnside's lemma, and the members are not listed.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations

from ludex.engine.budget import Budget
from ludex.games.planarity import making, study
from ludex.games.planarity.points import Points, hull


@dataclass(frozen=True, slots=True)
class CountedCollection:
    """The collection of all objects of one sort on n points, counted by a property.

    Attributes
    ----------
    name : str
        The sort and the number of points, for example ``order-types-8``.
    counted_by : str
        The property: `hull` or `edges`.
    shares : tuple of (int, int)
        Pairs of a value of the property and the number of members with this value, sorted by value.
    """

    name: str
    counted_by: str
    shares: tuple[tuple[int, int], ...]

    @property
    def sort(self) -> "CollectionSort":
        """Return the sort of the members."""
        return SORTS[split_name(self.name)[0]]

    @property
    def points(self) -> int:
        """Return the number of points."""
        return split_name(self.name)[1]

    @property
    def title(self) -> str:
        """Return the title."""
        return self.sort.title.format(self.points)

    @property
    def size(self) -> int:
        """Return the number of members."""
        return sum(number for _, number in self.shares)


Shares = Mapping[int, int]


@dataclass(frozen=True, slots=True)
class CollectionSort:
    """A sort of collection: its title, the range of n, the property by which members are counted, and the method."""

    title: str
    points: range
    counted_by: str
    count: Callable[[int, Budget], Shares]
    method: str


def count_collection(name: str, budget: Budget | None = None) -> CountedCollection:
    """Count the members of the collection with the given name.

    `budget` limits the count (None: no limits). Raises ValueError for an unknown name, and BudgetExhausted if the
    budget ends. Cost: two minutes for ``order-types-8``, seconds for other collections.

    >>> count_collection("x-types-6").size, count_collection("swap-classes-5").shares[:2]
    (15, ((4, 94), (5, 180)))
    """
    sort, n = split_name(name)
    shares = SORTS[sort].count(n, budget or Budget())
    return CountedCollection(
        name, SORTS[sort].counted_by, tuple((value, shares[value]) for value in sorted(shares) if shares[value])
    )


def split_name(name: str) -> tuple[str, int]:
    """Return the sort of a collection and its number of points. Raises ValueError for an unknown name.

    >>> split_name("order-types-8")
    ('order-types', 8)
    """
    sort, _, number = name.rpartition("-")
    if sort not in SORTS or not number.isascii() or not number.isdigit() or int(number) not in SORTS[sort].points:
        known = ", ".join(f"{other}-{known.points[0]} to {known.points[-1]}" for other, known in SORTS.items())
        raise ValueError(f"{name!r} is not a collection; the collections are {known}")
    return sort, int(number)


def _order_types(n: int, budget: Budget) -> Shares:
    """Count order types by number of points on the hull. Raises ArithmeticError if the collection may be incomplete."""
    study.abstract_order_types.count_order_types(n, budget)
    return Counter(len(hull(points)) for points in making.point_sets.collected_order_types(n))


def _x_types(n: int, _budget: Budget) -> Shares:
    """Count x-types by the number of crossing pairs of segments."""
    return Counter(_crossings(points) for points in making.point_sets.x_type_sets(n))


def _crossings(points: Points) -> int:
    """Return the number of pairs of segments that cross. This is the number of convex quadrilaterals."""
    return sum(len(hull(four)) == 4 for four in combinations(points, 4))


def _swap_classes(n: int, budget: Budget) -> Shares:
    return dict(enumerate(study.swap_class_counts.count_swap_classes(n, budget).by_edges))


def _graphs(n: int, _budget: Budget) -> Shares:
    return dict(enumerate(study.swap_class_counts.count_graphs(n)))


def _planar_graphs(n: int, _budget: Budget) -> Shares:
    return Counter(len(graph.edges) for graph in study.graph_families.small_graphs(n, planar=True))


SORTS: Mapping[str, CollectionSort] = {
    "order-types": CollectionSort(
        "Order types of {} points, up to reflection",
        range(3, 9),
        "hull",
        _order_types,
        "the recorded point sets have this many order types, and there are no more abstract order types",
    ),
    "x-types": CollectionSort(
        "Crossing types of {} points",
        range(4, 9),
        "crossings",
        _x_types,
        "the canonical forms of the crossings were compared for one point set of each order type",
    ),
    "swap-classes": CollectionSort(
        "Swap classes of connected graphs with two disjoint edges on {} points",
        range(4, 9),
        "edges",
        _swap_classes,
        "Burnside's lemma: the mean number of labelled graphs that a symmetry of a crossing type maps to itself, added "
        "up over all crossing types",
    ),
    "graphs": CollectionSort(
        "Graphs with {} vertices, none of them isolated",
        range(2, 9),
        "edges",
        _graphs,
        "Burnside's lemma: the mean number of labelled graphs that a permutation maps to itself",
    ),
    "planar-graphs": CollectionSort(
        "Planar graphs with {} vertices, none of them isolated",
        range(2, 9),
        "edges",
        _planar_graphs,
        "all graphs are listed up to isomorphism, and each is tested for planarity",
    ),
}
"""All sorts of collections, keyed by name."""
