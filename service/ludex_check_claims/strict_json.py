"""Functions that read lines of JSON strictly: in UTF-8 or marked UTF-16, with each name once in an object."""

import json
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read_lines(file: str) -> Iterator[str]:
    """Yield the lines of a file without a byte order mark. A byte that is not UTF-8 becomes an unpaired surrogate."""
    with Path(file).open("rb") as raw:
        marked = raw.read(2) in (BOM_UTF16_LE, BOM_UTF16_BE)
    with Path(file).open(encoding="utf-16" if marked else "utf-8-sig", errors="surrogateescape") as lines:
        yield from lines


def parse(text: str) -> Any:  # noqa: ANN401 - any JSON
    """Parse JSON. Raises ValueError for invalid JSON, and for a name that occurs twice.

    >>> parse('{"a": [{"b": 1, "b": 2}]}')
    Traceback (most recent call last):
    ...
    ValueError: the name 'b' is repeated; each name must occur once in an object
    """
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise ValueError(f"column {error.start + 1}: a byte is not UTF-8") from None
    return json.loads(text, object_pairs_hook=_members, parse_constant=_no_constant)


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members: dict[str, Any] = {}
    for name, value in pairs:
        if name in members:
            raise ValueError(f"the name {name!r} is repeated; each name must occur once in an object")
        members[name] = value
    return members


def _no_constant(name: str) -> Any:  # noqa: ANN401 - never returns
    raise ValueError(f"{name} is not a number in JSON")
