"""Requests as they are declared become routes: their fields are read from address, query and body, and answered."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any, TypeVar

from flask import Response
from pydantic import BaseModel, create_model

from ludex.api.addresses import PREFIX, object_url
from ludex.api.askers import may_store, storing_catalogue
from ludex.api.objects import object_reply, object_text, stored_reply
from ludex.api.replies import picture, plain, reply
from ludex.api.routes import Routes
from ludex.api.service import search, service
from ludex.api.streaming import streamed_list
from ludex.catalogue.api_keys import Scope
from ludex.catalogue.catalogue import Catalogue
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.requests.bounds import TIME_LIMIT_DEFAULT
from ludex.requests.fields import Asked, Parameters, Timed
from ludex.requests.request import (
    SVG,
    About,
    Changed,
    Listed,
    Made,
    Matches,
    Request,
    Stores,
    Streamed,
    Subject,
    Text,
    Told,
)

T = TypeVar("T")

_STORING = (Stores.ALWAYS, Stores.ASKED, Stores.CHANGES)


@dataclass(frozen=True, slots=True)
class Served:
    """A request as the service carries it out, within its bounds."""

    request: Request
    asked: Asked

    @property
    def catalogue(self) -> Catalogue:
        """Return the catalogue: if the request stores, as who asks may write to it. Raises ProblemError (401, 403)."""
        if self.request.stores in _STORING:
            return storing_catalogue(_scope(self.request))
        return service().catalogue

    @property
    def kept(self) -> Catalogue | None:
        """Return the catalogue if the request stores, else None. Raises ProblemError (401, 403)."""
        stores = self.request.stores
        if stores is Stores.NEVER or (stores is Stores.CHOSEN and not getattr(self.asked, "store", False)):
            return None
        if stores is Stores.OPEN and not may_store():
            return None
        return storing_catalogue(_scope(self.request))

    @contextmanager
    def search(self) -> Iterator[Budget]:
        """Hold a computing slot for a search. Raises ProblemError (422, 503)."""
        seconds = getattr(self.asked, "time_limit", None) or TIME_LIMIT_DEFAULT
        words = self.request.command or self.request.address.partition("/")[2].replace("/", " ")
        with search(words.replace(" ", "-"), seconds, f"ludex {words}") as budget:
            yield budget
            if budget.exhausted() == "cancelled":  # nobody waits any more, or the service ends
                raise BudgetExhausted("cancelled")

    def bound(self, most: T) -> T | None:
        """Return the bound."""
        return most


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
    view = partial(_view, request)
    answers = dict.fromkeys(statuses, request.answer)
    routes.add(method, rule, view, answers, request.about, problems=tuple(problems), **models)
    if request.drawn is not None:
        about = f"{request.about.partition(chr(10))[0]}\n\nAs a picture."
        picture_of = partial(view, drawn=True)
        routes.add(method, f"{rule}.svg", picture_of, {200: SVG}, about, problems=tuple(problems), **models)


def _placeholder(takes: type[Asked], name: str) -> str:
    return f"<{name}>" if takes.model_fields[name].annotation is int else f"<label:{name}>"


def _part(name: str, takes: type[Asked], fields: Iterable[str]) -> type[Asked]:
    """Return a model with some fields of another."""
    parts: dict[str, Any] = {one: (takes.model_fields[one].annotation, takes.model_fields[one]) for one in fields}
    made: type[Asked] = create_model(name, __base__=Parameters, __doc__=takes.__doc__, **parts)
    return made


def _view(request: Request, *, drawn: bool = False, **parts: Asked) -> Response:
    """Carry out a request: `parts` are its path, and its query or body."""
    if len(parts) == 1 and isinstance(next(iter(parts.values())), request.takes):
        [asked] = parts.values()
    else:
        asked = request.takes.model_construct(**{name: value for part in parts.values() for name, value in part})
    if request.stores in _STORING:
        storing_catalogue(_scope(request))
    answer = request.run(asked, Served(request, asked))
    if drawn:
        assert request.drawn is not None
        return picture(request.drawn(answer, asked))
    return _response(request, answer)


def _response(request: Request, answer: Any) -> Response:  # noqa: ANN401 - whatever a request answers
    match answer:
        case Response():
            return answer
        case Made():
            return stored_reply(answer.stored, **answer.members)
        case Changed():
            return object_reply(answer.shown)
        case Streamed():
            return streamed_list(answer)
        case Text():
            return picture(answer) if request.answers is SVG else plain(answer.splitlines())
        case Matches():
            items = [object_text(one.listed(), **answer.members) for one in answer.items]
            return reply({"items": items, "matchings": answer.matchings})
        case Listed():
            pairs = zip(answer.items, answer.stored, strict=True)
            items = [object_text(one.listed(), duplicate_of=stored.duplicate_of) for one, stored in pairs]
            return reply({"items": items, **answer.members}, 201 if answer.created else 200)
        case About():
            kind = service().catalogue.registry.kind[answer.kind]
            url = None if answer.label is None else object_url(kind, answer.label)
            body = {**_members(answer.value), "url": url}
            return reply(body, 201, {"Location": str(url)}) if answer.created else reply(body)
        case Told():
            return reply(answer.value, 201 if answer.created else 200)
        case _:
            return reply(answer)


def _scope(request: Request) -> Scope:
    return Scope.EDIT if request.stores is Stores.CHANGES else Scope.STORE


def _members(value: Any) -> Mapping[str, Any]:  # noqa: ANN401 - a model, a dataclass or a mapping
    if isinstance(value, Mapping):
        return value
    return dict(value) if isinstance(value, BaseModel) else asdict(value)
