"""Text input of commands and imports.

The input is a page of items in JSON, a list of numbers, or CSV.

A page is a JSON object of the form `{"items": [...], ...}`, as lists return it. The file of a pack contains `"levels":
[...]` instead. CSV text, as lists and spreadsheets write it, has a header and one row per object. Each row is converted
to a line of JSON.
"""

import csv
import json
import re
from collections.abc import Collection, Iterable, Iterator
from json import JSONDecoder

LABEL = "label"
_TEXT_COLUMNS = frozenset({LABEL, "name", "id"})
_NAMES_WITH_LABEL = ("name", "id")
_FORMULA = ("'=", "'+", "'-", "'@", "'\t", "'\r")

_PLAIN = r'"\w+"\s*:\s*(?:"(?:[^"\\]|\\.)*"|-?\d+|null|true|false)\s*,\s*'
_BEGIN = re.compile(rf'\s*\{{\s*(?:{_PLAIN})*"(?:items|levels)"\s*:\s*\[\s*')
_NEXT = re.compile(r"\s*,?\s*")
_decode = JSONDecoder().raw_decode


def begins_page(text: str) -> bool:
    """Return whether a text, or its first line, may be the beginning of a page."""
    return text.strip() == "{" or _BEGIN.match(text) is not None


def items_of_page(text: str) -> list[str] | None:
    r"""Return the items of a page as texts without line breaks. Return None if the text is not a page.

    >>> items_of_page('{"items": [{"cards": ["*o"]}, 2.50], "next": null}'), items_of_page("{}")
    (['{"cards": ["*o"]}', '2.50'], None)
    """
    begin = _BEGIN.match(text)
    if begin is None:
        return None
    items, place = [], begin.end()
    try:
        while text[place : place + 1] != "]":
            _, end = _decode(text, place)
            items.append(" ".join(text[place:end].splitlines()))
            following = _NEXT.match(text, end)
            place = following.end() if following else end
    except (ValueError, RecursionError):
        return None
    return items


def label_of_item(text: str) -> str:
    """Return the label of an item.

    It is the member `label` if the item is a JSON object, as in lists, and otherwise the text itself.

    >>> label_of_item('{"label": "easy", "size": 3}'), label_of_item("easy")
    ('easy', 'easy')
    """
    try:
        label = json.loads(text).get("label") if text.lstrip().startswith("{") else text
    except (ValueError, RecursionError):
        return text
    return label if isinstance(label, str) else text


def numbers_of_text(text: str) -> list[int]:
    """Parse a list of numbers and ranges such as `8,10-12`. Raises ValueError.

    >>> numbers_of_text("8,10-12")
    [8, 10, 11, 12]
    """
    numbers: list[int] = []
    for part in text.split(","):
        result = re.fullmatch(r"([0-9]{1,6})(?:-([0-9]{1,6}))?", part.strip())
        first, last = (int(result[1]), int(result[2] or result[1])) if result else (1, 0)
        if not first <= last <= first + 1000:
            raise ValueError(f"{part!r} is neither a number nor a range such as 8-12")
        numbers += range(first, last + 1)
    return numbers


class CsvError(ValueError):
    """Invalid CSV. The error message states the line."""


def is_header(line: str, columns: Collection[str] = ()) -> bool:
    """Return whether a line is a header: distinct names that include `label` or one of `columns`.

    >>> is_header("label,vertices"), is_header("name,points,edges", ("points",)), is_header("0121,0000")
    (True, True, False)
    """
    names = _cells(line)
    return len(set(names)) == len(names) and not {LABEL, *columns}.isdisjoint(names)


def json_lines(lines: Iterable[str], columns: Collection[str] = ()) -> Iterator[str]:
    r"""Yield a line of JSON for each row, and an empty line for each other line, so that line numbers do not change.

    If a column is named `label`, each row stands for a stored object, and the columns with the object's facts are
    ignored. Otherwise, every column must be one of `columns`. A cell that contains a list or an object is parsed as
    JSON. Every other cell is a text, but empty cells are omitted.

    Raises CsvError for invalid CSV and unknown columns.

    >>> list(json_lines(["label,edges\n", "a-1,3\n"])), list(json_lines(['points\n', '"[[0, 1]]"'], ["points"]))
    (['', '{"label": "a-1"}'], ['', '{"points": [[0, 1]]}'])
    """
    rows = csv.reader(lines, strict=True)
    number = 0
    try:
        names = [name.strip() for name in next(rows, [])]
        if names:
            names[0] = names[0].removeprefix("\ufeff")
        _require_columns(names, columns)
        kept = {LABEL, *(name for name in _NAMES_WITH_LABEL if name in columns)} if LABEL in names else None
        yield from [""] * rows.line_num
        number = rows.line_num
        for row in rows:
            yield _json_line(names, row, kept)
            yield from [""] * (rows.line_num - number - 1)
            number = rows.line_num
    except csv.Error as error:
        raise CsvError(f"line {number + 1}: not CSV: {error}") from None


def labels_or_lines(lines: Iterable[str]) -> list[str]:
    """Return the label in each row of a CSV text with a `label` column, and an empty text for each other line.

    >>> labels_or_lines(["label,edges", "a-1,3"])
    ['', 'a-1']
    """
    return [line and json.loads(line).get(LABEL, "") for line in json_lines(lines)]


def _cells(line: str) -> list[str]:
    try:
        return [name.strip() for name in next(csv.reader([line.removeprefix("\ufeff")], strict=True), [])]
    except csv.Error:
        return []


def _require_columns(names: list[str], columns: Collection[str]) -> None:
    if len(set(names)) < len(names):
        raise CsvError("line 1: a column occurs twice; the header names each column once")
    unknown = [name for name in names if name not in columns]
    if LABEL not in names and (unknown or not names):
        known = ", ".join([*columns, LABEL])
        problem = f"unknown column {unknown[0]!r}" if unknown else "no header"
        raise CsvError(f"line 1: {problem}; the columns are {known}")


def _json_line(names: list[str], row: list[str], kept: Collection[str] | None) -> str:
    names = [*names, *(f"column {number + 1}" for number in range(len(names), len(row)))]
    members = [
        f"{json.dumps(name)}: {_json(name, cell)}"
        for name, cell in zip(names, row, strict=False)
        if cell and (kept is None or name in kept)
    ]
    return f"{{{', '.join(members)}}}" if members else ""


def _json(name: str, cell: str) -> str:
    """Return a cell as JSON.

    A list or an object is returned unchanged, and any other cell becomes a JSON string.
    """
    if name not in _TEXT_COLUMNS and cell.lstrip().startswith(("[", "{")):
        try:
            json.loads(cell)
        except (ValueError, RecursionError):
            return json.dumps(cell)
        return " ".join(cell.splitlines())
    # In lists, a text that a spreadsheet would treat as a formula is preceded by an apostrophe.
    return json.dumps(cell[1:] if cell.startswith(_FORMULA) else cell)
