"""`POST /planarity/generate`: different levels with the minimum asked for, the same for the same seed."""

from typing import Any

import networkx
import pytest
from flask.testing import FlaskClient

from tests.games.planarity.requests.drawn import PLANARITY, problem

GENERATE = f"{PLANARITY}/generate"
ASKED: dict[str, Any] = {
    **{"vertices": 6, "edges": 8, "swaps": 2, "delta": 0.02, "flips": 2, "seed": 11, "count": 3},
    "method": "rejection",
}


def test_nothing_is_stored_without_store(client: FlaskClient) -> None:
    before = client.get(f"{PLANARITY}/levels").get_json()["count"]
    response = client.post(GENERATE, json=ASKED | {"seed": 12})
    assert response.status_code == 200
    for level in response.get_json()["items"]:
        assert (level["url"], level["duplicate_of"]) == (None, None)
        assert client.get(f"{PLANARITY}/levels/{level['label']}").status_code == 404
    assert client.get(f"{PLANARITY}/levels").get_json()["count"] == before


def test_without_a_seed_the_service_chooses_one_and_tells_it(client: FlaskClient) -> None:
    body = {"vertices": 6, "edges": 7, "swaps": 1}
    first, second = (client.post(GENERATE, json=body).get_json()["items"][0] for _ in range(2))
    assert first["provenance"]["seed"] != second["provenance"]["seed"]
    again = client.post(GENERATE, json=body | {"seed": first["provenance"]["seed"]}).get_json()["items"][0]
    assert again == first


def test_a_pack_is_built_to_order_and_leaves_out_the_levels_of_another(client: FlaskClient) -> None:
    order = {"vertices": "5..6", "edges": "6..8", "swaps": "1..2", "spread": "even", "count": 4, "seed": 7}
    first = client.post(f"{PLANARITY}/packs/build", json={"slug": "built", "distinct": "graphs", **order})
    assert (first.status_code, first.get_json()["size"], first.get_json()["shortfall"]) == (201, 4, None)
    again = client.post(f"{PLANARITY}/packs/build", json={"slug": "built", "distinct": "graphs", **order})
    assert (again.status_code, again.get_json()["label"]) == (200, first.get_json()["label"])
    other = {"slug": "others", "distinct": "graphs", "exclude_pack": ["built"], **order}
    assert client.post(f"{PLANARITY}/packs/build", json=other).status_code == 201
    levels = {slug: client.get(f"{PLANARITY}/packs/{slug}/levels").get_json()["items"] for slug in ("built", "others")}
    assert sorted(level["min_swaps"] for level in levels["built"]) == [1, 1, 2, 2]
    graphs = [networkx.Graph(level["drawing"]["edges"]) for level in (*levels["built"], *levels["others"])]
    assert len(graphs) == 8
    assert not any(networkx.is_isomorphic(a, b) for at, a in enumerate(graphs) for b in graphs[:at])


@pytest.mark.parametrize(
    ("fields", "status", "pointer"),
    [
        ({"vertices": "9..7"}, 400, "/vertices"),
        ({"swaps": "1..61"}, 400, "/swaps"),
        ({"grade": "hard"}, 400, "/grade"),
        ({"exclude_pack": ["none"], "grade": 5}, 422, "/exclude_pack"),
        ({"vertices": "3..128", "edges": "0..300"}, 422, "/edges"),
    ],
)
def test_ranges_that_are_none_are_refused(
    client: FlaskClient, fields: dict[str, object], status: int, pointer: str
) -> None:
    order = {"vertices": 6, "edges": 8, "swaps": 2, "count": 1}
    problem(client.post(f"{PLANARITY}/generate", json=order | fields), status, pointer)
