"""Drawings that several tests send, and the check of a problem document."""

import json
from typing import Any

from werkzeug.test import TestResponse

PLANARITY = "/api/v1/planarity"

# A four-cycle with one crossing, on points in convex position.
SQUARE: dict[str, Any] = {"points": [[0, 0], [4, 0], [5, 4], [0, 3]], "edges": [[0, 1], [1, 3], [3, 2], [2, 0]]}

# The 8-cycle of the paper's Lemma 1: C(4, 2) = 6 swaps.
CYCLE: dict[str, Any] = {
    "points": [[0, 0], [1, 1], [2, 4], [3, 9], [7, 49], [6, 36], [5, 25], [4, 16]],
    "edges": [[i, (i + 1) % 8] for i in range(8)],
}

KITE = [[0, 0], [8, 0], [3, 9], [4, 3]]
PATHS = ({"points": KITE, "edges": [[3, 0], [0, 1], [1, 2]]}, {"points": KITE, "edges": [[2, 0], [0, 3], [3, 1]]})


def mirrored(drawing: dict[str, Any]) -> dict[str, Any]:
    return {"points": [[-x, y] for x, y in drawing["points"]], "edges": drawing["edges"]}


def renamed(drawing: dict[str, Any], names: list[int]) -> dict[str, Any]:
    """Give vertex v the name names[v]."""
    points: list[Any] = [None] * len(names)
    for vertex, point in enumerate(drawing["points"]):
        points[names[vertex]] = point
    return {"points": points, "edges": [[names[u], names[v]] for u, v in drawing["edges"]]}


def problem(response: TestResponse, status: int, pointer: str | None = None) -> dict[str, Any]:
    assert response.status_code == status, response.text
    assert response.headers["Content-Type"] == "application/problem+json"
    found: dict[str, Any] = json.loads(response.data)
    assert (found["status"], set(found) - {"job"}) == (status, {"type", "title", "status", "detail", "errors"})
    if pointer is not None:
        assert pointer in [error["pointer"] for error in found["errors"]], found
    return found
