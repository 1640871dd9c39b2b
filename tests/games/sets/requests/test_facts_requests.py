"""`GET /sets/facts`: closed forms, as the findings state them."""

import pytest
from flask.testing import FlaskClient

FACTS = "/api/v1/sets/facts"


@pytest.mark.parametrize(
    ("query", "status", "at"),
    [
        ("", 400, ["/properties", "/values"]),
        ("properties=0&values=3", 400, ["/properties"]),
        ("properties=2&values=99", 400, ["/values"]),
        ("properties=2&values=x", 400, ["/values"]),
        ("properties=2&values=3&n=-1", 400, ["/n"]),
        ("properties=2&values=3&more=1", 400, ["/more"]),
        ("properties=2&values=3&n=10", 422, ["/n"]),
        ("properties=19&values=36", 422, ["/properties", "/values"]),
    ],
)
def test_faults_are_named(client: FlaskClient, query: str, status: int, at: list[str]) -> None:
    answer = client.get(f"{FACTS}?{query}")
    assert answer.status_code == status
    assert [error["pointer"] for error in answer.get_json()["errors"]] == at
