"""A service that others reach stores nothing without a key; what computes works all the same."""

import json
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from ludex.games.planarity.requests import REQUESTS
from ludex.requests.problem_types import problem_type
from ludex.settings import Settings
from tests.applications import application
from tests.games.planarity.requests.drawn import PLANARITY, SQUARE, problem


@pytest.fixture
def read_only(settings: Settings) -> Iterator[FlaskClient]:
    with application(settings.model_copy(update={"host": "0.0.0.0"}), requests=(REQUESTS,)) as app:
        yield app.test_client()


def test_what_stores_is_refused(read_only: FlaskClient) -> None:
    pack = {"slug": "mine", "title": "Mine", "levels": ["none"]}
    generate = {"vertices": 6, "edges": 8, "swaps": 1, "store": True}
    for path, body in (("levels", SQUARE), ("packs", pack), ("generate", generate)):
        assert problem(read_only.post(f"{PLANARITY}/{path}", json=body), 401)["type"] == problem_type("key-needed").uri
    lines = read_only.post(f"{PLANARITY}/levels/import", data=json.dumps(SQUARE), content_type="application/x-ndjson")
    assert problem(lines, 401)["type"] == problem_type("key-needed").uri
    problem(read_only.delete("/api/v1/objects/none"), 401)


def test_what_computes_is_answered(read_only: FlaskClient) -> None:
    for path, body in (
        ("solve", SQUARE),
        ("equivalence", {"a": SQUARE, "b": SQUARE}),
        ("invariants", SQUARE),
        ("generate", {"vertices": 6, "edges": 8, "swaps": 1}),
        ("levels/lookup", {"drawing": SQUARE}),
        ("levels/dedup", {"drawings": [SQUARE]}),
        ("point-sets", {"points": 5}),
        ("variants/exchange/minimum", SQUARE),
    ):
        assert read_only.post(f"{PLANARITY}/{path}", json=body).status_code == 200, path
    assert read_only.get(f"{PLANARITY}/levels").get_json()["count"] == 0
