"""A Sphinx extension that inserts tables made from the code: settings, commands, requests of the HTTP API.

A comment in a page marks the place and names the table: `<!-- generated: settings -->`, `<!-- generated: commands -->`,
`<!-- generated: cypher -->`, `<!-- generated: sql -->`, or `<!-- generated: requests SWISH -->`, whose last word begins
the tags of the requests.
"""

import inspect
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import typer
from sphinx.application import Sphinx

import ludex.settings
from ludex.catalogue.cypher.schema import schema_of
from ludex.catalogue.kinds.registry import registry_of
from ludex.cli.game_commands import set_games
from ludex.cli.main import build
from ludex.games import Game, games
from ludex.games.kinds import GAMES

_OPENAPI = Path(__file__).parents[1] / "openapi.json"
_PLACE = re.compile(r"^<!-- generated: (\w+) ?(.*?) -->$", re.MULTILINE)
_METHODS = ("get", "post", "put", "patch", "delete")
_LONGEST_DEFAULT = 60

Json = Mapping[str, Any]


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the extension with Sphinx."""
    app.connect("source-read", _insert_tables)
    return {"parallel_read_safe": True}


def _insert_tables(_app: Sphinx, _page: str, source: list[str]) -> None:
    source[0] = _PLACE.sub(lambda place: _TABLES[place[1]](place[2]), source[0])


def _settings(_: str) -> str:
    """Return the table of the settings, which is in the docstring of the module that reads them."""
    return inspect.getdoc(ludex.settings) or ""


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in row) + " |"
    yield ""


# Commands


def _commands(_: str) -> str:
    """Return a section for each command: its help, its arguments and its options."""
    set_games(games())
    return "\n".join(_sections(games()))


def _sections(selected: Sequence[Game]) -> Iterator[str]:
    names = {game.name for game in selected}
    # The commands of a game are built when the command line begins with its name.
    for words in [(), *((name,) for name in sorted(names))]:
        group = typer.main.get_command(build(selected, words))
        for name, command in sorted(_within(group).items()):
            if words or name not in names:
                yield from _section(f"ludex {name}", command)


def _section(name: str, command: Any) -> Iterator[str]:
    within = _within(command)
    yield from (f"{'##' if within or name.count(' ') == 1 else '###'} `{name}`", "", _text(command.help), "")
    parameters = [one for one in command.params if not getattr(one, "hidden", False) and one.name != "help"]
    if parameters:
        yield from _table(("Argument or option", "Default", "Meaning"), [_parameter(one) for one in parameters])
    for word, inner in sorted(within.items()):
        yield from _section(f"{name} {word}", inner)


def _within(command: Any) -> Mapping[str, Any]:
    return getattr(command, "commands", {})


def _text(text: str | None) -> str:
    return inspect.cleandoc((text or "").replace("\f", ""))


def _parameter(parameter: Any) -> tuple[str, str, str]:
    is_option = parameter.param_type_name == "option"
    names = [*parameter.opts, *parameter.secondary_opts] if is_option else [parameter.name.upper()]
    default = parameter.default
    shown = "required" if parameter.required else f"`{default}`" if isinstance(default, str | int | float) else ""
    return (
        ", ".join(f"`{name}`" for name in names),
        "" if default is False or len(shown) > _LONGEST_DEFAULT else shown,
        _text(getattr(parameter, "help", "")),
    )


# Requests of the HTTP API


def _requests(game: str) -> str:
    """Return a section for each request whose tag begins with a word, or with that of no game for `others`."""
    document = json.loads(_OPENAPI.read_text(encoding="utf-8"))
    games = re.findall(r"generated: requests (?!others)(.*?) -->", _http_pages())
    lines: list[str] = []
    models: dict[str, None] = {}
    for tag in document["tags"]:
        belongs = [name for name in games if tag["name"].startswith(name)]
        if belongs == ([] if game == "others" else [game]):
            lines += [f"## {tag['name']}", "", tag["description"], ""]
            for path, methods in document["paths"].items():
                for method in _METHODS:
                    if method in methods and tag["name"] in methods[method]["tags"]:
                        lines += _request(document, method, path, methods[method], models)
    lines += ["## Models", "", "The objects in bodies and responses.", ""]
    # Describing a model finds further ones.
    described = 0
    while described < len(models):
        name = list(models)[described]
        lines += [f"### {name}", "", *_model(document, document["components"]["schemas"][name], models)]
        described += 1
    return "\n".join(lines)


def _http_pages() -> str:
    folder = Path(__file__).parent / "reference" / "http"
    return "\n".join(page.read_text("utf-8") for page in sorted(folder.glob("*.md")))


def _request(document: Json, method: str, path: str, operation: Json, models: dict[str, None]) -> Iterator[str]:
    yield from (f"### `{method.upper()} {path.removeprefix('/api/v1') or '/'}`", "")
    yield from (f"{operation['summary']}.", "", operation.get("description", ""), "")
    parameters = [_resolve(document, parameter) for parameter in operation.get("parameters", ())]
    parameters = [parameter for parameter in parameters if parameter["in"] in ("path", "query")]
    if parameters:
        rows = [
            (f"`{one['name']}`", _type(document, one["schema"], models), one.get("description", ""))
            for one in parameters
        ]
        yield from _table(("Parameter", "Type", "Meaning"), rows)
    for kind, content in operation.get("requestBody", {}).get("content", {}).items():
        yield from (f"Body: `{kind}`, {_type(document, content['schema'], models)}.", "")
    for status in ("200", "201", "202"):
        content = _resolve(document, operation["responses"].get(status, {})).get("content", {})
        types = [f"`{kind}`, {_type(document, one['schema'], models)}" for kind, one in content.items()]
        if types:
            yield from (f"Response {status}: {'; '.join(types)}.", "")


def _model(document: Json, schema: Json, models: dict[str, None]) -> Iterator[str]:
    """Yield the description of a model and the table of its fields."""
    yield from (schema.get("description", ""), "")
    alternatives = [_type(document, one, models) for key in ("anyOf", "oneOf") for one in schema.get(key, ())]
    if alternatives:
        yield from (f"One of {', '.join(alternatives)}.", "")
    rows = [
        (
            f"`{name}`" + (" (required)" if name in schema.get("required", ()) else ""),
            _type(document, field, models),
            _about(field),
        )
        for name, field in schema.get("properties", {}).items()
    ]
    if rows:
        yield from _table(("Field", "Type", "Meaning"), rows)


def _resolve(document: Json, schema: Json) -> Json:
    while "$ref" in schema:
        _, *path = schema["$ref"].split("/")
        schema = document
        for step in path:
            schema = schema[step]
    return schema


def _about(field: Json) -> str:
    about = str(field.get("description", ""))
    return f"{about} Default: `{json.dumps(field['default'])}`." if field.get("default") is not None else about


def _type(document: Json, schema: Json, models: dict[str, None]) -> str:
    """Return the type of a field in words, and add the models that it names to `models`."""
    resolved = _resolve(document, schema)
    if "$ref" in schema and resolved.keys() & {"properties", "anyOf", "oneOf"}:
        name = str(schema["$ref"]).rpartition("/")[2]
        models[name] = None
        return f"[{name}](#{name.lower()})"
    schema = resolved
    if "enum" in schema:
        return " or ".join(f"`{json.dumps(value)}`" for value in schema["enum"])
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(dict.fromkeys(_type(document, one, models) for one in schema[several]))
    if schema.get("type") == "array":
        return f"array of {_type(document, schema['items'], models)}" if "items" in schema else "array"
    return str(schema.get("type", "any"))


# Cypher


def _cypher(_: str) -> str:
    """Return the tables for Cypher: those of nodes with their properties, and those of relationships."""
    schema = schema_of(registry_of(tuple(GAMES)))
    lines = ["## Nodes", ""]
    for table in schema.nodes:
        about = "Claims about objects." if table.kind is None else table.kind.view.about
        rows = [(f"`{each.name}`", each.type, each.about) for each in table.properties]
        lines += [f"### {table.name}", "", about, "", *_table(("Property", "Type", "Meaning"), rows)]
    lines += ["## Relationships", ""]
    for relationship in schema.relationships:
        pairs = [(source, target) for source, target in relationship.pairs]
        lines += [f"### {relationship.name}", "", relationship.about, "", *_table(("From", "To"), pairs)]
        rows = [(f"`{each.name}`", each.type, each.about) for each in relationship.properties]
        lines += [*_table(("Property", "Type", "Meaning"), rows)] if rows else []
    return "\n".join(lines)


# SQL


def _sql(_: str) -> str:
    """Return the SQL views of kinds with their columns."""
    registry = registry_of(tuple(GAMES))
    types = {"number": "integer", "truth": "boolean"}
    lines: list[str] = []
    for kind in registry.kinds:
        rows = [("`id`", "integer", "The number of the object in this catalogue."), ("`label`", "text", "The label.")]
        for fact in kind.facts:
            name = fact.type_name.rstrip("?")
            rows.append((f"`{fact.name}`", types.get(name, name) + ("?" if fact.nullable else ""), fact.about))
        for relation in registry.columns_of[kind.name]:
            words = " or ".join(registry.kind[target].words for target in relation.targets)
            rows.append((f"`{relation.column}`", "text", f"The label of its {words}."))
            rows.append((f"`{relation.column}_id`", "integer", f"The id of its {words}."))
        lines += [f"### {kind.view_name}", "", kind.view.about, "", *_table(("Column", "Type", "Meaning"), rows)]
    return "\n".join(lines)


_TABLES = {"settings": _settings, "commands": _commands, "requests": _requests, "cypher": _cypher, "sql": _sql}
