"""HTML for stored objects and lists, which notebooks show instead of the `repr`."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

ROWS_SHOWN = 20
"""Maximum number of objects in the table for a list."""


def object_html(title: str, document: Mapping[str, Any], svg: str | None) -> str:
    """Return an object as HTML: its picture, and a table of the document members that are single values.

    >>> object_html("card a", {"size": 2, "cards": [1]}, None)
    '<figure><figcaption>card a</figcaption><table><tr><th>size</th><td>2</td></tr></table></figure>'
    """
    members = {name: value for name, value in document.items() if not isinstance(value, list | dict)}
    rows = "".join(f"<tr><th>{escape(name)}</th>{_cell(value)}</tr>" for name, value in members.items())
    return f"<figure>{svg or ''}<figcaption>{escape(title)}</figcaption><table>{rows}</table></figure>"


def table_html(caption: str, columns: Sequence[str], rows: Iterable[Mapping[str, Any]]) -> str:
    """Return rows as an HTML table.

    >>> table_html("2 levels", ["label"], [{"label": "a<b"}])
    '<table><caption>2 levels</caption><tr><th>label</th></tr><tr><td>a&lt;b</td></tr></table>'
    """
    header = "".join(f"<th>{escape(name)}</th>" for name in columns)
    body = "".join(f"<tr>{''.join(_cell(row[name]) for name in columns)}</tr>" for row in rows)
    return f"<table><caption>{escape(caption)}</caption><tr>{header}</tr>{body}</table>"


def _cell(value: object) -> str:
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return f"<td>{escape(text)}</td>"
