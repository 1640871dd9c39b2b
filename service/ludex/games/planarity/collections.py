"""The complete collections of Swap Planarity: order types, crossing types, swap classes and graphs."""

from collections.abc import Iterator, Mapping
from typing import Any

from ludex.catalogue.collections import Collection
from ludex.games.planarity.kinds.census import COLLECTION, identify_collection
from ludex.games.planarity.making.order_type_sampling import ORDER_TYPES
from ludex.games.planarity.study.census_bounds import MAX_CENSUS_POINTS
from ludex.games.planarity.study.level_bands import LEVELS, source_of

_PROVED = "counted by two different methods; the claim about the collection states the number"
_AICHHOLZER = "Aichholzer, Aurenhammer, Krasser 2002, and two enumerations that agree"

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
            yield _collection("order-types", n, title, "planarity-order-type", {"points": n}, size, _AICHHOLZER)
    for n, size in X_TYPES.items():
        yield _collection(
            "x-types", n, f"Crossing types of {n} points", "planarity-x-type", {"points": n}, size, _PROVED
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
