"""Routes, which turn functions with typed parameters into operations of the API.

OpenAPI describes these operations.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, request
from pydantic import BaseModel
from werkzeug.routing import BaseConverter

from ludex.api.routing.request_data import read_body, read_parameters, read_query
from ludex.api.routing.responses import PREFIX, reply
from ludex.catalogue.kinds.label import NAME, RESERVED_SLUGS
from ludex.catalogue.kinds.registry import Registry
from ludex.requests.media import Media
from ludex.requests.stored_object import is_object

View = Callable[..., Any]

_MODELS = ("path", "query", "body")


Model = type[BaseModel]
ResponseType = type[Any] | Media | Callable[[Registry], type[Any] | tuple[type[Any], ...]]
"""A response type: a model or dataclass, a media type other than JSON, or a function that returns models."""
ResponseTypes = Mapping[int, ResponseType]


class LabelConverter(BaseConverter):
    """The converter of `<label:...>` in rules.

    It accepts no reserved words. It also accepts no dots, because a dot separates a label from the format.
    """

    regex = rf"(?!(?:{'|'.join(RESERVED_SLUGS)})$)[^/.]+"


class KindConverter(BaseConverter):
    """The converter of `<kind:...>` in rules: the name of a list, which can contain a slash."""

    regex = "[a-z-]+(?:/[a-z-]+)?"


PARAMETER = r"<(?:\w+:)?(\w+)>"
"""A regular expression of the parameters in rules. Its group is the name."""


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation of the API.

    It has a name, a method, a rule, a view, its documentation, models, types of responses, and a subject.

    `models` contains the models of `path`, `query` and `body`. `also` contains the error statuses that not every
    operation can return. `takes` is the media type of the body if the body is not JSON. In this case, the view reads
    the body itself. `holds_slot` is true if the view searches within a fixed time limit that requests cannot set.
    `tool` is true if the operation is offered to programs that call tools (MCP). `stores` is true if the operation
    stores its result. `stability` is `stable`, `experimental` or `deprecated`.
    """

    name: str
    method: str
    rule: str
    view: View
    about: str
    models: Mapping[str, Model]
    answers: ResponseTypes
    also: tuple[int, ...]
    takes: Media | None
    subject: "Routes"
    holds_slot: bool = False
    tool: bool = False
    stores: bool = False
    stability: str = "stable"

    @property
    def address(self) -> str:
        """Return the path in the format of OpenAPI, with parameters in braces."""
        return re.sub(PARAMETER, r"{\1}", self.rule)

    @property
    def problems(self) -> list[int]:
        """Return the possible error statuses."""
        statuses = {400, 405, 414, 500, *self.also}
        if "path" in self.models:
            statuses.add(404)
        if self.method != "GET":
            statuses |= {403, 429}  # 403 for requests from other origins, and 429 for the rate limit
        elif self.computes:
            statuses.add(429)
        if "body" in self.models or self.takes is not None:
            statuses |= {413, 415, 422}
        return sorted(statuses)

    @property
    def computes(self) -> bool:
        """Return whether the operation holds a computing slot.

        It does so if `holds_slot` is true, or if one of its models has a time limit.
        """
        return self.holds_slot or any("time_limit" in model.model_fields for model in self.models.values())

    def answered(self) -> View:
        """Return a view function for Flask. It parses the parameters strictly, and creates the response."""
        path, query, body = (self.models.get(name) for name in _MODELS)

        def answer(**values: str) -> Response:
            arguments: dict[str, Any] = {}
            if path is not None:
                arguments["path"] = read_parameters(path, values, "path")
            if query is not None or request.query_string:
                parameters = read_query(request.query_string, query)
                arguments |= {} if query is None else {"query": parameters}
            if body is not None:
                arguments["body"] = read_body(body)
            result = self.view(**arguments)
            if isinstance(result, Response):
                return result
            return reply(*result) if isinstance(result, tuple) else reply(result)

        return answer


class Routes:
    """The operations of one subject, with a tag for the documentation.

    A view may have the parameters `path`, `query` and `body`. Each of them is annotated with a model.
    """

    def __init__(self, *, tag: str, about: str, prefix: str = "") -> None:
        self.tag = tag
        self.about = about
        self.prefix = prefix
        self.operations: list[Operation] = []

    def get(self, rule: str, answer: ResponseType, *, problems: tuple[int, ...] = ()) -> Callable[[View], View]:
        """Register a view for GET and HEAD."""

        def register(view: View) -> View:
            models = {name: view.__annotations__[name] for name in _MODELS if name in view.__annotations__}
            self.add("GET", rule, view, {200: answer}, inspect.getdoc(view) or "", problems=problems, **models)
            return view

        return register

    def add(
        self,
        method: str,
        rule: str,
        view: View,
        answers: ResponseTypes,
        about: str,
        *,
        problems: tuple[int, ...] = (),
        takes: Media | None = None,
        holds_slot: bool = False,
        tool: bool = False,
        stores: bool = False,
        stability: str = "stable",
        **models: Model,
    ) -> None:
        """Register a view with explicit documentation and models.

        `takes` is the media type of the body if the body is not JSON. The view then reads the body itself.
        """
        name, rule = name_of(method, self.prefix + rule), self.prefix + rule
        operation = Operation(
            name, method, rule, view, about, models, answers, problems, takes, self, holds_slot, tool, stores, stability
        )
        self.operations.append(operation)


_VERBS = {
    ("GET", "facets"): "count",
    ("GET", "random"): "getRandom",
    ("POST", "batch"): "getMany",
    ("POST", "cancel"): "cancel",
    ("POST", "dedup"): "deduplicate",
    ("POST", "equivalence"): "compare",
    ("POST", "generate"): "generate",
    ("POST", "import"): "import",
    ("POST", "lookup"): "lookUp",
    ("POST", "retry"): "retry",
    ("POST", "solve"): "solve",
}
"""Verbs for operation names, keyed by the method and the last word of the path; the verb replaces this word."""

_SERVICE = frozenset({"claims", "jobs", "metrics", "objects", "paths"})
"""First words of paths that remain plural in operation names.

All other first words that are followed by others are names of games, which become singular.
"""


def name_of(method: str, rule: str) -> str:
    """Return the operation id for a rule. It consists of a verb and the words in the path.

    Generated clients use the operation id as the name of a function.

    Words before a parameter are in the singular. If such a word has no singular, the name of the parameter follows it.

    >>> name_of("GET", "/api/v1/planarity/levels"), name_of("GET", "/api/v1/planarity/levels/<label:label>.svg")
    ('listPlanarityLevels', 'drawPlanarityLevel')
    >>> name_of("POST", "/api/v1/sets/decks/lookup"), name_of("GET", "/api/v1/sets/decks/random")
    ('lookUpSetDecks', 'getRandomSetDeck')
    >>> name_of("POST", "/api/v1/planarity/solve"), name_of("POST", "/api/v1/planarity/reductions/cycle.svg")
    ('solvePlanarity', 'drawPlanarityReductionsCycle')
    >>> name_of("POST", "/api/v1/planarity/levels"), name_of("GET", "/api/v1/planarity/census/<label:n>")
    ('postPlanarityLevels', 'getPlanarityCensusByN')
    >>> name_of("GET", "/api/v1/planarity/censuses/<label:label>"), name_of("GET", "/api/v1")
    ('getPlanarityCensus', 'getIndex')
    >>> name_of("GET", "/api/v1/sequences"), name_of("GET", "/api/v1/sequences/<label:name>")
    ('listSequences', 'getSequence')
    """
    form = next((suffix for suffix in (".svg", ".png", ".pdf", ".tex") if rule.endswith(suffix)), "")
    whole, draws = rule.removesuffix(form), bool(form)
    words: list[str] = []
    path = whole.removeprefix(PREFIX).replace("/<label:game>/<kind:kinds>", "/objects").removeprefix("/<label:game>")
    for part in path.split("/"):
        if "<" not in part:
            words += re.split(r"[-.]", part)
        elif words[-1] == (singular := _singular(words[-1])):
            words += ["by", re.split(r"[:>]", part)[1]]
        else:
            words[-1] = singular
        words += part.rpartition(">")[2].split(".")[1:] if ">" in part else []
    words = [word for word in words if word] or ["index"]
    verb = "draw" if draws else _VERBS.get((method, words[-1]))
    if verb is None:
        several = method == "GET" and "<" not in rule and rule.startswith(PREFIX) and words[-1] in _plurals(words)
        verb = "list" if several else "update" if method == "PATCH" else method.lower()
    elif not draws:
        words = words[:-1]
        words[-1:] = [_singular(words[-1])] if verb == "getRandom" else words[-1:]
    words[0] = words[0] if words[0] in _SERVICE or len(words) == 1 else _singular(words[0])
    if draws and form != ".svg":
        words.append(form[1:])
    return verb + "".join(word.capitalize() for word in words)


def _plurals(words: list[str]) -> list[str]:
    """Return the plural words in a path.

    The word `paths` is not one of them, because it does not stand for a list.
    """
    return [word for word in words if _singular(word) != word and word != "paths"]


def _singular(words: str) -> str:
    """Return the singular of a word in a path. A word that is not plural is returned unchanged."""
    if words.endswith("us"):
        return words
    return words[:-2] if words.endswith(("sses", "shes", "uses")) else words.removesuffix("s")


def register(app: Flask, subjects: Iterable[Routes]) -> None:
    """Register operations with an application. Raises ValueError if two views have the same method and rule."""
    app.url_map.converters |= {"label": LabelConverter, "kind": KindConverter}
    taken: set[tuple[str, str]] = set()
    for operation in (operation for subject in subjects for operation in subject.operations):
        route = (operation.method, operation.rule)
        if route in taken:
            raise ValueError(f"two views have the route {operation.method} {operation.rule}")
        taken.add(route)
        app.add_url_rule(
            operation.rule, endpoint=operation.name, view_func=operation.answered(), methods=[operation.method]
        )


def computing_requests(registry: Registry, subjects: Iterable[Routes]) -> Callable[[str], bool]:
    """Return a function that determines whether a GET request computes, by its path with its query.

    It does if its operation always does, if it gives an object by value, or if it filters a list by a pattern.
    """
    found: list[str] = []
    for operation in (operation for subject in subjects for operation in subject.operations):
        if operation.method != "GET":
            continue
        if operation.computes:
            found.append(paths_of(operation.rule) + _QUERY)
        for place, model in operation.models.items():
            for name in (name for name, info in model.model_fields.items() if is_object(info)):
                if place == "path":
                    found.append(paths_of(operation.rule, name) + _QUERY)
                else:
                    found.append(rf"{paths_of(operation.rule)}\?(.*&)?{name}=(?!{NAME}(&|$)).*")
    for kind in registry.kinds:
        if kind.view.document_filter is not None:
            names = "|".join(kind.view.document_filter.parameters)
            found.append(rf"({PREFIX})?/{kind.address}\?(.*&)?({names})=.*")
    matches = re.compile("|".join(found)).fullmatch
    return lambda target: matches(target) is not None


_QUERY = r"(\?.*)?"


def paths_of(rule: str, value: str = "") -> str:
    """Return a regular expression of the paths of a rule, in which the parameter `value` is not the name of an object.

    >>> paths_of("/paths"), paths_of("/objects/<label:label>/walk")
    ('/paths', '/objects/[^/?]+/walk')
    """
    parts = re.split(PARAMETER, rule)
    names = [rf"(?!{NAME}([/?]|$))[^/?]+" if name == value else "[^/?]+" for name in parts[1::2]]
    return "".join(re.escape(text) + name for text, name in zip(parts[::2], [*names, ""], strict=True))
