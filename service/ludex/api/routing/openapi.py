"""The OpenAPI document, made from the routes and the models of what they take and answer."""

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema

from ludex.api.middleware.problems import MEDIA_TYPE, Problem, phrase
from ludex.api.middleware.streaming import EVENTS
from ludex.api.resources.exports import MEDIA_TYPES
from ludex.api.routing.examples import Example, examples_of
from ludex.api.routing.routes import Operation, Routes
from ludex.catalogue.kinds.registry import Registry
from ludex.engine.compact_json import readable_json
from ludex.requests.request import Media
from ludex.version import __version__

VERSION = "3.1.0"
ABOUT = """\
Ludex stores, solves, certifies, draws and deduplicates positions of puzzle games. Every stored object has a canonical \
key: the same position is stored once and has the same label in every installation. Every stated optimum that says \
`proved` can be checked again.

Errors are problem details (RFC 9457). Lists are paged by an opaque `cursor`; the address of the next page is in \
`next` and in the `Link` header.

Pages of every origin may read, by GET and HEAD (CORS, without credentials). A picture of a label may be kept for a \
day; documents carry an `ETag`, since what is known of an object may grow.

The examples are of the starting catalogue; of long lists in them the first three items are shown.
"""

_KEY = "A key that `ludex keys create` made. A service on a loopback address stores without one."

Json = Any
Models = Mapping[Any, dict[str, Json]]
"""References to the schemas of models, by model and mode."""

_FOR_PYTHON = re.compile(r"\n\n(?:>>>|[A-Z][a-z]+\n-{3})|\s*\b(?:Raises\s|Cost: )")
"""Where the part of a docstring begins that is for users of Python: a doctest, a section, what it raises and costs."""

_SCHEMAS = "#/components/schemas/"
_TEXT: dict[str, Json] = {"type": "string"}
_EVENT: dict[str, Json] = {
    "type": "object",
    "description": "Each server-sent event, whose `data` is JSON.",
    "properties": dict.fromkeys(("id", "event", "data"), _TEXT),
    "required": ["event", "data"],
}
_FORMATS = MEDIA_TYPES | {
    "graphml": "application/graphml+xml",
    "dot": "text/vnd.graphviz",
    "svg": "image/svg+xml",
}


class _Schemas(GenerateJsonSchema):
    """JSON schemas without the titles that only say a field's name again; a list of some length names each item."""

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ANN401 - as pydantic declares it
        del schema
        return False

    def tuple_schema(self, schema: Any) -> dict[str, Json]:  # noqa: ANN401 - as pydantic declares it
        return _fixed(super().tuple_schema(schema))

    def list_schema(self, schema: Any) -> dict[str, Json]:  # noqa: ANN401 - as pydantic declares it
        return _fixed(super().list_schema(schema))


def _without_python(schema: dict[str, Json]) -> dict[str, Json]:
    """Return a schema whose description ends before the sections and examples, which are for users of Python."""
    about = _FOR_PYTHON.split(str(schema.get("description", "")), maxsplit=1)[0]
    return schema | ({"description": about} if about else {})


def _fixed(schema: dict[str, Json]) -> dict[str, Json]:
    """Return the schema of a list; of one whose length is fixed as a tuple, which clients know the length of."""
    length, items = schema.get("minItems"), schema.get("items")
    if length is None or length != schema.get("maxItems") or not isinstance(items, dict):
        return schema
    rest = {name: value for name, value in schema.items() if name != "items"}
    return rest | {"prefixItems": [items] * length}


def document(registry: Registry, subjects: Sequence[Routes]) -> dict[str, Json]:
    """Return the OpenAPI document of some routes. It takes a second, so a service makes it when it is asked for."""
    operations = [operation for subject in subjects for operation in subject.operations]
    answers = {operation.name: _answers(registry, operation) for operation in operations}
    models: dict[Any, None] = {(Problem, "serialization"): None}
    for operation in operations:
        models |= {(model, "validation"): None for model in operation.models.values()}
        sent = (model for parts in answers[operation.name].values() for model in parts)
        models |= {(model, "serialization"): None for model in sent if not isinstance(model, Media)}
    asked = [(model, mode, TypeAdapter(model).core_schema) for model, mode in models]
    references, found = _Schemas(ref_template=_SCHEMAS + "{model}").generate_definitions(asked)
    schemas = {str(name): _without_python(one) for name, one in found.items()}
    paths: dict[str, dict[str, Json]] = {}
    examples = examples_of(operations)
    for operation in operations:
        described = _described(operation, answers[operation.name], references, schemas)
        _show(described, examples.get(operation.name, ()))
        paths.setdefault(operation.address, {})[operation.method.lower()] = described
    told_as_parameters = {
        _name(references[model, "validation"])
        for operation in operations
        for where, model in operation.models.items()
        if where != "body"
    }
    # Requests about a kind are called by its address; people read the game's name.
    titles = {kind.address: f"{game.title} {kind.words_of_several}" for game in registry.games for kind in game.kinds}
    for described in (one for path in paths.values() for one in path.values()):
        described["tags"] = [titles.get(tag, tag) for tag in described["tags"]]
    statuses = sorted({status for operation in operations for status in operation.problems})
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
            for tag, about in {one.tag: one.about for one in subjects}.items()
        ],
        "paths": dict(sorted(paths.items())),
        "components": {
            "schemas": {name: schemas[name] for name in sorted(schemas) if name not in told_as_parameters},
            "parameters": _shared_parameters(paths),
            "responses": {str(one): _problem(one) for one in statuses},
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer", "description": _KEY}},
        },
    }


def document_text(registry: Registry, subjects: Sequence[Routes]) -> str:
    """Return the document as schema/openapi.json holds it: a line for each request and for each component."""
    made = document(registry, subjects)
    lines = [f"{json.dumps(name)}:{_lines(value)}" for name, value in made.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _lines(value: Json, depth: int = 2) -> str:
    if depth == 0 or not isinstance(value, dict) or not value:
        return readable_json(value)
    return "{\n" + ",\n".join(f"{json.dumps(name)}:{_lines(one, depth - 1)}" for name, one in value.items()) + "\n}"


def _answers(registry: Registry, operation: Operation) -> dict[int, tuple[Any, ...]]:
    """Return the models, or the other media, of each status of an operation."""
    made: dict[int, tuple[Any, ...]] = {}
    for status, answer in operation.answers.items():
        one = answer if isinstance(answer, type | Media) else answer(registry)
        made[status] = one if isinstance(one, tuple) else (one,)
    return made


def _described(
    operation: Operation, answers: dict[int, tuple[Any, ...]], references: Models, schemas: dict[str, Json]
) -> dict[str, Json]:
    """Return what the document says of one request."""
    summary, _, description = operation.about.partition("\n")
    made: dict[str, Json] = {"tags": [operation.subject.tag], "summary": summary.rstrip(".")}
    made |= {"operationId": operation.name, "description": description.strip()}
    made["parameters"] = [
        one
        for where in ("path", "query")
        if where in operation.models
        for one in _parameters(where, schemas[_name(references[operation.models[where], "validation"])])
    ]
    if "body" in operation.models:
        reference = references[operation.models["body"], "validation"]
        made["requestBody"] = {"required": True, "content": {"application/json": {"schema": reference}}}
    elif operation.takes is not None:
        text = {"schema": {"type": "string", "minLength": 1}}
        made["requestBody"] = {"required": True, "content": dict.fromkeys(operation.takes.types, text)}
    made["responses"] = {str(status): _response(status, parts, references) for status, parts in answers.items()}
    formats = next((one["schema"]["enum"] for one in made["parameters"] if one["name"] == "format"), ())
    for form in formats:
        if form != "json":
            kind = _FORMATS.get(form, "text/plain").partition(";")[0]
            made["responses"]["200"]["content"][kind] = {"schema": {"type": "string"}}
    if 401 in operation.problems:
        made["security"] = [{}, {"key": []}]
    for status in operation.problems:
        made["responses"][str(status)] = {"$ref": f"#/components/responses/{status}"}
    return {name: value for name, value in made.items() if value}


def _response(status: int, parts: tuple[Any, ...], references: Models) -> dict[str, Json]:
    made: dict[str, Json] = {"description": phrase(status)}
    if isinstance(parts[0], Media):
        content: dict[str, Json] = {
            kind: {"schema": _EVENT if kind in EVENTS.types else _TEXT} for kind in parts[0].types
        }
    else:
        several = [references[model, "serialization"] for model in parts]
        content = {"application/json": {"schema": several[0] if len(several) == 1 else {"anyOf": several}}}
    return made | ({"content": content} if content else {})


def _show(described: dict[str, Json], examples: Sequence[Example]) -> None:
    """Put examples into what the document says of a request: parameters and body of the first, answers of all."""
    for first in examples[:1]:
        for one in described.get("parameters", []):
            given = (first.path if one["in"] == "path" else first.query).get(one["name"])
            if given is not None:
                one["example"] = given if one["schema"].get("type", "string") == "string" else json.loads(given)
        for content in described.get("requestBody", {}).get("content", {}).values():
            content["example"] = first.body
    answered = [one for one in examples if one.answer is not None]
    for status, response in described["responses"].items():
        # What is stored is answered alike, whether it is new or not.
        for example in sorted(answered, key=lambda one: str(one.status) != status) if int(status) < 300 else ():
            content = response.get("content", {}).get(example.media, {"example": None})
            content.setdefault("example", example.answer)


def _problem(status: int) -> dict[str, Json]:
    """Return what the document says of the problems of a status."""
    told = {"type": "about:blank", "title": phrase(status), "status": status, "detail": "What is wrong.", "errors": []}
    content = {"schema": {"$ref": f"{_SCHEMAS}Problem"}, "example": told}
    return {"description": phrase(status), "content": {MEDIA_TYPE: content}}


def _parameters(where: str, schema: dict[str, Json]) -> list[dict[str, Json]]:
    """Return the parameters that the fields of a model are: what is not given is none of their values."""
    required = schema.get("required", [])
    made = []
    for name, field in schema.get("properties", {}).items():
        description, rest = field.get("description"), {one: field[one] for one in field if one != "description"}
        given = [one for one in rest.get("anyOf", []) if one != {"type": "null"}]
        if len(given) == 1 and len(rest["anyOf"]) == 2:
            rest = given[0] | {one: value for one, value in rest.items() if one != "anyOf" and value is not None}
        one = {"name": name, "in": where, "required": name in required, "schema": rest}
        made.append(one | ({"description": description} if description else {}))
    return made


def _shared_parameters(paths: dict[str, dict[str, Json]]) -> dict[str, Json]:
    """Put the parameters that several requests have among the components, refer to them, and return them by name."""
    lists = [one["parameters"] for item in paths.values() for one in item.values() if "parameters" in one]
    texts = Counter(json.dumps(one) for parameters in lists for one in parameters)
    names: dict[str, str] = {}
    of_name: Counter[str] = Counter()
    for text, times in texts.items():
        if times > 1:
            name = json.loads(text)["name"]
            of_name[name] += 1
            names[text] = name if of_name[name] == 1 else f"{name}-{of_name[name]}"
    for parameters in lists:
        shared = [names.get(json.dumps(one)) for one in parameters]
        parameters[:] = [
            one if name is None else {"$ref": f"#/components/parameters/{name}"}
            for one, name in zip(parameters, shared, strict=True)
        ]
    return {name: json.loads(text) for text, name in sorted(names.items(), key=lambda one: one[1])}


def _name(reference: dict[str, Json]) -> str:
    return str(reference["$ref"]).removeprefix(_SCHEMAS)
