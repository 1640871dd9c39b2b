"""Long lists served from the column cache. Each result is the same as that of the database."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ludex.catalogue.columns.cache import Facts, Selection
from ludex.catalogue.columns.counting import histogram
from ludex.catalogue.columns.ordering import in_order, sort_value
from ludex.catalogue.columns.query import Query, build_query
from ludex.catalogue.columns.selecting import selection
from ludex.catalogue.lists.filters import CREATED, Filters, Selectable, terms
from ludex.catalogue.storage.snapshot import Reader

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class HeldList:
    """The objects of a kind that match filters."""

    query: Query
    chosen: Selection

    def count(self) -> int:
        """Return the number of objects."""
        return self.chosen.size

    def id_at(self, number: int) -> int:
        """Return the id of the object with the given number, counting from 0 in the order of ids."""
        return int(self.query.facts.nodes()[self.chosen.fits.place_at(number)])

    def rows(self, sort: str, descending: bool, after: Sequence[Any] | None, most: int) -> list[Row]:
        """Return the next objects in a sort order, each as its id and sort values."""
        found = in_order(self.query, self.chosen, sort, descending=descending, after=after, most=most)
        ids: list[int] = self.query.facts.nodes()[found].tolist()
        if sort == CREATED:
            return [(node, node) for node in ids]
        values = [sort_value(self.query, sort, place) for place in found.tolist()]
        return [(node, value, node) for node, value in zip(ids, values, strict=True)]

    def ids(self, sort: str, descending: bool, size: int) -> Iterator[list[int]]:
        """Yield the ids of all objects in a sort order, `size` at a time."""
        found = in_order(self.query, self.chosen, sort, descending=descending, after=None, most=None)
        nodes = self.query.facts.nodes()[found]
        for start in range(0, nodes.size, size):
            yield nodes[start : start + size].tolist()

    def facet(self, name: str, most: int) -> list[tuple[Any, int]]:
        """Return the most frequent values of a fact with their counts."""
        counted = self.chosen.counted
        if (name, most) not in counted:
            counted[name, most] = histogram(self.query, self.chosen, name, most)
        return counted[name, most]


def held_list(reader: Reader, asked: Selectable, facts: Facts, filters: Filters) -> HeldList | None:
    """Return the list of a kind under filters, or None if facts of joined kinds are not cached. Raises ListingError."""
    wanted = terms(asked, filters)
    asking = build_query(reader, asked, facts)
    return None if asking is None else HeldList(asking, selection(asking, wanted))
