"""Responses: the addresses of objects, stored texts and models as JSON, pictures, plain texts."""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from flask import Response, request
from pydantic import BaseModel

from ludex.api.middleware.conditional import etag_of
from ludex.api.middleware.problems import ProblemError
from ludex.catalogue.kinds.kind import Kind
from ludex.catalogue.objects.reading import Shown
from ludex.requests.json_text import JsonText, json_text

AnyKind = Kind[Any, Any]

PREFIX = "/api/v1"
KEPT_SECONDS = 24 * 60 * 60
"""How long a client may keep what stays as it is until a new version of the program comes."""


def list_url(kind: AnyKind) -> str:
    """Return the address of the list of a kind, as `/api/v1/planarity/levels`."""
    return f"{PREFIX}/{kind.address}"


def object_url(kind: AnyKind, name: str) -> str:
    """Return the address of the object of a kind with a label or a slug."""
    return f"{PREFIX}/{kind.address}/{quote(name, safe='')}"


def reply(
    answer: BaseModel | Mapping[str, Any] | JsonText, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer as a JSON response."""
    body = answer if isinstance(answer, JsonText) else json_text(answer)
    response = Response(body, status=status, content_type="application/json")
    if headers:
        response.headers.update(dict(headers))
    return response


def picture(svg: str, *, permanent: bool = False) -> Response:
    """Return an SVG picture as a response; a `permanent` one changes with a new version of the program only."""
    response = Response(svg, content_type="image/svg+xml; charset=utf-8")
    # A picture opened by itself runs nothing and loads nothing.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    if permanent:
        response.headers["Cache-Control"] = f"public, max-age={KEPT_SECONDS}"
    return response


def plain(lines: Sequence[str]) -> Response:
    """Return lines of plain text as a response."""
    return Response("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=us-ascii")


def object_text(found: Shown, called: str | None = None, /, **members: Any) -> JsonText:  # noqa: ANN401 - JSON
    """Return an object as answers have it: its stored text with its address, and further members.

    An object that is not stored has no address, unless it was `called` by a name that is always there.
    """
    # A label needs no quotation.
    name = found.label if found.id else called and quote(called, safe="")
    text = found.body[:-1]  # a body is never empty
    if found.rest:
        text += f",{found.rest}"
    if name is None:
        text += f',{found.around},"url":null' + (',"claims_url":null' if found.rest else "")
    else:
        text += f',{found.around},"url":"{PREFIX}/{found.kind.address}/{name}"'
        text += f',"claims_url":"{PREFIX}/objects/{name}/claims"' if found.rest else ""
    text += "".join([f',"{name}":{json_text(value)}' for name, value in members.items()])
    return JsonText(f"{text}}}")


def object_texts(found: Sequence[Shown]) -> JsonText:
    """Return stored objects of one kind as a list in an answer has them, with their addresses."""
    if not found:
        return JsonText("[]")
    url = f'"url":"{list_url(found[0].kind)}/'
    texts = [
        f'{body[:-1]},{rest},{around},{url}{label}"}}' if rest else f'{body[:-1]},{around},{url}{label}"}}'
        for _, _, label, body, rest, around in found
    ]
    return JsonText(f"[{','.join(texts)}]")


def require_seen(found: Shown) -> None:
    """Raise ProblemError (412) if an object is not what the current request has seen, as its `If-Match` says."""
    seen = request.if_match
    if seen and not (seen.star_tag or seen.contains_weak(etag_of(object_text(found).encode()))):
        raise ProblemError(412, f"{found.label} is not what If-Match asks for: read it again.")
