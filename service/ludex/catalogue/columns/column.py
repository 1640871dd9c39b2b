"""Columns of facts. A column contains a small number for each object: the code of its value, or -1 if unknown.

Numbers and Booleans are their own codes. The code of a text is its rank among the texts of the column. Natural numbers
without a size limit are stored as texts. Comparing and sorting values therefore means comparing and sorting small
numbers.

A part of the facts of a kind is serialized as a line of JSON followed by the numbers. The serialized part is compressed
as a whole. Sets of objects are bit sets, which take an eighth of the memory of a Boolean mask and are faster to
combine.
"""

import json
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, BinaryIO, NamedTuple, Self
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from ludex.catalogue.storage.tables import Natural
from ludex.engine.exact_json import readable_json

Numbers = NDArray[Any]
Mask = NDArray[np.bool_]
"""A Boolean value for each object."""

UNKNOWN = -1
_NATURAL = Natural()
_FEW = 1000
_ROOM = 1.25
"""The overallocation factor of a growing column."""


class Codes(NamedTuple):
    """The codes of several objects.

    If the codes are ranks, `texts` is the sorted list of texts. Otherwise, `texts` is None.
    """

    numbers: Numbers
    texts: Sequence[str] | None


class ColumnPart(NamedTuple):
    """The facts of several objects of a kind, sorted by the ids of the objects."""

    ids: Numbers
    columns: Mapping[str, Codes]


def numbered(values: Sequence[int]) -> Codes:
    """Return the codes of numbers, with -1 for unknown values.

    >>> numbered([3, -1, 2]).numbers.dtype
    dtype('int8')
    """
    wide = np.array(values, dtype=np.int64)
    return Codes(_narrowed(wide), None)


def ranked(values: Sequence[str | None]) -> Codes:
    """Return the codes of texts.

    >>> ranked(["b", None, "a"])
    Codes(numbers=array([ 1, -1,  0], dtype=int8), texts=['a', 'b'])
    """
    texts = sorted({value for value in values if value is not None})
    rank: dict[str | None, int] = {one: place for place, one in enumerate(texts)}
    rank[None] = UNKNOWN
    wide = np.fromiter((rank[value] for value in values), dtype=np.int64, count=len(values))
    return Codes(_narrowed(wide, len(texts)), texts)


def _narrowed(wide: Numbers, at_least: int = 0) -> Numbers:
    greatest = max(at_least, int(wide.max())) if wide.size else at_least
    return wide.astype(narrowest(greatest))


def narrowest(greatest: int) -> type[np.signedinteger[Any]]:
    """Return the smallest type for codes up to a number."""
    for kind in (np.int8, np.int16, np.int32):
        if greatest <= np.iinfo(kind).max:
            return kind
    return np.int64


class OpenFile:
    """A file that stays open as long as its columns may be mapped again, even if another file has replaced it."""

    def __init__(self, file: BinaryIO) -> None:
        self.file = file
        finalize(self, file.close)


class Region(NamedTuple):
    """The place of a column in a file: its first byte, its type, the number of values, and that with the room."""

    opened: OpenFile
    start: int
    kind: str
    rows: int
    room: int

    def array(self) -> Numbers:
        """Map the column copy-on-write."""
        return np.asarray(np.memmap(self.opened.file, self.kind, "c", self.start, (self.room,)))


@dataclass(frozen=True, slots=True)
class Column:
    """A cached column. The array may be longer than the number of objects, which leaves room for new objects.

    If the column contains ids, `places` caches the indices of the objects with these ids. The array of a column with a
    `region` is mapped from a file, and differs from it at the indices in `changed`.
    """

    numbers: Numbers
    texts: Sequence[str] | None
    places: list[tuple[object, Numbers]] = field(default_factory=list)
    region: Region | None = None
    changed: Numbers | None = None

    def codes(self, rows: int) -> Codes:
        """Return the codes of the first `rows` objects."""
        return Codes(self.numbers[:rows], self.texts)


def extended(column: Column | None, rows: int, parts: Sequence[Codes]) -> Column:
    """Return the column extended to `rows` objects. Existing views of the column do not change."""
    if rows == 0 and len(parts) == 1:
        return Column(*parts[0])
    if column is None:
        column = Column(np.empty(0, dtype=np.int8), None if parts[0].texts is None else [])
    texts, moved, added = _united(column, parts)
    size = rows + sum(part.size for part in added)
    kind = np.result_type(column.numbers.dtype, narrowest(len(texts or ())), *(part.dtype for part in added))
    if moved is None and kind == column.numbers.dtype and size <= column.numbers.size:
        column = replace(column, texts=texts)
    else:
        numbers = np.empty(int(size * _ROOM) if rows else size, dtype=kind)
        numbers[:rows] = column.numbers[:rows] if moved is None else moved[column.numbers[:rows]]
        column = Column(numbers, texts, column.places)
    start = rows
    for part in added:
        column.numbers[start : start + part.size] = part
        start += part.size
    return column


def patched(column: Column, rows: int, at: Numbers, part: Codes) -> Column:
    """Return a column of `rows` objects with some values replaced, or the same column if no value changes."""
    texts, moved, [changed] = _united(column, [part])
    kind = np.result_type(column.numbers.dtype, narrowest(len(texts or ())), changed.dtype)
    old = column.numbers[:rows] if moved is None else moved[column.numbers[:rows]]
    if moved is None and np.array_equal(old[at], changed):
        return column
    if column.region is None or moved is not None or kind != column.numbers.dtype:
        numbers = old.astype(kind)
        numbers[at] = changed
        return Column(numbers, texts)
    # Map the file again instead of copying all of it.
    numbers, sealed = column.region.array(), column.region.rows
    different = at if column.changed is None else np.union1d(column.changed, at)
    numbers[sealed:rows] = old[sealed:]
    numbers[different] = old[different]
    numbers[at] = changed
    return Column(numbers, texts, region=column.region, changed=different)


def _united(column: Column, parts: Sequence[Codes]) -> tuple[Sequence[str] | None, Numbers | None, list[Numbers]]:
    """Merge the texts of a column with those of parts.

    Returns the merged texts, the new code for each old code of the column (None if no code changes), and the new codes
    of the parts.
    """
    if column.texts is None:
        return None, None, [part.numbers for part in parts]
    known = column.texts
    given = {text for part in parts for text in part.texts or ()}
    if len(given) > _FEW:
        new = sorted(given.difference(known))
    else:
        new = sorted(text for text in given if not _is_among(known, text))
    texts = sorted([*known, *new]) if new else known
    if len(given) > _FEW:
        rank = {text: place for place, text in enumerate(texts)}
        ranks = [[rank[text] for text in part.texts or ()] for part in parts]
    else:
        ranks = [[bisect_left(texts, text) for text in part.texts or ()] for part in parts]
    kind = narrowest(len(texts))
    codes = [_mapping(one, kind)[part.numbers] for one, part in zip(ranks, parts, strict=True)]
    if not new:
        return texts, None, codes
    before = np.array([bisect_left(known, text) for text in new])
    kept = np.arange(len(known))
    return texts, _mapping(kept + np.searchsorted(before, kept, side="right"), kind), codes


def recoded(codes: Codes, texts: Sequence[str] | None, kind: np.dtype[Any]) -> Numbers:
    """Return codes as the ranks among more texts, which contain those of the codes."""
    if codes.texts is None or texts is None:
        return codes.numbers
    return _mapping([bisect_left(texts, text) for text in codes.texts], kind.type)[codes.numbers]


def _mapping(ranks: "Sequence[int] | Numbers", kind: type[np.signedinteger[Any]]) -> Numbers:
    # Unknown values have the code -1, which selects the last element when it is used as an index.
    return np.append(np.asarray(ranks, dtype=kind), kind(UNKNOWN))


def _is_among(texts: Sequence[str], text: str) -> bool:
    place = bisect_left(texts, text)
    return place < len(texts) and texts[place] == text


def compare_codes(codes: Codes, sign: str, value: Any) -> Mask:  # noqa: ANN401 - a number or a text
    """Return a mask of the objects whose value satisfies a comparison (=, >= or <=) with the given value.

    None matches unknown values.

    >>> compare_codes(ranked(["b", None, "a"]), "<=", "b")
    array([ True, False,  True])
    """
    numbers = codes.numbers
    if value is None:
        return numbers == UNKNOWN if sign == "=" else np.zeros(numbers.size, dtype=np.bool_)
    if codes.texts is None:
        least, beyond = (value, value + 1) if value >= 0 or sign != "=" else (0, 0)
    else:
        least, beyond = bisect_left(codes.texts, value), bisect_right(codes.texts, value)
    known: Mask
    match sign:
        case "=" if beyond - least == 1:
            known = numbers == least
        case "=":
            known = np.zeros(numbers.size, dtype=np.bool_)
        case ">=":
            known = numbers >= max(least, 0)
        case _:
            known = (numbers >= 0) & (numbers < beyond)
    return known


def text_of(natural: int) -> str:
    """Return the text that represents a natural number of any size in a database column."""
    return _NATURAL.process_bind_param(natural, None) or ""


@lru_cache(maxsize=1 << 16)  # The same few numbers occur repeatedly, so cache them.
def natural_of(text: str) -> int | None:
    """Return the natural number that a text in the database represents."""
    return _NATURAL.process_result_value(text, None)


_LEVEL = 6


def written_part(part: ColumnPart) -> bytes:
    """Serialize a part."""
    ids = np.diff(part.ids, prepend=0)  # the differences of successive ids are small and similar, so they compress well
    columns = [[name, codes.numbers.dtype.name, codes.texts] for name, codes in part.columns.items()]
    header = readable_json({"rows": int(ids.size), "columns": columns})
    arrays = [ids.astype("<i8"), *(codes.numbers for codes in part.columns.values())]
    little = [array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes() for array in arrays]
    return zlib.compress(b"\n".join([header.encode(), b"".join(little)]), _LEVEL)


def read_part(body: bytes) -> ColumnPart:
    """Deserialize a part. Raises ValueError if the bytes are invalid.

    >>> read_part(written_part(ColumnPart(np.array([5, 9]), {"size": numbered([3, 4])}))).ids
    array([5, 9])
    """
    try:
        read = zlib.decompress(body)
    except zlib.error as error:
        raise ValueError(f"not a segment: {error}") from error
    end = read.index(b"\n")
    header = json.loads(read[:end])
    rows, start, columns = header["rows"], end + 1, {}
    ids = np.frombuffer(read, dtype="<i8", count=rows, offset=start).astype(np.int64).cumsum()
    start += 8 * rows
    for name, kind, texts in header["columns"]:
        stored = np.dtype(kind).newbyteorder("<")
        numbers = np.frombuffer(read, dtype=stored, count=rows, offset=start)
        columns[name] = Codes(numbers, texts)
        start += stored.itemsize * rows
    return ColumnPart(ids, columns)


_WORD = 64


@dataclass(frozen=True, slots=True)
class Bits:
    """A bit set with a bit for each of `rows` objects, ordered by index.

    It is stored in 64-bit words, padded with 0.
    """

    words: NDArray[np.uint64]
    rows: int

    @classmethod
    def of(cls, mask: Mask) -> Self:
        """Return the bit set of a Boolean mask.

        >>> Bits.of(np.array([True, False, True])).words
        array([5], dtype=uint64)
        """
        packed = np.zeros(-(-mask.size // _WORD) * 8, dtype=np.uint8)
        packed[: -(-mask.size // 8)] = np.packbits(mask, bitorder="little")
        return cls(packed.view("<u8"), mask.size)

    def __and__(self, other: "Bits") -> "Bits":
        """Return the intersection."""
        return Bits(self.words & other.words, self.rows)

    def count(self) -> int:
        """Return the number of bits that are set."""
        return int(np.bitwise_count(self.words).sum())

    def within(self, start: int, stop: int) -> Mask:
        """Return the Boolean mask for the indices from `start` to `stop`.

        >>> Bits.of(np.arange(100) % 9 == 0).within(62, 65)
        array([False,  True, False])
        """
        first = start // 8
        bits = np.unpackbits(self.words.view(np.uint8)[first : -(-stop // 8)], bitorder="little")
        return bits[start - 8 * first : stop - 8 * first].view(np.bool_)

    def place_at(self, number: int) -> int:
        """Return the index of the set bit with the given `number`. The set bits are numbered from 0 in ascending order.

        >>> Bits.of(np.arange(100) % 9 == 0).place_at(7)
        63
        """
        until = np.cumsum(np.bitwise_count(self.words), dtype=np.int64)
        word = int(np.searchsorted(until, number, side="right"))
        start = _WORD * word
        before = int(until[word - 1]) if word else 0
        return start + int(np.flatnonzero(self.within(start, min(start + _WORD, self.rows)))[number - before])
