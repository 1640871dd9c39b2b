"""Every kind has what every kind has: list, object, facets, random, batch, picture, look-up and dedup, every cell.

Kinds whose objects are found by name have no look-up by content and no dedup.
"""

from typing import Any

import pytest
from flask.testing import FlaskClient

from ludex.api.routing.responses import list_url
from ludex.catalogue.kinds.kind import Kind
from tests.api.test_answers_of_kinds import REGISTRY, app  # noqa: F401 - the fixture of the starting catalogue

KINDS = pytest.mark.parametrize("kind", REGISTRY.kinds, ids=lambda kind: kind.name)


def a_stored_one(client: FlaskClient, kind: Kind[Any, Any]) -> dict[str, Any]:
    """Return a stored object; of games there is none until one is played."""
    if kind.name == "set-game":
        return client.post("/api/v1/sets/games", json={"properties": 2, "values": 3, "seed": 1}).get_json()
    return client.get(f"{list_url(kind)}?limit=1").get_json()["items"][0]


NEVER_GIVEN = {
    *("swish-card", "swish-swish", "swish-no-swish-set", "swish-board", "set-card", "set-found-set", "set-cap"),
    *("set-game", "planarity-x-type", "planarity-census", "planarity-collection"),
    *("swish-pack", "set-pack", "planarity-pack"),
}
"""The kinds whose objects nobody has but the catalogue: they are not looked up over HTTP."""

SORTED = {"swish-position", "set-position", "planarity-level", "planarity-graph"}
"""The kinds of which people have many objects to sort."""


@KINDS
def test_every_cell_of_the_table_is_filled(client: FlaskClient, kind: Kind[Any, Any]) -> None:
    url, one = list_url(kind), a_stored_one(client, kind)
    label = one["label"]
    named = kind.plural.replace("-", "_") if kind.noun != "census_class" else "census_classes"
    answers = {
        "list": client.get(f"{url}?limit=2"),
        "object": client.get(f"{url}/{label}"),
        "facets": client.get(f"{url}/facets"),
        "random": client.get(f"{url}/random?seed=1"),
        "batch": client.post("/api/v1/objects/batch", json={"labels": [label, "none"]}),
        "svg": client.get(f"/api/v1/objects/{label}.svg"),
    }
    if kind.name not in NEVER_GIVEN:
        answers["lookup"] = client.post(f"{url}/lookup", json={"label": label})
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 200)
    assert answers["svg"].text.startswith("<svg")
    assert answers["batch"].get_json()["missing"] == ["none"]
    if "lookup" in answers:
        found = answers["lookup"].get_json()
        assert label in [item["label"] for item in found["items"]]
        assert len(found["matchings"]) == len(found["items"])
    else:
        assert client.post(f"{url}/lookup", json={"label": label}).status_code in (404, 405)
    if kind.name in SORTED:
        assert label in dedup(client, url, kind, label)[named]
    else:
        assert client.post(f"{url}/dedup", json={"label": label}).status_code in (404, 405)


def dedup(client: FlaskClient, url: str, kind: Kind[Any, Any], label: str) -> dict[str, Any]:
    """Sort an object with itself, and return the one class that there is."""
    body: dict[str, Any] = {"label": label}
    if kind.noun != "card":
        item = {
            "hypergraph": "positions",
            "level": "drawings",
            "census_class": "drawings",
            "order_type": "point_sets",
            "x_type": "point_sets",
            "found_set": "sets",
        }.get(kind.noun, kind.plural.replace("-", "_"))
        body = {item: [{"label": label}, {"label": label}]}
    answer = client.post(f"{url}/dedup", json=body)
    assert answer.status_code == 200, answer.text
    [same] = answer.get_json()["classes"]
    assert same["members"] == ([0] if kind.noun == "card" else [0, 1])
    return same
