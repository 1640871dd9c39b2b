"""Long lists that are served from the column cache, with their sort orders, counts and facets.

The results equal the results of the same lists read from the database. Compiled code counts the values of a fact.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludex.catalogue.columns.cache import Facts, Selection
from ludex.catalogue.columns.column import UNKNOWN, Bits, Codes, Mask, Numbers, natural_of, text_of
from ludex.catalogue.columns.query import Path, Query, build_query, path_to_fact, places_along, selection
from ludex.catalogue.lists.filters import CREATED, Filters, Selectable
from ludex.catalogue.lists.language import conditions_of
from ludex.catalogue.storage.snapshot import Reader

_FIRST = 4096
"""The number of objects examined in the first round.

The number doubles in each round, so the first page is found quickly.
"""


def in_order(
    query: Query, chosen: Selection, sort: str, *, descending: bool, after: Sequence[Any] | None, limit: int | None
) -> Numbers:
    """Return the indices of the first objects in the order of a list.

    If `after` is given, the result begins after this sort value and id.
    """
    nodes = query.facts.nodes()
    if sort == CREATED:
        start, stop = 0, nodes.size
        if after is not None and descending:
            stop = int(np.searchsorted(nodes, after[-1], side="left"))
        elif after is not None:
            start = int(np.searchsorted(nodes, after[-1], side="right"))
        return _by_age(chosen.fits, start, stop, descending, limit)
    codes = _sortable(query, sort)
    later = None if after is None else _later(codes, nodes, after, descending)
    return _by_value(codes.numbers, chosen.fits, descending, later, limit)


def _stretches(start: int, stop: int, last: bool) -> Iterator[tuple[int, int]]:
    """Yield index ranges of growing size as pairs of start and end.

    The ranges begin at the first index or, if `last` is true, go back from the last index.
    """
    size = _FIRST
    while start < stop:
        begin, end = (max(start, stop - size), stop) if last else (start, min(stop, start + size))
        yield begin, end
        start, stop = (start, begin) if last else (end, stop)
        size *= 2


def _by_age(fits: Bits, start: int, stop: int, descending: bool, limit: int | None) -> Numbers:
    found: list[Numbers] = []
    missing = stop - start if limit is None else limit
    for begin, end in _stretches(start, stop, descending):
        some = np.flatnonzero(fits.within(begin, end)) + begin
        found.append((some[::-1] if descending else some)[:missing])
        missing -= found[-1].size
        if not missing:
            break
    return np.concatenate([np.empty(0, dtype=np.int64), *found])


def _by_value(
    numbers: Numbers, fits: Bits, descending: bool, later: Callable[[Numbers, int], Mask] | None, limit: int | None
) -> Numbers:
    """Return the indices of the least numbers in ascending order, or of the greatest numbers in descending order.

    Objects with equal numbers are sorted by index, also in ascending or descending order.
    """
    first = np.empty(0, dtype=np.int64)
    bound: Any = None
    # Among objects with equal values, the object that was visited earlier comes first. Once enough objects are found,
    # only objects with strictly better values matter.
    for begin, end in _stretches(0, fits.rows, descending):
        keys, there = numbers[begin:end], fits.within(begin, end)
        if later is not None:
            there = there & later(keys, begin)
        if bound is not None:
            there = there & (keys > bound if descending else keys < bound)
        first = np.concatenate([first, np.flatnonzero(there) + begin])
        if limit is not None and first.size >= limit:
            first, bound = _least(numbers, first, descending, limit)
    order = np.lexsort((first, numbers[first]))
    return first[order[::-1] if descending else order]


def _least(numbers: Numbers, places: Numbers, descending: bool, limit: int) -> tuple[Numbers, Any]:
    """Return the indices of the `limit` numbers that come first, in no particular order, and the last such number."""
    keys = numbers[places]
    place = keys.size - limit if descending else limit - 1
    bound = np.partition(keys, place)[place]
    before = places[keys > bound if descending else keys < bound]
    equal = np.sort(places[keys == bound])
    missing = limit - before.size
    return np.concatenate([before, equal[equal.size - missing :] if descending else equal[:missing]]), bound


def _sortable(query: Query, sort: str) -> Codes:
    """Return the codes by which a list is sorted. Unknown values are sorted like empty texts."""
    codes = query.facts.codes(sort)
    if codes.texts and codes.texts[0] == "":
        return Codes(np.maximum(codes.numbers, 0), codes.texts)
    return codes


def _later(codes: Codes, nodes: Numbers, after: Sequence[Any], descending: bool) -> Callable[[Numbers, int], Mask]:
    """Return a function that finds the objects after a sort value and an id.

    The function accepts an array of codes and the index of the first code in the column. It returns a mask of these
    codes.
    """
    value, node = after
    place = int(np.searchsorted(nodes, node, side="left" if descending else "right"))
    if codes.texts is None:
        bound, there = int(value), True
    else:
        text = text_of(value) if isinstance(value, int) else value
        bound = bisect_left(codes.texts, text)
        there = bound < len(codes.texts) and codes.texts[bound] == text
        if text == "" and not there:
            bound, there = UNKNOWN, True

    def later(keys: Numbers, begin: int) -> Mask:
        found: Mask = keys < bound if descending else keys > bound if there else keys >= bound
        if there:
            split = max(0, place - begin)
            side = slice(0, split) if descending else slice(split, None)
            found[side] |= keys[side] == bound
        return found

    return later


def sort_value(query: Query, sort: str, place: int) -> Any:  # noqa: ANN401 - a number or a text
    """Return the sort value of the object at an index, in the representation of the database."""
    codes = query.facts.codes(sort)
    number = int(codes.numbers[place])
    if codes.texts is None:
        return number
    text = "" if number == UNKNOWN else codes.texts[number]
    return natural_of(text) if query.selectable.own[sort].mark.natural else text


Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class CachedList:
    """The list of the objects of a kind that match the filters."""

    query: Query
    chosen: Selection

    def count(self) -> int:
        """Return the number of objects."""
        return self.chosen.size

    def id_at(self, number: int) -> int:
        """Return the id of the object with the given `number`. The objects are numbered from 0, sorted by id."""
        return int(self.query.facts.nodes()[self.chosen.fits.place_at(number)])

    def rows(self, sort: str, descending: bool, after: Sequence[Any] | None, limit: int) -> list[Row]:
        """Return the next rows in a sort order. Each row consists of the id and the sort values of an object."""
        found = in_order(self.query, self.chosen, sort, descending=descending, after=after, limit=limit)
        ids: list[int] = self.query.facts.nodes()[found].tolist()
        if sort == CREATED:
            return [(node, node) for node in ids]
        values = [sort_value(self.query, sort, place) for place in found.tolist()]
        return [(node, value, node) for node, value in zip(ids, values, strict=True)]

    def ids(self, sort: str, descending: bool, size: int) -> Iterator[list[int]]:
        """Yield the ids of all objects in a sort order, `size` at a time."""
        found = in_order(self.query, self.chosen, sort, descending=descending, after=None, limit=None)
        nodes = self.query.facts.nodes()[found]
        for start in range(0, nodes.size, size):
            yield nodes[start : start + size].tolist()

    def facet(self, name: str, limit: int) -> list[tuple[Any, int]]:
        """Return the most frequent values of a fact with their counts."""
        counted = self.chosen.counted
        if (name, limit) not in counted:
            counted[name, limit] = histogram(self.query, self.chosen, name, limit)
        return counted[name, limit]


def build_cached_list(reader: Reader, selectable: Selectable, facts: Facts, filters: Filters) -> CachedList:
    """Return the list of the objects of a kind that match the filters. Raises ListingError."""
    wanted = tuple(conditions_of(selectable, filters))
    asking = build_query(reader, selectable, facts)
    return CachedList(asking, selection(asking, wanted))


_FEW = 50_000
"""The minimum number of objects for which compiled code is used."""

_MOST_VALUES = 1 << 22
"""The maximum value for counting by histogram. Greater numbers are counted by sorting."""


def histogram(query: Query, chosen: Selection, name: str, limit: int) -> list[tuple[Any, int]]:
    """Return the most frequent values of a fact among the selected objects, with their counts."""
    path, column = path_to_fact(query.selectable, name)
    codes = query.facts_at(path.kinds).codes(column)
    values, counts = _counts(codes, *_counted(query, chosen, path))
    fact = query.selectable.facts.get(name)
    kind = bool if fact is None else fact.plain
    natural = fact is not None and fact.mark.natural
    frequent = _frequent(counts, limit)
    return list(zip(_values(codes, values[frequent], kind, natural), counts[frequent].tolist(), strict=True))


def _counted(query: Query, chosen: Selection, path: Path) -> tuple[Numbers | None, Numbers | None]:
    """Return the indices of the values to count (None for all), and their weights (None if all weights are 1)."""
    columns, kinds = path
    if not columns:
        return chosen.places, None
    if columns not in chosen.far:
        near, far = query.facts_at(kinds[:-1]), query.others[kinds[-1]]
        rows, weights = _counted(query, chosen, Path(columns[:-1], kinds[:-1]))
        chosen.far[columns] = _summed(places_along(near, columns[-1], far), rows, weights, far.rows - 1)[1:]
    return None, chosen.far[columns]


def _counts(codes: Codes, rows: Numbers | None, weights: Numbers | None) -> tuple[Numbers, Numbers]:
    """Return the codes that occur, in ascending order, and the number of objects with each code."""
    numbers = codes.numbers
    greatest = int(np.iinfo(numbers.dtype).max)
    if greatest > _MOST_VALUES:
        greatest = int(numbers.max(initial=0)) if codes.texts is None else len(codes.texts)
    if greatest > _MOST_VALUES:
        values, places = np.unique(numbers if rows is None else numbers[rows], return_inverse=True)
        return _those_there(values, np.bincount(places, weights, minlength=values.size).astype(np.int64))
    counts = _summed(numbers, rows, weights, greatest)
    return _those_there(np.arange(-1, counts.size - 1), counts)


def _summed(numbers: Numbers, rows: Numbers | None, weights: Numbers | None, greatest: int) -> Numbers:
    """Count the rows that contain each number, beginning with -1, or add up the weights of these rows."""
    if (numbers if rows is None else rows).size < _FEW:
        those = (numbers if rows is None else numbers[rows]).astype(np.int64)
        return np.bincount(those + 1, weights, minlength=greatest + 2).astype(np.int64)
    from ludex.catalogue.columns.kernels.histograms import add_counts, add_weights

    counts = np.zeros(greatest + 2, dtype=np.int64)
    if rows is None:
        add_weights(numbers, weights, counts)
    else:
        add_counts(numbers, rows, counts)
    return counts


def _those_there(values: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    there = np.flatnonzero(counts)
    return values[there], counts[there]


def _frequent(counts: Numbers, limit: int) -> Numbers:
    """Return the indices of the largest counts. Ties are broken in favour of the smaller index."""
    if counts.size > limit:
        bound = np.partition(counts, counts.size - limit)[counts.size - limit]
        before = np.flatnonzero(counts > bound)
        chosen = np.concatenate([before, np.flatnonzero(counts == bound)[: limit - before.size]])
    else:
        chosen = np.arange(counts.size)
    return chosen[np.lexsort((chosen, -counts[chosen]))]


def _values(codes: Codes, numbers: Numbers, kind: type, natural: bool) -> list[Any]:
    """Decode codes into values."""
    texts, codes_there = codes.texts, numbers.tolist()
    if texts is None:
        return [None if number == UNKNOWN else bool(number) if kind is bool else number for number in codes_there]
    read = natural_of if natural else str
    return [None if number == UNKNOWN else read(texts[number]) for number in codes_there]


def compile_kernels() -> None:
    """Compile the kernels for every column width by running them."""
    from ludex.catalogue.columns.kernels.histograms import add_counts, add_weights

    counts, rows, weights = np.zeros(3, np.int64), np.zeros(1, np.int32), np.ones(1, np.int64)
    for kind in (np.int8, np.int16, np.int32, np.int64):
        numbers = np.ones(1, kind)
        add_counts(numbers, rows, counts)
        add_weights(numbers, weights, counts)
