"""Statistics: no set among random cards, exact and sampled; play by round; uniformity of the deals."""

from collections.abc import Iterator
from fractions import Fraction
from math import comb

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.card_games.deal_statistics import DealStatistic
from ludex.games.sets.deck import Deck
from ludex.games.sets.operations.decks import store_statistics
from ludex.requests.problem_types import problem_type

STATISTICS = "/api/v1/sets/statistics"
GAME = {"properties": 4, "values": 3}


def ask(client: FlaskClient, body: dict[str, object], address: str = STATISTICS) -> dict[str, object]:
    answer = client.post(address, json=body)
    assert answer.status_code == 200, answer.get_json()
    return answer.get_json()


def test_twelve_cards_have_no_set_once_in_thirty_times(client: FlaskClient) -> None:
    answer = ask(client, GAME | {"n": 12, "seed": 5})
    assert (answer["exact"], answer["samples"], answer["seed"]) == (False, 20_000, 5)
    assert answer["low"] < 0.0323 + 0.002
    assert answer["high"] > 0.0323 - 0.002
    assert answer["probability"] == answer["numerator"] / 20_000
    assert ask(client, GAME | {"n": 12, "seed": 5}) == answer
    fewer = ask(client, GAME | {"n": 12, "samples": 100})
    assert fewer["samples"] == fewer["denominator"] == 100


@pytest.mark.parametrize(
    ("properties", "values", "cards", "probability"),
    [
        (4, 3, 0, Fraction(1)),
        (4, 3, 2, Fraction(1)),
        (4, 3, 3, 1 - Fraction(1080, comb(81, 3))),
        (4, 3, 21, Fraction(0)),
        (2, 3, 3, Fraction(6, 7)),
        (2, 3, 4, Fraction(54, comb(9, 4))),
        (2, 3, 5, Fraction(0)),
        (1, 30, 29, Fraction(1)),
        (6, 10, 900_000, Fraction(0)),
        (19, 1, 1, Fraction(0)),
    ],
)
def test_what_is_known_exactly_is_told_exactly(
    client: FlaskClient, properties: int, values: int, cards: int, probability: Fraction
) -> None:
    answer = ask(client, {"properties": properties, "values": values, "n": cards, "time_limit": 60})
    assert (answer["exact"], answer["samples"], answer["low"]) == (True, None, None)
    assert Fraction(answer["numerator"], answer["denominator"]) == probability
    assert answer["probability"] == float(probability)


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


def test_play_by_round(client: FlaskClient) -> None:
    sent = GAME | {"trials": 2000, "seed": 3}
    answer = ask(client, sent, f"{STATISTICS}/rounds")
    first = answer["items"][0]
    assert (first["round"], first["table"], first["with_set"] + first["without_set"]) == (1, 12, 2000)
    assert 15 < first["with_set"] / first["without_set"] < 60
    by_table: dict[int, int] = {}
    for row in answer["items"][1:]:
        by_table[row["table"]] = by_table.get(row["table"], 0) + row["with_set"] + row["without_set"]
    assert {row["table"]: row["with_set"] + row["without_set"] for row in answer["later"]} == by_table
    refilled = ask(client, sent | {"refill": True}, f"{STATISTICS}/rounds")
    assert refilled["items"][0]["table"] == 12
    assert refilled["items"] != answer["items"]
    assert client.post(f"{STATISTICS}/rounds", json=sent | {"format": "svg"}).mimetype == "image/svg+xml"


def test_the_deals_are_uniform(client: FlaskClient) -> None:
    sent = {"properties": 3, "values": 4, "trials": 300, "seed": 1}
    answer = ask(client, sent, f"{STATISTICS}/uniformity")
    assert (sum(answer["initial"]["counts"]), sum(answer["drawn"]["counts"])) == (300 * 12, 300 * 4)
    assert len(answer["initial"]["counts"]) == 64
    assert answer["initial"]["degrees_of_freedom"] == 63
    assert answer["initial"]["p_value"] > 1e-6
    assert client.post(f"{STATISTICS}/uniformity", json=sent | {"format": "svg"}).mimetype == "image/svg+xml"


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
