"""Routes of the requests that are declared as functions.

With GET and DELETE, the fields are query parameters. With POST and PATCH, they are the members of the body, and objects
may be given by value.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import islice
from typing import Any, Literal

from flask import Response
from flask import request as flask_request
from pydantic import BaseModel, Field
from pydantic.fields import FieldInfo

from ludex.api.middleware.authorization import asker, may_read_job, may_store, storing_catalogue
from ludex.api.middleware.metrics import request_id
from ludex.api.middleware.problems import OfferedJob, ProblemError, json_pointer, malformed, refused
from ludex.api.resources.figures import MEDIA, AppearanceQuery, figure_response
from ludex.api.routing.cursors import list_page
from ludex.api.routing.request_data import read_bytes
from ludex.api.routing.responses import (
    MEDIA_TYPES,
    PREFIX,
    accepted_format,
    entity_tag,
    object_text,
    object_url,
    plain,
    reply,
    streamed,
    streamed_list,
)
from ludex.api.routing.routes import ResponseType, Routes, name_of
from ludex.api.service import search, service, waiting
from ludex.catalogue.graph.given_objects import NotStored
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.objects.reading import UnknownObject
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.faults import Fault
from ludex.engine.text_lines import split_lines
from ludex.jobs.operations import by_name
from ludex.operations.citations import FORMATS as CITATIONS
from ludex.pictures.figures import FORMATS
from ludex.requests import bounds
from ludex.requests.declaration import Declaration, WrongCursor, call, declaration_of, marks_of, model_of
from ludex.requests.fields import InBody, Limit, PageQuery, Parameters, RequestModel
from ludex.requests.json_text import JsonText
from ludex.requests.media import JSON_LINES, NOTHING, TEXT, Media, Subject
from ludex.requests.response_models import (
    listed_answer,
    matches_answer,
    object_answer,
    page_answer,
    page_of,
    stored_answer,
    with_url,
)
from ludex.requests.results import Identified, JsonLines, Matches, Objects, PlainText, Stream, Svg
from ludex.requests.session import Client, Session
from ludex.requests.stored_object import StoredObject, is_object
from ludex.requests.text_input import InputError

_PAGE = PageQuery.model_fields
"""The fields `limit` and `cursor`."""

_ALL = f"Maximum number of items. The default is {bounds.LIST_LIMIT_DEFAULT} for `json`; other formats have no limit."
_FORMATTED_PAGE = {
    "limit": FieldInfo.from_annotated_attribute(Limit | None, Field(None, description=_ALL)),  # type: ignore[arg-type]
    "cursor": _PAGE["cursor"],
}
"""The same fields of a list that is also written in other formats, which are not divided into pages."""

_ACCEPTED = "Format of the response. Without it, the header `Accept` chooses `json`, `ndjson` or `csv`."

_PICTURES = Media(tuple(MEDIA[form].types[0] for form in FORMATS))
_PLAIN = f"{TEXT.types[0]}; charset=us-ascii"
_MEDIA = {
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz",
    "node-link": "application/json",
    "zip": "application/zip",
    **{name: f"{form.media_type}; charset=utf-8" for name, form in CITATIONS.items()},
}
_STABILITY = "/docs/reference/stability.html"
"""The page of the documentation about deprecation."""

_SHOWN_BYTES = 4096
"""The maximum size of a request body that the response repeats as the arguments of an offered job."""


def routes_of_requests(requests: Iterable[Callable[..., Any] | Declaration]) -> tuple[Routes, ...]:
    """Return the routes of requests, grouped by subject."""
    subjects: dict[str, Routes] = {}
    for request in requests:
        declared = declaration_of(request)
        about = declared.subject
        if isinstance(about, str):
            about = Subject(about.replace("/", "-"), about, "")
        routes = subjects.get(about.name) or Routes(tag=about.tag, about=about.about, prefix=PREFIX)
        for route in declared.served:
            add_route(subjects.setdefault(about.name, routes), declared, route)
    return tuple(subjects.values())


def add_requests(routes: Routes, functions: Iterable[Any]) -> Routes:
    """Add the routes of declared requests, and return `routes`."""
    for declared in map(declaration_of, functions):
        for route in declared.served:
            add_route(routes, declared, route)
    return routes


def add_route(routes: Routes, declared: Declaration, route: str) -> None:
    """Add a route of a request, such as `GET /objects/{object}/neighbours`."""
    method, _, whole = route.partition(" ")
    address, _, fixed = whole.partition("?format=")
    fields = dict(declared.fields)
    named = re.findall(r"\{(\w+)\}", address)
    rule = re.sub(r"\{(\w+)\}", lambda name: _placeholder(fields[name[1]], name[1]), address)
    by_value = method == "POST" and any(map(is_object, fields.values()))
    drawn = declared.hint is Svg or declared.draws is not None
    formats = dict.fromkeys(
        ([] if declared.hint is Svg else ["json"]) + [*declared.formats, *(FORMATS if drawn else ())]
    )
    if len(formats) > 1 and not any("?format=" in other for other in declared.routes):
        form: Any = Literal[tuple(formats)]
        about = _ACCEPTED if declared.lists else "Format of the response."
        default = Field(next(iter(formats)), description=about)
        fields["format"] = FieldInfo.from_annotated_attribute(form, default)
    if declared.lists:
        fields |= _FORMATTED_PAGE if declared.formats else _PAGE

    def taken(names: Iterable[str]) -> dict[str, FieldInfo]:
        return {name: fields.pop(name) for name in list(names) if name in fields}

    whole_body = next((name for name, info in fields.items() if marks_of(info, InBody)), None)
    media = None if whole_body is None else marks_of(fields.pop(whole_body), InBody)[0].media
    parts = {"path": taken(named)}
    if media is not None:
        parts["query"] = fields
    elif method in ("GET", "DELETE"):
        parts["query"] = taken(name for name in fields if name != declared.rest)
    else:
        parts |= {"query": taken(["cursor"]), "body": fields}
    in_path = {name for base in declared.bases for name in base.model_fields}.intersection(named)
    bases: dict[str, Any] = {
        "path": Parameters,
        "query": (
            _AnyParameters if declared.rest else AppearanceQuery if drawn and method == "GET" else Parameters,
            *(() if in_path else declared.bases),
        ),
        "body": () if in_path else declared.bases,
    }
    title = name_of(method, routes.prefix + rule)
    models: dict[str, Any] = {
        place: model_of(
            f"{title[:1].upper()}{title[1:]}{place.capitalize()}",
            part,
            declared.about,
            bases[place] if place != "query" or method == "GET" or media is not None else Parameters,
            declared.example if place == "body" else None,
        )
        for place, part in parts.items()
        if part or (place == "query" and declared.rest is not None)
    }
    problems = {422, *declared.problems}
    problems |= {404, 409} if any(map(is_object, declared.fields.values())) else set()
    problems |= {503} if declared.searches or by_value else set()
    problems |= {501, 503} if drawn else set()
    problems |= set() if declared.writes is None else {401}
    problems |= {412} if declared.writes == "edit" else set()
    answer = NOTHING if method == "DELETE" else _text_in(fixed) if fixed else _answer(declared)
    view = partial(_view, declared, method, fixed)
    if whole_body is not None and media is not None:
        view = partial(_view_of_text, view, whole_body, media)
    usual = (204,) if answer is NOTHING else (201, 200) if declared.writes == "store" else (200,)
    routes.add(
        method,
        rule,
        view,
        dict.fromkeys(declared.statuses or usual, answer),
        declared.about,
        problems=tuple(sorted(problems)),
        takes=media,
        tool=declared.tool and route == declared.routes[0],
        stores=declared.writes is not None,
        stability=declared.stability if declared.deprecated is None else "deprecated",
        **models,
    )


_COMPLETE = "False if a limit was reached, so that items are missing."


class _AnyParameters(Parameters, extra="allow"):
    """Parameters of which some are filters."""


def _text_in(form: str) -> Media:
    return Media((_MEDIA.get(form, TEXT.types[0]).partition(";")[0],))


def _placeholder(info: FieldInfo, name: str) -> str:
    if name == "kinds":
        return f"<kind:{name}>"
    return f"<{name}>" if info.annotation is int else f"<label:{name}>"


def _answer(declared: Declaration) -> ResponseType:
    """Return the type of the response to a request."""
    hint, kind, title = declared.hint, declared.kind, f"{declared.model.__name__}"
    if hint is Svg:
        return _PICTURES
    if hint is JsonLines:
        return JSON_LINES
    if hint is PlainText:
        return TEXT
    if declared.answers is not None:
        answers = declared.answers
        return (lambda registry: page_of(answers(registry), title)) if declared.lists else answers
    if kind is not None:
        of = kind
        if declared.lists:
            return lambda registry: page_answer(registry.kind[of.kind])(registry)
        if issubclass(hint, Matches):
            return matches_answer(of.title, of.kind, stored="duplicate_of" in of.further)
        if issubclass(hint, Objects):
            return listed_answer(of.title, of.kind, **of.further)
        if declared.writes == "store":
            return stored_answer(of.kind, of.title, **of.further)
        return lambda registry: object_answer(registry.kind[of.kind])(registry)

    def model(_registry: Registry) -> Any:  # noqa: ANN401 - late, because the result may need slow imports
        result = declared.result
        if declared.lists:
            further = {"complete": (bool, Field(description=_COMPLETE))} if declared.searches else {}
            return page_of(result, title, **further)
        return with_url(result, f"{title}Result") if _origin_is(declared.hint, Identified) else result

    return model


def _origin_is(hint: Any, of: type) -> bool:  # noqa: ANN401 - a type
    return getattr(hint, "__origin__", None) is of


@dataclass(slots=True)
class _Searches:
    """Opens the searches of a request in the service.

    `cut_off` contains the job that can finish the work, if the time limit ended a search before its result was proved.
    All searches of a request share its time limit.
    """

    declared: Declaration
    spent: float = 0.0
    cut_off: list[str] = field(default_factory=list)

    @contextmanager
    def open(self, seconds: float | None) -> Iterator[Budget]:
        """Hold a computing slot for a search. Raises ProblemError (422, 503)."""
        declared = self.declared
        words = declared.words or declared.routes[0].partition("/")[2]
        own = re.match("`(ludex [^`]+)`", declared.lacks.get("command", ""))  # a command of another form
        command = f"ludex {declared.words}" if declared.words else own[1] if own else ""
        limit = seconds or bounds.TIME_LIMIT_DEFAULT
        kind, adjustable = re.sub(r"[ /_]", "-", words), "time_limit" in declared.fields
        with search(kind, limit, command, self._job, adjustable=adjustable, spent=self.spent) as budget:
            yield budget
            self.spent += budget.elapsed()
            ended = budget.exhausted()
            if ended == "cancelled":  # the client has disconnected, or the service stops
                raise BudgetExhausted("cancelled")
            if ended is not None and (job := self._job()) is not None:
                self.cut_off.append(job.operation)

    def _job(self) -> OfferedJob | None:
        """Return a job that does the work of this request without a time limit, or None if there is no such job."""
        name = self.declared.operation
        if name not in by_name() or flask_request.method != "POST":
            return None
        raw = flask_request.get_data()
        if not raw or len(raw) > _SHOWN_BYTES:
            return OfferedJob(operation=name)
        body = json.loads(raw)  # the body has already been parsed strictly
        return OfferedJob(
            operation=name, arguments={name: value for name, value in body.items() if name != "time_limit"}
        )


def _client() -> Client:
    key = asker()
    if key is None:
        return Client(None, request_id(), may_read_job, lambda _owner: False)
    return Client(key.owner, request_id(), may_read_job, key.reaches)


def _view_of_text(view: Callable[..., Response], name: str, media: Media, **parts: BaseModel) -> Response:
    """Return the response to a request whose body is the text of one field. Raises ProblemError (400, 413, 415)."""
    text = read_bytes(media)
    try:
        return view(**parts, text={name: text})
    except InputError as error:
        raise malformed(f"The body is invalid: {error}.", kind="malformed-body") from None


def _view(
    declared: Declaration,
    method: str,
    fixed: str,
    path: BaseModel | None = None,
    query: BaseModel | None = None,
    body: BaseModel | None = None,
    text: Mapping[str, bytes] | None = None,
) -> Response:
    """Run a request, and return its response. Raises ProblemError (401, 403)."""
    values: dict[str, Any] = ({"format": fixed} if fixed else {}) | dict(text or {})
    for part in (path, query, body):
        values |= {} if part is None else vars(part)
    if declared.rest is not None and query is not None and method == "GET":
        values[declared.rest] = query.model_extra or {}
    fields = declared.model.model_construct(**{name: values[name] for name in declared.model.model_fields})
    searches, store = _Searches(declared), None
    if declared.option is not None:
        store = may_store() if declared.option.if_allowed else True
    found = service()
    session = Session(
        found.catalogue,
        search=searches.open,
        wait=waiting,
        grant=storing_catalogue,
        jobs=lambda: found.jobs,
        client=_client,
        served=True,
        public_url=found.public_url,
        daily_ahead=found.daily_ahead,
    )
    with _problems(declared, () if path is None else type(path).model_fields, values, method):
        result = declared.run(fields, session, store=store)
        if declared.lists:
            if declared.formats and query is not None and "format" not in query.model_fields_set:
                values["format"] = accepted_format(declared.formats)
            response = _list(declared, result, fields, values)
    if not declared.lists:
        response = Response(status=204) if method == "DELETE" else _response(declared, result, fields, values)
    if not declared.cached:
        response.cache_control.no_store = True
    for job in searches.cut_off[:1]:
        # A header names the job, because the body has the same form whether or not the result is proved.
        response.headers.add("Link", f'<{PREFIX}/jobs>; rel="related"; title="the job {job} has no time limit"')
    for deprecation in declared.deprecations(vars(fields)).values():
        response.headers["Deprecation"] = deprecation.header
        response.headers.add("Link", f'<{_STABILITY}>; rel="deprecation"; type="text/html"')
    return response


def _list(declared: Declaration, result: Any, fields: RequestModel, values: Mapping[str, Any]) -> Response:  # noqa: ANN401
    """Return a page of a list, or the whole list in another format. Raises ProblemError (400)."""
    form, limit = values.get("format", "json"), values["limit"]
    if form == "json":
        page = PageQuery(limit=limit or bounds.LIST_LIMIT_DEFAULT, cursor=values["cursor"])
        of = [declared.model.__name__, json.dumps(vars(fields), default=str, separators=(",", ":"))]
        response = list_page(page, of, result, partial(declared.json, write_object=_object_text))
    elif values["cursor"] is not None:
        raise malformed("only the format json supports a cursor; the other formats return the whole list", "/cursor")
    else:
        around = {"url": lambda found: object_url(found.kind, found.label)}
        lines = declared.formats[form](result, form, around, labels=values.get("labels", False))
        end = "\r\n" if form == "csv" else "\n"
        name = declared.routes[0].partition("/")[2].replace("/", "-")
        response = streamed(form, (line + end for line in islice(lines, limit and limit + (form == "csv"))), name)
    if declared.formats:
        response.vary.add("Accept")
    return response


def _object_text(item: StoredObject) -> JsonText:
    return object_text(item.view, item.called, **item.further)


def _response(declared: Declaration, result: Any, fields: RequestModel, values: Mapping[str, Any]) -> Response:  # noqa: ANN401
    form = values.get("format", "json")
    if isinstance(result, Svg) or (form in FORMATS and declared.draws is not None):
        svg = result if declared.draws is None else call(declared.draws, result, fields)
        appearance = {name: values[name] for name in AppearanceQuery.model_fields if name in values}
        return figure_response(svg, form, AppearanceQuery(**appearance).figure, declared.name)
    if form != "json" and form in declared.formats:
        written = declared.formats[form](result)
        return Response(written, content_type=_MEDIA.get(form, _PLAIN))
    match result:
        case JsonLines():
            return Response(result, content_type=MEDIA_TYPES["ndjson"])
        case PlainText():
            return plain(split_lines(result))
        case Stream():
            return streamed_list(result)
        case StoredObject():
            headers = {"Location": object_url(result.view.kind, result.label)} if result.created else {}
            headers |= {"Cache-Control": "private, no-cache"} if "note" in result.members else {}
            text = _object_text(result)
            headers |= {"ETag": entity_tag(text.encode())} if declared.writes == "edit" else {}
            return reply(text, 201 if result.created else 200, headers)
        case Identified():
            kind = service().catalogue.registry.kind[result.kind]
            url = None if result.label is None else object_url(kind, result.label)
            members = {**result.members, "url": url}
            return reply(members, 201, {"Location": str(url)}) if result.created else reply(members)
    if declared.statuses:
        [status] = declared.statuses
        return reply(declared.json(result), status, {"Location": result.url} if status == 202 else None)
    return reply(declared.json(result, _object_text), 201 if getattr(result, "created", False) is True else 200)


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
