"""Whatever is wrong with a request, the answer is a problem document that says so."""

import json
import time
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from ludex.api.middleware.problems import ProblemError
from ludex.requests.bounds import BODY_BYTES, JSON_DEPTH, JSON_MARKS, JSON_NAMES
from ludex.requests.problem_types import PROBLEM_TYPES, problem_type

SOLVE = "/api/v1/swish/solve"


def check(response: TestResponse, status: int, pointer: str | None = None) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    problem = json.loads(response.data)
    assert set(problem) == {"type", "title", "status", "detail", "errors"}
    assert problem["status"] == status
    assert (problem["type"], status) in {(kind.uri, kind.status) for kind in PROBLEM_TYPES}
    assert problem["title"]
    assert problem["detail"]
    if pointer is not None:
        assert pointer in [error["pointer"] for error in problem["errors"]]
        assert all(error["detail"] for error in problem["errors"])
    return problem


def test_a_body_of_very_many_names_is_refused_quickly(client: FlaskClient) -> None:
    names = ",".join(f'"k{n}": 1' for n in range(100_000))
    started = time.process_time()
    problem = check(send(client, f'{{{names}, "k0": 1}}'), 400)
    assert f"more than {JSON_NAMES} names" in problem["detail"]
    assert time.process_time() - started < 5


def test_a_body_of_very_many_values_is_refused_quickly(client: FlaskClient) -> None:
    started = time.process_time()
    for value in ("[]", "1", '""', "0.5"):
        many = ",".join([value] * (JSON_MARKS + 1))
        assert f"{JSON_MARKS:,}" in check(send(client, f'{{"cards": [{many}]}}'), 400)["detail"]
    assert time.process_time() - started < 5


def test_of_a_long_list_the_first_fault_is_named(client: FlaskClient) -> None:
    problem = check(send(client, json.dumps({"cards": ["*o", 1, 2, 3]})), 400)
    assert [error["pointer"] for error in problem["errors"]] == ["/cards/1"]


def send(client: FlaskClient, body: bytes | str, kind: str | None = "application/json") -> TestResponse:
    return client.post(SOLVE, data=body, content_type=kind)


@pytest.mark.parametrize(
    "body",
    [
        "",
        " ",
        "[",
        "{",
        '{"cards": ["*o"]',
        '{"cards": ["*o"]} x',
        "nul",
        b"\xff",
        b'{"deck": "\xe4"}',
        '{"deck": "swish-36", "limit": NaN}',
        '{"deck": "swish-36", "limit": Infinity}',
        '{"deck": "swish-36", "limit": -Infinity}',
        '{"deck": "\t"}',
        '{"deck": "swish-36", "limit": ' + "9" * 5000 + "}",
        "[" * 100_000,
        '{"a":' * 100_000,
        "[" * (JSON_DEPTH + 1) + "]" * (JSON_DEPTH + 1),
        '{"x":' * JSON_DEPTH + "[]" + "}" * JSON_DEPTH,
        json.dumps({f"x{index}": 1 for index in range(JSON_NAMES + 1)}),
        "1",
        '"swish-36"',
        '"{\\"deck\\": \\"swish-36\\"}"',
        "null",
        "true",
        "[]",
        "[1, 2]",
    ],
    ids=lambda body: repr(body[:32]),
)
def test_what_is_not_an_object_in_strict_json_is_400(client: FlaskClient, body: bytes | str) -> None:
    check(send(client, body), 400, "")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ('{"deck": "swish-36", "deck": "swish-60"}', "/deck"),
        ('{"deck": "swish-36", "x": [1, {"a": 1, "a": 2}]}', "/x/1/a"),
        (r'{"deck": "\ud800"}', "/deck"),
    ],
)
def test_a_value_that_strict_json_excludes_is_located(client: FlaskClient, body: str, pointer: str) -> None:
    check(send(client, body), 400, pointer)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("limit", "1"),
        ("limit", True),
        ("limit", 1.5),
        ("limit", 1_000_000),
        ("max_size", 1),
        ("find", "every"),
        ("find", None),
        ("time_limit", 0),
        ("time_limit", 61),
        ("cards", "*o"),
        ("cards", []),
        ("cards", ["*o"] * 10_000),
        ("deck", "x" * 1000),
        ("bogus", 1),
    ],
)
def test_a_field_of_the_wrong_kind_is_400_and_named(client: FlaskClient, field: str, value: object) -> None:
    body = {"cards": ["*o", "o*"]} | {field: value}
    if field == "deck":
        del body["cards"]
    check(send(client, json.dumps(body)), 400, f"/{field}")


@pytest.mark.parametrize("kind", [None, "text/plain", "application/xml", "application/json; charset=utf-16", "x"])
def test_a_body_of_another_media_type_is_415(client: FlaskClient, kind: str | None) -> None:
    check(send(client, '{"deck": "swish-36"}', kind), 415)


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON"]
)
def test_json_in_utf_8_is_taken_however_it_is_written(client: FlaskClient, kind: str) -> None:
    # It is read, and no search begins, which would have to be compiled on a Python that has not run it before.
    check(send(client, '{"deck": "no-such"}', kind), 422, "/deck")


def test_a_huge_body_is_413_by_its_announced_length(client: FlaskClient) -> None:
    announced = {"CONTENT_LENGTH": str(2 * BODY_BYTES)}
    check(client.post(SOLVE, environ_overrides=announced, content_type="application/json"), 413)


def test_a_huge_body_is_413_where_no_length_is_announced(app: Flask) -> None:
    class Endless:
        def read(self, size: int = -1) -> bytes:
            return b" " * (size if size > 0 else BODY_BYTES + 1)

    environ = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": SOLVE,
        "CONTENT_TYPE": "application/json",
        "HTTP_TRANSFER_ENCODING": "chunked",
        "wsgi.input": Endless(),
        "wsgi.input_terminated": True,
    }
    response = app.test_client().open(environ_overrides=environ, path=SOLVE, method="POST")
    check(response, 413)


@pytest.mark.parametrize(
    "path", ["/nothing", "/api", "/api/v1/", f"{SOLVE}/", "/health/", f"/{SOLVE}", "/api/v1//swish/solve"]
)
def test_an_unknown_address_is_404(client: FlaskClient, path: str) -> None:
    check(client.get(path, headers={"Host": "localhost"}), 404)


def test_another_method_is_405_and_the_allowed_ones_are_listed(client: FlaskClient) -> None:
    for method, path, allowed in (("PUT", SOLVE, "POST"), ("DELETE", SOLVE, "POST"), ("POST", "/health", "GET")):
        response = client.open(path, method=method)
        check(response, 405)
        assert allowed in response.headers["Allow"]


def test_an_unknown_parameter_is_400_and_named(client: FlaskClient) -> None:
    check(client.get("/health?x=1"), 400, "/x")
    check(client.get("/api/v1/swish/decks?bogus=1"), 400, "/bogus")
    check(client.get("/api/v1/swish/decks?size=1&size=2"), 400, "/size")
    check(client.post(f"{SOLVE}?find=any", json={"cards": ["*o"]}), 400, "/find")


@pytest.mark.parametrize(
    "parameter",
    [
        *("limit=0", "limit=1001", "limit=1000000", "limit=x", "limit=", "limit=1.5", "limit=%2B1", "limit=01"),
        *("limit=1_0", "limit=9999999999999999999999", "size=-1", f"size={2**63}", "starting=perhaps", "starting=2"),
        *("sort=nothing", "format=xml", "cursor=!", "cursor=e30"),
    ],
)
def test_a_parameter_out_of_bounds_is_400_and_named(client: FlaskClient, parameter: str) -> None:
    check(client.get(f"/api/v1/swish/decks?{parameter}"), 400, f"/{parameter.partition('=')[0]}")


def test_an_internal_error_is_500_and_says_nothing_of_itself(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret")

    monkeypatch.setattr("ludex.api.resources.health._reachable", fail)
    problem = check(app.test_client().get("/health"), 500)
    assert "secret" not in json.dumps(problem)


def test_a_problem_escapes_its_pointers() -> None:
    problem = ProblemError(422, "no", errors=[("/a~1b", "no")]).problem
    assert problem.errors[0].pointer == "/a~1b"


@pytest.mark.parametrize(
    ("path", "body", "name"),
    [
        (SOLVE, "{", "malformed-body"),
        (SOLVE, '{"find": 1}', "invalid-request"),
        (SOLVE, '{"cards": ["x"]}', "refused-input"),
        ("/api/v1/swish/nothing", "{}", "unknown-address"),
        ("/api/v1/graph", "{}", "method-not-allowed"),
        ("/api/v1/jobs/job-x/cancel", "", "not-found"),
    ],
)
def test_each_kind_of_error_has_its_own_type(client: FlaskClient, path: str, body: str, name: str) -> None:
    answer = client.post(path, data=body, content_type="application/json")
    assert answer.get_json()["type"] == problem_type(name).uri


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"points": None, "edges": [[0, 1]]}, {"pointer": "/points", "detail": "points is null; omit it instead"}),
        ({"point": [[0, 0]]}, {"pointer": "/point", "detail": "unknown field; did you mean `points`?"}),
        ({"points": {}, "edges": []}, {"pointer": "/points", "detail": "should be an array"}),
        ({"label": 1}, {"pointer": "/label", "detail": "should be a string"}),
    ],
)
def test_an_error_names_its_place_and_a_remedy(client: FlaskClient, body: object, error: dict[str, str]) -> None:
    answer = client.post("/api/v1/planarity/solve", json=body)
    assert answer.status_code == 400
    assert error in answer.get_json()["errors"]


def test_an_unknown_filter_suggests_the_nearest_one(client: FlaskClient) -> None:
    [error] = client.get("/api/v1/planarity/levels?min_swap=3").get_json()["errors"]
    assert error == {"pointer": "/min_swap", "detail": "unknown field; did you mean `min_swaps`?"}
    [error] = client.get("/api/v1/planarity/levels?zzz=3").get_json()["errors"]
    assert error["detail"] == "unknown field; remove it"


def test_openapi_lists_the_types(client: FlaskClient) -> None:
    document = client.get("/api/v1/openapi.json").get_json()
    listed = document["components"]["schemas"]["Problem"]["properties"]["type"]["enum"]
    assert listed == [kind.uri for kind in PROBLEM_TYPES]
    described = "".join(response["description"] for response in document["components"]["responses"].values())
    assert problem_type("scope-needed").uri in described
