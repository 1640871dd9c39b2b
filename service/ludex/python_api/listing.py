"""The class `ludex.Listing`: a list of stored objects, read from the database page by page."""

from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.lists.filters import AnyOf, ListingError, Selectable, require_type
from ludex.catalogue.lists.formats import column_names, formats_of, lines, records
from ludex.catalogue.lists.listing import count, facets, page, selectable_of
from ludex.catalogue.objects.reading import ObjectView
from ludex.requests.notebook import ROWS_SHOWN, table_html
from ludex.requests.session import Session
from ludex.requests.stored_object import StoredObject

if TYPE_CHECKING:
    import pandas

_PAGE_SIZE = 500


class Listing:
    """The objects of a kind that match some filters, as :meth:`ludex.Catalogue.find` returns them.

    A listing can be iterated over any number of times. Objects are read in pages of 500, so a listing can be larger
    than the available memory. Each page is read from a separate snapshot. A long iteration therefore does not block
    writers. It can include objects that are stored while it runs.

    Examples
    --------
    >>> from tempfile import mkdtemp
    >>> from ludex import Catalogue, planarity
    >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
    ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
    ...     levels = catalogue.find("levels", min_swaps=1)
    ...     levels, levels.count(), levels.first() == level
    (<levels, min_swaps=1>, 1, True)
    """

    def __init__(
        self, store: Session, kind: Kind[Any, Any], filters: dict[str, Any], sort: str, limit: int | None
    ) -> None:
        self._store, self._kind, self._filters, self._limit = store, kind, filters, limit
        self._fact = sort.removeprefix("-")
        self._descending = sort.startswith("-")

    def __iter__(self) -> Iterator[StoredObject]:
        return (StoredObject(self._store, shown) for shown in self._shown())

    def _shown(self) -> Iterator[ObjectView]:
        return islice(self._pages(), self._limit)

    def _pages(self) -> Iterator[ObjectView]:
        after = None
        while True:
            with self._store.reading() as reader:
                found = page(
                    reader,
                    self._kind,
                    self._filters,
                    self._fact,
                    descending=self._descending,
                    after=after,
                    limit=_PAGE_SIZE if self._limit is None else min(_PAGE_SIZE, self._limit),
                    whole=True,
                )
            yield from found.items
            after = found.after
            if after is None:
                return

    def count(self) -> int:
        """Return the exact number of objects.

        Returns
        -------
        int
            The number, which is at most the limit of the listing.

        Notes
        -----
        The number is computed with one query. If there is a pattern filter, such as ``contains`` for graphs, all
        objects are read.
        """
        document_filters = selectable_of(self._store.registry, self._kind).document_filters
        if any(name in document_filters for name in self._filters):
            return sum(1 for _ in self._shown())
        with self._store.reading() as reader:
            total = count(reader, self._kind, self._filters, cap=None).count
        return total if self._limit is None else min(total, self._limit)

    def first(self) -> StoredObject | None:
        """Return the first object.

        Returns
        -------
        StoredObject or None
            The object, or None if the listing is empty.
        """
        return next(iter(self), None)

    def facets(self, *names: str) -> dict[str, dict[Any, int]]:
        """Count the objects for each value of some facts, ignoring the limit of the listing.

        Parameters
        ----------
        *names : str
            The facts. By default, all facts of the kind.

        Returns
        -------
        dict of str to dict
            For each fact, a mapping from the hundred most frequent values to the number of objects with each value.

        Raises
        ------
        ListingError
            If the kind has no such fact.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     catalogue.find("levels").facets("vertices")
        {'vertices': {4: 1}}
        """
        with self._store.reading() as reader:
            found = facets(reader, self._kind, self._filters, names or None)
        return {name: {value.value: value.count for value in values} for name, values in found.items()}

    def lines(self, form: str = "ndjson") -> Iterator[str]:
        """Yield the objects as lines of text.

        Parameters
        ----------
        form : str, optional
            The format: ``ndjson``, ``csv`` with a header line, or a format of the kind, such as ``graph6`` for graphs.

        Yields
        ------
        str
            A line, without line break.

        Raises
        ------
        ValueError
            If the kind does not have this format.
        """
        if form not in formats_of(self._kind):
            raise ValueError(
                f"{self._kind.words_of_several} are written as {', '.join(formats_of(self._kind))}, not as {form!r}"
            )
        return lines(self._kind, form, self._shown())

    def write(self, file: str | Path, form: str | None = None) -> int:
        """Write the objects to a file.

        Parameters
        ----------
        file : str or path
            The file.
        form : str, optional
            The format, as for :meth:`lines`. By default, the format is determined by the suffix of the file; ``.g6``
            means graph6.

        Returns
        -------
        int
            The number of lines.

        Raises
        ------
        ValueError
            If the kind does not have this format.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue
        >>> folder = mkdtemp()
        >>> with Catalogue(folder + "/catalogue.sqlite", make=True) as catalogue:
        ...     catalogue.find("levels").write(folder + "/levels.csv")
        1
        """
        target = Path(file)
        suffix = target.suffix.removeprefix(".")
        lines = self.lines(form or {"g6": "graph6"}.get(suffix, suffix))
        with target.open("w", encoding="utf-8") as stream:
            return sum(stream.write(line + "\n") > 0 for line in lines)

    def to_dataframe(self) -> "pandas.DataFrame":
        """Return the objects as a pandas table with one row per object.

        Returns
        -------
        pandas.DataFrame
            The table. Its columns are those of the CSV format: nested members, such as the ``grade`` of a level, are
            separate columns, and long members are omitted. Lists remain lists, and unknown values become missing
            values.

        Raises
        ------
        ImportError
            If pandas is not installed.

        Examples
        --------
        >>> from tempfile import mkdtemp
        >>> from ludex import Catalogue, planarity
        >>> with Catalogue(mkdtemp() + "/catalogue.sqlite", make=True) as catalogue:
        ...     level = catalogue.add(planarity.read_untangle("4:0-1,1-3,2-3,0-2"))
        ...     catalogue.find("levels").to_dataframe()[["vertices", "min_swaps"]].to_dict("records")
        [{'vertices': 4, 'min_swaps': 1}]
        """
        try:
            frames = import_module("pandas")
        except ImportError:
            raise ImportError("to_dataframe needs pandas, which is not installed: pip install pandas") from None
        table: pandas.DataFrame = frames.DataFrame(
            list(records(self._kind, self._shown())), columns=list(column_names(self._kind))
        )
        return table

    def _repr_html_(self) -> str:
        """Return the first objects as a table for a notebook."""
        columns = ["label", *(fact.name for fact in self._kind.facts if fact.name != "label")]
        rows = list(islice(records(self._kind, self._shown()), ROWS_SHOWN))
        number = self.count()
        shown = "" if number <= len(rows) else f", the first {len(rows)} shown"
        return table_html(f"{number:,} {self._kind.words_of_several}{shown}", columns, rows)

    def __repr__(self) -> str:
        filters = "".join(f", {name}={value!r}" for name, value in self._filters.items())
        return f"<{self._kind.plural}{filters}>"


def read_filter(declared: Selectable, name: str, value: Any) -> Any:  # noqa: ANN401 - values of any type
    """Return a filter value in the form that list queries accept.

    An object is replaced by its label, and several values are replaced by AnyOf. Raises ListingError.
    """
    several = isinstance(value, list | tuple | set | frozenset)
    if several and name in declared.document_filters:
        raise ListingError(name, "this filter accepts only one pattern")
    values = tuple(item.label if isinstance(item, StoredObject) else item for item in (value if several else [value]))
    for item in values:
        require_type(declared, name, item)
    return AnyOf(values) if several else values[0]
