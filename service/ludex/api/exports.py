"""Lists as NDJSON, CSV and lines of plain text: streamed line by line, never held in memory."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Sequence

from flask import Response, stream_with_context

from ludex.catalogue.document import FactField

MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
TEXT = "text/plain; charset=us-ascii"
_FILES = {"graph6": "g6", "ndjson": "ndjson", "csv": "csv"}
_CHUNK = 32 * 1024


def streamed(form: str, lines: Iterable[str], name: str) -> Response:
    """Return a response that is made while it is sent: a line an object."""
    response = Response(stream_with_context(_chunks(lines)), content_type=MEDIA_TYPES.get(form, TEXT))
    file = f"{name}.{_FILES.get(form, f'{form}.txt')}"
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def csv_lines(fields: Sequence[str], facts: Sequence[FactField], documents: Iterable[str]) -> Iterator[str]:
    """Yield a header and a row for each document: its fields, then the facts that stand deeper in it.

    A list or an object in a cell is JSON, nothing is an empty cell.
    """
    deeper = [fact for fact in facts if len(fact.path) > 1]
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")

    def taken() -> str:
        line = buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        return line

    writer.writerow([*fields, *(fact.name for fact in deeper)])
    yield taken()
    for text in documents:
        values = json.loads(text)
        cells = [values.get(name) for name in fields] + [_within(values, fact.path) for fact in deeper]
        writer.writerow(map(_cell, cells))
        yield taken()


def _within(value: object, path: Sequence[str]) -> object:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    return json.dumps(value, separators=(",", ":"))


def _chunks(lines: Iterable[str]) -> Iterator[bytes]:
    """Yield the lines in pieces of some size: one system call a line would be slow."""
    pieces: list[bytes] = []
    size = 0
    for line in lines:
        piece = line.encode()
        pieces.append(piece)
        size += len(piece)
        if size >= _CHUNK:
            yield b"".join(pieces)
            pieces, size = [], 0
    if pieces:
        yield b"".join(pieces)
