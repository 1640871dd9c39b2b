"""Creation of responses: URLs of objects, stored texts and models as JSON, pictures, plain text, and streamed lists."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from flask import Response, current_app, request, stream_with_context
from pydantic import BaseModel

from ludex.api.middleware.conditional import etag_of
from ludex.api.middleware.problems import ProblemError
from ludex.api.middleware.streaming import exports
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import ObjectView
from ludex.requests.json_text import JsonText, json_text

AnyKind = Kind[Any, Any]

PREFIX = "/api/v1"
KEPT_SECONDS = 24 * 60 * 60
"""The cache lifetime of responses that only change with a new version of the program."""


def list_url(kind: AnyKind) -> str:
    """Return the URL path of the list of a kind, such as `/api/v1/planarity/levels`."""
    return f"{PREFIX}/{kind.address}"


def object_url(kind: AnyKind, name: str) -> str:
    """Return the URL path of the object of a kind with a label or slug."""
    return f"{PREFIX}/{kind.address}/{quote(name, safe='')}"


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
    """Return a response with an SVG picture. A `permanent` picture only changes with a new version of the program."""
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
    """Return the JSON of an object: its stored text with its URL and additional members.

    The URL of an object that is not stored is null, unless the object was requested by the permanent name `called`.
    """
    # A label needs no percent-encoding.
    name = result.label if result.id else called and quote(called, safe="")
    text = result.body[:-1]  # The text of an object is never empty.
    if result.rest:
        text += f",{result.rest}"
    if name is None:
        text += f',{result.around},"url":null' + (',"claims_url":null' if result.rest else "")
    else:
        text += f',{result.around},"url":"{PREFIX}/{result.kind.address}/{name}"'
        text += f',"claims_url":"{PREFIX}/objects/{name}/claims"' if result.rest else ""
    text += "".join([f',"{name}":{json_text(value)}' for name, value in members.items()])
    return JsonText(f"{text}}}")


def object_texts(result: Sequence[ObjectView]) -> JsonText:
    """Return the JSON of a list of stored objects of one kind, with their URLs."""
    if not result:
        return JsonText("[]")
    url = f'"url":"{list_url(result[0].kind)}/'
    texts = [
        f'{body[:-1]},{rest},{around},{url}{label}"}}' if rest else f'{body[:-1]},{around},{url}{label}"}}'
        for _, _, label, body, rest, around in result
    ]
    return JsonText(f"[{','.join(texts)}]")


def require_seen(result: ObjectView) -> None:
    """Raise ProblemError (412) if an object does not match the `If-Match` header of the current request."""
    seen = request.if_match
    if seen and not (seen.star_tag or seen.contains_weak(etag_of(object_text(result).encode()))):
        raise ProblemError(412, f"{result.label} has changed and does not match If-Match; read it again.")


MEDIA_TYPES = {"ndjson": "application/x-ndjson", "csv": "text/csv; charset=utf-8"}
TEXT = "text/plain; charset=us-ascii"
_FILES = {"graph6": "g6", "ndjson": "ndjson", "csv": "csv"}
_CHUNK = 32 * 1024


def accepted_format(formats: Iterable[str]) -> str:
    """Return the format that the `Accept` header of the current request prefers among `json` and some others."""
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
    """Yield the lines in larger pieces, because one system call per line would be slow.

    If an error occurs after the first piece, its `last_line` is yielded before it is raised.
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
