"""False claims whose certificates look right are refused."""

from typing import Any

import pytest

from ludex_check_claims.planarity.collections import collection_size
from ludex_check_claims.planarity.unreachable import unreachable
from ludex_check_claims.sets.statements import cap_counts
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


def test_numbers_of_caps_that_only_add_up_are_refused() -> None:
    """The 27 cards have 1, 27, 351, 2,808 and 14,742 caps of 0 to 4 cards."""
    value = [[1, 1], [27, 1], [351, 1], [2808, 1], [14742, 2], [50130, 3]]
    claim: dict[str, Any] = {"value": value, "proved": True, "certificate": {"classes": [[] for _ in value]}}
    with pytest.raises(Wrong, match="the numbers of caps by size are"):
        cap_counts(claim, {"properties": 3, "values": 3, "size": 27, "kind": "set-deck"}, Export())


def test_the_size_of_a_class_of_caps_divides_the_number_of_symmetries() -> None:
    """Deck of 81 cards: there are 81 * 80 * 78 * 72 * 54 affine maps, which 7 does not divide."""
    claim: dict[str, Any] = {
        "value": [[1, 1], [81, 2]],
        "proved": False,
        "certificate": {"classes": [[["", 1]], [["1111", 7], ["2222", 74]]]},
    }
    with pytest.raises(Wrong, match="7 is not the size"):
        cap_counts(claim, {"properties": 4, "values": 3, "size": 81, "kind": "set-deck"}, Export())
