"""Answers as lines for people: tables, values as they are read, and what comparisons come to."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from ludex.requests.json_text import JsonText, json_text

if TYPE_CHECKING:
    from ludex.card_games.deal_statistics import DealStatistic
    from ludex.requests.request import ListResult, LookupResult, StoredResult

_ROWS_MEASURED = 200


def table(rows: Iterable[Iterable[object]]) -> Iterator[str]:
    """Yield rows of cells as lines, each column as wide as its widest cell in the first 200 rows.

    >>> list(table([("size", 2), ("largest", 12)]))
    ['size     2', 'largest  12']
    """
    cells = ([cell(one) for one in row] for row in rows)
    first = list(islice(cells, _ROWS_MEASURED))
    widths = [max(map(len, column)) for column in zip(*first, strict=True)]
    for row in chain(first, cells):
        yield "  ".join(one.ljust(width) for one, width in zip(row, widths, strict=True)).rstrip()


def cell(value: object) -> str:
    """Return a value as people read it: `-` for nothing, the first three of a list.

    >>> cell(None), cell(True), cell(["a", "b", "c", "d"]), cell({"grade": 3, "luck": None})
    ('-', 'true', 'a,b,c,...', 'grade:3')
    """
    if value is None:
        return "-"
    if isinstance(value, list | tuple):
        return f"{','.join(map(cell, value[:3]))}{',...' if len(value) > 3 else ''}"
    if isinstance(value, dict):
        return ",".join(f"{name}:{cell(one)}" for name, one in value.items() if one is not None)
    return str(value).lower() if isinstance(value, bool) else str(value)


def statistics(found: "Iterable[DealStatistic]", good: str, of: str) -> Iterator[str]:
    """Yield statistics of deals as a table; `good` says what the deals have that are counted."""
    header = ("cards", good, of, "probability", "95 % interval")
    yield from table([header, *((one.n, one.numerator, one.denominator, *likely(one)) for one in found)])


def likely(statistic: "DealStatistic") -> tuple[str, str]:
    """Return the probability of a statistic, and its interval."""
    interval = "exact" if statistic.exact else f"{statistic.low:.4g} to {statistic.high:.4g}"
    return f"{float(statistic.probability):.6g}", interval


def stored(made: "StoredResult", *further: str) -> Iterator[str]:
    """Yield whether an object is new, else to which of its parts the given ones match; and further lines."""
    of = made.stored
    matched = "" if of.matching is None else f", matching {' '.join(map(str, of.matching))}"
    yield f"{of.label}: stored" if of.created else f"{of.label}: known before{matched}"
    yield from further


def comparison(found: Any, parts: Iterable[tuple[object, object]], part: str = "card") -> Iterator[str]:  # noqa: ANN401
    """Yield whether two objects are equivalent and why, and their matching parts."""
    yield f"{'equivalent' if found.equivalent else 'not equivalent'}: {found.reason}"
    if found.matching:
        yield from table([(f"{part} of a", f"{part} of b"), *parts])


def matches(found: "LookupResult", part: str, none: str) -> Iterator[str]:
    """Yield the stored objects that were looked up, each with its matching; `none` is said if there are none."""
    for one, matching in zip(found.items, found.matchings, strict=True):
        yield one.label if matching is None else f"{one.label}  {part} {' '.join(map(str, matching))}"
    if not found.items:
        yield none


def classes(found: Iterable[Any], stored: str) -> Iterator[str]:
    """Yield classes by the indices of their members, with the labels of the stored objects in them."""
    for one in found:
        labels = getattr(one, stored)
        yield f"{' '.join(map(str, one.members))}{'  stored: ' + ' '.join(labels) if labels else ''}"


def listed_texts(found: "ListResult") -> list[JsonText]:
    """Return objects that were made or stored as JSON, each with what it duplicates."""
    pairs = zip(found.items, found.stored, strict=True)
    return [JsonText(one.listed().text(f'"duplicate_of":{json_text(stored.duplicate_of)}')) for one, stored in pairs]
