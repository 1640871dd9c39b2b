"""Responses: models and stored texts become JSON; pictures and plain texts are sent as such."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from pydantic import BaseModel

from ludex.requests.json_text import JsonText, json_text

KEPT_SECONDS = 24 * 60 * 60
"""How long a client may keep what stays as it is until a new version of the program comes."""


def reply(
    answer: BaseModel | Mapping[str, Any] | JsonText, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer as a JSON response."""
    response = Response(json_text(answer), status=status, content_type="application/json")
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
