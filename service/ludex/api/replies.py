"""Responses: models and stored texts become JSON; pictures and plain texts are sent as such."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response
from pydantic import BaseModel
from pydantic_core import to_json


class JsonText(str):
    """A text that is JSON already, as the catalogue stores it: it is joined into an answer, never parsed."""

    __slots__ = ()


def json_text(value: Any) -> str:  # noqa: ANN401 - models, texts, and lists and mappings of them
    """Return a value as JSON: a model, a text that is JSON already, or a list or mapping of such.

    >>> json_text({"items": [JsonText('{"a":1}')], "next": None})
    '{"items":[{"a":1}],"next":null}'
    """
    if isinstance(value, JsonText):
        return value
    if isinstance(value, BaseModel):
        return value.model_dump_json()
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{json_text(name)}:{json_text(one)}" for name, one in value.items()) + "}"
    if isinstance(value, list | tuple) and value and not isinstance(value[0], int | float):
        return "[" + ",".join(map(json_text, value)) + "]"
    return to_json(value).decode()


def reply(
    answer: BaseModel | Mapping[str, Any] | JsonText, status: int = 200, headers: Mapping[str, str] | None = None
) -> Response:
    """Return an answer as a JSON response."""
    response = Response(json_text(answer), status=status, content_type="application/json")
    response.headers.update(dict(headers or {}))
    return response


def picture(svg: str) -> Response:
    """Return an SVG picture as a response."""
    response = Response(svg, content_type="image/svg+xml; charset=utf-8")
    # A picture opened by itself runs nothing and loads nothing.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


def plain(lines: Sequence[str]) -> Response:
    """Return lines of plain text as a response."""
    return Response("".join(f"{line}\n" for line in lines), content_type="text/plain; charset=us-ascii")
