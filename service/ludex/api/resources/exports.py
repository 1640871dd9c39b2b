"""Lists as NDJSON, CSV and lines of plain text: streamed line by line, never held in memory."""

from collections.abc import Callable, Iterable, Iterator

from flask import Response, current_app, stream_with_context

from ludex.api.middleware.streaming import exports

MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
TEXT = "text/plain; charset=us-ascii"
_FILES = {"graph6": "g6", "ndjson": "ndjson", "csv": "csv"}
_CHUNK = 32 * 1024


def streamed(form: str, lines: Iterable[str], name: str) -> Response:
    """Return a response that is made while it is sent, with one line per object. Raises ProblemError (503)."""
    pieces = _chunks(lines, _problem_line if form == "ndjson" else None)
    response = exports.respond(stream_with_context(pieces), MEDIA_TYPES.get(form, TEXT))
    file = f"{name}.{_FILES.get(form, f'{form}.txt')}"
    response.headers["Content-Disposition"] = f'inline; filename="{file}"'
    return response


def _chunks(lines: Iterable[str], last_line: Callable[[Exception], bytes] | None) -> Iterator[bytes]:
    """Yield the lines in pieces of some size: one system call a line would be slow.

    An error after the first piece is raised after its `last_line`.
    """
    pieces: list[bytes] = []
    size = 0
    begun = False
    try:
        for line in lines:
            piece = line.encode()
            pieces.append(piece)
            size += len(piece)
            if size >= _CHUNK:
                yield b"".join(pieces)
                pieces, size, begun = [], 0, True
    except Exception as error:
        if begun and last_line is not None:
            yield b"".join([*pieces, last_line(error)])
        raise
    if pieces:
        yield b"".join(pieces)


def _problem_line(error: Exception) -> bytes:
    """Return the problem document of an error as a line."""
    return current_app.make_response(current_app.handle_user_exception(error)).get_data() + b"\n"
