"""Routes: how a function with typed parameters becomes a request of the API and a part of its OpenAPI document."""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response
from pydantic import BaseModel
from werkzeug.routing import BaseConverter

from ludex.api.routing.request_data import read_body, read_path, read_query
from ludex.api.routing.responses import PREFIX, AnyKind, reply
from ludex.catalogue.kinds.label import RESERVED_SLUGS
from ludex.catalogue.kinds.registry import Registry
from ludex.requests.request import Media

View = Callable[..., Any]

_MODELS = ("path", "query", "body")


Model = type[BaseModel]
Answer = type[Any] | Media | Callable[[Registry], type[Any] | tuple[type[Any], ...]]
"""What a request answers: a model (or a dataclass), one of several, another media type, or what makes the model."""
Answers = Mapping[int, Answer]


class LabelConverter(BaseConverter):
    """What may stand for `<label:...>` in an address: no reserved word, and no dot, behind which a format stands."""

    regex = rf"(?!(?:{'|'.join(RESERVED_SLUGS)})$)[^/.]+"


@dataclass(frozen=True, slots=True)
class Operation:
    """One request: its name, method, address and view, what it answers, which problems it may end in, its subject.

    `models` are those of its `path`, `query` and `body`. `takes` is its body if the view reads that itself, because
    it is no JSON object. `holds_slot` tells that its view searches within a time limit that requests cannot set.
    """

    name: str
    method: str
    rule: str
    view: View
    about: str
    models: Mapping[str, Model]
    answers: Answers
    also: tuple[int, ...]
    takes: Media | None
    subject: "Routes"
    holds_slot: bool = False

    @property
    def address(self) -> str:
        """Return its address with its parameters in braces, as OpenAPI has it."""
        return re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", self.rule)

    @property
    def problems(self) -> list[int]:
        """Return the statuses of the problems that it may end in."""
        statuses = {400, 405, 500, *self.also}
        if "path" in self.models:
            statuses.add(404)
        if self.method != "GET":
            statuses |= {403, 429}  # to pages of other origins, and to who asks too often
        elif self.computes:
            statuses.add(429)
        if "body" in self.models or self.takes is not None:
            statuses |= {413, 415}
        return sorted(statuses)

    @property
    def computes(self) -> bool:
        """Tell whether it holds a computing slot: its view says so, or one of its models has a time limit."""
        return self.holds_slot or any("time_limit" in model.model_fields for model in self.models.values())

    def answered(self) -> View:
        """Return the view for Flask: it reads the parameters, strictly, and makes a response of the answer."""
        path, query, body = (self.models.get(name) for name in _MODELS)

        def answer(**values: str) -> Response:
            arguments: dict[str, Any] = {}
            if path is not None:
                arguments["path"] = read_path(path, values)
            parameters = read_query(query)
            if query is not None:
                arguments["query"] = parameters
            if body is not None:
                arguments["body"] = read_body(body)
            made = self.view(**arguments)
            if isinstance(made, Response):
                return made
            return reply(*made) if isinstance(made, tuple) else reply(made)

        return answer


class Routes:
    """The requests about one subject. A view names its parameters `path`, `query` and `body`, each typed by a model.

    Subjects of one tag stand together in the documentation.
    """

    def __init__(self, *, tag: str, about: str, prefix: str = "") -> None:
        self.tag = tag
        self.about = about
        self.prefix = prefix
        self.operations: list[Operation] = []

    def get(
        self, rule: str, answer: Answer, *, problems: tuple[int, ...] = (), holds_slot: bool = False
    ) -> Callable[[View], View]:
        """Register a view that reads. Flask answers HEAD by it too."""
        return self._register("GET", rule, {200: answer}, problems, holds_slot)

    def post(self, rule: str, answers: Answers, *, problems: tuple[int, ...] = ()) -> Callable[[View], View]:
        """Register a view that computes or stores."""
        return self._register("POST", rule, answers, problems)

    def _register(
        self, method: str, rule: str, answers: Answers, problems: tuple[int, ...], holds_slot: bool = False
    ) -> Callable[[View], View]:
        def register(view: View) -> View:
            models = {name: view.__annotations__[name] for name in _MODELS if name in view.__annotations__}
            about = inspect.getdoc(view) or ""
            self.add(method, rule, view, answers, about, problems=problems, holds_slot=holds_slot, **models)
            return view

        return register

    def add(
        self,
        method: str,
        rule: str,
        view: View,
        answers: Answers,
        about: str,
        *,
        problems: tuple[int, ...] = (),
        takes: Media | None = None,
        holds_slot: bool = False,
        **models: Model,
    ) -> None:
        """Register a view whose description and models do not stand in its own text.

        `takes` is its body if the view reads that itself: no JSON.
        """
        name = name_of(method, self.prefix + rule)
        rule = self.prefix + rule
        made = Operation(name, method, rule, view, about, models, answers, problems, takes, self, holds_slot)
        self.operations.append(made)


def name_of(method: str, rule: str) -> str:
    """Return what clients call the request at an address: its method and the words of the address.

    What has a parameter behind it is one of many.

    >>> name_of("GET", "/api/v1/planarity/levels"), name_of("GET", "/api/v1/planarity/levels/<label:label>.svg")
    ('getPlanarityLevels', 'getPlanarityLevelSvg')
    >>> name_of("POST", "/api/v1/planarity/census/classes/batch"), name_of("GET", "/api/v1/planarity/census/<label:n>")
    ('postPlanarityCensusClassesBatch', 'getPlanarityCensusOf')
    >>> name_of("GET", "/api/v1/planarity/censuses/<label:label>")
    'getPlanarityCensus'
    >>> name_of("GET", "/api/v1")
    'getIndex'
    """
    words: list[str] = []
    for part in rule.removeprefix(PREFIX).split("/"):
        if "<" not in part:
            words += re.split(r"[-.]", part)
        elif words[-1] == (one := _one_of(words[-1])):
            words.append("of")
        else:
            words[-1] = one
        words += ["svg"] if part.endswith(">.svg") else []
    return method.lower() + "".join(word.capitalize() for word in (words if any(words) else ["index"]))


def _one_of(words: str) -> str:
    """Return the singular of a word in an address; a word that is no plural stays."""
    if words.endswith("us"):
        return words
    return words[:-2] if words.endswith(("sses", "shes", "uses")) else words.removesuffix("s")


def routes_of(kind: AnyKind) -> Routes:
    """Return routes for requests about a kind, beside those that every kind has; addresses begin below its game."""
    return Routes(tag=kind.address, about=kind.view.about, prefix=f"{PREFIX}/{kind.address.partition('/')[0]}")


def list_rule(kind: AnyKind) -> str:
    """Return the address of the list of a kind below its game, as `/levels`."""
    return f"/{kind.address.partition('/')[2]}"


def object_rule(kind: AnyKind, below: str = "") -> str:
    """Return the rule of the addresses of objects below their game, as `/levels/<label:label>`."""
    return f"{list_rule(kind)}/<label:label>{below}"


def register(app: Flask, subjects: Iterable[Routes]) -> None:
    """Let an application answer requests. Raises ValueError if two views answer one."""
    app.url_map.converters["label"] = LabelConverter
    taken: set[tuple[str, str]] = set()
    for operation in (one for subject in subjects for one in subject.operations):
        asked = (operation.method, operation.rule)
        if asked in taken:
            raise ValueError(f"two views answer {operation.method} {operation.rule}")
        taken.add(asked)
        app.add_url_rule(
            operation.rule, endpoint=operation.name, view_func=operation.answered(), methods=[operation.method]
        )


def computing_endpoints(subjects: Iterable[Routes]) -> frozenset[str]:
    """Return the endpoints of the requests that compute, by the names that they are registered with in Flask."""
    return frozenset(one.name for subject in subjects for one in subject.operations if one.computes)
