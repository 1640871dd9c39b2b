"""Text input of commands, imports and request bodies, as lines with one item each.

The input is lines, CSV, or JSON over several lines: objects, lists of objects, and pages. A page is an object with a
list of items among its members, such as `items` in lists, or `levels` in the file of a pack. CSV has a header and one
row per item. Rows and items become lines of JSON.
"""

import csv
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from itertools import chain
from types import UnionType
from typing import Any

from ludex.catalogue.kinds.label import is_name
from ludex.engine.exact_json import NotJson, RepeatedNames, exact_json, exact_json_text, several_json
from ludex.engine.faults import Fault, nearest_name
from ludex.engine.notation import NOT_READ, is_json, notation_of, without_header
from ludex.engine.text_lines import UNDECODED, replaced, require_text, undecoded_fault

LABEL = "label"
_TEXT_COLUMNS = frozenset({LABEL, "name", "id"})
_NAMES: Mapping[str, type | UnionType] = {"name": str, "id": int | str}
_SHOWN = 60
_FORMULA = ("'=", "'+", "'-", "'@", "'\t", "'\r")
_PAGE = ("items", "levels")
_DELIMITERS = ",;\t|"
_SEPARATOR = re.compile(rf'"?sep=([{_DELIMITERS}])"?\s*', re.IGNORECASE)
_OTHER_HEADER = re.compile(r'\s*"?[a-z]\w*"?(?:\s*[,;]\s*"?[a-z]\w*"?)+\s*', re.IGNORECASE | re.ASCII)
_BINARY = re.compile("[\x00-\x08\x0e-\x1b]")
_OTHER_FORMATS = (
    (re.compile(r"\s*<[?!a-zA-Z]"), "XML"),
    (re.compile(r"\s*(?:Creator\b.*|graph\s*\[.*)"), "GML"),
    (re.compile(r"\s*(?:strict\s+)?(?:di)?graph\b.*\{.*"), "DOT"),
    (re.compile(r"\s*p\s+(?:edge|col|sp|tw|cnf)\s.*"), "DIMACS"),
    (re.compile(r"\s*\*vertices\b.*", re.IGNORECASE), "the format of Pajek"),
)
_HEAD = 100
_NAMED = 5
"""The number of unknown columns that an error names."""

Join = Callable[[Iterable[str]], Iterable[str]]
"""A function that joins the lines of an object that spans several lines. All other lines of the object become empty,
so that line numbers do not change."""


class InputError(Fault):
    """The input as a whole is invalid. The message states the line."""


class UnreadableInput(InputError):
    """No line of the input looks like an item. `first` is the first line."""

    def __init__(self, message: str, first: str) -> None:
        super().__init__(message)
        self.first = first


class RefusedLine(str):
    """A line that is refused, and the reason."""

    reason: str

    def __new__(cls, text: str, reason: str) -> "RefusedLine":
        """Create the line."""
        line = super().__new__(cls, text)
        line.reason = reason
        return line

    def __reduce__(self) -> tuple[Any, ...]:
        """Return how another process creates the line."""
        return RefusedLine, (str(self), self.reason)


def checked_line(line: str | bytes) -> str:
    """Return the text of a line. Raises Fault if the line is refused."""
    if isinstance(line, RefusedLine):
        raise Fault(line.reason)
    return require_text(line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line)


def input_lines(lines: Iterable[str], columns: Collection[str] = (), join: Join = iter) -> Iterator[str]:
    r"""Yield the lines of an input, with one item each.

    `columns` are the names of the columns of CSV, in addition to `label`, and of the members of an item. Without
    `columns`, a row of CSV becomes its label. Lines keep their numbers, but JSON over several lines is numbered by
    items. An invalid item is a RefusedLine. Lines that begin with `#` are comments. Raises InputError.

    >>> list(input_lines(["{", '"items": [{"cards": ["*o"]}, 2.50]}'])), list(input_lines(["label;n", "a-1;3"]))
    (['{"cards":["*o"]}', '2.50'], ['', 'a-1'])
    """
    rest = iter(lines)
    head = []
    for line in map(_without_comment, rest):
        head.append(line)
        if line.strip():
            break
    first = head[-1] if head else ""
    if _SEPARATOR.fullmatch(first) or is_header(first, columns):
        yield from _csv_lines(chain(head, rest), columns)
    elif is_json(first):
        yield from _json_lines(head, rest, columns)
    elif columns and _OTHER_HEADER.fullmatch(first) and "".join(join([first])):
        yield from _csv_lines(chain(head, rest), columns)  # No name is known, which its error states.
    else:
        yield from join(chain(head, map(_without_comment, rest)))


def _without_comment(line: str) -> str:
    """Return a line, or an empty text if it is a comment or a header of graphs in the following lines."""
    return "" if line.lstrip().startswith("#") or not without_header(line) else line


def readable_lines(lines: Iterable[str], fits: Callable[[str], bool], described: str) -> Iterator[str]:
    """Yield lines unchanged if they are items. `fits` returns whether a line looks like an item.

    Raises UnreadableInput if the text is in a format that is not read, or if there are several lines and none of the
    first hundred is an item, so that such a text causes one error instead of one error per line. `described` describes
    a line. A line of JSON is an item, because its own error is more precise.
    """
    rest = iter(lines)
    head: list[str] = []
    given: list[str] = []
    for line in rest:
        head.append(line)
        if not line.strip():
            continue
        if problem := _format_that_is_not_read(line, is_first=not given):
            raise UnreadableInput(f"line {len(head)}: {problem}; a line is {described}", line)
        given.append(line)
        if isinstance(line, RefusedLine) or is_json(line) or is_name(line.strip()) or fits(line):
            yield from chain(head, rest)
            return
        if len(given) == _HEAD:
            break
    if len(given) > 1:
        first = replaced(given[0][:_SHOWN])
        raise UnreadableInput(
            f"none of the lines can be read, the first of which is {first!r}; a line is {described}", given[0]
        )
    yield from head


def _format_that_is_not_read(line: str, *, is_first: bool) -> str:
    """Return why a text that begins with a line, or that contains it, is not read, or an empty text."""
    if (notation := notation_of(line)) in NOT_READ:
        return f"{notation.value} is not read: {NOT_READ[notation]}"
    if _BINARY.search(line):
        return "this is not text, but a binary file"
    names = (name for pattern, name in _OTHER_FORMATS if pattern.match(line)) if is_first else ()
    return next((f"{name} is not read" for name in names), "")


def names_of_line(line: str | bytes, *, tabs: bool = True) -> dict[str, Any]:
    r"""Return the name and the id that a line of an import states, as far as it can be read.

    `tabs` states whether a name follows a tab in a line that is not JSON.

    >>> names_of_line('{"id": 3, "points": 7}'), names_of_line("4:0-0\tfirst")
    ({'id': 3}, {'name': 'first'})
    """
    text = replaced(line.decode("utf-8", "surrogateescape") if isinstance(line, bytes) else line)
    if not is_json(text):
        name = text.partition("\t")[2].strip()
        return {"name": name} if name and tabs else {}
    try:
        members = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    given = members if isinstance(members, dict) else {}
    names = {name: given[name] for name, types in _NAMES.items() if isinstance(given.get(name), types)}
    return {name: replaced(value) if isinstance(value, str) else value for name, value in names.items()}


def _json_lines(head: list[str], rest: Iterator[str], columns: Collection[str]) -> Iterator[str]:
    """Yield the items of JSON over several lines or of a page, and otherwise all lines unchanged."""
    first = head[-1]
    try:
        values = list(several_json(first))
        is_whole = len(values) == 1 and _list_of(values[0], columns) is not None
    except NotJson as error:
        is_whole = error.pos >= len(first.rstrip()) - 1  # The value continues on the next line.
    except ValueError:
        is_whole = False
    if not is_whole:
        yield from chain(head, rest)
        return
    every = [*head, *rest]
    try:
        yield from list(_items_of_text("\n".join(every), columns))
    except ValueError as error:
        if not (isinstance(error, NotJson) and any(map(_is_object, every[len(head) : len(head) + 1]))):
            raise InputError(str(error)) from None
        yield from every  # Only the first of several lines is invalid.


def _is_object(line: str) -> bool:
    try:
        return isinstance(exact_json(line), dict)
    except ValueError:
        return False


def _list_of(value: Any, columns: Collection[str]) -> str | None:  # noqa: ANN401 - any JSON
    """Return the name of the member of a page that lists its items, "" for a list of items, and None for an item."""
    if isinstance(value, list) and not isinstance(value, RepeatedNames):
        return "" if any(isinstance(element, dict | str) for element in value) else None
    if not isinstance(value, dict):
        return None
    pages = [name for name in _PAGE if isinstance(value.get(name), list)]
    if columns and not pages and not value.keys() & {LABEL, *columns}:
        pages = [
            name
            for name, member in value.items()
            if isinstance(member, list) and any(isinstance(element, dict) for element in member)
        ]
    return pages[0] if len(pages) == 1 else None


def _items_of_text(text: str, columns: Collection[str]) -> Iterator[str]:
    """Yield the items of one or more JSON values. Raises NotJson and ValueError."""
    undecoded, values = UNDECODED.finditer(text), list(several_json(text))
    for value in values:
        name = _list_of(value, columns)
        if name == "" and len(values) > 1 and not any(isinstance(element, dict) for element in value):
            name = None  # Each of several lists of texts is an item.
        for element in [value] if name is None else value[name] if name else value:
            item = element.replace("\n", " ") if isinstance(element, str) else exact_json_text(element)
            places = [found.start() for _, found in zip(UNDECODED.findall(item), undecoded, strict=False)]
            yield RefusedLine(item, undecoded_fault(text, places[0])) if places else item


def label_of_item(text: str) -> str:
    """Return the label of an item.

    It is the member `label` if the item is a JSON object, as in lists, and otherwise the text itself.

    >>> label_of_item('{"label": "easy", "size": 3}'), label_of_item("easy")
    ('easy', 'easy')
    """
    label = exact_json(text) if is_json(text) else text
    label = label.get(LABEL) if isinstance(label, dict) else label
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


def is_header(line: str, columns: Collection[str] = ()) -> bool:
    """Return whether a line is a header: names that include `label` or one of `columns`.

    >>> is_header("label,vertices"), is_header("name;points;edges", ("points",)), is_header("0121,0000")
    (True, True, False)
    """
    return _delimiter(line, columns) is not None


def _delimiter(line: str, columns: Collection[str]) -> str | None:
    """Return the delimiter of a header, or None if the line is not a header."""
    for delimiter in _DELIMITERS:
        if not {LABEL, *columns}.isdisjoint(_names(line, delimiter)):
            return delimiter
    return None


def _names(line: str, delimiter: str) -> list[str]:
    """Return the names in a header in lower case. Names are empty in the column of an index, and at commas at the end.

    >>> _names(',Name,"id",,', ",")
    ['', 'name', 'id', '', '']
    """
    try:
        return [name.strip().lower() for name in next(csv.reader([line], strict=True, delimiter=delimiter), [])]
    except csv.Error:
        return []


def _csv_lines(lines: Iterable[str], columns: Collection[str]) -> Iterator[str]:
    """Yield a line for each row, and an empty line for each other line, so that line numbers do not change.

    If a column is named `label`, each row stands for a stored object, and the columns with the object's facts are
    ignored. Otherwise, every column must be one of `columns`. A cell that contains a list or an object is parsed as
    JSON. Every other cell is a text, but empty cells are omitted.

    Raises InputError for an invalid header.
    """
    lines = iter(lines)
    number, header, delimiter = 0, "", None
    for header in lines:
        number += 1
        yield ""
        found = _SEPARATOR.fullmatch(header)
        delimiter = found[1] if found else delimiter
        if header.strip() and not found:
            break
    delimiter = delimiter or _delimiter(header, columns) or ("," if "," in header else ";")
    names = _names(header, delimiter)
    _require_columns(number, names, columns)
    kept = {LABEL, *(name for name in _NAMES if name in columns)} if LABEL in names else None
    used: list[str] = []

    def feed() -> Iterator[str]:
        for line in lines:
            used.append(line)
            yield line + "\n"

    rows = csv.reader(feed(), strict=True, delimiter=delimiter)
    while True:
        used.clear()
        try:
            row = next(rows, None)
            if row is None:
                return
            for line in used:
                require_text(line)
            item = _json_line(names, row, kept) if columns else dict(zip(names, row, strict=False)).get(LABEL, "")
        except csv.Error as error:
            more = ", because a quotation mark of this line is not closed" if len(used) > 1 else ""
            item = RefusedLine(used[0], f"not CSV: {error}{more}")
        except Fault as fault:
            item = RefusedLine(used[0], fault.message)
        yield item
        yield from [""] * (len(used) - 1)


def _require_columns(number: int, names: list[str], columns: Collection[str]) -> None:
    stated = [name for name in names if name]
    if len(set(stated)) < len(stated):
        raise InputError(f"line {number}: a column occurs twice; the header names each column once")
    unknown = [name for name in stated if name not in columns]
    if LABEL not in stated and (unknown or not stated):
        known = [*columns, LABEL]
        several = "s" if len(unknown) > 1 else ""
        problem = f"unknown column{several} {_with_nearest(unknown[:_NAMED], known)}" if unknown else "no header"
        raise InputError(f"line {number}: {problem}; the columns are {', '.join(known)}")


def _with_nearest(unknown: list[str], known: list[str]) -> str:
    """Return unknown names, each with the known name that is most similar, if there is one.

    >>> _with_nearest(["grph", "x"], ["points", "graph6"])
    "'grph' (did you mean graph6?), 'x'"
    """
    nearest = {name: nearest_name(name, known) for name in unknown}
    return ", ".join(f"{name!r} (did you mean {near}?)" if near else repr(name) for name, near in nearest.items())


def _json_line(names: list[str], row: list[str], kept: Collection[str] | None) -> str:
    names = [*names, *(f"column {number + 1}" for number in range(len(names), len(row)))]
    members = [
        f"{json.dumps(name)}: {_json(name, cell)}"
        for name, cell in zip(names, row, strict=False)
        if cell and name and (kept is None or name in kept)
    ]
    return f"{{{', '.join(members)}}}" if members else ""


def _json(name: str, cell: str) -> str:
    """Return a cell as JSON.

    A list or an object is returned unchanged, and any other cell becomes a JSON string.
    """
    if name not in _TEXT_COLUMNS and is_json(cell):
        try:
            json.loads(cell)  # The reader of the line refuses a repeated name.
        except (ValueError, RecursionError):
            return json.dumps(cell)
        return cell.replace("\n", " ")
    # In lists, a text that a spreadsheet would treat as a formula is preceded by an apostrophe.
    return json.dumps(cell[1:] if cell.startswith(_FORMULA) else cell)
