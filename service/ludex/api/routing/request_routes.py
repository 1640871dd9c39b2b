"""Routes of declared requests.

The fields of a request are read from the path, and from the query or the body. The result of the request becomes the
response.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, TypeVar

from flask import Response
from flask import request as flask_request
from pydantic import BaseModel, create_model

from ludex.api.middleware.authorization import may_store, storing_catalogue
from ludex.api.middleware.problems import OfferedJob
from ludex.api.resources.figures import (
    MEDIA,
    AppearanceQuery,
    figure_problems,
    figure_response,
    is_rendered,
)
from ludex.api.routing.responses import PREFIX, object_text, object_url, picture, plain, reply, streamed_list
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.ownership import Scope
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.engine.text_lines import split_lines
from ludex.jobs.operations import by_name, name_of
from ludex.pictures.figures import FORMATS, Format
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import Parameters, RequestModel, TimeLimited
from ludex.requests.request import (
    SVG,
    ListResult,
    LookupResult,
    ObjectResult,
    Request,
    Result,
    StoredResult,
    Stores,
    StreamedResult,
    Text,
    UpdatedResult,
)

T = TypeVar("T")

_SHOWN_BYTES = 4096
"""The maximum size of a request body that the response repeats as the arguments of an offered job."""


@dataclass(frozen=True, slots=True)
class ApiContext:
    """The context of a request in the service, within its bounds."""

    request: Request
    fields: RequestModel
    catalogue: Catalogue
    """The catalogue. If the request stores objects, it does so with the client's permissions."""
    destination: Catalogue | None
    cut_off: list[str] = field(default_factory=list)
    """A job that can finish the work, if the time limit ended a search before its result was proved."""

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Hold a computing slot for a search. Raises ProblemError (422, 503)."""
        seconds = getattr(self.fields, "time_limit", None) or TIME_LIMIT_DEFAULT
        adjustable = hasattr(self.fields, "time_limit")
        words = self.request.command or self.request.address.partition("/")[2].replace("/", " ")
        command = f"ludex {words}" if self.request.command else ""
        with search(words.replace(" ", "-"), seconds, command, self._job, adjustable=adjustable) as budget:
            yield budget
            ended = budget.exhausted()
            if ended == "cancelled":  # the client has disconnected, or the service stops
                raise BudgetExhausted("cancelled")
            if ended is not None and (job := self._job()) is not None:
                self.cut_off.append(job.operation)

    def _job(self) -> OfferedJob | None:
        """Return a job that does the work of this request without a time limit.

        Return None if no such job exists.
        """
        name = name_of(self.request)
        if name not in by_name() or flask_request.method != "POST":
            return None
        raw = flask_request.get_data()
        if not raw or len(raw) > _SHOWN_BYTES:
            return OfferedJob(operation=name)
        body = json.loads(raw)  # the body has already been parsed strictly
        return OfferedJob(
            operation=name, arguments={name: value for name, value in body.items() if name != "time_limit"}
        )

    def bound(self, limit: T) -> T | None:
        """Return the limit."""
        return limit


def add_old_request(routes: Routes, request: Request) -> None:
    """Add the routes of a request."""
    method, address = request.address.split(" ")
    takes, named = request.takes, re.findall(r"\{(\w+)\}", address)
    rule = re.sub(r"\{(\w+)\}", lambda name: _placeholder(takes, name[1]), address)
    models: dict[str, Any] = {}
    where = "query" if method == "GET" else "body"
    if named:
        models["path"] = _part(f"{takes.__name__}Path", takes, named)
    rest = [name for name in takes.model_fields if name not in named]
    if rest or method != "GET":
        models[where] = takes if not named else _part(f"{takes.__name__}{where.capitalize()}", takes, rest)
    problems = {422, *request.problems}
    problems |= {503} if issubclass(takes, TimeLimited) else set()
    problems |= set() if request.stores is Stores.NEVER else {401}
    problems |= {412} if request.stores is Stores.UPDATES else set()
    statuses = (200,) if request.stores in (Stores.NEVER, Stores.UPDATES) else (201, 200)
    view = partial(_view, request, takes)
    if request.answers is SVG and rule.endswith(".svg"):
        _add_figures(routes, request, rule.removesuffix(".svg"), models, problems)
        return
    answers = dict.fromkeys(statuses, request.answer)
    routes.add(
        method,
        rule,
        view,
        answers,
        request.about,
        problems=tuple(problems),
        tool=request.tool,
        stores=request.stores is not Stores.NEVER,
        **models,
    )
    if request.drawn is not None:
        about = f"{request.about.partition(chr(10))[0]}\n\nReturns the result as an SVG picture."
        picture_of = partial(view, drawn=True)
        routes.add(method, f"{rule}.svg", picture_of, {200: SVG}, about, problems=tuple(problems), **models)


def _add_figures(
    routes: Routes, request: Request, rule: str, models: Mapping[str, Any], problems: Iterable[int]
) -> None:
    """Add the routes of a GET request that returns a picture.

    There is a route for each format. The suffix of its path is that of the format.
    """
    bases = (AppearanceQuery, models["query"]) if "query" in models else (AppearanceQuery,)
    query = create_model(f"{request.takes.__name__}Figure", __base__=bases, __doc__=request.takes.__doc__)
    for form in FORMATS:
        routes.add(
            "GET",
            f"{rule}.{form}",
            partial(_figure, request, form),
            {200: MEDIA[form]},
            request.about,
            problems=tuple({*problems, *figure_problems(form)}),
            holds_slot=is_rendered(form),
            **{**models, "query": query},
        )


def _figure(request: Request, form: Format, query: AppearanceQuery, path: RequestModel | None = None) -> Response:
    """Run a request that returns a picture, and return the picture in the given format."""
    if isinstance(query, request.takes):
        fields: RequestModel = query
    else:
        values = {**dict(query), **({} if path is None else dict(path))}
        fields = request.takes.model_construct(**{name: values[name] for name in request.takes.model_fields})
    svg = request.run(fields, ApiContext(request, fields, service().catalogue, None))
    name = flask_request.path.rpartition("/")[2].removesuffix(f".{form}")
    return figure_response(svg, form, query.figure, name)


def _placeholder(takes: type[RequestModel], name: str) -> str:
    return f"<{name}>" if takes.model_fields[name].annotation is int else f"<label:{name}>"


def _part(name: str, takes: type[RequestModel], fields: Iterable[str]) -> type[RequestModel]:
    """Return a model that has only some of the fields of another model."""
    parts: dict[str, Any] = {
        field: (takes.model_fields[field].annotation, takes.model_fields[field]) for field in fields
    }
    result: type[RequestModel] = create_model(name, __base__=Parameters, __doc__=takes.__doc__, **parts)
    return result


def _view(request: Request, takes: type[RequestModel], *, drawn: bool = False, **parts: RequestModel) -> Response:
    """Run a request. `parts` contains its path parameters, and its query or its body.

    Raises ProblemError (401, 403).
    """
    if len(parts) == 1 and isinstance(next(iter(parts.values())), takes):
        [fields] = parts.values()
    else:
        fields = takes.model_construct(**{name: value for part in parts.values() for name, value in part})
    match request.stores:
        case Stores.NEVER:
            stores = False
        case Stores.OPTIONAL:
            stores = bool(getattr(fields, "store", False))
        case Stores.IF_ALLOWED:
            stores = may_store()
        case _:
            stores = True
    destination = storing_catalogue(Scope.EDIT if request.stores is Stores.UPDATES else Scope.STORE) if stores else None
    context = ApiContext(request, fields, destination or service().catalogue, destination)
    result = request.run(fields, context)
    if drawn:
        assert request.drawn is not None
        return picture(request.drawn(result, fields))
    response = _response(request, result)
    for job in context.cut_off[:1]:
        # A header names the job, because the body has the same form whether or not the result is proved.
        response.headers.add("Link", f'<{PREFIX}/jobs>; rel="related"; title="the job {job} has no time limit"')
    return response


def _response(request: Request, answer: Any) -> Response:  # noqa: ANN401 - any result of a request
    match answer:
        case Response():
            return answer
        case StoredResult():
            stored = answer.stored
            assert stored.shown is not None
            text = object_text(stored.shown, **answer.members, duplicate_of=stored.duplicate_of)
            location = {"Location": object_url(stored.kind, stored.label)} if stored.created else None
            return reply(text, 201 if stored.created else 200, location)
        case UpdatedResult():
            return reply(object_text(answer.shown))
        case StreamedResult():
            return streamed_list(answer)
        case Text():
            return picture(answer) if request.answers is SVG else plain(split_lines(answer))
        case LookupResult():
            items = [object_text(item.listed(), **answer.members) for item in answer.items]
            return reply({"items": items, "matchings": answer.matchings})
        case ListResult():
            pairs = zip(answer.items, answer.stored, strict=True)
            items = [object_text(item.listed(), duplicate_of=stored.duplicate_of) for item, stored in pairs]
            return reply({"items": items, **answer.members}, 201 if answer.created else 200)
        case ObjectResult():
            kind = service().catalogue.registry.kind[answer.kind]
            url = None if answer.label is None else object_url(kind, answer.label)
            body = {**_members(answer.value), "url": url}
            return reply(body, 201, {"Location": str(url)}) if answer.created else reply(body)
        case Result():
            return reply(answer.value, 201 if answer.created else 200)
        case _:
            return reply(answer)


def _members(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a model, a dataclass or a mapping
    if isinstance(value, Mapping):
        return value
    return dict(value) if isinstance(value, BaseModel) else asdict(value)
