"""Counting the values of a fact in a list of objects; long lists use compiled code."""

from typing import Any

import numpy as np

from ludex.catalogue.columns.cache import Selection
from ludex.catalogue.columns.column import UNKNOWN, Codes, Numbers, natural_of
from ludex.catalogue.columns.kernels.histograms import add_counts, add_weights
from ludex.catalogue.columns.query import Path, Query, places_along

_FEW = 50_000
"""The minimum number of objects for which compiled code is used."""

_MOST_VALUES = 1 << 22
"""The maximum value for counting by histogram. Greater numbers are counted by sorting."""


def histogram(query: Query, chosen: Selection, name: str, most: int) -> list[tuple[Any, int]]:
    """Return the most frequent values of a fact among selected objects, with their counts."""
    path, codes = query.lent(name)
    values, counts = _counts(codes, *_counted(query, chosen, path))
    fact = query.asked.facts.get(name)
    kind = bool if fact is None else fact.plain
    natural = fact is not None and fact.mark.natural
    frequent = _frequent(counts, most)
    return list(zip(_values(codes, values[frequent], kind, natural), counts[frequent].tolist(), strict=True))


def _counted(query: Query, chosen: Selection, path: Path) -> tuple[Numbers | None, Numbers | None]:
    """Return the indices of the values to count (None for all), and their weights (None if each counts once)."""
    columns, kinds = path
    if not columns:
        return chosen.places, None
    if columns not in chosen.far:
        near, far = query.facts_at(kinds[:-1]), query.others[kinds[-1]]
        rows, weights = _counted(query, chosen, Path(columns[:-1], kinds[:-1]))
        chosen.far[columns] = _summed(places_along(near, columns[-1], far), rows, weights, far.rows - 1)[1:]
    return None, chosen.far[columns]


def _counts(codes: Codes, rows: Numbers | None, weights: Numbers | None) -> tuple[Numbers, Numbers]:
    """Return the occurring codes in ascending order, and the number of objects with each code."""
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
    """Return, for each number from -1 on, how many rows have this number, or the sum of their weights."""
    if (numbers if rows is None else rows).size < _FEW:
        those = (numbers if rows is None else numbers[rows]).astype(np.int64)
        return np.bincount(those + 1, weights, minlength=greatest + 2).astype(np.int64)

    counts = np.zeros(greatest + 2, dtype=np.int64)
    if rows is None:
        add_weights(numbers, weights, counts)
    else:
        add_counts(numbers, rows, counts)
    return counts


def _those_there(values: Numbers, counts: Numbers) -> tuple[Numbers, Numbers]:
    there = np.flatnonzero(counts)
    return values[there], counts[there]


def _frequent(counts: Numbers, most: int) -> Numbers:
    """Return the indices of the greatest counts. Ties are broken in favour of the first."""
    if counts.size > most:
        bound = np.partition(counts, counts.size - most)[counts.size - most]
        before = np.flatnonzero(counts > bound)
        chosen = np.concatenate([before, np.flatnonzero(counts == bound)[: most - before.size]])
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
    """Compile the kernels for columns of every width by running them."""
    counts, rows, weights = np.zeros(3, np.int64), np.zeros(1, np.int32), np.ones(1, np.int64)
    for kind in (np.int8, np.int16, np.int32, np.int64):
        numbers = np.ones(1, kind)
        add_counts(numbers, rows, counts)
        add_weights(numbers, weights, counts)
