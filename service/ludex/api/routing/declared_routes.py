"""Routes of the requests that are declared as functions.

With GET, the fields are query parameters. With POST, they are the members of the body, and objects may
be given by value.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

from flask import Response
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from ludex.api.middleware.problems import ProblemError, json_pointer, malformed, refused
from ludex.api.routing.cursors import list_page
from ludex.api.routing.responses import picture, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.graph.given_objects import NotStored
from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.faults import Fault
from ludex.requests import bounds
from ludex.requests.declaration import Declaration, WrongCursor, declaration_of, model_of
from ludex.requests.fields import PageQuery, Parameters, RequestModel
from ludex.requests.json_text import JsonText, exact_json_text
from ludex.requests.response_models import page_of
from ludex.requests.session import Session

_PAGE = PageQuery.model_fields
"""The fields `limit` and `cursor`."""

_MEDIA = {"graphml": "application/graphml+xml", "dot": "text/vnd.graphviz"}


def add_requests(routes: Routes, functions: Iterable[Callable[..., Any]]) -> Routes:
    """Add the routes of declared requests, and return `routes`."""
    for declared in map(declaration_of, functions):
        for route in declared.routes:
            add_route(routes, declared, route)
    return routes


def add_route(routes: Routes, declared: Declaration, route: str) -> None:
    """Add a route of a request, such as `GET /objects/{object}/neighbours`."""
    method, address = route.split(" ")
    fields = dict(declared.fields)
    if declared.formats:
        form: Any = Literal[tuple(declared.formats)]
        fields["format"] = FieldInfo.from_annotated_attribute(
            form, Field("json", description="Format of the response.")
        )
    if declared.lists:
        fields |= _PAGE
    named = re.findall(r"\{(\w+)\}", address)

    def taken(names: Iterable[str]) -> dict[str, FieldInfo]:
        return {name: fields.pop(name) for name in list(names) if name in fields}

    parts = {"path": taken(named)}
    if method == "GET":
        parts["query"] = taken(name for name in fields if name != declared.rest)
    else:
        parts |= {"query": taken(["cursor"]), "body": fields}
    bases = {"path": Parameters, "query": _AnyParameters if declared.rest else Parameters, "body": RequestModel}
    models = {
        place: model_of(f"{declared.model.__name__}{place.capitalize()}", part, declared.about, bases[place])
        for place, part in parts.items()
        if part
    }
    answer: Any = declared.result
    if declared.lists:
        further = {} if not declared.searches else {"complete": (bool, Field(description=_COMPLETE))}
        answer = page_of(answer, declared.model.__name__, **further)
    routes.add(
        method,
        re.sub(r"\{(\w+)\}", r"<label:\1>", address),
        partial(_view, declared, method),
        {200: answer},
        declared.about,
        problems=(404, 409, 422, *((503,) if declared.searches or method == "POST" else ())),
        tool=declared.tool and route == declared.routes[0],
        **models,  # type: ignore[arg-type]
    )


_COMPLETE = "False if a limit was reached, so that items are missing."


class _AnyParameters(Parameters, extra="allow"):
    """Parameters of which some are filters."""


def _view(
    declared: Declaration,
    method: str,
    path: BaseModel | None = None,
    query: BaseModel | None = None,
    body: BaseModel | None = None,
) -> Response:
    """Run a request, and return its response."""
    values: dict[str, Any] = {}
    for part in (path, query, body):
        values |= {} if part is None else {name: getattr(part, name) for name in type(part).model_fields}
    if declared.rest is not None and query is not None and method == "GET":
        values[declared.rest] = query.model_extra or {}
    arguments = declared.arguments(values)
    with _problems(declared, () if path is None else type(path).model_fields, values, method):
        session = Session(service().catalogue, search=partial(_search, declared))
        result = declared.function(session, **arguments)
        if declared.lists:
            page = PageQuery(limit=values["limit"], cursor=values["cursor"])
            of = [declared.model.__name__, exact_json_text(json.loads(json.dumps(arguments, default=str)))]
            return list_page(page, of, result, declared.json)
    form = values.get("format", "json")
    if form == "json":
        return reply(JsonText(declared.json(result).decode()))
    written = declared.formats[form](result)
    return picture(written) if form == "svg" else Response(written, content_type=_MEDIA[form])


def _search(declared: Declaration, seconds: float | None) -> Any:  # noqa: ANN401 - a context manager of a budget
    name = declared.function.__name__.replace("_", "-")
    return search(name, seconds or bounds.TIME_LIMIT_DEFAULT, f"ludex {_words(declared)}" if declared.command else "")


def _words(declared: Declaration) -> str:
    return " ".join(word for word in declared.command.split() if word.islower())


@contextmanager
def _problems(declared: Declaration, path: Iterable[str], values: Mapping[str, Any], method: str) -> Iterator[None]:
    """Convert errors about objects and filters to problems."""
    try:
        yield
    except WrongCursor:
        raise malformed("not a cursor of this list with these filters; use the value of `next`", "/cursor") from None
    except UnknownObject as error:
        if not error.place or str(error.place[0]) in path:
            raise
        pointer = json_pointer(error.place)
        if isinstance(error, NotStored) and method == "POST":
            raise ProblemError(404, str(error), errors=[(pointer, str(error))], kind="not-stored") from None
        more = "" if isinstance(error, NotStored) else "; also, the text is not in any known notation"
        raise refused(pointer, f"{error}{more}") from None
    except Fault as fault:
        if method == "GET" and declared.rest is not None and fault.place == (declared.rest,):
            raise malformed(fault.message, f"/{next(iter(values[declared.rest]))}") from None
        raise
