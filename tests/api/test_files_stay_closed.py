"""Files belong to the command line: whatever a client names, no route, tool, page or job opens it."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from re import findall
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule

from ludex.api.mcp.tools import tools_of
from ludex.api.routing.openapi import examples_of
from ludex.api.routing.routes import Operation
from ludex.app import all_routes
from ludex.catalogue.catalogue import Catalogue
from ludex.catalogue.kinds.registry import registry_of
from ludex.engine.budget import Budget, BudgetExhausted
from ludex.games.kinds import GAMES
from ludex.jobs.operation import JobContext
from ludex.jobs.operations import InvalidArguments, by_name, example_arguments, validate_arguments
from ludex.settings import Settings
from tests.applications import application

FILE = "/etc/hostname"
NAMES = (FILE, f"file://{FILE}", f"@{FILE}", f"../../../../../..{FILE}")
SAMPLED = 150

REGISTRY = registry_of(GAMES)
SUBJECTS = all_routes(REGISTRY)
OPERATIONS = {operation.name: operation for subject in SUBJECTS for operation in subject.operations}
EXAMPLES = examples_of(OPERATIONS.values())
TOOLS = tools_of(REGISTRY, SUBJECTS)

_opened: list[str] = []


def _note(event: str, given: tuple[Any, ...]) -> None:
    if event == "open" and isinstance(given[0], str | bytes | Path):
        name = os.fsdecode(given[0])
        if Path(name).name == Path(FILE).name:
            _opened.append(name)


sys.addaudithook(_note)


@pytest.fixture(scope="module")
def app(starting_address: str) -> Iterator[Flask]:
    with application(Settings(database_url=starting_address)) as app:
        yield app


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    _opened.clear()
    return app.test_client()


def _places(operation: Operation) -> Iterator[tuple[str, str]]:
    """Yield the fields of a request that may be text or a list, and their places in the request."""
    for place, model in operation.models.items():
        for name, info in model.model_fields.items():
            if "str" in str(info.annotation) or "list" in str(info.annotation) or place == "body":
                yield place, info.alias or name


def _with(place: Any, name: str, value: str) -> Any:
    return {**place, name: [value] if isinstance(place.get(name), list) else value}


TRIES = [(name, place, field) for name, operation in OPERATIONS.items() for place, field in _places(operation)]


def _try(client: FlaskClient, name: str, place: str, field: str) -> None:
    operation, example = OPERATIONS[name], EXAMPLES[name][0]
    for text in NAMES:
        values = {"path": example.path, "query": example.query, "body": example.body or {}}
        values[place] = _with(values[place], field, text)
        body = {"json": values["body"]} if "body" in operation.models else {"data": text}
        answer = client.open(
            operation.address.format(**values["path"]),
            method=operation.method,
            query_string=values["query"],
            **(body if operation.method in ("POST", "PATCH") else {}),
        )
        answer.get_data()
        assert answer.status_code < 500 or answer.status_code == 503, (name, field, answer.text)
        assert _opened == [], (name, field, text)


def test_the_file_is_noticed() -> None:
    _opened.clear()
    Path(FILE).read_bytes()
    assert _opened.pop() == FILE and not _opened


@pytest.mark.parametrize("part", [0, *(pytest.param(part, marks=pytest.mark.slow) for part in range(1, 8))])
def test_no_route_opens_a_file(client: FlaskClient, part: int) -> None:
    tries = Random(1).sample(TRIES, len(TRIES))
    rest = tries[SAMPLED:]
    for one in tries[:SAMPLED] if part == 0 else rest[part - 1 :: 7]:
        _try(client, *one)


def test_no_tool_opens_a_file(client: FlaskClient) -> None:
    for tool in TOOLS.values():
        [example] = tool.schema["examples"]
        for field in tool.schema["properties"]:
            message = {"name": tool.name, "arguments": _with(example, field, FILE)}
            asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": message}
            headers = {"Accept": "application/json, text/event-stream"}
            assert client.post("/mcp", json=asked, headers=headers).status_code == 200
            assert _opened == [], (tool.name, field)


@pytest.mark.slow
def test_no_page_opens_a_file(app: Flask, client: FlaskClient) -> None:
    names, rules = {"q", "text", "label"}, list[Rule]()
    for rule in app.url_map.iter_rules():
        if not rule.arguments and not rule.rule.startswith("/api/"):
            with client.get(rule.rule) as page:
                if page.mimetype == "text/html":
                    rules.append(rule)
                    names |= set(findall(r'<(?:input|textarea|select)[^>]* name="(\w+)"', page.text))
    assert len(names) > 20 and len(rules) > 20
    for rule in rules:
        for fields in (dict.fromkeys(names, FILE), {"q": f"file://{FILE}"}):
            with client.get(rule.rule, query_string=fields) as answer:
                answer.get_data()
            if "POST" in (rule.methods or ()):
                client.post(rule.rule, data=fields).get_data()
            assert _opened == [], rule.rule


@pytest.mark.parametrize("name", by_name())
def test_no_job_opens_a_file(catalogue: Catalogue, tmp_path: Path, name: str) -> None:
    _opened.clear()
    operation = by_name()[name]
    example = example_arguments(operation)
    for field in operation.takes.model_fields:
        try:
            fields = validate_arguments(operation, _with(example, field, FILE))
            operation.run(fields, {}, JobContext(catalogue, Budget(seconds=0.01), folder=tmp_path, job="x"))
        except (ValueError, InvalidArguments, BudgetExhausted, LookupError):
            pass
        assert _opened == [], field
