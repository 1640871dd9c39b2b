"""The exact results of Swap Planarity: integer sequences, tables of records, and complete collections."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any

from ludex.catalogue.exact_results.declaration import (
    ClosedForm,
    Collection,
    IntegerSequence,
    OeisEntry,
    Record,
    RecordedSearch,
    RecordTable,
    StoredClaims,
    TermClaim,
)
from ludex.engine.budget import Budget
from ludex.games.planarity import study
from ludex.games.planarity.kinds.census import (
    CENSUS,
    COLLECTION,
    COLLECTION_SIZE,
    identify_census,
    identify_collection,
)
from ludex.games.planarity.kinds.statements import CENSUS_COUNT
from ludex.games.planarity.making.point_sets import ORDER_TYPES
from ludex.games.planarity.study.census_graphs import (
    HARDEST_CLASSES,
    MAX_CENSUS_POINTS,
    MAX_COUNTED_POINTS,
    MIN_CENSUS_POINTS,
    largest_connected_minimum,
)
from ludex.games.planarity.study.level_bands import LEVELS, source_of

if TYPE_CHECKING:
    from ludex.games.planarity.study.graph_families import Distances


SWAP_PLANARITY = (
    "R. Kraaijer, M. van Kreveld, W. Meulemans, A. van Renssen, Geometry and generation of a new graph planarity game, "
    "2019."
)
AICHHOLZER = (
    "O. Aichholzer, F. Aurenhammer, H. Krasser, Enumerating Order Types for Small Point Sets with Applications, Order "
    "19 "
    "(2002), 265-281."
)
KNUTH = "D. E. Knuth, Axioms and Hulls, Lecture Notes in Computer Science 606, 1992."
PILZ_WELZL = "A. Pilz, E. Welzl, Order on Order Types, SoCG 2015."
RISKIN = (
    "A. Riskin, On the outerplanar crossing numbers of K_{m,n}, Bull. Inst. Combin. Appl. 39 (2003), 16-20: a(n) = "
    "n^2(n - 1)(n - 2)/6, which agrees with all terms."
)
_CENSUS_PROOF = (
    "All arrangements of each graph on each crossing type are searched, and the classes are counted as orbits. If the "
    "claim has a certificate, it has the numbers whose sum is the result."
)
_BURNSIDE_PROOF = (
    "Burnside's lemma: the number of classes is the sum over all crossing types of the mean number of labelled graphs "
    "that a symmetry of the crossing type maps to itself. For up to 7 points, the census counts the same numbers by a "
    "search."
)
_BURNSIDE_COMMAND = "ludex atlas build planarity-swap-classes-{n}"
_FAMILY_PROOF = (
    "One breadth-first search from all plane arrangements finds the minimum of every arrangement. The record has the "
    "number of arrangements at each distance and a hardest arrangement; for small n, a second program gives the same "
    "results."
)

_NOT_CONVEX = ("wheel", "two-to-all")
"""The families whose points are not in convex position. Their recorded results end one vertex earlier."""

Document = Mapping[str, Any]


def _census_claim(
    n: int, term: Callable[[Any], int | None], member: Callable[[Document], int | None] | None = None
) -> TermClaim:
    """Return a term that the claim about the census of `n` points proves."""
    label = identify_census(n).named(CENSUS.name).label
    return TermClaim(subject=label, statement=CENSUS_COUNT.name, term=term, member=member)


def _collection_claim(n: int, term: Callable[[Any], int | None]) -> TermClaim:
    """Return a term that the claim about the number of swap classes of `n` points proves."""
    label = identify_collection(f"swap-classes-{n}").named(COLLECTION.name).label
    return TermClaim(subject=label, statement=COLLECTION_SIZE.name, term=term)


def _census_sequence(
    name: str, title: str, definition: str, term: Callable[[Any], int | None], keywords: tuple[str, ...] = ("hard",)
) -> IntegerSequence:
    """Return a sequence that has a term for each census, indexed by the number of points, up to 8 points."""
    return IntegerSequence(
        name=name,
        title=title,
        definition=definition,
        offset=4,
        source=StoredClaims(
            claim=lambda n: _census_claim(n, term),
            command="ludex jobs start planarity-census-counts n={n}",
            proof=_CENSUS_PROOF,
            last=MAX_COUNTED_POINTS,
        ),
        keywords=keywords,
        references=(SWAP_PLANARITY,),
    )


def _hardest(value: Any) -> int:  # noqa: ANN401 - the value of a claim
    return int(max(minimum for minimum, _ in value["by_minimum"] if minimum is not None))


def _unreachable(value: Any) -> int:  # noqa: ANN401 - the value of a claim
    return sum(classes for minimum, classes in value["by_minimum"] if minimum is None)


def _with_minimum(minimum: int, value: Any) -> int:  # noqa: ANN401 - the value of a claim
    return sum(classes for least, classes in value["by_minimum"] if least == minimum)


def _of_edges(edges: int, member: str, document: Document) -> int | None:
    return next((row[member] for row in document["by_edges"] if row["edges"] == edges), None)


def _by_minimum(n: int, largest: int) -> IntegerSequence:
    """Return the sequence of the numbers of swap classes of `n` points by minimum, up to the `largest` minimum."""

    def claim(minimum: int) -> TermClaim | None:
        return None if minimum > largest else _census_claim(n, partial(_with_minimum, minimum))

    return IntegerSequence(
        name=f"planarity-classes-by-minimum-{n}",
        title=f"Swap classes of {n} points by minimum",
        definition=f"a(k) is the number of swap classes of connected graphs with two disjoint edges on {n} points "
        f"whose "
        "minimum number of swaps is k.",
        offset=0,
        source=StoredClaims(claim=claim, command=f"ludex planarity census {n} --store", proof=_CENSUS_PROOF),
        references=(SWAP_PLANARITY,),
    )


def _classes_by_edges(n: int) -> IntegerSequence:
    """Return the sequence of the numbers of swap classes of `n` points, indexed by number of edges."""
    most_edges = n * (n - 1) // 2

    def claim(edges: int) -> TermClaim | None:
        return None if edges > most_edges else _collection_claim(n, lambda value: dict(value["by_edges"]).get(edges))

    return IntegerSequence(
        name=f"planarity-classes-by-edges-{n}",
        title=f"Swap classes of {n} points by edges",
        definition=f"a(m) is the number of swap classes of connected graphs with m edges and two disjoint edges on {n} "
        "points.",
        offset=n - 1,
        source=StoredClaims(claim=claim, command=_BURNSIDE_COMMAND.format(n=n), proof=_BURNSIDE_PROOF),
        references=(SWAP_PLANARITY,),
    )


def _hardest_by_edges(n: int, most_edges: int) -> IntegerSequence:
    """Return the sequence of the largest minima of `n` points, indexed by number of edges, up to `most_edges`."""

    def claim(edges: int) -> TermClaim | None:
        if edges > most_edges:
            return None
        return _census_claim(n, lambda _: None, partial(_of_edges, edges, "largest_min_swaps"))

    return IntegerSequence(
        name=f"planarity-hardest-by-edges-{n}",
        title=f"Hardest drawings of {n} points by edges",
        definition="a(m) is the largest minimum number of swaps of connected graphs with m edges and two disjoint "
        f"edges on {n} points.",
        offset=n - 1,
        source=StoredClaims(claim=claim, command=f"ludex planarity census {n} --store", proof=_CENSUS_PROOF),
        references=(SWAP_PLANARITY,),
    )


def _family_sequence(
    family: str,
    least: int,
    step: int,
    name: str,
    title: str,
    definition: str,
    term: "Callable[[Distances], int]",
    oeis: OeisEntry | None = None,
    conjectured: bool = True,
) -> IntegerSequence:
    """Return a sequence of results for a family of graphs, indexed by the number of vertices divided by `step`."""
    last_vertices = 11 if family in _NOT_CONVEX else 12

    def terms() -> list[int]:
        return [term(distances) for distances in study.graph_families.recorded_results().distances[family]]

    def compute(n: int, budget: Budget) -> int:
        families = study.graph_families
        return term(families.search_distances(families.FAMILIES[family], step * n, budget))

    return IntegerSequence(
        name=f"planarity-{name}",
        title=title,
        definition=definition,
        offset=least,
        source=RecordedSearch(
            terms=terms, compute=compute, proof=_FAMILY_PROOF, last=last_vertices // step, conjectured=conjectured
        ),
        keywords=("hard",),
        references=(SWAP_PLANARITY,),
        oeis=oeis,
    )


def _largest_minimum(distances: "Distances") -> int:
    return distances.largest_minimum


def _hardest_arrangements(distances: "Distances") -> int:
    return distances.by_minimum[-1]


def _plane_paths(distances: "Distances") -> int:
    return distances.plane_drawings(symmetries=2)


def _family(family: str, least: int, graph: str, points: str, step: int = 1) -> IntegerSequence:
    """Return the sequence of the largest minima of a family of graphs."""
    return _family_sequence(
        family,
        least,
        step,
        f"hardest-{family}",
        f"Hardest arrangement of {graph} {points}",
        f"a(n) is the largest minimum number of swaps over all arrangements of {graph} {points}.",
        _largest_minimum,
    )


def _type_sequence(
    name: str,
    title: str,
    definition: str,
    offset: int,
    terms: Callable[[], tuple[int, ...]],
    compute: Callable[[int, Budget], int],
    proof: str,
    last: int,
    references: tuple[str, ...],
    oeis: OeisEntry | None,
) -> IntegerSequence:
    """Return a sequence that counts order types or x-types by number of points."""
    return IntegerSequence(
        name=f"planarity-{name}",
        title=title,
        definition=definition,
        offset=offset,
        source=RecordedSearch(terms=terms, compute=compute, proof=proof, last=last, conjectured=False),
        keywords=("hard", "nice"),
        references=references,
        oeis=oeis,
    )


_CONVEX = "on points in convex position"
SEQUENCES: tuple[IntegerSequence, ...] = (
    IntegerSequence(
        name="planarity-swap-classes",
        title="Swap classes",
        definition="a(n) is the number of classes of swap-equivalent drawings of connected graphs with two disjoint "
        "edges on n points.",
        offset=MIN_CENSUS_POINTS,
        source=StoredClaims(
            claim=lambda n: _collection_claim(n, lambda value: value["members"]),
            command=_BURNSIDE_COMMAND,
            proof=_BURNSIDE_PROOF,
            last=MAX_COUNTED_POINTS,
        ),
        keywords=("hard",),
        references=(SWAP_PLANARITY,),
    ),
    _census_sequence(
        "planarity-hardest",
        "Hardest drawings of n points",
        "a(n) is the largest minimum number of swaps of a drawing of a connected graph with two disjoint edges on n "
        "points from which a plane drawing can be reached.",
        _hardest,
    ),
    _census_sequence(
        "planarity-unreachable-classes",
        "Swap classes without a solution",
        "a(n) is the number of classes of swap-equivalent drawings of connected graphs with two disjoint edges on n "
        "points from which no plane drawing can be reached.",
        _unreachable,
    ),
    _by_minimum(4, 1),
    _by_minimum(5, 3),
    *(_classes_by_edges(n) for n in range(MIN_CENSUS_POINTS, MAX_CENSUS_POINTS + 1)),
    _hardest_by_edges(4, 6),
    _hardest_by_edges(5, 9),
    IntegerSequence(
        name="planarity-folded-cycle",
        title="Folded cycles",
        definition="a(n) is the minimum number of swaps of the cycle with 2n vertices on a circle if one half of the "
        "vertices is in reverse order, so that there is one crossing.",
        offset=2,
        source=ClosedForm(
            term=lambda n: comb(n, 2),
            count=31,
            formula="a(n) = n(n - 1)/2",
            proof='"Swap Planarity", Lemma 1, shows that this many swaps are needed. They suffice: one half '
            "of the cycle is reversed by exchanging neighbours. ludex planarity reduce cycle constructs the drawing.",
        ),
        references=(SWAP_PLANARITY,),
        oeis=OeisEntry("A000217", "a(n) = A000217(n - 1), the triangular numbers."),
    ),
    _family("path", 2, "the path with n vertices", _CONVEX),
    _family("cycle", 3, "the cycle with n vertices", _CONVEX),
    _family("fan", 3, "the fan with n vertices, a path and a vertex joined to all its vertices,", _CONVEX),
    _family("ladder", 2, "the ladder with n rungs", _CONVEX, step=2),
    _family(
        "wheel",
        4,
        "the wheel with n vertices",
        "on the corners of a regular polygon and a point slightly beside its centre",
    ),
    _family_sequence(
        "two-to-all",
        4,
        1,
        "hardest-two-to-all",
        "Hardest arrangement of the complete bipartite graph with parts of 2 and n - 2",
        "a(n) is the largest minimum number of swaps over all arrangements of the complete bipartite graph with "
        "parts of 2 and n - 2 vertices on n - 2 points in a slightly bent row and one point far away on each side. "
        "In convex position, the graph has no plane arrangement for n > 4.",
        _largest_minimum,
    ),
    _family_sequence(
        "path",
        2,
        1,
        "hardest-arrangements-path",
        f"Number of hardest arrangements of a path {_CONVEX}",
        f"Of the n! arrangements of the path with n numbered vertices {_CONVEX}, a(n) have the largest minimum "
        "number of swaps.",
        _hardest_arrangements,
    ),
    _family_sequence(
        "cycle",
        3,
        1,
        "hardest-arrangements-cycle",
        f"Number of hardest arrangements of a cycle {_CONVEX}",
        f"Of the n! arrangements of the cycle with n numbered vertices {_CONVEX}, a(n) have the largest minimum "
        "number of swaps.",
        _hardest_arrangements,
    ),
    _family_sequence(
        "path",
        2,
        1,
        "plane-paths",
        f"Plane Hamiltonian paths {_CONVEX}",
        "a(n) is the number of paths without crossings through n points in convex position.",
        _plane_paths,
        OeisEntry("A001792", "a(n) = A001792(n - 2) = n * 2^(n - 3) for n > 2."),
        conjectured=False,
    ),
    IntegerSequence(
        name="planarity-crossings-bipartite",
        title=f"Fewest crossings of complete bipartite graphs {_CONVEX}",
        definition="a(n) is the minimum number of crossings of the complete bipartite graph with two parts of n "
        f"vertices each over all arrangements {_CONVEX}.",
        offset=1,
        source=RecordedSearch(
            terms=lambda: study.graph_families.recorded_results().fewest_crossings,
            compute=lambda n, _budget: study.graph_families.fewest_crossings(n),
            proof="All ways to choose the points of one part are tried.",
            last=12,
            conjectured=False,
        ),
        references=(RISKIN,),
        oeis=OeisEntry("A004320", "a(n) = A004320(n - 2) = n^2 (n - 1)(n - 2)/6 for n > 1."),
    ),
    _type_sequence(
        "abstract-order-types",
        "Abstract order types",
        "a(n) is the number of abstract order types of n points in general position, up to reflection.",
        3,
        lambda: study.abstract_order_types.recorded_counts().abstract,
        lambda n, budget: len(study.abstract_order_types.abstract_order_types(n, budget)),
        "All sets of orientations that obey Knuth's axioms are listed, one point at a time, and compared by a "
        "canonical form.",
        9,
        (KNUTH, AICHHOLZER),
        OeisEntry("A006247", "a(n) = A006247(n)."),
    ),
    _type_sequence(
        "order-types",
        "Order types",
        "a(n) is the number of order types of n points in general position, up to reflection.",
        1,
        lambda: study.abstract_order_types.recorded_counts().order_types,
        lambda n, budget: study.abstract_order_types.count_order_types(n, budget),  # noqa: PLW0108 - imported late
        "Lower bound: point sets of this many order types were found. Upper bound: there are no more abstract order "
        "types.",
        8,
        (AICHHOLZER,),
        OeisEntry("A063666", "a(n) = A063666(n)."),
    ),
    _type_sequence(
        "x-types",
        "Crossing types",
        "a(n) is the number of point sets with n points in general position, up to bijections that preserve which "
        "segments cross.",
        1,
        lambda: study.abstract_order_types.recorded_counts().x_types,
        lambda n, _budget: study.abstract_order_types.count_x_types(n),
        "One point set of each order type is compared with the point sets of all other order types by a canonical "
        "form of its crossings.",
        8,
        (PILZ_WELZL, AICHHOLZER),
        None,
    ),
)


def _hardest_records() -> Iterator[Record]:
    for n in range(MIN_CENSUS_POINTS, MAX_COUNTED_POINTS + 1):
        census = identify_census(n).named(CENSUS.name).label
        for m in range(n - 1, n * (n - 1) // 2 + 1):
            yield Record(
                row=n,
                column=m,
                claim=TermClaim(
                    subject=census,
                    statement=CENSUS_COUNT.name,
                    term=lambda _: None,
                    member=partial(_largest_of_edges, m),
                ),
                value=largest_connected_minimum(n, m),
                instances=HARDEST_CLASSES.get(n, {}).get(m),
                kind="planarity-census-class",
                filters=partial(_hardest_filters, n, m),
            )


def _largest_of_edges(edges: int, document: Mapping[str, Any]) -> int | None:
    return next((row["largest_min_swaps"] for row in document["by_edges"] if row["edges"] == edges), None)


def _hardest_filters(vertices: int, edges: int, minimum: int) -> Mapping[str, Any]:
    return {"vertices": vertices, "edges": edges, "min_swaps": minimum}


RECORDS = (
    RecordTable(
        name="planarity-hardest",
        title="Hardest puzzles",
        definition="The largest minimum number of swaps of a drawing of a connected graph with n vertices and m edges. "
        "Drawings from which no plane drawing can be reached do not count.",
        row="vertices",
        column="edges",
        instances="hardest drawings, up to swap-equivalence",
        proof="All arrangements of all graphs on all crossing types were searched. For each number of edges, the "
        "numbers of classes add up to the number that follows from Burnside's lemma. The claim about a stored census "
        "of up to 7 points can have the numbers by graph and point set.",
        records=lambda: tuple(_hardest_records()),
        references=(SWAP_PLANARITY,),
    ),
)


_COUNTED_TWICE = "counted by two different methods; the claim about the collection states the number"
_ORDER_TYPE_SOURCE = "Aichholzer, Aurenhammer, Krasser 2002, and two enumerations that agree"

X_TYPES = {4: 2, 5: 3, 6: 15, 7: 122, 8: 3091}
"""The number of crossing types of n points."""

GRAPHS = {2: 1, 3: 2, 4: 7, 5: 23, 6: 122, 7: 888, 8: 11_302}
"""The number of graphs with n vertices and no isolated vertex."""

PLANAR_GRAPHS = {2: 1, 3: 2, 4: 7, 5: 22, 6: 109, 7: 680, 8: 6_144}
"""The number of planar graphs with n vertices and no isolated vertex."""

SWAP_CLASSES = {4: 15, 5: 598, 6: 170_299, 7: 191_797_124, 8: 745_742_904_440}
"""The number of swap classes of n points. For 7 and 8 points there are too many classes to store."""

_TIMES = {"order-types-8": "2 min", "graphs-8": "15 s", "planar-graphs-8": "15 s", "swap-classes-6": "4 min"}
_SHORT = "seconds"
_LEVELS_TIME = "30 min"


def _collection(
    sort: str, n: int, title: str, kind: str, filters: Mapping[str, Any], size: int, source: str
) -> Collection:
    name = f"{sort}-{n}"
    return Collection(
        name=f"planarity-{name}",
        title=title,
        kind=kind,
        filters=filters,
        size=size,
        source=source,
        operation="planarity-collection",
        arguments={"collection": name},
        time=_TIMES.get(name, _SHORT),
        subject=identify_collection(name).named(COLLECTION.name).label,
    )


def _collections() -> Iterator[Collection]:
    for n, size in ORDER_TYPES.items():
        if n >= 3:
            title = f"Order types of {n} points, up to reflection"
            yield _collection("order-types", n, title, "planarity-order-type", {"points": n}, size, _ORDER_TYPE_SOURCE)
    for n, size in X_TYPES.items():
        yield _collection(
            "x-types", n, f"Crossing types of {n} points", "planarity-x-type", {"points": n}, size, _COUNTED_TWICE
        )
    for n, size in SWAP_CLASSES.items():
        title = f"Swap classes of drawings with {n} vertices"
        source = "the census, and Burnside's lemma" if n <= MAX_CENSUS_POINTS else "Burnside's lemma, by two programs"
        yield _collection("swap-classes", n, title, "planarity-census-class", {"vertices": n}, size, source)
    for n, size in GRAPHS.items():
        title, filters = f"Graphs with {n} vertices, none isolated", {"vertices": n, "min_degree": "1.."}
        yield _collection("graphs", n, title, "planarity-graph", filters, size, "OEIS A002494, and Burnside's lemma")
    for n, size in PLANAR_GRAPHS.items():
        filters = {"vertices": n, "min_degree": "1..", "planar": True}
        title = f"Planar graphs with {n} vertices, none isolated"
        source = "differences of OEIS A005470, and a list of all graphs"
        yield _collection("planar-graphs", n, title, "planarity-graph", filters, size, source)
    yield Collection(
        name=f"planarity-levels-{LEVELS}",
        title=f"Selection of {LEVELS:,} graded levels",
        kind="planarity-level",
        filters={"source": source_of(LEVELS)},
        size=LEVELS,
        source="levels made from seeds and chosen by a fixed rule; other levels exist",
        operation="planarity-level-collection",
        arguments={"levels": LEVELS},
        time=_LEVELS_TIME,
    )


COLLECTIONS = tuple(_collections())

RESULTS = (*SEQUENCES, *RECORDS, *COLLECTIONS)
"""The exact results, in the order in which they are listed."""
