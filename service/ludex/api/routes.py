"""Routes: how a function with typed parameters becomes a request of the API and a part of its OpenAPI document."""

import inspect
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import wraps
from typing import TYPE_CHECKING, Any, get_type_hints

from flask import Blueprint, Flask, Response
from pydantic import BaseModel
from werkzeug.routing import BaseConverter

from ludex.api import problems
from ludex.api.bodies import read_body
from ludex.api.parameters import read_path, read_query

if TYPE_CHECKING:
    from flask_openapi.blueprint import APIBlueprint

View = Callable[..., Any]
_PROBLEM = {"schema": {"$ref": "#/components/schemas/Problem"}}


@dataclass(frozen=True, slots=True)
class Media:
    """An answer that is not a JSON object: its media types, none where there is no body."""

    types: tuple[str, ...]


SVG = Media(("image/svg+xml",))
TEXT = Media(("text/plain",))
NOTHING = Media(())

RESERVED = ("batch", "dedup", "facets", "import", "lookup", "random")
"""Words that stand in an address where a label stands; no deck is called so."""


class LabelConverter(BaseConverter):
    """What may stand for `<label:...>` in an address: no reserved word, and no dot, behind which a format stands."""

    regex = rf"(?!(?:{'|'.join(RESERVED)})$)[^/.]+"


def register(app: Flask) -> None:
    """Let an application know the parts of addresses that our routes use."""
    app.url_map.converters["label"] = LabelConverter


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


@dataclass(frozen=True, slots=True)
class _Operation:
    """One request: its method, address and view, what it answers and which problems it may end in."""

    method: str
    rule: str
    view: View
    answers: Answers
    problems: tuple[int, ...]
    takes: Media | None = None


class Routes:
    """The requests about one subject. A view names its parameters `path`, `query` and `body`, each typed by a model."""

    def __init__(self, name: str, *, tag: str, about: str, prefix: str = "") -> None:
        self.name = name
        self.prefix = prefix
        self._tag = tag
        self._about = about
        self._operations: list[_Operation] = []

    def get(
        self, rule: str, answer: type[BaseModel] | Media, *, problems: tuple[int, ...] = ()
    ) -> Callable[[View], View]:
        """Register a view that reads. Flask answers HEAD by it too."""
        return self._register("GET", rule, {200: answer}, problems)

    def post(
        self, rule: str, answers: Answers, *, problems: tuple[int, ...] = (), takes: Media | None = None
    ) -> Callable[[View], View]:
        """Register a view that computes or stores. `takes` is its body where the view reads that itself: no JSON."""
        return self._register("POST", rule, answers, problems, takes)

    def delete(self, rule: str, *, problems: tuple[int, ...] = ()) -> Callable[[View], View]:
        """Register a view that deletes and answers 204."""
        return self._register("DELETE", rule, {204: NOTHING}, problems)

    def _register(
        self, method: str, rule: str, answers: Answers, also: tuple[int, ...], takes: Media | None = None
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            self._operations.append(_Operation(method, rule, view, answers, also, takes))
            return view

        return register

    def other_bodies(self) -> dict[str, Media]:
        """Return the bodies that are no JSON, each by the name of its request in the document."""
        return {
            _operation_id(self.name, operation.method, operation.rule): operation.takes
            for operation in self._operations
            if operation.takes is not None
        }

    def blueprint(self) -> Blueprint:
        """Make the blueprint that answers these requests."""
        made = Blueprint(self.name, __name__, url_prefix=self.prefix or None)
        for operation in self._operations:
            made.add_url_rule(
                operation.rule,
                endpoint=_operation_id("", operation.method, operation.rule),
                view_func=_checked(operation.view),
                methods=[operation.method],
            )
        return made

    def documented(self) -> "APIBlueprint":
        """Make a blueprint that has the part of these requests in the OpenAPI document. This takes its time."""
        from flask_openapi.blueprint import APIBlueprint
        from flask_openapi.models.tag import Tag

        tag = Tag(name=self._tag, description=self._about)
        made = APIBlueprint(self.name, __name__, url_prefix=self.prefix or None, abp_tags=[tag])
        for operation in self._operations:
            summary, _, description = (inspect.getdoc(operation.view) or "").partition("\n")
            getattr(made, operation.method.lower())(
                operation.rule,
                endpoint=_operation_id("", operation.method, operation.rule),
                operation_id=_operation_id(self.name, operation.method, operation.rule),
                summary=summary.rstrip("."),
                description=description.strip() or None,
                responses=_documented(operation),
            )(_checked(operation.view))
        return made


def _operation_id(subject: str, method: str, rule: str) -> str:
    words = re.sub(r"[^a-z0-9]+", "-", rule.replace("<label:", "<")).strip("-")
    return f"{subject}-{method.lower()}-{words}".strip("-")


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


def _documented(operation: _Operation) -> dict[str, Any]:
    responses: dict[str, Any] = {}
    for status, answer in operation.answers.items():
        if isinstance(answer, Media):
            responses[str(status)] = {"content": {kind: {} for kind in answer.types}} if answer.types else None
        else:
            responses[str(status)] = answer
    for status in _problem_statuses(operation):
        responses[str(status)] = {"content": {problems.MEDIA_TYPE: _PROBLEM}}
    return responses


def _problem_statuses(operation: _Operation) -> list[int]:
    hints = get_type_hints(operation.view)
    statuses = {400, 405, 500, *operation.problems}
    if "path" in hints:
        statuses.add(404)
    if "body" in hints or operation.takes is not None:
        statuses |= {413, 415}
    return sorted(statuses)
