"""The tools of the Model Context Protocol: their declarations, `POST /mcp`, and the SDK's client."""

import asyncio
import json
import os
import sys

import pytest
from jsonschema import Draft202012Validator

from ludex.api.mcp import http
from ludex.api.mcp.server import texts
from ludex.api.mcp.tools import tools_of
from ludex.app import all_routes
from ludex.catalogue.kinds.registry import registry_of
from ludex.catalogue.ownership import Scope
from ludex.games.kinds import GAMES
from ludex.settings import Settings
from tests.applications import application, secret_of
from tests.services import ROOT, Service, own_settings

REGISTRY = registry_of(GAMES)
SUBJECTS = all_routes(REGISTRY)
TOOLS = tools_of(REGISTRY, SUBJECTS)
OPERATIONS = {operation.name: operation for subject in SUBJECTS for operation in subject.operations}
HEADERS = {"Accept": "application/json, text/event-stream"}


@pytest.fixture(scope="module")
def starting_app(starting_address):
    with application(Settings(database_url=starting_address)) as app:
        yield app


def send(client, method, /, params=None, headers=None, status=200):
    message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
    answer = client.post("/mcp", json=message, headers=HEADERS | (headers or {}))
    assert answer.status_code == status, answer.text
    return answer.get_json()


def call(client, name, arguments, **headers):
    return send(client, "tools/call", {"name": name, "arguments": arguments}, headers)["result"]


def test_a_tool_is_an_operation_or_a_list_of_all_kinds():
    lists = {"listObjects", "countObjects", "getRandomObject"}
    assert TOOLS.keys() - lists == {name for name, operation in OPERATIONS.items() if operation.tool}
    assert {
        "getSearch",
        "listClaims",
        "postCypher",
        "solveSwish",
        "comparePlanarity",
        "postPlanarityHint",
    } <= TOOLS.keys()
    assert len(TOOLS) <= 40


@pytest.mark.parametrize("name", TOOLS)
def test_schemas_are_valid_and_have_the_fields_of_the_operation(name):
    schema = TOOLS[name].schema
    Draft202012Validator.check_schema(schema)
    assert not schema.keys() & {"allOf", "anyOf", "oneOf", "not"}
    if name in OPERATIONS and OPERATIONS[name].tool:
        models = OPERATIONS[name].models.values()
        fields = {field.alias or key for model in models for key, field in model.model_fields.items()}
        assert schema["properties"].keys() == fields


def test_examples_match_their_schemas_and_are_answered(starting_app):
    client = starting_app.test_client()
    for tool in TOOLS.values():
        [example] = tool.schema["examples"]
        Draft202012Validator(tool.schema).validate(example)
        result = call(client, tool.name, example)
        assert not result["isError"], (tool.name, result)
        if tool.name != "drawObjectPng":
            assert json.loads(result["content"][0]["text"]) == result["structuredContent"]


def test_a_result_is_the_response_of_the_request(starting_app):
    client = starting_app.test_client()
    cards = {"cards": ["*o./...", "o../.*.", "..*/.o."], "find": "largest"}
    assert call(client, "solveSwish", cards)["structuredContent"] == client.post("/api/v1/swish/solve", json=cards).json
    listed = call(client, "listObjects", {"kind": "planarity-level", "filters": {"min_swaps": "6..", "proved": True}})
    assert listed["structuredContent"] == client.get("/api/v1/planarity/levels?min_swaps=6..&proved=true&limit=20").json
    found = call(client, "getPaths", {"from": "swish-36", "to": "swish-60", "max_length": 3})
    assert found["structuredContent"] == client.get("/api/v1/paths?from=swish-36&to=swish-60&max_length=3").json


@pytest.mark.parametrize(
    ("name", "arguments", "status", "pointer"),
    [
        ("solveSwish", {"cards": ["x"]}, 422, "/cards/0"),
        ("solveSwish", {"card": []}, 400, "/card"),
        ("getObject", {}, 400, "/label"),
        ("listObjects", {"kind": "level"}, 400, "/kind"),
        ("listObjects", {"kind": "planarity-level", "filters": {"min_swap": 1}}, 400, "/min_swap"),
        ("listObjects", {"kind": "planarity-level", "format": "csv"}, 400, "/format"),
        ("postCypher", {"query": "MATCH (a) DELETE a"}, 422, "/query"),
    ],
)
def test_wrong_arguments_are_tool_errors_with_the_problem_document(starting_app, name, arguments, status, pointer):
    result = call(starting_app.test_client(), name, arguments)
    problem = result["structuredContent"]
    assert (result["isError"], problem["status"]) == (True, status)
    assert pointer in [error["pointer"] for error in problem["errors"]]
    assert json.loads(result["content"][0]["text"]) == problem


@pytest.mark.parametrize("label", ["swish-36/claims", "a.svg", "", "..", "nothing"])
def test_a_label_that_is_not_stored_is_404_and_reaches_no_other_address(starting_app, label):
    result = call(starting_app.test_client(), "getObject", {"label": label})
    assert (result["isError"], result["structuredContent"]["status"]) == (True, 404)


def test_an_unknown_tool_is_an_error_of_the_protocol(client):
    error = send(client, "tools/call", {"name": "deleteEverything", "arguments": {}})["error"]
    assert (error["code"], "deleteEverything" in error["message"]) == (-32602, True)


@pytest.mark.parametrize(
    ("body", "content_type", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[" * 40, "application/json", 400),
        (b"[]", "application/json", 400),
        (b'{"jsonrpc": "2.0", "id": 1}', "application/json", 400),
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}', "text/plain", 400),
        (b'{"jsonrpc": "2.0", "method": "notifications/initialized"}', "application/json", 202),
    ],
)
def test_messages_that_are_none_are_refused(client, body, content_type, status):
    assert client.post("/mcp", data=body, content_type=content_type, headers=HEADERS).status_code == status


def test_the_address_takes_posts_of_its_own_origin_only(client):
    assert client.get("/mcp").status_code == 405
    other = {"Origin": "https://example.org", **HEADERS}
    assert client.post("/mcp", json={}, headers=other).status_code == 403


def test_without_the_sdk_the_answer_is_501_with_the_command(client, monkeypatch):
    monkeypatch.setattr(http, "find_spec", lambda _name: None)
    answer = client.post("/mcp", json={}, headers=HEADERS)
    assert (answer.status_code, http.INSTALL in answer.get_json()["detail"]) == (501, True)


def test_storing_tools_need_a_key_where_requests_need_one(lend):
    with lend() as address, application(Settings(database_url=address, host="0.0.0.0")) as app:
        client, cards = app.test_client(), {"cards": ["*o", "*o", "*o"]}
        secret = secret_of(app.extensions["ludex"].catalogue, "someone", Scope.STORE)
        refused = call(client, "postSwishNoSwishSets", cards)
        assert (refused["isError"], refused["structuredContent"]["status"]) == (True, 401)
        key = {"Authorization": f"Bearer {secret}"}
        assert not call(client, "postSwishNoSwishSets", cards, **key)["isError"]
        send(client, "tools/list", headers={"Authorization": "Bearer ludex_unknown"}, status=401)


def test_calls_count_once_towards_the_rate_limit(lend):
    with lend() as address, application(Settings(database_url=address, rate_limit="2/hour")) as app:
        client = app.test_client()
        statuses = []
        for _ in range(3):
            send(client, "tools/list")
            result = call(client, "solveSwish", {"cards": ["*o"]})
            statuses.append(result["structuredContent"].get("status"))
        assert statuses == [None, None, 429]


def test_resources_are_the_glossary_and_the_pages_of_the_documentation():
    resources = texts(REGISTRY)
    pages = (ROOT / "schema" / "documentation").rglob("*.md")
    assert len(resources) == 1 + len(list(pages))
    assert all(resource.text and "{include}" not in resource.text for resource in resources.values())
    glossary = resources["ludex://glossary"].text
    assert all(f"`{fact.name}`" in glossary for kind in REGISTRY.kinds for fact in kind.facts)


def stdio(address):
    """Return how the SDK starts the command."""
    from mcp import StdioServerParameters  # takes long to import, as in the tests below

    environment = os.environ | own_settings(address)
    return StdioServerParameters(command=sys.executable, args=["-m", "ludex.cli", "mcp"], env=environment)


@pytest.fixture(scope="module", params=["stdio", pytest.param("http", marks=pytest.mark.slow)])
def server(request, starting_address):
    if request.param == "stdio":
        yield stdio(starting_address)
        return
    service = Service(starting_address)
    yield f"{service.url}/mcp"
    assert service.end()[0] == 0


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
def test_the_client_of_the_sdk_calls_tools_and_reads_resources(server, mode):
    from mcp import Client, MCPError

    async def converse():
        async with Client(server, mode=mode) as client:
            tools = await client.list_tools()
            assert [tool.name for tool in tools.tools] == list(TOOLS)
            solved = await client.call_tool("solveSets", {"label": "set-3-4", "find": "count"})
            assert solved.structured_content == {"count": 1080}
            wrong = await client.call_tool("solveSets", {"properties": 4, "values": 3, "cards": ["9999"]})
            assert wrong.is_error and wrong.structured_content["status"] == 422
            drawn = await client.call_tool("drawObjectPng", {"label": "swish-36"})
            assert (drawn.content[0].type, drawn.content[0].data[:8]) == ("image", "iVBORw0K")
            page = await client.read_resource("ludex://documentation/reference/notation")
            assert page.contents[0].text.startswith("# Notation")
            deck = await client.read_resource("ludex://objects/swish-36")
            assert json.loads(deck.contents[0].text)["size"] == 36
            with pytest.raises(MCPError, match="no object has the label or slug 'nothing'"):
                await client.read_resource("ludex://objects/nothing")

    asyncio.run(converse())


@pytest.mark.slow
def test_a_cancelled_call_ends_its_search(starting_address):
    from mcp import Client, MCPError

    async def converse():
        async with Client(stdio(starting_address)) as client:
            long = (
                "UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH a, b WHERE a * b = 7 RETURN count(*)"
            )
            with pytest.raises(MCPError):
                await client.call_tool("postCypher", {"query": long, "time_limit": 60}, read_timeout_seconds=3)
            found = await client.call_tool("getObject", {"label": "swish-36"})
            assert found.structured_content["size"] == 36

    asyncio.run(converse())
