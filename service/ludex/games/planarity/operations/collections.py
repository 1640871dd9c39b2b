"""Storing complete collections: their members in batches, and how many there are, with a claim."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, prepare
from ludex.catalogue.objects.storing import store, store_many
from ludex.engine.budget import Budget
from ludex.games.planarity import making, study
from ludex.games.planarity.kinds import COLLECTION, GRAPH, ORDER_TYPE, X_TYPE
from ludex.games.planarity.operations.census import store_classes
from ludex.games.planarity.study.census_graphs import connected_graphs
from ludex.games.planarity.study.collections import CountedCollection, count_collection, split_name

BATCH = 250
MAX_STORED_CLASSES = 6
"""The largest number of points whose swap classes are all stored. There are 191,797,124 for seven points."""


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """The batches of a collection that are stored, out of all, and how many members of the last one were new."""

    done: int
    total: int
    new: int


def store_batch(catalogue: Catalogue, name: str, batch: int, budget: Budget) -> StoredBatch:
    """Store a batch of the members of a collection, by its number from 0. Raises ValueError, BudgetExhausted.

    A batch has 250 members; of swap classes, those of one graph. A collection without batches has too many members.
    """
    sort, n = split_name(name)
    if sort == "swap-classes":
        total = len(connected_graphs(n)) if n <= MAX_STORED_CLASSES else 0
        new = store_classes(catalogue, n, batch, budget) if batch < total else 0
        return StoredBatch(min(batch + 1, total), total, new)
    kind, values = _MEMBERS[sort](n)
    entries: list[Entry[Any]] = [prepare(kind, value) for value in values[batch * BATCH : (batch + 1) * BATCH]]
    new = 0
    if entries:
        with catalogue.writing() as writer:
            new = sum(stored.created for stored in store_many(writer, entries))
    total = -(-len(values) // BATCH)
    return StoredBatch(min(batch + 1, total), total, new)


def store_size(catalogue: Catalogue, name: str, budget: Budget) -> CountedCollection:
    """Count a collection, and store the count with its claim. Raises ValueError, BudgetExhausted."""
    before = budget.cost()
    counted = count_collection(name, budget.quiet())
    entry = prepare(COLLECTION, counted).costing(budget.cost().since(before))
    with catalogue.writing() as writer:
        store(writer, entry)
    return counted


_MEMBERS: dict[str, Callable[[int], tuple[Any, Sequence[Any]]]] = {
    "order-types": lambda n: (ORDER_TYPE, making.order_type_collection.collected_order_types(n)),
    "x-types": lambda n: (X_TYPE, making.order_type_collection.x_type_sets(n)),
    "graphs": lambda n: (GRAPH, study.small_graphs.small_graphs(n)),
    "planar-graphs": lambda n: (GRAPH, study.small_graphs.small_graphs(n, planar=True)),
}
