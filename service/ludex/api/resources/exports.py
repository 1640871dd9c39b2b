"""Lists as NDJSON, CSV and lines of plain text: streamed line by line, never held in memory."""

from collections.abc import Iterable, Iterator

from flask import Response, stream_with_context

from ludex.api.middleware.streaming import exports

MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
TEXT = "text/plain; charset=us-ascii"
_FILES = {"graph6": "g6", "ndjson": "ndjson", "csv": "csv"}
_CHUNK = 32 * 1024


def streamed(form: str, lines: Iterable[str], name: str) -> Response:
    """Return a response that is made while it is sent, with one line per object. Raises ProblemError (503)."""
    response = exports.respond(stream_with_context(_chunks(lines)), MEDIA_TYPES.get(form, TEXT))
    file = f"{name}.{_FILES.get(form, f'{form}.txt')}"
    response.headers["Content-Disposition"] = f'inline; filename="{file}"'
    return response


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
