"""The OpenAPI document is what the code makes, and what the service does."""

import json
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.api.models import Answer, Request
from ludex.api.openapi import document
from ludex.api.parameters import Parameters
from ludex.app import all_routes, openapi_text

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def made() -> dict[str, dict[str, dict[str, object]]]:
    return document(all_routes())


def test_the_file_in_schema_equals_the_document() -> None:
    file = ROOT / "schema" / "openapi.json"
    remedy = (
        "write it anew: python -c 'import ludex.app; print(ludex.app.openapi_text(), end=str())' > schema/openapi.json"
    )
    assert file.read_text(encoding="utf-8") == openapi_text(), remedy


def test_the_service_shows_the_document(client: FlaskClient, made: dict[str, object]) -> None:
    assert client.get("/api/v1/openapi.json").get_json() == made


def test_every_address_of_the_api_is_documented(app: Flask, made: dict[str, dict[str, dict[str, object]]]) -> None:
    documented = {(path, method.upper()) for path, item in made["paths"].items() for method in item}
    served = {
        (re.sub(r"<(?:label:)?([^>]+)>", r"{\1}", rule.rule), method)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
        if rule.endpoint.partition(".")[0] not in ("documentation", "web")
    }
    assert documented == served


def test_every_request_has_a_summary_a_name_of_its_own_and_its_problems(
    made: dict[str, dict[str, dict[str, object]]],
) -> None:
    operations = [operation for item in made["paths"].values() for operation in item.values()]
    names = [operation["operationId"] for operation in operations]
    assert len(set(names)) == len(names)
    for operation in operations:
        assert operation["summary"]
        problems = {status for status in operation["responses"] if int(status) >= 400}
        assert {"400", "405", "500"} <= problems
        for status in problems:
            assert list(operation["responses"][status]["content"]) == ["application/problem+json"]
        if "requestBody" in operation:
            assert {"413", "415"} <= problems


def test_every_reference_leads_somewhere(made: dict[str, object]) -> None:
    text = json.dumps(made)
    schemas = made["components"]["schemas"]
    for name in re.findall(r'"#/components/schemas/([^"]+)"', text):
        assert name in schemas
    assert "#/$defs" not in text


def test_the_documentation_page_asks_its_own_origin_only(client: FlaskClient) -> None:
    for name in ("", "/page.css", "/page.js"):
        response = client.get(f"/api/v1/docs{name}")
        assert response.status_code == 200
        assert "://" not in response.text
        assert "connect-src 'self'" in response.headers["Content-Security-Policy"]
    assert client.get("/api/v1/docs/__init__.py").status_code == 404
    assert client.get("/api/v1/docs/..%2Fbounds.py").status_code == 404


def test_no_two_models_share_a_name_in_the_document() -> None:
    def below(model: type) -> list[type]:
        return [model, *(each for child in model.__subclasses__() for each in below(child))]

    models = {each for parent in (Request, Answer, Parameters) for each in below(parent)}
    ours = [each.__name__ for each in models if each.__module__.startswith("ludex.api")]
    assert sorted(ours) == sorted(set(ours))
