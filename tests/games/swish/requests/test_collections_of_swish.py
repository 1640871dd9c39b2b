"""Storing positions, decks, hypergraphs and no-swish sets, each once, in the indices of the request."""

import random

import pytest
from flask import Flask
from flask.testing import FlaskClient

from ludex.games.swish.card import Card, Configuration, Symmetry, one_pair_cards
from ludex.games.swish.swishes import is_swish

SWISH = "/api/v1/swish"
FLIPS = list(Symmetry.RECTANGLE.configurations)


def shuffled(codes: list[str], seed: int) -> tuple[list[str], list[int]]:
    """Return the cards in another order and configuration, and where each of them was."""
    source = random.Random(seed)
    order = source.sample(range(len(codes)), len(codes))
    return [str(Card.from_code(codes[i]).configured(source.choice(FLIPS))) for i in order], order


@pytest.fixture(scope="module")
def codes() -> list[str]:
    return [str(card) for card in random.Random(5).sample(one_pair_cards(4, 3), 10)]


def check_swish(swish: dict[str, object], cards: list[str]) -> None:
    assert isinstance(swish["cards"], list)
    for placed in swish["cards"]:
        assert placed["card"] == cards[placed["index"]]
        laid = Card.from_code(placed["card"]).configured(Configuration(placed["configuration"]))
        assert str(laid) == placed["placed"]
    assert len({placed["index"] for placed in swish["cards"]}) == swish["size"]
    assert is_swish([Card.from_code(placed["placed"]) for placed in swish["cards"]])


@pytest.mark.parametrize("find", ["any", "largest", "all"])
def test_what_was_looked_for_is_told_in_the_requests_indices_and_stored(
    client: FlaskClient, codes: list[str], find: str
) -> None:
    other, _ = shuffled(codes, 17)
    answer = client.post(f"{SWISH}/positions", json={"cards": other, "find": find}).get_json()
    assert answer["found"]["complete"] is True
    assert answer["found"]["swishes"]
    for swish in answer["found"]["swishes"]:
        check_swish(swish, other)
    stored = client.get(f"{answer['url']}/swishes?limit=1000").get_json()
    assert stored["items"]
    for swish in stored["items"]:
        check_swish(swish, answer["cards"])
        shown = client.get(f"{SWISH}/swishes/{swish['label']}").get_json()
        assert is_swish([Card.from_code(code) for code in shown["stack"]])
    if find == "largest":
        largest = client.get(answer["url"]).get_json()["largest_swish"]
        assert (largest["size"], largest["proved"]) == (answer["found"]["swishes"][0]["size"], True)


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


def test_the_built_in_decks_come_on_demand_and_stay(client: FlaskClient) -> None:
    for slug, size in (("swish-36", 36), ("swish-4x3", 36), ("swish-60", 60), ("swish-2x5", len(one_pair_cards(2, 5)))):
        deck = client.get(f"{SWISH}/decks/{slug}").get_json()
        assert deck["size"] == len(deck["cards"]) == size
    # A built-in deck answers to its label before and after a stored object refers to it.
    assert client.get(f"{SWISH}/decks/{deck['label']}").get_json()["slug"] == "swish-2x5"
    assert client.post(f"{SWISH}/decks/swish-2x5/deals", json={"n": 3, "seed": 1}).status_code == 201
    assert client.get(f"{SWISH}/decks/{deck['label']}").get_json()["slug"] == "swish-2x5"
    assert client.get(f"{SWISH}/decks/swish-17x3").status_code == 404
    for slug in ("swish-36", "swish-60", "swish-2x2", "swish-2x5"):
        assert client.delete(f"/api/v1/objects/{slug}").status_code == 409
    problem = client.post(f"{SWISH}/decks", json={"slug": "swish-36", "cards": ["*o"]})
    assert problem.status_code == 409


def test_a_deal_is_a_position_that_the_seed_decides(client: FlaskClient) -> None:
    url = f"{SWISH}/decks/swish-60/deals"
    first = client.post(url, json={"seed": 7})
    assert first.status_code == 201
    dealt = first.get_json()
    deck = client.get(f"{SWISH}/decks/swish-60").get_json()["cards"]
    assert (dealt["size"], dealt["deal"]["n"], len(set(dealt["deal"]["indices"]))) == (16, 16, 16)
    for index, place in zip(dealt["deal"]["indices"], dealt["matching"], strict=True):
        assert deck[index] == dealt["cards"][place]
    assert client.post(url, json={"seed": 7}).status_code == 200
    assert client.post(url, json={"n": 61}).get_json()["errors"][0]["pointer"] == "/n"
    assert client.get(f"{SWISH}/positions?deck=swish-60").get_json()["count"] == 1
    assert client.post(f"{SWISH}/decks/none/deals", json={}).status_code == 404


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
