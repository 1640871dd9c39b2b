"""The binary format of a part of a kind's facts: a JSON header line followed by the numbers, compressed together."""

import json
import zlib

import numpy as np

from ludex.catalogue.columns.column import Codes, Part
from ludex.engine.compact_json import readable_json

_LEVEL = 6


def written_part(part: Part) -> bytes:
    """Serialize a part."""
    ids = np.diff(part.ids, prepend=0)  # small, similar numbers compress well
    columns = [[name, codes.numbers.dtype.name, codes.texts] for name, codes in part.columns.items()]
    header = readable_json({"rows": int(ids.size), "columns": columns})
    arrays = [ids.astype("<i8"), *(codes.numbers for codes in part.columns.values())]
    little = [one.astype(one.dtype.newbyteorder("<"), copy=False).tobytes() for one in arrays]
    return zlib.compress(b"\n".join([header.encode(), b"".join(little)]), _LEVEL)


def read_part(body: bytes) -> Part:
    """Deserialize a part. Raises ValueError if the bytes are invalid.

    >>> from ludex.catalogue.columns.column import numbered
    >>> read_part(written_part(Part(np.array([5, 9]), {"size": numbered([3, 4])}))).ids
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
    return Part(ids, columns)
