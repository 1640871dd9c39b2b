"""Requests as they are declared become routes: their fields are read from address, query and body, and answered."""

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
from ludex.api.middleware.streaming import streamed_list
from ludex.api.routing.responses import PREFIX, object_text, object_url, picture, plain, reply
from ludex.api.routing.routes import Routes
from ludex.api.service import search, service
from ludex.catalogue.access.api_keys import Scope
from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.jobs.operations import by_name
from ludex.jobs.request_operations import name_of
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import Parameters, RequestModel, Timed
from ludex.requests.request import (
    SVG,
    ListResult,
    LookupResult,
    ObjectResult,
    Request,
    Result,
    StoredResult,
    Stores,
    Streamed,
    Subject,
    Text,
    UpdatedResult,
)

T = TypeVar("T")

_SHOWN_BYTES = 4096
"""Arguments of a job that are shown; longer ones are those of the request."""


@dataclass(frozen=True, slots=True)
class ApiContext:
    """A request as the service carries it out, within its bounds."""

    request: Request
    asked: RequestModel
    catalogue: Catalogue
    """If the request stores, the catalogue as the client may write to it."""
    kept: Catalogue | None
    cut_off: list[str] = field(default_factory=list)
    """The job that goes on where the time of a search ended before its answer was proved, if there is one."""

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Hold a computing slot for a search. Raises ProblemError (422, 503)."""
        seconds = getattr(self.asked, "time_limit", None) or TIME_LIMIT_DEFAULT
        words = self.request.command or self.request.address.partition("/")[2].replace("/", " ")
        with search(words.replace(" ", "-"), seconds, f"ludex {words}", self._job) as budget:
            yield budget
            ended = budget.exhausted()
            if ended == "cancelled":  # nobody waits any more, or the service ends
                raise BudgetExhausted("cancelled")
            if ended is not None and (job := self._job()) is not None:
                self.cut_off.append(job.operation)

    def _job(self) -> OfferedJob | None:
        """Return the job that does what is asked without a limit."""
        name = name_of(self.request)
        if name not in by_name() or flask_request.method != "POST":
            return None
        raw = flask_request.get_data()
        if not raw or len(raw) > _SHOWN_BYTES:
            return OfferedJob(operation=name)
        given = json.loads(raw)  # it was read before, strictly
        return OfferedJob(operation=name, arguments={key: one for key, one in given.items() if key != "time_limit"})

    def bound(self, limit: T) -> T | None:
        """Return the bound."""
        return limit


def routes_of(requests: Iterable[Request]) -> tuple[Routes, ...]:
    """Return the routes of the requests that have an address, those about one subject together."""
    subjects: dict[str, Routes] = {}
    for request in requests:
        if request.address:
            about = request.subject
            if isinstance(about, str):
                about = Subject(about.replace("/", "-"), about, "")
            made = Routes(tag=about.tag, about=about.about, prefix=PREFIX)
            _add(subjects.setdefault(about.name, made), request)
    return tuple(subjects.values())


def _add(routes: Routes, request: Request) -> None:
    method, address = request.address.split(" ")
    takes, named = request.takes, re.findall(r"\{(\w+)\}", address)
    rule = re.sub(r"\{(\w+)\}", lambda name: _placeholder(takes, name[1]), address)
    models: dict[str, Any] = {}
    where = "query" if method == "GET" else "body"
    if named:
        models["path"] = _part(f"{takes.__name__}Path", takes, named)
    rest = [name for name in takes.model_fields if name not in named]
    if rest or method == "POST":
        models[where] = takes if not named else _part(f"{takes.__name__}{where.capitalize()}", takes, rest)
    problems = {422, *request.problems}
    problems |= {503} if issubclass(takes, Timed) else set()
    problems |= set() if request.stores is Stores.NEVER else {401}
    problems |= {412} if request.stores is Stores.CHANGES else set()
    statuses = (200,) if request.stores in (Stores.NEVER, Stores.CHANGES) else (201, 200)
    view = partial(_view, request, takes)
    answers = dict.fromkeys(statuses, request.answer)
    routes.add(method, rule, view, answers, request.about, problems=tuple(problems), **models)
    if request.drawn is not None:
        about = f"{request.about.partition(chr(10))[0]}\n\nAs a picture."
        picture_of = partial(view, drawn=True)
        routes.add(method, f"{rule}.svg", picture_of, {200: SVG}, about, problems=tuple(problems), **models)


def _placeholder(takes: type[RequestModel], name: str) -> str:
    return f"<{name}>" if takes.model_fields[name].annotation is int else f"<label:{name}>"


def _part(name: str, takes: type[RequestModel], fields: Iterable[str]) -> type[RequestModel]:
    """Return a model with some fields of another."""
    parts: dict[str, Any] = {one: (takes.model_fields[one].annotation, takes.model_fields[one]) for one in fields}
    made: type[RequestModel] = create_model(name, __base__=Parameters, __doc__=takes.__doc__, **parts)
    return made


def _view(request: Request, takes: type[RequestModel], *, drawn: bool = False, **parts: RequestModel) -> Response:
    """Carry out a request: `parts` are its path, and its query or body. Raises ProblemError (401, 403)."""
    if len(parts) == 1 and isinstance(next(iter(parts.values())), takes):
        [asked] = parts.values()
    else:
        asked = takes.model_construct(**{name: value for part in parts.values() for name, value in part})
    match request.stores:
        case Stores.NEVER:
            stores = False
        case Stores.CHOSEN:
            stores = bool(getattr(asked, "store", False))
        case Stores.OPEN:
            stores = may_store()
        case _:
            stores = True
    kept = storing_catalogue(Scope.EDIT if request.stores is Stores.CHANGES else Scope.STORE) if stores else None
    served = ApiContext(request, asked, kept or service().catalogue, kept)
    answer = request.run(asked, served)
    if drawn:
        assert request.drawn is not None
        return picture(request.drawn(answer, asked))
    response = _response(request, answer)
    for job in served.cut_off[:1]:
        # The body has the same form, however much is proved.
        response.headers.add("Link", f'<{PREFIX}/jobs>; rel="related"; title="the job {job} has no time limit"')
    return response


def _response(request: Request, answer: Any) -> Response:  # noqa: ANN401 - whatever a request answers
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
        case Streamed():
            return streamed_list(answer)
        case Text():
            return picture(answer) if request.answers is SVG else plain(answer.splitlines())
        case LookupResult():
            items = [object_text(one.listed(), **answer.members) for one in answer.items]
            return reply({"items": items, "matchings": answer.matchings})
        case ListResult():
            pairs = zip(answer.items, answer.stored, strict=True)
            items = [object_text(one.listed(), duplicate_of=stored.duplicate_of) for one, stored in pairs]
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
