"""gzip of responses over a kilobyte, streamed ones included."""

import gzip
import zlib
from collections.abc import Iterable, Iterator

from flask import Request, Response

from ludex.api.application import Application, headers_of

LEAST_BYTES = 1024
_LEVEL = 5
_GZIP = 16 + zlib.MAX_WBITS
_COMPRESSIBLE = (
    "application/json",
    "application/problem+json",
    "application/x-ndjson",
    "application/graphml+xml",
    "application/javascript",
    "image/svg+xml",
)


def register(app: Application) -> None:
    """Compress the responses of an application for clients that accept gzip."""
    app.after.append(_compress)


def _compress(request: Request, response: Response) -> Response:
    there = headers_of(response)
    kind = there.get("Content-Type", "").partition(";")[0]
    # Events are sent as they come: a compressor would hold them back.
    if not (kind in _COMPRESSIBLE or kind.startswith("text/")) or kind == "text/event-stream":
        return response
    if "Vary" in there:
        response.vary.add("Accept-Encoding")
    else:
        response.headers.add("Vary", "Accept-Encoding")
    if "HTTP_ACCEPT_ENCODING" not in request.environ:
        return response
    if response.status_code in (204, 304) or "Content-Encoding" in there:
        return response
    if request.accept_encodings.quality("gzip") <= 0:
        return response
    if response.is_streamed:
        response.response = _compressed(response.response)
        response.headers.pop("Content-Length", None)
    else:
        response.direct_passthrough = False
        body = response.get_data()
        if len(body) <= LEAST_BYTES:
            return response
        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    return response


def _compressed(chunks: Iterable[str | bytes]) -> Iterator[bytes]:
    stream = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    try:
        for chunk in chunks:
            squeezed = stream.compress(chunk.encode() if isinstance(chunk, str) else chunk)
            if squeezed:
                yield squeezed
        yield stream.flush()
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()
