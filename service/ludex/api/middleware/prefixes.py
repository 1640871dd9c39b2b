"""The path prefix of a service behind a trusted reverse proxy, such as /ludex, which is added to links in responses.

Views and pages write addresses relative to the root of the service. This module adds the prefix to the addresses in
headers, in the attributes of pages, and in certain members of JSON documents.
"""

import re
from collections.abc import Callable, Iterable, Iterator

from flask import Request, Response

_PREFIX = re.compile(r"(/(?!\.\.?(/|$))[A-Za-z0-9._~-]+)+")
_PREFIX_CHARACTERS = 256
_JSON = re.compile(rb'("(?:url|claims_url|next|type)": ?")(/"|/(?!/))')
_PAGE = re.compile(rb' ((?:xlink:)?href|src|action|formaction|data-[a-z-]+)="/(?!/)')
_CSV = re.compile(rb"(^|,)/api/", re.MULTILINE)
_JSON_TYPES = frozenset({"application/json", "application/problem+json", "application/x-ndjson", "text/event-stream"})


def valid_prefix(text: str) -> str:
    """Return a forwarded prefix without its trailing slash, or an empty string if it is not a valid prefix.

    >>> valid_prefix("/ludex/"), valid_prefix("/a/b-1"), valid_prefix("ludex"), valid_prefix('/"x'), valid_prefix("//x")
    ('/ludex', '/a/b-1', '', '', '')
    >>> valid_prefix("/a/../b"), valid_prefix("/a" * 1000)
    ('', '')
    """
    prefix = text.strip().rstrip("/")
    return prefix if len(prefix) <= _PREFIX_CHARACTERS and _PREFIX.fullmatch(prefix) else ""


def add_prefix(request: Request, response: Response) -> None:
    """Add the prefix of the proxy, if there is one, to the addresses in a response."""
    prefix = request.script_root
    if not prefix:
        return
    location = response.headers.get("Location", "")
    if location.startswith("/") and not location.startswith("//"):
        response.headers["Location"] = prefix + location
    if "Link" in response.headers:
        links = response.headers.getlist("Link")
        response.headers.setlist("Link", [link.replace("</", f"<{prefix}/") for link in links])
    rewrite = _rewriting(request.path, response.mimetype or "", prefix.encode())
    if rewrite is None or response.direct_passthrough:
        return
    if response.is_streamed:
        response.response = _rewritten(response.response, rewrite)
    elif response.get_data():
        response.set_data(rewrite(response.get_data()))


def _rewriting(path: str, media_type: str, prefix: bytes) -> Callable[[bytes], bytes] | None:
    """Return the function that adds the prefix to the addresses in a text of a media type, or None."""
    if path == "/mcp":
        return None  # its results have the prefix already
    if media_type in _JSON_TYPES:
        # The address of the service itself consists of the prefix only.
        return lambda text: _JSON.sub(lambda found: found[1] + prefix + (b'"' if found[2] == b'/"' else b"/"), text)
    # The documentation below /docs/ has relative addresses only.
    if media_type in ("text/html", "image/svg+xml") and not path.startswith("/docs/"):
        return lambda text: _PAGE.sub(rb' \1="' + prefix + b"/", text)
    if media_type == "text/csv":
        return lambda text: _CSV.sub(rb"\1" + prefix + b"/api/", text)
    return None


def _rewritten(pieces: Iterable[str] | Iterable[bytes], rewrite: Callable[[bytes], bytes]) -> Iterator[bytes]:
    """Rewrite and yield the pieces of a stream, each of which consists of whole lines."""
    try:
        for piece in pieces:
            yield rewrite(piece if isinstance(piece, bytes) else piece.encode())
    finally:
        if (close := getattr(pieces, "close", None)) is not None:
            close()
