"""Creation of responses, with their ETags and their compression.

Responses contain stored texts and models as JSON, pictures, plain text, or streams.

Every response to a read request has an ETag. If the client already has the content, the status is 304. For each type of
stream, there is a limited number of slots. While all of these slots are occupied, new streams of the type are refused
with 503.
"""

import gzip
import zlib
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import quote

from flask import Request, Response, current_app, request, stream_with_context
from pydantic import BaseModel
from werkzeug.exceptions import PreconditionFailed
from xxhash import xxh3_128_hexdigest

from ludex.api.middleware.problems import ProblemError, busy
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import ObjectView
from ludex.requests.bounds import EVENT_STREAMS, EXPORTS, LARGE_LIST_BYTES, LARGE_LISTS
from ludex.requests.json_text import JsonText, json_text
from ludex.requests.media import Media
from ludex.requests.results import Stream

AnyKind = Kind[Any, Any]

PREFIX = "/api/v1"
KEPT_SECONDS = 24 * 60 * 60
"""The cache lifetime of responses that change only with a new version of the program."""


def list_url(kind: AnyKind) -> str:
    """Return the URL path of the list of a kind, such as `/api/v1/planarity/levels`."""
    return f"{PREFIX}/{kind.address}"


def object_url(kind: AnyKind, name: str) -> str:
    """Return the URL path of the object of a kind with the given label or slug."""
    return f"{PREFIX}/{kind.address}/{quote(name, safe='')}"


def entity_tag(content: bytes) -> str:
    """Return the value of `ETag` for a content. It is weak, because the same content is sent with and without gzip."""
    return f'W/"{xxh3_128_hexdigest(content)}"'


def reply(
    answer: BaseModel | Mapping[str, Any] | JsonText, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return a JSON response."""
    body = answer if isinstance(answer, JsonText) else json_text(answer)
    response = Response(body, status=status, content_type="application/json")
    if headers:
        response.headers.update(dict(headers))
    return response


def picture(svg: str, *, permanent: bool = False) -> Response:
    """Return a response with an SVG picture.

    A `permanent` picture changes only if a new version of the program draws it differently.
    """
    response = Response(svg, content_type="image/svg+xml; charset=utf-8")
    # If a picture is opened as a page, it must not run scripts or load resources.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    if permanent:
        response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response


def plain(lines: Sequence[str]) -> Response:
    """Return a response with lines of plain text."""
    return Response("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=us-ascii")


def object_text(result: ObjectView, called: str | None = None, /, **members: Any) -> JsonText:  # noqa: ANN401 - JSON
    """Return the JSON of an object.

    It is the stored text of the object, with its URL and additional members.

    The URL of an object that is not stored is null, unless the object was requested by a permanent name. This name is
    `called`.
    """
    # A label needs no percent-encoding.
    name = result.label if result.id else called and quote(called, safe="")
    url = "null" if name is None else f'"{PREFIX}/{result.kind.address}/{name}"'
    rest = claims = ""
    if result.rest:
        rest = f",{result.rest}"
        claims = ',"claims_url":null' if name is None else f',"claims_url":"{PREFIX}/objects/{name}/claims"'
    further = "".join([f',"{name}":{json_text(value)}' for name, value in members.items()])
    # The text of an object is never empty. It may be long, so it is copied only once.
    return JsonText(f'{result.body[:-1]}{rest},{result.around},"url":{url}{claims}{further}}}')


def require_seen(result: ObjectView, note: str = "") -> None:
    """Raise ProblemError (412) if an object does not match the `If-Match` header of the current request.

    The client may have seen the object with its note or without.
    """
    seen = request.if_match
    texts = (object_text(result), object_text(result, None, note=note))
    if seen and not (seen.star_tag or any(seen.contains_raw(entity_tag(text.encode())) for text in texts)):
        raise ProblemError(412, f"{result.label} has changed and does not match If-Match; read it again.")


MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
TEXT = "text/plain; charset=us-ascii"
_FILES = {"graph6": "g6", "ndjson": "ndjson", "csv": "csv"}
_CHUNK = 32 * 1024


def accepted_format(formats: Iterable[str]) -> str:
    """Return the format that the client prefers among `json` and the given `formats`.

    The preference is in the `Accept` header of the current request.
    """
    offered = {"application/json": "json"}
    offered |= {MEDIA_TYPES[form].partition(";")[0]: form for form in formats if form in MEDIA_TYPES}
    return offered[request.accept_mimetypes.best_match(offered, "application/json")]


def streamed(form: str, lines: Iterable[str], name: str) -> Response:
    """Return a streamed response with one line per object. Raises ProblemError (503)."""
    pieces = _chunks(lines, _problem_line if form == "ndjson" else None)
    response = exports.respond(stream_with_context(pieces), MEDIA_TYPES.get(form, TEXT))
    file = f"{name}.{_FILES.get(form, f'{form}.txt')}"
    response.headers["Content-Disposition"] = f'inline; filename="{file}"'
    return response


def _chunks(lines: Iterable[str], last_line: Callable[[Exception], bytes] | None) -> Iterator[bytes]:
    """Combine lines into larger pieces, because one system call for each line would be slow.

    If an error occurs after the first piece, yield the `last_line` for this error, and then raise the error.
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


_CONDITIONS = frozenset({"HTTP_IF_NONE_MATCH", "HTTP_IF_MATCH", "HTTP_IF_MODIFIED_SINCE", "HTTP_IF_UNMODIFIED_SINCE"})
_NEVER_SAME = frozenset({"/health", "/metrics"})


def make_conditional(request: Request, response: Response) -> Response:
    """Add an ETag to a response.

    If the conditions of the request require it, replace the response with 304 or 412.

    Streamed exports have no ETag.
    """
    if response.status_code != 200 or request.method not in ("GET", "HEAD") or response.is_streamed:
        return response
    headers = response.headers
    caching = headers.get("Cache-Control")
    if request.path in _NEVER_SAME or (caching and "no-store" in caching):
        return response
    response.direct_passthrough = False
    if "ETag" not in headers:
        headers.add("ETag", entity_tag(response.get_data()))
    if caching is None:
        headers.add("Cache-Control", "no-cache")
    if _CONDITIONS.isdisjoint(request.environ):
        return response
    tag, is_weak = response.get_etag()
    seen = request.if_match
    if seen and not seen.star_tag and (is_weak or not seen.is_strong(tag or "")):
        response.status_code = 412  # RFC 9110, 13.1.1: weak tags never match
    else:
        try:
            # Werkzeug does not know that `If-Match: *` matches every object.
            response.make_conditional(
                {name: request.environ[name] for name in request.environ if name != "HTTP_IF_MATCH"}
            )
        except PreconditionFailed:
            response.status_code = 412
    if response.status_code == 412:
        return ProblemError(412, "The object does not match If-Match or If-Unmodified-Since.").response()
    return response


EVENTS = Media(("text/event-stream",))


class StreamSlots:
    """The slots for streamed responses of one type, such as exports."""

    def __init__(self, number: int, sort: str) -> None:
        self._number = number
        self._sort = sort
        self._free = BoundedSemaphore(number)

    def respond(self, pieces: Iterable[bytes], content_type: str) -> Response:
        """Return a streamed response. It holds a slot until it ends or is closed.

        The first piece is generated before this method returns, so that an error in the first piece still determines
        the status of the response. Raises ProblemError (503) if no slot is free, and any error that occurs in the first
        piece.
        """
        if not self._free.acquire(blocking=False):
            raise busy(f"Too many {self._sort} are being sent; the limit is {self._number}.")
        slot = ExitStack()
        slot.callback(self._free.release)  # this runs only once, even if the stack is closed several times
        rest = iter(pieces)
        if isinstance(rest, Generator):
            slot.callback(rest.close)
        try:
            first = list(islice(rest, 1))
        except BaseException:
            slot.close()
            raise

        def pieces_with_slot() -> Iterator[bytes]:
            with slot:
                yield from first
                yield from rest

        response = Response(pieces_with_slot(), content_type=content_type)
        response.call_on_close(slot.close)
        return response


exports = StreamSlots(EXPORTS, "exports")
_large_lists = StreamSlots(LARGE_LISTS, "large lists")
_event_streams = StreamSlots(EVENT_STREAMS, "streams of events")


def streamed_events(events: Iterator[bytes]) -> Response:
    """Return a response that sends server-sent events as they occur. Raises ProblemError (503)."""
    response = _event_streams.respond(events, EVENTS.types[0])
    response.headers["Cache-Control"] = "no-store"
    return response


def streamed_list(answer: Stream[Any]) -> Response:
    """Return a response that contains a list. A large list is streamed. Raises ProblemError (503)."""
    if answer.length is not None and answer.length <= LARGE_LIST_BYTES:
        return Response(b"".join(answer.json()), content_type="application/json")
    response = _large_lists.respond(answer.json(), "application/json")
    if answer.length is not None:
        response.headers["Content-Length"] = str(answer.length)
    return response


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
    """Compress a response if the client of the request accepts gzip."""
    media_type = response.mimetype or ""
    # Events must be sent immediately, but a compressor would delay them.
    if not (media_type in _COMPRESSIBLE or media_type.startswith("text/")) or media_type == "text/event-stream":
        return
    if "Accept-Ranges" in response.headers:
        return  # a range refers to the file as it is stored
    if (varies := response.headers.get("Vary")) is None:
        response.headers.add("Vary", "Accept-Encoding")
    else:
        response.headers["Vary"] = f"{varies}, Accept-Encoding"
    accepted = request.environ.get("HTTP_ACCEPT_ENCODING", "")
    if ("gzip" not in accepted and "*" not in accepted) or request.accept_encodings.quality("gzip") <= 0:
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
