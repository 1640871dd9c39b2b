"""Routes: how a function with typed parameters becomes a request of the API and a part of its OpenAPI document."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any, get_type_hints

from flask import Response
from flask_openapi import APIBlueprint, Tag
from pydantic import BaseModel

from ludex.api import problems
from ludex.api.bodies import read_body
from ludex.api.parameters import read_path, read_query

View = Callable[..., Any]
_PROBLEM = {"schema": {"$ref": "#/components/schemas/Problem"}}


@dataclass(frozen=True, slots=True)
class Media:
    """An answer that is not a JSON object: its media types, with the JSON schema of those that are JSON."""

    types: tuple[str, ...]
    model: type[BaseModel] | None = None


SVG = Media(("image/svg+xml",))
NOTHING = Media(())

Answers = Mapping[int, type[BaseModel] | Media]


def reply(answer: BaseModel, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return an answer as a JSON response."""
    response = Response(answer.model_dump_json(), status=status, content_type="application/json")
    response.headers.update(dict(headers or {}))
    return response


def picture(svg: str) -> Response:
    """Return an SVG picture as a response."""
    response = Response(svg, content_type="image/svg+xml; charset=utf-8")
    # A picture opened by itself runs nothing and loads nothing.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


class Routes:
    """The requests about one subject. A view names its parameters `path`, `query` and `body`, each typed by a model."""

    def __init__(self, name: str, *, tag: str, about: str, prefix: str = "") -> None:
        self.blueprint = APIBlueprint(
            name, __name__, url_prefix=prefix or None, abp_tags=[Tag(name=tag, description=about)]
        )

    def get(
        self, rule: str, answer: type[BaseModel] | Media, *, problems: tuple[int, ...] = ()
    ) -> Callable[[View], View]:
        """Register a view that reads. Flask answers HEAD by it too."""
        return self._route("get", rule, {200: answer}, problems)

    def post(self, rule: str, answers: Answers, *, problems: tuple[int, ...] = ()) -> Callable[[View], View]:
        """Register a view that computes or stores."""
        return self._route("post", rule, answers, problems)

    def delete(self, rule: str, *, problems: tuple[int, ...] = ()) -> Callable[[View], View]:
        """Register a view that deletes and answers 204."""
        return self._route("delete", rule, {204: NOTHING}, problems)

    def _route(self, method: str, rule: str, answers: Answers, also: tuple[int, ...]) -> Callable[[View], View]:
        def register(view: View) -> View:
            checked = _checked(view)
            summary, _, description = (inspect.getdoc(view) or "").partition("\n")
            getattr(self.blueprint, method)(
                rule,
                operation_id=_operation_id(self.blueprint.name, method, rule),
                summary=summary.rstrip("."),
                description=description.strip() or None,
                responses=_documented(answers, _problem_statuses(view, also)),
                endpoint=_operation_id("", method, rule).strip("-"),
            )(checked)
            return view

        return register


def _operation_id(subject: str, method: str, rule: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", rule.lower()).strip("-")
    return f"{subject}-{method}-{words}"


def _checked(view: View) -> View:
    """Wrap a view so that it gets its parameters checked, by our readers in place of flask-openapi's."""
    hints = get_type_hints(view)
    path, query, body = (hints.get(name) for name in ("path", "query", "body"))

    @wraps(view)
    def checked(**values: str) -> Response:
        arguments: dict[str, Any] = {}
        if path is not None:
            arguments["path"] = read_path(path, values)
        parameters = read_query(query)
        if query is not None:
            arguments["query"] = parameters
        if body is not None:
            arguments["body"] = read_body(body)
        answer = view(**arguments)
        if isinstance(answer, Response):
            return answer
        return reply(*answer) if isinstance(answer, tuple) else reply(answer)

    # flask-openapi's own hook for views that check by themselves; it still reads their type hints.
    checked.__dict__["__delay_validate_request__"] = True
    return checked


def _problem_statuses(view: View, also: tuple[int, ...]) -> list[int]:
    hints = get_type_hints(view)
    statuses = {400, 405, 500, *also}
    if "path" in hints:
        statuses.add(404)
    if "body" in hints:
        statuses |= {413, 415}
    return sorted(statuses)


def _documented(answers: Answers, statuses: list[int]) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, answer in answers.items():
        if isinstance(answer, Media):
            responses[str(status)] = {"content": {kind: {} for kind in answer.types}} if answer.types else None
        else:
            responses[str(status)] = answer
    for status in statuses:
        responses[str(status)] = {"content": {problems.MEDIA_TYPE: _PROBLEM}}
    return responses
