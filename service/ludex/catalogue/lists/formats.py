"""Text formats of lists: JSON Lines, CSV, and formats with one line of plain text per object."""

import csv
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from ludex.catalogue.kinds.document import at, columns_of, member
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import ObjectView

AnyKind = Kind[Any, Any]
Around = Mapping[str, Callable[[ObjectView], Any]]

_FORMULA = ("=", "+", "-", "\t", "\r")
_NOTHING: Around = MappingProxyType({})


def formats_of(kind: AnyKind) -> tuple[str, ...]:
    """Return the list formats of a kind that have one line per object."""
    return ("ndjson", "csv", *kind.view.texts)


def lines(
    kind: AnyKind, form: str, objects: Iterable[ObjectView], around: Around = _NOTHING, *, labels: bool = False
) -> Iterator[str]:
    """Yield the lines of a list, without line breaks. A CSV list begins with a header.

    `around` returns additional members of each object, such as the address of the object. The formats that the kind
    declares require complete objects. If `labels` is true, each line in one of these formats ends with a tab and the
    label of the object.
    """
    if form in kind.view.texts:
        text = kind.view.texts[form]
        return (f"{text(view.document())}\t{view.label}" if labels else text(view.document()) for view in objects)
    if form == "csv":
        return _csv(kind, objects, around)
    return (view.text(member(_values(view, around)) or None) for view in objects)


def column_names(kind: AnyKind) -> tuple[str, ...]:
    """Return the names of the columns in a table of objects of a kind.

    The columns are the label, the facts, and all other members that are not long.
    """
    return tuple(_columns(kind))


def records(kind: AnyKind, objects: Iterable[ObjectView]) -> Iterator[dict[str, Any]]:
    """Yield the values of each object, keyed by column.

    Nested members have their own columns, which are named like their filters.
    """
    columns = _columns(kind)
    for shown in objects:
        values = json.loads(shown.text())
        yield {name: at(values, path) for name, path in columns.items()}


@lru_cache(maxsize=256)
def _columns(kind: AnyKind) -> Mapping[str, tuple[str, ...]]:
    columns = columns_of(kind.model, kind.long)
    names = (*(("slug", "slugs") if kind.naming is not None else ()), "starting")
    return columns | {name: (name,) for name in names if name not in columns}


def _csv(kind: AnyKind, objects: Iterable[ObjectView], around: Around) -> Iterator[str]:
    """Yield a header, and a row for each object. The column of a fact has the name of the filter by this fact.

    Lists are written as comma-separated values, the format that requests accept. Unknown values become empty cells. If
    a spreadsheet would interpret a text as a formula, an apostrophe is put before the text.
    """
    taken: list[str] = []

    class Line:
        """A file-like object that stores a single line."""

        def write(self, text: str) -> None:
            """Store the line."""
            taken.append(text)

    writer = csv.writer(Line(), lineterminator="")
    columns = dict(_columns(kind))
    columns |= {name: (name,) for name in around if name not in columns}
    writer.writerow(columns)
    yield taken.pop()
    for view in objects:
        values = json.loads(view.text()) | _values(view, around)
        writer.writerow(_cell(at(values, path)) for path in columns.values())
        yield taken.pop()


def _values(one: ObjectView, around: Around) -> dict[str, Any]:
    return {name: value(one) for name, value in around.items()}


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        # Spreadsheets interpret such texts as formulas. A single @ is the graph6 text of the graph with one vertex.
        return f"'{value}" if value.startswith(_FORMULA) or (value.startswith("@") and len(value) > 1) else value
    return ",".join(map(_cell, value)) if isinstance(value, list) else json.dumps(value)
