"""Storing the members of complete collections in batches, each in one transaction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.kind import Entry, Kind, prepare
from ludex.catalogue.objects.storing import store_many
from ludex.engine.budget import Budget

M = TypeVar("M")
V = TypeVar("V")

BATCH = 250
"""The number of members in a batch."""


@dataclass(frozen=True, slots=True)
class StoredBatch:
    """The progress of storing a collection.

    It consists of the numbers of batches that are stored, of all batches, and of new members.
    """

    done: int
    total: int
    new: int


def store_members(
    catalogue: Catalogue,
    kind: Kind[V, Any],
    members: Sequence[M],
    value_of: Callable[[M], V],
    batch: int,
    budget: Budget,
) -> StoredBatch:
    """Store the batch of a collection with the given number, counted from 0.

    Do nothing if there is no such batch.

    `value_of` returns the value of a member. It is called only for the members of this batch. Raises BudgetExhausted.
    Cost: one canonical form for each member of the batch.
    """
    of_batch = members[batch * BATCH : (batch + 1) * BATCH]
    entries: list[Entry[V]] = [prepare(kind, value_of(member), budget) for member in of_batch]
    new = 0
    if entries:
        with catalogue.writing() as writer:
            new = sum(stored.created for stored in store_many(writer, entries))
    total = -(-len(members) // BATCH)
    return StoredBatch(min(batch + 1, total), total, new)
