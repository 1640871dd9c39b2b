"""The OpenAPI document, generated from the routes and the models of their parameters, bodies and responses.

The document contains the examples of requests and responses in schema/examples. A test sends these requests.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args
from urllib.parse import parse_qsl

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from ludex.api.middleware.problems import MEDIA_TYPE, Problem, phrase
from ludex.api.resources.figures import MEDIA as PICTURES
from ludex.api.routing.responses import EVENTS, MEDIA_TYPES
from ludex.api.routing.routes import PARAMETER, Operation, Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.engine.exact_json import readable_json
from ludex.requests.declaration import attributes_of
from ludex.requests.media import Media
from ludex.requests.problem_types import PROBLEM_TYPES
from ludex.version import __version__, shipped

Json = Any
JSON = "application/json"
_LONG_LIST, _SHOWN = 24, 3


@dataclass(frozen=True, slots=True)
class Example:
    """An example request with its response.

    The values of parameters are strings. A body of lines is a single string.
    """

    path: Mapping[str, str]
    query: Mapping[str, str]
    body: Json | None
    status: int
    media: str
    answer: Json | None
    stands: bool
    """Whether the example works on a starting catalogue without objects that earlier examples store."""


def read_examples(file: Path) -> list[dict[str, Json]]:
    """Return the examples in a file, in their order."""
    held = json.loads(file.read_text(encoding="utf-8"))
    return held if isinstance(held, list) else [held]


def examples_of(operations: Sequence[Operation]) -> dict[str, list[Example]]:
    """Return the examples, keyed by operation name.

    Among the examples of an operation, those that do not need other examples come first.

    Examples of errors are omitted.
    """
    folder, result = shipped("examples"), dict[str, list[Example]]()
    stored: set[str] = set()
    rules = [(operation, _pattern(operation.rule)) for operation in operations]
    # If several rules match, one that ends with a word applies. `/cards/random` is therefore not the address of a card.
    rules.sort(key=lambda rule: (rule[0].rule.endswith(">"), rule[1].groups))
    for held in _all(sorted(folder.glob("*.json")) if folder else ()):
        request = held["request"]
        address, _, query = request["path"].partition("?")
        for operation, pattern in rules:
            if operation.method == request["method"] and (fits := pattern.fullmatch(address)):
                body = "".join(f"{json.dumps(line)}\n" for line in request["lines"]) if "lines" in request else None
                made = Example(
                    fits.groupdict(),
                    dict(parse_qsl(query)),
                    request.get("body", body),
                    held["status"],
                    held.get("media", JSON),
                    _shortened(held.get("answer")),
                    not any(f'"{name}"' in json.dumps([*fits.groupdict().values(), request]) for name in stored),
                )
                result.setdefault(operation.name, []).append(made)
                break
        stored |= set(_named(held.get("answer"))) if held["status"] == 201 else set()
    return {name: sorted(examples, key=lambda example: not example.stands) for name, examples in result.items()}


def _named(answer: Json) -> Iterator[str]:
    """Yield the labels and slugs of the objects in a response."""
    for document in (answer, *answer.get("items", ()), *answer.get("lines", ())):
        yield from (
            str(document[name]) for name in ("label", "slug") if isinstance(document, dict) and document.get(name)
        )


def _all(files: Iterable[Path]) -> Iterator[dict[str, Json]]:
    return (example for file in files for example in read_examples(file) if example["status"] < 400)


def _pattern(rule: str) -> re.Pattern[str]:
    """Return a regular expression for the paths of a rule, with a group for each parameter.

    >>> _pattern("/boards/<height>x<width>").fullmatch("/boards/3x4").groupdict()
    {'height': '3', 'width': '4'}
    """
    parts = re.split(PARAMETER, rule)
    return re.compile(
        "".join(f"(?P<{part}>[^/.]+?)" if place % 2 else re.escape(part) for place, part in enumerate(parts))
    )


def _shortened(answer: Json) -> Json:
    """Return a response in which long lists contain only their first items."""
    if isinstance(answer, list):
        return [_shortened(element) for element in (answer if len(answer) <= _LONG_LIST else answer[:_SHOWN])]
    return {name: _shortened(element) for name, element in answer.items()} if isinstance(answer, dict) else answer


VERSION = "3.1.0"
ABOUT = """\
Ludex stores, solves, certifies, draws and deduplicates positions of puzzle games. Every stored object has a canonical \
key: each position is stored once and has the same label in every installation. Every optimum with `proved` true can \
be checked independently.

Errors are problem details (RFC 9457). Lists are paged with an opaque `cursor`; the URL of the next page is in `next` \
and in the `Link` header. Filters by numbers take a number or a range, such as `4..9`, `4..` or `..9`.

Web pages of every origin may read with GET and HEAD (CORS, without credentials). A picture at the \
address of a label may be cached for a day. Documents have an `ETag`, because they change when new facts about an \
object are stored.

The examples use the starting catalogue. Of long lists, they show the first three items.
"""

_KEY = (
    "An API key from `ludex keys create` or, on the machine of the service, `ludex keys machine`. Writing requires "
    "one, and so does reading the trash and calendars."
)

Models = Mapping[Any, dict[str, Json]]
"""References to the schemas of models, by model and mode (validation or serialization)."""

_FOR_PYTHON = re.compile(r"\n\n(?:>>>|[A-Z][a-z]+\n-{3})|\s*\b(?:Raises\s|Cost: )")
"""The start of the docstring part that is meant for Python users: a doctest, a section, or `Raises` and `Cost`."""

_UNKNOWN_LABEL = (
    " A body that the schema accepts may still be refused, either because the game does not allow it, or because a "
    "string with the format `label` is not the label or slug of a stored object."
)
_SCHEMAS = "#/components/schemas/"
_TEXT: dict[str, Json] = {"type": "string"}
_EVENT: dict[str, Json] = {
    "type": "object",
    "description": "Each server-sent event, whose `data` is JSON.",
    "properties": dict.fromkeys(("id", "event", "data"), _TEXT),
    "required": ["event", "data"],
}
_FORMATS: dict[str, str] = {
    **MEDIA_TYPES,
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz",
    "zip": "application/zip",
    **{form: media.types[0] for form, media in PICTURES.items()},
}


_FILTERS: dict[str, Json] = {
    "name": "filters",
    "in": "query",
    "required": False,
    "schema": {"type": "object", "additionalProperties": {"type": "string"}},
    "style": "form",
    "explode": True,
    "description": "Filters, each a parameter of its own, as in the list of the kind: `vertices=4..9&planar=true`.",
}
"""The parameters of requests that take the filters of any kind."""


class Schemas(GenerateJsonSchema):
    """A generator of JSON schemas.

    Titles that repeat the name of a field are omitted, and lists of fixed length become tuples.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401 - as pydantic declares it
        """Return False, because the name of a field is sufficient as its title."""
        del schema
        return False

    def dataclass_schema(self, schema: Any) -> dict[str, Json]:  # noqa: ANN401 - as pydantic declares it
        """Return the schema of a dataclass, with the descriptions of its attributes."""
        result = super().dataclass_schema(schema)
        for of in schema["cls"].__mro__:
            for name, about in attributes_of(of).items():
                if name in result["properties"]:
                    result["properties"][name].setdefault("description", about)
        return result

    def tuple_schema(self, schema: Any) -> dict[str, Json]:  # noqa: ANN401 - as pydantic declares it
        """Return the schema of a tuple."""
        return _fixed(super().tuple_schema(schema))

    def list_schema(self, schema: Any) -> dict[str, Json]:  # noqa: ANN401 - as pydantic declares it
        """Return the schema of a list."""
        return _fixed(super().list_schema(schema))


def without_python(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema in which the description lacks the part that is meant for Python users."""
    about = _FOR_PYTHON.split(str(schema.get("description", "")), maxsplit=1)[0]
    return schema | ({"description": about} if about else {})


def _fixed(schema: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of a list. A list of fixed length becomes a tuple, so that generated clients use its length.

    Every list has `items`, because some clients refuse a list without.
    """
    length, items = schema.get("minItems"), schema.get("items")
    if items is None:
        parts = schema.get("prefixItems", [])
        distinct = [part for place, part in enumerate(parts) if part not in parts[:place]]
        return schema | {"items": {"anyOf": distinct} if len(distinct) > 1 else distinct[0] if distinct else {}}
    if length is None or length != schema.get("maxItems"):
        return schema
    return schema | {"prefixItems": [items] * length}


def document(registry: Registry, subjects: Sequence[Routes]) -> dict[str, Json]:
    """Return the OpenAPI document of routes.

    Creating the document takes a second, so the service does so only when a client requests the document.
    """
    operations = [operation for subject in subjects for operation in subject.operations]
    answers = {operation.name: _answers(registry, operation) for operation in operations}
    models: dict[Any, None] = {(Problem, "serialization"): None}
    for operation in operations:
        models |= {(model, "validation"): None for model in operation.models.values()}
        sent = (model for parts in answers[operation.name].values() for model in parts)
        models |= {(model, "serialization"): None for model in sent if not isinstance(model, Media)}
    request = [(model, mode, TypeAdapter(model).core_schema) for model, mode in models]
    references, result = Schemas(ref_template=_SCHEMAS + "{model}").generate_definitions(request)
    schemas = {str(name): without_python(schema) for name, schema in result.items()}
    paths: dict[str, dict[str, Json]] = {}
    examples = examples_of(operations)
    for operation in operations:
        described = _described(operation, answers[operation.name], references, schemas)
        _show(described, examples.get(operation.name, ()))
        paths.setdefault(operation.address, {})[operation.method.lower()] = described
    parameter_models = {
        _name(references[model, "validation"])
        for operation in operations
        for where, model in operation.models.items()
        if where != "body"
    }
    # Requests about a kind are tagged with the address of the kind. In the document, the tags consist of words instead,
    # because client generators derive module names from tags.
    titles = {
        kind.address: f"{_short_title(game.title)} {kind.words_of_several}"
        for game in registry.games
        for kind in game.kinds
    }
    for described in (described for path in paths.values() for described in path.values()):
        described["tags"] = [titles.get(tag, tag) for tag in described["tags"]]
    statuses = sorted({status for operation in operations for status in operation.problems})
    responses = {str(status): _problem(status) for status in statuses}
    referred = set(re.findall(f'"{_SCHEMAS}([^"]+)"', json.dumps([paths, schemas, responses])))
    return {
        "openapi": VERSION,
        "info": {
            "title": "Ludex",
            "version": __version__,
            "summary": "An index of game positions, solved exactly.",
            "description": ABOUT,
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "tags": [
            {"name": titles.get(tag, tag), "description": about}
            for tag, about in {subject.tag: subject.about for subject in subjects}.items()
        ],
        "servers": [{"url": "/", "description": "The service that returns this document."}],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {name: schemas[name] for name in sorted(schemas) if name in referred - parameter_models},
            "parameters": _shared_parameters(paths),
            "responses": responses,
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": _KEY}},
        },
    }


def document_text(registry: Registry, subjects: Sequence[Routes]) -> str:
    """Return the text of schema/openapi.json, with one line for each request and each component."""
    result = document(registry, subjects)
    lines = [f"{json.dumps(name)}:{_lines(value)}" for name, value in result.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lines(value: Json, depth: int = 2) -> str:
    if depth == 0 or not isinstance(value, dict) or not value:
        return readable_json(value)
    return (
        "{\n"
        + ",\n".join(f"{json.dumps(name)}:{_lines(element, depth - 1)}" for name, element in value.items())
        + "\n}"
    )


def _short_title(title: str) -> str:
    """Return the last word of a game's title.

    >>> _short_title("Swap Planarity"), _short_title("SET")
    ('Planarity', 'SET')
    """
    return title.rpartition(" ")[2]


def _answers(registry: Registry, operation: Operation) -> dict[int, tuple[Any, ...]]:
    """Return the models or media types of the responses of an operation, keyed by status."""
    result: dict[int, tuple[Any, ...]] = {}
    for status, answer in operation.answers.items():
        model = answer if isinstance(answer, type | Media) else answer(registry)
        result[status] = model if isinstance(model, tuple) else (model,)
    return result


def _described(
    operation: Operation, answers: dict[int, tuple[Any, ...]], references: Models, schemas: dict[str, Json]
) -> dict[str, Json]:
    """Return the OpenAPI description of an operation."""
    summary, _, description = operation.about.partition("\n")
    result: dict[str, Json] = {"tags": [operation.subject.tag], "summary": summary.rstrip(".")}
    result |= {"operationId": operation.name, "description": description.strip(), "x-stability": operation.stability}
    result |= {"deprecated": True} if operation.stability == "deprecated" else {}
    result["parameters"] = [
        parameter
        for where in ("path", "query")
        if where in operation.models
        for parameter in _parameters(where, schemas[_name(references[operation.models[where], "validation"])])
    ]
    if "body" in operation.models:
        reference = references[operation.models["body"], "validation"]
        result["requestBody"] = {"required": True, "content": {"application/json": {"schema": reference}}}
    elif operation.takes is not None:
        text = {"schema": {"type": "string", "minLength": 1}}
        result["requestBody"] = {"required": True, "content": dict.fromkeys(operation.takes.types, text)}
    result["responses"] = {str(status): _response(status, parts, references) for status, parts in answers.items()}
    formats = [model.model_fields["format"] for model in operation.models.values() if "format" in model.model_fields]
    offered = get_args(formats[0].annotation) if formats else ()
    for form in offered:
        if form not in ("json", "node-link"):
            kind = _FORMATS.get(form, "text/plain").partition(";")[0]
            result["responses"]["200"]["content"][kind] = {"schema": {"type": "string"}}
    if 401 in operation.problems:
        result["security"] = [{}, {"key": []}]
    for status in operation.problems:
        result["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return {name: value for name, value in result.items() if value}


def _response(status: int, parts: tuple[Any, ...], references: Models) -> dict[str, Json]:
    result: dict[str, Json] = {"description": phrase(status)}
    if isinstance(parts[0], Media):
        content: dict[str, Json] = {kind: {"schema": _schema_of_media(kind)} for kind in parts[0].types}
    else:
        several = [references[model, "serialization"] for model in parts]
        content = {"application/json": {"schema": several[0] if len(several) == 1 else {"anyOf": several}}}
    return result | ({"content": content} if content else {})


def _schema_of_media(kind: str) -> dict[str, Json]:
    if kind in EVENTS.types:
        return _EVENT
    return {} if kind.endswith("+json") else _TEXT


_CSV = "label\nLABEL-OF-A-STORED-OBJECT\n"
"""Example CSV that every import accepts."""


def _show(described: dict[str, Json], examples: Sequence[Example]) -> None:
    """Add examples to the description of an operation.

    Parameters and body come from the first example, and responses come from all examples.
    """
    for first in examples[:1]:
        for parameter in described.get("parameters", []):
            given = (first.path if parameter["in"] == "path" else first.query).get(parameter["name"])
            if given is not None:
                parameter["example"] = given if _is_text(parameter["schema"], given) else json.loads(given)
        bodies = described.get("requestBody", {}).get("content", {})
        for media in bodies:
            bodies[media] = {**bodies[media], "example": _CSV if media == "text/csv" else first.body}
    answered = [example for example in examples if example.answer is not None]
    for status, response in described["responses"].items():
        # Responses for new objects have the same form as those for existing objects.
        for example in sorted(answered, key=lambda answer: str(answer.status) != status) if int(status) < 300 else ():
            content = response.get("content", {}).get(example.media, {"example": None})
            content.setdefault("example", example.answer)


def _is_text(schema: dict[str, Json], value: str) -> bool:
    """Return whether a parameter accepts a value as text. For example, a range of numbers is a text."""
    types = {part.get("type", "string") for part in schema.get("anyOf", [schema])}
    return types == {"string"} or ("string" in types and ".." in value)


def _problem(status: int) -> dict[str, Json]:
    """Return the OpenAPI description of the problems with a given status. It includes the types of these problems."""
    types = [kind for kind in PROBLEM_TYPES if kind.status == status]
    result = {
        "type": types[0].uri,
        "title": types[0].title,
        "status": status,
        "detail": "The error and its remedy.",
        "errors": [],
    }
    content = {"schema": {"$ref": f"{_SCHEMAS}Problem"}, "example": result}
    listed = ", ".join(f"`{kind.uri}`" for kind in types)
    unknown = _UNKNOWN_LABEL if status == 422 else ""
    return {"description": f"{phrase(status)}. Types: {listed}.{unknown}", "content": {MEDIA_TYPE: content}}


def _parameters(where: str, schema: dict[str, Json]) -> list[dict[str, Json]]:
    """Return the fields of a model as parameters.

    Optional parameters can be omitted, but null is not a valid value.
    """
    required = schema.get("required", [])
    result = []
    for name, field in schema.get("properties", {}).items():
        description, rest = field.get("description"), {key: field[key] for key in field if key != "description"}
        # In a path or a query, lists and objects are given as text.
        every = [part for form in rest.get("anyOf", []) for part in form.get("anyOf", [form])]
        forms = [form for form in every if form.get("type") not in ("null", "object", "array")]
        if len(forms) < len(every):
            others = {key: value for key, value in rest.items() if key != "anyOf" and value is not None}
            rest = (forms[0] if len(forms) == 1 else {"anyOf": forms}) | others
        parameter = {"name": name, "in": where, "required": name in required, "schema": rest}
        result.append(parameter | ({"description": description} if description else {}))
    if schema.get("additionalProperties"):
        result.append(_FILTERS)
    return result


def _shared_parameters(paths: dict[str, dict[str, Json]]) -> dict[str, Json]:
    """Replace the parameters that several operations share by references.

    Return these parameters, keyed by name.
    """
    lists = [
        operation["parameters"] for item in paths.values() for operation in item.values() if "parameters" in operation
    ]
    texts = Counter(json.dumps(parameter) for parameters in lists for parameter in parameters)
    names: dict[str, str] = {}
    of_name: Counter[str] = Counter()
    for text, times in texts.items():
        if times > 1:
            name = json.loads(text)["name"]
            of_name[name] += 1
            names[text] = name if of_name[name] == 1 else f"{name}-{of_name[name]}"
    for parameters in lists:
        shared = [names.get(json.dumps(parameter)) for parameter in parameters]
        parameters[:] = [
            parameter if name is None else {"$ref": f"#/components/parameters/{name}"}
            for parameter, name in zip(parameters, shared, strict=True)
        ]
    return {name: json.loads(text) for text, name in sorted(names.items(), key=lambda entry: entry[1])}


def _name(reference: dict[str, Json]) -> str:
    return str(reference["$ref"]).removeprefix(_SCHEMAS)
