"""What a program relies on: the operations of the API with what they take and return, and the commands."""

from collections.abc import Iterator, Mapping
from typing import Any

import typer

from ludex.cli.game_commands import set_games
from ludex.cli.main import build
from ludex.games import games

Json = Any


def operations(document: Json) -> dict[str, Json]:
    """Return the stable operations of an OpenAPI document, by their names."""
    result = {}
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if operation["x-stability"] != "experimental":
                result[operation["operationId"]] = _operation(document, method.upper(), path, operation)
    return result


def _operation(document: Json, method: str, path: str, operation: Json) -> Json:
    parameters = [_resolved(document, parameter) for parameter in operation.get("parameters", [])]
    content = operation.get("requestBody", {}).get("content", {})
    body = _resolved(document, content.get("application/json", {}).get("schema", {}))
    found = {
        "request": f"{method} {path}",
        "parameters": sorted(f"{each['in']} {each['name']}" for each in parameters),
        "required": sorted(each["name"] for each in parameters if each.get("required")),
        "takes": sorted(content),
        "body": sorted(body.get("properties", {})),
        "body_required": sorted(body.get("required", [])),
        "returns": {},
    }
    for status, response in operation["responses"].items():
        if status.startswith("2"):
            media = _resolved(document, response).get("content", {})
            schema = media.get("application/json", {}).get("schema", {})
            found["returns"][status] = {"media": sorted(media), "members": sorted(set(_members(document, schema)))}
    return found


def _members(document: Json, schema: Json) -> Iterator[str]:
    """Yield the members that every object of a schema has."""
    schema = _resolved(document, schema)
    for part in ("anyOf", "oneOf", "allOf"):
        for other in schema.get(part, []):
            yield from _members(document, other)
    yield from schema.get("required", [])


def _resolved(document: Json, schema: Json) -> Json:
    if "$ref" in schema:
        found = document
        for step in schema["$ref"].removeprefix("#/").split("/"):
            found = found[step]
        return found
    return schema


def commands() -> dict[str, list[str]]:
    """Return the options of all commands, by their words."""
    set_games(games())
    result = dict(_commands(typer.main.get_command(build(games())), ()))
    for game in games():  # the commands of a game are built for its name only
        result |= dict(_commands(typer.main.get_command(build(games(), [game.name])), ()))
    return result


def _commands(command: Any, words: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    options = {name for parameter in command.params for name in parameter.opts if name.startswith("-")}
    yield " ".join(words), sorted(options)
    below: Mapping[str, Any] = getattr(command, "commands", {})
    for name, other in below.items():
        yield from _commands(other, (*words, name))
