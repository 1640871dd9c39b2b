"""Storing positions, decks, hypergraphs and no-swish sets, each once, in the indices of the request."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

SWISH = "/api/v1/swish"


@pytest.mark.parametrize(
    ("form", "kind"),
    [
        ("node-link", "application/json"),
        ("graphml", "application/graphml+xml"),
        ("dot", "text/vnd.graphviz"),
        ("digraph6", "text/plain"),
    ],
)
def test_a_hypergraph_is_exported(client: FlaskClient, form: str, kind: str) -> None:
    url = client.post(f"{SWISH}/hypergraphs", json={"cards": ["*o.", "*.o"]}).get_json()["url"]
    response = client.get(f"{url}?format={form}")
    assert response.status_code == 200
    assert response.mimetype == kind


def test_cards_without_a_hypergraph_are_refused_or_stored_without(client: FlaskClient) -> None:
    cards = {"cards": ["*o.", "**o"]}
    problem = client.post(f"{SWISH}/hypergraphs", json=cards)
    assert problem.status_code == 422
    assert problem.get_json()["errors"][0]["pointer"] == "/cards/1"
    assert client.post(f"{SWISH}/positions", json=cards).get_json()["hypergraph"] is None


def test_a_huge_board_is_told_without_its_construction(client: FlaskClient) -> None:
    answer = client.get(f"{SWISH}/boards/64x64").get_json()
    assert answer["construction"] is None
    assert answer["cards"] == 4 * 1024**2 - 1024
    assert client.get(f"{SWISH}/boards/255x255").status_code == 422


def test_an_estimate_tells_its_samples_its_seed_and_its_interval(client: FlaskClient) -> None:
    url = f"{SWISH}/decks/swish-4x4/deals"
    estimate = client.get(f"{url}?n=4&samples=200&seed=3").get_json()["no_swish"]
    assert (estimate["exact"], estimate["denominator"], estimate["samples"], estimate["seed"]) == (False, 200, 200, 3)
    assert estimate["low"] <= estimate["probability"] <= estimate["high"]
    assert estimate["probability"] == estimate["numerator"] / 200
    sizes = client.get(f"{url}/largest?n=4&samples=200&seed=3").get_json()["sizes"]
    assert sum(sizes.values()) == 200
    assert sizes["0"] == estimate["numerator"]
    assert client.get(f"{url}/largest?n=4&samples=50&format=svg").mimetype == "image/svg+xml"
    assert client.get(f"{SWISH}/decks/swish-60/deals?n=61").status_code == 422


def test_a_stored_exact_statistic_is_told_as_a_fraction(app: Flask, client: FlaskClient) -> None:
    from ludex.card_games.deals import DealStatistic
    from ludex.games.swish.deck import built_in_deck
    from ludex.games.swish.operations.decks import store_probabilities

    deck = built_in_deck("swish-2x3")
    assert deck is not None
    huge = 3**100
    known = [DealStatistic(2, 2**100, huge, exact=True), DealStatistic(3, 1, 4, exact=True)]
    assert store_probabilities(app.extensions["ludex"].catalogue, deck, known) == 2
    url = f"{SWISH}/decks/swish-2x3/deals"
    answer = client.get(f"{url}?n=2").get_json()
    assert answer["no_swish"] | {"probability": 0} == {
        "numerator": 2**100,
        "denominator": huge,
        "probability": 0,
        "exact": True,
        "samples": None,
        "seed": None,
        "low": None,
        "high": None,
    }
    assert answer["no_swish"]["probability"] == 2**100 / huge
    assert client.get(f"{url}/plot").mimetype == "image/svg+xml"
    assert client.get(f"{url}/plot?log=true").status_code == 200
