"""The number of statements of frequent requests."""

from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

LEVELS = "/api/v1/planarity/levels"
POINTS = [[0, 0], [9, 1], [5, 7], [1, 6], [4, 3]]
EDGES = [[0, 1], [1, 3], [3, 2], [2, 0], [4, 1], [4, 3]]
LEVEL = {"points": POINTS, "edges": EDGES}
MIRRORED = {"points": [[-x, y] for x, y in POINTS], "edges": EDGES}
FEWER_EDGES = {"points": POINTS, "edges": EDGES[1:]}

Count = Callable[[str, dict[str, Any] | None], tuple[int, int]]


@pytest.fixture
def count(app: Flask, client: FlaskClient, count_statements: Any) -> Count:
    """Give a function that sends a request, and returns its status and the number of its statements."""

    def counted(path: str, body: dict[str, Any] | None) -> tuple[int, int]:
        with count_statements(app.extensions["ludex"].catalogue.database) as statements:
            answer = client.get(path) if body is None else client.post(path, json=body)
        return answer.status_code, len(statements)

    return counted


def test_storing_and_reading_a_level_takes_few_statements(count: Count, client: FlaskClient) -> None:
    client.get(LEVELS)  # reads the numbers of kinds
    # It is looked up before and in the transaction, and ids are reserved. Nodes, hashes, documents, links, claims,
    # counters and the facts of each of four kinds are inserted. Then the segments are looked at.
    assert count(LEVELS, LEVEL) == (201, 14)
    # The points are known, so there are new facts of a level and a graph only.
    assert count(LEVELS, FEWER_EDGES) == (201, 12)
    for known in (LEVEL, MIRRORED):
        assert count(LEVELS, known) == (200, 1)
    label = client.post(LEVELS, json=LEVEL).get_json()["label"]
    assert count(f"{LEVELS}/{label}", None) == (200, 1)


def test_the_answer_about_a_new_level_is_what_is_stored(client: FlaskClient) -> None:
    stored = client.post(LEVELS, json={"points": POINTS, "edges": EDGES[2:]})
    read = client.get(f"{LEVELS}/{stored.get_json()['label']}")
    assert stored.status_code == 201
    assert {name: stored.get_json()[name] for name in read.get_json()} == read.get_json()


def test_a_list_and_its_facets_take_few_statements(count: Count, client: FlaskClient) -> None:
    client.post(LEVELS, json=LEVEL)
    count(f"{LEVELS}/facets?vertices=5", None)  # loads the facts
    assert count(f"{LEVELS}/facets?vertices=5", None) == (200, 3)
    assert count(f"{LEVELS}?vertices=5&limit=2", None) == (200, 4)
