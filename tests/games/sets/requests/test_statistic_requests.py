"""Statistics and facts: no set among random cards, play by round, uniformity of the deals, and closed forms."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.card_games.deals import DealStatistic
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.decks import store_statistics
from ludex.requests.problem_types import problem_type

STATISTICS = "/api/v1/sets/statistics"
GAME = {"properties": 4, "values": 3}


def ask(client: FlaskClient, body: dict[str, object], address: str = STATISTICS) -> dict[str, object]:
    answer = client.post(address, json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


@pytest.fixture
def stored(app: Flask) -> Iterator[DealStatistic]:
    statistic = DealStatistic(7, 2 * 3, comb(81, 7), exact=True)  # not the true number: it shows where it comes from
    store_statistics(app.extensions["ludex"].catalogue, Deck(4, 3), [statistic])
    yield statistic


def test_what_is_stored_is_given_again_listed_and_drawn(client: FlaskClient, stored: DealStatistic) -> None:
    answer = ask(client, GAME | {"n": 7})
    assert (answer["exact"], Fraction(answer["numerator"], answer["denominator"])) == (True, stored.probability)
    listed = client.get(f"{STATISTICS}?properties=4&min_n=7&max_n=7").get_json()
    assert listed["items"] == [answer]
    assert (listed["next"], listed["count"], listed["count_exact"]) == (None, 1, True)
    for none in ("n=8", "exact=false", "min_samples=1", "samples=1..", "values=4", "max_n=6", "n=..6", "n=8..9"):
        assert client.get(f"{STATISTICS}?{none}").get_json()["items"] == []
    assert client.get(f"{STATISTICS}/plot?properties=4&values=3").mimetype == "image/svg+xml"
    unknown = client.get(f"{STATISTICS}/plot?properties=5&values=3")
    assert (unknown.status_code, unknown.get_json()["errors"][0]["pointer"]) == (422, "/properties")


@pytest.mark.parametrize("properties", [1, 19])
def test_the_smallest_decks(client: FlaskClient, properties: int) -> None:
    sent = {"properties": properties, "values": 1}
    assert ask(client, sent, f"{STATISTICS}/rounds")["items"][0]["table"] == 1
    assert ask(client, sent | {"trials": 5}, f"{STATISTICS}/uniformity")["drawn"]["n"] == 0
    assert client.post(f"{STATISTICS}/uniformity", json=sent | {"format": "svg"}).status_code == 200


@pytest.mark.parametrize(
    ("address", "sent", "status", "at"),
    [
        ("", {"n": 82}, 422, "/n"),
        ("", {"properties": 6, "values": 10, "n": 5001}, 422, "/n"),
        ("", {}, 400, "/n"),
        ("", {"n": -1}, 400, "/n"),
        ("", {"n": 12, "samples": 0}, 400, "/samples"),
        ("", {"n": 12, "properties": 19}, 422, "/properties"),
        ("/rounds", {"trials": 0}, 400, "/trials"),
        ("/rounds", {"properties": 12}, 422, "/properties"),
        ("/uniformity", {"trials": 10**7}, 400, "/trials"),
        ("/uniformity", {"values": 30}, 422, "/properties"),
    ],
)
def test_faults_are_named(client: FlaskClient, address: str, sent: dict[str, object], status: int, at: str) -> None:
    answer = client.post(STATISTICS + address, json=GAME | sent)
    assert (answer.status_code, answer.get_json()["errors"][0]["pointer"]) == (status, at)


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("/rounds", {"properties": 4, "values": 5, "trials": 10_000}),
        ("/uniformity", {"properties": 4, "values": 5, "trials": 1_000_000}),
        ("", {"properties": 4, "values": 5, "n": 100, "samples": 1_000_000}),
    ],
)
def test_what_does_not_end_in_time_names_the_job(client: FlaskClient, address: str, sent: dict[str, object]) -> None:
    answer = client.post(STATISTICS + address, json=sent | {"time_limit": 0.1})
    assert (answer.status_code, answer.get_json()["type"]) == (422, problem_type("computation-too-large").uri)
    assert "the operation sets-statistics" in answer.get_json()["detail"]


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
def test_wrong_facts_are_named(client: FlaskClient, query: str, status: int, at: list[str]) -> None:
    answer = client.get(f"{FACTS}?{query}")
    assert answer.status_code == status
    assert [error["pointer"] for error in answer.get_json()["errors"]] == at
