"""The order of the objects of a list: the first of them, and their sort values."""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ludex.catalogue.columns.bits import Bits
from ludex.catalogue.columns.cache import Selection
from ludex.catalogue.columns.column import UNKNOWN, Codes, Mask, Numbers, natural_of, text_of
from ludex.catalogue.columns.query import Query
from ludex.catalogue.lists.filters import CREATED

_FIRST = 4096
"""The number of objects examined first. It doubles after each round, so the first page is found quickly."""


def in_order(
    one: Query, chosen: Selection, sort: str, *, descending: bool, after: Sequence[Any] | None, most: int | None
) -> Numbers:
    """Return the places of the first objects in the order of a list, after a sort value and an id if given."""
    nodes = one.facts.nodes()
    if sort == CREATED:
        start, stop = 0, nodes.size
        if after is not None and descending:
            stop = int(np.searchsorted(nodes, after[-1], side="left"))
        elif after is not None:
            start = int(np.searchsorted(nodes, after[-1], side="right"))
        return _by_age(chosen.fits, start, stop, descending, most)
    codes = _sortable(one, sort)
    later = None if after is None else _later(codes, nodes, after, descending)
    return _by_value(codes.numbers, chosen.fits, descending, later, most)


def _stretches(start: int, stop: int, last: bool) -> Iterator[tuple[int, int]]:
    """Yield the starts and ends of growing ranges of places, from the first on, or from the last backwards."""
    size = _FIRST
    while start < stop:
        begin, end = (max(start, stop - size), stop) if last else (start, min(stop, start + size))
        yield begin, end
        start, stop = (start, begin) if last else (end, stop)
        size *= 2


def _by_age(fits: Bits, start: int, stop: int, descending: bool, most: int | None) -> Numbers:
    found: list[Numbers] = []
    missing = stop - start if most is None else most
    for begin, end in _stretches(start, stop, descending):
        some = np.flatnonzero(fits.within(begin, end)) + begin
        found.append((some[::-1] if descending else some)[:missing])
        missing -= found[-1].size
        if not missing:
            break
    return np.concatenate([np.empty(0, dtype=np.int64), *found])


def _by_value(
    numbers: Numbers, fits: Bits, descending: bool, later: Callable[[Numbers, int], Mask] | None, most: int | None
) -> Numbers:
    """Return the places of the least numbers in ascending order, or of the greatest in descending order.

    Equal numbers are in ascending or descending order of places.
    """
    first = np.empty(0, dtype=np.int64)
    bound: Any = None
    # A later object follows its equals: once there are enough, only strictly better ones matter.
    for begin, end in _stretches(0, fits.rows, descending):
        keys, there = numbers[begin:end], fits.within(begin, end)
        if later is not None:
            there = there & later(keys, begin)
        if bound is not None:
            there = there & (keys > bound if descending else keys < bound)
        first = np.concatenate([first, np.flatnonzero(there) + begin])
        if most is not None and first.size >= most:
            first, bound = _least(numbers, first, descending, most)
    order = np.lexsort((first, numbers[first]))
    return first[order[::-1] if descending else order]


def _least(numbers: Numbers, places: Numbers, descending: bool, most: int) -> tuple[Numbers, Any]:
    """Return the places that come first, unordered, and the last number in the order among them."""
    keys = numbers[places]
    place = keys.size - most if descending else most - 1
    bound = np.partition(keys, place)[place]
    before = places[keys > bound if descending else keys < bound]
    equal = np.sort(places[keys == bound])
    missing = most - before.size
    return np.concatenate([before, equal[equal.size - missing :] if descending else equal[:missing]]), bound


def _sortable(one: Query, sort: str) -> Codes:
    """Return the codes by which a list is sorted. Unknown values sort like an empty text."""
    codes = one.facts.codes(sort)
    if codes.texts and codes.texts[0] == "":
        return Codes(np.maximum(codes.numbers, 0), codes.texts)
    return codes


def _later(codes: Codes, nodes: Numbers, after: Sequence[Any], descending: bool) -> Callable[[Numbers, int], Mask]:
    """Return a function from codes and the place of the first one to a mask of those after a sort value and an id."""
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


def sort_value(one: Query, sort: str, place: int) -> Any:  # noqa: ANN401 - a number or a text
    """Return the sort value of the object at a place, as the database represents it."""
    codes = one.facts.codes(sort)
    number = int(codes.numbers[place])
    if codes.texts is None:
        return number
    text = "" if number == UNKNOWN else codes.texts[number]
    return natural_of(text) if one.asked.own[sort].mark.natural else text
