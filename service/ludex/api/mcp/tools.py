"""The tools of the Model Context Protocol: operations of the API, under the same names.

Operations that are declared with `tool` are tools. There is a single tool for listing objects, one for counting
objects, and one for selecting a random object. Each of these three has the kind as an argument. The schemas,
descriptions and examples are taken from the operations.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import islice
from typing import Any
from urllib.parse import quote, urlencode

from ludex.api.middleware.problems import ProblemError, not_found
from ludex.api.routing.openapi import Example, Schemas, examples_of, without_python
from ludex.api.routing.responses import PREFIX, list_url
from ludex.api.routing.routes import Model, Operation, Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.catalogue.lists.listing import selectable_of
from ludex.requests import bounds
from ludex.requests.fields import OneOfModel, suggestion

Json = Any
Arguments = Mapping[str, Json]

_SEGMENT = re.compile(r"[^/.]+")
_NO_FILTERS = frozenset({"sort", "limit", "cursor", "format", "labels", "seed"})
"""The list parameters that are not filters."""


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """A request that a tool sends to the API.

    It consists of the method, the address with the query string, and the JSON body, if there is one.
    """

    method: str
    address: str
    body: dict[str, Json] | None = None


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: its name, its title, its description, the JSON Schema of its arguments, and the request that it sends.

    `stores` is true if the request may store its result.
    """

    name: str
    title: str
    about: str
    schema: dict[str, Json]
    stores: bool
    request: Callable[[Arguments], HttpRequest]


@lru_cache(maxsize=8)  # creating the schemas takes a tenth of a second
def tools_of(registry: Registry, subjects: tuple[Routes, ...]) -> Mapping[str, Tool]:
    """Return the tools of the API, keyed by name."""
    operations = [operation for subject in subjects for operation in subject.operations]
    declared = [operation for operation in operations if operation.tool]
    examples = examples_of(operations)
    tools = [
        *(_tool(operation, examples.get(operation.name, ())) for operation in declared),
        *_kind_tools(registry, {(operation.method, operation.rule): operation for operation in operations}, examples),
    ]
    return {tool.name: tool for tool in tools}


def _tool(operation: Operation, examples: Sequence[Example]) -> Tool:
    schema = _schema(operation.models.values())
    for example in examples[:1]:
        texts = {**example.path, **example.query}
        given = {name: _value_of(schema["properties"].get(name, {}), text) for name, text in texts.items()}
        schema["examples"] = [{**given, **(example.body if isinstance(example.body, dict) else {})}]
    about = without_python({"description": operation.about})["description"].strip()
    forms = "".join(f"\n\n{text}" for text in _forms(operation.models.values()))
    stores = "\n\nThe result may be stored in the catalogue." if operation.stores else ""
    title = f"{operation.method} {operation.address.removeprefix(PREFIX)}"
    return Tool(
        operation.name, title, f"{about}{forms}{stores}", schema, operation.stores, partial(_request_of, operation)
    )


def _schema(models: Iterable[Model]) -> dict[str, Json]:
    """Return a single JSON Schema object with the fields of all given models.

    The top level of the schema has no keywords that combine schemas, because some language models do not accept such
    keywords.
    """
    properties: dict[str, Json] = {}
    required: list[str] = []
    definitions: dict[str, Json] = {}
    additional = False
    for model in models:
        schema = model.model_json_schema(schema_generator=Schemas)
        properties |= schema.get("properties", {})
        required += schema.get("required", [])
        definitions |= schema.get("$defs", {})
        additional |= schema.get("additionalProperties", True)
    result: dict[str, Json] = {"type": "object", "properties": properties, "additionalProperties": additional}
    result |= {"required": required} if required else {}
    return result | (
        {"$defs": {name: without_python(part) for name, part in definitions.items()}} if definitions else {}
    )


def _forms(models: Iterable[Model]) -> Iterator[str]:
    """Yield descriptions of the alternative forms of the input, which the schema does not express."""
    for model in models:
        if issubclass(model, OneOfModel):
            for forms in model.FORMS:
                yield f"Give {', or '.join(' and '.join(f'`{name}`' for name in form) for form in forms)}."


def _value_of(schema: Mapping[str, Json], text: str) -> Json:
    """Convert the text of a parameter in an example to the type in the parameter's schema."""
    types = {part.get("type") for part in schema.get("anyOf", [schema])}
    return text if types <= {"string", "null"} or types & {"array", "object"} or ".." in text else json.loads(text)


def _request_of(operation: Operation, arguments: Arguments) -> HttpRequest:
    """Return the request for an operation with the given arguments.

    Raises ProblemError (400, 404) for wrong path parameters.
    """
    rest, values = dict(arguments), {}
    for name in operation.models["path"].model_fields if "path" in operation.models else ():
        if rest.get(name) is None:
            raise ProblemError(400, f"The argument {name} is missing.", errors=[(f"/{name}", "is missing")])
        value = str(rest.pop(name))
        if not _SEGMENT.fullmatch(value):
            raise not_found(f"{name} {value!r}; it must not contain slashes or dots")
        values[name] = quote(value, safe="")
    path = operation.address.format(**values)
    if "body" not in operation.models:
        return HttpRequest(operation.method, _address(path, rest))
    query = operation.models["query"].model_fields if "query" in operation.models else ()
    return HttpRequest(
        operation.method,
        _address(path, {name: value for name, value in rest.items() if name in query}),
        {name: value for name, value in rest.items() if name not in query},
    )


def _address(path: str, query: Arguments) -> str:
    """Return an address with a query string in the form that the API accepts."""
    texts = {name: value if isinstance(value, str) else json.dumps(value) for name, value in query.items()}
    return f"{path}?{urlencode(texts)}" if texts else path


def _kind_tools(
    registry: Registry, operations: Mapping[tuple[str, str], Operation], examples: Mapping[str, Sequence[Example]]
) -> Iterator[Tool]:
    """Yield the tools that work on the lists of all kinds."""
    known = "\n".join(f"- `{kind.name}`: {', '.join(_filters(registry, kind.name))}" for kind in registry.kinds)
    filters = (
        "Filters by the facts of the kind. The value of a filter is a value of the fact or, for numbers, a range as "
        "text, such as `4..9`, `4..` or `..9`. The filters of each kind:\n" + known
    )
    short = "Filters by the facts of the kind, as `listObjects` describes them."
    page = {
        "sort": {"type": "string", "description": "Fact to sort by; `-` before its name reverses the order."},
        "limit": {"type": "integer", "minimum": 1, "maximum": bounds.LIST_LIMIT, "default": _LISTED},
        "cursor": {
            "type": "string",
            "description": "Position in the list: the `cursor` parameter in the `next` URL of the previous page.",
        },
    }
    addresses = {kind.name: list_url(kind) for kind in registry.kinds}
    lists = {kind: operations["GET", address] for kind, address in addresses.items()}
    first_example = list(islice(_list_examples(lists, examples), 1))
    seed = {"seed": {"type": "integer", "minimum": 0, "description": "The same seed always selects the same object."}}
    for name, title, below, about, described, shown, further in (
        (
            "listObjects",
            "Lists of all kinds",
            "",
            "List the objects of a kind, optionally with filters.",
            filters,
            page,
            {"limit": _LISTED},
        ),
        (
            "countObjects",
            "Facets of all kinds",
            "/facets",
            "Count the objects of a kind by the values of each fact.",
            short,
            {},
            {},
        ),
        (
            "getRandomObject",
            "Random objects",
            "/random",
            "Return a random object of a kind that matches filters.",
            short,
            seed,
            {},
        ),
    ):
        schema = {
            "type": "object",
            "properties": {
                "kind": {"type": "string", "enum": list(addresses), "description": "Kind of the objects."},
                "filters": {"type": "object", "description": described, "default": {}},
                **shown,
            },
            "required": ["kind"],
            "additionalProperties": False,
            "examples": first_example,
        }
        request = partial(_list_request, addresses, below, frozenset(shown), further)
        yield Tool(name, title, about, schema, False, request)


def _list_examples(
    lists: Mapping[str, Operation], examples: Mapping[str, Sequence[Example]]
) -> Iterator[dict[str, Json]]:
    """Yield the arguments in those examples of lists that use only filters."""
    for kind, operation in lists.items():
        for example in examples.get(operation.name, ()):
            if example.query and not example.query.keys() & _NO_FILTERS:
                filters = {name: int(text) if text.isdecimal() else text for name, text in example.query.items()}
                yield {"kind": kind, "filters": filters}


_LISTED = 20
"""The default number of objects in the result of a list tool.

It is small because documents are long for a language model.
"""


def _filters(registry: Registry, kind: str) -> list[str]:
    """Return the filter names of a kind.

    The separate filters for the bounds of a number are omitted, because a range can express both bounds.
    """
    selectable = selectable_of(registry, registry.kind[kind])
    bounded = {f"{end}_{name}" for name in selectable.facts for end in ("min", "max")}
    return [name for name in selectable.filters if name not in bounded or name in selectable.facts]


def _list_request(
    lists: Mapping[str, str], below: str, taken: frozenset[str], defaults: Arguments, arguments: Arguments
) -> HttpRequest:
    """Return the request for a list. Raises ProblemError (400)."""
    known = {"kind", "filters", *taken}
    wrong = [(f"/{name}", f"unknown argument; {suggestion(name, known)}") for name in arguments if name not in known]
    kind, filters = arguments.get("kind"), arguments.get("filters", {})
    if not isinstance(kind, str) or kind not in lists:
        wrong.append(("/kind", f"is not one of {', '.join(lists)}"))
    if not isinstance(filters, dict):
        wrong.append(("/filters", "should be an object"))
    if wrong:
        raise ProblemError(400, "The arguments do not have the form that this tool accepts.", errors=wrong)
    further = {name: value for name, value in arguments.items() if name in taken}
    return HttpRequest("GET", _address(lists[str(kind)] + below, {**filters, **defaults, **further}))
