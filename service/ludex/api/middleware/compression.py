"""Compression of streamed responses, and of responses over a kilobyte, with gzip."""

import gzip
import zlib
from collections.abc import Iterable, Iterator

from flask import Request, Response

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


def compress(request: Request, response: Response) -> None:
    """Compress the response to a request whose client accepts gzip."""
    media_type = response.mimetype or ""
    # Events must be sent immediately; a compressor would delay them.
    if not (media_type in _COMPRESSIBLE or media_type.startswith("text/")) or media_type == "text/event-stream":
        return
    response.headers["Vary"] = ", ".join([*response.headers.getlist("Vary"), "Accept-Encoding"])
    if "HTTP_ACCEPT_ENCODING" not in request.environ or request.accept_encodings.quality("gzip") <= 0:
        return
    if response.status_code in (204, 304) or "Content-Encoding" in response.headers:
        return
    if response.is_streamed:
        response.response = _compressed(response.response)
        response.headers.pop("Content-Length", None)
    else:
        response.direct_passthrough = False
        body = response.get_data()
        if len(body) <= LEAST_BYTES:
            return
        response.set_data(gzip.compress(body, _LEVEL, mtime=0))
    response.headers["Content-Encoding"] = "gzip"


def _compressed(chunks: Iterable[str | bytes]) -> Iterator[bytes]:
    stream = zlib.compressobj(_LEVEL, zlib.DEFLATED, _GZIP)
    try:
        for chunk in chunks:
            piece = stream.compress(chunk.encode() if isinstance(chunk, str) else chunk)
            if piece:
                yield piece
        yield stream.flush()
    except Exception:
        yield stream.flush(zlib.Z_SYNC_FLUSH)  # the client receives everything that precedes the error
        raise
    finally:
        close = getattr(chunks, "close", None)
        if close is not None:
            close()
