"""Operations that read and store censuses, and that store complete collections with their sizes.

The members of a collection are stored in batches. A claim about the collection states the number of its members.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import prepare
from ludex.catalogue.lists.listing import facets, page
from ludex.catalogue.objects.reading import ObjectView, UnknownObject, document_of
from ludex.catalogue.objects.storing import store, store_many
from ludex.engine.budget import Budget
from ludex.games.planarity import making, study
from ludex.games.planarity.graph import Graph
from ludex.games.planarity.kinds import CENSUS, CENSUS_CLASS, COLLECTION, GRAPH, ORDER_TYPE, X_TYPE
from ludex.games.planarity.study.census import (
    MAX_HARDEST,
    CensusClass,
    CensusSummary,
    CountedCensus,
    EdgesCount,
    census,
    count_census,
)
from ludex.games.planarity.study.census_graphs import connected_graphs
from ludex.games.planarity.study.collections import CountedCollection, count_collection, split_name
from ludex.operations.collections import StoredBatch, store_members

_BATCH = 500


@dataclass(frozen=True, slots=True)
class StoredCensus:
    """The totals of a stored census, and its hardest classes.

    `hardest` contains classes with the largest minimum, sorted by the number of solutions, starting with the fewest.
    """

    totals: CensusSummary
    hardest: tuple[ObjectView, ...]


class CensusNotStored(UnknownObject):
    """An error for a number of points for which no census is stored."""


def stored_census(catalogue: Catalogue, n: int) -> StoredCensus:
    """Return the totals of the stored census of n points. Raises CensusNotStored."""
    vertices = {"vertices": n}
    with catalogue.reading() as reader:
        counts = facets(reader, CENSUS_CLASS, vertices, ["min_swaps", "edges"])
        if not counts["edges"]:
            raise CensusNotStored(
                f"there is no census of {n} points in the catalogue: `ludex planarity census {n} --store` creates it"
            )
        by_edges = []
        for count in sorted(counts["edges"], key=lambda count: int(count.value)):
            filters = vertices | {"edges": count.value}
            [top] = page(reader, CENSUS_CLASS, filters, "min_swaps", descending=True, limit=1).items
            largest = document_of(CENSUS_CLASS, top).min_swaps
            by_edges.append(EdgesCount(count.value, count.count, largest))
        minima = {count.value: count.count for count in counts["min_swaps"]}
        greatest = max((value for value in minima if value is not None), default=None)
        filters = vertices if greatest is None else vertices | {"min_swaps": greatest}
        hardest = page(reader, CENSUS_CLASS, filters, "sequences", limit=MAX_HARDEST, whole=True).items
    return StoredCensus(CensusSummary.of(n, minima, by_edges), tuple(hardest))


def store_census(
    catalogue: Catalogue,
    n: int,
    budget: Budget | None = None,
    on_class: Callable[[CensusClass], None] | None = None,
    graphs: Sequence[Graph] | None = None,
) -> int:
    """Store every class in the census of n points, 500 per transaction, and then the census itself.

    Returns the number of new classes. If `graphs` is given, only the classes of these graphs are stored, and the census
    is not stored. `on_class` is called with each class. Raises the same exceptions as
    :func:`ludex.games.planarity.study.census.census`. The classes that were stored before an exception remain stored.
    """
    new = _store_classes(catalogue, census(n, budget, graphs), on_class)
    if graphs is None:
        store_totals(catalogue, n, budget)
    return new


def store_classes(catalogue: Catalogue, n: int, graph: int, budget: Budget | None = None) -> int:
    """Store the census classes on n points for one graph, which is given by its index.

    Returns the number of new classes.
    """
    return _store_classes(catalogue, census(n, budget, connected_graphs(n)[graph : graph + 1]))


def _store_classes(
    catalogue: Catalogue, census_classes: Iterator[CensusClass], on_class: Callable[[CensusClass], None] | None = None
) -> int:
    new = 0
    while batch := list(islice(census_classes, _BATCH)):
        entries = [prepare(CENSUS_CLASS, census_class) for census_class in batch]
        with catalogue.writing() as writer:
            new += sum(stored.created for stored in store_many(writer, entries))
        if on_class is not None:
            for census_class in batch:
                on_class(census_class)
    return new


def store_counts(
    catalogue: Catalogue, n: int, max_edges: int | None, counts: Counter[tuple[int, int | None]], budget: Budget
) -> CensusSummary:
    """Store the census of n points, or its part for graphs with at most `max_edges` edges, from the numbers of classes.

    `counts` maps each pair of a number of edges and a minimum to the number of classes. Raises ArithmeticError if the
    sums of these numbers are wrong, and BudgetExhausted.
    """
    summary = study.census_parts.summarize_part(n, max_edges, counts, budget.quiet())
    with catalogue.writing() as writer:
        store(writer, prepare(CENSUS, CountedCensus(summary, None)).costing(budget.cost()))
    return summary


def store_totals(catalogue: Catalogue, n: int, budget: Budget | None = None) -> CensusSummary:
    """Count the classes in the census of n points, store the census, and return its summary. No classes are stored."""
    counting = Budget() if budget is None else budget.quiet()
    before = counting.cost()
    counted = count_census(n, counting)
    entry = prepare(CENSUS, counted).costing(counting.cost().since(before))
    with catalogue.writing() as writer:
        store(writer, entry)
    return counted.shares


MAX_STORED_CLASSES = 6
"""The largest number of points for which all swap classes are stored. Seven points have 191,797,124 swap classes."""


def store_batch(catalogue: Catalogue, name: str, batch: int, budget: Budget) -> StoredBatch:
    """Store one batch of the members of a collection. Batches are numbered from 0.

    A batch consists of 250 members, or, in a collection of swap classes, of the classes of one graph. A collection with
    too many members to store has no batches. Raises ValueError and BudgetExhausted.
    """
    sort, n = split_name(name)
    if sort == "swap-classes":
        total = len(connected_graphs(n)) if n <= MAX_STORED_CLASSES else 0
        new = store_classes(catalogue, n, batch, budget) if batch < total else 0
        return StoredBatch(min(batch + 1, total), total, new)
    kind, values = _MEMBERS[sort](n)
    return store_members(catalogue, kind, values, lambda value: value, batch, budget)


def store_size(catalogue: Catalogue, name: str, budget: Budget) -> CountedCollection:
    """Count the members of a collection, and store their number as a claim. Raises ValueError and BudgetExhausted."""
    before = budget.cost()
    counted = count_collection(name, budget.quiet())
    entry = prepare(COLLECTION, counted).costing(budget.cost().since(before))
    with catalogue.writing() as writer:
        store(writer, entry)
    return counted


_MEMBERS: dict[str, Callable[[int], tuple[Any, Sequence[Any]]]] = {
    "order-types": lambda n: (ORDER_TYPE, making.point_sets.collected_order_types(n)),
    "x-types": lambda n: (X_TYPE, making.point_sets.x_type_sets(n)),
    "graphs": lambda n: (GRAPH, study.graph_families.small_graphs(n)),
    "planar-graphs": lambda n: (GRAPH, study.graph_families.small_graphs(n, planar=True)),
}
