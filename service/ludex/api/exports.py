"""Lists as NDJSON, CSV and lines of plain text: streamed line by line, never held in memory."""

import csv
import io
import json
from collections.abc import Iterable, Iterator

from flask import Response, stream_with_context
from pydantic import BaseModel

NDJSON = "application/x-ndjson"
CSV = "text/csv; charset=utf-8"
TEXT = "text/plain; charset=us-ascii"
_CHUNK = 32 * 1024


def export(form: str, model: type[BaseModel], answers: Iterable[BaseModel], name: str) -> Response:
    """Return a streamed response with one line an object; `form` is ndjson or csv."""
    lines = _ndjson(answers) if form == "ndjson" else _csv(model, answers)
    return _streamed(lines, NDJSON if form == "ndjson" else CSV, f"{name}.{form}")


def export_text(form: str, texts: Iterable[str], name: str) -> Response:
    """Return a streamed response with a line of plain text for each object, such as its graph6."""
    return _streamed((text + "\n" for text in texts), TEXT, f"{name}.{form}.txt" if form != "graph6" else f"{name}.g6")


def _streamed(lines: Iterable[str], content_type: str, file: str) -> Response:
    response = Response(stream_with_context(_chunks(lines)), content_type=content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{file}"'
    return response


def _ndjson(answers: Iterable[BaseModel]) -> Iterator[str]:
    for answer in answers:
        yield answer.model_dump_json() + "\n"


def _csv(model: type[BaseModel], answers: Iterable[BaseModel]) -> Iterator[str]:
    """Yield a header and the rows; a list or an object in a cell is JSON, nothing is an empty cell."""
    names = list(model.model_fields)
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")

    def taken() -> str:
        line = buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
        return line

    writer.writerow(names)
    yield taken()
    for answer in answers:
        values = answer.model_dump(mode="json")
        writer.writerow([_cell(values[name]) for name in names])
        yield taken()


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
