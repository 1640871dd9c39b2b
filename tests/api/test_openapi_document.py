"""The OpenAPI document is what the code makes, and what the service does."""

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from enum import Enum
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pydantic import ValidationError

from ludex.api.resources import docs
from ludex.api.resources.figures import MEDIA
from ludex.api.routing.openapi import document
from ludex.app import all_routes, create_app, openapi_text
from ludex.catalogue.kinds.label import RESERVED_SLUGS
from ludex.catalogue.kinds.registry import registry_of
from ludex.games.kinds import GAMES
from ludex.requests.fields import RequestModel
from ludex.settings import Settings
from tests.applications import close

WITHOUT_TEXT = {"application/zip", *(media for form in MEDIA.values() for media in form.types)}

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made() -> dict[str, Any]:
    registry = registry_of(GAMES)
    return document(registry, all_routes(registry))


def test_the_file_in_schema_equals_the_document() -> None:
    file = ROOT / "schema" / "openapi.json"
    remedy = (
        "write it anew: python -c 'import ludex.app; print(ludex.app.openapi_text(), end=str())' > schema/openapi.json"
    )
    assert file.read_text(encoding="utf-8") == openapi_text(), remedy


def test_a_word_in_the_place_of_a_name_is_reserved_unless_it_has_the_same_methods(made: dict[str, Any]) -> None:
    places = {path: path.rpartition("/") for path in made["paths"]}
    named = {before: path for path, (before, _, last) in places.items() if re.fullmatch(r"\{[a-z]+\}", last)}
    words = {
        last
        for path, (before, _, last) in places.items()
        if before in named and "{" not in last and not made["paths"][named[before]].keys() <= made["paths"][path].keys()
    }
    assert words
    assert words <= set(RESERVED_SLUGS)


def test_the_service_shows_the_document(client: FlaskClient, made: dict[str, Any]) -> None:
    assert client.get("/api/v1/openapi.json").get_json() == made


def test_the_document_of_the_shipped_games_is_read_and_that_of_others_is_built_once(
    app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    built: list[int] = []

    def build(*_given: object) -> dict[str, str]:
        built.append(time.sleep(0.05) or 1)
        return {"openapi": "3.1.0"}

    def read(_number: int) -> Any:
        return app.test_client().get("/api/v1/openapi.json").get_json()

    monkeypatch.setattr(docs, "document", build)
    docs._text.cache_clear()
    with ThreadPoolExecutor(4) as readers:
        assert all(len(found["paths"]) > 100 for found in readers.map(read, range(4)))
        assert built == []
        docs._text.cache_clear()
        monkeypatch.setattr(docs, "shipped", lambda _name: None)
        assert list(readers.map(read, range(4))) == [{"openapi": "3.1.0"}] * 4
    assert built == [1]
    docs._text.cache_clear()


def test_every_address_of_the_api_is_documented(settings: Settings, made: dict[str, Any]) -> None:
    with patch("ludex.app.mounting.mount"):  # registers the pages
        app = create_app(settings)
    close(app)
    documented = {(path, method.upper()) for path, item in made["paths"].items() for method in item}
    served = {
        (re.sub(r"<(?:label:|kind:)?([^>]+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint.partition(".")[0] not in ("documentation", "mcp")
    }
    assert documented == served


def test_every_request_has_a_summary_a_name_of_its_own_and_its_problems(made: dict[str, Any]) -> None:
    operations = [operation for item in made["paths"].values() for operation in item.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    tags = [tag["name"] for tag in made["tags"]]
    assert len(set(tags)) == len(tags)
    for operation in operations:
        assert operation["summary"]
        assert set(operation["tags"]) <= set(tags)
        problems = {status for status in operation["responses"] if int(status) >= 400}
        assert {"400", "405", "500"} <= problems
        for status in problems:
            assert operation["responses"][status] == {"$ref": f"#/components/responses/{status}"}
            assert list(made["components"]["responses"][status]["content"]) == ["application/problem+json"]
        if "requestBody" in operation:
            assert {"413", "415"} <= problems


def _choices(annotation: Any) -> Iterator[type[Enum]]:
    """Yield the enumerations in a type."""
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        yield annotation
    for part in get_args(annotation):
        yield from _choices(part)


def _refuses(model: type[RequestModel], name: str, value: Any) -> bool:
    """Return whether a model refuses a value of one of its fields, whatever else it lacks."""
    try:
        model.model_validate({name: value})
    except ValidationError as error:
        return any(fault["loc"][:1] == (name,) for fault in error.errors())
    return False


def test_every_value_of_an_enumeration_is_accepted_by_its_name() -> None:
    operations = [operation for subject in all_routes(registry_of(GAMES)) for operation in subject.operations]
    models = {model for one in operations for model in one.models.values() if issubclass(model, RequestModel)}
    choices = [
        (model, name, choice.value)
        for model in models
        for name, info in model.model_fields.items()
        for choices in _choices(info.annotation)
        for choice in choices
    ]
    assert choices
    refused = [one for one in choices if _refuses(*one) and _refuses(*one[:2], [one[2]])]
    assert not refused


def test_every_reference_leads_somewhere_and_everything_is_referred_to(made: dict[str, Any]) -> None:
    text = json.dumps(made)
    referred: dict[str, set[str]] = {"schemas": set(), "parameters": set(), "responses": set()}
    for kind, name in re.findall(r'"#/components/(\w+)/([^"]+)"', text):
        referred[kind].add(name)
    by_name = {"securitySchemes"}
    assert referred == {kind: set(parts) for kind, parts in made["components"].items() if kind not in by_name}
    schemes = {
        name
        for item in made["paths"].values()
        for one in item.values()
        for way in one.get("security", [])
        for name in way
    }
    assert schemes == set(made["components"]["securitySchemes"])
    assert "#/$defs" not in text


def test_no_two_models_share_a_name(made: dict[str, Any]) -> None:
    assert not [name for name in made["components"]["schemas"] if "__" in name or "-" in name]


def test_the_documentation_page_asks_its_own_origin_only(client: FlaskClient) -> None:
    page = client.get("/api/v1/docs")
    assert "://" not in page.text and "<script>" not in page.text and "style=" not in page.text
    files = re.findall(r'(?:src|href)="docs/([^"]+)"', page.text)
    assert sorted(files) == ["page.css", "page.js", "swagger-ui-bundle.js", "swagger-ui.css"]
    for address in ("docs", *(f"docs/{name}" for name in files)):
        response = client.get(f"/api/v1/{address}")
        assert response.status_code == 200
        policy = dict(part.strip().split(" ", 1) for part in response.headers["Content-Security-Policy"].split(";"))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert client.get("/api/v1/docs/__init__.py").status_code == 404
    assert client.get("/api/v1/docs/..%2Fbounds.py").status_code == 404


def test_every_request_has_an_example_of_what_it_needs_and_of_what_it_answers(made: dict[str, Any]) -> None:
    shared = made["components"]["parameters"]
    for address, item in made["paths"].items():
        for operation in item.values():
            parameters = [
                shared[one["$ref"].rpartition("/")[2]] if "$ref" in one else one
                for one in operation.get("parameters", [])
            ]
            assert [one["name"] for one in parameters if one["required"] and "example" not in one] == [], address
            bodies = operation.get("requestBody", {}).get("content", {}).values()
            assert all("example" in body for body in bodies), address
            said = next(response for status, response in operation["responses"].items() if int(status) < 300)
            # Of the formats that a body asks for, the first has an example.
            kinds = list(said.get("content", {}).items())
            for media, content in kinds[:1] if "requestBody" in operation else kinds:
                told = "example" in content or media in WITHOUT_TEXT or address in ("/api/v1", "/metrics")
                assert told, (address, media)


def test_labels_have_a_format_and_unknown_ones_a_response(made: dict[str, Any]) -> None:
    labels = made["components"]["schemas"]["GetManyObjectsBody"]["properties"]["labels"]
    assert labels["items"]["format"] == "label"
    assert "format `label`" in made["components"]["responses"]["422"]["description"]
    for item in made["paths"].values():
        for operation in item.values():
            assert "414" in operation["responses"]
            assert "422" in operation["responses"] or "requestBody" not in operation
