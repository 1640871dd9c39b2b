"""False claims whose certificates look right are refused."""

from typing import Any

import pytest

from ludex_check_claims.planarity.collections import collection_size
from ludex_check_claims.planarity.unreachable import unreachable
from ludex_check_claims.verdicts import Export, Wrong

SQUARE = {"points": [[0, 0], [9, 0], [9, 9], [0, 9]], "edges": [[0, 1], [1, 2], [2, 3], [0, 3]]}


@pytest.mark.parametrize(
    ("drawing", "vertices", "hull", "reason"),
    [
        ({"points": [[0, 0], [9, 0], [5, 7]], "edges": [[0, 1]]}, [2], [2], "three vertices or more"),
        (SQUARE, [0, 1, 2, 3], [0, 1, 2, 3, -1, -2, -3, -4], "does not have"),
        (SQUARE, [0, 1, 2, 3], [0, 1, 2, 3, 4], "does not have"),
    ],
)
def test_a_plane_drawing_does_not_have_too_many_edges(
    drawing: dict[str, Any], vertices: list[int], hull: list[int], reason: str
) -> None:
    claim: dict[str, Any] = {
        "value": True,
        "proved": True,
        "certificate": {"reason": "edges", "vertices": vertices, "hull": hull},
    }
    with pytest.raises(Wrong, match=reason):
        unreachable(claim, {"min_swaps": None, "drawing": drawing}, Export())


def test_a_collection_of_78_points_does_not_exist() -> None:
    claim: dict[str, Any] = {"proved": True, "lower": None, "upper": None, "value": {}}
    document = {"kind": "planarity-collection", "collection": "graphs-78", "points": 78}
    with pytest.raises(Wrong, match="no such collection"):
        collection_size(claim, document, Export())
