"""Conversion of results (tables, values, comparisons, look-ups and classes) to lines of text."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ludex.requests.stored_object import StoredObject

_ROWS_MEASURED = 200


def table(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield rows of cells as lines. Each column is as wide as its widest cell in the first 200 rows.

    >>> list(table([("size", 2), ("largest", 12)]))
    ['size     2', 'largest  12']
    """
    cells = ([cell(value) for value in row] for row in rows)
    first = list(islice(cells, _ROWS_MEASURED))
    widths = [max(map(len, column)) for column in zip(*first, strict=True)]
    for row in chain(first, cells):
        yield "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()


def cell(value: object) -> str:
    """Return the table cell for a value. None becomes `-`, and of a list only the first three elements are shown.

    >>> cell(None), cell(True), cell(["a", "b", "c", "d"]), cell({"grade": 3, "luck": None})
    ('-', 'true', 'a,b,c,...', 'grade:3')
    """
    if value is None:
        return "-"
    if isinstance(value, list | tuple):
        return f"{','.join(map(cell, value[:3]))}{',...' if len(value) > 3 else ''}"
    if isinstance(value, dict):
        return ",".join(f"{name}:{cell(element)}" for name, element in value.items() if element is not None)
    return str(value).lower() if isinstance(value, bool) else str(value)


def stored(result: "StoredObject", *further: str) -> Iterator[str]:
    """Yield the line `new`, or lines with the stored object and the matching to it.

    The lines in `further` follow.
    """
    of = result.stored
    assert of is not None
    matched = "" if of.matching is None else f", matching {' '.join(map(str, of.matching))}"
    yield f"{of.label}: stored" if of.created else f"{of.label}: already stored{matched}"
    yield from further


def comparison(result: Any, parts: Iterable[tuple[object, object]], part: str = "card") -> Iterator[str]:  # noqa: ANN401
    """Yield the text of a comparison.

    It states whether the two objects are equivalent, and the reason. A table of the matching parts follows.
    """
    yield f"{'equivalent' if result.equivalent else 'not equivalent'}: {result.reason}"
    if result.matching:
        yield from table([(f"{part} of a", f"{part} of b"), *parts])


def matches(result: Any, part: str, none: str) -> Iterator[str]:  # noqa: ANN401 - Matches
    """Yield the objects of a look-up with their matchings. If there are none, yield the line `none`."""
    for item, matching in zip(result.items, result.matchings, strict=True):
        yield item.label if matching is None else f"{item.label}  {part} {' '.join(map(str, matching))}"
    if not result.items:
        yield none


def classes(result: Iterable[Any], stored: str) -> Iterator[str]:
    """Yield a line for each class.

    A line contains the indices of the members with their ids, and the labels of the stored objects in the class.
    """
    for same_class in result:
        labels, ids = getattr(same_class, stored), same_class.ids or [None] * len(same_class.members)
        members = (
            str(member) if own is None else f"{member} ({own})"
            for member, own in zip(same_class.members, ids, strict=True)
        )
        yield f"{' '.join(members)}{'  stored: ' + ' '.join(labels) if labels else ''}"
