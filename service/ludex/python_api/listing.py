"""A list of stored objects as Python has it: asked for page by page while it is read, however long it is."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ludex.catalogue.catalogue import Catalogue as Store
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.formats import formats_of, lines
from ludex.catalogue.lists.listing import asked_of, count, facets, page
from ludex.catalogue.objects.reading import Shown
from ludex.python_api.objects import StoredObject

_PAGE = 500


class Listing:
    """The objects of a kind under filters, the oldest first or sorted: an iterable that can be read again and again.

    Nothing is read before it is asked for, and a page of 500 objects at a time: a list may be longer than the memory.
    Each page is a snapshot, so a script that takes hours holds up nothing, and what is stored meanwhile may be met. It
    is made by :meth:`ludex.Catalogue.find`.
    """

    def __init__(
        self, store: Store, kind: Kind[Any, Any], filters: dict[str, Any], sort: str, limit: int | None
    ) -> None:
        self._store, self._kind, self._filters, self._limit = store, kind, filters, limit
        self._by = sort.removeprefix("-")
        self._descending = sort.startswith("-")

    def __iter__(self) -> Iterator[StoredObject]:
        return (StoredObject(self._store, one) for one in self._shown())

    def _shown(self) -> Iterator[Shown]:
        return islice(self._pages(), self._limit)

    def _pages(self) -> Iterator[Shown]:
        after = None
        while True:
            with self._store.reading() as reader:
                found = page(
                    reader,
                    self._kind,
                    self._filters,
                    self._by,
                    descending=self._descending,
                    after=after,
                    limit=_PAGE if self._limit is None else min(_PAGE, self._limit),
                    whole=True,
                )
            yield from found.items
            after = found.after
            if after is None:
                return

    def count(self) -> int:
        """Return how many objects there are, exactly. Cost: one statement; for a filter by pattern, that of reading."""
        if any(name in asked_of(self._store.registry, self._kind).document_filters for name in self._filters):
            return sum(1 for _ in self._shown())
        with self._store.reading() as reader:
            total = count(reader, self._kind, self._filters, cap=None).count
        return total if self._limit is None else min(total, self._limit)

    def first(self) -> StoredObject | None:
        """Return the first object, None if there is none."""
        return next(iter(self), None)

    def facets(self, *names: str) -> dict[str, dict[Any, int]]:
        """Return for each of these facts, for all if none is named, its hundred most frequent values with their counts.

        Of the whole list, whatever its limit. Raises ListingError for a fact that there is not.
        """
        with self._store.reading() as reader:
            found = facets(reader, self._kind, self._filters, names or None)
        return {name: {one.value: one.count for one in values} for name, values in found.items()}

    def lines(self, form: str = "ndjson") -> Iterator[str]:
        """Yield the list as lines of text, a header of CSV first.

        Parameters
        ----------
        form : {"ndjson", "csv"} or another of the kind
            Graphs, for instance, have "graph6" too, which Sage and networkx read.

        Raises
        ------
        ValueError
            If objects of the kind are not written so.
        """
        if form not in formats_of(self._kind):
            raise ValueError(
                f"{self._kind.words_of_several} are written as {', '.join(formats_of(self._kind))}, not as {form!r}"
            )
        return lines(self._kind, form, self._shown())

    def write(self, file: str | Path, form: str | None = None) -> int:
        """Write the list to a file and return how many lines that are; the form is the end of its name if not given.

        The forms are those of :meth:`lines`; a name that ends in ``.g6`` means graph6.
        """
        target = Path(file)
        end = target.suffix.removeprefix(".")
        lines = self.lines(form or {"g6": "graph6"}.get(end, end))
        with target.open("w", encoding="utf-8") as opened:
            return sum(opened.write(line + "\n") > 0 for line in lines)

    def __repr__(self) -> str:
        given = "".join(f", {name}={value!r}" for name, value in self._filters.items())
        return f"<{self._kind.plural}{given}>"
