"""`GET /sets/facts`: closed forms, as the findings state them."""

from fractions import Fraction

import pytest
from flask.testing import FlaskClient

FACTS = "/api/v1/sets/facts"


def test_the_deck_of_the_game(client: FlaskClient) -> None:
    answer = client.get(f"{FACTS}?properties=4&values=3&n=12")
    assert answer.status_code == 200
    facts = answer.get_json()
    assert (facts["size"], facts["sets"], facts["sets_through_card"]) == (81, 1080, 40)
    assert facts["sets_through_pair"] == {"1": 1, "2": 1, "3": 1, "4": 1}
    assert facts["most_sets_in_game"] == 27
    expected = facts["expected_sets"]
    assert Fraction(expected["numerator"], expected["denominator"]) == Fraction(220, 79)
    assert expected["expected"] == pytest.approx(220 / 79)
    assert client.get(f"{FACTS}?properties=4&values=3").get_json() == facts
    again = client.get(f"{FACTS}?properties=4&values=3", headers={"If-None-Match": answer.headers["ETag"]})
    assert client.get(f"{FACTS}?properties=4&values=3").status_code == 200
    assert again.status_code == 304


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
