"""Functions that read lines of JSON strictly: in UTF-8, with each name once in an object."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


class _Pairs(list[tuple[str, Any]]):
    """The members of an object that has a name twice."""


def read_lines(file: str) -> Iterator[str]:
    """Yield the lines of a file without a byte order mark. A byte that is not UTF-8 becomes an unpaired surrogate."""
    with Path(file).open(encoding="utf-8-sig", errors="surrogateescape") as lines:
        yield from lines


def parse(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON. Raises ValueError for invalid JSON, and for a name that occurs twice, with its place.

    >>> parse('{"a": [{"b": 1, "b": 2}]}')
    Traceback (most recent call last):
    ...
    ValueError: a/0/b: the name is repeated; each name must occur once in an object
    """
    refused: list[_Pairs] = []

    def members(pairs: list[tuple[str, Any]]) -> Any:  # noqa: ANN401 - an object, or its members if it is refused
        result = dict(pairs)
        if len(result) == len(pairs):
            return result
        refused.append(_Pairs(pairs))
        return refused[-1]

    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"column {error.start + 1}: a byte is not UTF-8") from None
    value = json.loads(text, object_pairs_hook=members, parse_constant=_no_constant)
    if refused:
        place = "/".join(map(str, next(_repeated(value, ()))))
        raise ValueError(f"{place}: the name is repeated; each name must occur once in an object")
    return value


def _repeated(value: Any, place: tuple[str | int, ...]) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401 - any JSON
    """Yield the places of the names that occur twice in their object."""
    seen: set[str | int] = set()
    if isinstance(value, dict):
        value = _Pairs(value.items())
    for index, element in enumerate(value if isinstance(value, list) else ()):
        name, inner = element if isinstance(value, _Pairs) else (index, element)
        if name in seen:
            yield (*place, name)
        seen.add(name)
        yield from _repeated(inner, (*place, name))


def _no_constant(name: str) -> Any:  # noqa: ANN401 - never returns
    raise ValueError(f"{name} is not a number in JSON")
